"""A part of ``make bench``: how long the storage takes; ``python -m tests.tools.storage_bench`` prints it alone.

With an address it uses that database. Without an address it uses a file of its own in a temporary folder.
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from bot.errors.storage import StorageProblem
from bot.storage import Move, NewGame, Storage

APPENDS = 500
LENGTH = 1_900
LOADS = 20
TEXT = "lay H4 8 2"


@contextmanager
def _address(given: str | None) -> Iterator[str]:
    """Yield the given address, or one of a new file that is removed afterwards."""
    if given is not None:
        yield given
        return
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}"


async def _times(count: int, act: Callable[[], Awaitable[object]]) -> list[float]:
    """Return how many milliseconds each of ``count`` repetitions took."""
    times = []
    for _ in range(count):
        begin = perf_counter()
        await act()
        times.append((perf_counter() - begin) * 1000)
    return times


async def measure(address: str) -> dict[str, list[float]]:
    """Return the milliseconds of each repetition, by what was measured; the game it plays is closed again."""
    results = {}
    begin = perf_counter()
    async with Storage.open(address) as storage:
        results["open a new database"] = [(perf_counter() - begin) * 1000]
        game = await storage.games.create(NewGame(-1, "18Mag", seed=1, places=3, host_user_id=1))
        await storage.games.start(game.id, ())
        rev = 0

        async def append() -> None:
            nonlocal rev
            rev = await storage.actions.append(game.id, rev, Move("s1", 1, TEXT))

        results["append one action"] = await _times(APPENDS, append)
        await storage.actions.append(game.id, rev, *[Move("s1", 1, TEXT)] * (LENGTH - APPENDS))
        results[f"load {LENGTH} actions"] = await _times(LOADS, lambda: storage.actions.in_force(game.id))
        await storage.games.end(game.id)
    return results


def main(given: str | None = None) -> int:
    """Print a table of medians and 95th percentiles."""
    try:
        with _address(given) as address:
            results = asyncio.run(measure(address))
    except StorageProblem as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    sys.stdout.write(f"{'storage, milliseconds':<28}{'median':>8}{'p95':>8}\n")
    for what, times in results.items():
        high = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
        sys.stdout.write(f"{what:<28}{median(times):>8.2f}{high:>8.2f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
