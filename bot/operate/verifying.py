"""Replaying stored games with the rules of this version: the check before an upgrade is accepted."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.errors.storage import StorageProblem
from bot.errors.tables import Outdated
from bot.operate.transfer import PATIENCE, copied
from bot.storage import GameRow, Storage
from bot.storage.connect import file_of, read_address
from bot.tables import replay
from bot.tables.table import table_from
from engine.refusals import Refused


@dataclass
class Verified:
    """How many games and actions were replayed, and how many games do not come out as they are stored."""

    games: int = 0
    actions: int = 0
    mismatches: int = 0

    def __str__(self) -> str:
        return f"{self.games} games, {self.actions} actions, {self.mismatches} mismatches"


async def verify(address: str, tell: Callable[[str], None], *, closed: bool = False) -> Verified:
    """Replay all running games, with ``closed`` the others too, and tell a line of each that goes wrong.

    Nothing is changed, and the bot may be playing meanwhile: a file is copied first.

    :raises Unavailable: when the database cannot be used
    """
    found = Verified()
    async with unchanged(address) as storage:
        states = ("running", "finished", "ended") if closed else ("running",)
        for row in await storage.games.in_state(*states):
            if row.started_at is None:
                continue
            found.games += 1
            try:
                found.actions += await _replay(storage, row)
            except Outdated as trouble:
                found.mismatches += 1
                tell(
                    f"game {row.id} ({row.title}): move {trouble.values['move']}, {trouble.values['reason']}"
                )
            except StorageProblem:
                raise
            except Exception as trouble:  # noqa: BLE001 - whatever it is, this version cannot go on with the game
                found.mismatches += 1
                tell(f"game {row.id} ({row.title}): {_said(trouble)}")
    return found


def _said(trouble: Exception) -> str:
    """Return one line of what went wrong, with its kind where it is nobody's sentence."""
    text = " ".join(str(trouble).split())
    return text if isinstance(trouble, _Contradiction | Refused) else f"{type(trouble).__name__}, {text}"


class _Contradiction(Exception):
    """A stored state is not what the moves lead to."""


@asynccontextmanager
async def unchanged(address: str) -> AsyncIterator[Storage]:
    """Yield the games of a database as they are at this moment; on a server the database itself."""
    file = file_of(read_address(address))
    if file is not None:
        async with copied(file) as storage:
            yield storage
    else:
        async with Storage.open_unchanged(address, patience=PATIENCE) as storage:
            yield storage


async def _replay(storage: Storage, row: GameRow) -> int:
    """Replay a game from its start, compare it with the state stored by this very engine, and count its actions."""
    setup = table_from(row, await storage.seats.of_game(row.id)).setup
    moves = [(one.seat, one.text) for one in await storage.actions.in_force(row.id)]
    stored = await storage.snapshots.newest(row.id, replay.engine_id())
    replayed = await asyncio.to_thread(replay.fingerprint, setup, moves)
    if stored is not None and stored.sound and stored.ply <= len(moves):
        snapshot = replay.StoredState(stored.ply, stored.blob)
        resumed = await asyncio.to_thread(replay.rebuild, setup, moves, snapshot)
        if resumed.state.fingerprint() != replayed:
            raise _Contradiction("the stored state contradicts the replay")
    return len(moves)
