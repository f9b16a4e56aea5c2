"""Track in 18Mag: what it costs and whom it pays, terrain tokens, Budapest, the K and OO cities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.actions import Action, Lay
from engine.board.tiles import Tile
from engine.events import Counted
from engine.position import Position
from engine.rules import KEPT, Fault, Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK, Station
from engine.steps import Step, track
from engine.steps.turn import units_turn
from engine.titles.t18mag.facts import extra, facts

TERRAIN = "terrain"
"""What is written in the ``using`` field of a lay to spend a terrain token."""
MERGING = ("OO", "B")
"""Labels of tiles on which cities grow together."""


@dataclass(frozen=True, slots=True)
class Prepay(Action):
    """Give up a terrain token for the next tile, whatever it costs (a reading of recorded games)."""

    verb: ClassVar[str] = "prepay"
    shared: ClassVar[bool] = False
    unit: str


def label(pos: Position, hex_: str, tile: Tile) -> str:
    """Return the label a tile must have: K hexes start with plain yellow cities."""
    printed = pos.title.hexes[hex_].label
    return "" if printed == "K" and tile.colour == "yellow" else printed


def merging(pos: Position, hex_: str) -> tuple[str, ...]:
    """Return the labels with which cities may grow together, which are the same everywhere."""
    return MERGING


def terrain(pos: Position, lay: Lay) -> int:
    """Return the price of the symbols: once at the first tile, and where a tile says so at its upgrade."""
    laid = pos.state.tiles.get(lay.hex)
    return pos.title.tiles[laid[0]].cost if laid else pos.title.hexes[lay.hex].cost


def extra_tile(pos: Position) -> int:
    """Return the price of the second tile of a turn."""
    return facts(pos).extra_tile if track.lays(pos) else 0


def prepaid(pos: Position) -> bool:
    """Tell whether a terrain token was given up before the lay."""
    return bool(pos.frame.turn.get("prepaid"))


def price(pos: Position, lay: Lay) -> Mapping[str, int]:
    """Return what the treasury pays, by payee."""
    free = lay.using == TERRAIN or prepaid(pos)
    return {
        facts(pos).tracks_to: extra_tile(pos),
        facts(pos).terrain_to: 0 if free else terrain(pos, lay),
    }


def aids(pos: Position) -> tuple[str, ...]:
    """Return whether a terrain token may be spent."""
    own = extra(pos).terrain.get(pos.unit, 0)
    return (TERRAIN,) if own and pos.option("terrain_token") != "prepaid" else ()


def charge(scratch: Scratch, lay: Lay) -> None:
    """Pay for a lay; with a terrain token the bank pays the terrain."""
    pos = scratch.now
    owed = price(pos, lay)
    for payee, amount in owed.items():
        scratch.pay(lay.unit, payee, amount, "track" if payee == facts(pos).tracks_to else "terrain")
    if lay.using == TERRAIN:
        spend(scratch, lay.unit)
    if lay.using == TERRAIN or prepaid(pos):
        scratch.pay(BANK, facts(pos).terrain_to, terrain(pos, lay), "terrain")
    if terrain(pos, lay):
        scratch.note(prepaid=False)


def hope(pos: Position) -> bool:
    """Tell whether a token may still be given up before a lay."""
    prepaying = pos.option("terrain_token") == "prepaid" and not prepaid(pos)
    return prepaying and extra(pos).terrain.get(pos.unit, 0) > 0 and len(track.lays(pos)) < 2


def spend(scratch: Scratch, unit: str) -> None:
    """Take a terrain token from a minor."""
    left = extra(scratch.now).terrain[unit] - 1
    tokens = {**extra(scratch.now).terrain, unit: left}
    scratch.state.extra = replace(scratch.state.extra, terrain=tokens)
    scratch.emit(Counted("terrain_tokens", left, unit))


def seat(pos: Position, lay: Lay) -> tuple[Station, ...]:
    """Return the stations of a hex on the new tile.

    On the yellow OO tile only one city has track. It goes to the home minor of the hex, else to another minor,
    else to the marker placed first; any other station takes the city without track.
    """
    here = pos.state.stations.get(lay.hex, ())
    tile = pos.title.tiles[lay.tile]
    if tile.label != "OO" or tile.colour != "yellow":
        return track.moved(pos, lay)
    if pos.option("oo_token") == "first_found":
        ranked = sorted(here, key=lambda one: one.stop)
    else:
        ranked = sorted(here, key=lambda one: _rank(pos, lay.hex, one.unit))
    return tuple(Station(index, one.unit) for index, one in enumerate(ranked))


def _rank(pos: Position, hex_: str, unit: str) -> int:
    data = pos.title.units[unit]
    home = data.home is not None and data.home.hex == hex_
    return 0 if home else 1 if data.kind == "minor" else 2


@rule("tile_third")
def at_most_two(pos: Position, lay: Lay) -> Fault | None:
    """At most two tiles are laid in a turn."""
    return unless(len(track.lays(pos)) < 2)


@rule("tile_two_promotions")
def one_promotion(pos: Position, lay: Lay) -> Fault | None:
    """At most one tile of a turn is a promotion."""
    promoted = any(colour != "yellow" for _, colour in track.lays(pos))
    return unless(not promoted or track.tile_of(pos, lay).colour == "yellow")


@rule("tile_home_first")
def home_first(pos: Position, lay: Lay) -> Fault | None:
    """The first tile of a minor's first turn goes on its home hex, unless track is there already."""
    home = pos.title.units[lay.unit].home
    if home is None or pos.frame.number != (1, 1) or track.lays(pos) or pos.face(home.hex)[0].track:
        return KEPT
    return unless(lay.hex == home.hex, hex=home.hex)


@rule("terrain_token")
def token_helps(pos: Position, lay: Lay) -> Fault | None:
    """A terrain token is there, and there is terrain to pay for."""
    if not lay.using:
        return KEPT
    return unless(lay.using in aids(pos) and terrain(pos, lay) > 0, hex=lay.hex, unit=lay.unit)


@rule("tile_extra_cost")
def second_tile_paid(pos: Position, lay: Lay) -> Fault | None:
    """The treasury pays for the second tile."""
    cost = extra_tile(pos)
    return unless(pos.cash(lay.unit) >= cost, cost=cost, cash=pos.cash(lay.unit))


@rule("terrain_cost")
def terrain_paid(pos: Position, lay: Lay) -> Fault | None:
    """The treasury pays for the terrain as well."""
    cost = sum(price(pos, lay).values())
    return unless(pos.cash(lay.unit) >= cost, cost=cost, cash=pos.cash(lay.unit))


BUILDING = track.Building(label, merging, price, seat, aids, charge, hope)

RULES: Rules[Lay] = Rules(
    (
        units_turn,
        track.tile_exists,
        track.hex_takes_tiles,
        at_most_two,
        one_promotion,
        track.not_the_same_colour,
        track.colour_is_open,
        track.one_colour_at_a_time,
        track.wrong_kind(BUILDING),
        track.in_supply,
        *track.SHAPE,
        home_first,
        track.reachable,
        track.not_blocked,
        token_helps,
        second_tile_paid,
        terrain_paid,
    )
)


@rule("terrain_token")
def token_to_prepay(pos: Position, action: Prepay) -> Fault | None:
    """Tokens are given up beforehand only under that reading, one at a time."""
    return unless(hope(pos), unit=action.unit)


class PrepayTerrain(Step[Prepay]):
    """Give up a terrain token before choosing a tile."""

    verb = Prepay
    aside = True

    def candidates(self, pos: Position) -> Iterator[Prepay]:
        """Yield the only way to do it."""
        yield Prepay(pos.awaited[0], pos.unit)

    def facts(self, pos: Position, action: Prepay) -> Mapping[str, Any]:
        """Return how many tokens there are."""
        return {"left": extra(pos).terrain.get(action.unit, 0)}

    def apply(self, scratch: Scratch, action: Prepay) -> None:
        """Spend the token."""
        spend(scratch, action.unit)
        scratch.note(prepaid=True)


PREPAYING: Rules[Prepay] = Rules((units_turn, token_to_prepay))
