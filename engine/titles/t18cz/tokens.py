"""Station markers in 18CZ: one a turn, never in a place kept for a home; what they cost after an acquisition."""

from __future__ import annotations

from engine.actions import PlaceToken
from engine.position import Position
from engine.rules import Refusal, Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK
from engine.steps.token import CONNECTED, TokenStep, free_slots
from engine.titles.t18cz.facts import facts
from engine.titles.t18cz.homes import cities, expected
from engine.titles.t18cz.locals import may_raise


def charge(scratch: Scratch, unit: str, price: int) -> None:
    """Pay a marker to the bank."""
    scratch.pay(unit, BANK, price, "token")


@rule("token_reserved")
def home_kept(pos: Position, token: PlaceToken) -> Refusal | None:
    """A place is left for every company whose first station is still to stand there.

    While one of them may choose between the cities of its hex, all of those are kept.
    """
    waiting = {unit: stop for unit, stop in expected(pos, token.hex).items() if unit != token.unit}
    apart = len(cities(pos, token.hex)) > 1
    whole = [unit for unit in waiting if apart and unit in facts(pos).home_choice]
    here = [unit for unit, stop in waiting.items() if stop == token.stop]
    kept = not whole and free_slots(pos, token.hex, token.stop) > len(here)
    return unless(kept, hex=token.hex, unit=", ".join(whole or here))


TOKENS: Rules[PlaceToken] = CONNECTED.before("token_unconnected", home_kept)
_UNPAID = TOKENS.without("token_cost")


class PlaceHomeToken(TokenStep):
    """Place a marker; the step waits for a company that can still get the money from its locals."""

    def open(self, pos: Position) -> bool:
        """Tell whether a marker may be placed, or may be soon."""
        if super().open(pos):
            return True
        hope = bool(pos.unit) and may_raise(pos, pos.unit)
        return hope and any(_UNPAID.broken(pos, token) is None for token in self.candidates(pos))


PLACE = PlaceHomeToken(TOKENS, charge)


# --- after an acquisition


def add_tokens(scratch: Scratch, unit: str, count: int) -> None:
    """Give a company markers of another one, or one taken back from the map."""
    price = facts(scratch.now).taken_over_token
    scratch.put("tokens_left", unit, (*scratch.state.tokens_left[unit], *(price,) * count))


def reprice(scratch: Scratch, unit: str) -> None:
    """Set what markers cost after an acquisition: the cheap one stays only beside one single station.

    Under another reading none stays cheap.
    """
    pos = scratch.now
    tokens = sum(one.unit == unit for here in pos.state.tokens.values() for one in here)
    if tokens > 1 or pos.option("station_price"):
        price = facts(pos).taken_over_token
        scratch.put("tokens_left", unit, (price,) * len(pos.state.tokens_left[unit]))
