"""Clocks, where a table wants them: a deadline for each decision, or a bank of hours; and what happens at zero."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal, Self

from bot.clock_time import Pace
from bot.errors import NoReplacement, NotHost
from bot.quiet import quiet_hours
from bot.storage import Storage, UserRow
from bot.tables.cache import LoadedTable, TableCache
from bot.tables.changes import Changes, TableChange
from bot.tables.places import is_paused
from bot.tables.view import CLOCK, CLOCK_OUT, Seat, StartedTable, Table

TIMES, ASKED = "clock_times", "clock_asked"
"""The settings of a table that keep how much time is spent, and for which seats the host is asked."""
PAST = "clock_past"
"""The setting of a table that keeps, by the revisions of its last moves, what everybody had spent before them."""
KEPT = 60
"""How many moves back that is known."""
MORE = timedelta(hours=24)
"""What the host grants somebody whose time is up."""

Zero = Literal["skip", "house", "host"]


@dataclass(frozen=True, slots=True)
class Clock:
    """How much time somebody has: for ``each`` decision, or, from a bank, for all; and what happens at zero."""

    limit: timedelta
    each: bool
    zero: Zero

    @classmethod
    def of(cls, table: Table) -> Self | None:
        """Return the clock of a table, None where it has none."""
        stored: Mapping[str, Any] | None = table.settings.get(CLOCK)
        if not stored:
            return None
        return cls(timedelta(minutes=stored["minutes"]), bool(stored["each"]), stored["zero"])

    def stored(self) -> dict[str, Any]:
        """Return what is kept in the table's settings."""
        return {"minutes": self.limit // timedelta(minutes=1), "each": self.each, "zero": self.zero}


@dataclass(frozen=True, slots=True)
class Spent:
    """The time somebody has used so far and, if they are awaited now, since when their clock has been running."""

    time: timedelta = timedelta()
    since: datetime | None = None

    def stored(self) -> dict[str, Any]:
        """Return what is kept in the table's settings."""
        return {"seconds": self.time.total_seconds(), "since": self.since and self.since.isoformat()}

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Return what was stored."""
        since = stored["since"]
        return cls(timedelta(seconds=stored["seconds"]), datetime.fromisoformat(since) if since else None)


def after(  # noqa: PLR0913 - what was, how time passes, and what has happened
    clock: Clock, before: Spent, pace: Pace, at: datetime, *, awaited: bool, acted: bool
) -> Spent:
    """Return what somebody has spent by a moment, from which on they are awaited or not.

    With a time for ``each`` decision, who has ``acted`` and is awaited again begins anew.
    """
    if before.since is not None and (not awaited or (acted and clock.each)):
        before = Spent(before.time + pace.spent(before.since, max(at, before.since)))
    if awaited and before.since is None:
        return Spent(timedelta() if clock.each else before.time, at)
    return before


def runs_out(clock: Clock, spent: Spent, pace: Pace) -> datetime | None:
    """Return when somebody's time is up, None while they are not awaited."""
    if spent.since is None:
        return None
    return pace.runs_out(spent.since, max(clock.limit - spent.time, timedelta()))


def pace_of(user: UserRow | None) -> Pace:
    """Return how time passes for a person."""
    if user is None:
        return Pace()
    away = (user.away_since, user.away_until) if user.away_since and user.away_until else None
    return Pace(quiet_hours(user.zone, user.quiet_from, user.quiet_to), away)


def spent_now(table: StartedTable, people: Mapping[int, UserRow], now: datetime) -> dict[str, Spent]:
    """Return by seat what everybody has spent, as the table stands."""
    clock, stored = Clock.of(table), table.settings.get(TIMES) or {}
    awaited = () if is_paused(table) else table.timed
    moved = table.moves[-1].at if table.moves else now
    found = {}
    for seat in table.seats if clock else ():
        before = Spent.read(stored[seat.id]) if seat.id in stored else Spent()
        since = before.since
        own = [move.at for move in table.moves if move.seat == seat.id and since and move.at > since]
        at = own[-1] if own else max(moved, since) if since else now
        pace = pace_of(people.get(table.person_at(seat)))
        assert clock is not None
        found[seat.id] = after(clock, before, pace, at, awaited=seat in awaited, acted=bool(own))
    return found


def _past(table: StartedTable, people: Mapping[int, UserRow]) -> dict[str, dict[str, float]]:
    """Return by the revision of each of the last moves how many seconds everybody had spent before it."""
    known: Mapping[str, dict[str, float]] = table.settings.get(PAST) or {}
    stored: Mapping[str, Mapping[str, Any]] = table.settings.get(TIMES) or {}
    found = {}
    for move in table.moves[-KEPT:]:
        rev = str(move.rev)
        found[rev] = known.get(rev) or {
            seat: _until(Spent.read(one), pace_of(people.get(_person(table, seat))), move.at).total_seconds()
            for seat, one in stored.items()
        }
    return {rev: spent for rev, spent in found.items() if spent}


def _person(table: Table, seat_id: str) -> int:
    seat = table.seat(seat_id)
    return 0 if seat is None else table.person_at(seat)


def _until(spent: Spent, pace: Pace, at: datetime) -> timedelta:
    """Return the time spent by a moment."""
    return spent.time if spent.since is None else spent.time + pace.spent(spent.since, max(at, spent.since))


def given_back(table: StartedTable, kept: StartedTable, now: datetime) -> dict[str, Any]:
    """Return the settings of a table some of whose moves are taken back: all have the time they had before these.

    Whose turn was played because their time was up gets a whole time for it, of a bank as much as a host grants.
    """
    clock, known = Clock.of(table), table.settings.get(PAST) or {}
    gone = [move for move in table.moves[len(kept.moves) :] if str(move.rev) in known]
    if clock is None or not gone:
        return {}
    before: Mapping[str, float] = known[str(gone[0].rev)]
    missed = {move.seat for move in gone if move.decided_by == "clock"}
    times, awaited = {}, {seat.id for seat in kept.timed}
    for seat, seconds in before.items():
        most = timedelta() if clock.each else max(clock.limit - MORE, timedelta())
        spent = timedelta(seconds=seconds)
        if seat in missed:
            spent = min(spent, most)
        times[seat] = Spent(spent, now if seat in awaited else None).stored()
    seats = {move.seat for move in gone}
    out = {key: _without(table.settings.get(key) or {}, seats) or None for key in (CLOCK_OUT, ASKED)}
    past = {rev: spent for rev, spent in known.items() if int(rev) < gone[0].rev}
    return {TIMES: times, PAST: past, **out}


class Clocks:
    """Keeps the time of every table with a clock, and does at zero what the table has chosen."""

    def __init__(self, storage: Storage, tables: TableCache, changes: Changes) -> None:
        self._storage = storage
        self._tables = tables
        self._changes = changes

    async def serve(self, game_id: int, now: datetime) -> datetime | None:
        """Note whose clock runs, do what follows where one has run out, and return when the next does."""
        async with self._tables.locked(game_id) as loaded:
            table, clock = loaded.table, Clock.of(loaded.table)
            if clock is None or not isinstance(table, StartedTable) or table.state != "running":
                return None
            people = await self._storage.people.find_all([table.person_at(seat) for seat in table.seats])
            spent = spent_now(table, people, now)
            paces = {seat.id: pace_of(people.get(table.person_at(seat))) for seat in table.seats}
            ends = {one: runs_out(clock, spent[one], paces[one]) for one in spent}
            over = [one for one, end in ends.items() if end is not None and end <= now]
            await self._noted(loaded, spent, over, _past(table, people))
            return min((end for end in ends.values() if end is not None and end > now), default=None)

    async def _noted(
        self,
        loaded: LoadedTable,
        spent: Mapping[str, Spent],
        over: list[str],
        past: Mapping[str, Mapping[str, float]],
    ) -> None:
        """Store what is spent, and whose time is up."""
        table, clock = loaded.table, Clock.of(loaded.table)
        waiting = {seat.id for seat in table.timed}
        wanted: dict[str, Any] = {TIMES: {seat: one.stored() for seat, one in spent.items()}, PAST: past}
        for key in (CLOCK_OUT, ASKED):
            before: Mapping[str, int] = table.settings.get(key) or {}
            granted: Mapping[str, int] = table.settings.get(CLOCK_OUT) or {}
            asks = clock is not None and clock.zero == "host"
            now_over = [one for one in over if one not in granted] if (key == ASKED) == asks else []
            users = {seat.id: seat.user_id for seat in table.seats}
            kept = {seat: user for seat, user in before.items() if seat in waiting}
            wanted[key] = {**kept, **{seat: users[seat] for seat in now_over}} or None
        await self._change(loaded, wanted)

    async def _change(self, loaded: LoadedTable, wanted: Mapping[str, Any], by: int = 0) -> None:
        """Store settings if they differ, and tell it where somebody's turn is played by others from now on."""
        before = loaded.table
        if all(before.settings.get(key) == value for key, value in wanted.items()):
            return
        row = await self._storage.games.change_settings(before.game_id, **wanted)
        loaded.table = replace(before, settings=row.settings)
        if any(before.settings.get(key) != wanted.get(key) for key in (CLOCK_OUT, ASKED) if key in wanted):
            self._changes.tell(TableChange("seats", loaded.table, before, by=by))

    async def answer(self, game_id: int, by: int, seat_id: str, *, more: bool, now: datetime) -> Seat:
        """Grant somebody whose time is up a day more, or let the house play their turn.

        :raises NoReplacement: when the host is no longer asked about that seat
        :raises NotHost: when it is not the host who answers
        """
        async with self._tables.locked(game_id) as loaded:
            table, clock = loaded.table, Clock.of(loaded.table)
            asked: Mapping[str, int] = table.settings.get(ASKED) or {}
            seat = table.seat(seat_id)
            if clock is None or seat is None or seat_id not in asked:
                raise NoReplacement
            if by != table.host:
                raise NotHost(host=str(table.host))
            wanted: dict[str, Any] = {ASKED: _without(asked, [seat_id]) or None}
            if more:
                left = Spent(max(clock.limit - MORE, timedelta()), now)
                wanted[TIMES] = {**(table.settings.get(TIMES) or {}), seat_id: left.stored()}
            else:
                wanted[CLOCK_OUT] = {**(table.settings.get(CLOCK_OUT) or {}), seat_id: seat.user_id}
            await self._change(loaded, wanted, by)
            return seat


def _without(users: Mapping[str, int], gone: Collection[str]) -> dict[str, int]:
    return {seat: user for seat, user in users.items() if seat not in gone}
