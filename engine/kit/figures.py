"""The numbers that only Kit has, and its own part of the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.board.tiles import Data
from engine.data import PhaseName, TrainName
from engine.finance.floating import FloatedUnits
from engine.position import Position


class KitFigures(Data):
    """The numbers that only this title has: ``[extra]`` of ``title.toml``.

    A corporation floats once ``floats_at`` percent of it are sold; the bank pays it ``shares_paid`` times its par
    price then. ``starts`` has the phase that begins with the first train of a type, ``rusts`` the types that go with
    it. The game ends after so many ``sets``. A name that nothing in ``title.toml`` bears is an error.
    """

    floats_at: int
    shares_paid: int
    starts: Mapping[TrainName, PhaseName]
    rusts: Mapping[TrainName, tuple[TrainName, ...]]
    sets: int


@dataclass(frozen=True, slots=True)
class KitState(FloatedUnits):
    """The part of the state that only this title has: what has floated, and how many trains have rusted."""

    rusted: int = 0


def figures(pos: Position) -> KitFigures:
    """Return the numbers that only this title has."""
    return pos.title.figures(KitFigures)
