"""How long the search for the best routes takes on recorded positions.

Run as a program with the folder of recorded games, or with that and the folder of positions with a known optimum;
``bench`` and ``bench_known`` return the figures for a report.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from typing import Any

from bench_positions import known
from recorded_runs import Recorded, games, runs

from engine.board.chains import Chart
from engine.board.network import Network
from engine.titles.t18cz import running as czech
from engine.titles.t18mag import running
from engine.titles.t1844 import running as swiss

RUNNING = {"1844": swiss, "18CZ": czech}

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
    network, build = timed(lambda: Network(pos.title.hexes, faces, pos.state.stations))
    _, reach = timed(lambda: network.reach(run.unit))
    _, contract = timed(lambda: Chart(network))
    best, search = timed(lambda: running.best(pos, run.unit, run.using))
    everywhere, dense = timed(lambda: running.best(pos, run.unit, run.using, ("6", "6"), everywhere=True))
    proved = best.proved and everywhere.proved
    seconds = {"network": build, "reach": reach, "chart": contract, "best": search, "6 6 everywhere": dense}
    return {"seconds": seconds, "proved": proved, "run": run}


def bench(folder: Path, most: int = 1000) -> dict[str, Any]:
    """Figures for the recorded runs of as many games."""
    found = [measured(run) for path in games(folder)[:most] for run in runs(path)]
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


def bench_known(folder: Path, games_folder: Path) -> dict[str, Any]:
    """Figures for the positions whose optimum is known: by title, as recorded and with other trains."""
    found: dict[str, list[tuple[float, bool, str]]] = {}
    for one in known(folder, games_folder):
        running = RUNNING[one.pos.title.name]
        running.chart(one.pos)
        best, seconds = timed(
            lambda one=one, running=running: running.best(
                one.pos, one.unit, trains=one.trains, everywhere=one.everywhere
            )
        )
        right = best.proved and best.revenue == one.optimum
        part = f"{one.pos.title.name} {'recorded' if one.trains is None else 'other trains'}"
        found.setdefault(part, []).append((seconds, right, str(one)))
    return {part: _summary(times) for part, times in found.items()}


def _summary(times: Sequence[tuple[float, bool, str]]) -> dict[str, Any]:
    return {
        "positions": len(times),
        "proved": sum(right for _, right, _ in times),
        "milliseconds": quantiles([seconds for seconds, _, _ in times]),
        "slowest": [f"{name} {1000 * seconds:.0f}" for seconds, _, name in sorted(times, reverse=True)[:5]],
    }


if __name__ == "__main__":
    folders = [Path(name) for name in sys.argv[1:]]
    figures = bench(*folders) if len(folders) == 1 else bench_known(folders[1], folders[0])
    sys.stdout.write(json.dumps(figures, indent=2) + "\n")
