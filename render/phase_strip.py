"""The phases side by side, the current one lit, with the colours of tiles that may be laid in each."""

from __future__ import annotations

from engine.data import Phase
from engine.position import Position
from render import fonts, palette
from render.labels import phase_name
from render.shapes import Box, Layer, Text
from render.sheet import MARGIN, SMALL, Sheet

HIGH = 34


def add_phases(sheet: Sheet, pos: Position) -> None:
    """Add all phases side by side, the current one lit."""
    phases, head = pos.title.data.phases, sheet.label("phase")
    at = MARGIN, sheet.y + HIGH / 2 + 2
    sheet.shapes.append(Text(at, head, SMALL, sheet.scheme.accent, bold=True, anchor="l", layer=Layer.NAME))
    left = MARGIN + fonts.width(head, bold=True) * SMALL + 14
    step = (sheet.width - MARGIN - left) / len(phases)
    for index, phase in enumerate(phases):
        _phase(sheet, phase, (left + index * step, step), lit=index == pos.state.phase)
    sheet.next(HIGH + 14)


def _phase(sheet: Sheet, phase: Phase, place: tuple[float, float], *, lit: bool) -> None:
    (low, step), scheme, top = place, sheet.scheme, sheet.y + 2
    colour = scheme.tiles.get(phase.colours[-1], scheme.card)
    fill = colour if lit else palette.mix(colour, scheme.page, 0.6)
    if lit:
        frame = (low - 3, top - 3), (low + step - 3, top + HIGH + 3)
        sheet.shapes.append(Box(*frame, scheme.ink, radius=10, layer=Layer.GROUND))
    sheet.shapes.append(Box((low, top), (low + step - 6, top + HIGH), fill, radius=8))
    name = phase_name(phase, sheet.lang)
    rank = palette.RANKS.get(phase.colours[-1], "")
    text = f"{name} {rank}" if scheme.ranks and rank else name
    size, middle = fonts.fit(text, 24, step - 12, lit), (low + step / 2 - 3, top + HIGH / 2)
    ink = scheme.ink if lit else scheme.soft
    sheet.shapes.append(Text(middle, text, size, ink, lit, layer=Layer.NAME))
