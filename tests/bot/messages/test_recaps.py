"""What is told when a round or a game is over is stored with the move: it comes once, whatever happens between."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.messages import end_card, publisher, recaps, round_summary
from bot.tables.replay import ends_round
from engine import notation
from engine.actions import Action
from engine.opponents import STYLES
from tests.bot.servers import local_discord
from tests.bot.settling import nothing_waits
from tests.bot.tables.deeds import answer_undo
from tests.bot.tabletop import CHANNEL, FEW, Table, own_process, table

POSTS = "/channels/*/messages"
FAULTY = {**FEW, "STATIONMASTER_RETRY_AFTER": "0.2"}


def ends(tabletop: Table) -> list[str]:
    """The headings under which the channel was told that something is over."""
    said = [line for one in tabletop.shown for line in one.text.splitlines() if line.startswith("### ")]
    return [line for line in said if line.endswith(" is over") and "·" not in line]


async def last_of_round(tabletop: Table) -> Action:
    """Start a game, play until the next first offer ends a round, and return that one."""
    await tabletop.game()
    while True:
        now = (await tabletop.bot.service.tables.find(1)).started()
        action = now.game.choices.offers[0].action
        if ends_round(now.game.play(action).events):
            await tabletop.settled()
            return action
        await tabletop.bot.service.moves.act(1, now.rev, now.awaited[0].user_id, action)


async def end_round(tabletop: Table) -> None:
    """Play the move that ends the round."""
    now = (await tabletop.bot.service.tables.find(1)).started()
    action = now.game.choices.offers[0].action
    await tabletop.bot.service.moves.act(1, now.rev, now.awaited[0].user_id, action)


async def end_game(tabletop: Table) -> None:
    """Let all agree that the game ends."""
    for person in tabletop.people:
        await tabletop.bot.service.consent.stop(1, int(person.id))


CASES: list[tuple[Callable[[Table], Awaitable[None]], Any, str, str]] = [
    (end_round, round_summary, "round_summary", "### First share round is over"),
    (end_game, end_card, "drawn", "### 18Mag is over"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("ending", "module", "making", "heading"), CASES)
async def test_a_stop_before_it_is_made_loses_nothing(  # noqa: PLR0917 - two cases with their parts
    tabletop: Table,
    monkeypatch: pytest.MonkeyPatch,
    ending: Callable[[Table], Awaitable[None]],
    module: Any,
    making: str,
    heading: str,
):
    """The log is out, and the summary or the card not yet made, when the bot stops; the next start makes it, once."""
    begun = asyncio.Event()

    async def never(*_: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    await last_of_round(tabletop)
    monkeypatch.setattr(publisher, "LAST_WORDS", 0.05)
    with monkeypatch.context() as slow:
        slow.setattr(module, making, never)
        await ending(tabletop)
        await asyncio.wait_for(begun.wait(), 20)  # and nothing else is on its way
        untold = ends(tabletop)
        await tabletop.close()
    await tabletop.open()
    await tabletop.people[0].until(lambda: heading in ends(tabletop))
    await tabletop.settled()
    await tabletop.restart()
    await tabletop.settled()

    assert untold == []
    assert ends(tabletop) == [heading]
    assert await tabletop.bot.storage.outbox.news(1) == ()


async def test_a_round_that_goes_on_after_all_is_not_summed_up(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
):
    """The move that ended it is taken back before anybody is told; played once more it is told once."""
    await last_of_round(tabletop)
    watchers = tabletop.bot.service.changes.watchers[:]
    tabletop.bot.service.changes.watchers.clear()
    await end_round(tabletop)
    last = (await tabletop.bot.service.tables.find(1)).moves[-1]
    await tabletop.bot.service.consent.undo(1, None, last.user_id)
    tabletop.bot.service.changes.watchers[:] = watchers
    tabletop.bot.publisher.nudge(1)
    await tabletop.settled()
    back = ends(tabletop)
    await tabletop.bot.service.consent.redo(1, None, last.user_id)
    await tabletop.settled()

    assert back == []
    assert ends(tabletop) == ["### First share round is over"]


async def test_a_summary_that_cannot_be_made_holds_nothing_up(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """It is tried some times; then the table goes on without it, and does not try again after a start."""
    tries, last = [], asyncio.Event()

    async def broken(*_: object) -> None:
        tries.append(1)
        if len(tries) == recaps.TRIES:
            last.set()
        raise ValueError("no such round")

    await last_of_round(tabletop)
    monkeypatch.setattr(round_summary, "round_summary", broken)
    await end_round(tabletop)
    await asyncio.wait_for(last.wait(), 10)
    await tabletop.settled()
    await tabletop.restart()

    assert len(tries) == recaps.TRIES
    assert "without its summary" in caplog.text
    assert await tabletop.bot.storage.outbox.news(1) == ()


async def test_the_summary_of_a_round_comes_before_the_next_call(tabletop: Table):
    """Record of the turn, summary, board, card: whoever is called finds their card at the end of the channel."""
    await last_of_round(tabletop)
    card = tabletop.board
    await end_round(tabletop)
    await tabletop.settled()

    summary = next(one for one in tabletop.shown if "### First share round is over" in one.text)
    following = [one.id for one in tabletop.shown if int(one.id) >= int(summary.id)]
    assert following == [summary.id, tabletop.sheets.id, tabletop.board.id]
    assert card in tabletop.records
    assert tabletop.board.text.startswith((await tabletop.awaited()).mention)


async def test_a_picture_of_a_round_that_takes_long_follows_its_summary(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
):
    """Its picture waits for others: the words come, then the call, and the picture when it is drawn."""
    ready, draw = asyncio.Event(), round_summary.drawn

    async def late(*given: Any) -> Any:
        await ready.wait()
        return await draw(*given)

    monkeypatch.setattr(round_summary, "drawn", late)
    monkeypatch.setattr(recaps, "WAIT", 0.05)
    await last_of_round(tabletop)
    before = tabletop.board.id
    await end_round(tabletop)
    await tabletop.settled()
    summary = next(one for one in tabletop.shown if "### First share round is over" in one.text)
    words, called = [*summary.pictures], tabletop.board.id
    ready.set()
    await tabletop.people[0].until(lambda: summary.pictures)
    await tabletop.settled()

    assert words == []
    assert called not in (before, summary.id)
    assert ends(tabletop) == ["### First share round is over"]


async def test_a_picture_that_is_late_is_one_line_of_the_log(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """The summary comes without it, and whoever reads the log sees no error of the program."""
    await last_of_round(tabletop)

    async def never(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(round_summary, "PATIENCE", 0.05)
    with monkeypatch.context() as slow:
        slow.setattr(tabletop.bot.pictures, "draw", never)
        await end_round(tabletop)
        await tabletop.people[0].until(lambda: ends(tabletop))
    await tabletop.settled()

    (line,) = [one for one in caplog.records if "picture of a round" in one.getMessage()]
    assert line.getMessage() == "the picture of a round of game 1 is left out: it took more than 0.05 seconds"
    assert line.exc_info is None


async def test_a_channel_that_takes_no_pictures_gets_the_words(tabletop: Table):
    """Files are refused: the summary comes without its picture."""
    await last_of_round(tabletop)
    server = tabletop.server
    server.faults.refuse(403, 50013, "Missing Permissions", method="POST", path=POSTS)
    await end_round(tabletop)
    await tabletop.people[0].until(lambda: ends(tabletop))
    await tabletop.settled()

    (told,) = [one for one in tabletop.shown if one.text.startswith("### First share round is over")]
    assert told.pictures == []


@pytest.mark.slow
@pytest.mark.parametrize(("place", "after"), [(1, True), (3, False), (3, True)])
async def test_killed_between_the_move_and_its_summary(database: Any, place: int, after: bool):
    """The process is killed at each of the posts of a move that ends a round: one summary is there in the end."""
    async with local_discord(database=database.with_name("channels.db")) as server:
        async with table(database, server=server) as tabletop:
            last, mover = await last_of_round(tabletop), await tabletop.awaited()
            people, tabletop.people = tabletop.people, []
        tabletop.people = people
        async with own_process(server, database, **FAULTY) as process:
            for _ in range(place - 1):
                server.faults.delay(0, method="POST", path=POSTS)
            held = server.faults.hold(method="POST", path=POSTS, after=after)
            await mover.command(CHANNEL, "do", move=notation.write(last))
            await asyncio.wait_for(held.arrived.wait(), 60)  # its picture is drawn by another process
            process.kill()
            await process.wait()
            held.let_go()
            server.faults.pending.clear()
        async with own_process(server, database, **FAULTY):
            await people[0].until(lambda: ends(tabletop), 60)
            await nothing_waits(database)
            told = ends(tabletop)
        for person in people:
            await person.close()

    assert told == ["### First share round is over"]


async def test_results_of_finished_games_are_read_and_not_played_again(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
):
    """Scores are stored with the last move; what an earlier version left out is found once; an undo removes them.

    The card of the end is told by then, and nothing is left to be told.
    """
    await tabletop.game()
    await tabletop.type_moves(["draft 13"])
    await end_game(tabletop)
    await tabletop.people[0].until(lambda: ends(tabletop))
    await tabletop.settled()
    card, untold = ends(tabletop), await tabletop.bot.storage.outbox.news(1)
    storage, tables, me = tabletop.bot.storage, tabletop.bot.service.tables, tabletop.people[0]
    scores = {seat.seat: seat.score for seat in await storage.seats.of_game(1)}
    loads, glance = [], tables.glance

    async def counted(game_id: int) -> Any:
        loads.append(game_id)
        return await glance(game_id)

    monkeypatch.setattr(tables, "glance", counted)
    stored = await me.command(CHANNEL, "me history")
    none = len(loads)
    await storage.seats.scored(1, {})
    found = [(await me.command(CHANNEL, "me history", opponent=tabletop.people[1].id)).text for _ in range(2)]

    table = (await tables.find(1)).started()
    assert scores == {seat: table.game.pos.worth(seat) for seat in ("s1", "s2", "s3")}
    assert (card, untold) == (["### 18Mag is over"], ())
    assert none == 0
    assert len(loads) == 1
    assert stored.text in found[0]
    assert found[0] == found[1]

    asker, *others = (seat.user_id for seat in table.seats)
    await tabletop.bot.service.consent.undo(1, None, asker)
    for person in others:
        await answer_undo(tabletop.bot.service, 1, person, agrees=True)
    assert [seat.score for seat in await storage.seats.of_game(1)] == [None] * 3


async def test_an_auction_that_is_interrupted_for_income_is_not_over(tabletop: Table):
    """1844: all pass, the privates pay, and the auction goes on; only its end is summed up."""
    await tabletop.game(title="1844")
    await tabletop.type_moves(["bid P1 20", "pass", "pass"])
    for _ in range(6):
        await tabletop.type_moves(["pass"])
    going_on, log = ends(tabletop), [line for one in tabletop.shown for line in one.text.splitlines()]

    assert going_on == []
    assert "### Nobody operates yet; only income is paid" in log
    assert "### The auction begins" in log


@pytest.mark.slow
async def test_what_the_next_round_begins_with_belongs_to_it(tabletop: Table):
    """1844: the last pass of a stock round lets a company place its token; the summary is of players all the same."""
    await tabletop.game(title="1844", seed=3)
    thrifty, done = STYLES["thrifty"](3), False
    while not done:
        now = (await tabletop.bot.service.tables.find(1)).started()
        action = thrifty.choose(now.game)
        done = any(getattr(event, "kind", "") == "operating" for event in now.game.play(action).events)
        done = done and now.game.pos.frame.kind == "stock"
        await tabletop.bot.service.moves.act(1, now.rev, now.awaited[0].user_id, action)
    await tabletop.settled()
    (told,) = [one.text for one in tabletop.shown if one.text.startswith("### SR 1 is over")]
    log = "\n".join(one.text for one in tabletop.shown)

    assert "### OR 1.1 begins" in log
    assert " places a token in " in log
    assert all(f"**{person.name}** · " in told for person in tabletop.people)
    assert "station" not in told
