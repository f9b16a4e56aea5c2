"""Small random boards of 1844, with tunnels, mountain railways, red areas and short express trains."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from engine.board.tiles import exits
from engine.position import Position
from engine.state import State
from engine.title import Title, find
from tests.engine.routes.random_mag import laid_out, tokens_on

PLACES = (
    "K10 K8 J11 J7 I10 I8 K12 L9 L7 L11 I6",
    "G16 G18 F17 F15 H15 G12 F13 I18 H13",
    "H25 G26 G28 I26 I28 I24 F27 G24 I22 F25 J27",
    "B19 B21 C18 C20 D19 D17 C16 C22 D21",
    "L21 K22 K20 J21 J23 J19 I20",
    "C10 C12 D9 D7 D11 C14 D13 E8 E6",
)
"""Hexes next to each other, near tunnels, mountains and red areas, the middle first."""

UNITS = ("FNM", "BLS", "JN", "STB")
TRAINS = ("2", "3", "4", "2H", "3H", "4H", "2E", "3E", "4E")


@dataclass(frozen=True)
class SwissSample:
    """A position, and whose routes to look for."""

    pos: Position
    unit: str

    @property
    def fresh(self) -> Position:
        """The same position, with nothing known of it."""
        return Position(self.pos.title, self.pos.state)


@cache
def _title() -> Title:
    """1844 with express trains of two to four stops, and with Belfort opposite to Strasbourg."""
    title = find("1844")
    express = next(train for train in title.data.trains if train.kind == "E")
    short = [express.model_copy(update={"name": f"{stops}E", "stops": stops}) for stops in (2, 3, 4)]
    areas = [_moved(area) for area in title.data.extra["areas"]]
    changes: dict[str, Any] = {
        "trains": (*title.data.trains, *short),
        "extra": {**title.data.extra, "areas": areas},
    }
    return replace(title, data=title.data.model_copy(update=changes))


def _moved(area: dict[str, Any]) -> dict[str, Any]:
    return {**area, "side": "south"} if area["name"] == "Belfort" else area


def swiss_sample(seed: int) -> SwissSample:
    rng = Random(seed)
    title = _title()
    hexes = rng.choice(PLACES).split()
    laid = laid_out(rng, title, hexes[: rng.randint(5, len(hexes))])
    placed = tokens_on(rng, title, laid, UNITS)
    options = ("zero_stops=closed",) if rng.random() < 0.3 else ()
    state = State(players=("a", "b", "c"), options=options, rng=0, phase=rng.randrange(7))
    there = {one.unit for tokens in placed.values() for one in tokens}
    unit = min(there, default=UNITS[0])
    trains = tuple(rng.choice(TRAINS) for _ in range(rng.choice((1, 2, 2))))
    state.tiles, state.tokens, state.trains = laid, placed, {unit: trains}
    state.layers = _layers(rng, title)
    return SwissSample(Position(title.of(3, options), state), unit)


def _layers(rng: Random, title: Title) -> dict[str, tuple[tuple[str, int], ...]]:
    extra = title.data.extra
    layers = {hex_: ((rng.choice(extra["panels"]), 0),) for hex_ in extra["mountains"] if rng.random() < 0.6}
    for hex_, mouths in extra["tunnels"].items():
        if rng.random() < 0.7:
            layers[hex_] = (_tunnel(title, rng.choice(mouths)),)
    if rng.random() < 0.3:
        for hex_, tile in extra["furka"].items():
            layers[hex_] = (*layers.get(hex_, ()), (tile, 0))
    return layers


def _tunnel(title: Title, mouths: list[int]) -> tuple[str, int]:
    tiles = title.data.extra["tunnel_tiles"]
    ways = ((tile, turn) for tile in tiles for turn in range(6))
    return next(way for way in ways if exits(title.tiles[way[0]].track, way[1]) == frozenset(mouths))
