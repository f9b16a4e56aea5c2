"""Track in 18CZ: yellow tiles or one upgrade, Praha, homes, and terrain whose cost locals save."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.actions import LayTile
from engine.board import shapes
from engine.board.tiles import Face, Tile, exits
from engine.exhibits import LaysLeft
from engine.finance.privates import named, unused
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import KEPT, Rule, Rules, rule, unless
from engine.state import BANK
from engine.steps import track
from engine.steps.home import home_first
from engine.steps.track_reach import not_blocked, reachable
from engine.steps.turn import units_turn
from engine.titles.t18cz.dummy import payer
from engine.titles.t18cz.figures import figures, local_size
from engine.titles.t18cz.homes import bare_home, first_turn

PRAHA = "P"
"""The label of Praha, whose cities first become more and then one."""
MERGING = ("OO", PRAHA)
"""Labels of tiles on which cities grow together."""
PURPLE_BORDER = "purple"
"""The border of tiles that are laid only by the power of a local."""


# --- what the track action of a turn allows


def is_upgrade(pos: Position, hex_: str, colour: str) -> bool:
    """Tell whether a tile counts as an upgrade: all but yellow ones, and Praha's first."""
    return colour != "yellow" or pos.title.hexes[hex_].label in figures(pos).improved_labels


def upgraded(pos: Position) -> bool:
    """Tell whether the track action was an upgrade."""
    return any(is_upgrade(pos, hex_, colour) for hex_, colour in track.lays(pos))


def allowance(pos: Position) -> int:
    """Return how many yellow tiles the company may lay in this turn."""
    return figures(pos).first_turn_tiles if first_turn(pos) else 1


def done(pos: Position) -> bool:
    """Tell whether the track action is used up."""
    return upgraded(pos) or len(track.lays(pos)) >= allowance(pos)


def lays_left(pos: Position) -> LaysLeft:
    """Return how many tiles the company may still lay in this turn."""
    return LaysLeft(0 if done(pos) else allowance(pos) - len(track.lays(pos)))


@rule("tile_third")
def tiles_left(pos: Position, lay: LayTile) -> Refusal | None:
    """A company lays two yellow tiles in its first turn, else one."""
    return unless(len(track.lays(pos)) < allowance(pos), most=allowance(pos))


@rule("tile_two_promotions")
def lay_or_upgrade(pos: Position, lay: LayTile) -> Refusal | None:
    """One upgrade is the whole track action: there is no yellow tile beside it."""
    colour = track.tile_of(pos, lay).colour
    kept = not track.lays(pos) or not (is_upgrade(pos, lay.hex, colour) or upgraded(pos))
    both = (*track.lays(pos), (lay.hex, colour))
    improved = [hex_ for hex_, of in both if of == "yellow" and is_upgrade(pos, hex_, of)]
    return unless(kept, **({"hex": improved[0]} if improved else {}))


# --- which tile may lie where


def bordered(pos: Position, tile: str) -> bool:
    """Tell whether a tile has a purple border."""
    return pos.title.tiles[tile].border == PURPLE_BORDER


@rule("tile_wrong_kind")
def right_kind(pos: Position, lay: LayTile) -> Refusal | None:
    """A tile has the label, towns and cities its hex asks for; in Praha its label is enough, two towns become one."""
    old, new = pos.face(lay.hex)[0], track.tile_of(pos, lay)
    wanted = track.printed_label(pos, lay.hex, new)
    kept = shapes.same_kind(old, new, wanted, MERGING) or (
        new.label == wanted and (wanted == PRAHA or _towns_join(old, new))
    )
    return KEPT if kept else track.unsuited(old, lay, new, wanted)


def _towns_join(old: Face, new: Tile) -> bool:
    """Tell whether two towns become one on a purple tile with the very exits of the old one."""
    joined = old.kinds == ("town", "town") and new.kinds == ("town",)
    return joined and new.border == PURPLE_BORDER and len(exits(old.track)) == len(exits(new.track))


@rule("tile_flip")
def another_colour(pos: Position, lay: LayTile) -> Refusal | None:
    """A tile is not replaced by another one of its colour."""
    laid = lay.hex in pos.state.tiles
    same = laid and pos.face(lay.hex)[0].colour == track.tile_of(pos, lay).colour
    return unless(not same, tile=lay.tile, hex=lay.hex)


@rule("tile_stub")
def keeps_connection(pos: Position, lay: LayTile) -> Refusal | None:
    """The first tile on a hex beside Praha leads to Praha where its printed track does."""
    wanted = figures(pos).required_exits.get(lay.hex, ())
    sides = exits(track.tile_of(pos, lay).track, lay.rotation)
    return unless(lay.hex in pos.state.tiles or all(side in sides for side in wanted), hex=lay.hex)


@rule("tile_purple")
def no_purple_border(pos: Position, lay: LayTile) -> Refusal | None:
    """A tile with a purple border takes the power of a local."""
    return unless(not bordered(pos, lay.tile), tile=lay.tile)


# --- homes


@rule("tile_ate")
def only_its_home(pos: Position, lay: LayTile) -> Refusal | None:
    """A company whose home is between two cities lays only its home tile in its first turn, if it is missing."""
    hex_ = home_to_build(pos, lay.unit) if lay.unit in figures(pos).home_choice else ""
    return unless(not hex_ or lay.hex == hex_, hex=hex_, unit=lay.unit)


def home_to_build(pos: Position, unit: str) -> str:
    """Return the home hex on which a company begins in its first turn, unless there is track already."""
    return bare_home(pos, unit) if first_turn(pos) else ""


# --- what it costs, and what locals do


def terrain(pos: Position, hex_: str) -> tuple[str, ...]:
    """Return the kinds of terrain that a tile on a hex has to pay for: those of a hex without a tile."""
    return () if hex_ in pos.state.tiles else tuple(one.kind for one in pos.title.hexes[hex_].terrain)


def price(pos: Position, lay: LayTile) -> Mapping[str, int]:
    """Return the printed price of the hex, due with its first tile unless a local is used."""
    return {BANK: pos.title.hexes[lay.hex].cost if terrain(pos, lay.hex) and not lay.using else 0}


def covers(pos: Position, local: str, hex_: str) -> bool:
    """Tell whether a local saves the cost of a hex."""
    free = figures(pos).free_terrain.get(local_size(pos, local), ())
    here = terrain(pos, hex_)
    return bool(here) and set(here) <= set(free)


def aids(pos: Position) -> tuple[str, ...]:
    """Return the unused locals of the company in turn."""
    return tuple(unused(pos, pos.owned(pos.unit)))


def one_a_size(pos: Position, found: Iterable[str]) -> tuple[str, ...]:
    """Return the first local of each size."""
    sizes: dict[str, str] = {}
    for local in found:
        sizes.setdefault(local_size(pos, local), local)
    return tuple(sizes.values())


@rule("power_owner", by=("using",))
def owns_aid(pos: Position, lay: LayTile) -> Refusal | None:
    """Only a local owned by the company may be used."""
    kept = not lay.using or pos.owner(lay.using) == lay.unit
    return unless(kept, unit=lay.unit, **named(pos, lay.using))


@rule("power_terrain")
def aid_covers(pos: Position, lay: LayTile) -> Refusal | None:
    """A local saves the cost of the kinds of terrain that belong to its size, if there is any to pay."""
    if not lay.using:
        return KEPT
    kinds = terrain(pos, lay.hex)
    return unless(covers(pos, lay.using, lay.hex), private=lay.using, hex=lay.hex, terrain=", ".join(kinds))


BUILDING = track.Building(merging=track.joining(*MERGING), price=price, payer=payer, aids=aids, spent=done)

SHAPE: tuple[Rule[LayTile], ...] = (
    another_colour,
    track.one_colour_at_a_time,
    right_kind,
    track.in_supply,
    keeps_connection,
    track.old_track_stays,
    track.stays_on_the_map,
)
CONNECTION: tuple[Rule[LayTile], ...] = (reachable, not_blocked)

RULES: Rules[LayTile] = Rules(
    (
        units_turn,
        track.tile_exists,
        track.hex_takes_tiles,
        no_purple_border,
        tiles_left,
        lay_or_upgrade,
        owns_aid,
        track.aid_left,
        aid_covers,
        track.colour_is_open,
        *SHAPE,
        only_its_home,
        home_first(lambda pos, lay: home_to_build(pos, lay.unit)),
        *CONNECTION,
        track.price_paid(BUILDING),
    )
)


def home_due(pos: Position, step: track.TrackStep) -> Refusal | None:
    """Return the refusal of a pass while the home tile is missing in a company's first turn and can be laid."""
    hex_ = home_to_build(pos, pos.unit)
    missing = bool(hex_) and any(lay.hex == hex_ for lay in step.legal(pos))
    return Refusal("tile_home_first", {"hex": hex_}) if missing else None
