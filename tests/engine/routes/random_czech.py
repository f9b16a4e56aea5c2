"""Small random boards of 18CZ: around Praha, near homes of large companies, with trains of the company's size."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.position import Position
from engine.state import Token
from engine.title import Title, find
from tests.engine.routes.random_mag import laid_out, tokens_on
from tests.tools.builder import position

PLACES = (
    "E12 D11 D13 E14 F13 F11 E10 D15 C12 E16 F15",
    "E12 E10 E8 D9 F11 F9 D11 E14 F13 G10",
    "G6 G4 F5 G8 H7 F7 F9 H9 E6 G10",
    "B7 B9 C8 A10 C6 B11 C10 D7 D9 A12",
    "C20 B21 C18 C22 D19 D21 B23 B17 C16 D17",
    "I14 J13 I12 H15 H13 I10 J11 H17 G14 I20",
    "H25 H23 I22 G26 G24 H21 I20 F25 G22 F27",
)
"""Hexes next to each other, the middle first."""

HOMES = {"SX": "B5", "PR": "B19", "BY": "H5", "kk": "J15", "Ug": "I24"}
"""Where the home tile of a large company may lie."""

UNITS = {"small": ("EKJ", "OFE", "BCB"), "medium": ("BN", "NWB", "ATE"), "large": tuple(HOMES)}


@dataclass(frozen=True)
class CzechSample:
    """A position, and whose routes to look for."""

    pos: Position
    unit: str


def czech_sample(seed: int, options: tuple[str, ...] = ()) -> CzechSample:
    rng = Random(seed)
    title = find("18CZ")
    hexes = rng.choice(PLACES).split()
    laid = laid_out(rng, title, hexes[: rng.randint(5, len(hexes))])
    size = rng.choice(tuple(UNITS))
    units = UNITS[size]
    placed = tokens_on(rng, title, laid, units)
    for unit in units if size == "large" else ():
        laid[HOMES[unit]] = title.data.extra["red_homes"][unit]["tile"], rng.randrange(6)
        placed[HOMES[unit]] = (Token(0, unit),)
    there = sorted({one.unit for tokens in placed.values() for one in tokens})
    unit = rng.choice(there) if there else units[0]
    trains = tuple(rng.choice(_trains(title, size)) for _ in range(rng.choice((1, 2, 2))))
    spare = ("2a",) if size != "small" and rng.random() < 0.2 else ()
    phase = rng.choice("abcdefghij" if size == "small" else "defghij")
    owned = {unit: (*trains, *spare)}
    return CzechSample(position(laid, placed, owned, phase, title="18CZ", options=options), unit)


def _trains(title: Title, size: str) -> list[str]:
    """Return trains of a size, without the longest."""
    return [train.name for train in title.data.trains if train.kind == size and train.stops < 5]
