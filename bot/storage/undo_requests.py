"""Requests to undo that need the consent of the table."""

from dataclasses import dataclass, replace

from sqlalchemy import ColumnElement, bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import StaleRev, UndoClosed
from bot.storage.database import Database, whole_requests
from bot.storage.outbox import add_news
from bot.storage.queries import fetch_one, locked_game, put
from bot.storage.rows import Move, UndoRow
from bot.storage.schema import actions, games, undo_answers, undo_requests

COLUMNS = tuple(
    undo_requests.c[name] for name in ("id", "game_id", "rev", "to_ply", "asked_by", "asked_at", "again")
)
OPEN = (
    select(*COLUMNS)
    .join(games, games.c.id == undo_requests.c.game_id)
    .where(undo_requests.c.closed_at.is_(None), undo_requests.c.rev == games.c.rev)
)

OF_GAME = OPEN.where(undo_requests.c.game_id == bindparam("game_id"))


async def _with_answers(connection: AsyncConnection, request: UndoRow) -> UndoRow:
    """Return the request with what everybody answered so far, and with what is to be played again."""
    query = select(undo_answers.c.user_id, undo_answers.c.agrees).where(
        undo_answers.c.request_id == request.id
    )
    answers = (await connection.execute(query)).all()
    agreed = frozenset(user_id for user_id, agrees in answers if agrees)
    refused = frozenset(user_id for user_id, agrees in answers if not agrees)
    return replace(request, agreed=agreed, refused=refused, moves=await _moves(connection, request))


async def _moves(connection: AsyncConnection, request: UndoRow) -> tuple[Move, ...]:
    """Return the moves that are to be played again, none where moves are to be taken back."""
    if request.again is None:
        return ()
    query = select(actions.c.seat, actions.c.user_id, actions.c.text, actions.c.decided_by).where(
        actions.c.game_id == request.game_id, actions.c.retraction_rev == request.again
    )
    return tuple(Move(*row) for row in await connection.execute(query.order_by(actions.c.ply)))


@whole_requests
@dataclass(frozen=True)
class StoredUndoRequests:
    """Asking, answering, closing. A request is open only while the game stands at its revision."""

    database: Database

    async def ask(
        self, game_id: int, expected_rev: int, to_ply: int, by: int, *, again: int | None = None
    ) -> UndoRow:
        """Ask the table to go back to the first ``to_ply`` actions, in place of an earlier open request.

        With ``again`` the table is asked to play again what the undo of that revision took back.

        :raises StaleRev: when the game is at another revision
        :raises GameMissing, WrongState: when there is no such running or finished game
        """
        values = {"game_id": game_id, "rev": expected_rev, "to_ply": to_ply, "asked_by": by, "again": again}
        async with self.database.writing() as connection:
            game = await locked_game(connection, game_id, "running", "finished")
            if game.rev != expected_rev:
                raise StaleRev(game_id=game_id, expected=expected_rev, actual=game.rev)
            await self._shut(connection, undo_requests.c.game_id == game_id)
            await add_news(connection, self.database, game_id, "asked", by, expected_rev)
            ask = insert(undo_requests).values(**values, asked_at=self.database.now()).returning(*COLUMNS)
            return await _with_answers(connection, UndoRow(*(await connection.execute(ask)).one()))

    async def of_game(self, game_id: int) -> UndoRow | None:
        """Return the open request of a game with its answers."""
        async with self.database.asking() as connection:  # most games have none
            if await fetch_one(connection, UndoRow, OF_GAME, game_id=game_id) is None:
                return None
        async with self.database.reading() as connection:
            found = await fetch_one(connection, UndoRow, OF_GAME, game_id=game_id)
            return None if found is None else await _with_answers(connection, found)

    async def last_at(self, game_id: int, rev: int) -> UndoRow | None:
        """Return the last request at a revision of a game, open or not."""
        newest = select(*COLUMNS).where(undo_requests.c.game_id == game_id, undo_requests.c.rev == rev)
        async with self.database.reading() as connection:
            query = newest.order_by(undo_requests.c.id.desc()).limit(1)
            found = await fetch_one(connection, UndoRow, query)
            return None if found is None else await _with_answers(connection, found)

    async def answer(self, request_id: int, user_id: int, *, agrees: bool) -> UndoRow:
        """Store a person's answer (a later one replaces it) and return the request with all answers.

        :raises UndoClosed: when the request is closed or a move has overtaken it
        """
        values = {"request_id": request_id, "user_id": user_id, "agrees": agrees}
        async with self.database.writing() as connection:
            found = await fetch_one(connection, UndoRow, OPEN.where(undo_requests.c.id == request_id))
            if found is None:
                raise UndoClosed(request_id=request_id)
            await put(connection, undo_answers, {**values, "answered_at": self.database.now()})
            await add_news(connection, self.database, found.game_id, "answered", user_id, found.rev)
            return await _with_answers(connection, found)

    async def close(self, request_id: int) -> None:
        """Close a request that was refused or withdrawn; one already closed stays so."""
        mine = undo_requests.c.id == request_id
        async with self.database.writing() as connection:
            await self._shut(connection, mine)
            game_id = await connection.scalar(select(undo_requests.c.game_id).where(mine))
            if game_id is not None:
                await add_news(connection, self.database, game_id, "answered", 0)

    async def _shut(self, connection: AsyncConnection, which: ColumnElement[bool]) -> None:
        """Close the open requests among ``which``."""
        await connection.execute(
            update(undo_requests)
            .where(which, undo_requests.c.closed_at.is_(None))
            .values(closed_at=self.database.now())
        )
