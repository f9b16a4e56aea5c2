"""Taking moves back: one's own last ones at once, anything else with the consent of the table."""

from dataclasses import dataclass, replace

from bot.errors import NoRequest, NoSuchMove, NothingToUndo, NotRunning, NotSeated, OwnRequest
from bot.storage import StaleRev, StorageProblem, UndoRow
from bot.tables.cache import LoadedTable, TableCache
from bot.tables.view import Change, Table

STATES = ("running", "finished")


@dataclass(frozen=True, slots=True)
class UndoOutcome:
    """The table after a wish to undo, and the request that now waits for consent, if one does."""

    table: Table
    request: UndoRow | None = None


def own_start(table: Table, user_id: int) -> int:
    """Return how many moves stay when a person takes back everything done since anybody else acted."""
    keep = len(table.moves)
    while keep and table.moves[keep - 1].user_id == user_id:
        keep -= 1
    return keep


def last_own(table: Table, user_id: int) -> int:
    """Return how many moves stay when a person's last move is taken back.

    Raises:
        NothingToUndo: the person has made none.
    """
    for move in reversed(table.moves):
        if move.user_id == user_id and table.seat(move.seat) is not None:
            return move.ply - 1
    raise NothingToUndo


def settled(table: Table, keep: int) -> int:
    """Return how many moves stay when no move of a player who is no person may be taken back alone."""
    while keep < len(table.moves) and table.seat(table.moves[keep].seat) is None:
        keep += 1
    return keep


def asked(table: Table, request: UndoRow) -> tuple[int, ...]:
    """Return the people who have not agreed yet."""
    done = {request.asked_by, *request.agreed}
    return tuple(seat.user_id for seat in table.seats if seat.user_id not in done)


class Undo(TableCache):
    """Undo and consent."""

    async def undo(self, game_id: int, rev: int | None, user_id: int, keep: int | None = None) -> UndoOutcome:
        """Go back to the first ``keep`` moves, by default before one's last; ask where others have acted.

        Raises:
            StaleRev: the table has moved on since the person looked.
            NotSeated, NotRunning, NoSuchMove, NothingToUndo: there is nothing this person may take back.
        """
        async with self.locked(game_id) as loaded:
            table = loaded.table
            _check(table, user_id, rev)
            keep = settled(table, last_own(table, user_id) if keep is None else keep)
            if not 0 <= keep < len(table.moves):
                raise NoSuchMove(move=keep + 1, last=len(table.moves))
            if keep >= own_start(table, user_id):
                return UndoOutcome(await self._take_back(loaded, keep, user_id))
            request = await self.storage.ask_undo(game_id, table.rev, keep, user_id)
            if not asked(table, request):
                return UndoOutcome(await self._take_back(loaded, keep, user_id))
            self.tell(Change("asked", table, table, by=user_id, request=request))
            return UndoOutcome(table, request)

    async def answer(self, game_id: int, user_id: int, *, agrees: bool) -> UndoOutcome:
        """Agree to the open request or refuse it; whoever asked may withdraw by refusing.

        Raises:
            NoRequest: none is open, or a move has overtaken it.
            OwnRequest: one cannot agree to one's own request.
        """
        async with self.locked(game_id) as loaded:
            table = loaded.table
            _check(table, user_id, None)
            request = await self.storage.undo_request(game_id)
            if request is None:
                raise NoRequest
            if agrees and request.asked_by == user_id:
                raise OwnRequest
            if request.asked_by != user_id:
                request = await self.storage.answer_undo(request.id, user_id, agrees=agrees)
            if not agrees:
                await self.storage.close_undo(request.id)
            elif not asked(table, request):
                return UndoOutcome(await self._take_back(loaded, request.to_ply, request.asked_by))
            self.tell(Change("answered", table, table, by=user_id, request=request, agreed=agrees))
            return UndoOutcome(table, request if agrees else None)

    async def request(self, game_id: int) -> UndoRow | None:
        """Return the request that waits for consent."""
        return await self.storage.undo_request(game_id)

    async def _take_back(self, loaded: LoadedTable, keep: int, by: int) -> Table:
        before = loaded.table
        game = await self._earlier(before, loaded.recent, keep)
        try:
            rev = await self.storage.retract(before.game_id, before.rev, keep, by)
        except StorageProblem:
            self.drop(before.game_id)
            raise
        moves = before.moves[:keep]
        loaded.table = replace(before, state="running", rev=rev, moves=moves, game=game)
        loaded.forget_after(keep)
        loaded.remember()
        self.tell(Change("undone", loaded.table, before, by=by))
        return loaded.table


def _check(table: Table, user_id: int, rev: int | None) -> None:
    """Refuse whoever does not sit here, and whoever looks at an older table."""
    if table.seat_of(user_id) is None:
        raise NotSeated
    if table.state not in STATES:
        raise NotRunning(state=table.state)
    if rev is not None and rev != table.rev:
        raise StaleRev(table.game_id, rev, table.rev)
