"""Standing orders: what people have decided beforehand. That one has moved is noted with the move, or not at all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import and_, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors.tables import OrderEnded
from bot.storage.database import Database, whole_requests
from bot.storage.queries import locked_game, pick
from bot.storage.rows import OrderRow
from bot.storage.schema import games, standing_orders

UNDONE, WITHDRAWN, REPLACED = "undone", "withdrawn", "replaced"
"""Reasons that no position gives: moves were taken back, the person no longer wants the order, or wants another."""

STANDS = standing_orders.c.ended_at.is_(None)
ENDED_UNHEARD = ~STANDS & ~standing_orders.c.told
ACTED_UNHEARD = standing_orders.c.acted_rev > func.coalesce(standing_orders.c.told_rev, 0)


async def note_act(connection: AsyncConnection, order_id: int, rev: int) -> None:
    """Note within the caller's transaction that an order has moved.

    :raises OrderEnded: when it has ended
    """
    change = (
        update(standing_orders)
        .where(standing_orders.c.id == order_id, STANDS)
        .values(acted_rev=rev, acts=standing_orders.c.acts + 1)
    )
    if (await connection.execute(change)).rowcount != 1:
        raise OrderEnded


async def end_orders_since(
    connection: AsyncConnection, game_id: int, rev: int, own: int | None, now: datetime
) -> None:
    """End within the caller's transaction the orders of a table that were given at a revision or later.

    With them end those that have moved since then of a person, ``own``, who takes back what an order of theirs did
    at the revision: it would do so again at once.
    """
    undone = standing_orders.c.acted_rev >= rev, standing_orders.c.user_id == own
    await connection.execute(
        update(standing_orders)
        .where(
            standing_orders.c.game_id == game_id, STANDS, (standing_orders.c.given_rev >= rev) | and_(*undone)
        )
        .values(ended_at=now, reason={"why": UNDONE})
    )


@whole_requests
@dataclass(frozen=True)
class StoredOrders:
    """Giving, ending and listing standing orders."""

    database: Database

    async def give(
        self, game_id: int, user_id: int, seat: str, wanted: Mapping[str, Any], instead_of: Sequence[int] = ()
    ) -> OrderRow:
        """Store an order of a running game; those it stands ``instead_of`` end with it, which its person knows.

        :raises GameMissing, WrongState: when there is no such running game
        """
        values: dict[str, Any] = {
            "game_id": game_id,
            "user_id": user_id,
            "seat": seat,
            "wanted": dict(wanted),
        }
        values |= {"created_at": self.database.now(), "acts": 0, "reason": {}, "told": False}
        async with self.database.writing() as connection:
            values["given_rev"] = (await locked_game(connection, game_id, "running")).rev
            ended = {"ended_at": self.database.now(), "reason": {"why": REPLACED}, "told": True}
            old = standing_orders.c.id.in_(instead_of), standing_orders.c.user_id == user_id, STANDS
            await connection.execute(update(standing_orders).where(*old).values(**ended))
            order = insert(standing_orders).values(**values).returning(standing_orders.c.id)
            number = await connection.scalar(order)
        assert number is not None
        return OrderRow(id=number, **values)

    async def standing(self, game_id: int, user_id: int | None = None) -> tuple[OrderRow, ...]:
        """Return the orders that stand at a table, a person's or everybody's, oldest first."""
        query = pick(standing_orders, OrderRow).where(standing_orders.c.game_id == game_id, STANDS)
        if user_id is not None:
            query = query.where(standing_orders.c.user_id == user_id)
        return await self.database.rows(OrderRow, query.order_by(standing_orders.c.id))

    async def games(self) -> tuple[int, ...]:
        """Return the games at which orders stand, or have moved or ended without their people knowing."""
        query = (
            select(standing_orders.c.game_id)
            .join(games, games.c.id == standing_orders.c.game_id)
            .where(self.database.shard.own_games, STANDS | ENDED_UNHEARD | ACTED_UNHEARD)
            .distinct()
        )
        async with self.database.asking() as connection:
            return tuple(await connection.scalars(query))

    async def end(
        self, order_id: int, why: str, values: Mapping[str, Any] | None = None, *, told: bool = False
    ) -> bool:
        """End an order, ``told`` where its person knows; return False where it had ended before."""
        change = (
            update(standing_orders)
            .where(standing_orders.c.id == order_id, STANDS)
            .values(ended_at=self.database.now(), reason={**(values or {}), "why": why}, told=told)
        )
        return bool(await self.database.execute(change))

    async def untold(self, game_id: int) -> tuple[OrderRow, ...]:
        """Return the orders of a table that have ended without their people having been told."""
        mine = standing_orders.c.game_id == game_id
        query = pick(standing_orders, OrderRow).where(mine, ENDED_UNHEARD)
        return await self.database.rows(OrderRow, query.order_by(standing_orders.c.id))

    async def unheard(self, game_id: int) -> tuple[OrderRow, ...]:
        """Return the orders of a table whose last move their people have not heard of."""
        mine = standing_orders.c.game_id == game_id
        query = pick(standing_orders, OrderRow).where(mine, ACTED_UNHEARD)
        return await self.database.rows(OrderRow, query.order_by(standing_orders.c.id))

    async def heard(self, order_id: int, rev: int) -> None:
        """Note that a person has heard of the move of an order that led to a revision."""
        change = update(standing_orders).where(standing_orders.c.id == order_id).values(told_rev=rev)
        await self.database.execute(change)

    async def told(self, order_id: int) -> None:
        """Note that a person knows why an order has ended."""
        change = update(standing_orders).where(standing_orders.c.id == order_id).values(told=True)
        await self.database.execute(change)
