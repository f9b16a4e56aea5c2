"""Boards of 1844 for tests of routes: lines of yellow track over hexes in order, whatever is printed there."""

from __future__ import annotations

from collections.abc import Mapping

from engine.actions import Route
from engine.board.hexes import EDGES, neighbour
from engine.position import Position
from engine.titles.t1844 import routing
from engine.titles.t1844.figures import SwissState
from tests.tools.builder import position, tokens

TILES = {"": ("7", "8", "9"), "t": ("3", "58", "4"), "c": ("5", "6", "57")}
"""Sharp curve, wide curve and straight, each joining side 0 to side 1, 2 or 3: plain, with a town, with a city."""

GRAY = "915"
"""A city worth 50 that has all sides but side 5."""

Laid = dict[str, tuple[str, int]]


def line(text: str) -> Laid:
    """Lay track over hexes in order; ``F7:c`` has a city, ``K8:t`` a town, ``J1:g`` a gray city, ``K2:p`` is printed.

    The first and the last hex stay as they are.
    """
    parts = [word.partition(":") for word in text.split()]
    hexes = [hex_ for hex_, _, _ in parts]
    laid = {}
    for before, (hex_, _, shape), after in zip(hexes, parts[1:], hexes[2:], strict=False):
        if shape != "p":
            laid[hex_] = _tile(_edge(hex_, before), _edge(hex_, after), shape)
    return laid


def _edge(hex_: str, other: str) -> int:
    return next(edge for edge in EDGES if neighbour(hex_, edge) == other)


def _tile(one: int, two: int, shape: str) -> tuple[str, int]:
    if shape == "g":
        return GRAY, next(turn for turn in EDGES if (5 + turn) % 6 not in (one, two))
    for start, end in ((one, two), (two, one)):
        if 1 <= (end - start) % 6 <= 3:
            return TILES[shape][(end - start) % 6 - 1], start
    raise AssertionError


def board(
    laid: Laid,
    placed: Mapping[str, str],
    trains: Mapping[str, str],
    phase: str = "1",
    *,
    layers: Mapping[str, str] | None = None,
    options: tuple[str, ...] = (),
    active: tuple[str, ...] = (),
) -> Position:
    """Build a position; ``placed`` and ``layers`` are written ``K10="VZ.0"`` and ``J9="X78 3"``."""
    owned = {unit: tuple(names.split()) for unit, names in trains.items()}
    pos = position(laid, tokens(**placed), owned, phase, title="1844", options=options)
    parts = {hex_: text.split() for hex_, text in (layers or {}).items()}
    pos.state.layers = {hex_: ((tile, int(turn)),) for hex_, (tile, turn) in parts.items()}
    pos.state.extra = SwissState(active=active)
    return pos


def claim(pos: Position, unit: str, *texts: str) -> routing.SwissRun:
    """Judge routes written ``4:E12.0-E14-F13.0``."""
    routes = [text.partition(":") for text in texts]
    return routing.judge(
        pos, unit, (), tuple(Route(train, tuple(path.split("-"))) for train, _, path in routes)
    )


def fault(pos: Position, unit: str, *texts: str) -> tuple[str, dict]:
    """Return the rule that a set of routes breaks, and the values for the sentence."""
    judged = claim(pos, unit, *texts)
    assert judged.fault is not None
    return judged.fault.key, dict(judged.fault.values)
