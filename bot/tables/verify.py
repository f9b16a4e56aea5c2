"""Replaying stored games in the background: it makes snapshots after an upgrade, and verifies those there are."""

import asyncio
import logging
import time

from bot.tables import replay
from bot.tables.service import Service
from engine.refusals import Refused

log = logging.getLogger(__name__)

REST = 3.0
"""How many seconds of rest follow every second of work, so that players do not feel it."""
KEY = "proved"
"""The key under which, with the game's number, the version is stored at which a game was verified."""


async def verify_all(service: Service) -> None:
    """Go once through the running games, beginning with those that have no usable snapshot."""
    storage, engine = service.storage, replay.engine_id()
    rows = await storage.games.in_state("running")
    bare = [row.id for row in rows if await storage.snapshots.newest(row.id, engine) is None]
    for game_id in [*bare, *(row.id for row in rows if row.id not in bare)]:
        began = time.monotonic()
        try:
            await _verify(service, game_id, engine)
        except Exception as trouble:
            unforeseen = not isinstance(trouble, Refused)
            log.error("game %d could not be verified: %s", game_id, trouble, exc_info=unforeseen)  # noqa: TRY400 - see before
        await asyncio.sleep(REST * (time.monotonic() - began))


async def _verify(service: Service, game_id: int, engine: str) -> None:
    """Replay a game unless that has been done at this very revision."""
    table = await service.tables.find(game_id)
    key, stand = f"{KEY}:{game_id}", f"{engine}:{table.rev}"
    if await service.storage.meta.read(key) != stand and await service.history.verify(game_id):
        await service.storage.meta.write(key, stand)
