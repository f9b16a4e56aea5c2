"""Colours and widths. A scheme is data only: another one is another record below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

CONTRAST = 1.9
"""How many times brighter one of ink and ground must be."""


@dataclass(frozen=True)
class Scheme:
    """The colours of one look; ``tiles`` and ``inks`` are by tile colour."""

    name: str
    page: str
    card: str
    rule: str
    ink: str
    soft: str
    faint: str
    gap: str
    track: str
    casing: str
    slot: str
    water: str
    wave: str
    mountain: str
    rock: str
    snow: str
    alps: str
    barrier: str
    change: str
    accent: str
    start: str
    tiles: Mapping[str, str]
    routes: tuple[str, ...]


LIGHT = Scheme(
    name="light",
    page="#f7f5ee",
    card="#ffffff",
    rule="#dedacb",
    ink="#1d2326",
    soft="#5b646a",
    faint="#9aa096",
    gap="#c3c6ae",
    track="#16191b",
    casing="#ffffff",
    slot="#ffffff",
    water="#8cc3e6",
    wave="#2f7fb8",
    mountain="#8a6a48",
    rock="#8f8b86",
    snow="#ffffff",
    alps="#dcdfe0",
    barrier="#c0392b",
    change="#d6006e",
    accent="#0b63a5",
    start="#fbe7a1",
    tiles={
        "none": "#e9edd9",
        "yellow": "#f8da4c",
        "green": "#82bd69",
        "brown": "#c08a58",
        "gray": "#b9bec1",
        "red": "#dd7868",
        "purple": "#b9a0d2",
    },
    routes=("#d81e2c", "#1457c8", "#8b1fa9", "#00808a", "#e06a00", "#5c6b00"),
)

SCHEMES: Mapping[str, Scheme] = {scheme.name: scheme for scheme in (LIGHT,)}


def scheme(name: str) -> Scheme:
    """Return the scheme of that name.

    :raises KeyError: there is none.
    """
    return SCHEMES[name]


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of ``#rrggbb``."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@cache
def mix(one: str, two: str, part: float) -> str:
    """Return ``one`` with a part of ``two`` in it, 0 to 1."""
    pairs = zip(channels(one), channels(two), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def luminance(colour: str) -> float:
    """Return how bright a colour looks, 0 to 1."""
    red, green, blue = channels(colour)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def ink_on(colour: str) -> str:
    """Return black or white, whichever reads better on a colour."""
    return "#16191b" if luminance(colour) > 0.55 else "#ffffff"


def readable(ink: str, ground: str) -> str:
    """Return an ink for texts on a colour: the one wished for, unless the two are too much alike."""
    low, high = sorted((luminance(ink), luminance(ground)))
    return ink if (high + 0.05) / (low + 0.05) >= CONTRAST else ink_on(ground)
