"""Small random boards: neighbouring tiles that mostly meet, with tokens, trains and rail cars."""

from __future__ import annotations

import os
from dataclasses import dataclass
from random import Random

from engine.board.hexes import neighbour, opposite
from engine.board.tiles import Face, exits
from engine.position import Position
from engine.state import Token
from engine.title import Title, find
from tests.tools.builder import position

FEW_BOARDS = 60
"""How many random boards are tried in the quick tests."""

BOARDS = int(os.environ.get("FUZZ_BOARDS", "300"))
"""How many random boards are tried; ``make fuzz`` asks for more."""

PLACES = (
    "B17 B15 C16 C14 C18 D15 D17 B19 A16 D19 C20",
    "D7 C8 E8 D9 C10 E10 D11 E12 E6 F7 D13",
    "I2 H3 I4 H5 G4 J3 I6 H7 G6 I8 H9",
    "E12 D11 D13 E14 F13 F11 F15 E10 C12 D15 E16 G14",
    "I14 H13 G14 H15 I16 H17 G16 I12 G12 F15 I18",
    "F25 G24 G26 H27 H25 H23 G22 H21 F23 E24",
)
"""Hexes next to each other, near red locations and mines, the middle first."""

UNITS = ("1", "2", "3")


@dataclass(frozen=True)
class MagSample:
    """A position, and what to ask of it."""

    pos: Position
    unit: str
    using: tuple[str, ...]


def mag_sample(seed: int) -> MagSample:
    rng = Random(seed)
    hexes = rng.choice(PLACES).split()
    title = find("18Mag")
    laid = laid_out(rng, title, hexes[: rng.randint(6, len(hexes))])
    trains = tuple(rng.choice("223346") for _ in range(rng.choice((1, 2, 2))))
    phase = rng.choice(("yellow", "green", "brown", "gray"))
    placed = tokens_on(rng, title, laid, (*UNITS, "SIK", "SKEV"))
    pos = position(laid, placed, dict.fromkeys(UNITS, trains), phase)
    using = tuple(car for car in ("GC", "RABA", "SNW") if rng.random() < 0.2)
    there = {one.unit for tokens in placed.values() for one in tokens} & set(UNITS)
    return MagSample(pos, min(there, default=UNITS[0]), using)


def laid_out(rng: Random, title: Title, hexes: list[str]) -> dict[str, tuple[str, int]]:
    """Lay tiles on some hexes so that they mostly meet."""
    printed = {name: (hex_, 0) for name, hex_ in title.hexes.items() if not hex_.tiled}
    faces: dict[str, tuple[Face, int]] = dict(printed)
    sides = rng.choice((2, 3, 4))
    known = [tile for tile in title.tiles.values() if tile.colour not in ("none", "red")]
    tiles = [tile for tile in known if len(exits(tile.track)) >= sides]
    plain, busy = [tile for tile in tiles if not tile.stops], [tile for tile in tiles if tile.stops]
    for name in hexes:
        tile = rng.choice(plain if rng.random() < rng.choice((0.1, 0.4)) else busy)
        meets = {turn: _meets(faces, name, tile, turn) + rng.random() for turn in range(6)}
        faces[name] = tile, max(meets, key=meets.__getitem__)
    return {name: (faces[name][0].id, faces[name][1]) for name in hexes}


def _meets(faces: dict[str, tuple[Face, int]], name: str, tile: Face, rotation: int) -> int:
    """Count the sides at which a tile meets track."""
    met = 0
    for edge in exits(tile.track, rotation):
        face = faces.get(neighbour(name, edge))
        met += face is not None and opposite(edge) in exits(face[0].track, face[1])
    return met


def tokens_on(
    rng: Random, title: Title, laid: dict[str, tuple[str, int]], some: tuple[str, ...]
) -> dict[str, tuple[Token, ...]]:
    """Put tokens of some units into cities."""
    placed: dict[str, tuple[Token, ...]] = {}
    for name, (tile, _) in laid.items():
        free = list(some)
        for index, stop in enumerate(title.tiles[tile].stops):
            if stop.kind == "city":
                rng.shuffle(free)
                units = [free.pop() for _ in range(min(rng.randint(0, 2), stop.slots, len(free)))]
                placed[name] = placed.get(name, ()) + tuple(Token(index, unit) for unit in units)
    return placed
