"""Placing station markers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.actions import Token
from engine.board.hexes import order
from engine.board.tiles import stop_exits
from engine.events import StationPlaced
from engine.position import Position
from engine.rules import Fault, Rules, rule, unless
from engine.scratch import Scratch
from engine.state import Station
from engine.steps import Step
from engine.steps.turn import units_turn


def free_slots(pos: Position, hex_: str, stop: int) -> int:
    """Return how many more stations a city takes, 0 where there is no city."""
    if hex_ not in pos.title.hexes:
        return 0
    stops = pos.face(hex_)[0].stops
    if not 0 <= stop < len(stops) or stops[stop].kind != "city":
        return 0
    taken = sum(one.stop == stop for one in pos.state.stations.get(hex_, ()))
    return stops[stop].slots - taken


def is_city(pos: Position, hex_: str, stop: int) -> bool:
    """Tell whether there is a city at this place."""
    stops = pos.face(hex_)[0].stops if hex_ in pos.title.hexes else ()
    return 0 <= stop < len(stops) and stops[stop].kind == "city"


def city_exits(pos: Position, hex_: str, stop: int) -> list[int]:
    """Return the edges to which a city leads that is not the only one on its hex; nothing for other cities."""
    face, rotation = pos.face(hex_)
    apart = sum(one.kind == "city" for one in face.stops) > 1
    return sorted(stop_exits(face.track, stop, rotation)) if apart else []


@rule("station_none_left")
def marker_left(pos: Position, token: Token) -> Fault | None:
    """The unit has a marker left."""
    return unless(bool(pos.state.markers.get(token.unit)), unit=token.unit)


@rule("station_no_city")
def in_a_city(pos: Position, token: Token) -> Fault | None:
    """Stations stand in cities."""
    return unless(is_city(pos, token.hex, token.stop), hex=token.hex)


@rule("station_same_hex")
def one_per_hex(pos: Position, token: Token) -> Fault | None:
    """A unit has at most one station on a hex."""
    here = pos.state.stations.get(token.hex, ())
    return unless(all(one.unit != token.unit for one in here), hex=token.hex, unit=token.unit)


@rule("station_full")
def slot_free(pos: Position, token: Token) -> Fault | None:
    """The city has a free slot."""
    return unless(free_slots(pos, token.hex, token.stop) > 0, hex=token.hex, stop=token.stop)


@rule("station_unconnected")
def connected(pos: Position, token: Token) -> Fault | None:
    """The place is joined to a station of the unit by an unblocked connection."""
    reached = pos.reach(token.unit).stops
    return unless((token.hex, token.stop) in reached, hex=token.hex, stop=token.stop, unit=token.unit)


@rule("station_cost")
def affordable(pos: Position, token: Token) -> Fault | None:
    """The treasury pays for the marker."""
    price = pos.state.markers[token.unit][0]
    return unless(pos.cash(token.unit) >= price, cost=price, cash=pos.cash(token.unit))


ANYWHERE: Rules[Token] = Rules((units_turn, marker_left, in_a_city, one_per_hex, slot_free, affordable))
CONNECTED: Rules[Token] = ANYWHERE.before("station_cost", connected)


class PlaceStation(Step[Token]):
    """Place one station; ``charge`` says who is paid."""

    verb = Token

    def __init__(self, rules: Rules[Token], charge: Callable[[Scratch, str, int], None]) -> None:
        super().__init__(rules)
        self.charge = charge

    def candidates(self, pos: Position) -> Iterator[Token]:
        """Yield every city of the map."""
        if not pos.state.markers.get(pos.unit) or not pos.awaited:
            return
        for hex_ in sorted(pos.title.hexes, key=order):
            for stop, place in enumerate(pos.face(hex_)[0].stops):
                if place.kind == "city":
                    yield Token(pos.awaited[0], pos.unit, hex_, stop)

    def price(self, pos: Position, unit: str) -> int:
        """Return what the next marker of a unit costs."""
        return pos.state.markers[unit][0]

    def facts(self, pos: Position, action: Token) -> Mapping[str, Any]:
        """Return the price of the marker, and to which sides the city leads if there are several on the hex."""
        exits = city_exits(pos, action.hex, action.stop)
        return {"cost": self.price(pos, action.unit), **({"exits": exits} if exits else {})}

    def closed(self, pos: Position, action: Token) -> tuple[str, Fault]:
        """Say that one station was placed already, if that is why the step is over."""
        placed = pos.frame.turn.get("station") and units_turn.test(pos, action) is None
        return ("station_one", {}) if placed else super().closed(pos, action)

    def apply(self, scratch: Scratch, action: Token) -> None:
        """Pay and place the marker."""
        price = self.price(scratch.now, action.unit)
        rest = scratch.state.markers[action.unit][1:]
        scratch.emit(StationPlaced(action.unit, action.hex, action.stop, price))
        self.charge(scratch, action.unit, price)
        scratch.put("markers", action.unit, rest)
        place(scratch, action.unit, action.hex, action.stop)
        scratch.note(station=action.hex)


def place(scratch: Scratch, unit: str, hex_: str, stop: int) -> None:
    """Set a station on the map."""
    here = scratch.state.stations.get(hex_, ())
    scratch.put("stations", hex_, (*here, Station(stop, unit)))
