from collections.abc import AsyncIterator

import pytest

from bot.storage import GameRow, NewGame, Storage

ANN, BOB, CY = 11, 12, 13


@pytest.fixture
async def storage(address: str) -> AsyncIterator[Storage]:
    async with Storage.open(address) as opened:
        yield opened


@pytest.fixture
async def lobby(storage: Storage) -> GameRow:
    """A lobby for three with nobody at it."""
    return await storage.games.create(NewGame(900, "18Mag", seed=7, places=3, host_user_id=ANN))


@pytest.fixture
async def game(storage: Storage, lobby: GameRow) -> GameRow:
    """A running game of Ann, Bob and Cy, without any action."""
    for user_id, name in ((ANN, "Ann"), (BOB, "Bob"), (CY, "Cy")):
        await storage.seats.join(lobby.id, user_id, name)
    await storage.games.start(lobby.id, (ANN, BOB, CY))
    return await storage.games.find(lobby.id)
