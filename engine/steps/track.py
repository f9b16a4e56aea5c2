"""Laying and upgrading track."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.actions import LayTile
from engine.board import shapes
from engine.board.hexes import EDGES, order
from engine.board.tiles import Face, Tile, exits
from engine.defaults import never, nothing
from engine.events import TileLaid
from engine.finance.privates import is_used, use_up
from engine.lazily import lazily
from engine.position import Position
from engine.printed import Printed
from engine.refusals import Refusal
from engine.rules import KEPT, Rule, Rules, refuse, rule, unless
from engine.scratch import Scratch
from engine.state import BANK, Token
from engine.steps import Step
from engine.steps.track_reach import not_blocked, reachable
from engine.steps.turn import units_turn

EVERY_SIDE = frozenset(EDGES)
Successor = tuple[str, int]
Layers = tuple[Successor, ...]


def tile_of(pos: Position, lay: LayTile) -> Tile:
    """Return the tile that is to be laid."""
    return pos.title.tiles[lay.tile]


def printed_label(pos: Position, hex_: str, tile: Tile) -> str:
    """Return the label printed on a hex."""
    return pos.title.hexes[hex_].label


def terrain_once(pos: Position, lay: LayTile) -> Mapping[str, int]:
    """Return the printed price of a hex, in the title's currency, due to the bank with its first tile."""
    return {BANK: 0 if lay.hex in pos.state.tiles else pos.title.hexes[lay.hex].cost}


def pay_the_price(scratch: Scratch, lay: LayTile, building: Building) -> None:
    """Pay for a lay what the title asks; a private used for it has no further power."""
    pos = scratch.now
    for payee, amount in building.price(pos, lay).items():
        scratch.pay(building.payer(pos, lay.unit), payee, amount, "terrain")
    if lay.using:
        use_up(scratch, lay.using)


def itself(pos: Position, unit: str) -> str:
    """Return the unit: it pays for its track."""
    return unit


def joining(*labels: str) -> Callable[[Position, str], tuple[str, ...]]:
    """Return a function that names the same labels for every hex, those with which its cities may grow together."""

    def merging(pos: Position, hex_: str) -> tuple[str, ...]:
        return labels

    return merging


no_merging = joining()


def _no_aids(pos: Position) -> tuple[str, ...]:
    return ()


def moved(pos: Position, lay: LayTile) -> tuple[Token, ...]:
    """Return the tokens of a hex as they stand on the new tile: each follows its track."""
    twins = shapes.images(pos.face(lay.hex), (tile_of(pos, lay), lay.rotation))
    here = pos.state.tokens.get(lay.hex, ())
    return tuple(Token(twins[one.stop] or 0, one.unit) for one in here)


@dataclass(frozen=True, eq=False)
class Building:
    """What titles decide about track.

    ``label`` is the tile label a hex asks for; ``merging`` gives the labels with which its cities may grow together;
    ``price`` tells what a lay costs, by payee, ``payer`` who pays it, and ``charge`` has it paid; ``seat`` reseats
    tokens; ``aids`` lists what may be spent on a lay. ``built`` does what follows once the tile lies. ``spent`` tells
    that the turn has had all its tiles, so that no lays are listed.
    """

    label: Callable[[Position, str, Tile], str] = printed_label
    merging: Callable[[Position, str], tuple[str, ...]] = no_merging
    price: Callable[[Position, LayTile], Mapping[str, int]] = terrain_once
    payer: Callable[[Position, str], str] = itself
    seat: Callable[[Position, LayTile], tuple[Token, ...]] = moved
    aids: Callable[[Position], tuple[str, ...]] = _no_aids
    charge: Callable[[Scratch, LayTile, Building], None] = pay_the_price
    built: Callable[[Scratch], None] = nothing
    spent: Callable[[Position], bool] = never

    def cost(self, pos: Position, lay: LayTile) -> int:
        """Return what a lay costs in all, in the title's currency."""
        return sum(self.price(pos, lay).values())


@rule("tile_unknown")
def tile_exists(pos: Position, lay: LayTile) -> Refusal | None:
    """The tile belongs to the title and has a colour, so it is not a layer; its rotation is 0 to 5."""
    tile = pos.title.tiles.get(lay.tile)
    known = tile is not None and tile.colour != "none"
    return unless(
        known and 0 <= lay.rotation < 6, tile=lay.tile, **({"rotation": lay.rotation} if known else {})
    )


@rule("tile_forbidden_hex")
def hex_takes_tiles(pos: Position, lay: LayTile) -> Refusal | None:
    """Tiles go on hexes of the map that are meant for tiles."""
    hex_ = pos.title.hexes.get(lay.hex)
    return unless(hex_ is not None and hex_.tiled, **({"hex": lay.hex} if hex_ else {}))


@rule("tile_colour", by=("colour",))
def colour_is_open(pos: Position, lay: LayTile) -> Refusal | None:
    """The current phase has released the tile's colour."""
    colour = tile_of(pos, lay).colour
    return unless(colour in pos.phase.colours, colour=colour)


@rule("tile_flip")
def not_the_same_colour(pos: Position, lay: LayTile) -> Refusal | None:
    """A tile is not replaced by another one of its colour, its reverse side included."""
    return unless(pos.face(lay.hex)[0].colour != tile_of(pos, lay).colour, tile=lay.tile, hex=lay.hex)


@rule("tile_order")
def one_colour_at_a_time(pos: Position, lay: LayTile) -> Refusal | None:
    """A hex is upgraded one colour at a time."""
    old = pos.face(lay.hex)[0]
    return unless(shapes.next_colour(old, tile_of(pos, lay)), hex=lay.hex, colour=old.colour, tile=lay.tile)


@rule("tile_supply")
def in_supply(pos: Position, lay: LayTile) -> Refusal | None:
    """There is a piece of the tile left; both sides of a piece share one count."""
    return unless(pos.state.supply[tile_of(pos, lay).pool] != 0, tile=lay.tile)


@rule("tile_keep_track")
def old_track_stays(pos: Position, lay: LayTile) -> Refusal | None:
    """All existing track must remain."""
    return unless(shapes.keeps_track(pos.face(lay.hex), (tile_of(pos, lay), lay.rotation)), hex=lay.hex)


@rule("tile_river")
def lies_as_printed(pos: Position, lay: LayTile) -> Refusal | None:
    """Some tiles lie in the printed orientation only."""
    return unless(shapes.turnable(tile_of(pos, lay), lay.rotation), tile=lay.tile)


@rule("tile_off_map")
def stays_on_the_map(pos: Position, lay: LayTile) -> Refusal | None:
    """No track leads to a side without a playable hex."""
    side = shapes.closed_side(pos.title.hexes[lay.hex].closed, tile_of(pos, lay), lay.rotation)
    return unless(side is None or side[1] != "off_map", hex=lay.hex, side=side and side[0])


@rule("tile_barrier")
def no_barrier(pos: Position, lay: LayTile) -> Refusal | None:
    """No track leads to a side closed by what lies behind it, or round a lake within one hex."""
    hex_, tile = pos.title.hexes[lay.hex], tile_of(pos, lay)
    side = shapes.closed_side(hex_.closed, tile, lay.rotation)
    kept = side is None and not shapes.joins_shores(hex_.split, tile, lay.rotation)
    told = {"side": side[0], "beyond": side[1]} if side else {}
    return unless(kept, hex=lay.hex, **told)


SHAPE: tuple[Rule[LayTile], ...] = (old_track_stays, lies_as_printed, stays_on_the_map, no_barrier)
"""Rules that depend on the hex, what lies on it and the tile, and on nothing else."""


def nothing_due(pos: Position, step: TrackStep) -> Refusal | None:
    """Return None: no tile need be laid."""
    return None


def wrong_kind(building: Building) -> Rule[LayTile]:
    """Return the rule that a tile has the label, towns and cities its hex asks for."""

    @rule("tile_wrong_kind")
    def right_kind(pos: Position, lay: LayTile) -> Refusal | None:
        """The tile has the label, towns and cities that its hex asks for."""
        old, new = pos.face(lay.hex)[0], tile_of(pos, lay)
        label = building.label(pos, lay.hex, new)
        kept = shapes.same_kind(old, new, label, building.merging(pos, lay.hex))
        return KEPT if kept else unsuited(old, lay, new, label)

    return right_kind


def price_paid(building: Building) -> Rule[LayTile]:
    """Return the rule that whoever pays for a lay has the money; the cash of a dummy may fall below zero."""

    @rule("terrain_cost")
    def has_the_money(pos: Position, lay: LayTile) -> Refusal | None:
        """Whoever pays for the tile has the money."""
        cost, payer = building.cost(pos, lay), building.payer(pos, lay.unit)
        endless = payer == pos.title.data.dummy
        return unless(endless or pos.cash(payer) >= cost, cost=cost, cash=pos.cash(payer))

    return has_the_money


def unsuited(old: Face, lay: LayTile, new: Tile, label: str) -> Refusal:
    """Return that a tile does not suit a hex: the label it must have, the label no other hex takes, or the stops."""
    if label and new.label != label:
        return refuse(tile=lay.tile, hex=lay.hex, label=label)
    if new.label != label:
        return refuse(tile=lay.tile, hex=lay.hex, special=new.label)
    return refuse(tile=lay.tile, hex=lay.hex, wants=shapes.sort(old))


@rule("power_used", by=("using",))
def aid_left(pos: Position, lay: LayTile) -> Refusal | None:
    """A private helps once."""
    return unless(not is_used(pos, lay.using), private=lay.using)


@rule("tile_using", by=("using",))
def nothing_helps(pos: Position, lay: LayTile) -> Refusal | None:
    """Nothing is spent on a lay."""
    return unless(not lay.using)


def usual_rules(building: Building) -> Rules[LayTile]:
    """Return the rules about a lay that most titles share; each adds how many tiles a turn allows.

    Where the title has anything that may be spent on a lay, it also says when.
    """
    return Rules(
        (
            units_turn,
            *((nothing_helps,) if building.aids is _no_aids else ()),
            tile_exists,
            hex_takes_tiles,
            not_the_same_colour,
            colour_is_open,
            one_colour_at_a_time,
            wrong_kind(building),
            in_supply,
            *SHAPE,
            reachable,
            not_blocked,
            price_paid(building),
        )
    )


class FittingTiles:
    """The tiles that rules about their ``kind`` and shape allow; what was found is kept, by what a hex shows."""

    def __init__(self, kind: Rules[LayTile]) -> None:
        self._kind = kind
        self._known: dict[tuple[Printed, str, Successor | None, Layers, str], tuple[Successor, ...]] = {}

    def on(self, pos: Position, hex_: str, border: str) -> tuple[Successor, ...]:
        """Return the tiles and rotations that fit on a hex, all of them or those with a border of some colour."""
        key = (pos.title, hex_, pos.state.tiles.get(hex_), pos.state.layers.get(hex_, ()), border)
        if key not in self._known:
            self._known[key] = tuple(self._found(pos, hex_, border))
        return self._known[key]

    def _found(self, pos: Position, hex_: str, border: str) -> Iterator[Successor]:
        """Yield them; only tiles of the colour that follows are looked at, as they may lie for what is there."""
        turned, old = Rules(SHAPE), pos.face(hex_)
        for tile in pos.title.coloured.get(shapes.following(old[0]), ()):
            wanted = border in ("", tile.border)
            if wanted and self._kind.kept(pos, LayTile("", "", hex_, tile.id, 0)):
                lays = (LayTile("", "", hex_, tile.id, rotation) for rotation in shapes.turns(old, tile))
                yield from ((tile.id, lay.rotation) for lay in lays if turned.kept(pos, lay))


@dataclass(frozen=True, eq=False)
class TrackStep(Step[LayTile]):
    """Lay a tile on a bare hex or upgrade one, and pay for it.

    ``due`` returns why the step must be taken, None where it need not be. ``laid`` does what follows a lay and is
    given the position before it.
    """

    rules: Rules[LayTile]
    building: Building
    due: Callable[[Position, TrackStep], Refusal | None] = nothing_due
    laid: Callable[[Scratch, LayTile, Position], None] = nothing
    apart: bool = False

    verb = LayTile
    repeats = True

    def judged_by(self, rules: Rules[LayTile]) -> TrackStep:
        """Return the same step with these rules."""
        return replace(self, rules=rules)

    def candidates(self, pos: Position) -> Iterator[LayTile]:
        """Yield every tile that fits on a hex, joins what the unit reaches, and has a colour that may be laid now."""
        if self.building.spent(pos):
            return
        reach, actor, aids = pos.reach(pos.unit), pos.awaited[0], ("", *self.building.aids(pos))
        own = {hex_ for hex_, here in pos.state.tokens.items() if any(one.unit == pos.unit for one in here)}
        tiles, allowed = pos.title.tiles, dict[str, list[str]]()
        for hex_ in sorted(own | reach.arriving.keys(), key=order):
            colour = shapes.following(pos.face(hex_)[0])
            if colour not in allowed:
                allowed[colour] = [aid for aid in aids if self._may_lay(pos, colour, aid)]
            if not allowed[colour]:
                continue
            sides = EVERY_SIDE if hex_ in own else reach.arriving[hex_]
            for tile, rotation in self.fitting(pos, hex_):
                if not sides.isdisjoint(exits(tiles[tile].track, rotation)):
                    for aid in allowed[colour]:
                        yield LayTile(actor, pos.unit, hex_, tile, rotation, aid)

    def _may_lay(self, pos: Position, colour: str, aid: str) -> bool:
        """Tell whether the rules about the colour of a tile and what is spent on it let any tile be laid."""
        some = pos.title.coloured.get(colour, ())[:1]
        lays = (LayTile(pos.awaited[0], pos.unit, "", tile.id, 0, aid) for tile in some)
        return any(self._of_colour.kept(pos, lay) for lay in lays)

    def legal(self, pos: Position) -> Iterator[LayTile]:
        """Yield the candidates that break no rule; those about their shape and their colour are kept by all."""
        return (lay for lay in self.candidates(pos) if self._of_place.kept(pos, lay))

    @lazily
    def _of_colour(self) -> Rules[LayTile]:
        """Return the rules that look at the colour of a lay and what is spent on it, and at nothing else."""
        return Rules(tuple(one for one in self.rules if one.by and {*one.by} <= {"colour", "using"}))

    @lazily
    def _of_place(self) -> Rules[LayTile]:
        """Return the rules that depend on more than shape and colour."""
        known = {*self.shape, *self._of_colour}
        return Rules(tuple(one for one in self.rules if one not in known))

    def fitting(self, pos: Position, hex_: str, border: str = "") -> tuple[Successor, ...]:
        """Return the tiles and rotations that fit on a hex by kind and shape, of all borders or of one colour."""
        return self._fits.on(pos, hex_, border)

    @lazily
    def _fits(self) -> FittingTiles:
        return FittingTiles(Rules((hex_takes_tiles, *self._kind)))

    @property
    def shape(self) -> Rules[LayTile]:
        """Return the rules that decide whether a tile fits on a hex, no matter who lays it and when."""
        return Rules((tile_exists, hex_takes_tiles, one_colour_at_a_time, *self._kind, *SHAPE))

    @property
    def _kind(self) -> tuple[Rule[LayTile], ...]:
        """Return those of them that look at label, towns and cities."""
        return tuple(one for one in self.rules if one.name == "tile_wrong_kind")

    def must(self, pos: Position) -> bool:
        """Tell whether a tile is due."""
        return self.due(pos, self) is not None

    def demand(self, pos: Position) -> Refusal:
        """Return why a tile is due."""
        return self.due(pos, self) or super().demand(pos)

    def facts(self, pos: Position, action: LayTile) -> Mapping[str, Any]:
        """Return the cost, the edges the track leads to, and what lies there now."""
        return {
            "cost": self.building.cost(pos, action),
            "exits": sorted(exits(tile_of(pos, action).track, action.rotation)),
            "colour": tile_of(pos, action).colour,
            "before": pos.state.tiles.get(action.hex, ("", 0))[0],
        }

    def apply(self, scratch: Scratch, action: LayTile) -> None:
        """Lay the tile, note it as one of the turn, and do what follows."""
        before = scratch.now
        lay_tile(scratch, action, self.building)
        note = (action.hex, tile_of(before, action).colour, action.using)
        scratch.note(lays=(*scratch.now.turn.lays, note))
        self.building.built(scratch)
        self.laid(scratch, action, before)


def track_step(pos: Position) -> TrackStep:
    """Return the step in which the title's units lay tiles."""
    step = pos.title.steps["lay"]
    assert isinstance(step, TrackStep)
    return step


def lay_tile(scratch: Scratch, lay: LayTile, building: Building) -> None:
    """Pay, take the tile from the supply, put the old one back, and reseat the tokens."""
    pos = scratch.now
    cost, before = building.cost(pos, lay), pos.state.tiles.get(lay.hex, ("", 0))[0]
    scratch.emit(TileLaid(lay.unit, lay.hex, lay.tile, lay.rotation, before, cost, lay.using))
    building.charge(scratch, lay, building)
    restock(scratch, before, +1)
    restock(scratch, lay.tile, -1)
    seats = building.seat(pos, lay)
    scratch.put("tiles", lay.hex, (lay.tile, lay.rotation))
    if seats:
        scratch.put("tokens", lay.hex, seats)


def restock(scratch: Scratch, tile: str, change: int) -> None:
    """Put pieces of a tile back into the supply, or take them from it."""
    if not tile:
        return
    pool = scratch.title.tiles[tile].pool
    left = scratch.state.supply[pool]
    if left is not None:
        scratch.put("supply", pool, left + change)


def lays(pos: Position) -> list[tuple[str, str]]:
    """Return hex and colour of every tile laid in this turn."""
    return [(hex_, colour) for hex_, colour, _ in pos.turn.lays]


def add_layer(scratch: Scratch, hex_: str, tile: str, rotation: int = 0) -> None:
    """Put a tile on a hex that adds to what it shows, and take it from the supply."""
    scratch.put("layers", hex_, (*scratch.state.layers.get(hex_, ()), (tile, rotation)))
    restock(scratch, tile, -1)
