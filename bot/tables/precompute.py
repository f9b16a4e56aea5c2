"""Searches that a table will ask for, made in processes of their own as soon as the position is there."""

import asyncio
import logging
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import SynchronizedArray
from typing import Any, TypeAlias

from bot.tables import replay
from bot.worker_pool import SPAWN, WorkerPool, stand_by
from engine.choices import Choices
from engine.game import Game
from engine.position import Position
from engine.routes import SearchStopped, search_budget

log = logging.getLogger(__name__)

SLOTS = 256
"""How many searches may be under way or waiting; more of them cannot be stopped."""

Flags: TypeAlias = "SynchronizedArray[Any]"

_flags: list[Flags] = []


def _begin(leash: Connection, flags: Flags) -> None:
    """Get to know the flags by which searches are stopped."""
    stand_by(leash)
    _flags[:] = [flags]


def search(pos: Position, seconds: float | None, slot: int) -> dict[str, Any]:
    """Return the answers to all that listing the choices of a position asks; runs in a process of its own.

    Raises:
        Stopped: nobody wants them any more.
    """
    flags = _flags[0].get_obj()
    with search_budget(seconds, lambda: bool(flags[slot])):
        Choices(pos).foresee()
    return pos.answers


@dataclass(eq=False)
class _Search:
    """What is being sought for a game; ``slot`` is the place of its flag."""

    game: Game
    slot: int | None = None
    stopped: bool = False
    task: asyncio.Task[None] | None = None


class Precompute:
    """Lists what may be done at every table before anybody asks.

    ``seconds`` end the searches for one position with the best found, None lets them take their time. Without
    ``workers`` they run in threads. What was found for a table is found again at once.
    """

    def __init__(self, seconds: float | None = None, workers: int = 0) -> None:
        self.seconds = seconds
        self._flags: Flags | None = SPAWN.Array("b", SLOTS) if workers else None
        self._pool = WorkerPool(workers, _begin, self._flags) if workers else None
        self._free = list(range(SLOTS if workers else 0))
        self._searches: dict[int, _Search] = {}
        self._answers: dict[int, dict[str, Any]] = {}

    def begin(self, table: int, game: Game) -> None:
        """Begin to search for a table that has come to another position; a search for an earlier one is stopped."""
        present = self._searches.get(table)
        if present is not None and present.game is game:
            return
        self._stop(present)
        present = self._searches[table] = _Search(game)
        present.task = asyncio.create_task(self._run(table, present))

    async def ready(self, table: int, game: Game) -> bool:
        """Wait until the choices of a game are listed; tell whether they are, or the table went on instead."""
        self.begin(table, game)
        present = self._searches[table]
        assert present.task is not None
        await asyncio.wait([present.task])
        return not present.stopped

    async def settled(self) -> None:
        """Wait for all searches that are under way."""
        tasks = [one.task for one in self._searches.values() if one.task is not None]
        await asyncio.gather(*tasks)

    def forget(self, table: int) -> None:
        """Stop searching for a table."""
        self._stop(self._searches.pop(table, None))
        self._answers.pop(table, None)

    def close(self) -> None:
        """Stop all searches and let the processes go."""
        for table in list(self._searches):
            self.forget(table)
        if self._pool is not None:
            self._pool.close()

    def _stop(self, present: _Search | None) -> None:
        if present is None or present.task is None or present.task.done():
            return
        present.stopped = True
        if present.slot is not None and self._flags is not None:
            self._flags[present.slot] = 1

    async def _run(self, table: int, present: _Search) -> None:
        game, known = present.game, self._answers.setdefault(table, {})
        game.pos.learn(known)
        try:
            if not await asyncio.to_thread(replay.known, game):
                game.pos.learn(await self._sought(present))
            await asyncio.to_thread(replay.listed, game)
            known.update(game.pos.answers)
        except SearchStopped:
            log.info("a search for game %d was stopped", table)
        except Exception:
            log.exception("a search for game %d failed", table)

    async def _sought(self, present: _Search) -> dict[str, Any]:
        """Return the answers found by a process, or by a thread where there are none."""
        pos = present.game.pos
        if self._pool is None or self._flags is None or not self._free:
            await asyncio.to_thread(replay.foresee, present.game, self.seconds, lambda: present.stopped)
            return pos.answers
        present.slot = self._free.pop()
        try:
            self._flags[present.slot] = present.stopped
            return await self._pool.run(search, pos, self.seconds, present.slot)
        finally:
            self._free.append(present.slot)
            present.slot = None
