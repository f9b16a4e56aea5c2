"""What the bot does, in figures that Prometheus reads at ``/metrics``; and at ``/healthz`` whether it is well."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from bot.client import Bot
from bot.errors.storage import StorageProblem
from bot.operate import costs
from bot.tables.changes import TableChange

PAUSE = 0.1
"""How many seconds lie between two looks at the event loop."""
SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60)


class Metrics:
    """The figures of this process, of all connections that it serves."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(namespace="stationmaster", registry=self.registry)
        name: dict[str, Any] = {"namespace": "stationmaster", "registry": self.registry}
        self._moves = Counter("moves", "Moves played.", ["title"], **name)
        self._answers = Histogram(
            "interaction_seconds", "From a press or command until it is answered.", buckets=SECONDS, **name
        )
        self._lines = Counter("log_lines", "Lines of the log.", ["level", "logger"], **name)
        self._longest = 0.0
        self._blocked = Gauge("loop_blocked_seconds", "The event loop, at most since the last look.", **name)
        self._servers = Gauge("servers", "Discord servers.", ["shard"], **name)
        self._latency = Gauge(
            "gateway_latency_seconds", "Of the last heartbeat of the gateway.", ["shard"], **name
        )
        self._tables = Gauge("tables_in_memory", "Tables in memory.", ["shard"], **name)
        self._posts = Gauge("posts_under_way", "Messages not known to have arrived.", **name)
        self._behind = Gauge("tables_behind", "Tables that have yet to be told something.", ["shard"], **name)
        self._seconds = Gauge("cpu_seconds", "Of the processors, by kind of work.", ["work"], **name)
        self._memory = Gauge(
            "memory_bytes", "Memory by what holds it; what processes share counts once.", ["process"], **name
        )
        self._meter = costs.CpuMeter()
        self._bots: dict[str, Bot] = {}

    @asynccontextmanager
    async def watching(self, bot: Bot) -> AsyncIterator[None]:
        """Count what a connection does."""
        shard = str(bot.shard_id or 0)
        self._bots[shard] = bot
        bot.service.changes.watchers.append(self._count_move)
        bot.answered = self._answers.observe
        try:
            yield
        finally:
            del self._bots[shard]

    @asynccontextmanager
    async def served(self, host: str, port: int) -> AsyncIterator[int]:
        """Serve the figures at a port (0: any that is free), and yield it.

        :raises OSError: when the port cannot be used
        """
        app = web.Application()
        app.add_routes([web.get("/metrics", self._figures), web.get("/healthz", self._health)])
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        handler, watch = _Lines(self._lines), asyncio.create_task(self._watch_loop())
        logging.getLogger().addHandler(handler)
        try:
            site = web.TCPSite(runner, host, port)
            await site.start()
            yield runner.addresses[0][1]
        finally:
            logging.getLogger().removeHandler(handler)
            watch.cancel()
            await runner.cleanup()

    def _count_move(self, change: TableChange) -> None:
        if change.kind == "played":
            self._moves.labels(change.table.title).inc(len(change.results))

    async def _watch_loop(self) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            began = clock()
            await asyncio.sleep(PAUSE)
            self._longest = max(self._longest, clock() - began - PAUSE)

    async def _figures(self, _request: web.Request) -> web.Response:
        for shard, bot in self._bots.items():
            self._servers.labels(shard).set(len(bot.guilds))
            self._latency.labels(shard).set(bot.latency)
            self._tables.labels(shard).set(bot.service.tables.count)
            try:
                self._posts.set(await bot.storage.outbox.count())
                self._behind.labels(shard).set(len(await bot.storage.outbox.games_to_tell()))
            except StorageProblem:
                continue
        for work, seconds in self._meter.seconds().items():
            self._seconds.labels(work).set(seconds)
        for process, size in costs.memory().items():
            self._memory.labels(process).set(size)
        self._blocked.set(self._longest)
        self._longest = 0.0
        text = generate_latest(self.registry)
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _health(self, _request: web.Request) -> web.Response:
        """Answer 200 where every connection is ready and the database answers, else 503 and what is missing."""
        wrong = [f"shard {shard}: not connected" for shard, bot in self._bots.items() if not _connected(bot)]
        if not self._bots:
            wrong.append("no shard is served")
        for bot in list(self._bots.values())[:1]:
            try:
                await bot.storage.meta.read("health")
            except StorageProblem as trouble:
                wrong.append(str(trouble))
        return web.Response(status=503 if wrong else 200, text="\n".join(wrong or ["well"]) + "\n")


def _connected(bot: Bot) -> bool:
    return bot.is_ready() and not bot.is_closed() and bot.ws is not None and bot.ws.open


class _Lines(logging.Handler):
    """Counts lines of the log."""

    def __init__(self, counter: Counter) -> None:
        super().__init__(logging.WARNING)
        self._counter = counter

    def emit(self, record: logging.LogRecord) -> None:
        """Count one."""
        self._counter.labels(record.levelname, record.name).inc()
