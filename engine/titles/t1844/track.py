"""Track in 1844: one tile a turn, the extra yellow one of a private, letters of cities, and tunnels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.actions import Action, LayTile
from engine.board.hexes import order
from engine.board.tiles import Tile, exits
from engine.events import TileLaid
from engine.position import Position
from engine.rules import KEPT, Fault, Rules, rule, unless
from engine.scratch import Scratch
from engine.special import change
from engine.state import BANK
from engine.steps import Step, track
from engine.steps.turn import units_turn
from engine.titles.t1844 import powers
from engine.titles.t1844.companies import check_destinations
from engine.titles.t1844.facts import extra, facts


@dataclass(frozen=True, slots=True)
class Tunnel(Action):
    """Build a tunnel with a certificate, between two mouths of a hex: its edges, the smaller number first."""

    verb: ClassVar[str] = "tunnel"
    shared: ClassVar[bool] = False
    unit: str
    paper: str
    hex: str
    one: int
    two: int


# --- what a tile must be, and what it costs


def label(pos: Position, hex_: str, tile: Tile) -> str:
    """Return the label a tile must have: some cities have theirs from the second tile on."""
    letters = facts(pos).green_labels
    if hex_ in letters:
        return "" if tile.colour == "yellow" else letters[hex_]
    return pos.title.hexes[hex_].label


def merging(pos: Position, hex_: str) -> tuple[str, ...]:
    """Return the label with which the cities of a hex may grow together; without a label few may."""
    printed = pos.title.hexes[hex_].label
    return (printed,) if printed or hex_ in facts(pos).joined_from_green else ()


def price(pos: Position, lay: LayTile) -> Mapping[str, int]:
    """Return the printed price of the hex, due with its first tile, even one on printed track."""
    return {BANK: 0 if lay.hex in pos.state.tiles else pos.title.hexes[lay.hex].cost}


def aids(pos: Position) -> tuple[str, ...]:
    """Return the private that may be used for an extra tile."""
    paper = powers.power(pos, "extra_yellow")
    able = powers.powers_open(pos) and paper not in extra(pos).used
    return (paper,) if able and powers.serves(pos, paper, pos.unit) else ()


def charge(scratch: Scratch, lay: LayTile) -> None:
    """Pay the terrain; a private that is used for the tile is turned over."""
    for payee, amount in price(scratch.now, lay).items():
        scratch.pay(lay.unit, payee, amount, "terrain")
    if lay.using:
        change(scratch, used=(*extra(scratch.now).used, lay.using))
        scratch.note(extra=True)


def tile_laid(pos: Position) -> bool:
    """Tell whether the tile of the turn was laid; the extra one of a private is not counted."""
    return len(track.lays(pos)) > bool(pos.frame.turn.get("extra"))


def spent(pos: Position) -> bool:
    """Tell whether the turn has had its tile and no private brings another."""
    return tile_laid(pos) and not aids(pos)


def hope(pos: Position) -> bool:
    """Tell whether the director may still do something before the rest of the turn: a tunnel, the line, EVA."""
    if any(action.unit == pos.unit for action in powers.EVA.legal(pos)):
        return True
    if spent(pos):
        return False
    lines = any(action.actor in pos.awaited for action in powers.FURKA.legal(pos))
    return lines or BUILD_TUNNEL.open(pos)


BUILDING = track.Building(label, merging, price, track.moved, aids, charge, hope, check_destinations, spent)


@rule("power_owner")
def serves_the_unit(pos: Position, lay: LayTile) -> Fault | None:
    """Only a private with that power, owned by the company or its director, brings an extra tile."""
    if not lay.using:
        return KEPT
    kept = facts(pos).powers.get(lay.using) == "extra_yellow" and powers.serves(pos, lay.using, lay.unit)
    return unless(kept, paper=lay.using)


@rule("power_phase")
def power_in_time(pos: Position, lay: LayTile) -> Fault | None:
    """Privates are used from a certain phase on."""
    return unless(not lay.using or powers.powers_open(pos), phase=facts(pos).powers_from)


@rule("power_used")
def power_left(pos: Position, lay: LayTile) -> Fault | None:
    """The extra tile is laid once in a game."""
    return unless(lay.using not in extra(pos).used, paper=lay.using)


@rule("tile_one")
def one_tile(pos: Position, lay: LayTile) -> Fault | None:
    """One tile is laid in a turn; besides it a private brings a yellow one."""
    if lay.using:
        return unless(track.tile_of(pos, lay).colour == "yellow", paper=lay.using)
    return unless(not tile_laid(pos))


@rule("tile_home_first")
def home_first(pos: Position, lay: LayTile) -> Fault | None:
    """While its home has no track a company builds nowhere else."""
    home = pos.title.units[lay.unit].home
    kept = home is None or lay.hex == home.hex or bool(pos.face(home.hex)[0].track)
    return unless(kept, hex=home.hex if home else "")


@rule("terrain_cost")
def terrain_paid(pos: Position, lay: LayTile) -> Fault | None:
    """The treasury pays for the terrain with what it has before the tile lies."""
    cost = sum(price(pos, lay).values())
    return unless(pos.cash(lay.unit) >= cost, cost=cost, cash=pos.cash(lay.unit))


RULES: Rules[LayTile] = Rules(
    (
        units_turn,
        track.tile_exists,
        track.hex_takes_tiles,
        serves_the_unit,
        power_in_time,
        power_left,
        one_tile,
        track.not_the_same_colour,
        track.colour_is_open,
        track.one_colour_at_a_time,
        track.wrong_kind(BUILDING),
        track.in_supply,
        track.old_track_stays,
        track.stays_on_the_map,
        track.no_barrier,
        home_first,
        track.reachable,
        track.not_blocked,
        terrain_paid,
    )
)

# --- tunnels


def mouths(pos: Position, hex_: str) -> tuple[tuple[int, int], ...]:
    """Return the pairs of mouths a tunnel may join: none beside the Furka-Oberalp line.

    Under another reading more of them are open until that line lies there.
    """
    numbers = facts(pos)
    beside = pos.option("tunnel_on_furka_side") and not powers.furka_lies(pos, hex_)
    more = numbers.open_mouths.get(hex_, ()) if beside else ()
    return more or numbers.tunnels.get(hex_, ())


def tube(pos: Position, one: int, two: int) -> tuple[str, int]:
    """Return the tile that joins two edges, and its rotation."""
    fits = ((tile, at) for tile in facts(pos).tunnel_tiles for at in range(6))
    return next(
        (tile, at) for tile, at in fits if exits(pos.title.tiles[tile].track, at) == frozenset((one, two))
    )


def certificates(pos: Position, player: str) -> list[str]:
    """Return a player's tunnel certificates that are not used."""
    return [paper for paper in pos.owned(player, "tunnel") if paper not in extra(pos).used]


@rule("tunnel_certificate")
def has_certificate(pos: Position, action: Tunnel) -> Fault | None:
    """The director owns a tunnel certificate that was not used."""
    return unless(action.paper in certificates(pos, action.actor), paper=action.paper)


@rule("tunnel_hex")
def is_tunnel_hex(pos: Position, action: Tunnel) -> Fault | None:
    """Tunnels are built on marked hexes."""
    return unless(action.hex in facts(pos).tunnels, hex=action.hex)


@rule("tunnel_taken")
def hex_free(pos: Position, action: Tunnel) -> Fault | None:
    """A hex has one tunnel."""
    return unless(action.hex not in extra(pos).tunnels, hex=action.hex)


@rule("tunnel_mouth")
def are_mouths(pos: Position, action: Tunnel) -> Fault | None:
    """A tunnel joins two mouths of its hex."""
    return unless((action.one, action.two) in mouths(pos, action.hex), hex=action.hex)


@rule("tunnel_unreachable")
def mouth_reached(pos: Position, action: Tunnel) -> Fault | None:
    """Track connected to a station of the company arrives at one of the mouths."""
    reached = {(action.hex, action.one), (action.hex, action.two)} & pos.reach(action.unit).sides
    return unless(bool(reached), hex=action.hex, unit=action.unit)


@rule("tunnel_cost")
def tunnel_paid(pos: Position, action: Tunnel) -> Fault | None:
    """The treasury pays for the tunnel."""
    cost, cash = facts(pos).tunnel_cost, pos.cash(action.unit)
    return unless(cash >= cost, cost=cost, cash=cash)


TUNNELLING: Rules[Tunnel] = Rules(
    (units_turn, has_certificate, is_tunnel_hex, hex_free, are_mouths, mouth_reached, tunnel_paid)
)


class BuildTunnel(Step[Tunnel]):
    """Build tunnels, before or after the tile of the turn, as many as the director has certificates for."""

    verb = Tunnel
    aside = True

    def candidates(self, pos: Position) -> Iterator[Tunnel]:
        """Yield every pair of mouths that track of the company arrives at, with every certificate."""
        sides = pos.reach(pos.unit).sides if pos.awaited else frozenset()
        for player in pos.awaited:
            for paper in certificates(pos, player):
                for hex_ in sorted({hex_ for hex_, _ in sides} & facts(pos).tunnels.keys(), key=order):
                    for one, two in mouths(pos, hex_):
                        yield Tunnel(player, pos.unit, paper, hex_, one, two)

    def facts(self, pos: Position, action: Tunnel) -> Mapping[str, Any]:
        """Return the price."""
        return {"cost": facts(pos).tunnel_cost}

    def apply(self, scratch: Scratch, action: Tunnel) -> None:
        """Pay, lay the tunnel, turn the certificate over, see what follows."""
        pos = scratch.now
        tile, rotation = tube(pos, action.one, action.two)
        cost = facts(pos).tunnel_cost
        scratch.emit(TileLaid(action.unit, action.hex, tile, rotation, "", cost, action.paper))
        scratch.pay(action.unit, BANK, cost, "tunnel")
        powers.layer(scratch, action.hex, tile, rotation)
        own = extra(scratch.now)
        change(
            scratch,
            tunnels={**own.tunnels, action.hex: action.paper},
            used=(*own.used, action.paper),
        )
        check_destinations(scratch)


BUILD_TUNNEL = BuildTunnel(TUNNELLING)
"""The step, which :func:`hope` asks as well."""
