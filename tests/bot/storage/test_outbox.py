"""What is to be told is stored with the move, what is being told before it is sent: nothing is lost or doubled."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.errors.storage import NoAnswer
from bot.messages import message_store, publisher, table_messages
from bot.storage.messages import StoredMessages
from bot.storage.outbox import Outbox
from engine import notation
from engine.game import Setup
from tests.bot.driver import Driver
from tests.bot.person import Person, PersonRefused
from tests.bot.reading import lines_read, record_lines
from tests.bot.seen import SeenMessage
from tests.bot.servers import TriedDiscord, local_discord
from tests.bot.settling import nothing_waits
from tests.bot.tabletop import CHANNEL, DRAFT, FEW, Table, ask_to_undo, own_process

TOLD = ("Cedar drafts #13 DV", "Birch drafts #5 EEV", "Alder drafts #2 MKV")
POSTS, EDITS = "/channels/*/messages", "/channels/*/messages/*"


logs = record_lines


def forget_nonces(server: TriedDiscord) -> None:
    """Let some minutes pass, after which Discord knows no nonce any more."""
    server.forget_nonces()


async def unheard(tabletop: Table, moves: int) -> None:
    """Play first offers of which the channel hears nothing yet."""
    service = tabletop.bot.service
    watchers, service.changes.watchers[:] = service.changes.watchers[:], []
    for _ in range(moves):
        table = (await service.tables.find(1)).started()
        action = table.game.choices.offers[0].action
        seat = table.seat(action.actor)
        assert seat is not None
        await service.moves.act(1, None, seat.user_id, action)
    service.changes.watchers[:] = watchers


async def expected_lines(tabletop: Table) -> list[str]:
    """The lines of the whole log of game 1, as one run of the bot without any trouble tells them."""
    messages = tabletop.bot.publisher.table_messages(1)
    table = (await tabletop.bot.service.tables.find(1)).started()
    results = await messages._record.results(table, 0)
    told = messages._record.lines(table_messages.view_of(table), 0, results, ())
    return [line for one in told for line in one.splitlines()]


# the log


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_failure_between_the_parts_of_a_log_loses_no_line(tabletop: Table, restarted: bool):
    """Discord breaks down after the first message of several; the others come later, in order, each once."""
    await tabletop.game()
    await unheard(tabletop, 90)
    faults = tabletop.server.faults
    held = faults.hold(method="POST", path=POSTS)
    tabletop.bot.publisher.table_messages(1).loop.nudge()
    await held.arrived.wait()
    faults.refuse(403, 50013, "Missing Permissions", method="POST", path=POSTS, times=3)
    held.let_go()

    await tabletop.people[0].until(lambda: faults.struck == 4)
    if restarted:
        await tabletop.restart()
    expected = await expected_lines(tabletop)
    await tabletop.people[0].until(lambda: len(logs(tabletop.shown)) >= len(expected))
    await tabletop.settled()

    assert len(expected) > 86
    assert logs(tabletop.shown) == lines_read(expected)


@pytest.mark.slow
@pytest.mark.parametrize("restarted", [False, True])
async def test_an_answer_that_is_lost_doubles_nothing(tabletop: Table, restarted: bool):
    """The line arrives and its answer does not; Discord has forgotten the nonce; the bot looks before it repeats."""
    await tabletop.game()
    faults = tabletop.server.faults
    faults.lose(method="POST", path=POSTS, after=True)

    await tabletop.type_moves(DRAFT[:1])
    forget_nonces(tabletop.server)
    if restarted:
        await tabletop.restart()
    await tabletop.type_moves(DRAFT[1:3])
    await tabletop.people[0].until(lambda: len(logs(tabletop.shown)) == 3)
    await tabletop.settled()

    assert logs(tabletop.shown) == [*TOLD]
    assert len(tabletop.pings("First share round")) == 1
    assert await tabletop.bot.storage.outbox.count() == 0


@pytest.mark.slow
async def test_what_was_on_its_way_when_another_took_over_comes_once(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
):
    """A line is sent, its process ends, and the next one looks for it before it has arrived."""
    monkeypatch.setattr(publisher, "LAST_WORDS", 0.01)
    await tabletop.game()
    await unheard(tabletop, 1)
    held = tabletop.server.faults.hold(method="POST", path=POSTS)
    tabletop.bot.publisher.table_messages(1).loop.nudge()
    await held.arrived.wait()
    await tabletop.restart()
    await asyncio.sleep(0.3)
    forget_nonces(tabletop.server)
    held.let_go()
    await tabletop.people[0].until(lambda: logs(tabletop.shown))
    await tabletop.settled()

    assert len(logs(tabletop.shown)) == 1
    assert await tabletop.bot.storage.outbox.count() == 0


@pytest.mark.parametrize(("age", "rest"), [(-3600, 3), (0, 3), (1, 2), (3, 0), (3600, 0)])
def test_what_is_on_its_way_is_not_waited_for_longer_than_it_takes(age: int, rest: int):
    """Neither after a long stop nor after the clock was put back."""
    assert message_store.remaining_delay(timedelta(seconds=age)) == timedelta(seconds=rest)


async def test_a_log_stored_without_an_answer_is_told_once(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """The database did what it was asked and said so too late: what is known of the table is read anew."""
    await tabletop.game()
    plan_log, late = Outbox.plan_log, list[bool]()

    async def stored_late(self: Outbox, *given: Any) -> Any:
        planned = await plan_log(self, *given)
        if not late:
            late.append(True)
            raise NoAnswer(place="somewhere")
        return planned

    monkeypatch.setattr(Outbox, "plan_log", stored_late)
    await tabletop.type_moves(DRAFT[:1])
    await tabletop.people[0].until(lambda: logs(tabletop.shown))
    await tabletop.settled()
    await tabletop.restart()
    await tabletop.settled()

    assert late
    assert logs(tabletop.shown) == [TOLD[0]]
    assert await tabletop.bot.storage.outbox.count() == 0


async def test_what_was_read_too_late_doubles_no_line(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """Somebody looks for the board while the first line after a start is told, and the database answers them late."""
    await tabletop.game()
    tabletop.bot.publisher._tables.clear()
    of_game, began, answered = StoredMessages.of_game, asyncio.Event(), asyncio.Event()

    async def late(self: StoredMessages, game_id: int) -> Any:
        rows = await of_game(self, game_id)
        if not began.is_set():
            began.set()
            await answered.wait()
        return rows

    monkeypatch.setattr(StoredMessages, "of_game", late)
    table = await tabletop.bot.service.tables.find(1)
    looking = asyncio.create_task(tabletop.bot.publisher.link(table, "card"))
    await began.wait()
    acting = asyncio.create_task((await tabletop.awaited()).command(CHANNEL, "do", move=DRAFT[0]))
    with suppress(TimeoutError):
        await tabletop.people[0].until(lambda: logs(tabletop.shown), 1)
        await asyncio.sleep(0.5)  # it is noted
    answered.set()
    await asyncio.gather(looking, acting)
    await tabletop.type_moves(DRAFT[1:2])

    assert logs(tabletop.shown) == [*TOLD[:2]]


async def test_the_very_same_line_is_told_as_often_as_it_happened(tabletop: Table):
    """A lost answer to a line that reads like the one before it: both are there."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:1])
    alder, birch = tabletop.people[:2]
    for _ in range(2):
        tabletop.server.faults.lose(method="POST", path=POSTS, after=True)
        await birch.command(CHANNEL, "do", move=DRAFT[1])
        await birch.command(CHANNEL, "undo")
        await tabletop.settled()
        forget_nonces(tabletop.server)
    await alder.until(lambda: "Birch takes back: " in tabletop.board.text)
    await tabletop.settled()

    assert logs(tabletop.shown).count(TOLD[0]) == 1
    assert tabletop.board.text.count("Birch takes back: ") == 1


async def test_who_took_moves_back_is_told_after_a_restart_too(tabletop: Table):
    """The news of it were stored with the undo."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:2])
    service, birch = tabletop.bot.service, tabletop.people[1]
    service.changes.watchers.clear()
    await service.consent.undo(1, None, int(birch.id))

    await tabletop.restart()
    await tabletop.settled()

    assert "Birch takes moves back" in tabletop.board.text


# boards and calls


async def test_nobody_is_called_after_a_restart_who_had_just_acted(tabletop: Table):
    """Cedar takes the own move back and is awaited again; that the bot stopped meanwhile changes nothing."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:1])
    service, cedar = tabletop.bot.service, tabletop.people[2]
    before = len(cedar.notifications)
    service.changes.watchers.clear()
    await service.consent.undo(1, None, int(cedar.id))

    await tabletop.restart()
    await tabletop.settled()

    assert "Move 0" in tabletop.sheets.text
    assert len(cedar.notifications) == before


async def test_a_nonce_whose_message_was_removed_costs_no_message(tabletop: Table):
    """Discord knows the nonce and not the message any more; the same is posted under another one."""
    await tabletop.game()
    tabletop.server.faults.refuse(404, 10008, "Unknown Message", method="POST", path=POSTS, times=1)

    await tabletop.type_moves(DRAFT[:1])

    assert logs(tabletop.shown) == [TOLD[0]]


async def test_whoever_is_asked_again_is_called_again(tabletop: Table):
    """Asked to agree to an undo, withdrawn, asked again: Discord takes no second message for the first."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:3])
    alder, cedar = tabletop.people[0], tabletop.people[2]
    for _ in range(2):
        await cedar.command(CHANNEL, "undo", answer="refuse")
        await tabletop.settled()
        await ask_to_undo(cedar, to=1)
        await tabletop.settled()

    assert len(tabletop.having("u:")) == 1
    assert (
        f"**{alder.name}**" in tabletop.having("u:")[0].text
    )  # rung a moment ago, and again when that is past


async def test_a_board_that_is_refused_silences_nobody(tabletop: Table):
    """Pictures may not be attached: the board says so, the line is told, the next player is called, once."""
    await tabletop.game()
    birch, before = tabletop.people[1], len(tabletop.people[1].notifications)
    tabletop.server.faults.refuse(403, 50013, "Missing Permissions", method="POST", path=POSTS, times=1)

    for move in DRAFT[:1]:
        await (await tabletop.awaited()).command(CHANNEL, "do", move=move)
    await birch.until(lambda: len(birch.notifications) > before)
    await birch.until(lambda: "Attach Files" in tabletop.sheets.text or tabletop.sheets.pictures)
    await tabletop.people[0].until(lambda: "map-1.png" in [one.name for one in tabletop.sheets.pictures])
    await tabletop.settled()

    assert tabletop.bot.publisher.tally.refused == 1
    assert logs(tabletop.shown) == [TOLD[0]]
    assert "Attach Files" not in tabletop.sheets.text
    assert len(tabletop.pings("First share round")) == 1


async def test_a_board_that_cannot_be_changed_at_all_silences_nobody(tabletop: Table):
    """Every edit is refused: three moves are told and each next player is called."""
    await tabletop.game()
    tabletop.server.faults.refuse(403, 50013, "Missing Permissions", method="PATCH", path=EDITS, times=9999)

    for move in DRAFT[:3]:
        await tabletop.type_moves([move])
        awaited = await tabletop.awaited()
        assert [awaited.mention in one.text for one in tabletop.pings("First share round")] == [True]

    assert logs(tabletop.shown) == [*TOLD]
    status = await tabletop.people[0].command(CHANNEL, "admin status")
    assert f"refused: {tabletop.bot.publisher.tally.refused}" in status.text
    assert tabletop.bot.publisher.tally.refused > 0
    tabletop.server.faults.pending.clear()


# killed between sending and noting


@pytest.mark.slow
@pytest.mark.parametrize(("method", "places"), [("POST", 2), ("DELETE", 1)])
async def test_a_kill_between_sending_and_noting_leaves_no_orphan(database: Path, method: str, places: int):
    """Killed when a message is in the channel, or gone from it, and nobody has noted that, at each of a move's."""
    settings = {**FEW, "STATIONMASTER_BUMP_AFTER": "1", "STATIONMASTER_RETRY_AFTER": "0.2"}
    async with local_discord(database=database.with_name("channels.db")) as server:
        people = [await Person.join(server.url, seat) for seat in (1, 2, 3)]
        driver = Driver(people, Setup("18Mag", ("a", "b", "c"), (), 7))
        for place in range(places):
            async with own_process(server, database, **settings) as process:
                if place == 0:
                    await driver.open(7)
                    await type_moves(driver, 2)
                await type_moves(driver, 1)
                await told(driver, database)
                for _ in range(place):
                    server.faults.delay(0, method=method, path=f"{POSTS}*")
                held = server.faults.hold(method=method, path=f"{POSTS}*", after=True)
                await type_moves(driver, 1)
                await asyncio.wait_for(held.arrived.wait(), 20)
                process.kill()
                await process.wait()
                held.let_go()
                forget_nonces(server)
        async with own_process(server, database, **settings):
            await told(driver, database)
        for person in people:
            await person.close()

    assert [error for error in server.errors if not error.startswith("404 DELETE")] == []


async def told(driver: Driver, database: Path) -> None:
    """Wait until the last move is told, and look whether anything is there twice."""
    moves, (first, *_) = driver.rev, driver.people
    await first.until(lambda: driver.shows_move(moves), 20)
    await first.until(lambda: len(logs(first.messages())) == moves, 20)
    awaited = driver.sitting[driver.game.pos.awaited[0]]
    await first.until(lambda: [awaited.mention in text for text in driver.calls.values()] == [True], 20)
    await nothing_waits(database)
    await first.until(lambda: len(boards(first.messages())) == 1, 20)
    with suppress(PersonRefused):  # an answer of any kind comes after what was told before it
        await first._ask("history", channel="0")
    shown = first.messages()

    assert len(boards(shown)) == 1
    assert len(set(logs(shown))) == len(logs(shown)) == moves


def boards(messages: Sequence[SeenMessage]) -> list[SeenMessage]:
    """Return the boards among messages that are there for all."""
    return [one for one in messages if not one.ephemeral and any(is_boards(button) for button in one.buttons)]


def is_boards(button: Mapping[str, object]) -> bool:
    """Tell whether a button stands below a board."""
    return str(button.get("custom_id")).startswith("b:")


async def type_moves(driver: Driver, count: int) -> None:
    """Type first offers, each by whoever is awaited."""
    for _ in range(count):
        action = driver.game.choices.offers[0].action
        reply = await driver.sitting[action.actor].command(CHANNEL, "do", move=notation.write(action))
        assert reply.text.startswith("✓"), reply.text
        driver.game = driver.game.play(action)
        driver.rev += 1
