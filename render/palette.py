"""Colours: what a scheme is made of, and how colours mix and read on each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

LIGHT = (0.2126, 0.7152, 0.0722)
"""How much red, green and blue add to the light of a colour."""
CONTRAST = 1.95
"""How many times as bright the brighter of ink and ground must be."""


@dataclass(frozen=True)
class Scheme:
    """The colours of one scheme.

    ``shade`` is the ground of what is withheld, spent or sold out. ``tiles`` are by tile colour, ``seats`` those of
    the players in the order of their seats, ``units`` those of companies if not the printed ones; with ``ranks`` the
    colours of tiles are told in writing too.
    """

    name: str
    page: str
    card: str
    rule: str
    shade: str
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
    seats: tuple[str, ...]
    units: tuple[str, ...] = ()
    ranks: bool = False


RANKS: Mapping[str, str] = {"yellow": "I", "green": "II", "brown": "III", "gray": "IV"}
"""Colours of tiles in writing, in the order of upgrading."""


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of ``#rrggbb``."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@cache
def mix(one: str, two: str, part: float) -> str:
    """Return ``one`` with a part of ``two`` in it, 0 to 1."""
    pairs = zip(channels(one), channels(two), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def edge(colour: str, scheme: Scheme, part: float) -> str:
    """Return a colour for the outline of a coloured mark: darker, or lighter on a dark page."""
    return mix(colour, "#000000" if luminance(scheme.page) > 0.5 else scheme.ink, part)


def colourful(colour: str) -> int:
    """Return how far a colour is from grey, 0 to 255."""
    return max(channels(colour)) - min(channels(colour))


def luminance(colour: str) -> float:
    """Return how bright a colour looks, 0 to 1."""
    red, green, blue = channels(colour)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


@cache
def ink_on(colour: str) -> str:
    """Black or white, whichever reads better on a colour."""
    return max("#16191b", "#ffffff", key=lambda ink: contrast(ink, colour))


def contrast(ink: str, ground: str) -> float:
    """The contrast of two colours by WCAG 2.1, 1 to 21."""
    low, high = sorted(
        sum(part * _linear(one) for part, one in zip(LIGHT, channels(each), strict=True))
        for each in (ink, ground)
    )
    return (high + 0.05) / (low + 0.05)


def _linear(channel: int) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def readable(ink: str, ground: str) -> str:
    """Return an ink for texts on a colour: the given one, unless the two are too much alike."""
    low, high = sorted((luminance(ink), luminance(ground)))
    return ink if (high + 0.05) / (low + 0.05) >= CONTRAST else ink_on(ground)
