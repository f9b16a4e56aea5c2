import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.reminders import LEASE, Reminder, ReminderLoop, SystemClock
from tests.bot.reminding import ANN, BOB, CY, HOUR, Table, begun, restarted


@pytest.fixture
async def table(database: Path) -> AsyncIterator[Table]:
    async with begun(database) as opened:
        yield opened


async def test_a_restart_neither_loses_nor_repeats(table: Table, database: Path):
    """A new process at every hour sends what one process would have sent."""
    await table.move(ANN, BOB)
    clock, channel = table.clock, table.channel
    for _ in range(37):
        async with restarted(database, clock, channel) as again:
            await again.loop.tick()
            await again.loop.tick()
        clock.pass_by(HOUR)

    assert sorted((reminder.user_id, reminder.number) for reminder in channel.posted) == [
        (user_id, number) for user_id in (ANN, BOB) for number in (1, 2, 3)
    ]


class PowerCut(BaseException):
    """What no handler catches."""


@pytest.mark.parametrize("posted", [False, True], ids=["before", "after"])
async def test_a_crash_while_sending_neither_loses_nor_repeats(table: Table, database: Path, posted: bool):
    """Claimed but not confirmed: the next process asks whether the message arrived."""

    async def crash(reminder: Reminder) -> None:
        if posted:
            table.channel.posted.append(reminder)
        raise PowerCut

    await table.move(ANN)
    table.clock.pass_by(12 * HOUR)
    crashing = ReminderLoop(table.storage, table.clock, crash, table.channel.was_sent)
    with pytest.raises(PowerCut):
        await crashing.tick()

    async with restarted(database, table.clock, table.channel) as again:
        assert await again.loop.tick() == table.clock.time + LEASE
        assert len(table.channel.posted) == posted
        table.clock.pass_by(LEASE)
        await again.loop.tick()
        assert [reminder.number for reminder in table.channel.posted] == [1]
        assert await again.after(11 * HOUR) == []
        assert await again.after(HOUR) == [(ANN, 2)]


async def test_a_crash_before_quiet_hours_waits_for_their_end(table: Table):
    """What did not arrive is not made up for at night."""
    await table.storage.people.change(ANN, zone="UTC", quiet_from=0, quiet_to=6 * 60, interval_minutes=719)
    await table.move(ANN)
    table.channel.fail_before = 1
    table.clock.pass_by(719 * HOUR / 60)
    await table.loop.tick()

    assert await table.after(5 * HOUR) == []
    assert await table.after(2 * HOUR) == [(ANN, 1)]


async def test_a_failure_is_tried_again_with_growing_pauses(table: Table):
    """Under one nonce, and what did arrive is not sent twice."""
    await table.move(ANN)
    table.clock.pass_by(12 * HOUR)
    table.channel.fail_before = 3
    pauses, nonces = [], set()
    for _ in range(3):
        due = await table.loop.tick()
        assert due is not None
        pauses.append((due - table.clock.time).total_seconds() / 60)
        nonces.update(owed.nonce for owed in await table.storage.reminders.of_game(table.game_id))
        table.clock.time = due
    table.channel.fail_after = 1
    await table.loop.tick()

    assert pauses == [5, 10, 20]
    assert nonces == {table.channel.posted[0].nonce}
    assert await table.after(11 * HOUR) == []
    assert [reminder.number for reminder in table.channel.posted] == [1]


async def test_one_that_cannot_be_sent_keeps_no_other_from_coming(table: Table):
    """A lost channel concerns its own table only."""
    await table.move(ANN, BOB)
    table.clock.pass_by(12 * HOUR)
    table.channel.fail_before = 1
    await table.loop.tick()

    assert [reminder.user_id for reminder in table.channel.posted] == [BOB]


async def test_a_channel_that_cannot_be_looked_into_is_asked_again(table: Table):
    """Rather than risk a repetition."""
    await table.move(ANN)
    table.channel.fail_after = 1
    table.clock.pass_by(12 * HOUR)
    await table.loop.tick()

    async def blind(_reminder: Reminder) -> bool:
        raise ConnectionError

    table.clock.pass_by(HOUR)
    await ReminderLoop(table.storage, table.clock, table.channel.send, blind).tick()
    assert len(table.channel.posted) == 1
    assert await table.after(10 * HOUR) == []
    assert await table.after(2 * HOUR) == [(ANN, 2)]


async def test_a_move_during_sending_is_not_undone(table: Table):
    """The confirmation finds its reminder gone and leaves the next person's alone."""

    async def slow(_reminder: Reminder) -> None:
        await table.move(BOB)

    await table.move(ANN)
    table.clock.pass_by(12 * HOUR)
    await ReminderLoop(table.storage, table.clock, slow).tick()

    (owed,) = await table.storage.reminders.of_game(table.game_id)
    assert (owed.user_id, owed.count, owed.nonce) == (BOB, 0, None)


async def test_of_two_processes_one_sends(table: Table, database: Path):
    """The claim decides."""
    await table.move(ANN, BOB, CY)
    async with restarted(database, table.clock, table.channel) as other:
        for _ in range(3):
            table.clock.pass_by(12 * HOUR)
            await asyncio.gather(table.loop.tick(), other.loop.tick())

    assert len({(reminder.user_id, reminder.number) for reminder in table.channel.posted}) == 9
    assert len(table.channel.posted) == 9


async def until(condition: object, *, tries: int = 500) -> None:
    for _ in range(tries):
        if condition():  # type: ignore[operator]
            return
        await asyncio.sleep(0.002)
    raise AssertionError("did not happen")


async def test_the_loop_sleeps_until_the_next_is_due(table: Table):
    """It wakes by the clock, and for what becomes due earlier; a locked database does not end it."""
    posted = table.channel.posted
    task = asyncio.create_task(table.loop.run())
    await table.move(ANN)
    await asyncio.sleep(0.02)
    table.clock.pass_by(12 * HOUR)
    await until(lambda: len(posted) == 1)
    await table.storage.people.change(ANN, interval_minutes=1)
    table.clock.pass_by(HOUR)
    await table.loop.reschedule(user_id=ANN)
    await until(lambda: len(posted) == 2)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    assert [reminder.number for reminder in posted] == [1, 2]


async def test_the_loop_outlives_trouble(table: Table, caplog: pytest.LogCaptureFixture):
    """It is logged and tried again."""
    ticks = []

    class Failing(ReminderLoop):
        async def tick(self) -> datetime | None:
            ticks.append(1)
            raise OSError("odd")

    loop = Failing(table.storage, table.clock, table.channel.send)
    task = asyncio.create_task(loop.run())
    await until(lambda: len(ticks) == 1)
    await asyncio.sleep(0.01)
    table.clock.pass_by(HOUR)
    await until(lambda: len(ticks) == 2)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    assert "trying again" in caplog.text


async def test_the_real_clock_waits_and_wakes():
    """A moment that is past, one that comes soon, and a wake-up before a late one."""
    clock, woken = SystemClock(), asyncio.Event()
    await clock.wait(woken, clock.now() - HOUR)
    soon = clock.now() + timedelta(milliseconds=20)
    await clock.wait(woken, soon)
    assert clock.now() >= soon
    woken.set()
    await clock.wait(woken, clock.now() + HOUR)
    await clock.wait(woken, None)
