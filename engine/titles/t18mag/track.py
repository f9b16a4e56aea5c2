"""Track in 18Mag: what it costs and who is paid, terrain tokens, Budapest, the K and OO cities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.actions import Action, LayTile
from engine.board.tiles import Tile
from engine.events import Counted
from engine.exhibits import LaysLeft
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import KEPT, Rules, refuse, rule, unless
from engine.scratch import Scratch
from engine.state import BANK, Token
from engine.steps import track
from engine.steps.home import bare_home, home_first
from engine.steps.turn import units_turn
from engine.titles.t18mag import supporters
from engine.titles.t18mag.figures import figures, mag_state
from engine.titles.t18mag.procedures import procedures

TERRAIN = "terrain"
"""The word in the ``using`` field of a lay that spends a terrain token."""

AND = "+"
"""What joins a supporter who gives an upgrade and what pays its terrain, in that order, in the ``using`` field."""

MERGING = ("OO", "B")
"""Labels of tiles on which cities grow together."""


@dataclass(frozen=True, slots=True)
class Prepay(Action):
    """Give up a terrain token for the next tile, whatever it costs (a reading of recorded games)."""

    verb: ClassVar[str] = "prepay"
    unit: str


def label(pos: Position, hex_: str, tile: Tile) -> str:
    """Return the label a tile must have: K hexes start with plain yellow cities."""
    printed = pos.title.hexes[hex_].label
    return "" if printed == "K" and tile.colour == "yellow" else printed


def terrain(pos: Position, lay: LayTile) -> int:
    """Return the price of the terrain: due with the first tile, and with an upgrade where the tile says so."""
    laid = pos.state.tiles.get(lay.hex)
    return pos.title.tiles[laid[0]].cost if laid else pos.title.hexes[lay.hex].cost


def own_lays(pos: Position) -> list[tuple[str, str]]:
    """Return hex and colour of every tile of this turn that no supporter gave."""
    return [(hex_, colour) for hex_, colour, using in pos.turn.lays if not giver(pos, using)]


def giver(pos: Position, using: str) -> str:
    """Return the supporter who gives a lay on which this is spent; empty if nobody does."""
    upgrade = figures(pos).supporters.upgrade
    return next((one for one in using.split(AND) if one in upgrade), "")


def given(pos: Position, lay: LayTile) -> bool:
    """Tell whether a supporter gives the lay, so that it does not count as one of the turn."""
    return bool(giver(pos, lay.using))


def extra_tile(pos: Position, lay: LayTile) -> int:
    """Return the price of a lay as the second tile of a turn."""
    return figures(pos).extra_tile if own_lays(pos) and not given(pos, lay) else 0


def price(pos: Position, lay: LayTile) -> Mapping[str, int]:
    """Return the treasury's payments, by payee."""
    free = pos.owner(lay.unit) in pos.state.automata or procedures(pos).terrain_paid(pos, lay)
    return {
        figures(pos).tracks_to: extra_tile(pos, lay),
        figures(pos).terrain_to: 0 if free else terrain(pos, lay),
    }


def aids(pos: Position) -> tuple[str, ...]:
    """Return which supporter may give a lay, what may be spent on its terrain, and both together."""
    payers = procedures(pos).terrain_aids(pos)
    gives = supporters.on_call(pos, figures(pos).supporters.upgrade)
    return (gives, *payers, *(f"{gives}{AND}{payer}" for payer in payers)) if gives else payers


def terrain_aids(pos: Position) -> tuple[str, ...]:
    """Return whether a terrain token may be spent on a lay, and which supporter may pay its terrain."""
    token = TERRAIN if mag_state(pos).terrain.get(pos.unit, 0) else ""
    payer = supporters.on_call(pos, figures(pos).supporters.terrain)
    return tuple(aid for aid in (token, payer) if aid)


def terrain_paid(pos: Position, lay: LayTile) -> bool:
    """Tell whether a token or a supporter pays the terrain of a lay."""
    payers = (TERRAIN, *figures(pos).supporters.terrain)
    return any(one in payers for one in lay.using.split(AND))


def charge(scratch: Scratch, lay: LayTile, building: track.Building) -> None:
    """Pay for a lay; with a terrain token the bank pays the terrain."""
    pos = scratch.now
    owed = building.price(pos, lay)
    for payee, amount in owed.items():
        scratch.pay(lay.unit, payee, amount, "track" if payee == figures(pos).tracks_to else "terrain")
    for one in filter(None, lay.using.split(AND)):
        if one == TERRAIN:
            spend(scratch, lay.unit)
        else:
            supporters.use(scratch, one)
    if owed[figures(pos).terrain_to] == 0:
        scratch.pay(BANK, figures(pos).terrain_to, terrain(pos, lay), "terrain")


def lays_left(pos: Position) -> LaysLeft:
    """Return how many tiles are left of the turn, and the price of the next; what supporters give does not count."""
    return LaysLeft(max(2 - len(own_lays(pos)), 0), figures(pos).extra_tile if own_lays(pos) else 0)


def spent(pos: Position) -> bool:
    """Tell whether the turn has had both its tiles and no supporter gives another."""
    return len(own_lays(pos)) >= 2 and not supporters.on_call(pos, figures(pos).supporters.upgrade)


def spend(scratch: Scratch, unit: str) -> None:
    """Take a terrain token from a minor."""
    left = mag_state(scratch.now).terrain[unit] - 1
    tokens = {**mag_state(scratch.now).terrain, unit: left}
    scratch.change(terrain=tokens)
    scratch.emit(Counted("terrain_tokens", left, unit))


def seat(pos: Position, lay: LayTile) -> tuple[Token, ...]:
    """Return the tokens of a hex on the new tile.

    On the yellow OO tile only one city has track. It goes to the home minor of the hex, else to another minor, else
    to the token placed first; any other token takes the city without track.
    """
    tile = pos.title.tiles[lay.tile]
    if tile.label != "OO" or tile.colour != "yellow":
        return track.moved(pos, lay)
    return tuple(Token(index, one.unit) for index, one in enumerate(procedures(pos).oo_order(pos, lay)))


def home_minor_first(pos: Position, lay: LayTile) -> list[Token]:
    """Return the tokens of an OO hex: the home minor's, then other minors', then majors' in the order of placing."""
    return sorted(pos.state.tokens.get(lay.hex, ()), key=lambda one: _rank(pos, lay.hex, one.unit))


def _rank(pos: Position, hex_: str, unit: str) -> int:
    data = pos.title.units[unit]
    home = data.home is not None and data.home.hex == hex_
    return 0 if home else 1 if data.kind == "minor" else 2


@rule("tile_third", by=("using",))
def at_most_two(pos: Position, lay: LayTile) -> Refusal | None:
    """At most two tiles are laid in a turn, apart from what a supporter gives."""
    return unless(len(own_lays(pos)) < 2 or given(pos, lay), **_one_who_gives(pos))


@rule("tile_two_promotions", by=("colour", "using"))
def one_promotion(pos: Position, lay: LayTile) -> Refusal | None:
    """At most one tile of a turn is a promotion."""
    promoted = any(colour != "yellow" for _, colour in own_lays(pos))
    kept = not promoted or given(pos, lay) or track.tile_of(pos, lay).colour == "yellow"
    return unless(kept, **_one_who_gives(pos))


def _one_who_gives(pos: Position) -> dict[str, str]:
    """Return the supporter who gives upgrades besides, where supporters are in the game."""
    found = next(iter(figures(pos).supporters.upgrade), "")
    return {"supporter": found} if found else {}


@rule("supporter", by=("colour", "using"))
def supporter_gives(pos: Position, lay: LayTile) -> Refusal | None:
    """A supporter gives upgrades to some colours only."""
    gives = giver(pos, lay.using)
    if not gives:
        return KEPT
    colours = figures(pos).supporters.upgrade[gives]
    kept = gives in aids(pos) and track.tile_of(pos, lay).colour in colours
    return unless(kept, private=gives)


def home_due(pos: Position, lay: LayTile) -> str:
    """Return the home hex that the first tile of a minor's first turn goes on, unless track is there already."""
    return "" if pos.frame.number != (1, 1) or track.lays(pos) else bare_home(pos, lay)


@rule("terrain_token")
def token_helps(pos: Position, lay: LayTile) -> Refusal | None:
    """There is a terrain token or a supporter who pays for terrain, and there is terrain to pay for."""
    if lay.using in ("", giver(pos, lay.using)):
        return KEPT
    costly = terrain(pos, lay) > 0
    return unless(
        costly and lay.using in aids(pos), hex=lay.hex, unit=lay.unit, **_payer(pos, lay, costly=costly)
    )


def _payer(pos: Position, lay: LayTile, *, costly: bool) -> dict[str, str]:
    """Return the supporter who was to pay, or that a token there is for terrain here is not spent with a lay."""
    named = lay.using.split(AND)
    payer = next((one for one in named if one in figures(pos).supporters.terrain), "")
    early = TERRAIN in named and TERRAIN not in procedures(pos).terrain_aids(pos)
    has_one = mag_state(pos).terrain.get(lay.unit, 0) > 0
    if payer:
        return {"supporter": payer}
    return {"duty": "beforehand"} if early and costly and has_one else {}


@rule("tile_extra_cost", by=("using",))
def second_tile_paid(pos: Position, lay: LayTile) -> Refusal | None:
    """The treasury pays for the second tile."""
    cost = extra_tile(pos, lay)
    return unless(pos.cash(lay.unit) >= cost, cost=cost, cash=pos.cash(lay.unit))


BUILDING = track.Building(
    label=label,
    merging=track.joining(*MERGING),
    price=price,
    seat=seat,
    aids=aids,
    charge=charge,
    spent=spent,
)

RULES: Rules[LayTile] = (
    track.usual_rules(BUILDING)
    .before("tile_flip", at_most_two, one_promotion, supporter_gives)
    .before("tile_unreachable", home_first(home_due))
    .before("terrain_cost", token_helps, second_tile_paid)
)


@rule("terrain_token")
def not_beforehand(pos: Position, action: Prepay) -> Refusal | None:
    """Terrain tokens are spent with the lay they help."""
    return refuse(unit=action.unit)


NOT_BEFOREHAND: Rules[Prepay] = Rules((units_turn, not_beforehand))
