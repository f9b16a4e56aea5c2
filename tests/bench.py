"""Behind ``make bench``: how fast things are, as tables. Nothing here is asserted.

``CONFORMANCE_DIR`` adds recorded games and their routes, ``BENCH_DIR`` the times of another engine.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from bot.storage import bench as storage_bench
from engine.game import Game
from engine.records import open_recording
from render import timing

OWN = Path(__file__).parent / "games" / "t18mag" / "records" / "3p-thrifty.json"
SOME = 6
"""Recorded games that are timed; MOST=99 times all of them."""


def say(text: str = "") -> None:
    """Print a line."""
    sys.stdout.write(f"{text}\n")


def games() -> list[Path]:
    """Return the recorded games to time: our own, and some of the outside ones."""
    folder = os.environ.get("CONFORMANCE_DIR")
    outside = sorted(Path(folder, "18Mag").glob("gen_18mag_[3-6]p_*.json.gz")) if folder else []
    plain = [path for path in outside if path.name.rsplit("_", 1)[0].count("_") == 2]
    return [OWN, *plain[: int(os.environ.get("MOST", SOME))]]


def replays() -> None:
    """Print how long replays with every rule checked take."""
    say(f"{'replay, every rule checked':<34}{'recorded':>9}{'ours':>7}{'CPU s':>8}{'recorded/s':>11}")
    for path in games():
        recording = open_recording(path)
        setup, actions = recording.setup, recording.actions()
        began = time.process_time()
        Game.replay(setup, actions)
        name = path.name.removesuffix(".gz").removesuffix(".json")
        _replayed(name, len(recording), len(actions), time.process_time() - began)
    _peer()


def _replayed(name: str, recorded: int, ours: int | str, seconds: float) -> None:
    say(f"{name:<34}{recorded:>9}{ours:>7}{seconds:>8.2f}{recorded / seconds:>11.0f}")


def _peer() -> None:
    folder = os.environ.get("BENCH_DIR")
    if not folder:
        return
    for name, times in json.loads(Path(folder, "peer_times.json").read_text())["fixtures"].items():
        _replayed(f"another engine, {name}", times["actions"], "", times["all_checks_cpu_s"])


def pictures() -> None:
    """Print how long pictures take."""
    recording = open_recording(OWN)
    say(timing.table([recording.at(at).pos for at in (30, 300, 600)]))


def routes() -> None:
    """Print how long the best routes of recorded positions take."""
    folder = os.environ.get("CONFORMANCE_DIR")
    if not folder:
        say("routes: set CONFORMANCE_DIR for recorded positions")
        return
    sys.path.insert(0, str(Path(__file__).parent / "engine" / "board"))
    from bench_routes import bench  # noqa: PLC0415 - lies beside the tests it shares helpers with

    found = bench(Path(folder), int(os.environ.get("MOST", SOME)))
    say(f"routes: {found['positions']} positions, {found['proved']} proved; CPU milliseconds")
    for part, figures in found["milliseconds"].items():
        say(f"  {part:<16}" + "".join(f"{name} {value:>8.2f}  " for name, value in figures.items()))


def main() -> int:
    """Print every table."""
    for part in (replays, routes, pictures):
        part()
        say()
    return storage_bench.main()


if __name__ == "__main__":
    sys.exit(main())
