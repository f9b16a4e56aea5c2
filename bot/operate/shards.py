"""Several processes on one database: each serves the shards it leases, and takes over those of dead processes.

A process begins with the shards that its settings name, or with one that is free. Of the others it takes at once
those whose holder has died, and those that nobody has held for a while; it gives them back when a process comes whose
settings name them.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.errors.storage import InUse, LeaseLost, StorageProblem
from bot.settings import Settings
from bot.storage import Storage
from bot.storage.rows import LeaseRow
from bot.storage.shards import Shard
from bot.storage.sole_user import LENGTH, is_gone, keep, own_name

log = logging.getLogger(__name__)

LOOK = 3.0
"""How many seconds between two looks for shards that nobody serves."""
UNCLAIMED = 10.0
"""How many seconds a shard that was given up may wait for the process to which it belongs, before its tables wait for
another one to connect: all within the half minute that is promised."""

ServeShard = Callable[[Storage], Awaitable[None]]


class ShardKeeper:
    """Serves shards: ``serve`` is run with the storage of each one that this process holds."""

    def __init__(self, settings: Settings, storage: Storage, serve: ServeShard) -> None:
        self._storage = storage
        self._serve = serve
        self._count = settings.shards
        self._own = settings.own_shards
        self._holder = own_name()
        self._served: dict[int, asyncio.Task[None]] = {}
        self._given_back: set[int] = set()
        self._unclaimed: dict[int, float] = {}

    async def run(self) -> None:
        """Serve until cancelled, or until serving fails for another reason than the database.

        :raises InUse: when processes with another number of shards are at work
        """
        await self._check_count()
        try:
            while True:
                try:
                    await self._look()
                except StorageProblem as trouble:
                    log.warning("no shard can be taken: %s", trouble)
                await self._rest()
        finally:
            for task in self._served.values():
                task.cancel()
            await asyncio.gather(*self._served.values(), return_exceptions=True)

    async def _check_count(self) -> None:
        shards = [Shard(number, self._count) for number in range(self._count)]
        names = {name for shard in shards for name in (shard.lease, shard.wish)}
        for lease in await self._storage.leases.in_force():
            if lease.name not in names and not is_gone(lease.holder):
                raise InUse(place=self._storage.database.place, holder=f"{lease.holder}, {lease.name}")

    async def _look(self) -> None:
        """Take the shards that are ours to take, ask for those that belong to us, and give others back."""
        for number in sorted(range(self._count), key=lambda number: number not in self._own):
            if number in self._served:
                kept = number in self._own or number in self._given_back
                if not kept and await self._is_wished(number):
                    log.info("shard %d is given back", number)
                    self._given_back.add(number)  # to be told so again would break its end off
                    self._served[number].cancel()
            elif await self._may_take(number):
                await self._take(number)
            elif number in self._own:
                await self._storage.leases.take(Shard(number, self._count).wish, self._holder, LENGTH)

    async def _is_wished(self, number: int) -> bool:
        """Tell whether a living process asks for a shard because it belongs to it."""
        wish = await self._storage.leases.find(Shard(number, self._count).wish)
        return wish is not None and wish.until > self._storage.now() and not is_gone(wish.holder)

    async def _may_take(self, number: int) -> bool:
        """Tell whether a shard is named in the settings, the first that is free, or in want of somebody.

        What a living process asks for is left to it.
        """
        lease = await self._storage.leases.find(Shard(number, self._count).lease)
        now = asyncio.get_running_loop().time()
        if lease is not None:
            self._unclaimed.pop(number, None)
            return self._is_dead(lease)
        if self._storage.database.alone or number in self._own:
            return True
        since = self._unclaimed.setdefault(number, now)
        first = not self._own and not self._served
        return (first or now - since > UNCLAIMED) and not await self._is_wished(number)

    async def _take(self, number: int) -> None:
        shard = Shard(number, self._count, self._holder)
        present = await self._storage.leases.find(shard.lease)
        gone = present if present is not None and self._is_dead(present) else None
        if await self._storage.leases.take(shard.lease, self._holder, LENGTH, gone=gone):
            log.info("%s is served from now on", shard.lease)
            await self._storage.leases.give_up(shard.wish, self._holder)
            self._served[number] = asyncio.create_task(self._hold(shard))

    def _is_dead(self, lease: LeaseRow) -> bool:
        """Tell whether the holder of a lease serves nothing any more."""
        return self._storage.database.alone or lease.until <= self._storage.now() or is_gone(lease.holder)

    async def _hold(self, shard: Shard) -> None:
        """Serve a shard as long as its lease is kept."""
        serving = asyncio.ensure_future(self._serve(self._storage.of_shard(shard)))
        beating = asyncio.create_task(keep(self._storage, shard.lease, self._holder, LENGTH))
        try:
            await asyncio.wait([serving, beating], return_when=asyncio.FIRST_COMPLETED)
            if beating.done():
                beating.result()
            await serving
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
            beating.cancel()
            await self._give_up(shard)

    async def _give_up(self, shard: Shard) -> None:
        try:
            await self._storage.leases.give_up(shard.lease, self._holder)
        except StorageProblem as trouble:
            log.info("the lease ends by itself: %s", trouble)

    async def _rest(self) -> None:
        """Wait until the next look, or until a shard is no longer served."""
        if not self._served:
            await asyncio.sleep(LOOK)
            return
        await asyncio.wait(self._served.values(), timeout=LOOK, return_when=asyncio.FIRST_COMPLETED)
        for number, task in list(self._served.items()):
            if task.done():
                del self._served[number]
                self._given_back.discard(number)
                try:
                    if not task.cancelled():
                        task.result()
                except (LeaseLost, StorageProblem) as trouble:
                    log.warning("shard %d is served no more: %s", number, trouble)
