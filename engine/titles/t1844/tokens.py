"""Tokens in 1844: one a turn, and none in a slot kept for a company's home."""

from __future__ import annotations

from engine.actions import PlaceToken
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rules, rule, unless
from engine.steps.token import CONNECTED, free_slots
from engine.titles.t1844.companies import homes, waits_for_home


def expected(pos: Position, hex_: str, stop: int) -> list[str]:
    """Return the companies in play whose home token will stand in a city."""
    units = [unit for unit, at in homes(pos).items() if at == (hex_, stop) and unit in pos.state.tokens_left]
    return [unit for unit in units if waits_for_home(pos, unit)]


@rule("token_reserved")
def home_kept(pos: Position, token: PlaceToken) -> Refusal | None:
    """A slot is left for every company whose home token is still to come."""
    others = [unit for unit in expected(pos, token.hex, token.stop) if unit != token.unit]
    kept = free_slots(pos, token.hex, token.stop) > len(others)
    return unless(kept, hex=token.hex, unit=", ".join(others))


TOKENS: Rules[PlaceToken] = CONNECTED.before("token_unconnected", home_kept)
