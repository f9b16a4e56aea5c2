"""Tokens in 18Mag: minors pay the track builder half of the price; a major decides through its director."""

from __future__ import annotations

from typing import Any

from engine.actions import PlaceToken
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK
from engine.steps.token import ANYWHERE
from engine.titles.t18mag.figures import figures


def pay_for_minor(scratch: Scratch, unit: str, price: int) -> None:
    """Pay half of the price of a minor's token to the track builder, half to the bank."""
    scratch.pay(unit, figures(scratch.now).tracks_to, price // 2, "token")
    scratch.pay(unit, BANK, price - price // 2, "token")


@rule("major_no_director")
def has_director(pos: Position, action: Any) -> Refusal | None:
    """A major without a director decides nothing."""
    unit = pos.title.units.get(action.unit)
    headless = unit is not None and unit.kind == "major" and not pos.director(unit.id)
    return unless(not headless, unit=action.unit)


@rule("not_director")
def director_decides(pos: Position, action: Any) -> Refusal | None:
    """Only the director decides for a major in turn."""
    director = pos.director(action.unit)
    return unless(action.unit != pos.unit or action.actor == director, unit=action.unit, director=director)


MAJORS: Rules[PlaceToken] = Rules((has_director, director_decides, *ANYWHERE))
