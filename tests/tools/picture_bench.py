"""A part of ``make bench``: how long the pictures that every move brings take, and how large they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from engine.position import Position
from render.paint import png
from render.pictures import EVERY_MOVE, PICTURES


@dataclass(frozen=True, slots=True)
class Timing:
    """A picture in milliseconds, drawn and written as PNG: at first, and once its parts are known."""

    picture: str
    cold: float
    warm: float
    size: int


def measure(pos: Position, repeats: int = 5) -> list[Timing]:
    """Return the time and size of each picture of a position."""
    return [_measure(name, pos, repeats) for name in EVERY_MOVE]


def _measure(name: str, pos: Position, repeats: int) -> Timing:
    times, data = [], b""
    for _ in range(repeats + 1):
        began = perf_counter()
        data = png(PICTURES[name].draw(pos))
        times.append(1000 * (perf_counter() - began))
    return Timing(name, times[0], median(times[1:]), len(data))


def timing_table(positions: Iterable[Position]) -> str:
    """Return a table of the slowest of these positions, beside what is to be reached."""
    found = [timing for pos in positions for timing in measure(pos)]
    rows = [f"{'picture':<10}{'first ms':>10}{'warm ms':>10}{'limit ms':>10}{'KiB':>8}"]
    for name in EVERY_MOVE:
        mine = [timing for timing in found if timing.picture == name]
        if mine:
            cold, warm, size = (max(getattr(one, key) for one in mine) for key in ("cold", "warm", "size"))
            limit = PICTURES[name].limit
            rows.append(f"{name:<10}{cold:>10.0f}{warm:>10.0f}{limit:>10}{size / 1024:>8.0f}")
    return "\n".join(rows)
