"""What a phone shows of a card at once: how high its text, its picture and its buttons are there.

Heights are in pixels of a screen of 390 x 844, as Discord's clients lay a message out.
"""

import re
import textwrap
from collections.abc import Mapping

from engine.decisions import DecisionKind as Kind

SCREEN = 656
"""Between the head of the channel and the field to write in."""
BUTTON = 48
"""One line of buttons."""
LINE, WIDTH = 22.5, 39
"""One line of text, and its characters."""
SMALL_LINE, SMALL_WIDTH = 18.5, 48
"""One line of small text, and its characters."""
MAP = 231
"""A picture with a piece of the map."""
PICTURES: Mapping[Kind, int] = {
    Kind.SHARE: 214,
    Kind.TRAIN: 203,
    Kind.DRAFT: 194,
    Kind.DIVIDEND: 181,
    Kind.AUCTION: 165,
    Kind.DISCARD: 165,
    Kind.DEAL: 131,
    Kind.ACQUISITION: 131,
    Kind.END: 131,
}
"""The highest picture of a decision, where it has no map."""
SMALL = "-# "
MENTION, SOMEBODY = re.compile(r"<@\d+>"), "@somebody"


def fits(text: str, buttons: int, kind: Kind) -> bool:
    """Tell whether a card's text, the picture of its decision and so many lines of buttons are seen at once."""
    return _height(text) + PICTURES.get(kind, MAP) + buttons * BUTTON <= SCREEN


def _height(text: str) -> float:
    """How high a text in Discord's markup is; it counts as changed, which the client says in a small line."""
    return SMALL_LINE + sum(map(_line_height, text.splitlines()))


def _line_height(line: str) -> float:
    read = MENTION.sub(SOMEBODY, line).replace("**", "")
    if read.startswith(SMALL):
        return SMALL_LINE * len(textwrap.wrap(read.removeprefix(SMALL), SMALL_WIDTH))
    return LINE * len(textwrap.wrap(read, WIDTH))
