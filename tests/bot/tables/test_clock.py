"""A clock that jumps silences nobody and wakes nobody."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.reminders import DOUBT, SystemClock
from tests.bot.reminding import ANN, BOB, HALF_DAY, HOUR, begun

YEAR = timedelta(days=365)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


class Machine:
    """A machine whose two clocks the test sets."""

    def __init__(self) -> None:
        self.wall = NOON
        self.steady = 1000.0

    def pass_by(self, seconds: float) -> None:
        """Let time pass as it does."""
        self.wall += timedelta(seconds=seconds)
        self.steady += seconds


@pytest.mark.parametrize("jump", [YEAR, -YEAR, HOUR])
def test_a_jump_of_one_moment_is_not_believed(jump: timedelta):
    """The clock is set wrong and right again: time goes on as if nothing had happened."""
    machine = Machine()
    clock = SystemClock(lambda: machine.wall, lambda: machine.steady)
    machine.pass_by(10)
    machine.wall += jump
    during = clock.now()
    machine.pass_by(20)
    later = clock.now()
    machine.wall -= jump
    machine.pass_by(10)

    assert during == NOON + timedelta(seconds=10)
    assert later == NOON + timedelta(seconds=30)
    assert clock.now() == machine.wall == NOON + timedelta(seconds=40)


def test_a_jump_that_lasts_is_believed():
    """The machine slept, or was set right."""
    machine = Machine()
    clock = SystemClock(lambda: machine.wall, lambda: machine.steady)
    machine.wall += YEAR
    clock.now()
    machine.pass_by(DOUBT + 1)

    assert clock.now() == machine.wall


def test_a_clock_that_drifts_is_followed():
    """Corrections of seconds are no jumps, however many there are."""
    machine = Machine()
    clock = SystemClock(lambda: machine.wall, lambda: machine.steady)
    for _ in range(100):
        machine.pass_by(60)
        machine.wall += timedelta(seconds=5)
        assert clock.now() == machine.wall


async def test_reminders_noted_in_the_future_come_back(tmp_path: Path):
    """The clock was a year ahead while a move was made and a reminder sent: both are due half a day from now."""
    async with begun(tmp_path / "games.db") as table:
        await table.move(ANN)
        await table.after(HALF_DAY)
        table.clock.pass_by(YEAR)
        await table.loop.tick()
        await table.move(ANN, BOB, acted=BOB)
        table.clock.pass_by(-YEAR)
        before = len(table.channel.posted)

        assert await table.after(HALF_DAY - HOUR) == []
        assert sorted(user for user, _ in await table.after(2 * HOUR)) == [ANN, BOB]
        assert len(table.channel.posted) == before + 2


async def test_a_clock_that_goes_back_sends_nothing_twice(tmp_path: Path):
    """What was sent stays sent; the next one comes an interval after now."""
    async with begun(tmp_path / "games.db") as table:
        await table.move(ANN)
        sent = await table.after(HALF_DAY)
        table.clock.pass_by(-YEAR)

        assert sent == [(ANN, 1)]
        assert await table.after(HALF_DAY - HOUR) == []
        assert await table.after(2 * HOUR) == [(ANN, 2)]
