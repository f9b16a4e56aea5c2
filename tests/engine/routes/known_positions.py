"""Positions of recorded games whose best routes are known: the board built from the record, without the game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.position import Position
from engine.state import Token
from tests.engine.routes.recorded_runs import states
from tests.tools.builder import position


@dataclass(frozen=True)
class Known:
    """A position and the highest revenue there; ``trains`` replace those of the unit, ``claimed`` was run for.

    ``over`` tells that the trains are more than the limit. ``peer`` is what another engine found, and in which time.
    """

    pos: Position
    unit: str
    trains: tuple[str, ...] | None
    everywhere: bool
    optimum: int
    claimed: int | None
    over: bool
    peer: Mapping[str, Any]
    simple_routes: int

    def __str__(self) -> str:
        trains = " ".join(self.trains or self.pos.state.trains[self.unit])
        return f"{self.unit} {trains}{' everywhere' if self.everywhere else ''}"


def known(bench: Path, conformance: Path) -> Iterator[Known]:
    """Every known position of 18CZ and 1844, in the order of the records."""
    wanted: dict[str, dict[int, list[dict[str, Any]]]] = {}
    for entry in json.loads((bench / "positions.json").read_text()):
        wanted.setdefault(entry["file"], {}).setdefault(entry["at"], []).append(entry)
    for file, moments in wanted.items():
        build = {"1844": swiss_board, "18CZ": czech_board}[file.partition("/")[0]]
        for moment, state in states(conformance / file):
            for entry in moments.get(moment, ()):
                trains = tuple(entry["trains"]) if "trains" in entry else None
                everywhere = entry.get("tokens_everywhere", False)
                yield Known(
                    build(state),
                    entry["unit"],
                    trains,
                    everywhere,
                    entry["optimum"],
                    entry["claimed"],
                    entry.get("over_train_limit", False),
                    entry["peer"],
                    entry["simple_routes"],
                )


def swiss_board(state: Mapping[str, Any]) -> Position:
    """Return the position of a recorded state of 1844, with the reading that stops worth nothing are closed."""
    pos = _board("1844", state, ("zero_stops=closed",))
    line = {hex_ for hex_, (tile, _) in pos.state.tiles.items() if tile.startswith("OP")}
    pos.state.tiles = {hex_: one for hex_, one in pos.state.tiles.items() if hex_ not in line}
    pos.state.layers = _layers(state, pos.title.data.extra["furka"] if line else {})
    return pos


def czech_board(state: Mapping[str, Any]) -> Position:
    """Return the position of a recorded state of 18CZ."""
    return _board("18CZ", state, ())


def _board(title: str, state: Mapping[str, Any], options: tuple[str, ...]) -> Position:
    placed: dict[str, tuple[Token, ...]] = {}
    trains = {}
    for unit, facts in state["companies"].items():
        for hex_, stop, _ in facts["stations"]:
            placed[hex_] = (*placed.get(hex_, ()), Token(stop, unit))
        trains[unit] = tuple(name for _, name in facts["trains"])
    laid = {hex_: (tile, turn) for hex_, (tile, turn) in state["map"].items()}
    return position(laid, placed, trains, state["phase"], title=title, options=options)


def _layers(state: Mapping[str, Any], furka: Mapping[str, str]) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return the layers; the record does not show the Furka-Oberalp line where a tunnel lies over it."""
    layers: dict[str, tuple[tuple[str, int], ...]] = {hex_: ((tile, 0),) for hex_, tile in furka.items()}
    for hex_, mountain in state["special"]["mountains"].items():
        if "marker" in mountain:
            layers[hex_] = ((mountain["marker"], 0),)
    for hex_, tunnel in state["special"]["tunnels"].items():
        layers[hex_] = (*layers.get(hex_, ()), _tunnel(*tunnel["exits"]))
    return layers


def _tunnel(one: int, two: int) -> tuple[str, int]:
    """Return the tile of a tunnel between two sides: X78 joins sides 0 and 2, X79 sides 0 and 3."""
    if (two - one) % 6 == 3:
        return "X79", one
    return "X78", one if (two - one) % 6 == 2 else two
