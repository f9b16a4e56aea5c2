"""Nobody loses time while nobody can play: the bot is stopped, or Discord out of reach."""

import asyncio
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from discord import DiscordServerError
from discord.http import Route

from bot.clock_time import Pace
from bot.reach import EVERY, DiscordReach
from bot.tables.requests import Request
from tests.bot.hand_clock import HOUR, NOON, HandClock
from tests.bot.reminding import FakeClock
from tests.bot.tabletop import CHANNEL, Table

DAY = 24 * HOUR
TRIES = 5
"""How often discord.py makes a request that the server fails to answer."""


class Meta:
    """What the program remembers."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    async def read(self, key: str) -> str | None:
        """Return what is known."""
        return self.known.get(key)

    async def write(self, key: str, value: str) -> None:
        """Remember something."""
        self.known[key] = value


class Line:
    """A line to Discord that a test cuts, and what was told of outages."""

    def __init__(self, clock: FakeClock) -> None:
        self.clock, self.meta = clock, Meta()
        self.works = True
        self.told: list[tuple[datetime, datetime]] = []
        self.steady = 0

    def begun(self) -> DiscordReach:
        """A process on this line."""
        stored: Any = type("Stored", (), {"meta": self.meta})
        told: Any = {"in_reach": self._in_reach, "outage": self._outage, "steady": self._is_steady}
        self.reach = DiscordReach(stored, self.clock, **told)
        return self.reach

    async def _in_reach(self) -> bool:
        return self.works

    async def _outage(self, since: datetime, until: datetime) -> None:
        assert not self.reach.is_steady
        self.told.append((since, until))

    def _is_steady(self) -> None:
        assert self.reach.is_steady
        self.steady += 1


async def test_an_outage_is_told_when_it_is_over():
    """Once, with its whole length; what is short counts as if nothing had happened."""
    clock = FakeClock()
    line, noon = Line(clock), clock.now()
    reach = line.begun()
    assert not reach.is_steady
    await reach.tick()
    clock.pass_by(timedelta(minutes=9))
    await reach.tick()
    assert (line.told, line.steady) == ([], 1)

    line.works = False
    clock.pass_by(timedelta(minutes=5))
    await reach.tick()
    assert reach.is_steady
    clock.pass_by(HOUR)
    await reach.tick()
    assert not reach.is_steady
    line.works = True
    await reach.tick()

    assert reach.is_steady
    assert line.told == [(noon + timedelta(minutes=9), clock.now())]
    assert await reach.tick() == clock.now() + EVERY
    assert (len(line.told), line.steady) == (1, 2)


async def test_the_stop_of_a_process_is_an_outage_for_the_next():
    """A quick restart is none."""
    clock = FakeClock()
    line = Line(clock)
    await line.begun().tick()
    clock.pass_by(timedelta(minutes=3))
    await line.begun().tick()
    assert (line.told, line.steady) == ([], 2)

    stopped = clock.now()
    clock.pass_by(DAY)
    await line.begun().tick()
    assert line.told == [(stopped, clock.now())]


def test_no_clock_runs_in_an_outage():
    """It goes on where it stood; quiet hours and a vacation within one count once."""
    outages = ((NOON + HOUR, NOON + 5 * HOUR), (NOON + 4 * HOUR, NOON + 6 * HOUR))
    pace = Pace(None, (NOON + 2 * HOUR, NOON + 3 * HOUR), outages)

    assert pace.spent(NOON, NOON + 10 * HOUR) == 5 * HOUR
    assert pace.runs_out(NOON, 2 * HOUR) == NOON + 7 * HOUR
    assert pace.runs_out(NOON + 3 * HOUR, HOUR) == NOON + 7 * HOUR


async def test_no_clock_runs_while_the_bot_is_stopped(timed: Table, clock: HandClock):
    """Whoever had ten hours left when it stopped has them when it is back, and the card says until when."""
    await timed.people[0].command(CHANNEL, "table clock", kind="each", time="12h", zero="house")
    await timed.acted()
    await clock.on(2)
    before = timed.board.text
    await timed.close()
    clock.time += 20 * HOUR
    await timed.open()
    await clock.on(1)
    await timed.acted()
    settings = (await timed.bot.service.tables.find(1)).settings

    assert await timed.moves() == []
    assert settings.outages == ((NOON + 2 * HOUR, NOON + 22 * HOUR),)
    assert f"<t:{int((NOON + 12 * HOUR).timestamp())}:f>" in before
    assert f"<t:{int((NOON + 32 * HOUR).timestamp())}:f>" in timed.board.text
    timed.bot.service.house.delay = 0.0
    await clock.on(8)
    await timed.acted()
    assert await timed.moves() == []
    await clock.on(2)
    await timed.acted()
    assert len(await timed.moves()) >= 1


async def test_no_game_is_read_for_an_outage(timed: Table, monkeypatch: pytest.MonkeyPatch):
    """One that cannot be played again keeps no other table's clocks from going on."""
    service = timed.bot.service

    async def broken(_game_id: int) -> None:
        raise AssertionError

    monkeypatch.setattr(service.tables, "_load", broken)
    assert await service.outages.note(NOON, NOON + DAY) == []
    monkeypatch.undo()

    assert (await service.tables.find(1)).settings.outages == ((NOON, NOON + DAY),)


@pytest.mark.slow
async def test_nobody_seems_absent_because_of_an_outage(timed: Table, clock: HandClock):
    """Three days without an answer count from when it could be given, less what the outage took."""
    await clock.on(30)
    await timed.close()
    clock.time += 60 * HOUR
    await timed.open()
    await clock.on(41)
    alder = timed.people[0]
    early = await alder.command(CHANNEL, "game voteout", seat="Cedar")
    await clock.on(2)
    await alder.command(CHANNEL, "game voteout", seat="Cedar")
    await timed.acted()

    assert early.text.startswith("Cedar is not absent.")
    assert timed.having("v:")


async def test_whoever_could_not_say_that_they_are_here_has_a_day_more(timed: Table, clock: HandClock):
    """A warning that ran out during an outage takes nobody's seat."""
    tables = timed.bot.service.tables
    seat, others = (await tables.find(1)).seats[0], [int(one.id) for one in timed.people[1:]]
    request = Request(
        "out", 1, 0, others[0], NOON, (), (), seat=seat.id, holder=seat.user_id, user=-1, due=NOON + DAY
    )
    async with tables.locked(1) as loaded:
        await tables.change_settings(loaded, requests=(request,))
    await timed.close()
    clock.time += 3 * DAY
    await timed.open()
    await clock.on(1)
    await timed.acted()
    (asked,) = (await timed.bot.service.tables.find(1)).settings.requests

    assert (asked.outcome, asked.due) == ("", NOON + 4 * DAY)


async def test_where_discord_is_broken_it_is_out_of_reach(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """It is asked once more after a request that has failed, and only then."""
    await tabletop.game()
    bot, faults = tabletop.bot, tabletop.server.faults
    hurried = SimpleNamespace(**{**vars(asyncio), "sleep": lambda _seconds: asyncio.sleep(0)})
    monkeypatch.setattr("discord.http.asyncio", hurried)
    asked = len(tabletop.server.log)
    assert await bot._in_reach()
    assert len(tabletop.server.log) == asked

    faults.server_error(500, path="/users/@me", times=2 * TRIES)
    with pytest.raises(DiscordServerError):
        await bot.http.request(Route("GET", "/users/@me"))
    assert bot.room.is_failing
    assert not await bot._in_reach()
    assert await bot._in_reach()
    assert not bot.room.is_failing


async def test_without_a_connection_discord_is_out_of_reach(tabletop: Table):
    """Nobody's press would arrive."""
    await tabletop.game()
    await tabletop.bot.ws.close()

    assert not await tabletop.bot._in_reach()
