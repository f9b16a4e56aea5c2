"""Several processes on one database: each serves its servers' tables, and when one dies another takes over."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from datetime import timedelta

import pytest
from sqlalchemy import insert

from bot.errors.storage import InUse, LeaseLost, Unreachable
from bot.operate.shards import LOOK, UNCLAIMED, ServeShard, ShardKeeper
from bot.settings import BadSettings, read_settings
from bot.storage import NewGame, Storage
from bot.storage.connect import CONNECTIONS
from bot.storage.schema import meta
from bot.storage.shards import Shard
from bot.storage.sole_user import LENGTH, leased
from tests import postgres
from tests.bot.hand_clock import HandClock
from tests.bot.local.moderator import new_guild
from tests.bot.person import Person
from tests.bot.servers import TriedDiscord, local_discord
from tests.bot.tabletop import own_process

MINUTE = timedelta(minutes=1)
Served = dict[str, set[int]]
Until = Callable[[Served], Awaitable[None]]


async def two_games(storage: Storage) -> tuple[int, int]:
    """A running game of a server of each of two shards."""
    numbers = []
    for shard in (0, 1):
        new = NewGame(900 + shard, "18Mag", 7, 3, 1, guild_id=(10**6 * 2 + shard) << 22)
        lobby = await storage.games.create(new)
        await storage.games.start(lobby.id, ())
        numbers.append(lobby.id)
    return numbers[0], numbers[1]


class OutOfReach:
    """Leases of a process that reaches no database any more."""

    async def find(self, *_given: object, **_named: object) -> None:
        """Whatever is asked."""
        raise Unreachable(place="x")

    take = give_up = find


async def test_each_shard_lists_the_games_of_its_servers(address: str):
    """Running games, games to tell; another's game is found by its number all the same."""
    async with Storage.open(address) as storage:
        numbers = await two_games(storage)
        for shard, number in enumerate(numbers):
            part = storage.of_shard(Shard(shard, 2))
            for listed in (
                await part.games.in_state("running"),
                await part.outbox.games_to_tell(),
            ):
                assert [row.id for row in listed] == [number]
            assert (await part.games.find(numbers[1 - shard])).id == numbers[1 - shard]
        assert len(await storage.games.in_state("running")) == 2


async def test_a_process_that_lost_its_lease_writes_nothing_more(address: str):
    """It was stopped for too long, and does not know yet that another has taken over."""
    async with Storage.open(address) as storage:
        mine, other = Shard(0, 2, "mine"), Shard(0, 2, "other")
        assert await storage.leases.take(mine.lease, mine.holder, MINUTE)
        await storage.of_shard(mine).meta.write("key", "mine")
        seen = await storage.leases.find(mine.lease)
        assert await storage.leases.take(mine.lease, other.holder, MINUTE, gone=seen)
        assert not await storage.leases.take(mine.lease, "a third", MINUTE, gone=seen)

        with pytest.raises(LeaseLost):
            await storage.of_shard(mine).meta.write("key", "late")
        await storage.of_shard(other).meta.write("key", "other")
        assert await storage.meta.read("key") == "other"


async def test_a_lease_is_not_taken_in_the_middle_of_a_move(address: str):
    """What is being written is written whole, and whoever takes the lease after it finds it there."""
    async with Storage.open(address) as storage:
        mine, other = Shard(0, 2, "mine"), Shard(0, 2, "other")
        assert await storage.leases.take(mine.lease, mine.holder, MINUTE)
        seen, part = await storage.leases.find(mine.lease), storage.of_shard(mine)
        async with part.database.writing() as connection:
            taking = asyncio.create_task(storage.leases.take(mine.lease, other.holder, MINUTE, gone=seen))
            await asyncio.sleep(0.3)
            assert not taking.done()
            await connection.execute(insert(meta).values(key="key", value="mine"))
        assert await taking
        assert await storage.of_shard(other).meta.read("key") == "mine"
        with pytest.raises(LeaseLost):
            await part.meta.write("key", "late")


@pytest.mark.parametrize("address", ["postgres"], indirect=True)
async def test_a_holder_keeps_its_lease_whatever_its_tables_write(address: str):
    """The beat waits neither for what is being written nor behind all who wait for a connection."""
    async with Storage.open(address) as storage, AsyncExitStack() as busy:
        mine = Shard(0, 2, "mine")
        assert await storage.leases.take(mine.lease, mine.holder, MINUTE)
        part = storage.of_shard(mine)
        for _ in range(CONNECTIONS):
            await busy.enter_async_context(part.database.writing())

        async with asyncio.timeout(5):
            assert await storage.leases.take(mine.lease, mine.holder, MINUTE)


def watched(*names: str) -> tuple[Served, Callable[[str], ServeShard], Until]:
    """Which shards each of some processes serves; how they are to do so; and how to wait for that."""
    served: Served = {name: set() for name in names}

    def serve(name: str) -> ServeShard:
        async def run(storage: Storage) -> None:
            number = storage.database.shard.number
            served[name].add(number)
            try:
                await asyncio.Event().wait()
            finally:
                served[name].discard(number)

        return run

    async def until(wanted: Served) -> None:
        async with asyncio.timeout(60):
            while served != wanted:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.02)

    return served, serve, until


class CountedLooks(ShardKeeper):
    """Counts how often it has looked for shards that nobody serves."""

    looks = 0

    async def _look(self) -> None:
        await super()._look()
        self.looks += 1

    async def looked(self, times: int) -> None:
        """Wait until it has looked so many times more."""
        until = self.looks + times
        async with asyncio.timeout(60):
            while self.looks < until:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.02)


@pytest.mark.parametrize("address", ["postgres"], indirect=True)
async def test_shards_are_divided_and_taken_over(address: str, monkeypatch: pytest.MonkeyPatch):
    """Two begin with one each; what a dead one held, the other serves as soon as its lease has ended."""
    monkeypatch.setattr("bot.operate.shards.LENGTH", timedelta(seconds=0.4))
    clock = HandClock()
    monkeypatch.setattr("bot.operate.shards.LOOK", 0.05)
    _, serve, until = watched("one", "two")

    async with (
        Storage.open(address, now=clock.now) as storage,
        Storage.open(address, now=clock.now) as second,
    ):
        settings = read_settings(shards=2)
        one = asyncio.create_task(ShardKeeper(settings, storage, serve("one")).run())
        await until({"one": {0}, "two": set()})
        other = CountedLooks(settings, second, serve("two"))
        two = asyncio.create_task(other.run())
        await until({"one": {0}, "two": {1}})
        with pytest.raises(InUse):
            await ShardKeeper(read_settings(shards=3), storage, serve("one")).run()
        with pytest.raises(InUse):
            async with leased(storage):
                pass
        storage.leases = OutOfReach()  # type: ignore[assignment] - as if its process were stopped
        await until({"one": set(), "two": {1}})
        await other.looked(3)
        await until({"one": set(), "two": {1}})
        clock.time += MINUTE
        await until({"one": set(), "two": {0, 1}})
        for task in (one, two):
            task.cancel()
        await asyncio.gather(one, two, return_exceptions=True)


@pytest.mark.parametrize("address", ["postgres"], indirect=True)
async def test_a_process_that_comes_back_gets_its_shards_back(address: str, monkeypatch: pytest.MonkeyPatch):
    """Another one served them meanwhile; it keeps its own, and whoever names none asks nobody for theirs."""
    monkeypatch.setattr("bot.operate.shards.LOOK", 0.05)
    monkeypatch.setattr("bot.operate.shards.UNCLAIMED", 0.0)
    served, serve, until = watched("one", "two", "spare")
    async with Storage.open(address) as storage, Storage.open(address) as second:
        first, other = read_settings(shards=2, shard_ids="0"), read_settings(shards=2, shard_ids="1")
        one = CountedLooks(first, storage, serve("one"))
        two = CountedLooks(other, second, serve("two"))
        spare = CountedLooks(read_settings(shards=2), second, serve("spare"))
        tasks = [asyncio.create_task(one.run())]
        await until({"one": {0, 1}, "two": set(), "spare": set()})
        sparing = asyncio.create_task(spare.run())
        await spare.looked(3)
        assert served == {"one": {0, 1}, "two": set(), "spare": set()}
        sparing.cancel()
        tasks.append(asyncio.create_task(two.run()))
        await until({"one": {0}, "two": {1}, "spare": set()})
        await asyncio.gather(one.looked(3), two.looked(3))
        assert served == {"one": {0}, "two": {1}, "spare": set()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, sparing, return_exceptions=True)


@pytest.mark.parametrize("address", ["postgres"], indirect=True)
async def test_a_shard_is_given_back_once_its_end_is_done(address: str, monkeypatch: pytest.MonkeyPatch):
    """To end takes longer than the time between two looks: nobody breaks it off, and the other begins after it."""
    monkeypatch.setattr("bot.operate.shards.LOOK", 0.05)
    monkeypatch.setattr("bot.operate.shards.UNCLAIMED", 0.0)
    ended = list[int]()
    _, serve, until = watched("one", "two")

    async def slow_to_end(storage: Storage) -> None:
        try:
            await serve("one")(storage)
        finally:
            if storage.database.shard.number == 1:  # the other one ends when nobody looks any more
                await one.looked(3)
            ended.append(storage.database.shard.number)

    async with Storage.open(address) as storage, Storage.open(address) as second:
        first, other = read_settings(shards=2, shard_ids="0"), read_settings(shards=2, shard_ids="1")
        one = CountedLooks(first, storage, slow_to_end)
        tasks = [asyncio.create_task(one.run())]
        await until({"one": {0, 1}, "two": set()})
        tasks.append(asyncio.create_task(ShardKeeper(other, second, serve("two")).run()))
        await until({"one": {0}, "two": {1}})
        before = list(ended)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    assert before == [1]


def test_shards_that_do_not_exist_are_refused():
    """They count from 0."""
    with pytest.raises(BadSettings, match="SHARD_IDS"):
        read_settings(shards=2, shard_ids="0,2")


async def guilds_of_both(server: TriedDiscord) -> list[str]:
    """The channels of two servers, one of each shard."""
    found: dict[int, str] = {}
    while len(found) < 2:
        guild = new_guild(server.world, f"server-{len(found)}", f"lobby-{len(found)}")
        found.setdefault((int(guild.id) >> 22) % 2, server.world.of_guild(guild.id)[0]["id"])
        await asyncio.sleep(0.001)
    return [found[shard] for shard in (0, 1)]


def test_the_other_takes_over_within_half_a_minute():
    """A lease ends, and somebody looks; or nobody claims a shard, and somebody looks once more."""
    assert LENGTH.total_seconds() + LOOK + UNCLAIMED + LOOK < 30


@pytest.mark.slow
async def test_of_two_processes_the_other_takes_over(server: postgres.Server):
    """Both play at once on one PostgreSQL; one is killed, and its table goes on with every move."""
    address = server.database()
    async with local_discord() as discord, AsyncExitStack() as stack:
        channels = await guilds_of_both(discord)
        alder = await stack.enter_async_context(await Person.join(discord.url, 1))
        processes = [
            await stack.enter_async_context(
                own_process(discord, address, STATIONMASTER_SHARDS="2", STATIONMASTER_SHARD_IDS=str(shard))
            )
            for shard in (0, 1)
        ]
        for channel in channels:
            await alder.command(channel, "game new", title="18Mag", seats=1, seed=5)
            await alder.command(channel, "game start")
        processes[0].kill()
        await processes[0].wait()
        alder.patience = 2.0
        async with asyncio.timeout(180):
            reply = None
            while reply is None:
                with suppress(TimeoutError):
                    reply = await alder.command(channels[0], "show text")
        other = await alder.command(channels[1], "show text")

    assert reply.messages
    assert other.messages
