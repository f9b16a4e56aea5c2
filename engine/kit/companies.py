"""What a company does in its turn, and how its price moves."""

from __future__ import annotations

from engine.actions import LayTile
from engine.finance import market
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.steps import track
from engine.steps.dividend import pay_or_keep, rounded_up
from engine.steps.home import home_kept
from engine.steps.token import CONNECTED


def has_laid(pos: Position) -> bool:
    """Tell whether the tile of this turn has been laid: then no further one is looked for."""
    return bool(track.lays(pos))


@rule("tile_one")
def one_tile(pos: Position, lay: LayTile) -> Refusal | None:
    """One tile a turn."""
    return unless(not has_laid(pos))


BUILDING = track.Building(spent=has_laid)
TRACK: Rules[LayTile] = track.usual_rules(BUILDING).before("tile_flip", one_tile)
TOKEN = CONNECTED.then(home_kept())


def divide(scratch: Scratch, unit: str, total: int) -> None:
    """Pay a dividend or keep the money; the price moves right with a dividend, left without."""
    pay_or_keep(scratch, unit, total, rounded_up(scratch.now, unit, total))
    market.move(scratch, unit, 1 if total else -1, "dividend")
