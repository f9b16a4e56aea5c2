"""Clocks, where a table wants them: a deadline for each decision, or a bank of hours; and what happens at zero."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from bot.clock_time import Pace
from bot.errors.tables import NoReplacement
from bot.quiet import quiet_hours
from bot.storage import UNTOLD, Storage, UserRow
from bot.tables.cache import LoadedTable, TableCache
from bot.tables.changes import Changes, TableChange
from bot.tables.places import is_paused
from bot.tables.seated import check_host
from bot.tables.settings import Clock, Outage, Spent, TableSettings
from bot.tables.table import Seat, StartedTable

KEPT = 60
"""Of how many moves back it is known what everybody had spent before them."""
MORE = timedelta(hours=24)
"""What the host grants somebody whose time is up."""


def runs_out(clock: Clock, spent: Spent, pace: Pace) -> datetime | None:
    """Return when somebody's time is up, None while they are not awaited."""
    if spent.since is None:
        return None
    return pace.runs_out(spent.since, max(clock.limit - spent.time, timedelta()))


def pace_of(user: UserRow | None, outages: tuple[Outage, ...]) -> Pace:
    """Return how time passes for a person at a table with these outages."""
    if user is None:
        return Pace(outages=outages)
    away = (user.away_since, user.away_until) if user.away_since and user.away_until else None
    return Pace(quiet_hours(user.zone, user.quiet_from, user.quiet_to), away, outages)


def spent_now(table: StartedTable, people: Mapping[int, UserRow], now: datetime) -> dict[str, Spent]:
    """Return by seat what everybody has spent, as the table stands."""
    clock, stored = table.settings.clock, table.settings.clock_times
    awaited = () if is_paused(table) else table.timed
    moved = table.moves[-1].at if table.moves else now
    found = {}
    for seat in table.seats if clock else ():
        before = stored.get(seat.id, Spent())
        since = before.since
        own = [move.at for move in table.moves if move.seat == seat.id and since and move.at > since]
        at = own[-1] if own else max(moved, since) if since else now
        pace = pace_of(people.get(table.person_at(seat)), table.settings.outages)
        assert clock is not None
        found[seat.id] = before.after(clock, pace, at, awaited=seat in awaited, acted=bool(own))
    return found


def _paces(table: StartedTable, people: Mapping[int, UserRow]) -> dict[str, Pace]:
    """Return by seat how time passes for whoever decides there."""
    outages = table.settings.outages
    return {seat.id: pace_of(people.get(table.person_at(seat)), outages) for seat in table.seats}


def _past(table: StartedTable, people: Mapping[int, UserRow]) -> dict[int, Mapping[str, timedelta]]:
    """Return by the revision of each of the last moves how much time everybody had spent before it."""
    known, times = table.settings.clock_past, table.settings.clock_times
    paces = _paces(table, people)
    found = {}
    for move in table.moves[-KEPT:] if times else ():
        now = {seat: one.until(paces[seat], move.at) for seat, one in times.items() if seat in paces}
        found[move.rev] = known.get(move.rev) or now
    return found


def given_back(table: StartedTable, kept: StartedTable, now: datetime) -> TableSettings:
    """Return the settings of a table some of whose moves are taken back: all have the time they had before these.

    Whose turn was played because their time was up gets a whole time for it, of a bank as much as a host grants.
    """
    settings, clock = table.settings, table.settings.clock
    gone = [move for move in table.moves[len(kept.moves) :] if move.rev in settings.clock_past]
    if clock is None or not gone:
        return settings
    missed = {move.seat for move in gone if move.decided_by == "clock"}
    most = _most_spent(clock)
    awaited = {seat.id for seat in kept.timed}
    untouched = {seat.id for seat in table.seats} - {move.seat for move in gone}
    spent = {
        seat: min(time, most) if seat in missed else time
        for seat, time in settings.clock_past[gone[0].rev].items()
    }
    return settings.having(
        clock_times={seat: Spent(time, now if seat in awaited else None) for seat, time in spent.items()},
        clock_past={rev: times for rev, times in settings.clock_past.items() if rev < gone[0].rev},
        clock_out=_among(settings.clock_out, untouched),
        clock_asked=_among(settings.clock_asked, untouched),
    )


def handed_over(settings: TableSettings, seat: str, now: datetime) -> TableSettings:
    """Return the settings where a seat goes to somebody else, who has not used up the time of whoever sat there.

    They have a whole time for a decision that is awaited, of a bank as much as a host grants.
    """
    if (clock := settings.clock) is None:
        return settings
    most, spent = _most_spent(clock), settings.clock_times.get(seat, Spent())
    begun = Spent(min(spent.time, most), None if spent.since is None else now)
    others = {*settings.clock_out, *settings.clock_asked} - {seat}
    return settings.having(
        clock_times={**settings.clock_times, seat: begun},
        clock_past={
            rev: {one: min(time, most) if one == seat else time for one, time in times.items()}
            for rev, times in settings.clock_past.items()
        },
        clock_out=_among(settings.clock_out, others),
        clock_asked=_among(settings.clock_asked, others),
    )


def _most_spent(clock: Clock) -> timedelta:
    """Return how much somebody may have spent who is given time anew."""
    return timedelta() if clock.each else max(clock.limit - MORE, timedelta())


class Clocks:
    """Keeps the time of every table with a clock, and does at zero what the table has chosen."""

    def __init__(self, storage: Storage, tables: TableCache, changes: Changes) -> None:
        self._storage = storage
        self._tables = tables
        self._changes = changes

    async def serve(self, game_id: int, now: datetime) -> datetime | None:
        """Note whose clock runs, do what follows where one has run out, and return when the next does."""
        async with self._tables.locked(game_id) as loaded:
            table, clock = loaded.table, loaded.table.settings.clock
            if clock is None or not isinstance(table, StartedTable) or table.state != "running":
                return None
            people = await self._storage.people.find_all([table.person_at(seat) for seat in table.seats])
            spent = spent_now(table, people, now)
            paces = _paces(table, people)
            ends = {one: runs_out(clock, spent[one], paces[one]) for one in spent}
            over = [one for one, end in ends.items() if end is not None and end <= now]
            await self._noted(loaded, spent, over, _past(table, people))
            return min((end for end in ends.values() if end is not None and end > now), default=None)

    async def _noted(
        self,
        loaded: LoadedTable,
        spent: Mapping[str, Spent],
        over: list[str],
        past: Mapping[int, Mapping[str, timedelta]],
    ) -> None:
        """Store what is spent, and whose time is up; the host is asked no longer of who has acted in time anew."""
        table, clock = loaded.table, loaded.table.settings.clock
        waiting = {seat.id for seat in table.timed}
        new = {seat.id: seat.user_id for seat in table.seats if seat.id in over}
        granted, asked = table.settings.clock_out, table.settings.clock_asked
        new = {seat: user for seat, user in new.items() if seat not in granted}
        asks = clock is not None and clock.zero == "host"
        await self._change(
            loaded,
            clock_times=dict(spent),
            clock_past=past,
            clock_out=_among(granted, waiting) | ({} if asks else new),
            clock_asked=_among(asked, over) | (new if asks else {}),
        )

    async def _change(self, loaded: LoadedTable, by: int = 0, **wanted: object) -> None:
        """Store settings, and tell it where somebody's turn is played by others from now on."""
        before = loaded.table
        if _played_by_others(before.settings) == _played_by_others(before.settings.having(**wanted)):
            await self._tables.change_settings(loaded, UNTOLD, **wanted)
            return
        after = await self._tables.change_settings(loaded, **wanted)
        self._changes.tell(TableChange("seats", after, before, by=by))

    async def answer(self, game_id: int, by: int, seat_id: str, *, more: bool, now: datetime) -> Seat:
        """Grant somebody whose time is up a day more, or let the house play their turn.

        :raises NoReplacement: when the host is no longer asked about that seat
        :raises NotHost: when it is not the host who answers
        """
        async with self._tables.locked(game_id) as loaded:
            table, clock = loaded.table, loaded.table.settings.clock
            asked = table.settings.clock_asked
            seat = table.seat(seat_id)
            if clock is None or seat is None or seat_id not in asked:
                raise NoReplacement
            check_host(table, by)
            others = {one: user for one, user in asked.items() if one != seat_id}
            if more:
                left = Spent(max(clock.limit - MORE, timedelta()), now)
                times = {**table.settings.clock_times, seat_id: left}
                await self._change(loaded, by, clock_asked=others, clock_times=times)
            else:
                out = {**table.settings.clock_out, seat_id: seat.user_id}
                await self._change(loaded, by, clock_asked=others, clock_out=out)
            return seat


def _among(users: Mapping[str, int], seats: Collection[str]) -> dict[str, int]:
    return {seat: user for seat, user in users.items() if seat in seats}


def _played_by_others(settings: TableSettings) -> tuple[Mapping[str, int], Mapping[str, int]]:
    return settings.clock_out, settings.clock_asked
