"""How the time for the best routes grows: with the number of trains, with their range, and with the track.

``python -m tests.engine.routes.growth PICTURE [SEEDS]`` asks about generated maps and draws the answers.
A map of size 1 has about as many stops and chains as the largest title; a search ends after
BUDGET CPU seconds: what is not proved then is drawn as a cross.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import log10
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from PIL import Image, ImageDraw

from engine.board.hexes import ROWS
from engine.board.network import Network
from engine.board.track_plan import TrackPlan
from engine.routes import RouteGraph, RouteProblem, RouteStop, TrainSpec, solve
from engine.title import find
from render.fonts import font
from tests.engine.routes.random_mag import laid_out

BUDGET = 10.0
SIDES = {0.25: 5, 0.5: 7, 1.0: 9, 2.0: 12, 4.0: 17}
"""Hexes along a side of the map, by its size."""

TOWNS = frozenset({"town"})
WAYS = {
    "3 stops": TrainSpec("3", 3),
    "5 stops": TrainSpec("5", 5),
    "8 stops": TrainSpec("8", 8),
    "8E, any stop": TrainSpec("8E", 8, drops=frozenset({"town", "city"})),
}
COLOURS = ("#1b6ca8", "#c8553d", "#3a7d44", "#6d4c8d", "#8a6d1d", "#444444")


@dataclass(frozen=True)
class Point:
    """One question: where it lies in a panel, CPU seconds, and whether the answer was proved."""

    line: str
    at: float
    seconds: float
    proved: bool


@dataclass(frozen=True)
class Panel:
    """One figure of the picture."""

    title: str
    axis: str
    points: Sequence[Point]


def board(size: float, seed: int) -> tuple[RouteGraph, tuple[RouteStop, ...]]:
    """A random map of some size; a sixth of the cities has a token, another sixth is full."""
    rng, title, side = Random(seed), find("18Mag"), SIDES[size]
    rows = ROWS[ROWS.index("A") - side // 4 :]
    hexes = [f"{rows[row]}{2 * column + 1 + row % 2}" for row in range(side) for column in range(side)]
    rng.shuffle(hexes)
    laid = laid_out(rng, title, hexes)
    faces = {hex_: (title.tiles[tile], turn) for hex_, (tile, turn) in laid.items()}
    graph = RouteGraph(Network(TrackPlan(faces), {}))
    stops = []
    for hex_, index in graph.places:
        stop, luck = faces[hex_][0].stops[index], rng.random()
        city = stop.kind == "city"
        worth = rng.choice((20, 30, 40, 60)) if city else 10
        stops.append(
            RouteStop(stop.kind, worth, passable=not (city and luck > 5 / 6), own=city and luck < 1 / 6)
        )
    return graph, tuple(stops)


def asked(line: str, at: float, size: float, trains: Sequence[TrainSpec], seed: int) -> Point:
    """Ask for the best routes on a map."""
    graph, stops = board(size, seed)
    problem = RouteProblem(graph, stops, tuple((train,) for train in trains), heeded=0)
    began = process_time()
    best = solve(replace(problem, must_end=lambda: process_time() - began > BUDGET))
    seconds = process_time() - began
    assert best is not None
    sys.stdout.write(
        f"{line:<14}{at:>6} seed {seed} {len(graph.places):>4} stops {len(graph.chains):>4} chains "
        f"{seconds:8.3f} s {'proved' if best.proved else 'cut'}\n"
    )
    sys.stdout.flush()
    return Point(line, at, seconds, best.proved)


def panels(seeds: int) -> Iterator[Panel]:
    """Ask all questions."""
    trains = [
        asked(line, count, 1.0, [spec] * count, seed)
        for line, spec in WAYS.items()
        for count in (1, 2, 3, 4)
        for seed in range(seeds)
    ]
    yield Panel("Number of trains", "trains, on a map of size 1", trains)
    ranges = [
        asked(f"{count} trains" if count > 1 else "1 train", stops, 1.0, [TrainSpec("", stops)] * count, seed)
        for count in (1, 2, 3)
        for stops in range(2, 11, 2)
        for seed in range(seeds)
    ]
    yield Panel("Range", "stops a train counts, on a map of size 1", ranges)
    track = [
        asked(line, size, size, [spec] * 2, seed)
        for line, spec in WAYS.items()
        for size in SIDES
        for seed in range(seeds)
    ]
    yield Panel("Track", "size of the map, two trains; 1 is the largest title", track)


# --- the picture

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 620, 520, 70, 60, 20, 130
LOW, HIGH = -3, 2
"""Powers of ten of the seconds that are shown."""


def drawn(shown: Sequence[Panel]) -> Image.Image:
    """Draw panels side by side."""
    image = Image.new("RGB", (WIDTH * len(shown), HEIGHT), "white")
    for number, panel in enumerate(shown):
        _Sheet(ImageDraw.Draw(image), number * WIDTH, panel).draw()
    return image


class _Sheet:
    """A panel that is being drawn; values run evenly from left to right."""

    def __init__(self, pen: ImageDraw.ImageDraw, left: int, panel: Panel) -> None:
        self._pen = pen
        self._left = left
        self._panel = panel
        self._values = sorted({point.at for point in panel.points})

    def _spot(self, at: float, seconds: float) -> tuple[float, float]:
        across = (WIDTH - LEFT - RIGHT) * (0.5 + self._values.index(at)) / len(self._values)
        power = min(max(log10(max(seconds, 1e-9)), LOW), HIGH)
        down = (HEIGHT - TOP - BOTTOM) * (HIGH - power) / (HIGH - LOW)
        return self._left + LEFT + across, TOP + down

    def draw(self) -> None:
        """Draw axes, points and medians."""
        pen, right = self._pen, self._left + WIDTH - RIGHT
        pen.text((self._left + LEFT, 16), self._panel.title, "black", font(22))
        for power in range(LOW, HIGH + 1):
            _, down = self._spot(self._values[0], 10.0**power)
            pen.line((self._left + LEFT, down, right, down), "#dddddd")
            pen.text((self._left + 12, down - 9), f"{10.0**power:g} s", "#555555", font(14))
        for at in self._values:
            across, _ = self._spot(at, 1)
            pen.text((across, HEIGHT - BOTTOM + 8), f"{at:g}", "#555555", font(14), anchor="ma")
        pen.text((self._left + LEFT, HEIGHT - BOTTOM + 32), self._panel.axis, "black", font(15))
        for number, line in enumerate(dict.fromkeys(point.line for point in self._panel.points)):
            self._line(number, line)

    def _line(self, number: int, line: str) -> None:
        colour, points = COLOURS[number], [point for point in self._panel.points if point.line == line]
        for point in points:
            across, down = self._spot(point.at, point.seconds)
            if point.proved:
                self._pen.ellipse((across - 3, down - 3, across + 3, down + 3), outline=colour)
            else:
                self._pen.line((across - 4, down - 4, across + 4, down + 4), colour, 2)
                self._pen.line((across - 4, down + 4, across + 4, down - 4), colour, 2)
        way = [
            self._spot(at, median(point.seconds for point in points if point.at == at)) for at in self._values
        ]
        self._pen.line(way, colour, 2)
        column, row = number % 2, number // 2
        left, top = self._left + LEFT + 230 * column, HEIGHT - BOTTOM + 64 + 24 * row
        self._pen.line((left, top + 9, left + 24, top + 9), colour, 3)
        self._pen.text((left + 32, top), line, "black", font(15))


def main(picture: Path, seeds: int) -> None:
    """Ask and draw."""
    drawn(list(panels(seeds))).save(picture)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 3)
