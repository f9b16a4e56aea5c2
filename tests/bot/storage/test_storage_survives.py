import asyncio
import gc
import random
import sys
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import pytest
from aiosqlite import Connection
from sqlalchemy.pool import QueuePool

from bot.errors.storage import DatabaseClosed, NoAnswer
from bot.storage import GameRow, NewGame, Storage

APPENDER = "tests.bot.storage.appender"


async def killed_after(address: str, game_id: int, lines: int) -> list[tuple[str, int]]:
    """Run the appender, kill it after so many acknowledgements, and return all it acknowledged."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", APPENDER, address, str(game_id), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    heard = b"".join([await process.stdout.readline() for _ in range(lines)])
    await asyncio.sleep(random.random() / 50)
    process.kill()
    heard += await process.stdout.read()
    await process.wait()
    said = [line.split() for line in heard.decode().splitlines(keepends=True) if line.endswith("\n")]
    return [(what, int(rev)) for what, rev in said]


@pytest.mark.slow
async def test_a_killed_program_loses_nothing_it_acknowledged(storage: Storage, game: GameRow, address: str):
    """Every acknowledged move and undo is there, none twice, and at most one more that nobody was told of."""
    for _ in range(4):
        said = await killed_after(address, game.id, random.randint(1, 12))
        log = await storage.actions.everything(game.id)
        rev = (await storage.games.find(game.id)).rev

        told = {revision for what, revision in said if what == "move"}
        assert told <= {row.rev for row in log if row.text == f"move {row.rev}"}
        assert {revision for what, revision in said if what == "undo"} <= {row.retraction_rev for row in log}
        assert len({row.rev for row in log}) == len(log)
        assert rev - said[-1][1] in (0, 1)
        assert [row.ply for row in await storage.actions.in_force(game.id)] == list(
            range(1, len(await storage.actions.in_force(game.id)) + 1)
        )


@pytest.mark.slow
@pytest.mark.parametrize("processes", [3])
async def test_programs_that_open_a_new_file_at_once_all_succeed(address: str, processes: int):
    """One creates the tables, the others wait for it."""
    code = (
        "import asyncio, sys\nfrom bot.storage import Storage\n"
        "async def main():\n  async with Storage.open(sys.argv[1]) as storage: await storage.meta.read('x')\n"
        "asyncio.run(main())"
    )
    started = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", code, address, stderr=asyncio.subprocess.PIPE
        )
        for _ in range(processes)
    ]
    results = [(await process.communicate())[1].decode() for process in started]

    assert results == [""] * processes


async def test_a_cancelled_request_is_done_or_not_done(address: str):
    """Wherever the cancellation falls, no lock is left behind and the next request works at once."""
    async with Storage.open(address, patience=2) as storage:
        lobby = await storage.games.create(NewGame(1, "18Mag", 7, 3, 1))
        for number in range(60):
            task = asyncio.create_task(storage.games.change_settings(lobby.id, number=number))
            await asyncio.sleep(number / 15_000)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await storage.games.change_settings(lobby.id, after=number)

        assert (await storage.games.find(lobby.id)).settings["after"] == 59


async def test_what_fails_after_its_caller_has_gone_is_no_error_of_the_program(
    storage: Storage, caplog: pytest.LogCaptureFixture
):
    """Whoever gave up was told so; what the database says later is nobody's, and no line that asks for somebody."""
    held, database = asyncio.Event(), storage.database
    database._limit = 0.01

    async def fails_late() -> None:
        await held.wait()
        raise NoAnswer(place="x")

    with pytest.raises(NoAnswer):
        await database.whole(fails_late())
    cancelled = asyncio.create_task(database.whole(fails_late()))
    await asyncio.sleep(0)
    cancelled.cancel()
    held.set()
    await asyncio.wait({cancelled, *database._requests})
    gc.collect()

    assert "never retrieved" not in caplog.text


async def test_a_database_whose_connections_are_all_in_use_is_a_sentence(address: str):
    """Where it holds all of them, whoever waits is told that it does not answer."""
    async with Storage.open(address) as storage:
        pool = storage.database._engine.pool
        assert isinstance(pool, QueuePool)
        pool._max_overflow, pool._timeout = 0, 0.01
        async with AsyncExitStack() as held:
            for _ in range(pool.size()):
                await held.enter_async_context(storage.database.reading())
            with pytest.raises(NoAnswer):
                await storage.meta.read("key")


async def test_what_is_done_is_forgotten(address: str):
    """A request is kept as long as it goes on, whatever becomes of it."""

    async def fail() -> None:
        raise ValueError("it fails")

    async with Storage.open(address) as storage:
        await storage.meta.read("key")
        with pytest.raises(ValueError, match="it fails"):
            await storage.database.whole(fail())
        await asyncio.sleep(0)
        assert storage.database._requests == set()


async def test_closing_waits_for_what_is_under_way(address: str):
    """A request whose caller has gone is still stored."""
    async with Storage.open(address) as storage:
        task = asyncio.create_task(storage.meta.write("key", "value"))
        await asyncio.sleep(0)
        task.cancel()
    async with Storage.open(address) as storage:
        assert await storage.meta.read("key") == "value"


async def test_whoever_asks_while_it_closes_keeps_no_connection(address: str):
    """A request of the last moment is done or refused; the pool has every connection back when it is given up."""
    refused: list[DatabaseClosed] = []

    async def ask(storage: Storage, pause: float) -> None:
        try:
            while True:
                await storage.games.count()
                await asyncio.sleep(pause)
        except DatabaseClosed as trouble:
            refused.append(trouble)

    for turn in range(10):
        async with Storage.open(address) as storage:
            pool = storage.database._engine.pool
            asking = [asyncio.create_task(ask(storage, number / 2_000)) for number in range(8)]
            await asyncio.sleep(turn / 200)
        await asyncio.gather(*asking)
        assert pool.checkedout() == 0
    assert len(refused) == 80


async def test_whoever_comes_after_the_end_opens_nothing(address: str):
    """An event of the last moment is refused: nobody would close its connection."""
    async with Storage.open(address) as storage:
        await storage.meta.write("key", "value")
    for request in (storage.meta.read("key"), storage.meta.write("key", "late")):
        with pytest.raises(DatabaseClosed):
            await request
    assert storage.database._engine.pool.checkedin() == 0


async def test_no_connection_is_opened_after_the_end(address: str):
    """Not even by a request that was under way so long that the end did not wait for it."""
    async with Storage.open(address) as storage:
        database = storage.database
    for door in (database.reading, database.asking, database.writing, partial(database.writing, later=True)):
        with pytest.raises(DatabaseClosed):
            async with door():
                pass
    assert database._engine.pool.checkedin() == 0


@pytest.mark.parametrize("stops", [1, 2])
@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
async def test_a_start_that_is_stopped_at_once_leaves_no_connection(
    address: str, stops: int, monkeypatch: pytest.MonkeyPatch
):
    """Whatever the driver is asked for when the stop comes, or a second one, it closes what it has opened."""
    asked: list[Connection] = []
    stop_at = 0
    execute = Connection._execute

    async def noted(self: Connection, *args: Any, **kwargs: Any) -> Any:
        asked.append(self)
        if len(asked) == stop_at:
            begun.cancel()
            for _ in range(1, stops):
                asyncio.get_running_loop().call_soon(begun.cancel)
        return await execute(self, *args, **kwargs)

    async def start() -> None:
        async with Storage.open(address):
            pass

    await start()
    monkeypatch.setattr(Connection, "_execute", noted)
    await (begun := asyncio.create_task(start()))
    for stop_at in range(1, len(asked)):
        asked.clear()
        begun = asyncio.create_task(start())
        await asyncio.wait([begun])
        assert begun.cancelled()
        assert asked[-1]._connection is None, stop_at
