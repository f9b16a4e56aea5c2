"""Runs of recorded games: the board before each, who ran, and what was earned."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.actions import Route
from engine.board.hexes import Place, stop_name
from engine.board.network import Network
from engine.position import Position
from engine.refusals import RouteFault
from engine.routes import trace
from engine.state import Token
from tests.tools.builder import position

NAMES = {"LdStEG": "LDSTEG", "G&C": "GC"}
"""Units whose id is another one here."""


@dataclass(frozen=True)
class Recorded:
    """One run as recorded. ``moment`` counts the actions before it."""

    game: str
    moment: int
    pos: Position
    unit: str
    using: tuple[str, ...]
    event: dict[str, Any]

    def routes(self) -> tuple[Route, ...]:
        """The routes that were run."""
        return tuple(self._route(train) for train in self.event["trains"])

    def _route(self, train: dict[str, Any]) -> Route:
        stops = [(hex_, index) for hex_, _, index in train["visited"]]
        return Route(train["train"][1], path_of(self.pos.network, train["hexes"], stops))


def games(folder: Path) -> list[Path]:
    """The games for three to six players that use no optional rule."""
    return [path for path in sorted((folder / "18Mag").glob("*.json.gz")) if _plain(path)]


def _plain(path: Path) -> bool:
    with gzip.open(path, "rt") as file:
        game = json.load(file)
    return not game["options"] and len(game["players"]) > 2


def runs(path: Path) -> Iterator[Recorded]:
    """Every run of a game."""
    for moment, (state, events) in enumerate(_steps(path)):
        for event in events:
            if event["type"] == "run":
                pos = _position(state)
                cars = tuple(NAMES.get(car, car) for car in state["special"].get("rail_cars", ()))
                yield Recorded(path.name, moment, pos, event["company"].partition(":")[2], cars, event)


def states(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The state before every action of a game, with the number of the action."""
    return enumerate(state for state, _ in _steps(path))


def _steps(path: Path) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    with gzip.open(path, "rt") as file:
        game = json.load(file)
    state = game["initial"]
    for step in game["states"]:
        yield state, step.get("events", [])
        state = _merged(state, step["delta"])


def _merged(old: Any, patch: Any) -> Any:
    if not isinstance(patch, dict):
        return patch
    new = dict(old) if isinstance(old, dict) else {}
    for key, value in patch.items():
        if value is None:
            new.pop(key, None)
        else:
            new[key] = _merged(new.get(key), value)
    return new


def path_of(network: Network, hexes: Sequence[str], stops: Sequence[Place]) -> tuple[str, ...]:
    """The path over some hexes in order that visits some stops in order.

    :raises RouteFault: when there is none.
    """
    fault = RouteFault("route_unknown", hex=hexes[0] if hexes else "")
    for path in _paths(tuple(hexes), tuple(stops)):
        try:
            trace(network, path)
        except RouteFault as found:
            fault = found
        else:
            return path
    raise fault


def _paths(hexes: tuple[str, ...], stops: tuple[Place, ...]) -> Iterator[tuple[str, ...]]:
    if not hexes:
        if not stops:
            yield ()
        return
    if stops and stops[0][0] == hexes[0]:
        first = stop_name(*stops[0])
        yield from ((first, *rest) for rest in _paths(hexes[1:], stops[1:]))
        if len(stops) > 1 and stops[1][0] == hexes[0]:
            yield from ((first, *rest) for rest in _paths(hexes, stops[1:]))
    yield from ((hexes[0], *rest) for rest in _paths(hexes[1:], stops))


def _position(state: dict[str, Any]) -> Position:
    laid = {hex_: (tile, rotation) for hex_, (tile, rotation) in state["map"].items()}
    placed: dict[str, tuple[Token, ...]] = {}
    trains = {}
    for unit, facts in [*state["minors"].items(), *state["companies"].items()]:
        for hex_, stop, _ in facts["stations"]:
            placed[hex_] = (*placed.get(hex_, ()), Token(stop, NAMES.get(unit, unit)))
        trains[unit] = tuple(name for _, name in facts["trains"])
    return position(laid, placed, trains, state["phase"].lower())
