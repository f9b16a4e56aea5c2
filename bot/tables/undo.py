"""Taking moves back: which go, whom that concerns, and how the table stands then."""

import asyncio
from dataclasses import dataclass, replace

from bot.errors.storage import StorageProblem
from bot.errors.tables import NoSuchMove, NothingToUndo
from bot.storage import RULES, Storage
from bot.tables import replay
from bot.tables.border import border
from bot.tables.cache import LoadedTable, TableCache
from bot.tables.changes import Changes, TableChange
from bot.tables.clocks import given_back
from bot.tables.move_writer import as_stored
from bot.tables.requests import Request
from bot.tables.seated import checked
from bot.tables.table import PlayedMove, StartedTable, Table


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
    """Return ``keep``, raised past forced moves: these are only undone together with the move before them."""
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


class Undo:
    """Looks what an undo would take back, and takes it back."""

    def __init__(self, storage: Storage, tables: TableCache, changes: Changes) -> None:
        self._storage = storage
        self._tables = tables
        self._changes = changes

    async def plan(self, game_id: int, rev: int | None, user_id: int, keep: int | None = None) -> UndoPlan:
        """Return which moves an undo would take back, and whom it would ask; by default before one's last.

        :raises StaleRev: when the table has moved on since the person looked
        :raises NotSeated, NotRunning, NoSuchMove, NothingToUndo: when there is nothing this person may take back
        """
        async with self._tables.locked(game_id) as loaded:
            return planned(loaded.table, rev, user_id, keep)

    async def just_done(self, game_id: int, rev: int, user_id: int) -> StartedTable | None:
        """Return the table if a person has just taken back upon this version what a second press asks for again."""
        table = await self._tables.find(game_id)
        rows = await self._storage.actions.everything(game_id)
        gone = [row for row in rows if row.retraction_rev == rev + 1 and row.retracted_by == user_id]
        later = [move for move in table.moves if move.rev > rev + 1 and not _of_itself(table, move)]
        return table.started() if gone and not later else None

    async def take_back(
        self, loaded: LoadedTable, keep: int, by: int, request: Request | None = None
    ) -> StartedTable:
        """Go back to the first ``keep`` moves; the caller holds the table and has made sure that all agree.

        The ``request`` to do so is closed with it.
        """
        before = loaded.table.started()
        game = await self._tables.earlier(before, keep)
        then, now = border(before, game), self._storage.now()
        kept = replace(before, state="running", moves=before.moves[:keep], game=game)
        settings = given_back(before, kept, now)
        if request is not None:
            settings = settings.having(requests=settings.noting(request))
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


def planned(table: Table, rev: int | None, user_id: int, keep: int | None) -> UndoPlan:
    """Plan an undo like :meth:`Undo.plan`, for a caller that already holds the table."""
    seen = checked(table, user_id, rev)
    keep = through_forced(seen, last_own(seen, user_id) if keep is None else keep)
    if not 0 <= keep < len(seen.moves):
        raise NoSuchMove(move=keep + 1, last=len(seen.moves))
    return UndoPlan(seen, keep, seen.concerned(seen.moves[keep:], user_id))
