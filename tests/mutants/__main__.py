"""Take mutants of some rooms by chance, run the tests of each, and say which survived.

`make mutants MUTANTS='--rooms render --sample 20 --seed 1'`. A room fails where fewer are killed than its floor says.
"""

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.mutate import Mutant, mutants
from tests.mutants.rooms import ROOMS, ROOT, MutantRoom
from tests.mutants.trial import Trial, copied, touched
from tests.mutants.warm import warm

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


@dataclass(frozen=True)
class Outcome:
    """Mutants that no test fails on, and those that only tests elsewhere fail on."""

    left: list[Found]
    elsewhere: list[Found]


def tried(room: MutantRoom, found: Sequence[Found], jobs: int) -> Outcome:
    """Try mutants on the tests of the room, and what survives on those elsewhere that call it."""
    tests = touched(room, workers=jobs)
    with ExitStack() as stack:
        trials: SimpleQueue[Trial] = SimpleQueue()
        for _ in range(jobs):
            there = stack.enter_context(copied())
            trials.put(Trial(there, stack.enter_context(warm(there, room.tests)).kills))

        def living(mutants: Sequence[Found], lives: Callable[[Trial, Found], bool]) -> list[Found]:
            def judged(one: Found) -> bool:
                trial = trials.get()
                try:
                    return lives(trial, one)
                finally:
                    trials.put(trial)

            with ThreadPoolExecutor(jobs) as threads:
                return [
                    one for one, alive in zip(mutants, threads.map(judged, mutants), strict=True) if alive
                ]

        hidden = living(found, lambda trial, one: trial.survives(*one, tests))
        if not (hidden and room.elsewhere):
            return Outcome(hidden, [])
        others = touched(room.beyond, workers=jobs)

        def passes_elsewhere(trial: Trial, one: Found) -> bool:
            chosen = others.callers(*one)
            return not chosen or trial.passes(*one, chosen, others)

        left = living(hidden, passes_elsewhere)
        return Outcome(left, [one for one in hidden if one not in left])


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
        outcome = tried(room, found, asked.jobs)
        for how, those in (("elsewhere", outcome.elsewhere), ("survived ", outcome.left)):
            for module, mutant in those:
                print(f"  {how} {module}:{mutant}")  # noqa: T201
        killed = len(found) - len(outcome.left)
        below = killed * 100 < room.floor * len(found)
        print(  # noqa: T201
            f"{name}: {killed} of {len(found)} killed, {len(outcome.elsewhere)} of them elsewhere,"
            f" {len(outcome.left)} survived;"
            f" at least {room.floor}%{' - TOO FEW' if below else ''}",
            flush=True,
        )
        low = low or below
    return int(low)


if __name__ == "__main__":
    sys.exit(main())
