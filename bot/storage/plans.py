"""Plans: what people think of doing, known to themselves alone."""

from dataclasses import dataclass

from sqlalchemy import delete, update

from bot.storage.database import Database, whole_requests
from bot.storage.queries import pick, put_new
from bot.storage.rows import JsonValue, PlanRow
from bot.storage.schema import plans


@whole_requests
@dataclass(frozen=True)
class StoredPlans:
    """Keeping plans, by table, person and name."""

    database: Database

    async def of(self, game_id: int, user_id: int) -> tuple[PlanRow, ...]:
        """Return a person's plans at a game, by name."""
        query = pick(plans, PlanRow).where(plans.c.game_id == game_id, plans.c.user_id == user_id)
        return await self.database.rows(PlanRow, query.order_by(plans.c.name))

    async def find(self, plan_id: int) -> PlanRow | None:
        """Return a plan, None if it is gone."""
        query = pick(plans, PlanRow).where(plans.c.id == plan_id)
        return await self.database.row(PlanRow, query)

    async def keep(self, game_id: int, user_id: int, name: str, unit: str, steps: JsonValue) -> PlanRow:
        """Store a plan in the place of one of that name, and return it."""
        values = {"game_id": game_id, "user_id": user_id, "name": name, "unit": unit, "steps": steps}
        mine = (plans.c.game_id == game_id) & (plans.c.user_id == user_id) & (plans.c.name == name)
        async with self.database.writing() as connection:
            await put_new(connection, plans, values)
            kept = update(plans).where(mine).values(unit=unit, steps=steps).returning(plans.c.id)
            return PlanRow((await connection.execute(kept)).scalar_one(), **values)

    async def drop(self, plan_id: int) -> None:
        """Delete a plan; unknown is fine."""
        await self.database.execute(delete(plans).where(plans.c.id == plan_id))
