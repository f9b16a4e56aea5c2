"""A decision: which of two tokens on one hex a unit takes back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.actions import Action, Matter
from engine.events import TokenRemoved
from engine.position import Position
from engine.refusals import Refusal
from engine.rounds.decision import DecisionRound
from engine.rules import Rule, Rules, unless
from engine.scratch import Scratch
from engine.steps import Step
from engine.steps.token import city_exits
from engine.steps.turn import players_turn

Doubled = Callable[[Position], Mapping[str, tuple[int, ...]]]
"""Returns the hexes on which the unit in question has more than one token, with the stops of these."""


def doubled_tokens(pos: Position, units: Collection[str]) -> dict[str, tuple[int, ...]]:
    """Return the hexes on which some units have more than one token together, with the stops of these."""
    stops = {
        hex_: tuple(one.stop for one in here if one.unit in units) for hex_, here in pos.state.tokens.items()
    }
    return {hex_: two for hex_, two in stops.items() if len(two) > 1}


@dataclass(frozen=True, slots=True)
class RemoveToken(Action):
    """Take one of a unit's two tokens on a hex back to its charter."""

    verb: ClassVar[str] = "remove"
    matter: ClassVar[Matter] = "token"
    former: ClassVar[tuple[str, ...]] = ("lift",)
    hex: str
    stop: int


class RemoveTokenStep(Step[RemoveToken]):
    """Take one of two tokens on a hex back; ``back`` does it. ``key`` names the rule."""

    verb = RemoveToken
    required = True
    repeats = True

    def __init__(self, doubled: Doubled, back: Callable[[Scratch, RemoveToken], None], key: str) -> None:
        super().__init__(Rules((players_turn, Rule(key, self._one_of_two))))
        self.doubled = doubled
        self.back = back
        self.key = key

    def _one_of_two(self, pos: Position, removal: RemoveToken) -> Refusal | None:
        """The token is one of two on its hex."""
        return unless(
            removal.stop in self.doubled(pos).get(removal.hex, ()), hex=removal.hex, stop=removal.stop
        )

    def candidates(self, pos: Position) -> Iterator[RemoveToken]:
        """Yield every token that shares its hex with another one of the unit."""
        for hex_, stops in self.doubled(pos).items():
            for stop in stops:
                yield RemoveToken(pos.awaited[0], hex_, stop)

    def facts(self, pos: Position, action: RemoveToken) -> Mapping[str, Any]:
        """Return the edges to which the city leads."""
        city = pos.stop_called(action.hex, action.stop)
        return {"stop_name": city, "exits": city_exits(pos, action.hex, action.stop)}

    def demand(self, pos: Position) -> Refusal:
        """Return that a choice is due, and where."""
        return Refusal(self.key, {"hex": next(iter(self.doubled(pos)))})

    def apply(self, scratch: Scratch, action: RemoveToken) -> None:
        """Say which token is taken back, and do it."""
        pos = scratch.now
        city = pos.stop_called(action.hex, action.stop)
        scratch.emit(TokenRemoved(pos.unit, action.hex, action.stop, city))
        self.back(scratch, action)


class DuplicateToken(DecisionRound):
    """The frame of such a decision; while it is open a unit may have two tokens on a hex."""
