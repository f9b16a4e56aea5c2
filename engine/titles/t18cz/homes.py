"""Homes in 18CZ: first tokens, the red tiles of large companies, and the choice between two cities."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

from engine.actions import Action, LayTile, Matter
from engine.board import shapes
from engine.board.hexes import Place
from engine.board.tiles import stop_exits
from engine.events import TileLaid, TokenSettled
from engine.exhibits import Flag
from engine.finance.floating import note_operated
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.state import Frame, Token
from engine.steps import Step
from engine.steps.home import city_now, place_home
from engine.steps.token import city_exits
from engine.steps.track import restock
from engine.steps.turn import players_turn, units_turn
from engine.titles.t18cz.figures import czech_state, figures
from engine.titles.t18cz.notes import CityQuestion, CzechOperating
from engine.titles.t18cz.procedures import procedures


@dataclass(frozen=True, slots=True)
class LayRedHome(Action):
    """Lay the red tile of a large company on one of its two hexes, with its first token; rotation 0-5."""

    verb: ClassVar[str] = "home"
    matter: ClassVar[Matter] = "home"
    unit: str
    hex: str
    rotation: int


@dataclass(frozen=True, slots=True)
class ChooseCity(Action):
    """Choose in which city of a hex a company's token stands."""

    verb: ClassVar[str] = "settle"
    matter: ClassVar[Matter] = "home"
    unit: str
    hex: str
    stop: int


# --- where homes are


def home(pos: Position, unit: str) -> Place | None:
    """Return the city of a company's first token, hex and stop as they are now; None if it comes with a red tile."""
    printed = pos.title.units[unit].home
    if printed is None:
        return None
    return city_now(pos, figures(pos).other_homes.get(unit, printed.hex), printed.stop)


def flags(pos: Position) -> tuple[Flag, ...]:
    """Return the homes of companies that have not operated, and the hexes kept for the red tiles of large ones."""
    waiting = [unit for unit in pos.state.tokens_left if unit not in czech_state(pos).operated]
    homes = ((unit, home(pos, unit)) for unit in waiting)
    reds = figures(pos).red_homes
    kept = ((unit, hex_) for unit in pos.state.tokens_left if unit in reds for hex_ in reds[unit].hexes)
    laid = pos.state.tiles.keys()
    return (
        *(Flag(unit, at[0], stop=at[1]) for unit, at in homes if at),
        *(Flag(unit, hex_) for unit, hex_ in kept if laid.isdisjoint(reds[unit].hexes)),
    )


def bare_home(pos: Position, unit: str) -> str:
    """Return the hex of a company's home while it has no track; empty afterwards."""
    at = home(pos, unit)
    return at[0] if at and not pos.face(at[0])[0].track else ""


def cities(pos: Position, hex_: str) -> list[int]:
    """Return the stops of a hex that are cities."""
    return [index for index, stop in enumerate(pos.face(hex_)[0].stops) if stop.kind == "city"]


def first_turn(pos: Position) -> bool:
    """Tell whether the company in turn operates for the first time."""
    return pos.unit in pos.notes(CzechOperating).first


def chooses(pos: Position, unit: str) -> bool:
    """Tell whether a company may choose between the cities of its home: they are separate and have track."""
    at = home(pos, unit)
    if at is None or unit not in figures(pos).home_choice:
        return False
    return not bare_home(pos, unit) and len(cities(pos, at[0])) > 1


def expected(pos: Position, hex_: str) -> dict[str, int]:
    """Return the companies in play whose first token will be placed on a hex, with the stop of each."""
    state, operated = pos.state, czech_state(pos).operated
    inputs = (state.tiles, state.layers, state.tokens_left, operated)
    return dict(pos.fact("expected", inputs, lambda: _expected(pos, operated)).get(hex_, {}))


def _expected(pos: Position, operated: Container[str]) -> dict[str, dict[str, int]]:
    """Return them for every hex."""
    found: dict[str, dict[str, int]] = {}
    for unit in pos.state.tokens_left:
        if unit not in operated and (at := home(pos, unit)):
            found.setdefault(at[0], {})[unit] = at[1]
    return found


def without_track(pos: Position, hex_: str) -> list[str]:
    """Return the companies whose tokens stand on a hex in cities without track."""
    face, rotation = pos.face(hex_)
    here = pos.state.tokens.get(hex_, ())
    return [one.unit for one in here if not stop_exits(face.track, one.stop, rotation)]


# --- the first token


def begins(pos: Position) -> bool:
    """Tell whether the company in turn has not operated yet."""
    return pos.unit not in czech_state(pos).operated


def begin(scratch: Scratch) -> None:
    """Note a company's first turn, then place its first token or ask its director where.

    The first token of a large company comes with its red tile.
    """
    pos = scratch.now
    unit = pos.unit
    note_operated(scratch, unit)
    scratch.remember(first=(*pos.notes(CzechOperating).first, unit))
    at = home(pos, unit)
    if at is None:
        return
    if chooses(pos, unit):
        ask_city(scratch, unit, at[0], pos.director(unit))
    else:
        place_home(scratch, unit, *at)


# --- the red tile


def red_waits(pos: Position, unit: str) -> bool:
    """Tell whether a large company in its first turn has yet to lay its red tile."""
    red = figures(pos).red_homes.get(unit)
    laid = red is not None and any(hex_ in pos.state.tiles for hex_ in red.hexes)
    return red is not None and first_turn(pos) and not laid


@rule("red_tile")
def own_red_hex(pos: Position, action: LayRedHome) -> Refusal | None:
    """A large company lays its own red tile in its first turn, on one of its two hexes."""
    red = figures(pos).red_homes.get(action.unit)
    hexes = red.hexes if red else ()
    return unless(red_waits(pos, action.unit) and action.hex in hexes, unit=action.unit, hexes=list(hexes))


@rule("tile_unknown")
def turn_exists(pos: Position, action: LayRedHome) -> Refusal | None:
    """The rotation is 0 to 5."""
    tile = figures(pos).red_homes[action.unit].tile
    return unless(0 <= action.rotation < 6, tile=tile, rotation=action.rotation)


@rule("tile_off_map")
def faces_the_map(pos: Position, action: LayRedHome) -> Refusal | None:
    """Both exits of the tile face hexes of the map."""
    tile = pos.title.tiles[figures(pos).red_homes[action.unit].tile]
    side = shapes.closed_side(pos.title.hexes[action.hex].closed, tile, action.rotation)
    return unless(side is None, hex=action.hex, side=side[0] if side else 0)


class RedHomeStep(Step[LayRedHome]):
    """Lay the red tile with the first token, before and besides the tiles of the turn."""

    verb = LayRedHome
    required = True

    def candidates(self, pos: Position) -> Iterator[LayRedHome]:
        """Yield every rotation on both hexes."""
        if pos.unit and red_waits(pos, pos.unit):
            for hex_ in figures(pos).red_homes[pos.unit].hexes:
                for rotation, player in product(range(6), pos.awaited):
                    yield LayRedHome(player, pos.unit, hex_, rotation)

    def facts(self, pos: Position, action: LayRedHome) -> Mapping[str, Any]:
        """Return the tile."""
        return {"tile": figures(pos).red_homes[action.unit].tile}

    def demand(self, pos: Position) -> Refusal:
        """Return that the red tile must lie first."""
        return Refusal("red_tile", {"unit": pos.unit, "hexes": list(figures(pos).red_homes[pos.unit].hexes)})

    def apply(self, scratch: Scratch, action: LayRedHome) -> None:
        """Lay the tile and place the token."""
        tile = figures(scratch.now).red_homes[action.unit].tile
        scratch.emit(TileLaid(action.unit, action.hex, tile, action.rotation, "", 0))
        restock(scratch, tile, -1)
        scratch.put("tiles", action.hex, (tile, action.rotation))
        place_home(scratch, action.unit, action.hex, 0)


RED_HOME: Rules[LayRedHome] = Rules((units_turn, own_red_hex, turn_exists, faces_the_map))


# --- the choice of a city


def ask_city(scratch: Scratch, unit: str, hex_: str, player: str) -> None:
    """Ask a player, or all for Václav, in which city of a hex a company's token is to stand."""
    scratch.push(Frame("settle", queue=(player,), notes=CityQuestion(unit=unit, hex=hex_)))


def the_owner(pos: Position, unit: str, layer: str) -> str:
    """Return the token's company: its director chooses the city, no matter who laid the tile."""
    return unit


def ask_cities(scratch: Scratch, lay: LayTile, before: Position) -> None:
    """Ask for the city of each token whose hex had no track before a tile was laid."""
    pos = scratch.now
    if len(cities(pos, lay.hex)) < 2:
        return
    for unit in without_track(before, lay.hex):
        ask_city(scratch, unit, lay.hex, pos.director(procedures(pos).chooses_city(pos, unit, lay.unit)))


@rule("token_choice")
def is_asked(pos: Position, action: ChooseCity) -> Refusal | None:
    """The choice is about the token and the hex in question, between its cities with a free slot."""
    asked = pos.notes(CityQuestion)
    about = (action.unit, action.hex) == (asked.unit, asked.hex)
    free = about and action.stop in cities(pos, action.hex) and _room(pos, action)
    return unless(free, unit=asked.unit, hex=asked.hex)


def _room(pos: Position, action: ChooseCity) -> bool:
    here = pos.state.tokens.get(action.hex, ())
    others = sum(one.stop == action.stop and one.unit != action.unit for one in here)
    return others < pos.face(action.hex)[0].stops[action.stop].slots


CHOOSING: Rules[ChooseCity] = Rules((players_turn, is_asked))


class ChooseCityStep(Step[ChooseCity]):
    """Choose the city; a token already on the hex moves there."""

    verb = ChooseCity
    required = True

    def candidates(self, pos: Position) -> Iterator[ChooseCity]:
        """Yield every city of the hex."""
        asked = pos.notes(CityQuestion)
        for stop, player in product(cities(pos, asked.hex), pos.awaited):
            yield ChooseCity(player, asked.unit, asked.hex, stop)

    def facts(self, pos: Position, action: ChooseCity) -> Mapping[str, Any]:
        """Return the edges to which the city leads."""
        city = pos.stop_called(action.hex, action.stop)
        return {"stop_name": city, "exits": city_exits(pos, action.hex, action.stop)}

    def demand(self, pos: Position) -> Refusal:
        """Return which token waits for a city."""
        asked = pos.notes(CityQuestion)
        return Refusal("token_choice", {"unit": asked.unit, "hex": asked.hex})

    def apply(self, scratch: Scratch, action: ChooseCity) -> None:
        """Put the token into the city."""
        here = scratch.state.tokens.get(action.hex, ())
        others = tuple(one for one in here if one.unit != action.unit)
        if others == here:
            place_home(scratch, action.unit, action.hex, action.stop)
            return
        scratch.put("tokens", action.hex, (*others, Token(action.stop, action.unit)))
        city = scratch.now.stop_called(action.hex, action.stop)
        scratch.emit(TokenSettled(action.unit, action.hex, action.stop, city))
