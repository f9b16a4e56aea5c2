"""How large things are drawn in a hex, in units of its side: as printed, or larger for a phone."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """Lengths on a hex.

    ``slot`` is the radius of a slot in a city of one or two, ``crowded`` where there are three, ``many`` where there
    are more, ``tiny`` where a tile has many cities. ``revenue`` are radii to try for the circle of a stop's revenue,
    ``value`` is width and height of one value of an area, whose values lie by ``lowered`` below its middle if they
    can, so that its name has room above; ``panel`` is how large those of a mountain are beside them.
    ``names`` and ``labels`` are sizes of type to try,
    ``remarks`` those of what a title tells, ``flags`` those of signs on flags; a name is broken before it
    is smaller than ``least``, and where it has no room at all written in the ``finest`` size before it is shortened.
    ``corner`` is the size of coordinates, which stand in every column that ``every`` divides, and of the numbers of
    tiles, which may be left out. ``terrain`` are sizes of terrain with its cost, which with ``costs_first`` has room
    before any name; ``tight`` those of a cost close to its symbol, which has room where they usually have none. With
    ``now_only`` a city shows of its values only that of the phase. With ``ranks`` a tile tells its colour in writing
    too.
    """

    slot: float = 0.285
    crowded: float = 0.265
    many: float = 0.265
    tiny: float = 0.235
    revenue: tuple[float, ...] = (0.185,)
    value: tuple[float, float] = (0.48, 0.37)
    lowered: float = 0.0
    panel: float = 0.86
    names: tuple[float, ...] = (0.25, 0.22, 0.19, 0.165, 0.145, 0.125, 0.11)
    least: float = 0.0
    finest: float = 0.1
    labels: tuple[float, ...] = (0.3, 0.25, 0.21, 0.18, 0.15)
    remarks: tuple[float, ...] = (0.24, 0.2, 0.17)
    flags: tuple[float, ...] = (0.24, 0.2, 0.17)
    corner: float = 0.165
    every: int = 1
    numbers: bool = True
    letters: tuple[float, ...] = (0.27, 0.23, 0.19)
    terrain: tuple[float, ...] = (1.0, 0.85, 0.7, 0.58)
    tight: tuple[float, ...] = ()
    costs_first: bool = False
    now_only: bool = False
    ranks: bool = False


PRINT = Sizes()
WHOLE = Sizes(
    slot=0.32,
    crowded=0.285,
    many=0.265,
    tiny=0.235,
    revenue=(0.25, 0.23, 0.21, 0.185, 0.17),
    value=(0.56, 0.43),
    names=(0.32, 0.29, 0.26, 0.23, 0.2, 0.18, 0.165, 0.145, 0.125, 0.11),
    least=0.18,
    labels=(0.34, 0.3, 0.25, 0.21),
    remarks=(0.29, 0.24, 0.2, 0.17),
    flags=(0.29, 0.26, 0.24, 0.22, 0.2, 0.17, 0.15, 0.13),
    corner=0.2,
    every=5,
    numbers=False,
)
"""For the whole map, where small print cannot be read."""
PHONE = Sizes(
    slot=0.37,
    crowded=0.305,
    many=0.301,
    tiny=0.3,
    revenue=(0.27, 0.25, 0.23, 0.21, 0.195, 0.184),
    value=(0.56, 0.43),
    names=(0.29, 0.26, 0.23, 0.2, 0.17, 0.145, 0.125, 0.11),
    least=0.17,
    labels=(0.36, 0.3, 0.25, 0.21, 0.18),
    remarks=(0.29, 0.24, 0.2, 0.17),
    flags=(0.29, 0.26, 0.24, 0.22, 0.2, 0.17, 0.15, 0.13),
    corner=0.0,
    numbers=False,
)
"""For a part of the map on a narrow screen."""
CARD = Sizes(
    slot=0.42,
    crowded=0.34,
    many=0.33,
    tiny=0.33,
    revenue=(0.3, 0.28, 0.265, 0.252),
    value=(0.66, 0.44),
    lowered=0.04,
    panel=0.975,
    names=(0.38, 0.34, 0.3, 0.27),
    least=0.27,
    finest=0.27,
    labels=(0.4, 0.36, 0.35),
    remarks=(0.38, 0.35),
    flags=(0.38, 0.36, 0.35),
    corner=0.0,
    numbers=False,
    terrain=(1.25, 1.08),
    tight=(1.08,),
    costs_first=True,
    now_only=True,
)
"""For the few hexes on the card of a turn, which a phone shows 350 pixels wide."""
