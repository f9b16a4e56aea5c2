"""Homes in 18CZ: first stations, the red tiles of large companies, and the choice between two cities."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

from engine.actions import Action
from engine.board import shapes
from engine.board.tiles import stop_exits
from engine.events import TileLaid, TokenPlaced
from engine.position import Position
from engine.rounds import Round
from engine.rules import Refusal, Rules, rule, unless
from engine.scratch import Scratch
from engine.special import change
from engine.state import Frame, Token
from engine.steps import Step
from engine.steps.token import city_exits, place
from engine.steps.turn import players_turn, units_turn
from engine.titles.t18cz.facts import extra, facts


@dataclass(frozen=True, slots=True)
class RedHome(Action):
    """Lay the red tile of a large company on one of its two hexes, with its first station; rotation 0-5."""

    verb: ClassVar[str] = "home"
    shared: ClassVar[bool] = False
    unit: str
    hex: str
    rotation: int


@dataclass(frozen=True, slots=True)
class Settle(Action):
    """Choose in which city of a hex a company's station stands."""

    verb: ClassVar[str] = "settle"
    shared: ClassVar[bool] = False
    unit: str
    hex: str
    stop: int


# --- where homes are


def home(pos: Position, unit: str) -> tuple[str, int] | None:
    """Return the city of a company's first station, hex and stop as they are now; None if a red tile brings it."""
    printed = pos.title.units[unit].home
    if printed is None:
        return None
    other = facts(pos).other_homes.get(unit) if pos.option("bcb_home") else None
    hex_ = other or printed.hex
    stop = shapes.images((pos.title.hexes[hex_], 0), pos.face(hex_))[printed.stop]
    return hex_, stop or 0


def bare_home(pos: Position, unit: str) -> str:
    """Return the hex of a company's home while that has no track, else an empty text."""
    at = home(pos, unit)
    return at[0] if at and not pos.face(at[0])[0].track else ""


def cities(pos: Position, hex_: str) -> list[int]:
    """Return the stops of a hex that are cities."""
    return [index for index, stop in enumerate(pos.face(hex_)[0].stops) if stop.kind == "city"]


def first_turn(pos: Position) -> bool:
    """Tell whether the company in turn operates for the first time."""
    return pos.unit in pos.frame.memo.get("first", ())


def chooses(pos: Position, unit: str) -> bool:
    """Tell whether a company may choose between the cities of its home: they lie apart, with track."""
    at = home(pos, unit)
    if at is None or unit not in facts(pos).home_choice:
        return False
    return not bare_home(pos, unit) and len(cities(pos, at[0])) > 1


def expected(pos: Position, hex_: str) -> dict[str, int]:
    """Return the companies in play whose first station will stand on a hex, with the stop of each."""
    found = {}
    for unit in pos.state.tokens_left:
        if unit not in extra(pos).operated and (at := home(pos, unit)) and at[0] == hex_:
            found[unit] = at[1]
    return found


def unsettled(pos: Position, hex_: str) -> list[str]:
    """Return the companies whose stations stand on a hex in cities without track."""
    face, rotation = pos.face(hex_)
    here = pos.state.tokens.get(hex_, ())
    return [one.unit for one in here if not stop_exits(face.track, one.stop, rotation)]


# --- the first station


def place_home(scratch: Scratch, unit: str, hex_: str, stop: int) -> None:
    """Place a company's first station for nothing."""
    scratch.put("tokens_left", unit, scratch.state.tokens_left[unit][1:])
    scratch.emit(TokenPlaced(unit, hex_, stop, 0))
    place(scratch, unit, hex_, stop)


class HomeToken(Step[Action]):
    """Begin a company's first turn: its first station is placed, or its director is asked where.

    The first station of a large company comes with its red tile.
    """

    verb = Action

    def __init__(self) -> None:
        super().__init__(Rules())

    def candidates(self, pos: Position) -> Iterator[Action]:
        """Yield nothing: there is no choice in this step."""
        return iter(())

    def by_itself(self, pos: Position) -> bool:
        """Tell whether this is the first turn of the company."""
        return pos.unit not in extra(pos).operated

    def happen(self, scratch: Scratch) -> None:
        """Note the first turn, then place the station or ask."""
        pos = scratch.now
        unit = pos.unit
        change(scratch, operated=(*extra(pos).operated, unit))
        scratch.remember(first=[*scratch.frame.memo.get("first", ()), unit])
        at = home(pos, unit)
        if at is None:
            return
        if chooses(pos, unit):
            ask_city(scratch, unit, at[0], pos.director(unit))
        else:
            place_home(scratch, unit, *at)


HOME_TOKEN = HomeToken()


# --- the red tile


def red_waits(pos: Position, unit: str) -> bool:
    """Tell whether a large company in its first turn has still to lay its red tile."""
    red = facts(pos).red_homes.get(unit)
    laid = red is not None and any(hex_ in pos.state.tiles for hex_ in red.hexes)
    return red is not None and first_turn(pos) and not laid


@rule("red_tile")
def own_red_hex(pos: Position, action: RedHome) -> Refusal | None:
    """A large company lays its own red tile in its first turn, on one of its two hexes."""
    red = facts(pos).red_homes.get(action.unit)
    hexes = red.hexes if red else ()
    return unless(red_waits(pos, action.unit) and action.hex in hexes, unit=action.unit, hexes=list(hexes))


@rule("tile_off_map")
def faces_the_map(pos: Position, action: RedHome) -> Refusal | None:
    """Both exits of the tile face hexes of the map."""
    tile = pos.title.tiles[facts(pos).red_homes[action.unit].tile]
    side = shapes.closed_side(pos.title.hexes[action.hex], tile, action.rotation)
    kept = side is None and 0 <= action.rotation < 6
    return unless(kept, hex=action.hex, side=side[0] if side else 0)


class LayRedHome(Step[RedHome]):
    """Lay the red tile with the first station, before the tiles of the turn and not as one of them."""

    verb = RedHome
    required = True

    def candidates(self, pos: Position) -> Iterator[RedHome]:
        """Yield every rotation on both hexes."""
        if pos.unit and red_waits(pos, pos.unit):
            for hex_ in facts(pos).red_homes[pos.unit].hexes:
                for rotation, player in product(range(6), pos.awaited):
                    yield RedHome(player, pos.unit, hex_, rotation)

    def facts(self, pos: Position, action: RedHome) -> Mapping[str, Any]:
        """Return the tile."""
        return {"tile": facts(pos).red_homes[action.unit].tile}

    def demand(self, pos: Position) -> Refusal:
        """Return that the red tile must lie first."""
        return Refusal("red_tile", {"unit": pos.unit, "hexes": list(facts(pos).red_homes[pos.unit].hexes)})

    def apply(self, scratch: Scratch, action: RedHome) -> None:
        """Lay the tile and place the station."""
        tile = facts(scratch.now).red_homes[action.unit].tile
        scratch.emit(TileLaid(action.unit, action.hex, tile, action.rotation, "", 0))
        scratch.put("supply", tile, (scratch.state.supply[tile] or 0) - 1)
        scratch.put("tiles", action.hex, (tile, action.rotation))
        place_home(scratch, action.unit, action.hex, 0)


RED_HOME = LayRedHome(Rules((units_turn, own_red_hex, faces_the_map)))


# --- the choice of a city


def ask_city(scratch: Scratch, unit: str, hex_: str, player: str) -> None:
    """Ask a player, or all for Václav, in which city of a hex a company's station stands."""
    scratch.push(Frame("settle", queue=(player,), memo={"unit": unit, "hex": hex_}))


def settle_on_track(scratch: Scratch, hex_: str, units: list[str], layer: str) -> None:
    """Ask for stations that stood on a hex without track: their directors, or under another reading the layer's."""
    pos = scratch.now
    if len(cities(pos, hex_)) < 2:
        return
    for unit in units:
        ask_city(scratch, unit, hex_, pos.director(layer if pos.option("oo_station_choice") else unit))


@rule("token_choice")
def is_asked(pos: Position, action: Settle) -> Refusal | None:
    """The choice is about the station and the hex in question, between its cities with a free place."""
    memo = pos.frame.memo
    about = (action.unit, action.hex) == (memo["unit"], memo["hex"])
    free = about and action.stop in cities(pos, action.hex) and _room(pos, action)
    return unless(free, unit=memo["unit"], hex=memo["hex"])


def _room(pos: Position, action: Settle) -> bool:
    here = pos.state.tokens.get(action.hex, ())
    others = sum(one.stop == action.stop and one.unit != action.unit for one in here)
    return others < pos.face(action.hex)[0].stops[action.stop].slots


class ChooseCity(Step[Settle]):
    """Choose the city; a station that stands on the hex already moves there."""

    verb = Settle
    required = True

    def candidates(self, pos: Position) -> Iterator[Settle]:
        """Yield every city of the hex."""
        memo = pos.frame.memo
        for stop, player in product(cities(pos, memo["hex"]), pos.awaited):
            yield Settle(player, memo["unit"], memo["hex"], stop)

    def facts(self, pos: Position, action: Settle) -> Mapping[str, Any]:
        """Return the sides to which the city leads."""
        return {"exits": city_exits(pos, action.hex, action.stop)}

    def demand(self, pos: Position) -> Refusal:
        """Return which station waits for a city."""
        return Refusal("token_choice", {"unit": pos.frame.memo["unit"], "hex": pos.frame.memo["hex"]})

    def apply(self, scratch: Scratch, action: Settle) -> None:
        """Put the station into the city."""
        here = scratch.state.tokens.get(action.hex, ())
        others = tuple(one for one in here if one.unit != action.unit)
        if others == here:
            place_home(scratch, action.unit, action.hex, action.stop)
            return
        scratch.put("tokens", action.hex, (*others, Token(action.stop, action.unit)))
        scratch.emit(TokenPlaced(action.unit, action.hex, action.stop, 0))


class Settling(Round):
    """The decision about a city; frames of kind ``settle``."""

    def __init__(self) -> None:
        self._steps: tuple[Step[Any], ...] = (ChooseCity(Rules((players_turn, is_asked))),)

    def steps(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return the only step."""
        return self._steps


SETTLING = Settling()
