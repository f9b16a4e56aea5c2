"""A week of twelve people in seven time zones at five tables of all titles: who is called when, and why not."""

import random
import re
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select

from bot.reminders import free_at
from bot.storage import AWAY, AWAY_SINCE, UserRow
from bot.storage.schema import standing_orders
from bot.tables.table import Deputy, StartedTable
from engine import standing
from engine.opponents import STYLES
from tests.bot.hand_clock import HandClock
from tests.bot.tabletop import Table, letters, table

HOUR = timedelta(hours=1)
DAY = 24 * HOUR
MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
ZONES = (
    "Europe/Budapest",
    "Europe/London",
    "America/New_York",
    "America/Los_Angeles",
    "Asia/Tokyo",
    "Australia/Sydney",
    "America/Sao_Paulo",
)
NIGHTS = ((22, 8), (23, 7), (0, 9), (21, 6))
TABLES = (
    ("18Mag", (0, 1, 2)),
    ("18CZ", (3, 4, 5)),
    ("1844", (6, 7, 8)),
    ("18Mag", (0, 9, 11, 10)),
    ("18CZ", (2, 5, 8)),
)
MORE = ("Gorse", "Hazel", "Ivy", "Juniper", "Larch", "Maple")
HOURS = 7 * 24
SILENT = 11
"""Who never looks in, so that reminders are due."""
ORDERED = select(standing_orders.c.user_id, standing_orders.c.acts)
AT_ONCE = {"order_delay": 0.0}
"""How long orders wait: not at all, since the clock of the test stands meanwhile."""


@dataclass(frozen=True)
class Rung:
    """One notification: whose, when, at which table (0: a direct message), and what it says."""

    person: int
    at: datetime
    game: int
    text: str

    @property
    def reminds(self) -> bool:
        """Whether it is a reminder, and no first call."""
        return "the table" in self.text and "waiting for you" in self.text


@dataclass
class Owed:
    """A decision somebody owes at a table: whether they were called, and when they were called or reminded."""

    since: datetime
    exempt: bool
    moved: int
    """How many moves they had made there by then; what their orders do since is followed by a decision of its own."""
    calls: int = 0
    reminders: list[datetime] = field(default_factory=list)


class Week:
    """The people, their habits, and what rang."""

    def __init__(self, made: Table, clock: HandClock) -> None:
        self.made = made
        self.clock = clock
        self.random = random.Random(7)
        self.rung: list[Rung] = []
        self.games: dict[str, int] = {}
        self.owed: dict[tuple[int, int], Owed] = {}
        self.ordered: Counter[str] = Counter()
        self.missing: list[str] = []
        self.doubled: list[str] = []
        self.moved: Counter[tuple[int, int]] = Counter()
        self._heard: Counter[int] = Counter()
        self._style = STYLES["random"](5)

    @property
    def service(self):  # type: ignore[no-untyped-def]  # noqa: D102
        return self.made.bot.service

    async def begin(self) -> None:
        """Open and start the tables, and let people set when they sleep."""
        for name in MORE:
            self.made.server.world.save_seat(None, name, "en-US")
        people = await self.made.seat(12)
        for number, person in enumerate(people):
            start, end = NIGHTS[number % len(NIGHTS)]
            await self.made.bot.storage.people.change(
                int(person.id), zone=ZONES[number % 7], quiet_from=start * 60, quiet_to=end * 60
            )
        for number, (title, seats) in enumerate(TABLES):
            channel = str(self.made.server.world.new_channel(f"room-{number}")["id"])
            host, *others = (people[seat] for seat in seats)
            lobby = await self.service.lobbies.create(
                int(channel), title, int(host.id), host.name, seats=len(seats), seed=7 + number
            )
            for person in others:
                await self.service.lobbies.join(lobby.game_id, int(person.id), person.name)
            await self.service.lobbies.start(lobby.game_id, int(host.id))
            self.games[channel] = lobby.game_id
        await self.settle()
        await self.listen()

    async def settle(self) -> None:
        """Wait until all is told, orders and all."""
        await self.service.settled()
        for game in self.games.values():
            self.made.bot.publisher.nudge(game)
        await self.service.settled()
        await self.made.settled()

    async def user(self, person: int) -> UserRow:
        """The settings of somebody."""
        row: UserRow = await self.made.bot.storage.people.find(int(self.made.people[person].id))
        return row

    async def listen(self) -> None:
        """Note whose decisions are owed now, what has rung, and who should have been called and was not."""
        await self._open()
        for number, person in enumerate(self.made.people):
            for ping in person.notifications[self._heard[number] :]:
                text = next((one.text for one in person.messages(ping.channel) if one.id == ping.message), "")
                self.rung.append(Rung(number, self.clock.time, self.games.get(ping.channel, 0), text))
                self._note(self.rung[-1])
            self._heard[number] = len(person.notifications)
        for (person, game), owed in self.owed.items():
            free = free_at(await self.user(person), self.clock.time) <= self.clock.time
            if free and not owed.calls and not owed.exempt:
                self.missing.append(f"{person} at {game}, {self.clock.time}, since {owed.since}")

    def _note(self, one: Rung) -> None:
        owed = self.owed.get((one.person, one.game))
        if owed is None:
            return
        if one.reminds:
            owed.reminders.append(one.at)
        else:
            owed.calls += 1
        gaps = [later - sooner for sooner, later in pairwise(owed.reminders)]
        decisions = 1 + self.moved[one.person, one.game] - owed.moved
        if owed.calls > decisions or any(gap < 11 * HOUR for gap in gaps):
            self.doubled.append(f"{one.person} at {one.game}: {owed}")

    async def _open(self) -> None:
        """Note the decisions that are owed from now on; whoever has just moved needs no call for the next."""
        awaited = set()
        for game in self.games.values():
            now = await self.service.tables.find(game)
            moved = [move.user_id for move in now.moves if move.user_id]  # nobody makes what the rules decide
            last = moved[-1] if moved else now.host
            for user, count in Counter(moved).items():
                self.moved[self.number(user), game] = count
            for user in now.called_people:
                key = (self.number(user), game)
                awaited.add(key)
                self.owed.setdefault(key, Owed(self.clock.time, user == last, self.moved[key]))
        self.owed = {key: owed for key, owed in self.owed.items() if key in awaited}

    def number(self, user: int) -> int:
        """Which of the people that is."""
        return next(number for number, one in enumerate(self.made.people) if int(one.id) == user)

    async def act(self) -> None:
        """Let those who are awake look in now and then, and make some moves."""
        for game in self.games.values():
            for _ in range(self.random.choice((0, 0, 0, 1, 2))):
                now = await self.service.tables.find(game)
                if not isinstance(now, StartedTable) or not await self._moves(now):
                    break
                await self.settle()
                await self.listen()

    async def _moves(self, now: StartedTable) -> bool:
        """Let somebody who is awaited and awake move; return whether anybody did."""
        for seat in now.called:
            person = self.number(now.person_at(seat))
            awake = free_at(await self.user(person), self.clock.time) <= self.clock.time
            if awake and person != SILENT:
                self._style.seat = seat.id
                action = self._style.choose(now.game)
                if action.actor == seat.id:
                    await self.service.moves.act(now.game_id, now.rev, now.person_at(seat), action)
                    self.owed.pop((person, now.game_id), None)
                    return True
        return False

    async def order(self) -> None:
        """Let some people give standing orders."""
        for game in self.games.values():
            now = await self.service.tables.find(game)
            seat = self.random.choice([one for one in now.seats if not one.is_house])
            wanted = standing.offered(now.game, seat.id)
            given = await self.service.orders.of(game, seat.user_id)
            if wanted and not given:
                chosen = self.random.choice(wanted)
                self.ordered[type(chosen).__name__] += 1
                await self.service.orders.give(game, seat.user_id, chosen)

    async def holiday(self, person: int, days: int) -> None:
        """Let somebody go on vacation."""
        now, until = self.clock.time, self.clock.time + days * DAY
        user = int(self.made.people[person].id)
        settings = {AWAY: until.isoformat(), AWAY_SINCE: now.isoformat()}
        await self.made.bot.storage.people.change_settings(user, **settings)
        await self.made.bot.publisher.wake(user)
        await self.made.bot.reminders.reschedule(user_id=user)

    def line(self, one: Rung) -> str:
        """One notification as the list of them has it."""
        kind = "reminder" if one.reminds else "letter" if not one.game else f"call at table {one.game}"
        return f"{one.at:%a %H:%M} UTC  person {one.person:2}  {kind}: {one.text[:60]!r}"

    def quiet(self, user: UserRow, at: datetime) -> bool:
        """Whether it is night for somebody, by a sum of this test's own."""
        assert user.quiet_from is not None
        assert user.quiet_to is not None
        minute = at.astimezone(ZoneInfo(user.zone or "UTC"))
        clock = minute.hour * 60 + minute.minute
        if user.quiet_from <= user.quiet_to:
            return user.quiet_from <= clock < user.quiet_to
        return clock >= user.quiet_from or clock < user.quiet_to


@pytest.fixture
async def week(database: Path) -> AsyncIterator[Week]:
    """Everybody has sat down on a Monday."""
    clock = HandClock()
    clock.time = MONDAY
    async with table(database, clock, **AT_ONCE) as made:
        begun = Week(made, clock)
        await begun.begin()
        yield begun


@pytest.mark.long
async def test_a_week(week: Week):
    """Every ping is wanted: none at night or on vacation, none twice, none missing; what orders did is explained."""
    away: dict[int, tuple[datetime, datetime]] = {}
    for hour in range(HOURS):
        await week.clock.on(1)
        await week.settle()
        await week.listen()
        if hour == 20:
            for person, days in ((4, 2), (7, 3)):
                await week.holiday(person, days)
                away[person] = (week.clock.time, week.clock.time + days * DAY)
        if hour == 40:
            substituted = (week.clock.time, week.clock.time + 2 * DAY)
            await _substitute(week, gone=2, by=9, game=1)
        if hour % 24 == 10:
            await week.order()
        await week.settle()
        await week.listen()
        await week.act()

    awake = {number: await week.user(number) for number in range(12)}
    at_night = [one for one in week.rung if week.quiet(awake[one.person], one.at)]
    on_vacation = [
        one for one in week.rung if one.person in away and away[one.person][0] < one.at < away[one.person][1]
    ]
    people = Counter(one.person for one in week.rung)
    kinds = Counter("reminder" if one.reminds else "letter" if not one.game else "call" for one in week.rung)
    instead = [one for one in week.rung if one.game == 1 and substituted[0] < one.at < substituted[1]]
    print("\n".join(map(week.line, week.rung)))  # noqa: T201
    print(f"{sum(people.values())} pings: {dict(kinds)}; by person {dict(sorted(people.items()))}")  # noqa: T201
    print(f"orders: {dict(week.ordered)}")  # noqa: T201
    assert at_night == []
    assert on_vacation == []
    assert week.doubled == []
    assert week.missing == []
    assert len(people) == 12
    assert kinds["reminder"] >= 5
    assert 2 not in {one.person for one in instead}
    assert 9 in {one.person for one in instead}
    assert len(week.ordered) >= 3
    await _explained(week)


async def _substitute(week: Week, gone: int, by: int, game: int) -> None:
    """Let somebody play for another for two days."""
    one, other = week.made.people[gone], week.made.people[by]
    seat = (await week.service.tables.find(game)).seat_of(int(one.id))
    until = week.clock.time + 2 * DAY
    deputy = Deputy(seat.id, int(one.id), int(other.id), other.name, called=True, until=until)
    await week.service.deputies.name(game, int(one.id), deputy, as_host=False)


async def _explained(week: Week) -> None:
    """Check that everybody read of each act of their orders, and of nobody else's."""
    acts: Counter[int] = Counter()
    async with week.made.bot.storage.database.reading() as connection:
        for user, count in await connection.execute(ORDERED):
            acts[week.number(user)] += count
    explained = re.compile(r"order has acted \(.+\): .+", re.DOTALL)
    told = Counter(
        {
            number: len([one for one in letters(person) if explained.search(one.text)])
            for number, person in enumerate(week.made.people)
        }
    )
    assert +told == +acts
    assert sum(acts.values()) >= 5
