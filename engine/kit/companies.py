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


def order(pos: Position) -> tuple[str, ...]:
    """Return the companies that have a director, by falling price."""
    return tuple(unit for unit in market.order(pos, list(pos.title.units)) if pos.director(unit))


def one_down(scratch: Scratch, unit: str, percent: int) -> None:
    """Move the marker one row down for every share sold."""
    lowest = len(scratch.title.data.market.rows) - 1
    for _ in range(percent // scratch.title.share_sizes[unit]):
        row, column = map(int, scratch.now.cell(unit).split(","))
        market.move_to(scratch, unit, f"{min(row + 1, lowest)},{column}", "sale")


@rule("tile_one")
def one_tile(pos: Position, lay: LayTile) -> Refusal | None:
    """One tile a turn."""
    return unless(not track.lays(pos))


BUILDING = track.Building()
TRACK: Rules[LayTile] = track.usual_rules(BUILDING).before("tile_flip", one_tile)


def divide(scratch: Scratch, unit: str, total: int) -> None:
    """Pay a dividend or keep the money; the price moves right with a dividend, left without."""
    pay_or_keep(scratch, unit, total, rounded_up(scratch.now, unit, total))
    market.move(scratch, unit, 1 if total else -1, "dividend")
