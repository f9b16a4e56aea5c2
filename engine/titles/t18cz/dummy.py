"""Václav, the third player at a table of two: the companies he gets, who decides for them, and who pays."""

from __future__ import annotations

from collections.abc import Mapping

from engine.actions import Action, LayTile, PlaceToken
from engine.events import Directed
from engine.finance.floating import float_unit, floated
from engine.position import Position
from engine.rng import draw
from engine.scratch import Scratch
from engine.state import POOL
from engine.steps.par import set_par
from engine.titles.t18cz.figures import Dummy, figures


def owns(pos: Position, unit: str) -> bool:
    """Tell whether a company is Václav's; none is where he does not play."""
    dummy = pos.title.data.dummy
    return bool(dummy) and pos.director(unit) == dummy


def companies(pos: Position) -> list[str]:
    """Return his companies, in the order in which he got them."""
    return [unit for unit in floated(pos) if owns(pos, unit)]


def payer(pos: Position, unit: str) -> str:
    """Return who pays for a company's track: itself, or Václav for his own, even below zero (CZ-D-63.13)."""
    return pos.title.data.dummy if owns(pos, unit) else unit


def deciders(pos: Position, unit: str, verb: type[Action]) -> tuple[str, ...]:
    """Return the players who act for one of his companies.

    One player lays its track, the other places its tokens; either may decide everything else (CZ-D-63.14-15).
    """
    by = _places(figures(pos).dummy).get(verb)
    order = pos.state.order
    return (order[by[pos.kind(unit)] - 1],) if by else order


def _places(dummy: Dummy | None) -> Mapping[type[Action], Mapping[str, int]]:
    return {LayTile: dummy.track_by, PlaceToken: dummy.tokens_by} if dummy else {}


def receive(scratch: Scratch, kind: str) -> str:
    """Give him a random company of a size that opens; return it, empty where he does not play.

    He pays nothing for his shares, and the company gets no money.
    """
    gift = figures(scratch.now).dummy
    if gift is None:
        return ""
    dummy = scratch.title.data.dummy
    pool = scratch.now.units(kind)
    scratch.state.rng = draw(scratch.state.rng)
    unit = pool[scratch.state.rng % len(pool)]
    set_par(scratch, unit.id, gift.prices[kind])
    for index in range(len(unit.shares)):
        scratch.give(f"{unit.id}.{index}", dummy if index in gift.certificates[kind] else POOL)
    scratch.put("tokens_left", unit.id, (gift.token_price,) * len(unit.tokens))
    scratch.emit(Directed(unit.id, dummy))
    float_unit(scratch, unit.id, 0)
    return unit.id
