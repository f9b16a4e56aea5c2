"""What happened over some moves, added up: by unit, by player, and for the whole table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.events import (
    Bought,
    Closed,
    DividendPaid,
    Drafted,
    Event,
    Floated,
    Merged,
    PhaseBegan,
    Ran,
    Sold,
    TileLaid,
    TokenPlaced,
    TrainBought,
    TrainRusted,
    Won,
)


@dataclass
class UnitDeeds:
    """What a unit did: hexes in order, money in the title's currency, trains by name, units it acquired."""

    laid: list[str] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    ran: int = 0
    paid: int = 0
    kept: int = 0
    trains: list[str] = field(default_factory=list)
    acquired: list[str] = field(default_factory=list)


@dataclass
class PlayerDeeds:
    """What a player did: percent of units bought and sold, and what was won or drafted."""

    bought: Counter[str] = field(default_factory=Counter)
    sold: Counter[str] = field(default_factory=Counter)
    won: list[str] = field(default_factory=list)


@dataclass
class Chronicle:
    """What happened: ``units`` and ``players`` by id, phases begun, trains rusted by name, what floated or closed."""

    units: dict[str, UnitDeeds] = field(default_factory=dict)
    players: dict[str, PlayerDeeds] = field(default_factory=dict)
    phases: list[str] = field(default_factory=list)
    rusted: Counter[str] = field(default_factory=Counter)
    floated: list[str] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)

    def unit(self, unit: str) -> UnitDeeds:
        """Return the deeds of a unit, to be added to."""
        return self.units.setdefault(unit, UnitDeeds())

    def player(self, player: str) -> PlayerDeeds:
        """Return the deeds of a player, to be added to."""
        return self.players.setdefault(player, PlayerDeeds())


def chronicle(events: Iterable[Event]) -> Chronicle:
    """Return the sum of events."""
    told = Chronicle()
    for event in events:
        _add_deed(told, event)
        _add_trade(told, event)
        _add_change(told, event)
    return told


def _add_deed(told: Chronicle, event: Event) -> None:
    """Add what a unit did."""
    if isinstance(event, TileLaid):
        told.unit(event.unit).laid.append(event.hex)
    elif isinstance(event, TokenPlaced):
        told.unit(event.unit).tokens.append(event.hex)
    elif isinstance(event, Ran):
        told.unit(event.unit).ran += event.revenue
    elif isinstance(event, DividendPaid):
        deeds = told.unit(event.unit)
        deeds.paid += event.amount - event.kept
        deeds.kept += event.kept
    elif isinstance(event, TrainBought):
        told.unit(event.unit).trains.append(event.train)
    elif isinstance(event, Merged):
        told.unit(event.unit).acquired.append(event.target)


def _add_trade(told: Chronicle, event: Event) -> None:
    """Add what a player bought, sold or won."""
    if isinstance(event, Bought):
        told.player(event.player).bought[event.unit] += event.percent
    elif isinstance(event, Sold):
        told.player(event.player).sold[event.unit] += event.percent
    elif isinstance(event, Won):
        told.player(event.player).won.append(event.private)
    elif isinstance(event, Drafted):
        told.player(event.player).won.append(event.certificate)


def _add_change(told: Chronicle, event: Event) -> None:
    """Add what changed for everybody."""
    if isinstance(event, PhaseBegan):
        told.phases.append(event.phase)
    elif isinstance(event, TrainRusted) and event.is_lost:
        told.rusted[event.train] += 1
    elif isinstance(event, Floated):
        told.floated.append(event.unit)
    elif isinstance(event, Closed):
        told.closed.append(event.company)
