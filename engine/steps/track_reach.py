"""Which tiles a unit may lay, judged by where its track leads."""

from __future__ import annotations

from engine.actions import LayTile
from engine.board.hexes import stop_name
from engine.board.network import Reach
from engine.board.tiles import exits
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import KEPT, refuse, rule, unless


@rule("tile_unreachable")
def reachable(pos: Position, lay: LayTile) -> Refusal | None:
    """The tile joins track connected to a token of the unit, or lies on a hex with one."""
    return unless(touches(pos, lay) or is_connected(pos, lay, ignoring=True), **_place(lay))


@rule("tile_blocked")
def not_blocked(pos: Position, lay: LayTile) -> Refusal | None:
    """The connection does not pass a city blocked by others."""
    return KEPT if touches(pos, lay) else refuse(**_place(lay), city=_barring(pos, lay))


def _place(lay: LayTile) -> dict[str, str]:
    return {"hex": lay.hex, "unit": lay.unit}


def touches(pos: Position, lay: LayTile) -> bool:
    """Tell whether a lay joins what the unit reaches."""
    return is_connected(pos, lay, ignoring=False)


def is_connected(pos: Position, lay: LayTile, *, ignoring: bool) -> bool:
    """Tell whether a lay joins the unit's network, blocking cities ignored or not."""
    if any(token.unit == lay.unit for token in pos.state.tokens.get(lay.hex, ())):
        return True
    reach = pos.reach(lay.unit, ignoring_blocks=ignoring)
    return _joins(pos, lay, reach)


def _joins(pos: Position, lay: LayTile, reach: Reach) -> bool:
    return reach.arrives(lay.hex, exits(pos.title.tiles[lay.tile].track, lay.rotation))


def _barring(pos: Position, lay: LayTile) -> str:
    """Return the full city in the way, as in a route."""
    place = pos.network.blocker(lay.unit, lambda reach: _joins(pos, lay, reach))
    return stop_name(*place) if place else ""
