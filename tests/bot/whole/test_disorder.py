"""A Discord in disorder: events that come twice or in the wrong order, permissions that change in the middle."""

import asyncio
from datetime import timedelta
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from bot.local.ids import GUILD
from bot.local.sessions import Session
from bot.messages import write_loop
from bot.messages.write_loop import WriteLoop
from bot.tables.places import is_paused
from tests.bot.cogs.test_places import resting
from tests.bot.local import moderator
from tests.bot.person import COMES
from tests.bot.settling import until
from tests.bot.storage.test_outbox import unheard
from tests.bot.tabletop import CHANNEL, DRAFT, Table, letters
from tests.bot.test_answers import told


def lines(tabletop: Table) -> list[str]:
    """The lines of the log."""
    return tabletop.told


async def test_what_is_told_twice_is_done_once(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """Every event comes twice: a lobby is filled, a game started and played, and everybody gets one answer."""
    dispatch = Session.dispatch

    def twice(session: Session, event: str, data: Any) -> None:
        dispatch(session, event, data)
        dispatch(session, event, data)

    monkeypatch.setattr(Session, "dispatch", twice)
    await tabletop.game()
    before = sum(len(told(one)) for one in tabletop.people)
    await tabletop.type_moves(DRAFT[:2])
    person = await tabletop.awaited()
    shown = await person.press(tabletop.board, "Market")

    assert len(await tabletop.bot.storage.actions.in_force(1)) == 2
    assert len(lines(tabletop)) == 2
    assert len(tabletop.having("b:")) == 1
    assert told(person)[-1].id == shown.message.id
    assert sum(len(told(one)) for one in tabletop.people) == before + 3
    assert len(tabletop.pings("First share round")) == 1


@pytest.mark.slow
async def test_a_session_taken_up_again_repeats_nothing(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """The bot resumes, and Discord sends everything again that it has already heard."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:2])
    before = [len(told(one)) for one in tabletop.people]
    resume = Session.resume
    monkeypatch.setattr(Session, "resume", lambda session, outbox, _seen: resume(session, outbox, 1))

    tabletop.server.reconnect()
    async with asyncio.timeout(COMES):
        while tabletop.server.backend.gateway.resumed == 0:  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.02)
    await tabletop.type_moves(DRAFT[2:3])

    assert len(await tabletop.bot.storage.actions.in_force(1)) == 3
    assert sum(len(told(one)) for one in tabletop.people) == sum(before) + 1
    assert len(tabletop.having("b:")) == 1


async def test_a_table_is_written_to_by_one_alone(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """Somebody looks after a table, and before they write to it another table is begun: both write as one."""
    monkeypatch.setattr(write_loop, "FRESH", 5.0)  # as on a machine that has been running for long
    await tabletop.game()
    publisher = tabletop.bot.publisher
    publisher._tables.clear()

    one = publisher.table_messages(1)
    publisher.table_messages(2)

    assert asyncio.get_running_loop().time() > write_loop.FRESH
    assert publisher.table_messages(1) is one


async def test_moves_taken_back_while_they_are_told(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """A move is told that nobody has heard of, and taken back before it is looked up: one line says so, truly."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:2])
    table = await tabletop.bot.service.tables.find(1)
    await unheard(tabletop, 1)
    history = tabletop.bot.service.history
    results_after = history.results_after

    async def late(game_id: int, since: int) -> Any:
        monkeypatch.undo()
        await tabletop.bot.service.consent.undo(1, None, table.awaited[0].user_id)
        return await results_after(game_id, since)

    monkeypatch.setattr(history, "results_after", late)
    tabletop.bot.publisher.nudge(1)
    await tabletop.people[0].until(lambda: "The game is back at move 2." in tabletop.board.text)
    await tabletop.settled()

    assert len(lines(tabletop)) == 2
    assert tabletop.board.text.count("The game is back at move 2.") == 1


@pytest.mark.slow
async def test_a_table_wakes_when_somebody_plays_there(tabletop: Table):
    """The invitation arrives before the removal: the table rests, until a press shows that we are there."""
    await tabletop.game()
    world, bot = tabletop.server.world, tabletop.bot
    guild = next(one for one in bot.guilds if str(one.id) == GUILD)
    bot.dispatch("guild_remove", guild)
    bot.dispatch("guild_remove", guild)
    await until(lambda: resting(tabletop))

    await tabletop.type_moves(DRAFT[:1])
    await tabletop.people[0].until(lambda: "Move 1" in tabletop.sheets.text)

    assert GUILD in world.guilds
    assert not await resting(tabletop)
    assert len(lines(tabletop)) == 1


async def test_a_channel_that_is_deleted_twice_rests_once(tabletop: Table, caplog: pytest.LogCaptureFixture):
    """A repeated event finds nothing left to do, and nobody hears of it twice."""
    await tabletop.game()
    bot = tabletop.bot
    channel = bot.get_channel(int(tabletop.people[0].channel_id(CHANNEL)))

    for _ in range(2):
        bot.dispatch("guild_channel_delete", channel)
    await until(lambda: rests(tabletop))
    await until(lambda: heard(tabletop))
    await tabletop.settled()

    assert "Traceback" not in caplog.text
    assert not bot.publisher.table_messages(1).loop.retrying
    assert [len(letters(person)) for person in tabletop.people] == [1, 1, 1]


async def rests(tabletop: Table) -> bool:
    """Tell whether the table rests."""
    return is_paused(await tabletop.bot.service.tables.find(1))


async def heard(tabletop: Table) -> bool:
    """Tell whether there is nothing left to tell."""
    return not await tabletop.bot.storage.outbox.news(1)


async def test_a_permission_taken_and_given_back_loses_and_doubles_nothing(tabletop: Table):
    """Two moves while the bot may write nothing; then every line is there once, and one call."""
    await tabletop.game()
    permit = partial(moderator.permit, tabletop.server.world)
    for role in ("@everyone", "Stationmaster"):
        permit(role, "send_messages", allowed=False)
    for move in DRAFT[:2]:
        reply = await (await tabletop.awaited()).command(CHANNEL, "do", move=move)
        assert "✓" in reply.text
        assert "Permissions I lack: Send Messages" in reply.text

    permit("Stationmaster", "send_messages", allowed=True)
    await tabletop.people[0].until(lambda: "Move 2" in tabletop.sheets.text)
    await tabletop.people[0].until(lambda: tabletop.pings("First share round"))
    await tabletop.settled()
    tabletop.server.errors.clear()  # the posts were refused

    told_lines = [line for one in lines(tabletop) for line in one.splitlines()]
    assert len(told_lines) == 2
    assert len(tabletop.pings("First share round")) == 1
    assert len(tabletop.having("b:")) == 1


async def test_what_fails_slowly_is_tried_again_more_and_more_rarely():
    """A refusal on a slow line takes longer than the first pause: the pauses grow all the same."""
    rounds = 0

    async def write() -> None:
        nonlocal rounds
        rounds += 1
        loop.later()
        await asyncio.sleep(0.01)

    loop = WriteLoop(1, write, 0.005)
    loop.nudge()
    await asyncio.sleep(0.5)
    loop.stop()

    assert rounds <= 8


async def test_pauses_are_short_again_once_something_was_written():
    """Though the table is to be looked at again by then, for a bell that rests: that is no failure."""
    fails, done = [True, True, False, True], asyncio.Event()
    pauses = list[float]()

    async def write() -> None:
        pauses.append(asyncio.get_running_loop().time())
        if not fails:
            done.set()
        elif fails.pop(0):
            raise OSError
        else:
            loop.after(timedelta(seconds=0.01))

    loop = WriteLoop(1, write, 0.1)
    loop.nudge()
    await asyncio.wait_for(done.wait(), 5)
    loop.stop()

    first, second, _, again = (later - earlier for earlier, later in pairwise(pauses))
    assert second > 1.5 * first
    assert again < 1.5 * first
