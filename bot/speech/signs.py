"""Signs of companies in texts: the coloured square that is nearest to a company's colour."""

from functools import cache

from engine.title import Title

SQUARES = {
    "🟥": (221, 46, 68),
    "🟧": (244, 144, 12),
    "🟨": (253, 203, 88),
    "🟩": (120, 177, 89),
    "🟦": (85, 172, 238),
    "🟪": (170, 142, 214),
    "🟫": (193, 105, 79),
    "⬛": (41, 47, 51),
    "⬜": (230, 231, 232),
}
"""The squares, with their colours as red, green and blue."""


def sign(title: Title, unit: str) -> str:
    """Return the square of a unit.

    :raises KeyError: when the title has no such unit
    """
    return nearest(title.units[unit].colour)


@cache
def nearest(colour: str) -> str:
    """Return the square nearest to a colour, written ``#rrggbb``."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]

    def distance(square: str) -> int:
        return sum((one - two) ** 2 for one, two in zip(parts, SQUARES[square], strict=True))

    return min(SQUARES, key=distance)
