"""How Alembic reaches the database: over the storage's open connection, or at its configured address."""

import asyncio

from alembic import context
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from bot.storage.migrate import VERSION_TABLE
from bot.storage.schema import metadata


def run(connection: Connection) -> None:
    """Run the asked migrations on an open connection."""
    context.configure(
        connection=connection,
        target_metadata=metadata,
        version_table=VERSION_TABLE,
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()


async def run_at_address() -> None:
    """Open the configured address, run the migrations there, and close it."""
    engine = create_async_engine(context.config.get_main_option("sqlalchemy.url", ""))
    async with engine.begin() as connection:
        await connection.run_sync(run)
    await engine.dispose()


shared: Connection | None = context.config.attributes.get("connection")
if shared is None:
    asyncio.run(run_at_address())
else:
    run(shared)
