"""Hex names, neighbours and edges.

A hex is named by its row letter (north to south) and its column number (west to east), e.g. ``H4``; columns
in one row step by two. Edges are numbered clockwise from the lower left: 0 SW, 1 W, 2 NW, 3 NE, 4 E, 5 SE.
A lower-case row letter names a row above ``A``, counted backwards (``a`` is the row just above it).
"""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase, ascii_uppercase

OFFSETS = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
"""Row and column step over each edge, by edge number."""

ROWS = ascii_lowercase[::-1] + ascii_uppercase
"""Row letters from north to south."""

EDGES = range(6)

Place = tuple[str, int]
"""A stop: its hex, and its index there."""

HexSide = tuple[str, int]
"""A hex and one of its edges (0-5)."""


def opposite(edge: int) -> int:
    """Return the number of the same side as seen from the neighbouring hex."""
    return (edge + 3) % 6


@cache
def coordinates(name: str) -> tuple[int, int]:
    """Return row (0 for ``A``, negative above it) and column of a hex.

    :raises ValueError: when the name is not the coordinate of a hex.
    """
    row, column = name[:1], name[1:]
    if row not in ROWS or not row or not column.isdecimal():
        raise ValueError(name)
    return ROWS.index(row) - ROWS.index("A"), int(column)


@cache
def neighbour(name: str, edge: int) -> str:
    """Return the name of the hex across an edge; the hex need not be on the map."""
    row, column = coordinates(name)
    down, right = OFFSETS[edge]
    return f"{ROWS[row + down + ROWS.index('A')]}{column + right}"


@cache
def order(name: str) -> tuple[int, int]:
    """Return a key that sorts hexes from north to south, then from west to east."""
    return coordinates(name)


def stop_name(hex_: str, stop: int | None = None) -> str:
    """Return how a stop is written, e.g. ``E12.1``; without a stop, how the hex is."""
    return hex_ if stop is None else f"{hex_}.{stop}"
