"""Placing tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.actions import PlaceToken
from engine.board.tiles import stop_exits
from engine.defaults import always, nothing
from engine.events import TokenPlaced
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rule, Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK, Token
from engine.steps import Step
from engine.steps.turn import units_turn

Charge = Callable[[Scratch, str, int], None]
"""Lets a unit pay an amount."""


def free_slots(pos: Position, hex_: str, stop: int) -> int:
    """Return how many more tokens a city takes, 0 where there is no city."""
    if not is_city(pos, hex_, stop):
        return 0
    taken = sum(one.stop == stop for one in pos.state.tokens.get(hex_, ()))
    return pos.face(hex_)[0].stops[stop].slots - taken


def is_city(pos: Position, hex_: str, stop: int) -> bool:
    """Tell whether there is a city at this place."""
    stops = pos.face(hex_)[0].stops if hex_ in pos.title.hexes else ()
    return 0 <= stop < len(stops) and stops[stop].kind == "city"


def city_exits(pos: Position, hex_: str, stop: int) -> list[int]:
    """Return the edges to which a city leads if its hex has several; nothing for the only city of a hex."""
    face, rotation = pos.face(hex_)
    apart = sum(one.kind == "city" for one in face.stops) > 1
    return sorted(stop_exits(face.track, stop, rotation)) if apart else []


@rule("token_none_left", personal=True)
def token_left(pos: Position, token: PlaceToken) -> Refusal | None:
    """The unit has a token left."""
    return unless(bool(pos.state.tokens_left.get(token.unit)), unit=token.unit)


@rule("token_no_city")
def in_a_city(pos: Position, token: PlaceToken) -> Refusal | None:
    """Tokens stand in cities."""
    return unless(is_city(pos, token.hex, token.stop), hex=token.hex)


@rule("token_same_hex")
def one_per_hex(pos: Position, token: PlaceToken) -> Refusal | None:
    """A unit has at most one token on a hex."""
    here = pos.state.tokens.get(token.hex, ())
    return unless(all(one.unit != token.unit for one in here), hex=token.hex, unit=token.unit)


@rule("token_full")
def slot_free(pos: Position, token: PlaceToken) -> Refusal | None:
    """The city has a free slot."""
    return unless(free_slots(pos, token.hex, token.stop) > 0, hex=token.hex, stop=token.stop)


@rule("token_unconnected")
def connected(pos: Position, token: PlaceToken) -> Refusal | None:
    """The place is joined to a token of the unit by an unblocked connection."""
    reached = pos.reach(token.unit).stops
    return unless((token.hex, token.stop) in reached, hex=token.hex, stop=token.stop, unit=token.unit)


def next_price(pos: Position, unit: str) -> int:
    """Return the price of a unit's next token, in the title's currency."""
    return pos.state.tokens_left[unit][0]


def affordable(price: Callable[[Position, str], int] = next_price) -> Rule[PlaceToken]:
    """Return the rule that the treasury pays for a token, which costs a unit as much there."""

    @rule("token_cost", personal=True)
    def treasury_pays(pos: Position, token: PlaceToken) -> Refusal | None:
        """Whoever pays for the token has the money."""
        cost, cash = price(pos, token.unit), pos.cash(token.unit)
        return unless(cash >= cost, cost=cost, cash=cash)

    return treasury_pays


def pay_the_bank(scratch: Scratch, unit: str, price: int) -> None:
    """Pay the bank for a token."""
    scratch.pay(unit, BANK, price, "token")


ANYWHERE: Rules[PlaceToken] = Rules((units_turn, token_left, in_a_city, one_per_hex, slot_free, affordable()))
CONNECTED: Rules[PlaceToken] = ANYWHERE.before("token_cost", connected)


@dataclass(frozen=True, eq=False)
class TokenStep(Step[PlaceToken]):
    """Place one token.

    ``charge`` says who is paid, ``price`` how much. ``able`` tells whether a token can be placed in this way at all;
    ``placed`` does what follows.
    """

    rules: Rules[PlaceToken]
    charge: Charge = pay_the_bank
    apart: bool = False
    verb: type[PlaceToken] = PlaceToken
    price: Callable[[Position, str], int] = next_price
    able: Callable[[Position], bool] = always
    placed: Callable[[Scratch], None] = nothing

    def candidates(self, pos: Position) -> Iterator[PlaceToken]:
        """Yield every city, where it must be reached only those, while the unit in turn has a token left."""
        if pos.state.tokens_left.get(pos.unit) and pos.awaited and self.able(pos):
            reached = pos.reach(pos.unit).stops if connected in self.rules else pos.cities
            for hex_, stop in pos.cities:
                if (hex_, stop) in reached:
                    yield self.verb(pos.awaited[0], pos.unit, hex_, stop)

    def facts(self, pos: Position, action: PlaceToken) -> Mapping[str, Any]:
        """Return the price of the token, and the edges to which the city leads if its hex has several."""
        exits = city_exits(pos, action.hex, action.stop)
        named = {"stop_name": pos.stop_called(action.hex, action.stop), "exits": exits} if exits else {}
        return {"cost": self.price(pos, action.unit), **named}

    def closed(self, pos: Position, action: PlaceToken) -> Refusal:
        """Say that one token was placed already, if that is why the step is over."""
        over = pos.turn.token and units_turn.test(pos, action) is None
        return Refusal("token_one") if over else super().closed(pos, action)

    def apply(self, scratch: Scratch, action: PlaceToken) -> None:
        """Pay for the token and place it."""
        price = self.price(scratch.now, action.unit)
        rest = scratch.state.tokens_left[action.unit][1:]
        city = scratch.now.stop_called(action.hex, action.stop)
        scratch.emit(TokenPlaced(action.unit, action.hex, action.stop, price, city))
        self.charge(scratch, action.unit, price)
        scratch.put("tokens_left", action.unit, rest)
        place(scratch, action.unit, action.hex, action.stop)
        scratch.note(token=action.hex)
        self.placed(scratch)


def place(scratch: Scratch, unit: str, hex_: str, stop: int) -> None:
    """Place a token on the map."""
    here = scratch.state.tokens.get(hex_, ())
    scratch.put("tokens", hex_, (*here, Token(stop, unit)))
