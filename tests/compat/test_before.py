"""What people had before: databases, records, lines and buttons of an earlier version go on as they were."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.compat import access
from tests.compat.kept import (
    ENDED,
    FINISHED,
    HERE,
    LINES,
    LOBBIES,
    MENDED,
    NOW,
    PEOPLE,
    RECORDS,
    RUNNING,
    TABLES,
    VERBS,
    plain,
)

HANDED_OUT = (4, 5, 6, *FINISHED, *ENDED)
ASKED_TO_UNDO, ASKED_TO_DEAL = (3, 8), (6, 7)


# what is kept is worth keeping


@pytest.mark.parametrize("title", VERBS)
def test_every_verb_is_among_what_is_kept(title: str):
    """No verb is forgotten: each occurs in a record and among the lines, nearly each in the database."""
    games = [entry for entry in RECORDS.values() if entry["title"] == title]
    assert {verb for entry in games for verb in entry["verbs"]} == VERBS[title]
    lines = [entry["line"].split() for entry in LINES if RECORDS[entry["record"]]["title"] == title]
    assert {words[0] for words in lines if words} >= VERBS[title]
    assert any(
        words[:1] == ["run"] and len(words) == 5 for words in lines
    )  # the last names the least revenue
    tables = [entry for entry in TABLES.values() if entry["seen"]["title"] == title]
    assert {verb for entry in tables for verb in entry["verbs"]} >= VERBS[title]


# the database


async def test_every_table_is_as_it_was(original: Path, tmp_path: Path):
    """Seats, options, settings, positions, requests, messages and reminders of all tables are read as written."""
    path = Path(shutil.copy(original, tmp_path / "games.sqlite3"))
    async with access.opened(path, NOW) as service:
        for number, kept in TABLES.items():
            table = await service.tables.find(int(number))
            assert plain(access.seen(table)) == kept["seen"]
            assert len(table.moves) == kept["moves"]
            if "facts" in kept:
                assert plain(access.facts(table.game)) == kept["facts"]
            assert await access.posted(service, int(number)) == kept["posted"]
            assert await access.owed(service, int(number)) == kept["owed"]
            assert await access.request(service, int(number)) == kept["request"]


@pytest.mark.slow
async def test_people_keep_their_settings(service: Any):
    """What somebody has set for themselves is still set, and nobody else has set anything."""
    for user, kept in PEOPLE.items():
        assert await access.own_settings(service, int(user)) == kept


@pytest.mark.parametrize("number", RUNNING)
async def test_a_running_game_goes_on(service: Any, number: int):
    """A legal move is stored after the old ones, is read again, and can be taken back by who made it."""
    table = await service.tables.find(number)
    action = next(iter(table.game.choices))
    user = table.seat(action.actor).user_id
    after = await service.moves.act(number, table.rev, user, action)
    assert after.rev > table.rev
    before = await access.stored(service, number)
    assert before[: len(table.moves)] == [move.text for move in table.moves]
    service.tables.drop(number)
    again = await service.tables.find(number)
    assert access.facts(again.game) == access.facts(after.game)
    back = await access.undone(service, again, user)
    assert back.undoing is None
    assert access.facts(back.game) == access.facts(table.game)


@pytest.mark.slow
@pytest.mark.parametrize("number", ASKED_TO_DEAL)
@pytest.mark.parametrize("answer", ["accept", "refuse", "withdraw"])
async def test_a_deal_that_waits_is_answered(service: Any, number: int, answer: str):
    """Who was asked to agree to a deal can answer, and who proposed it can take it back."""
    table = await service.tables.find(number)
    (asked,) = table.awaited
    proposer = table.moves[-1].seat
    assert proposer != asked.id
    user = table.seat(proposer).user_id if answer == "withdraw" else asked.user_id
    after = await service.moves.act(number, table.rev, user, answer)
    assert after.game.pos.awaited == (proposer,)


@pytest.mark.parametrize("number", ASKED_TO_UNDO)
async def test_a_request_to_undo_is_answered(service: Any, number: int):
    """Once all who have acted since have agreed the moves are taken back; nobody need agree twice."""
    kept = TABLES[str(number)]["request"]
    table = await service.tables.find(number)
    done = {kept["by"], *kept["agreed"]}
    for seat in table.seats:
        if seat.user_id not in done and await access.request(service, number) is not None:
            table = await access.answered(service, number, seat.user_id, agrees=True)
    assert await access.request(service, number) is None
    assert len(table.moves) == kept["keeps"]


async def test_a_request_to_undo_is_refused(service: Any):
    """One refusal is enough, and the table stays as it is."""
    table = await service.tables.find(3)
    cedar = next(seat for seat in table.seats if seat.name == "Cedar")
    await access.answered(service, 3, cedar.user_id, agrees=False)
    assert await access.request(service, 3) is None
    assert (await service.tables.find(3)).rev == table.rev


async def test_a_finished_game_runs_again_when_its_end_is_taken_back(service: Any):
    """The bankrupt gets another chance."""
    table = await service.tables.find(10)
    last = table.moves[-1]
    after = await access.undone(service, table, last.user_id)
    for seat in table.seats if await access.request(service, 10) else ():
        if seat.user_id != last.user_id:
            after = await access.answered(service, 10, seat.user_id, agrees=True)
    assert after.state == "running"
    assert last.text.split()[0] == "bankrupt"
    assert access.legal(after.game, access.read(after.game, last.text, last.seat))


async def test_lobbies_fill_and_start(service: Any):
    """An open table takes another player, and a full one begins."""
    assert len((await service.lobbies.join(1, 100000000000000003, "Cedar")).seats) == 3
    for number in LOBBIES:
        started = await service.lobbies.start(number, 100000000000000001)
        assert started.state == "running"
        assert started.game is not None


@pytest.mark.parametrize("number", HANDED_OUT)
async def test_a_game_is_handed_out(service: Any, tmp_path: Path, number: int):
    """The record of an old table opens and leads to the very same position."""
    path = tmp_path / "game.json"
    path.write_text(access.record(await service.tables.find(number)), "utf-8")
    assert plain(access.facts(access.course(path)[-1])) == TABLES[str(number)]["facts"]


# records and lines


@pytest.mark.slow
@pytest.mark.parametrize("record", RECORDS)
def test_a_record_is_read_and_played_as_before(record: str):
    """A recorded game leads where it led; its lines, and others at its positions, are read and judged as then."""
    kept = RECORDS[record]
    games = access.course(HERE / "records" / kept["file"])
    last = games[-1]
    assert plain(access.facts(last)) == kept["facts"]
    assert last.title.name == kept["title"]
    assert list(last.setup.options) == kept["options"]
    for entry in LINES:
        if entry["record"] == record:
            game = games[entry["at"]]
            check(game if legal(game, entry) == entry["legal"] else access.went_on(game), entry)


def legal(game: Any, entry: dict[str, Any]) -> bool | None:
    """Tell whether a line is legal, None if it stands for nothing."""
    action = access.read(game, entry["line"], entry["actor"])
    return None if action is None else access.legal(game, action)


def check(game: Any, entry: dict[str, Any]) -> None:
    """Compare what a line stands for, whether it is legal, and what it changes with what is kept."""
    action = access.read(game, entry["line"], entry["actor"])
    if entry["legal"] is None:
        assert action is None, entry
        return
    assert action is not None, entry
    assert access.legal(game, action) == entry["legal"], entry
    if not entry["legal"]:
        return
    played = game.play(action)
    then = {**entry["then"], **MENDED.get((entry["record"], entry["at"]), {})}
    assert then in (_told(played, then), _told(access.went_on(played), then)), entry


def _told(game: Any, then: dict[str, Any]) -> dict[str, Any]:
    """Return what is true of a game, as far as it is to be compared."""
    facts = plain(access.facts(game))
    return {
        name: {key: facts[name].get(key) for key in value} if isinstance(value, dict) else facts[name]
        for name, value in then.items()
    }
