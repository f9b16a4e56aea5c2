"""Track in 1844: one tile a turn, an extra yellow one with a private, and the letters of cities."""

from __future__ import annotations

from engine.actions import LayTile
from engine.board.tiles import Tile
from engine.exhibits import LaysLeft
from engine.finance.privates import unused
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import KEPT, Rules, rule, unless
from engine.steps import track
from engine.steps.home import home_first
from engine.titles.t1844 import powers
from engine.titles.t1844.companies import check_destinations
from engine.titles.t1844.figures import figures


def needed_label(pos: Position, hex_: str, tile: Tile) -> str:
    """Return the label a tile must have: some cities have theirs from the second tile on."""
    letters = figures(pos).green_labels
    if hex_ in letters:
        return "" if tile.colour == "yellow" else letters[hex_]
    return pos.title.hexes[hex_].label


def merging(pos: Position, hex_: str) -> tuple[str, ...]:
    """Return the labels with which the cities of a hex may grow together; without a label only a few may."""
    printed = pos.title.hexes[hex_].label
    return (printed,) if printed or hex_ in figures(pos).joined_from_green else ()


def aids(pos: Position) -> tuple[str, ...]:
    """Return the private that may be used for an extra tile."""
    private = powers.power(pos, "extra_yellow")
    able = powers.powers_open(pos) and powers.serves(pos, private, pos.unit)
    return tuple(unused(pos, (private,))) if able else ()


def tile_laid(pos: Position) -> bool:
    """Tell whether the turn's tile was laid; the extra one from a private does not count."""
    return any(not using for _, _, using in pos.turn.lays)


def lays_left(pos: Position) -> LaysLeft:
    """Return how many tiles are left of the turn; what privates bring does not count."""
    return LaysLeft(int(not tile_laid(pos)))


def spent(pos: Position) -> bool:
    """Tell whether the turn has had its tile and no private brings another."""
    return tile_laid(pos) and not aids(pos)


BUILDING = track.Building(
    label=needed_label, merging=merging, aids=aids, built=check_destinations, spent=spent
)


@rule("power_owner", by=("using",))
def serves_the_unit(pos: Position, lay: LayTile) -> Refusal | None:
    """Only a private with that power, owned by the company or its director, brings an extra tile."""
    if not lay.using:
        return KEPT
    kept = figures(pos).powers.get(lay.using) == "extra_yellow" and powers.serves(pos, lay.using, lay.unit)
    return unless(kept, **({"private": lay.using} if lay.using in figures(pos).powers else {}))


@rule("power_phase", by=("using",))
def power_in_time(pos: Position, lay: LayTile) -> Refusal | None:
    """Privates are used from a certain phase on."""
    return unless(not lay.using or powers.powers_open(pos), phase=figures(pos).powers_from)


@rule("tile_one", by=("colour", "using"))
def one_tile(pos: Position, lay: LayTile) -> Refusal | None:
    """One tile is laid in a turn; besides it a private brings a yellow one."""
    if lay.using:
        return unless(track.tile_of(pos, lay).colour == "yellow", private=lay.using)
    return unless(not tile_laid(pos))


RULES: Rules[LayTile] = (
    track.usual_rules(BUILDING)
    .without("tile_river")
    .before("tile_flip", serves_the_unit, power_in_time, track.aid_left, one_tile)
    .before("tile_unreachable", home_first())
)
