"""The first token of a unit, which stands on its home."""

from __future__ import annotations

from engine.board import shapes
from engine.board.hexes import Place
from engine.events import TokenPlaced
from engine.position import Position
from engine.scratch import Scratch
from engine.steps.token import place


def city_now(pos: Position, hex_: str, stop: int) -> Place:
    """Return where a stop printed on the map is now: hex and stop of the tile that lies there.

    Where a hex is printed with several cities it is the one that took over the track of that stop.
    """
    return hex_, shapes.images((pos.title.hexes[hex_], 0), pos.face(hex_))[stop] or 0


def place_home(scratch: Scratch, unit: str, hex_: str, stop: int) -> None:
    """Place a unit's first token for nothing."""
    scratch.put("tokens_left", unit, scratch.state.tokens_left[unit][1:])
    scratch.emit(TokenPlaced(unit, hex_, stop, 0))
    place(scratch, unit, hex_, stop)
