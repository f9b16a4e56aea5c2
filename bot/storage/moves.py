"""Writing moves within the caller's transaction."""

from collections.abc import Sequence

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import Database
from bot.storage.rows import Move
from bot.storage.schema import actions


async def add_moves(  # noqa: PLR0913, PLR0917 - where, behind what, which, and by what press
    connection: AsyncConnection,
    database: Database,
    game_id: int,
    rev: int,
    moves: Sequence[Move],
    interaction_id: int | None = None,
) -> None:
    """Write moves behind those in force; the first leads to the revision after ``rev``."""
    if not moves:
        return
    last = select(func.max(actions.c.ply)).where(
        actions.c.game_id == game_id, actions.c.retracted_at.is_(None)
    )
    ply = (await connection.execute(last)).scalar_one() or 0
    shared = {"game_id": game_id, "created_at": database.now(), "interaction_id": interaction_id}
    rows = [
        {"ply": ply + part + 1, "rev": rev + part + 1, "part": part, **shared}
        | {"seat": move.seat, "user_id": move.user_id, "text": move.text, "decided_by": move.decided_by}
        for part, move in enumerate(moves)
    ]
    await connection.execute(insert(actions), rows)
