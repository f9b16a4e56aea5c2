"""Taking moves back: one's own last ones at once, anything else with the consent of the table."""

import asyncio
from dataclasses import dataclass, replace

from bot.errors import (
    NoRequest,
    NoSuchMove,
    NothingToUndo,
    OwnRequest,
    StorageProblem,
)
from bot.storage import RULES, Storage, UndoRow
from bot.tables import replay
from bot.tables.border import border
from bot.tables.cache import LoadedTable, TableCache
from bot.tables.changes import Changes, TableChange
from bot.tables.clocks import given_back
from bot.tables.move_writer import as_stored
from bot.tables.redo import Redo, check_unasked
from bot.tables.seated import checked, concerned
from bot.tables.table import PlayedMove, StartedTable, Table


@dataclass(frozen=True, slots=True)
class UndoOutcome:
    """The table after somebody asked to undo, and the request that now waits for consent, if one does."""

    table: Table
    request: UndoRow | None = None


@dataclass(frozen=True, slots=True)
class UndoPlan:
    """What an undo would do: how many moves stay, and who must agree."""

    table: StartedTable
    keep: int
    asks: tuple[int, ...]


def last_own(table: Table, user_id: int) -> int:
    """Return how many moves stay when a person's last move is taken back, or one that was decided in their place.

    :raises NothingToUndo: when the person has made none
    """
    for move in reversed(table.moves):
        if not _of_itself(table, move) and user_id in (move.user_id, _in_place_of(table, move)):
            return move.ply - 1
    raise NothingToUndo


def through_forced(table: Table, keep: int) -> int:
    """Return how many moves stay, for what follows of itself is never taken back by itself."""
    while keep < len(table.moves) and _of_itself(table, table.moves[keep]):
        keep += 1
    return keep


def _in_place_of(table: Table, move: PlayedMove) -> int | None:
    """Return the person in whose place a move was decided; None where they did it themselves."""
    seat = table.seat(move.seat)
    return seat.user_id if seat is not None and move.decided_by else None


def _of_itself(table: Table, move: PlayedMove) -> bool:
    """Tell whether a move is an automatic player's, or one that nobody had to decide."""
    return table.seat(move.seat) is None or move.decided_by in ("forced", RULES)


def asked(table: Table, request: UndoRow) -> tuple[int, ...]:
    """Return the people whose moves are concerned and who have not agreed yet."""
    return tuple(user for user in everybody_asked(table, request) if user not in request.agreed)


def everybody_asked(table: Table, request: UndoRow) -> tuple[int, ...]:
    """Return the people whose moves are concerned, whether they have agreed or not."""
    moves = table.moves[request.to_ply :] if request.again is None else request.moves
    return concerned(table, moves, request.asked_by)


class Undo:
    """Undo and consent."""

    def __init__(self, storage: Storage, tables: TableCache, changes: Changes, redo: Redo) -> None:
        self._redo = redo
        self._storage = storage
        self._tables = tables
        self._changes = changes

    async def plan(self, game_id: int, rev: int | None, user_id: int, keep: int | None = None) -> UndoPlan:
        """Preview :meth:`ask`: the moves it would take back and the people it would ask. Nothing happens.

        :raises StaleRev, NotSeated, NotRunning, NoSuchMove, NothingToUndo: like :meth:`ask`
        """
        async with self._tables.locked(game_id) as loaded:
            return _planned(loaded.table, rev, user_id, keep)

    async def ask(self, game_id: int, rev: int | None, user_id: int, keep: int | None = None) -> UndoOutcome:
        """Go back to the first ``keep`` moves, by default before one's last; ask where others have acted.

        :raises StaleRev: when the table has moved on since the person looked
        :raises NotSeated, NotRunning, NoSuchMove, NothingToUndo: when there is nothing this person may take back
        """
        async with self._tables.locked(game_id) as loaded:
            plan = _planned(loaded.table, rev, user_id, keep)
            table, keep = plan.table, plan.keep
            if not plan.asks:
                return UndoOutcome(await self._take_back(loaded, table, keep, user_id))
            await check_unasked(self._storage, game_id, user_id)
            request = await self._storage.undo.ask(game_id, table.rev, keep, user_id)
            self._changes.tell(TableChange("asked", table, table, by=user_id, request=request))
            return UndoOutcome(table, request)

    async def answer(self, game_id: int, user_id: int, *, agrees: bool) -> UndoOutcome:
        """Agree to the open request or refuse it; whoever asked may withdraw by refusing.

        :raises NoRequest: when none is open, or a move has overtaken it
        :raises OwnRequest: when one cannot agree to one's own request
        """
        async with self._tables.locked(game_id) as loaded:
            table = checked(loaded.table, user_id, None)
            request = await self._storage.undo.of_game(game_id)
            if request is None:
                raise NoRequest
            if agrees and request.asked_by == user_id:
                raise OwnRequest
            if request.asked_by != user_id:
                request = await self._storage.undo.answer(request.id, user_id, agrees=agrees)
            if not agrees:
                await self._storage.undo.close(request.id)
            elif not asked(table, request):
                if request.again is not None:
                    return UndoOutcome(await self._redo.carry_out(loaded, request.again, request.asked_by))
                return UndoOutcome(await self._take_back(loaded, table, request.to_ply, request.asked_by))
            self._changes.tell(
                TableChange("answered", table, table, by=user_id, request=request, agreed=agrees)
            )
            return UndoOutcome(table, request if agrees else None)

    async def just_done(self, game_id: int, rev: int, user_id: int) -> StartedTable | None:
        """Return the table if a person has just taken back upon this version what a second press asks for again."""
        table = await self._tables.find(game_id)
        rows = await self._storage.actions.everything(game_id)
        gone = [row for row in rows if row.retraction_rev == rev + 1 and row.retracted_by == user_id]
        later = [move for move in table.moves if move.rev > rev + 1 and not _of_itself(table, move)]
        return table.started() if gone and not later else None

    async def request(self, game_id: int) -> UndoRow | None:
        """Return the request that waits for consent."""
        return await self._storage.undo.of_game(game_id)

    async def _take_back(self, loaded: LoadedTable, before: StartedTable, keep: int, by: int) -> StartedTable:
        game = await self._tables.earlier(before, keep)
        then, now = border(before, game), self._storage.now()
        kept = replace(before, state="running", moves=before.moves[:keep], game=game)
        settings = given_back(before, kept, now)
        try:
            rev = await self._storage.actions.retract(
                before.game_id, before.rev, keep, by, then, settings=settings.since(before.settings)
            )
        except StorageProblem:
            self._tables.drop(before.game_id)
            raise
        loaded.forget_after(keep)
        loaded.remember(game, keep)
        after = replace(kept, rev=rev - len(then), settings=settings)
        if then:
            ((_, game),) = await asyncio.to_thread(
                replay.again, game, [(move.seat, move.text) for move in then]
            )
            moves = after.moves + as_stored(after, rev, then, now)
            after = replace(after, rev=rev, moves=moves, game=game)
        loaded.table = after
        self._changes.tell(TableChange("undone", after, before, by=by))
        return after


def _planned(table: Table, rev: int | None, user_id: int, keep: int | None) -> UndoPlan:
    seen = checked(table, user_id, rev)
    keep = through_forced(seen, last_own(seen, user_id) if keep is None else keep)
    if not 0 <= keep < len(seen.moves):
        raise NoSuchMove(move=keep + 1, last=len(seen.moves))
    return UndoPlan(seen, keep, concerned(seen, seen.moves[keep:], user_id))
