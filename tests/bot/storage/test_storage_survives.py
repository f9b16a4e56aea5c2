import asyncio
import random
import sys
from pathlib import Path

import pytest

from bot.storage import GameRow, Storage

APPENDER = Path(__file__).with_name("appender.py")


async def killed_after(address: str, game_id: int, lines: int) -> list[tuple[str, int]]:
    """Run the appender, kill it after so many acknowledgements, and return all it acknowledged."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(APPENDER), address, str(game_id), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    for _ in range(lines):
        await process.stdout.readline()
    await asyncio.sleep(random.random() / 50)
    process.kill()
    rest = await process.stdout.read()
    await process.wait()
    said = [line.split() for line in rest.decode().splitlines() if line.count(" ") == 1]
    return [(what, int(rev)) for what, rev in said if rev.isdigit()]


async def test_a_killed_program_loses_nothing_it_acknowledged(storage: Storage, game: GameRow, address: str):
    """Every acknowledged move and undo is there, none twice, and at most one more that nobody was told of."""
    for _ in range(4):
        said = await killed_after(address, game.id, random.randint(1, 12))
        log = await storage.action_log(game.id)
        rev = (await storage.game(game.id)).rev

        told = {revision for what, revision in said if what == "move"}
        assert told <= {row.rev for row in log if row.text == f"move {row.rev}"}
        assert {revision for what, revision in said if what == "undo"} <= {row.retraction_rev for row in log}
        assert len({row.rev for row in log}) == len(log)
        assert not said or rev - said[-1][1] in (0, 1)
        assert [row.seq for row in await storage.actions(game.id)] == list(
            range(1, len(await storage.actions(game.id)) + 1)
        )


@pytest.mark.parametrize("processes", [3])
async def test_programs_that_open_a_new_file_at_once_all_succeed(address: str, processes: int):
    """One creates the tables, the others wait for it."""
    code = (
        "import asyncio, sys\nfrom bot.storage import Storage\n"
        "async def main():\n  async with Storage.open(sys.argv[1]) as storage: await storage.meta('x')\n"
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


async def test_a_cancelled_request_leaves_the_storage_usable(storage: Storage, game: GameRow):
    """Whether or not it was stored, the next one works."""
    for delay in (0, 0.0005, 0.001, 0.002):
        task = asyncio.create_task(storage.change_settings(game.id, delay=delay))
        await asyncio.sleep(delay)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    assert (await storage.change_settings(game.id, done=True)).settings["done"]
