"""Signs of companies in texts: the coloured square that looks like a company's colour, where there is one."""

from colorsys import rgb_to_hsv
from functools import cache

from engine.title import Title

MANY = 3
"""How many companies may share a colour that still tells them apart from the others."""
BLACK, GREY, WHITE, PALE, DARK, WARM = 0.25, 0.2, 0.84, 0.4, 0.6, 0.85
"""How bright black is at most, how little colour grey has, how bright white is; pale, dark and glowing colours."""
HUES = ((12, "🟥"), (42, "🟧"), (70, "🟨"), (165, "🟩"), (190, ""), (252, "🟦"), (340, "🟪"), (360, "🟥"))
"""The squares by hue in degrees, each up to an end; none looks like teal."""


def sign(title: Title, unit: str) -> str:
    """The square of a unit; empty where none looks like its colour, or too many have that.

    :raises KeyError: when the title has no such unit
    """
    colour = title.units[unit].colour
    alike = sum(other.colour == colour for other in title.data.units)
    return square(colour) if alike <= MANY else ""


def signed(title: Title, unit: str, text: str) -> str:
    """A text about a unit after its square, if it has one."""
    return f"{sign(title, unit)} {text}".lstrip()


@cache
def square(colour: str) -> str:
    """The square that looks like a colour, written ``#rrggbb``; empty where none does."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    turn, strong, bright = rgb_to_hsv(red, green, blue)
    if bright < BLACK:
        return "⬛"
    if strong < GREY:
        return "⬜" if bright > WHITE else ""
    found = next(square for end, square in HUES if turn * 360 <= end)
    if found == "🟥" and strong < PALE and bright > DARK:  # pink
        return ""
    if (found == "🟥" and bright < DARK) or (found == "🟧" and bright < WARM):
        return "🟫"
    return found
