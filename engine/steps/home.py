"""The first token of a unit, which stands on its home."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.board import shapes
from engine.board.hexes import Place
from engine.events import TokenPlaced
from engine.exhibits import Flag
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


def home_flags(pos: Position) -> tuple[Flag, ...]:
    """Return a flag for every home in play to which no token has come yet, at the stop that is printed."""
    placed = {token.unit for here in pos.state.tokens.values() for token in here}
    waiting = (unit for unit in pos.title.data.units if unit.id in pos.state.tokens_left.keys() - placed)
    homes = ((unit.id, city_now(pos, unit.home.hex, unit.home.stop)) for unit in waiting if unit.home)
    return tuple(Flag(unit, hex_, stop=stop) for unit, (hex_, stop) in homes)


def destination_flags(pos: Position, ends: Mapping[str, str], done: Collection[str]) -> tuple[Flag, ...]:
    """Return a flag for the destination of each unit in play; ``done`` are those who have settled theirs."""
    here = (unit for unit in ends if unit in pos.state.tokens_left)
    return tuple(Flag(unit, ends[unit], "destination", done=unit in done) for unit in here)
