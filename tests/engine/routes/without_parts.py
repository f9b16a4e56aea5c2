"""What each part of the route search is worth: the hardest known positions again, with one part at a time left out.

``python -m tests.engine.routes.without_parts [PART...]`` finds recorded games and known positions through
``CONFORMANCE_DIR`` and ``BENCH_DIR``. Every question ends after SECONDS of CPU time; what is not
proved then is counted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from time import process_time
from typing import Any
from unittest import mock

from engine.position import Position
from engine.routes import (
    branch_and_bound,
    budget,
    frontier,
    graph,
    joint_search,
    lagrangian,
    priced_search,
    priced_trains,
    solver,
)
from engine.routes.budget import MustEnd
from engine.routes.candidates import Candidates
from engine.routes.ranked_candidates import ChainPrices
from tests.engine.routes.bench_routes import RUNNING, timed
from tests.engine.routes.known_positions import Known, known

SECONDS = 5
"""How much CPU time a question may take."""

Change = Callable[[], AbstractContextManager[Any]]


def _set(module: object, **values: Any) -> Change:
    return lambda: mock.patch.multiple(module, **values)  # type: ignore[arg-type]


def _by_number(_: graph.RouteGraph, numbers: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(numbers))


def _no_prices(search: lagrangian.LagrangianBound) -> None:
    """Bound the search by what each train could do alone."""
    search._apply({})
    search.bound = search._total({})


def _without_prices(
    lists: Sequence[Candidates], required: int, must_end: MustEnd, prices: ChainPrices, worst: int
) -> branch_and_bound.BranchAndBound:
    return branch_and_bound.BranchAndBound(lists, required, must_end, worst=worst)


PARTS: dict[str, Change] = {
    "nothing": nullcontext,
    "the lists at first": _set(solver, FEW_ROUTES=1, MANY_ROUTES=1),
    "diagrams, and all that needs them": _set(frontier, MOST_STATES=0),
    "a good order of chains": _set(priced_trains, sweep_order=_by_number),
    "prices": _set(lagrangian.LagrangianBound, minimise=_no_prices),
    "prices in branch and bound": _set(priced_search, BranchAndBound=_without_prices),
    "a greedy set": _set(priced_search, greedy_set=lambda *_: None),
    "lists by prices before the joint search": _set(priced_search, FEW_ROUTES=1),
    "the joint search": _set(joint_search, MOST_STATES=0),
    "narrow walks before the whole one": _set(priced_search, BEAM_WIDTHS=(None,)),
    "sets tried one by one": _set(priced_search, SETS_TRIED=0),
    "short lists before long ones": _set(branch_and_bound, LIST_DEPTHS=(None,)),
}
"""What is left out, and how."""


def hard(positions: Path, games: Path) -> list[Known]:
    """The known positions with other trains than were recorded."""
    return [one for one in known(positions, games) if one.trains is not None]


def measured(positions: Sequence[Known], change: Change) -> tuple[list[float], int]:
    """CPU seconds of every position with a change, and how many were not proved."""
    seconds, unproved = list[float](), 0
    with change(), mock.patch.object(budget, "monotonic", process_time):
        for one in positions:
            title = RUNNING[one.pos.title.name]
            fresh = Position(one.pos.title, one.pos.state)
            best, taken = timed(
                lambda title=title, one=one, fresh=fresh: title.best(
                    fresh, one.unit, trains=one.trains, everywhere=one.everywhere, budget=SECONDS
                )
            )
            assert not best.proved or best.revenue == one.optimum, one
            seconds.append(taken)
            unproved += not best.proved
    return seconds, unproved


def table(positions: Sequence[Known], names: Iterable[str]) -> Iterator[str]:
    """One line for every part."""
    yield f"{len(positions)} positions, CPU s, without{'':<16}{'all':>8}{'max':>8}{'not proved':>12}"
    for name in names:
        seconds, unproved = measured(positions, PARTS[name])
        yield f"{name:<42}{sum(seconds):>8.1f}{max(seconds):>8.2f}{unproved:>12}"


if __name__ == "__main__":
    positions, games = (Path(os.environ[name]) for name in ("BENCH_DIR", "CONFORMANCE_DIR"))
    for line in table(hard(positions, games), sys.argv[1:] or PARTS):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
