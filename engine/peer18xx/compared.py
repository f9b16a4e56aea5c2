"""A position in the terms of a conformance file, to be compared with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.finance import shares
from engine.notes import StockNotes
from engine.peer18xx.dialect import UNKNOWN, Dialect
from engine.peer18xx.recorded_game import Peer
from engine.position import Position
from engine.state import OFFER, POOL

DescribedState = dict[str, Any]
MISSING = "(nothing)"


class StateDescriber:
    """Describes positions of one recorded game."""

    def __init__(self, record: Peer) -> None:
        self.dialect = record.dialect
        self.players = {name: id_ for id_, name in record.names.items()}
        dummy = record.title.data.dummy
        self.ids = {**self.players, **({dummy: record.dialect.dummy} if dummy else {})}
        self.units = {ours: theirs for theirs, ours in record.dialect.units.items()}

    def unit(self, unit: str) -> str:
        """Return the recorded id of a unit."""
        return self.units.get(unit, unit)

    def entity(self, pos: Position, name: str) -> str:
        """Return the recorded reference to a player, a minor or a company."""
        if name in self.ids:
            return f"player:{self.ids[name]}"
        minor = pos.title.units[name].kind == self.dialect.minors
        return f"{'minor' if minor else 'company'}:{self.unit(name)}"

    def describe(self, pos: Position) -> DescribedState:
        """Return everything that is compared."""
        state = pos.state
        shown: DescribedState = {
            "finished": state.over,
            "phase": self.dialect.phase(pos.phase.name),
            "players": {id_: self._player(pos, name) for name, id_ in self.ids.items()},
            "companies": dict(self._companies(pos)),
            "map": {hex_: list(laid) for hex_, laid in state.tiles.items()},
            "tiles_left": self._tiles(pos),
            "market_cells": {
                self.dialect.cell(pos, cell): [self.unit(one) for one in stack]
                for cell, stack in state.market.items()
            },
            "depot": self._depot(pos),
            "cert_limit": shares.limit(pos),
            "special": dict(self.dialect.special(pos)),
            **self._order(pos),
            **({"minors": dict(self._minors(pos))} if self.dialect.minors else {}),
        }
        if not state.over:
            shown |= self._round_shown(pos)
        merge(shown, self.dialect.shown(pos, self.players))
        return shown

    def _round_shown(self, pos: Position) -> DescribedState:
        frame = pos.state.frames[0]
        number = ".".join(map(str, frame.number))
        shown: DescribedState = {
            "round": f"{self.dialect.rounds[frame.kind]} {number}",
            "active": [self.entity(pos, pos.acting)],
            "acting": [self.ids[player] for player in self._deciding(pos)],
        }
        if frame.kind == "stock":
            sold = pos.notes(StockNotes, frame).sold
            shown["sold_this_round"] = {
                self.ids[who]: [self.unit(one) for one in what] for who, what in sold.items()
            }
        return shown

    def _deciding(self, pos: Position) -> tuple[str, ...]:
        """Return who decides; where all players decide for a dummy, the record lists him too."""
        dummy = pos.title.data.dummy
        return (*pos.awaited, dummy) if dummy and len(pos.awaited) > 1 else pos.awaited

    def _order(self, pos: Position) -> DescribedState:
        """Return the players in order from the first, where a title has a priority deal."""
        if not pos.state.priority:
            return {}
        order = [self.ids[player] for player in pos.beginning_with(pos.state.priority)]
        return {"priority": self.ids[_priority(pos)], "player_order": order}

    def _player(self, pos: Position, player: str) -> DescribedState:
        shown: DescribedState = {
            "cash": pos.cash(player),
            "certs": shares.counted(pos, player),
            "value": pos.worth(player),
            "shares": dict(self._holdings(pos, player)),
        }
        owned = sorted(
            self.unit(unit)
            for unit, owner in pos.state.owners.items()
            if owner == player and unit in pos.title.units
        )
        if owned:
            shown["minors"] = owned
        return shown

    def _holdings(self, pos: Position, player: str) -> Iterator[tuple[str, DescribedState]]:
        for unit in shares.companies(pos):
            held = pos.certificates(player, unit.id)
            if held:
                shown: DescribedState = {"percent": pos.percent(player, unit.id), "certs": len(held)}
                if shares.director_certificate(unit.id) in held:
                    shown["director"] = True
                yield self.unit(unit.id), shown

    def _companies(self, pos: Position) -> Iterator[tuple[str, DescribedState]]:
        for unit in shares.companies(pos):
            shown = {**self._unit(pos, unit.id), "market": pos.percent(POOL, unit.id)}
            if self.dialect.one_bank:
                shown["market"] += pos.percent(OFFER, unit.id)
            if cell := pos.cell(unit.id):
                director = pos.director(unit.id)
                shown |= {
                    "cell": [int(part) for part in self.dialect.cell(pos, cell).split(",")],
                    "price": pos.price(unit.id),
                    "director": self.ids[director] if director else "none",
                }
            yield self.unit(unit.id), shown

    def _minors(self, pos: Position) -> Iterator[tuple[str, DescribedState]]:
        for unit in pos.units(self.dialect.minors):
            shown = self._unit(pos, unit.id)
            owner = pos.state.owners.get(unit.id)
            yield self.unit(unit.id), {**shown, "owner": self.ids[owner]} if owner else shown

    def _unit(self, pos: Position, unit: str) -> DescribedState:
        tokens = [
            [hex_, one.stop] for hex_, here in pos.state.tokens.items() for one in here if one.unit == unit
        ]
        return {
            "cash": pos.cash(unit),
            "trains": sorted(pos.state.trains.get(unit, ())),
            "stations": sorted(tokens),
            "unplaced": list(pos.state.tokens_left[unit]),
        }

    def _tiles(self, pos: Position) -> DescribedState:
        left = {tile.id: pos.state.supply[tile.pool] for tile in pos.title.tiles.values()}
        uncounted = self.dialect.uncounted(pos)
        counted = {tile: count for tile, count in left.items() if tile not in uncounted}
        return {tile: count for tile, count in counted.items() if count != 0}

    def _depot(self, pos: Position) -> DescribedState:
        left = {train: "unlimited" if count is None else count for train, count in pos.state.depot.items()}
        return {"upcoming": left}


def _priority(pos: Position) -> str:
    """Return the holder of the priority deal as recorded: it moves with every deal of a stock round."""
    if not pos.state.frames or pos.frame.kind != "stock":
        return pos.state.priority
    last = pos.acting if pos.frame.turn else pos.notes(StockNotes).last
    return pos.after(last)[0] if last else pos.state.priority


def merge(target: DescribedState, more: Mapping[str, Any]) -> None:
    """Add one description to another; None marks a missing value, and unknown values are left out."""
    for key, value in more.items():
        if isinstance(value, Mapping):
            merge(target.setdefault(key, {}), value)
        elif value is UNKNOWN:
            target.pop(key, None)
        else:
            target[key] = MISSING if value is None else value


def recorded(
    state: Mapping[str, Any], wanted: DescribedState, dialect: Dialect, pos: Position
) -> DescribedState:
    """Return the parts of a recorded state that a description is compared with, in its shape."""
    uncounted = dialect.uncounted(pos)
    seen = {key: state[key] for key in wanted if key in state}
    if uncounted:
        seen["tiles_left"] = {
            tile: left for tile, left in seen["tiles_left"].items() if tile not in uncounted
        }
    if "companies" in seen:
        seen["companies"] = {
            name: _plain_unit(unit, one_bank=dialect.one_bank) for name, unit in seen["companies"].items()
        }
    if "minors" in seen:
        seen["minors"] = {name: _plain_unit(unit) for name, unit in seen["minors"].items()}
    if "depot" in seen:
        seen["depot"] = {"upcoming": _endless(seen["depot"]["upcoming"], wanted["depot"]["upcoming"])}
    return seen


def _endless(left: DescribedState, ours: DescribedState) -> DescribedState:
    """Return the cards left; where ours never run out, the record may count those in the box."""
    known = {train: left.get(train, 0) for train in {**left, **ours}}
    return {train: ours[train] if ours.get(train) == "unlimited" else count for train, count in known.items()}


def _plain_unit(unit: Mapping[str, Any], *, one_bank: bool = False) -> DescribedState:
    shown = dict(unit)
    if one_bank:
        shown["market"] = shown["market"] + shown.pop("ipo")
    if "trains" in shown:
        shown["trains"] = sorted(name for _, name in shown["trains"])
    if "stations" in shown:
        shown["stations"] = sorted([hex_, stop] for hex_, stop, _ in shown["stations"])
    return shown
