"""Tokens in 18CZ: one a turn, not in a slot kept for a home; what they cost after an acquisition."""

from __future__ import annotations

from engine.actions import PlaceToken
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.steps.token import CONNECTED, free_slots
from engine.titles.t18cz.figures import figures
from engine.titles.t18cz.homes import cities, expected
from engine.titles.t18cz.procedures import procedures


@rule("token_reserved")
def home_kept(pos: Position, token: PlaceToken) -> Refusal | None:
    """A slot is left for every company whose first token is still to be placed there.

    While one of them may choose between the cities of its hex, all of those are kept.
    """
    waiting = {unit: stop for unit, stop in expected(pos, token.hex).items() if unit != token.unit}
    apart = len(cities(pos, token.hex)) > 1
    whole = [unit for unit in waiting if apart and unit in figures(pos).home_choice]
    here = [unit for unit, stop in waiting.items() if stop == token.stop]
    kept = not whole and free_slots(pos, token.hex, token.stop) > len(here)
    return unless(kept, hex=token.hex, unit=", ".join(whole or here))


TOKENS: Rules[PlaceToken] = CONNECTED.before("token_unconnected", home_kept)


# --- after an acquisition


def add_tokens(scratch: Scratch, unit: str, count: int) -> None:
    """Give a company the tokens that another one had left, or that were taken back from the map."""
    price = figures(scratch.now).acquired_token
    scratch.put("tokens_left", unit, (*scratch.state.tokens_left[unit], *(price,) * count))


def reprice(scratch: Scratch, unit: str) -> None:
    """Set what a company's tokens cost after an acquisition; whether the cheap one stays depends on the map."""
    pos = scratch.now
    if not procedures(pos).cheap_token_stays(pos, unit):
        price = figures(pos).acquired_token
        scratch.put("tokens_left", unit, (price,) * len(pos.state.tokens_left[unit]))
