"""Take mutants of some rooms by chance, run the tests of each, and say which survived.

`make mutants MUTANTS='--rooms render --sample 20 --seed 1'`. A room fails where fewer are killed than its floor says.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.mutate import Mutant, mutants
from tests.mutants.rooms import ROOMS, ROOT, MutantRoom
from tests.mutants.trial import Trial, copied, touched

Found = tuple[Path, Mutant]


def sample(room: MutantRoom, number: int, seed: int, root: Path = ROOT) -> list[Found]:
    """Return so many mutants of a room, chosen by chance, in the order of its files."""
    every = [
        (module, mutant)
        for module in room.modules(root)
        for mutant in mutants((root / module).read_text("utf-8"))
    ]
    chosen = random.Random(seed).sample(range(len(every)), min(number, len(every)))
    return [every[one] for one in sorted(chosen)]


def survivors(room: MutantRoom, found: Sequence[Found], jobs: int) -> list[Found]:
    """Return the mutants that no test of the room fails on."""
    tests = touched(room, workers=jobs)
    with ExitStack() as stack:
        trials: SimpleQueue[Trial] = SimpleQueue()
        for _ in range(jobs):
            trials.put(Trial(stack.enter_context(copied())))

        def survives(one: Found) -> bool:
            trial = trials.get()
            try:
                return trial.survives(*one, tests)
            finally:
                trials.put(trial)

        with ThreadPoolExecutor(jobs) as threads:
            return [one for one, lives in zip(found, threads.map(survives, found), strict=True) if lives]


def main(given: Sequence[str] | None = None) -> int:
    """Try the rooms; return 1 where one of them is below its floor."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--rooms", nargs="+", choices=ROOMS, default=list(ROOMS))
    parser.add_argument("--sample", type=int, default=20, help="mutants of each room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-j", "--jobs", type=int, default=2)
    asked = parser.parse_args(given)
    low = False
    for name in asked.rooms:
        room = ROOMS[name]
        found = sample(room, asked.sample, asked.seed)
        left = survivors(room, found, asked.jobs)
        for module, mutant in left:
            print(f"  survived  {module}:{mutant}")  # noqa: T201
        killed = len(found) - len(left)
        below = killed * 100 < room.floor * len(found)
        print(  # noqa: T201
            f"{name}: {killed} of {len(found)} killed, {len(left)} survived;"
            f" at least {room.floor}%{' - TOO FEW' if below else ''}",
            flush=True,
        )
        low = low or below
    return int(low)


if __name__ == "__main__":
    sys.exit(main())
