"""Tunnels of 1844: built by companies through marked hexes, with a certificate of their director."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

from engine.actions import Action
from engine.board.hexes import order
from engine.board.tiles import exits
from engine.events import TileLaid
from engine.finance.privates import unused, use_up
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK
from engine.steps import Step
from engine.steps.track import add_layer
from engine.steps.turn import units_turn
from engine.titles.t1844.companies import check_destinations
from engine.titles.t1844.figures import figures, swiss_state
from engine.titles.t1844.procedures import procedures


@dataclass(frozen=True, slots=True)
class Tunnel(Action):
    """Build a tunnel with a certificate, between two mouths of a hex: its edges, the smaller number first."""

    verb: ClassVar[str] = "tunnel"
    unit: str
    permit: str
    hex: str
    one: int
    two: int


def mouths(pos: Position, hex_: str) -> tuple[tuple[int, int], ...]:
    """Return the pairs of mouths a tunnel may join: none beside the Furka-Oberalp line."""
    return figures(pos).tunnels.get(hex_, ())


def tube(pos: Position, one: int, two: int) -> tuple[str, int]:
    """Return the tile that joins two edges, and its rotation."""
    every = product(figures(pos).tunnel_tiles, range(6))
    return next((tile, at) for tile, at in every if exits(pos.title.tiles[tile].track, at) == {one, two})


def unused_permits(pos: Position, player: str) -> list[str]:
    """Return a player's unused tunnel certificates."""
    return unused(pos, pos.owned(player, "tunnel"))


@rule("tunnel_certificate")
def has_certificate(pos: Position, action: Tunnel) -> Refusal | None:
    """The director owns an unused tunnel certificate."""
    told = {"permit": action.permit} if action.permit in pos.title.privates else {}
    return unless(action.permit in unused_permits(pos, action.actor), **told)


@rule("tunnel_hex")
def is_tunnel_hex(pos: Position, action: Tunnel) -> Refusal | None:
    """Tunnels are built on marked hexes."""
    return unless(action.hex in figures(pos).tunnels, hex=action.hex)


@rule("tunnel_taken")
def hex_free(pos: Position, action: Tunnel) -> Refusal | None:
    """A hex has one tunnel."""
    return unless(action.hex not in swiss_state(pos).tunnels, hex=action.hex)


@rule("tunnel_mouth")
def are_mouths(pos: Position, action: Tunnel) -> Refusal | None:
    """A tunnel joins two mouths of its hex."""
    return unless((action.one, action.two) in procedures(pos).mouths(pos, action.hex), hex=action.hex)


@rule("tunnel_unreachable")
def mouth_reached(pos: Position, action: Tunnel) -> Refusal | None:
    """Track connected to a token of the company arrives at one of the mouths."""
    reached = {(action.hex, action.one), (action.hex, action.two)} & pos.reach(action.unit).sides
    return unless(bool(reached), hex=action.hex, unit=action.unit)


@rule("tunnel_cost", personal=True)
def tunnel_paid(pos: Position, action: Tunnel) -> Refusal | None:
    """The treasury pays for the tunnel."""
    cost, cash = figures(pos).tunnel_cost, pos.cash(action.unit)
    return unless(cash >= cost, cost=cost, cash=cash)


TUNNELLING: Rules[Tunnel] = Rules(
    (units_turn, has_certificate, is_tunnel_hex, hex_free, are_mouths, mouth_reached, tunnel_paid)
)


class BuildTunnel(Step[Tunnel]):
    """Build tunnels before or after the tile of the turn, one for each certificate of the director."""

    verb = Tunnel
    aside = True

    def candidates(self, pos: Position) -> Iterator[Tunnel]:
        """Yield every pair of mouths that track of the company arrives at, with every certificate."""
        permits = [(player, permit) for player in pos.awaited for permit in unused_permits(pos, player)]
        arriving = {hex_ for hex_, _ in pos.reach(pos.unit).sides} if permits else set()
        hexes = sorted(arriving & figures(pos).tunnels.keys(), key=order)
        for (player, permit), hex_ in product(permits, hexes):
            for one, two in procedures(pos).mouths(pos, hex_):
                yield Tunnel(player, pos.unit, permit, hex_, one, two)

    def trials(self, pos: Position, before: Position | None) -> Iterator[Tunnel]:
        """Yield each tunnel with one certificate, after another only those at mouths to which that one leads."""
        found = {(one.actor, one.hex, one.one, one.two): one for one in self.legal(pos)}.values()
        if before is None or not found:
            return iter(found)
        new = pos.reach(pos.unit).sides - before.reach(pos.unit).sides
        return (one for one in found if not new.isdisjoint({(one.hex, one.one), (one.hex, one.two)}))

    def facts(self, pos: Position, action: Tunnel) -> Mapping[str, Any]:
        """Return the price."""
        return {"cost": figures(pos).tunnel_cost}

    def apply(self, scratch: Scratch, action: Tunnel) -> None:
        """Pay, lay the tunnel, use the certificate up, and pay for destinations reached."""
        pos = scratch.now
        (tile, rotation), cost = tube(pos, action.one, action.two), figures(pos).tunnel_cost
        scratch.emit(TileLaid(action.unit, action.hex, tile, rotation, "", cost, action.permit))
        scratch.pay(action.unit, BANK, cost, "tunnel")
        add_layer(scratch, action.hex, tile, rotation)
        scratch.change(tunnels={**swiss_state(scratch.now).tunnels, action.hex: action.permit})
        use_up(scratch, action.permit)
        check_destinations(scratch)
