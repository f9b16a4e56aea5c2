"""How long the search for the best routes takes on recorded positions.

Run as a program with the folder of recorded games, or with that and the folder of positions with a known optimum;
``bench`` and ``bench_known`` return the figures for a report.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any
from unittest import mock

from engine.board.network import Network
from engine.board.track_plan import TrackPlan
from engine.position import Position
from engine.routes import BestRoutes, RouteGraph, priced_search, solver
from engine.routes.candidates import Candidates
from engine.titles.t18cz import routing as czech
from engine.titles.t18mag import routing
from engine.titles.t1844 import routing as swiss
from tests.engine.routes.known_positions import Known, known
from tests.engine.routes.recorded_runs import Recorded, games, runs

RUNNING = {"1844": swiss, "18CZ": czech}
QUESTIONS = {"1844": swiss.SwissRoutes, "18CZ": czech.CompanyRoutes}

QUANTILES = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}


def quantiles(seconds: Sequence[float]) -> dict[str, float]:
    """Quantiles in milliseconds of CPU time."""
    ordered = sorted(seconds)
    last = len(ordered) - 1
    return {name: round(1000 * ordered[int(part * last)], 2) for name, part in QUANTILES.items()}


def timed(ask: Callable[[], Any]) -> tuple[Any, float]:
    """What a call returns, and its CPU seconds."""
    start = process_time()
    answer = ask()
    return answer, process_time() - start


def measured(run: Recorded) -> dict[str, Any]:
    """CPU seconds of each part of the work for one run, with nothing kept from before."""
    pos = run.pos
    faces = {hex_: pos.face(hex_) for hex_ in pos.title.hexes}
    network, build = timed(lambda: Network(TrackPlan(faces), pos.state.tokens))
    _, reach = timed(lambda: network.reach(run.unit))
    _, contract = timed(lambda: RouteGraph(network))
    best, search = timed(lambda: routing.best(pos, run.unit, run.using))
    everywhere, dense = timed(lambda: routing.best(pos, run.unit, run.using, ("6", "6"), everywhere=True))
    proved = best.proved and everywhere.proved
    seconds = {"network": build, "reach": reach, "chart": contract, "best": search, "6 6 everywhere": dense}
    return {"seconds": seconds, "proved": proved, "run": run}


def bench(folder: Path, most: int = 1000) -> dict[str, Any]:
    """Figures for every tenth recorded run of as many games."""
    found = [measured(run) for path in games(folder)[:most] for run in islice(runs(path), 0, None, 10)]
    parts = {part: quantiles([one["seconds"][part] for one in found]) for part in found[0]["seconds"]}
    slowest = sorted(found, key=lambda one: -one["seconds"]["best"])[:10]
    return {
        "positions": len(found),
        "proved": sum(one["proved"] for one in found),
        "milliseconds": parts,
        "slowest": [
            f"{one['run'].game} {one['run'].moment} {one['run'].unit} {' '.join(one['run'].using)}"
            for one in slowest
        ],
    }


@dataclass(frozen=True)
class Timed:
    """A known position, the CPU seconds it took, and whether the answer was the optimum, proved."""

    known: Known
    seconds: float
    right: bool

    @property
    def part(self) -> str:
        """The row of the table: title, and whether the trains were those owned."""
        limit = " over the limit" if self.known.over else ""
        trains = "recorded" if self.known.trains is None else f"other trains{limit}"
        return f"{self.known.pos.title.name} {trains}"

    @property
    def peer(self) -> float | None:
        """The CPU seconds of the other engine, None where it was not asked."""
        return self.known.peer["path_s"]

    @property
    def short(self) -> bool:
        """Whether the other engine found less than the optimum."""
        return self.known.peer["revenue"] not in (None, self.known.optimum)


def graph_of(one: Known) -> RouteGraph:
    """The stops and chains of a position, as its title sees them."""
    return QUESTIONS[one.pos.title.name](one.pos, one.unit, ()).graph


def bench_known(folder: Path, games_folder: Path) -> list[Timed]:
    """Every position whose optimum is known, timed with nothing kept from before but the chart."""
    gc.collect()
    gc.freeze()  # what other benches have left behind is not searched again in the middle of a route
    found = []
    for one in known(folder, games_folder):
        graph_of(one)
        best, seconds = timed(lambda one=one: asked(one))
        found.append(Timed(one, seconds, best.proved and best.revenue == one.optimum))
    return found


def asked(one: Known) -> BestRoutes:
    """The best routes of a known position."""
    return RUNNING[one.pos.title.name].best(one.pos, one.unit, trains=one.trains, everywhere=one.everywhere)


def known_table(times: Sequence[Timed]) -> Iterator[str]:
    """Lines about all positions, part by part, with the other engine beside ours; then the ten slowest."""
    head = "".join(f"{name:>8}" for name in QUANTILES)
    yield (
        f"{'known positions, CPU s':<32}{'number':>7}{'proved':>7}{head}"
        f"   {'the other engine':>16}{head}  short  cut"
    )
    parts = {one.part: [] for one in times} | {"all recorded": [], "all legal": [], "all": []}
    for one in times:
        parts[one.part].append(one)
        parts["all"].append(one)
        if not one.known.over:
            parts["all legal"].append(one)
        if one.known.trains is None:
            parts["all recorded"].append(one)
    for part, some in parts.items():
        yield _row(part, some)
    yield ""
    yield "the ten slowest"
    for one in sorted(times, key=lambda one: -one.seconds)[:10]:
        yield f"  {one.seconds:6.3f} s  {one.known.pos.title.name:<5}{one.known!s:<26} {why_slow(one.known)}"


def _row(part: str, some: Sequence[Timed]) -> str:
    proved = sum(one.right for one in some)
    ours = _figures([one.seconds for one in some])
    peers = [one for one in some if one.peer is not None]
    theirs = _figures([one.peer for one in peers]) if peers else " " * 8 * len(QUANTILES)
    short, cut = sum(one.short for one in peers), sum(one.known.peer["timed_out"] for one in peers)
    return f"{part:<32}{len(some):>7}{proved:>7}{ours}   {len(peers):>16}{theirs}  {short:>5}  {cut:>3}"


def _figures(seconds: Sequence[float]) -> str:
    return "".join(f"{value / 1000:>8.3f}" for value in quantiles(seconds).values())


def why_slow(one: Known) -> str:
    """How large a question is, and what was left to combine when it was answered."""
    chart = graph_of(one)
    size = f"{len(chart.places)} stops, {len(chart.chains)} chains, {one.simple_routes} simple routes"
    seen: list[str] = []
    with _watched(seen):
        asked(replace(one, pos=Position(one.pos.title, one.pos.state)))
    walked = next((note.partition(",")[0] for note in reversed(seen) if "joint states" in note), "")
    end = seen[-1] if walked in seen[-1] else f"{walked}, {seen[-1]}"
    return f"{size}; {end}"


@contextmanager
def _watched(seen: list[str]) -> Iterator[None]:
    """Keep of every search how many joint states there were, and how many routes or sets decided in the end."""

    class BranchAndBound(priced_search.BranchAndBound):
        def __init__(self, lists: Sequence[Candidates], *given: Any) -> None:
            super().__init__(lists, *given)
            several = {id(one): sum(map(len, one.values())) for one in lists}
            seen.append(f"{'+'.join(map(str, several.values()))} routes combined in the end")

    class JointSearch(priced_search.JointSearch):
        def walk(self, *given: Any) -> bool:
            whole = super().walk(*given)
            states.append(sum(map(len, self.layers)))
            return whole

    class SetEvaluation(priced_search.SetEvaluation):
        def try_sets(self, *given: Any) -> bool:
            before = self.tried
            closed = super().try_sets(*given)
            seen.append(f"{sum(states)} joint states, {self.tried - before} sets tried in the end")
            return closed

    states = list[int]()
    patched = {"BranchAndBound": BranchAndBound, "JointSearch": JointSearch, "SetEvaluation": SetEvaluation}
    with (
        mock.patch.multiple(priced_search, **patched),
        mock.patch.object(solver, "BranchAndBound", BranchAndBound),
    ):
        yield


if __name__ == "__main__":
    folders = [Path(name) for name in sys.argv[1:]]
    if len(folders) == 1:
        sys.stdout.write(json.dumps(bench(*folders), indent=2) + "\n")
    else:
        sys.stdout.write("\n".join(known_table(bench_known(folders[1], folders[0]))) + "\n")
