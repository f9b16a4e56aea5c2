"""Track in 18CZ: yellow tiles or one upgrade, Praha, homes, and what locals do for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.actions import Action, LayTile
from engine.board import shapes
from engine.board.hexes import order
from engine.board.tiles import Face, Tile, exits
from engine.position import Position
from engine.rules import KEPT, Refusal, Rule, Rules, rule, unless
from engine.scratch import Scratch
from engine.special import change
from engine.state import BANK
from engine.steps import Step, track
from engine.steps.turn import units_turn
from engine.titles.t18cz.facts import extra, facts, local_size
from engine.titles.t18cz.homes import bare_home, first_turn, settle_on_track, unsettled
from engine.titles.t18cz.locals import buyable, may_raise, unused
from engine.titles.t18cz.vaclav import can_pay, purse

PRAHA = "P"
"""The label of Praha, whose cities first become more and then one."""
MERGING = ("OO", PRAHA)
"""Labels of tiles on which cities grow together."""
PURPLE_BORDER = "purple"
"""The border of tiles that only the power of a local lays."""


@dataclass(frozen=True, slots=True)
class Purple(Action):
    """Lay a tile with a purple border by the power of a local; rotation 0-5 clockwise."""

    verb: ClassVar[str] = "purple"
    shared: ClassVar[bool] = False
    unit: str
    paper: str
    hex: str
    tile: str
    rotation: int


# --- what the track action of a turn allows


def is_upgrade(pos: Position, hex_: str, colour: str) -> bool:
    """Tell whether a tile counts as an upgrade: all but yellow ones, and Praha's first unless read otherwise."""
    praha = pos.title.hexes[hex_].label == PRAHA and pos.option("praha_first_tile") != "lay"
    return colour != "yellow" or praha


def upgraded(pos: Position) -> bool:
    """Tell whether the track action was an upgrade."""
    return any(is_upgrade(pos, hex_, colour) for hex_, colour in track.lays(pos))


def allowance(pos: Position) -> int:
    """Return how many yellow tiles the company may lay in this turn."""
    return facts(pos).first_turn_tiles if first_turn(pos) else 1


def done(pos: Position) -> bool:
    """Tell whether the track action is used up."""
    return upgraded(pos) or len(track.lays(pos)) >= allowance(pos)


@rule("tile_third")
def tiles_left(pos: Position, lay: LayTile) -> Refusal | None:
    """A company lays two yellow tiles in its first turn, else one."""
    return unless(len(track.lays(pos)) < allowance(pos), most=allowance(pos))


@rule("tile_two_promotions")
def lay_or_upgrade(pos: Position, lay: LayTile) -> Refusal | None:
    """One upgrade is the whole track action: there is no yellow tile beside it."""
    new = is_upgrade(pos, lay.hex, track.tile_of(pos, lay).colour)
    return unless(not track.lays(pos) or not (new or upgraded(pos)))


# --- which tile may lie where


def bordered(pos: Position, tile: str) -> bool:
    """Tell whether a tile has a purple border."""
    return pos.title.tiles[tile].border == PURPLE_BORDER


def label(pos: Position, hex_: str, tile: Tile) -> str:
    """Return the label a tile must have: the one printed on the hex."""
    return pos.title.hexes[hex_].label


def merging(pos: Position, hex_: str) -> tuple[str, ...]:
    """Return the labels with which cities may grow together, which are the same everywhere."""
    return MERGING


@rule("tile_wrong_kind")
def right_kind(pos: Position, lay: LayTile) -> Refusal | None:
    """A tile has the label, towns and cities its hex asks for; Praha gets more cities, two towns become one."""
    old, new = pos.face(lay.hex)[0], track.tile_of(pos, lay)
    wanted = label(pos, lay.hex, new)
    kept = shapes.same_kind(old, new, wanted, MERGING) or (
        new.label == wanted and (_praha_grows(old, new) or _towns_join(old, new))
    )
    return unless(kept, tile=lay.tile, hex=lay.hex, label=wanted)


def _praha_grows(old: Face, new: Tile) -> bool:
    return new.label == PRAHA and shapes.count(new, "city") > shapes.count(old, "city")


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
    wanted = facts(pos).required_exits.get(lay.hex, ())
    sides = exits(track.tile_of(pos, lay).track, lay.rotation)
    return unless(lay.hex in pos.state.tiles or sides >= set(wanted), hex=lay.hex)


@rule("tile_purple")
def no_purple_border(pos: Position, lay: LayTile) -> Refusal | None:
    """A tile with a purple border takes the power of a local."""
    return unless(not bordered(pos, lay.tile), tile=lay.tile)


# --- homes


@rule("tile_ate")
def only_its_home(pos: Position, lay: LayTile) -> Refusal | None:
    """A company at home between two cities lays only its home tile in its first turn, if that is missing."""
    bound = first_turn(pos) and lay.unit in facts(pos).home_choice
    hex_ = bare_home(pos, lay.unit) if bound else ""
    return unless(not hex_ or lay.hex == hex_, hex=hex_, unit=lay.unit)


@rule("tile_home_first")
def home_first(pos: Position, lay: LayTile) -> Refusal | None:
    """In its first turn a company begins with the tile of its home, unless there is track already."""
    hex_ = bare_home(pos, lay.unit) if first_turn(pos) else ""
    return unless(not hex_ or lay.hex == hex_, hex=hex_)


# --- what it costs, and what locals do


def terrain(pos: Position, hex_: str) -> tuple[str, ...]:
    """Return the kinds of terrain that a tile on a hex has to pay for: those of a hex without a tile."""
    return () if hex_ in pos.state.tiles else tuple(one.kind for one in pos.title.hexes[hex_].terrain)


def price(pos: Position, lay: LayTile) -> Mapping[str, int]:
    """Return the printed price of the hex, due with its first tile unless a local is used."""
    return {BANK: pos.title.hexes[lay.hex].cost if terrain(pos, lay.hex) and not lay.using else 0}


def covers(pos: Position, paper: str, hex_: str) -> bool:
    """Tell whether a local saves the cost of a hex."""
    free = facts(pos).free_terrain.get(local_size(pos, paper), ())
    here = terrain(pos, hex_)
    return bool(here) and set(here) <= set(free)


def aids(pos: Position) -> tuple[str, ...]:
    """Return one local of each size that may be used: all of a size do the same."""
    return one_a_size(pos, unused(pos, pos.unit))


def one_a_size(pos: Position, papers: Iterable[str]) -> tuple[str, ...]:
    """Return the first local of each size."""
    sizes: dict[str, str] = {}
    for paper in papers:
        sizes.setdefault(local_size(pos, paper), paper)
    return tuple(sizes.values())


def charge(scratch: Scratch, lay: LayTile) -> None:
    """Pay the terrain; a local that is used for the tile has no further power."""
    for payee, amount in price(scratch.now, lay).items():
        scratch.pay(purse(scratch.now, lay.unit), payee, amount, "terrain")
    if lay.using:
        change(scratch, used=(*extra(scratch.now).used, lay.using))


def hope(pos: Position) -> bool:
    """Tell whether a tile may be laid after something else: a purple tile, or money from locals."""
    if done(pos):
        return False
    if PURPLE.open(pos) or PURPLE.soon(pos):
        return True
    return may_raise(pos, pos.unit) and next(LAY.within(pos, _UNPAID), None) is not None


BUILDING = track.Building(label, merging, price, track.moved, aids, charge, hope, spent=done)


@rule("power_owner")
def owns_aid(pos: Position, lay: LayTile) -> Refusal | None:
    """Only a local that the company owns serves it."""
    return unless(not lay.using or pos.owner(lay.using) == lay.unit, paper=lay.using, unit=lay.unit)


@rule("power_used")
def aid_left(pos: Position, lay: LayTile) -> Refusal | None:
    """A local serves once."""
    return unless(lay.using not in extra(pos).used, paper=lay.using)


@rule("power_terrain")
def aid_covers(pos: Position, lay: LayTile) -> Refusal | None:
    """A local saves the cost of the kinds of terrain that belong to its size, if there is any to pay."""
    if not lay.using:
        return KEPT
    kinds = terrain(pos, lay.hex)
    return unless(covers(pos, lay.using, lay.hex), paper=lay.using, hex=lay.hex, terrain=", ".join(kinds))


@rule("terrain_cost")
def terrain_paid(pos: Position, lay: LayTile) -> Refusal | None:
    """The treasury pays for the terrain; Václav pays for his companies whatever he has."""
    cost = sum(price(pos, lay).values())
    return unless(can_pay(pos, lay.unit, cost), cost=cost, cash=pos.cash(lay.unit))


_SHAPE: tuple[Rule[LayTile], ...] = (
    another_colour,
    track.one_colour_at_a_time,
    right_kind,
    track.in_supply,
    keeps_connection,
    track.old_track_stays,
    track.stays_on_the_map,
)
_CONNECTION: tuple[Rule[LayTile], ...] = (track.reachable, track.not_blocked)

RULES: Rules[LayTile] = Rules(
    (
        units_turn,
        track.tile_exists,
        track.hex_takes_tiles,
        no_purple_border,
        tiles_left,
        lay_or_upgrade,
        owns_aid,
        aid_left,
        aid_covers,
        track.colour_is_open,
        *_SHAPE,
        only_its_home,
        home_first,
        *_CONNECTION,
        terrain_paid,
    )
)
_UNPAID = RULES.without("terrain_cost")


class Build(track.TrackStep):
    """Lay tiles; in its first turn a company may not leave its home bare if it can help it."""

    def must(self, pos: Position) -> bool:
        """Tell whether the home tile is due: it is missing, and there is one the company can lay."""
        if pos.option("home_tile") == "optional" or not first_turn(pos):
            return False
        hex_ = bare_home(pos, pos.unit)
        return bool(hex_) and any(lay.hex == hex_ for lay in self.legal(pos))

    def demand(self, pos: Position) -> Refusal:
        """Return that the home comes first."""
        return Refusal("tile_home_first", {"hex": bare_home(pos, pos.unit)})

    def apply(self, scratch: Scratch, action: LayTile) -> None:
        """Lay the tile; stations that had no track there yet get one of its cities."""
        units = unsettled(scratch.now, action.hex)
        super().apply(scratch, action)
        settle_on_track(scratch, action.hex, units, action.unit)


LAY = Build(RULES, BUILDING)


# --- purple tiles


def as_lay(action: Purple) -> LayTile:
    """Return the lay that a purple tile is."""
    return LayTile(action.actor, action.unit, action.hex, action.tile, action.rotation, action.paper)


def _also(one: Rule[LayTile]) -> Rule[Purple]:
    """Return a rule about tiles for purple ones."""
    return Rule(one.name, lambda pos, action: one.test(pos, as_lay(action)))


@rule("tile_purple")
def has_purple_border(pos: Position, action: Purple) -> Refusal | None:
    """This power lays tiles with a purple border only."""
    return unless(bordered(pos, action.tile), tile=action.tile)


@rule("power_owner")
def owns_power(pos: Position, action: Purple) -> Refusal | None:
    """Only a local that the company owns serves it."""
    known = bool(local_size(pos, action.paper)) and pos.owner(action.paper) == action.unit
    return unless(known, paper=action.paper, unit=action.unit)


@rule("power_colour")
def colour_of_its_size(pos: Position, action: Purple) -> Refusal | None:
    """The size of the local and the phase say which colours it lays."""
    colour = pos.title.tiles[action.tile].colour
    able = facts(pos).purple_colours[local_size(pos, action.paper)]
    return unless(colour in able and colour in pos.phase.colours, paper=action.paper, colour=colour)


PURPLE_RULES: Rules[Purple] = Rules(
    (
        units_turn,
        _also(track.tile_exists),
        _also(track.hex_takes_tiles),
        has_purple_border,
        owns_power,
        _also(aid_left),
        colour_of_its_size,
        *map(_also, (*_SHAPE, *_CONNECTION)),
    )
)
_ANY_OWNER = PURPLE_RULES.without("power_owner")


class LayPurple(Step[Purple]):
    """Lay a purple tile, at any moment of the company's turn and besides its track action."""

    verb = Purple
    repeats = True

    def candidates(self, pos: Position) -> Iterator[Purple]:
        """Yield every purple tile that fits on a hex with track of the company, with a local of each size."""
        yield from self._with(pos, aids(pos) if pos.unit and pos.awaited else ())

    def soon(self, pos: Position) -> bool:
        """Tell whether a tile could be laid with a local that the company may still buy."""
        papers = one_a_size(pos, buyable(pos, pos.unit)) if pos.unit and pos.awaited else ()
        return any(_ANY_OWNER.broken(pos, action) is None for action in self._with(pos, papers))

    def _with(self, pos: Position, papers: tuple[str, ...]) -> Iterator[Purple]:
        if not papers:
            return
        for hex_ in sorted(pos.reach(pos.unit).hexes | self._beyond(pos), key=order):
            for tile, rotation in LAY.fitting(pos, hex_):
                if bordered(pos, tile):
                    for paper in papers:
                        yield Purple(pos.awaited[0], pos.unit, paper, hex_, tile, rotation)

    def _beyond(self, pos: Position) -> frozenset[str]:
        """Return the hexes at which track of the company arrives."""
        return frozenset(hex_ for hex_, _ in pos.reach(pos.unit).frontier)

    def facts(self, pos: Position, action: Purple) -> Mapping[str, Any]:
        """Return what is to know of the tile."""
        return LAY.facts(pos, as_lay(action))

    def apply(self, scratch: Scratch, action: Purple) -> None:
        """Lay the tile for nothing; the local has no further power."""
        track.lay_tile(scratch, as_lay(action), BUILDING)


PURPLE = LayPurple(PURPLE_RULES)
