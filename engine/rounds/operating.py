"""Operating rounds: units act one after another, in one part or in several."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.events import Passed
from engine.position import Position
from engine.scratch import Scratch
from engine.steps import Step


@dataclass(frozen=True, eq=False)
class Part:
    """Units that act in an order fixed when their part begins, with the same steps."""

    order: Callable[[Position], tuple[str, ...]]
    steps: tuple[Step[Any], ...]
    before: Callable[[Scratch], None] | None = None


class OperatingRound:
    """A round of unit turns."""

    def __init__(self, parts: tuple[Part, ...], after: Callable[[Scratch], None]) -> None:
        self._parts = parts
        self._after = after

    def awaited(self, pos: Position) -> tuple[str, ...]:
        """Return who decides for the unit in turn."""
        director = pos.director(pos.acting)
        return (director,) if director else ()

    def steps(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return the steps of the part that is on."""
        return self._parts[pos.frame.memo.get("part", 0)].steps

    def no_pass(self, pos: Position) -> tuple[str, Mapping[str, Any]] | None:
        """Let a unit leave optional steps at any time."""
        return None

    def passing(self, scratch: Scratch, player: str) -> None:
        """Say that a unit is done with the open steps."""
        scratch.emit(Passed(player, scratch.frame.queue[0], acted=bool(scratch.frame.turn)))

    def end_turn(self, scratch: Scratch) -> None:
        """Let the next unit act."""
        scratch.next_turn()

    def begin(self, scratch: Scratch, part: int) -> None:
        """Fix the order of a part and start it."""
        before = self._parts[part].before
        if before is not None:
            before(scratch)
        scratch.remember(part=part)
        scratch.set_frame(queue=self._parts[part].order(scratch.now), stage=0, turn={})

    def close(self, scratch: Scratch) -> bool:
        """Start the next part, or end the round."""
        part = scratch.frame.memo.get("part", -1) + 1
        if part < len(self._parts):
            self.begin(scratch, part)
            return False
        self._after(scratch)
        return True
