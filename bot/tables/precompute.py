"""Searches that a table will ask for, made beforehand, in processes of their own, as soon as a position is there."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.tables import replay
from bot.tables.searches import (
    HouseTurn,
    StopFlags,
    answers,
    begin_worker,
    house_advice,
    house_move,
    house_reasons,
    search,
)
from bot.worker_pool import SPAWN, WorkerLost, WorkerPool
from engine.actions import Action
from engine.earnings import Gain, gains
from engine.game import Game
from engine.opponents import SIMPLER
from engine.opponents.reasons import Advice, Reason
from engine.plans import Plan, Reckoning, reckoned
from engine.position import Position
from engine.routes import SearchStopped

log = logging.getLogger(__name__)

SLOTS = 256
"""How many searches may be under way or waiting; more of them cannot be stopped."""

GRACE = 10.0
"""How many seconds more than its budget a worker has for a search, before it is taken for hung."""
LONGEST = 60.0
"""How many seconds a worker has for a search without a budget."""

THINKING = {"master": 15.0, "journeyman": 10.0}
"""How many seconds a worker has for a decision of a level, before the next simpler one decides."""

GAINS = 5.0
"""Seconds after which what moves would bring is measured by the best runs found so far."""

T = TypeVar("T")


@dataclass(eq=False)
class _Search:
    """The search for a game's position; ``slot`` is the place of its flag."""

    game: Game
    slot: int | None = None
    stopped: bool = False
    task: asyncio.Task[None] | None = None


class Precompute:
    """Lists what may be done at every table before anybody asks.

    After ``seconds`` the searches for a position end with the best found so far; with None they take their time.
    Without ``workers`` they run in threads. What was found last for a table stays known as long as it is in memory.
    """

    def __init__(self, seconds: float | None = None, workers: int = 0) -> None:
        self.seconds = seconds
        self._worker_seconds = LONGEST if seconds is None else seconds + GRACE
        self._flags: StopFlags | None = SPAWN.Array("b", SLOTS) if workers else None
        self._pool = WorkerPool(workers, begin_worker, self._flags) if workers else None
        self._thinkers = WorkerPool(1) if workers else None
        self._free_slots = list(range(SLOTS if workers else 0))
        self._searches: dict[int, _Search] = {}
        self._answers: dict[int, dict[str, Any]] = {}

    def begin(self, table: int, game: Game) -> None:
        """Begin to search for the position a table has come to; a search for an earlier one is stopped."""
        present = self._searches.get(table)
        if present is not None and present.game is game:
            return
        self._stop(present)
        present = self._searches[table] = _Search(game)
        present.task = asyncio.create_task(self._run(table, present))

    async def ready(self, table: int, game: Game) -> bool:
        """Wait until the choices of a game are listed, and return True; False if the table went on instead."""
        self.begin(table, game)
        present = self._searches[table]
        assert present.task is not None
        await asyncio.wait([present.task])
        return not present.stopped

    async def settled(self) -> None:
        """Wait for all searches that are under way."""
        tasks = [one.task for one in self._searches.values() if one.task is not None]
        await asyncio.gather(*tasks)

    async def gains(self, game: Game, actions: Sequence[Action]) -> tuple[Gain | None, ...]:
        """Return the earnings that each of these legal actions brings its unit; in a process, if there are any.

        :raises WorkerLost: when two in a row died or took too long
        """
        return await self._apart(GAINS + GRACE, gains, game.pos, actions, GAINS)

    async def reckoned(self, game: Game, plan: Plan) -> Reckoning | None:
        """Return a unit's earnings after a plan; in a process, if there are any.

        :raises WorkerLost: when two in a row died or took too long
        """
        return await self._apart(GAINS + GRACE, reckoned, game.pos, plan, GAINS)

    async def found(self, pos: Position) -> dict[str, Any]:
        """Return the answers to all that listing the choices of a position asks; in a process, if there are any.

        :raises WorkerLost: when two in a row died or took too long
        """
        return await self._apart(self._worker_seconds, answers, pos, self.seconds)

    async def house_move(self, game: Game, seat: str, level: str, lately: tuple[Action, ...] = ()) -> Action:
        """Return the house's action at a seat, which knows what was done ``lately``; in a process, if there are any.

        Where a level takes too long, the next simpler one decides; without processes nobody plays as a master.

        :raises WorkerLost: when two in a row died or took too long at the simplest level
        """
        turn = HouseTurn(game.setup, game.pos, game.events, seat, lately)
        if self._thinkers is None:
            least = SIMPLER[level] if level == "master" else level
            return await asyncio.to_thread(house_move, turn, least)
        while True:
            try:
                return await self._thinkers.run(house_move, turn, level, seconds=THINKING.get(level, LONGEST))
            except WorkerLost as lost:
                if level not in SIMPLER:
                    raise
                log.warning("%s; a simpler player decides", lost)
                level = SIMPLER[level]

    async def house_advice(self, game: Game, seat: str) -> Advice:
        """Return the action that the house would choose at a seat, and why; in a process, if there are any.

        :raises WorkerLost: when two in a row died or took too long
        """
        return await self.elsewhere(house_advice, game.setup, game.pos, seat)

    async def house_reasons(self, game: Game, action: Action) -> tuple[Reason, ...]:
        """Return why somebody has done something; found in a process, if there are any.

        :raises WorkerLost: when two in a row died or took too long
        """
        return await self.elsewhere(house_reasons, game.setup, game.pos, action)

    async def elsewhere(self, work: Callable[..., T], *given: object) -> T:
        """Run work that belongs to no table and return its result; in a process, if there are any.

        :raises WorkerLost: when two in a row died or took too long
        """
        return await self._apart(LONGEST, work, *given)

    async def _apart(self, seconds: float, work: Callable[..., T], *given: object) -> T:
        """Run work in a process that has so many seconds for it; in a thread, if there are no processes."""
        if self._pool is None:
            return await asyncio.to_thread(work, *given)
        return await self._pool.run(work, *given, seconds=seconds)

    def forget(self, table: int) -> None:
        """Stop searching for a table, and forget what was found for it."""
        self._stop(self._searches.pop(table, None))
        self._answers.pop(table, None)

    def close(self) -> None:
        """Stop all searches and let the processes go."""
        for table in list(self._searches):
            self.forget(table)
        for pool in filter(None, (self._pool, self._thinkers)):
            pool.close()

    def _stop(self, present: _Search | None) -> None:
        if present is None or present.task is None or present.task.done():
            return
        present.stopped = True
        if present.slot is not None and self._flags is not None:
            self._flags[present.slot] = 1

    async def _run(self, table: int, present: _Search) -> None:
        game, known = present.game, self._answers.setdefault(table, {})
        game.pos.learn({**known, **game.pos.answers})
        try:
            if not await asyncio.to_thread(replay.needs_no_search, game):
                await self._search(present)
            await asyncio.to_thread(replay.list_choices, game)
            known.clear()
            known.update(game.pos.answers)
        except SearchStopped:
            log.info("a search for game %d was stopped", table)
        except Exception:
            log.exception("a search for game %d failed", table)

    async def _search(self, present: _Search) -> None:
        """Let a worker search, or a thread where no worker is to be had; the game knows what was found."""
        if self._pool is not None and self._free_slots:
            try:
                present.game.pos.learn(await self._search_elsewhere(self._pool, present))
            except WorkerLost as lost:
                log.warning("%s; a thread searches instead", lost)
            else:
                return
        await asyncio.to_thread(replay.precompute, present.game, self.seconds, lambda: present.stopped)

    async def _search_elsewhere(self, pool: WorkerPool, present: _Search) -> dict[str, Any]:
        """Return the answers found by a worker.

        :raises WorkerLost: when two in a row died or took too long
        """
        assert self._flags is not None
        slot = present.slot = self._free_slots.pop()
        try:
            self._flags[slot] = present.stopped
            return await pool.run(search, present.game.pos, self.seconds, slot, seconds=self._worker_seconds)
        finally:
            self._free_slots.append(slot)
            present.slot = None
