"""What to draw of a position."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.actions import Action
from render.history import RoundEnd
from render.map_picture import PlannedTile
from render.price_moves import PriceMove
from render.slots_offered import OfferedSlot
from render.tile_sheets import LayChoice

BOARD = ("map", "market", "charters", "supply")
"""The views that show a position as a whole."""


@dataclass(frozen=True, slots=True)
class ShownWay:
    """One of several ways to do something on a hex: its number, the lines below it, and whether it is the best."""

    number: int
    hex: str
    action: Action
    lines: tuple[str, ...] = ()
    best: bool = False


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """What to draw: the kinds, the names of the people by seat, the language of the words on it, what to show.

    ``about`` is the hex, the company or the kind of chart of a picture that has one; ``choices`` are the tiles of a
    contact sheet, ``plan`` the ghosts on a map, ``moved`` the arrows on a market, ``moments`` how the game went,
    ``run`` says what the run is called whose ``routes`` are drawn. ``letters`` are by hex and ``offered`` slots bear
    prices where somebody chooses a place, ``ways`` are what somebody chooses from there.
    """

    kinds: tuple[str, ...] = BOARD
    names: Mapping[str, str] = field(default_factory=dict)
    language: str = "en"
    highlight: tuple[str, ...] = ()
    routes: tuple[Any, ...] = ()
    caption: str = ""
    scheme: str = "light"
    about: str = ""
    choices: tuple[LayChoice, ...] = ()
    plan: tuple[PlannedTile, ...] = ()
    moved: tuple[PriceMove, ...] = ()
    moments: tuple[RoundEnd, ...] = ()
    run: str = ""
    letters: Mapping[str, str] = field(default_factory=dict)
    offered: tuple[OfferedSlot, ...] = ()
    ways: tuple[ShownWay, ...] = ()
