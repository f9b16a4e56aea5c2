"""Cards of automatic players and companies: what they will do next, and what they have done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from assets import sentences
from engine.exhibits import CardLine, ShownCard
from engine.position import Position
from render import fonts
from render.labels import label
from render.map_hexes import unit_sign
from render.shapes import Box, Layer, Polyline, Text
from render.sheet import MARGIN, ROW, Sheet
from render.sheet_parts import ROUNDEL, roundel

FIRST = MARGIN + 54.0
GAP = 8
SIZE = 22
HIGH = 32


def add_cards(sheet: Sheet, pos: Position, names: Mapping[str, str]) -> None:
    """Add a section for every player with cards, with a row for each of them."""
    cards = pos.title.cards(pos)
    for owner in dict.fromkeys(card.owner for card in cards):
        sheet.heading(f"{names.get(owner, owner)}: {sheet.label('cards')}")
        for index, card in enumerate(one for one in cards if one.owner == owner):
            _row(sheet, pos, card, index)
        sheet.next(14)


def cards_in_words(pos: Position, names: Mapping[str, str], lang: str = sentences.ENGLISH) -> Iterator[str]:
    """Yield each card in words: whose it is, then its lines with what is done and what comes next."""
    for card in pos.title.cards(pos):
        unit = pos.title.units.get(card.about)
        key = "picture.card_for" if unit else "picture.card_named"
        name = f"#{unit_sign(unit)}" if unit else card.name
        lines = ", ".join(_state(line, lang) for line in card.lines)
        yield sentences.say(key, lang, owner=names.get(card.owner, card.owner), name=name, lines=lines)


def _state(line: CardLine, lang: str) -> str:
    key = f"picture.card_{line.state}"
    words = line_in_words(line, lang)
    return sentences.say(key, lang, line=words) if sentences.known(key) else words


def _row(sheet: Sheet, pos: Position, card: ShownCard, index: int) -> None:
    """Add a card: its unit or name, then its lines side by side, in several rows where they need them."""
    rows = _rows(sheet, card)
    sheet.band(index, ROW * len(rows))
    unit = pos.title.units.get(card.about)
    if unit:
        sheet.shapes += roundel((MARGIN + 20, sheet.y + ROW / 2), ROUNDEL, unit, sheet.scheme)
    else:
        sheet.write(MARGIN + 20, card.name, bold=True, room=40)
    for row in rows:
        x = FIRST
        for line, text in row:
            x += _plate(sheet, x, text, line) + GAP
        sheet.next(ROW)


def _rows(sheet: Sheet, card: ShownCard) -> list[list[tuple[CardLine, str]]]:
    """Return the lines in words, row by row, as many side by side as fit."""
    rows: list[list[tuple[CardLine, str]]] = [[]]
    x = FIRST
    for line in card.lines:
        text = line_in_words(line, sheet.lang)
        wide = _width(text) + GAP
        if rows[-1] and x + wide > sheet.width - MARGIN:
            rows.append([])
            x = FIRST
        rows[-1].append((line, text))
        x += wide
    return rows


def line_in_words(line: CardLine, lang: str = sentences.ENGLISH) -> str:
    """Return a line in words."""
    key = f"picture.{line.key}"
    return sentences.say(key, lang, value=line.value) if sentences.known(key) else label(line.key, lang)


def _width(text: str) -> float:
    return fonts.width(text, bold=True) * SIZE + 20


def _plate(sheet: Sheet, x: float, text: str, line: CardLine) -> float:
    """Add a line as a plate: pale if it is over, framed boldly if it is the next one; return its width."""
    scheme, wide, y = sheet.scheme, _width(text), sheet.y + ROW / 2
    done, following = line.state in ("done", "skipped"), line.state == "next"
    fill, ink = (scheme.shade, scheme.soft) if done else (scheme.slot, scheme.ink)
    frame = (scheme.change, 3.0) if following else (scheme.soft, 1.5)
    low, high = (x, y - HIGH / 2), (x + wide, y + HIGH / 2)
    sheet.shapes.append(Box(low, high, fill, *frame, 6, Layer.TOKEN))
    middle = x + wide / 2, y
    sheet.shapes.append(Text(middle, text, SIZE, ink, bold=not done, layer=Layer.TOKEN))
    if line.state == "skipped":
        sheet.shapes.append(Polyline(((x + 8, y), (x + wide - 8, y)), scheme.soft, 2.0, Layer.TOKEN))
    return wide
