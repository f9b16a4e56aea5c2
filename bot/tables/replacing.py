"""Seats that change hands in a running game: asked for at the table, and taken by whoever agrees to sit there."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from bot.errors import (
    AlreadySeated,
    NobodyDecides,
    NoReplacement,
    NotAsked,
    NotRunning,
    NotSeated,
    SeatMissing,
)
from bot.storage import Storage
from bot.tables import view
from bot.tables.cache import LoadedTable, TableCache
from bot.tables.changes import Changes, TableChange
from bot.tables.lobbies import plain_name
from bot.tables.view import StartedTable, Table

MOST_ALONE = 2
"""How many others it takes, at least, to vote somebody out."""


@dataclass(frozen=True)
class Replacement:
    """The request that one person take another's seat, and the answers so far.

    More than half of the ``electors`` must agree, and so must the person who would sit there.
    """

    seat: str
    leaver: int
    user: int
    name: str
    by: int
    electors: tuple[int, ...] = ()
    agreed: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()

    @classmethod
    def at(cls, table: Table) -> Self | None:
        """Return the open request of a table; none is left when its game has been ended."""
        stored = table.settings.replacement
        if not stored or table.state == "ended":
            return None
        values: dict[str, Any] = {
            key: tuple(one) if isinstance(one, list) else one for key, one in stored.items()
        }
        found = cls(**values)
        seat = table.seat(found.seat)
        return found if seat is not None and seat.user_id == found.leaver else None

    def stored(self) -> dict[str, Any]:
        """Return what is kept in the table's settings."""
        return {key: list(one) if isinstance(one, tuple) else one for key, one in asdict(self).items()}

    @property
    def asked(self) -> tuple[int, ...]:
        """Return the people whose answer is awaited."""
        silent = [one for one in self.electors if one not in (*self.agreed, *self.refused)]
        electors = [] if self._is_elected else silent
        return tuple(dict.fromkeys([*([] if self.user in self.agreed else [self.user]), *electors]))

    @property
    def _is_elected(self) -> bool:
        votes = sum(one in self.agreed for one in self.electors)
        return not self.electors or votes * 2 > len(self.electors)

    @property
    def is_granted(self) -> bool:
        """Tell whether the seat changes hands."""
        return self.user in self.agreed and self._is_elected

    @property
    def is_lost(self) -> bool:
        """Tell whether too many have refused."""
        against = sum(one in self.refused for one in self.electors)
        decided = {self.user, self.by} & set(self.refused)
        return bool(decided) or (bool(self.electors) and against * 2 >= len(self.electors))

    def answered(self, user_id: int, *, agrees: bool) -> "Replacement":
        """Return the request with one more answer; a later one replaces an earlier one."""
        agreed = [one for one in self.agreed if one != user_id]
        refused = [one for one in self.refused if one != user_id]
        (agreed if agrees else refused).append(user_id)
        return replace(self, agreed=tuple(agreed), refused=tuple(refused))


class Replacing:
    """Asking for another person at a seat, and answering."""

    def __init__(self, storage: Storage, tables: TableCache, changes: Changes) -> None:
        self._storage = storage
        self._tables = tables
        self._changes = changes

    async def ask(  # noqa: PLR0913 - who, where, by whom, and who decides
        self,
        game_id: int,
        by: int,
        seat_id: str,
        user_id: int,
        name: str,
        *,
        electors: Sequence[int] | None,
    ) -> Table:
        """Ask that a person take over a seat; an earlier request is void.

        ``electors`` are those who decide; None where whoever asks may.

        :raises SeatMissing: when there is no such seat
        :raises AlreadySeated: when the person has a seat
        :raises NobodyDecides: when nobody is left who could agree
        :raises NotRunning: when the game is not being played
        """
        async with self._tables.locked(game_id) as loaded:
            table = _running(loaded.table)
            seat = table.seat(seat_id)
            if seat is None:
                raise SeatMissing(game_id=game_id)
            if table.seat_of(user_id) is not None:
                raise AlreadySeated(game_id=game_id, user_id=user_id)
            if electors is not None and not electors:
                raise NobodyDecides
            voters = tuple(electors or ())
            request = Replacement(seat_id, seat.user_id, user_id, plain_name(name), by, voters)
            return await self._go_on(loaded, table, request.answered(by, agrees=True), by)

    async def vote_out(self, game_id: int, by: int, seat_id: str, name: str) -> Table:
        """Ask the others whether the house is to take somebody's seat, under that name with a number in it.

        :raises SeatMissing: when no person sits there
        :raises NotSeated: when whoever asks is none of the others
        :raises NobodyDecides: when there are not two others who could agree
        :raises NotRunning: when the game is not being played
        """
        async with self._tables.locked(game_id) as loaded:
            table = _running(loaded.table)
            seat = table.seat(seat_id)
            if seat is None or seat.is_house:
                raise SeatMissing(game_id=game_id)
            voters = tuple(one.user_id for one in table.seats if one != seat and not one.is_house)
            if by not in voters:
                raise NotSeated
            if len(voters) < MOST_ALONE:
                raise NobodyDecides
            taken = {one.user_id for one in table.seats}
            house = next(one for one in range(-1, -len(taken) - 2, -1) if one not in taken)
            request = Replacement(seat_id, seat.user_id, house, f"{plain_name(name)} {-house}", by, voters)
            voted = request.answered(by, agrees=True).answered(house, agrees=True)
            return await self._go_on(loaded, table, voted, by)

    async def answer(self, game_id: int, user_id: int, *, agrees: bool) -> Table:
        """Agree to the open request or refuse it; whoever asked may withdraw by refusing.

        :raises NoReplacement: when none is open
        :raises NotAsked: when it is not this person's to answer
        """
        async with self._tables.locked(game_id) as loaded:
            table = _running(loaded.table)
            request = Replacement.at(table)
            if request is None:
                raise NoReplacement
            may = {request.user, *request.electors} | (set() if agrees else {request.by})
            if user_id not in may:
                raise NotAsked
            return await self._go_on(loaded, table, request.answered(user_id, agrees=agrees), user_id)

    async def _go_on(self, loaded: LoadedTable, before: StartedTable, request: Replacement, by: int) -> Table:
        """Store what was answered, and what follows from it."""
        granted = request.is_granted and not request.is_lost
        if granted:
            rows = await self._storage.seats.replace(before.game_id, request.seat, request.user, request.name)
            host = (await self._storage.games.find(before.game_id)).host_user_id
            loaded.table = replace(before, seats=tuple(map(view.seat, rows)), host=host)
        kept = None if granted or request.is_lost else request.stored()
        after = await self._tables.change_settings(loaded, replacement=kept)
        self._changes.tell(TableChange("seats", after, before, by=by))
        return after


def _running(table: Table) -> StartedTable:
    started = table.started()
    if started.state != "running":
        raise NotRunning(state=started.state)
    return started
