"""What others must agree to: asked for, answered, and carried out with the last yes, all under one lock.

Somebody's seat goes to others only if they are gone, have let a clock run out, or have left a call unanswered for as
long as the table waits. They are called beforehand, have a day to say that they are here, and are told afterwards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from bot.clock_time import Pace
from bot.errors.storage import AlreadySeated, ChannelTaken, SeatMissing
from bot.errors.tables import (
    AskedAlready,
    NobodyDecides,
    NoReplacement,
    NoRequest,
    NoStop,
    NotAsked,
    NotSeated,
    OnePerson,
    OwnRequest,
    StillHere,
)
from bot.storage import ChannelPlace, NewsKind, Storage
from bot.tables.cache import LoadedTable, TableCache
from bot.tables.changes import Changes, TableChange
from bot.tables.clocks import handed_over, pace_of
from bot.tables.colours import wished
from bot.tables.lobbies import name_at, plain_name
from bot.tables.moves import Moves
from bot.tables.places import Places, is_paused
from bot.tables.redo import Redo
from bot.tables.requests import NOTICE, Outcome, Request
from bot.tables.seated import checked, running
from bot.tables.settings import Deputy, Predecessor, TableSettings
from bot.tables.table import Seat, StartedTable, Table, ends_together, is_house, seat_from
from bot.tables.undo import Undo, planned
from engine.refusals import Refused

MOST_ALONE = 2
"""How many others it takes, at least, to vote somebody out."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Who is to come to which seat: their Discord id, below 0 for the house, and their name."""

    seat: str
    user: int
    name: str


@dataclass(frozen=True, slots=True)
class Doing:
    """What carries out what all have agreed to."""

    moves: Moves
    undo: Undo
    redo: Redo
    places: Places


_NOT_OPEN: Mapping[str, type[Refused]] = {"stop": NoStop, "undo": NoRequest, "redo": NoRequest}
"""What tells that a request of a kind is no longer open."""


class Asking:
    """Asking, answering, and what follows."""

    def __init__(self, storage: Storage, tables: TableCache, changes: Changes, doing: Doing) -> None:
        self._storage = storage
        self._tables = tables
        self._changes = changes
        self._doing = doing

    # asking

    async def undo(self, game_id: int, rev: int | None, by: int, keep: int | None = None) -> StartedTable:
        """Go back to the first ``keep`` moves, by default before one's last; ask where others have acted.

        :raises StaleRev: when the table has moved on since the person looked
        :raises NotSeated, NotRunning, NoSuchMove, NothingToUndo: when there is nothing this person may take back
        :raises AskedAlready: when somebody else asks about moves
        """
        async with self._tables.locked(game_id) as loaded:
            plan = planned(loaded.table, rev, by, keep)
            if not plan.asks:
                return await self._doing.undo.take_back(loaded, plan.keep, by)
            request = Request("undo", 0, plan.table.rev, by, self._storage.now(), plan.asks, keep=plan.keep)
            return await self._ask_about_moves(loaded, request)

    async def redo(self, game_id: int, rev: int | None, by: int) -> StartedTable:
        """Play again what was taken back last; ask first where moves of others are among it.

        :raises StaleRev: when the table has moved on since the person looked
        :raises NotSeated, NotRunning, NothingToRedo: when there is nothing this person may play again
        :raises AskedAlready: when somebody else asks about moves
        """
        async with self._tables.locked(game_id) as loaded:
            plan = await self._doing.redo.planned(loaded.table, rev, by)
            if not plan.asks:
                return await self._doing.redo.play_again(loaded, plan.again, by)
            request = Request("redo", 0, plan.table.rev, by, self._storage.now(), plan.asks)
            return await self._ask_about_moves(loaded, replace(request, again=plan.again, moves=plan.moves))

    async def _ask_about_moves(self, loaded: LoadedTable, request: Request) -> StartedTable:
        """Ask to undo or redo, in place of what the same person has asked before; the very same stands as it is."""
        asked = loaded.table.undoing
        if asked is not None:
            if asked.by != request.by:
                raise AskedAlready(by=str(asked.by))
            if asked.repeats(request):
                return loaded.table.started()
            asked = asked.closed("withdrawn", request.at, request.by)
        return (await self._keep(loaded, request, request.by, instead_of=asked)).started()

    async def stop(self, game_id: int, by: int) -> Table:
        """Ask that a game ends as it stands, or agree to that where somebody has asked; it ends with the last yes.

        :raises NotSeated: when the person has no seat
        :raises NotRunning: when the game is not being played
        """
        async with self._tables.locked(game_id) as loaded:
            request = self._of_all(running(loaded.table), Request("stop", 0, 0, by, self._storage.now()))
            return await self._go_on(loaded, request.answered(by, agrees=True), by)

    async def move(self, game_id: int, by: int, channel_id: int) -> Table:
        """Ask that the table goes on in another channel of its server, or agree where that was asked already.

        :raises NotSeated: when the person has no seat
        :raises NotRunning: when the game is not being played
        :raises AskedAlready: when somebody has asked for another channel
        :raises ChannelTaken: when a game is open there
        """
        taken = await self._tables.in_channel(channel_id, glance=True)
        async with self._tables.locked(game_id) as loaded:
            wanted = Request("move", 0, 0, by, self._storage.now(), channel=channel_id)
            request = self._of_all(running(loaded.table), wanted)
            if request.channel != channel_id:
                raise AskedAlready(by=str(request.by))
            if taken is not None:
                raise ChannelTaken(channel_id=channel_id, game_id=taken.game_id)
            return await self._go_on(loaded, request.answered(by, agrees=True), by)

    def _of_all(self, table: Table, wanted: Request) -> Request:
        """Return the open request of a kind that all people answer, or the wanted one if there is none.

        :raises NotSeated: when whoever wants it has no seat
        """
        asked = people(table)
        if wanted.by not in asked:
            raise NotSeated
        known = (one for one in table.requests if one.kind == wanted.kind)
        return next(known, replace(wanted, rev=table.rev, asked=asked))

    async def substitute(self, game_id: int, by: int, deputy: Deputy) -> Table:
        """Ask somebody to play for the person who asks, until they come back or a day comes.

        :raises OnePerson, SeatMissing: when it is a study room, or there is no such seat
        :raises AlreadySeated: when somebody is to play for themselves
        :raises AskedAlready: when somebody has asked for that seat already
        :raises NotRunning: when the game is not being played
        """
        async with self._tables.locked(game_id) as loaded:
            table = running(loaded.table)
            seat, late = self._unasked(table, deputy.seat, by)
            if deputy.user == by:
                raise AlreadySeated(game_id=game_id, user_id=by)
            request = self._about(table, seat, by, deputy)
            request = replace(request, kind="stand", must=(deputy.user,), until=deputy.until)
            return await self._go_on(loaded, request.answered(by, agrees=True), by, instead_of=late)

    async def seat(
        self, game_id: int, by: int, new: Newcomer, *, electors: Sequence[int] | None, left: bool = False
    ) -> Table:
        """Ask that a person take over a seat.

        ``electors`` are those who decide, None where whoever asks may; but whoever sits there and is neither absent
        nor has ``left`` the server decides alone.

        :raises OnePerson, SeatMissing: when it is a study room, or there is no such seat
        :raises AlreadySeated: when the person has a seat
        :raises AskedAlready: when somebody has asked for that seat already
        :raises NobodyDecides: when nobody is left who could agree
        :raises NotRunning: when the game is not being played
        """
        async with self._tables.locked(game_id) as loaded:
            table = running(loaded.table)
            seat, late = self._unasked(table, new.seat, by)
            if table.seat_of(new.user) is not None:
                raise AlreadySeated(game_id=game_id, user_id=new.user)
            if electors is not None and not electors:
                raise NobodyDecides
            asked, due = tuple(electors or ()), None
            if not seat.is_house and by != seat.user_id and not left:
                if await self._is_absent(table, seat):
                    due = self._storage.now() + NOTICE
                else:
                    asked = (seat.user_id,)
            request = self._about(table, seat, by, new, asked)
            request = replace(request, kind="seat", must=(new.user,), due=due)
            return await self._go_on(loaded, request.answered(by, agrees=True), by, instead_of=late)

    async def vote_out(self, game_id: int, by: int, seat_id: str, name: str, *, left: bool = False) -> Table:
        """Ask the others whether the house is to take an absent person's seat, under that name and a number.

        :raises SeatMissing: when no person sits there
        :raises NotSeated: when whoever asks is none of the others
        :raises StillHere: when that person is not absent
        :raises AskedAlready, NobodyDecides, NotRunning: as for a seat; it takes two others
        """
        async with self._tables.locked(game_id) as loaded:
            table = running(loaded.table)
            seat, late = self._unasked(table, seat_id, by)
            if seat.is_house:
                raise SeatMissing(game_id=game_id)
            voters = tuple(one for one in people(table) if one != seat.user_id)
            if by not in voters:
                raise NotSeated
            if len(voters) < MOST_ALONE:
                raise NobodyDecides
            due = await self._notice(table, seat, left=left)
            house = table.free_house
            new = Newcomer(seat_id, house, f"{plain_name(name)} {-house}")
            request = self._about(table, seat, by, new, voters)
            request = replace(request, due=due).answered(by, agrees=True)
            return await self._go_on(loaded, request, by, instead_of=late)

    async def stand_in(self, game_id: int, by: int, deputy: Deputy, *, left: bool = False) -> Table:
        """Let somebody, or the house, play for an absent person once they have had time to say that they are here.

        :raises SeatMissing: when no person sits there
        :raises StillHere: when that person is not absent
        :raises AskedAlready, NotRunning: as for a seat
        """
        async with self._tables.locked(game_id) as loaded:
            table = running(loaded.table)
            seat, late = self._unasked(table, deputy.seat, by)
            if seat.is_house:
                raise SeatMissing(game_id=game_id)
            due = await self._notice(table, seat, left=left)
            request = self._about(table, seat, by, deputy)
            must = () if is_house(deputy.user) else (deputy.user,)
            request = replace(request, kind="stand", must=must, until=deputy.until, due=due)
            return await self._go_on(loaded, request.answered(by, agrees=True), by, instead_of=late)

    def _unasked(self, table: Table, seat_id: str, by: int) -> tuple[Seat, Request | None]:
        """Return a seat for which nobody has asked yet, or what somebody asked that is closed as it came to nothing.

        That is so where somebody from outside has not answered for a day: no one at the table could answer for them.

        :raises OnePerson: when one person plays all seats
        :raises SeatMissing: when there is no such seat
        :raises AskedAlready: when somebody has
        """
        if table.settings.study is not None:
            raise OnePerson
        seat = table.seat(seat_id)
        if seat is None:
            raise SeatMissing(game_id=table.game_id)
        asked = next((one for one in table.requests if one.seat == seat_id), None)
        if asked is None:
            return seat, None
        now = self._storage.now()
        if set(asked.must) <= set(asked.agreed) or asked.at + NOTICE > now:
            raise AskedAlready(by=str(asked.by))
        return seat, asked.closed("void", now, by)

    def _about(
        self, table: Table, seat: Seat, by: int, new: Newcomer | Deputy, asked: tuple[int, ...] = ()
    ) -> Request:
        request = Request("out", 0, table.rev, by, self._storage.now(), asked, user=new.user)
        held = replace(request, seat=seat.id, holder=seat.user_id, back=seat.name)
        return replace(held, name=name_at(table, new.user, new.name, seat.id))

    async def _notice(self, table: Table, seat: Seat, *, left: bool) -> datetime | None:
        """Return until when an absent person may say that they are here; who has left the server need not be asked.

        :raises StillHere: when the person is not absent
        """
        if left:
            return None
        if not await self._is_absent(table, seat):
            raise StillHere(name=seat.name, hours=table.settings.patience)
        return self._storage.now() + NOTICE

    async def _is_absent(self, table: Table, seat: Seat) -> bool:
        """Tell whether a person's time is up, or a call unanswered for as long as the table waits."""
        if seat.id in table.out_of_time or table.settings.clock_asked.get(seat.id) == seat.user_id:
            return True
        person, called = table.person_at(seat), seat in table.called
        rows = await self._storage.reminders.of_game(table.game_id)
        calls = [
            row.since
            for row in rows
            if row.user_id == person and (called if row.kind == "turn" else row.rev == table.rev)
        ]
        if not calls:
            return False
        known = table.settings.requests
        here = [one.closed_at for one in known if one.outcome == "here" and one.holder == seat.user_id]
        since = max([min(calls), *filter(None, (*here, table.settings.went_on))])
        outages = table.settings.outages
        away = pace_of(await self._storage.people.find(person), outages).away
        pace = Pace(away=away, outages=outages)
        return pace.spent(since, self._storage.now()) >= timedelta(hours=table.settings.patience)

    # answering

    async def answer(self, game_id: int, user_id: int, request_id: int, *, agrees: bool) -> Table:
        """Agree to an open request or refuse it; whoever asked may withdraw by refusing.

        :raises NoRequest, NoStop, NoReplacement: when it is not open
        :raises NotAsked: when it is not this person's to answer
        :raises OwnRequest: when one agrees to one's own request about moves
        :raises NotRunning, NotSeated: when the game is not being played, or one has no part in it
        """
        async with self._tables.locked(game_id) as loaded:
            table = loaded.table.started()
            request = next((one for one in table.requests if one.id == request_id), None)
            if request is None:
                known = [one.kind for one in running(table).settings.requests if one.id == request_id]
                raise _NOT_OPEN.get(known[0] if known else "seat", NoReplacement)
            if request.about_moves:
                checked(table, user_id, None)
                if agrees and user_id == request.by:
                    raise OwnRequest
            elif user_id not in {*request.asked, *request.must} | (set() if agrees else {request.by}):
                raise NotAsked
            return await self._go_on(loaded, request.answered(user_id, agrees=agrees), user_id)

    async def here(self, game_id: int, user_id: int) -> bool:
        """Keep a person's seat against all who ask for it because they seemed absent; return whether anybody did."""
        async with self._tables.locked(game_id) as loaded:
            asking = [one for one in loaded.table.requests if one.unasked and one.holder == user_id]
            for one in asking:
                await self._keep(loaded, one.closed("here", self._storage.now(), user_id), user_id)
            return bool(asking)

    async def regain(self, game_id: int, user_id: int) -> bool:
        """Give a person back the seat that the house took over from them; return whether there was one."""
        async with self._tables.locked(game_id) as loaded:
            before = loaded.table
            for one in _last_taken(before):
                seat = before.seat(one.seat)
                if one.kind == "out" and one.holder == user_id and seat and seat.user_id == one.user:
                    request = self._about(before, seat, user_id, Newcomer(seat.id, user_id, one.back))
                    request = replace(request, kind="seat").closed("done", self._storage.now(), user_id)
                    await self._carry_out(loaded, request, user_id)
                    return True
            return False

    async def serve(self, game_id: int, now: datetime) -> datetime | None:
        """Carry out what is due, close what events have overtaken, and return when there is more to do.

        What waits for nobody any more, because whoever was asked has lost the seat, is due at once. While a table
        rests nothing is: nobody can answer there.
        """
        async with self._tables.locked(game_id) as loaded:
            if is_paused(loaded.table):
                return None
            for one in [one for one in loaded.table.settings.requests if not one.outcome]:
                standing = next((other for other in loaded.table.requests if other.id == one.id), None)
                if standing is None:
                    await self._keep(loaded, one.closed(overtaken(loaded.table, one), now))
                elif (one.due is not None and one.due <= now) or self._waits_in_vain(
                    loaded.table, one, standing
                ):
                    await self._go_on(loaded, standing)
            return min((one.due for one in loaded.table.requests if one.due and one.due > now), default=None)

    def _waits_in_vain(self, table: Table, asked: Request, now: Request) -> bool:
        """Tell whether all who are asked ``now`` agree, and one who was ``asked`` has no seat any more."""
        return asked.due is None and now.is_granted and not set(asked.asked) <= set(people(table))

    async def _go_on(
        self, loaded: LoadedTable, request: Request, by: int = 0, *, instead_of: Request | None = None
    ) -> Table:
        """Store what was answered, ``instead_of`` a request that is closed, and do what follows from it."""
        now = self._storage.now()
        if request.by in request.refused:
            return await self._keep(loaded, request.closed("withdrawn", now, by), by)
        if request.is_lost:
            return await self._keep(loaded, request.closed("refused", now, by), by)
        is_due = request.due is None or (request.due <= now and not is_paused(loaded.table))
        if request.is_granted and is_due:
            return await self._carry_out(loaded, request.closed("done", now, by), by)
        return await self._keep(loaded, request, by, instead_of=instead_of)

    async def _carry_out(self, loaded: LoadedTable, request: Request, by: int) -> Table:
        """Do what was asked for, and close the request, in one write."""
        before = loaded.table
        if request.kind == "undo":
            return await self._doing.undo.take_back(loaded, request.keep, request.by, request)
        if request.kind == "redo":
            return await self._doing.redo.play_again(loaded, request.again, request.by, request)
        if request.kind == "stop":
            return await self._doing.moves.end_together(loaded, by, request)
        if request.kind == "move":
            place = ChannelPlace(request.channel, before.guild_id)
            return await self._doing.places.carry(loaded, by, place, request)
        if request.kind == "stand":
            stand_ins, deputies, proxies = _standing_in(before, request)
            return await self._keep(
                loaded, request, by, stand_ins=stand_ins, deputies=deputies, proxies=proxies
            )
        return await self._hand_over(loaded, request, by)

    async def _hand_over(self, loaded: LoadedTable, request: Request, by: int) -> Table:
        """Give a seat to somebody else, with time of their own: nothing decides there that its person has chosen."""
        before, seat = loaded.table, request.seat
        people = [request.user, *(one for one in before.people if one != request.holder)]
        left = [] if is_house(request.holder) else [Predecessor(seat, request.holder, request.back)]
        after = handed_over(before.settings, seat, self._storage.now()).having(
            requests=before.settings.noting(request),
            predecessors=(*before.settings.sat_before, *left),
            colours=await wished(self._storage, people),
            stand_ins={one: user for one, user in before.stand_ins.items() if one != seat},
            deputies={one: who for one, who in before.settings.deputies.items() if one != seat},
        )
        game, rows = await self._storage.seats.replace(
            before.game_id,
            seat,
            request.user,
            name_at(before, request.user, request.name, seat),
            _out_since(before, request),
            settings=after.since(before.settings),
        )
        kept, seats = TableSettings.of(game.settings), tuple(map(seat_from, rows))
        loaded.table = replace(before, seats=seats, host=game.host_user_id, settings=kept)
        self._changes.tell(TableChange(_told_as(request, by), loaded.table, before, by=by))
        return loaded.table

    async def _keep(
        self,
        loaded: LoadedTable,
        request: Request,
        by: int = 0,
        *,
        instead_of: Request | None = None,
        **changes: object,
    ) -> Table:
        """Store a request as it stands, ``instead_of`` one that is closed, with what else changes, and tell it."""
        before, kind = loaded.table, _told_as(request, by)
        news: NewsKind = kind if request.about_moves else "settings"
        kept = before.settings.noting(*filter(None, (instead_of, request)))
        after = await self._tables.change_settings(loaded, (news, by), requests=kept, **changes)
        self._changes.tell(TableChange(kind, after, before, by=by))
        return after


def people(table: Table) -> tuple[int, ...]:
    """Return the people at a table whose agreement counts."""
    return tuple(seat.user_id for seat in table.seats if not seat.is_house)


def overtaken(table: Table, request: Request) -> Outcome:
    """Return the outcome of a request that is no longer open and that nobody has closed."""
    if request.about_moves:
        following = next((move for move in table.moves if move.rev > request.rev), None)
        by_others = (
            following is not None and following.rev == request.rev + 1 and following.user_id != request.by
        )
        return "void" if by_others else "withdrawn"
    if request.kind == "stop":
        later = (move for move in table.moves if move.rev > request.rev)
        return "done" if any(map(ends_together, later)) else "void"
    seat = table.seat(request.seat)
    moved = request.kind == "move" and table.channel_id == request.channel
    if moved or (seat is not None and seat.user_id == request.user):
        return "done"
    came_back = request.unasked and table.has_acted_since(request.holder, request.rev)
    return "here" if came_back else "void"


def _standing_in(table: Table, request: Request) -> tuple[dict[str, int], dict[str, Deputy], dict[str, str]]:
    """Return the seats left to the house, the deputies, and the names of all who ever were, with one more."""
    stand_ins, deputies, proxies = dict(table.stand_ins), dict(table.deputies), dict(table.settings.proxies)
    seat, user, name = request.seat, request.user, request.name
    if is_house(user) and request.until is None:
        stand_ins[seat] = request.holder
    else:
        deputies[seat] = Deputy(seat, request.holder, user, name, called=True, until=request.until)
        proxies |= {} if is_house(user) else {str(user): name}
    return stand_ins, deputies, proxies


def _out_since(table: Table, request: Request) -> datetime | None:
    """Return since when whoever gets a seat has been out of it; None where it never was theirs."""
    known = (one for one in table.settings.requests if one.kind == "out" and one.outcome == "done")
    theirs = [one.closed_at for one in known if (one.seat, one.holder) == (request.seat, request.user)]
    return theirs[-1] if theirs else None


def _last_taken(table: Table) -> list[Request]:
    """Return by which request each seat that has changed hands came to whoever has it."""
    done = [one for one in table.settings.requests if one.kind in ("seat", "out") and one.outcome == "done"]
    return list({one.seat: one for one in done}.values())


def _told_as(request: Request, by: int) -> Literal["settings", "seats", "asked", "answered"]:
    """Return as what a request is told that somebody asks, answers or, if it is nobody, that events have closed."""
    if request.about_moves and by:
        return "answered" if request.id else "asked"
    return "settings" if request.about_moves or request.kind == "stop" else "seats"
