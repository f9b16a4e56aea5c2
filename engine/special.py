"""What only one title has: its own numbers, its own part of the state, its procedures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

from pydantic import BaseModel

from engine.notes import TurnNotes
from engine.position import Position
from engine.printed import Printed
from engine.scratch import Scratch

M = TypeVar("M", bound=BaseModel)
E = TypeVar("E")
N = TypeVar("N", bound=TurnNotes)


def numbers(model: type[M]) -> Callable[[Position], M]:
    """Return a function from a position to the title's own numbers, which its data file has under ``[extra]``."""

    @cache
    def of(title: Printed) -> M:
        return model.model_validate(title.data.extra)

    def facts(pos: Position) -> M:
        return of(pos.title)

    return facts


def part(kind: type[E]) -> Callable[[Position], E]:
    """Return a function from a position to the title's own part of its state; ``kind`` is the class of that part."""

    def extra(pos: Position) -> E:
        kept: E = pos.state.extra
        return kept

    return extra


def turn(kind: type[N]) -> Callable[[Position], N]:
    """Return a function from a position to the notes of its turn; ``kind`` is the title's own class of notes."""

    def noted(pos: Position) -> N:
        assert isinstance(pos.turn, kind)
        return pos.turn

    return noted


def procedures(kind: type[E]) -> Callable[[Position], E]:
    """Return a function from a position to its title's procedures; ``kind`` is the dataclass of these."""

    def chosen(pos: Position) -> E:
        known: E = pos.title.procedures
        return known

    return chosen


def change(scratch: Scratch, **values: Any) -> None:
    """Change some fields of the title's own part of the state."""
    scratch.state.extra = replace(scratch.state.extra, **values)
