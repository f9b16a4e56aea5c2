"""The units of the charters without shares, two beside each other: owner, money, trains, tokens, last runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.data import Unit
from engine.position import Position
from render import fonts
from render.remarks import Remarks
from render.seats import seat_colour, seat_plate
from render.share_table import APART, add_runs
from render.sheet import HEAD, HIGHER, MARGIN, ROW, SMALL, Sheet, on_turn
from render.sheet_parts import ROUNDEL, owned_plates, owned_rows, roundel, train_plates, trains_width

OWNER, CASH, TRAINS, TOKENS = 40, 138, 148, 252
"""Where the parts of a row stand: the left end of plates, the right end of figures."""


@dataclass(frozen=True, slots=True)
class Minors:
    """The units of a position on its sheet, the players with their signs, what the title remarks."""

    sheet: Sheet
    pos: Position
    remarks: Remarks
    signs: Mapping[str, str]

    def add(self, units: Sequence[Unit]) -> None:
        """Add the units in two columns, read downwards."""
        sheet, wide = self.sheet, self.sheet.inner / 2
        sheet.name(sheet.label(f"kind.{units[0].kind}"))
        sheet.next(HEAD - 2)
        for left in (MARGIN, MARGIN + wide)[: len(units)]:
            self._heads(left)
        sheet.next(HEAD)
        rows = -(-len(units) // 2)
        for index in range(rows):
            sheet.band(index)
            for unit, left in zip(units[index::rows], (MARGIN, MARGIN + wide), strict=False):
                self._row(unit, left)
            sheet.next()
        sheet.next(sheet.gap)

    def _heads(self, left: float) -> None:
        """Write the heads: that of tokens gives way to that of trains, which else stands higher."""
        sheet, runs = self.sheet, self.sheet.inner / 2 - 12
        wide = {key: fonts.width(sheet.label(f"head.{key}")) * SMALL for key in ("trains", "tokens", "runs")}
        tokens = max(TOKENS, TRAINS + wide["trains"] + APART + wide["tokens"])
        raised = tokens + APART > runs - wide["runs"]
        higher = raised and runs - wide["runs"] < TOKENS + APART
        places = {"treasury": CASH, "tokens": TOKENS if raised else tokens, "runs": runs}
        for key, x in places.items():
            lift = HIGHER if higher and key == "runs" else 0
            sheet.head(left + x, sheet.label(f"head.{key}"), anchor="r", lift=lift)
        lift = HIGHER if raised else 0
        sheet.head(left + TRAINS, sheet.label("head.trains"), anchor="l", lift=lift)

    def _row(self, unit: Unit, left: float) -> None:
        sheet, pos, signs = self.sheet, self.pos, self.signs
        y, wide = sheet.y + ROW / 2, sheet.inner / 2
        if on_turn(pos, unit.id):
            sheet.frame(ROW, left - 5, left + wide - 6)
        sheet.shapes += roundel((left + 18, y), ROUNDEL, unit, sheet.scheme)
        owner = pos.director(unit.id)
        if owner in signs:
            at = left + OWNER + 19, y
            sheet.shapes += seat_plate(at, signs[owner], seat_colour(pos, owner, sheet.scheme), (38, 28))
        sheet.write(left + CASH, str(pos.cash(unit.id)), bold=True, anchor="r", room=54)
        trains = pos.state.trains.get(unit.id, ())
        sheet.shapes += train_plates((left + TRAINS, y), trains, 84, sheet.scheme)
        for row in owned_rows(pos, unit.id, 84 - trains_width(trains))[:1]:
            place = left + TRAINS + trains_width(trains), y
            sheet.shapes += owned_plates(row, place, self.remarks, sheet.scheme, high=28)
        tokens = str(len(pos.state.tokens_left.get(unit.id, ())))
        sheet.write(left + TOKENS, tokens, anchor="r", size=SMALL)
        add_runs(sheet, pos, unit, left + wide - 14, wide - 14 - TOKENS)
