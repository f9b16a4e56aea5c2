"""Tokens in 18CZ: one a turn, not in a slot kept for a home; what they cost after an acquisition."""

from __future__ import annotations

from engine.actions import PlaceToken
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.steps.home import home_kept
from engine.steps.token import CONNECTED
from engine.titles.t18cz.figures import figures
from engine.titles.t18cz.homes import cities, expected
from engine.titles.t18cz.procedures import procedures


@rule("token_reserved")
def choice_kept(pos: Position, token: PlaceToken) -> Refusal | None:
    """While a company may choose between the cities of its hex, all of those are kept."""
    apart = len(cities(pos, token.hex)) > 1
    choosing = (unit for unit in expected(pos, token.hex) if unit in figures(pos).home_choice)
    others = [unit for unit in choosing if apart and unit != token.unit]
    return unless(not others, hex=token.hex, unit=", ".join(others), wants="choice")


def expected_there(pos: Position, hex_: str, stop: int) -> list[str]:
    """Return the companies in play whose first token will be placed in a city."""
    return [unit for unit, at in expected(pos, hex_).items() if at == stop]


TOKENS: Rules[PlaceToken] = CONNECTED.before("token_unconnected", choice_kept, home_kept(expected_there))


# --- after an acquisition


def add_tokens(scratch: Scratch, unit: str, count: int) -> None:
    """Give a company the tokens that another one had left, or that were taken back from the map."""
    price = figures(scratch.now).acquired_token
    scratch.put("tokens_left", unit, (*scratch.state.tokens_left[unit], *(price,) * count))


def beside_one_token(pos: Position, unit: str) -> bool:
    """Tell whether a company with a single token on the map keeps its cheap one (D-20)."""
    return sum(one.unit == unit for here in pos.state.tokens.values() for one in here) <= 1


def reprice(scratch: Scratch, unit: str) -> None:
    """Set what a company's tokens cost after an acquisition; whether the cheap one stays depends on the map."""
    pos = scratch.now
    if not procedures(pos).cheap_token_stays(pos, unit):
        price = figures(pos).acquired_token
        scratch.put("tokens_left", unit, (price,) * len(pos.state.tokens_left[unit]))
