from collections.abc import AsyncIterator

import pytest

from bot.storage import Storage
from bot.tables.service import Service
from bot.tables.table import StartedTable
from tests.bot.tables.deeds import ANN, BOB, CY


@pytest.fixture
async def storage(address: str) -> AsyncIterator[Storage]:
    async with Storage.open(address, patience=10.0) as opened:
        yield opened


@pytest.fixture
async def service(storage: Storage) -> AsyncIterator[Service]:
    made = Service(storage)
    yield made
    await made.settled()


@pytest.fixture
async def table(service: Service) -> StartedTable:
    """A running game of three."""
    lobby = await service.lobbies.create(900, "18Mag", ANN, "Ann", seats=3, seed=7)
    await service.lobbies.join(lobby.game_id, BOB, "Bob")
    await service.lobbies.join(lobby.game_id, CY, "Cy")
    return await service.lobbies.start(lobby.game_id, ANN)
