"""Colours: what a scheme is made of, and how colours mix and read on each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

LIGHT = (0.2126, 0.7152, 0.0722)
"""How much red, green and blue add to the light of a colour."""
LARGE = 3.0
"""The least contrast of marks, and of letters that are large or bold, by WCAG 2.1."""
SMALL = 4.5
"""The least contrast of other letters."""
STEPS = 20
"""In how many steps a colour comes nearer to black or white until it stands out."""


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


@cache
def readable(ink: str, ground: str) -> str:
    """Return an ink for signs on a colour: the given one, unless the two are too much alike."""
    return ink if contrast(ink, ground) >= LARGE else ink_on(ground)


@cache
def standing_out(colour: str, ground: str, ratio: float = LARGE) -> str:
    """Return a colour with so much contrast to a ground: the given one, or no more darker or lighter than it must be.

    It goes towards black or white: one of the two has a contrast of 4.58 at least to any ground.
    """
    end = max("#000000", "#ffffff", key=lambda ink: contrast(ink, ground))
    tried = (mix(colour, end, step / STEPS) for step in range(STEPS))
    return next((one for one in tried if contrast(one, ground) >= ratio), end)
