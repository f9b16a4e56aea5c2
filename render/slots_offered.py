"""Free slots that are offered to a unit: each bears its price, or the letter by which it is picked."""

from __future__ import annotations

from dataclasses import dataclass

from engine.position import Position
from render.map_hex import ShownToken


@dataclass(frozen=True, slots=True)
class OfferedSlot:
    """A free slot of a stop, the unit that may place a token there, and what is written in it."""

    hex: str
    stop: int
    unit: str
    text: str

    def token(self, pos: Position) -> ShownToken:
        """Return the content of the slot."""
        unit = pos.title.units[self.unit]
        return ShownToken(self.stop, self.text, unit.colour, unit.ink, placed=False)
