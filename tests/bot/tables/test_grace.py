"""Grace: after a turn the call of whoever is next waits, and an undo in that time rings nobody."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from tests.bot.person import Person
from tests.bot.reminding import FakeClock
from tests.bot.tabletop import CHANNEL, Table, table

MINUTE = timedelta(minutes=1)


@asynccontextmanager
async def waiting_calls(database: Path) -> AsyncIterator[tuple[Table, FakeClock, Person]]:
    """A game at whose table calls wait a minute, its clock and its host."""
    clock = FakeClock()
    async with table(database, clock) as tabletop:
        await tabletop.game()
        host = tabletop.people[0]
        answer = await host.command(CHANNEL, "table grace", grace="60")
        assert "1 minute" in answer.text
        yield tabletop, clock, host


async def turn(tabletop: Table) -> tuple[Person, Person]:
    """Play one first offer; return who did, and who is next."""
    me = await tabletop.awaited()
    now = await tabletop.bot.service.tables.find(1)
    await tabletop.bot.service.moves.act(1, now.rev, int(me.id), now.started().game.choices.offers[0].action)
    await tabletop.settled()
    return me, await tabletop.awaited()


async def later(tabletop: Table, clock: FakeClock, time: timedelta) -> None:
    """Let time pass, and the table be looked at."""
    clock.pass_by(time)
    tabletop.bot.publisher.nudge(1)
    await tabletop.settled()


@pytest.mark.slow
async def test_an_undo_in_the_grace_rings_nobody_and_a_restart_keeps_the_time(database: Path):
    """No call before the time, none after an undo; the full time again after the next move; then exactly one."""
    async with waiting_calls(database) as (tabletop, clock, _):
        me, following = await turn(tabletop)
        before = len(following.notifications)

        await later(tabletop, clock, MINUTE / 2)
        await me.command(CHANNEL, "undo")
        await tabletop.settled()
        await later(tabletop, clock, MINUTE)
        assert len(following.notifications) == before

        await me.command(CHANNEL, "redo")
        await tabletop.settled()
        await later(tabletop, clock, MINUTE / 2)
        assert len(following.notifications) == before
        assert [one for one in tabletop.pings() if f"<@{following.id}>" in one.text] == []

        await tabletop.close()
        clock.pass_by(MINUTE / 2)
        await tabletop.open()
        await tabletop.settled()
        assert len(following.notifications) == before + 1

        await later(tabletop, clock, MINUTE)
        assert len(following.notifications) == before + 1


async def test_who_changes_a_setting_in_the_grace_is_called_all_the_same(database: Path):
    """To set something is not to move: the call comes when it is due."""
    async with waiting_calls(database) as (tabletop, clock, host):
        _, following = await turn(tabletop)
        while following is not host:
            await later(tabletop, clock, MINUTE)
            _, following = await turn(tabletop)
        before = len(host.notifications)

        await host.command(CHANNEL, "table hints", hints="off")
        await tabletop.settled()
        await later(tabletop, clock, MINUTE)

        assert len(host.notifications) == before + 1


async def test_without_grace_the_call_comes_at_once(tabletop: Table):
    """As tables have it unless they ask for it; whoever lowers it has what waited told."""
    await tabletop.game()
    _, following = await turn(tabletop)
    assert any(f"<@{following.id}>" in one.text for one in tabletop.pings())

    await tabletop.people[0].command(CHANNEL, "table grace", grace="300")
    _, following = await turn(tabletop)
    while following is tabletop.people[0]:  # it is somebody else whose call waits for the host
        _, following = await turn(tabletop)
    waiting = [one for one in tabletop.pings() if f"<@{following.id}>" in one.text]
    await tabletop.people[0].command(CHANNEL, "table grace", grace="0")
    await tabletop.settled()

    assert waiting == []
    assert any(f"<@{following.id}>" in one.text for one in tabletop.pings())


async def test_the_board_that_comes_with_a_call_that_waited_has_its_pictures(database: Path):
    """It was drawn with the move; for the call it is posted anew above the card, though nothing has changed."""
    async with waiting_calls(database) as (tabletop, clock, host):
        await host.command(CHANNEL, "table board", board="turn")
        await turn(tabletop)
        before = tabletop.sheets

        await later(tabletop, clock, MINUTE)

        assert before.deleted
        assert [one.id for one in tabletop.shown[-2:]] == [tabletop.sheets.id, tabletop.board.id]
        assert (len(tabletop.sheets.pictures), len(tabletop.board.pictures)) == (3, 1)
