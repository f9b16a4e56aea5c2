"""The charter of one company: who owns it, what it has, and how it has done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PIL import Image

from assets.sentences import money, percent
from engine.data import Unit
from engine.position import Position
from engine.state import OFFER, POOL, PastRun
from render import fonts, paint, palette
from render.history import RoundEnd
from render.labels import own_label
from render.look import PLAIN, Look
from render.recolour import in_scheme
from render.remarks import Remarks
from render.seats import named
from render.shapes import Box, Layer, Polyline, Text
from render.sheet import MARGIN, NONE, ROW, TYPE, Sheet, wrapped
from render.sheet_parts import owned_plates, owned_rows, roundel, token_discs, train_plates

WIDTH = 800
HIGH = 170
"""Height of the tallest bar of the history."""
LEAST = 4
"""Height of the bar of a company that ran for nothing."""
SHOWN = 14
"""Rounds of the history that fit beside each other."""
BOLDER = 1.06
"""How much wider bold type is."""
ASIDE = 250
"""Where the values of rows begin."""


def draw_company(
    pos: Position, unit: str, rounds: Sequence[RoundEnd] = (), look: Look = PLAIN
) -> Image.Image:
    """Return the charter of a company, with its history if the ends of the rounds are given.

    :raises KeyError: when there is no such company.
    """
    pos, scheme = in_scheme(pos, look)
    sheet = company_sheet(pos, pos.title.units[unit], rounds, look)
    return paint.page((sheet.width, sheet.y + MARGIN), sheet.shapes, scheme.page, look.width or WIDTH)


def draw_company_history(
    pos: Position, unit: str, rounds: Sequence[RoundEnd], look: Look = PLAIN
) -> Image.Image:
    """Return what a company ran for in the rounds that have ended, and its price.

    :raises KeyError: when there is no such company.
    """
    pos, scheme = in_scheme(pos, look)
    known, sheet = pos.title.units[unit], Sheet(look)
    _history(sheet, known, known_rounds(unit, rounds))
    return paint.page((sheet.width, sheet.y + MARGIN), sheet.shapes, scheme.page, look.width or WIDTH)


def known_rounds(unit: str, rounds: Sequence[RoundEnd]) -> Sequence[RoundEnd]:
    """Return the latest rounds in which a company ran or had a price, as many as a history shows."""
    return [one for one in rounds if unit in one.earned or unit in one.prices][-SHOWN:]


def company_sheet(pos: Position, unit: Unit, rounds: Sequence[RoundEnd], look: Look) -> Sheet:
    """Return the charter as a sheet."""
    sheet = Sheet(look)
    known = named(pos, look, pos.everybody)
    _head(sheet, unit)
    for index, (key, text) in enumerate(_facts(sheet, pos, unit, known)):
        lines = wrapped(text.split(" · "), (sheet.width - MARGIN - ASIDE) / TYPE / BOLDER)
        sheet.band(index, ROW * len(lines))
        sheet.write(MARGIN + 8, sheet.label(key), anchor="l", colour=sheet.scheme.soft, room=ASIDE - 40)
        for line in lines:
            sheet.write(ASIDE, line, anchor="l", bold=True, room=sheet.width - MARGIN - ASIDE)
            sheet.next()
    _goods(sheet, pos, unit, Remarks.of(pos, known, look.lang))
    if known_in := known_rounds(unit.id, rounds):
        _history(sheet, unit, known_in)
    return sheet


def _head(sheet: Sheet, unit: Unit) -> None:
    sheet.shapes += roundel((MARGIN + 34, sheet.y + 34), 34, unit, sheet.scheme)
    room = sheet.inner - 90
    size = fonts.fit(unit.name, 34, room, bold=True)
    at = MARGIN + 84, sheet.y + 24
    sheet.shapes.append(Text(at, unit.name, size, sheet.scheme.ink, bold=True, anchor="l"))
    kind = sheet.label(f"one.{unit.kind}")
    sheet.shapes.append(Text((at[0], sheet.y + 56), kind, 22, sheet.scheme.soft, anchor="l"))
    sheet.next(84)


def _facts(sheet: Sheet, pos: Position, unit: Unit, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    director = pos.director(unit.id)
    yield "director" if unit.shares else "owner", names.get(director, NONE)
    if unit.shares:
        price, par = pos.price(unit.id), pos.state.pars.get(unit.id)
        yield "price", _money(sheet, pos, price) if price else NONE
        if par:
            yield "par", _money(sheet, pos, par)
        yield "shares", " · ".join(_held(sheet, pos, unit, names)) or NONE
    yield "treasury", _money(sheet, pos, pos.cash(unit.id))
    run = pos.state.runs.get(unit.id)
    runs = run.latest[::-1] if run else ()
    yield "last_runs", " · ".join(_ran(sheet, pos, one) for one in runs) or NONE


def _ran(sheet: Sheet, pos: Position, run: PastRun) -> str:
    money_ = _money(sheet, pos, run.revenue)
    return sheet.words("withheld", money=money_) if run.kept and run.revenue else money_


def _held(sheet: Sheet, pos: Position, unit: Unit, names: Mapping[str, str]) -> Iterator[str]:
    known = {**names, POOL: own_label(pos.title, "pool", sheet.lang), OFFER: sheet.label("offer")}
    for holder, name in known.items():
        if part := pos.percent(holder, unit.id):
            yield f"{name} {percent(part, sheet.lang)}"


def _money(sheet: Sheet, pos: Position, amount: int) -> str:
    return money(amount, pos.title.data.currency, sheet.lang)


def _goods(sheet: Sheet, pos: Position, unit: Unit, remarks: Remarks) -> None:
    """Add trains, tokens and what the company owns, which are drawn and not written."""
    room, y = sheet.inner - ASIDE, ROW / 2
    trains, tokens = pos.state.trains.get(unit.id, ()), pos.state.tokens_left.get(unit.id, ())
    sheet.write(MARGIN + 8, sheet.label("trains"), anchor="l", colour=sheet.scheme.soft)
    sheet.shapes += train_plates((ASIDE, sheet.y + y), trains, room, sheet.scheme)
    _none(sheet, trains)
    sheet.next()
    sheet.write(MARGIN + 8, sheet.label("tokens"), anchor="l", colour=sheet.scheme.soft)
    sheet.shapes += token_discs((ASIDE, sheet.y + y), tokens, room, sheet.scheme)
    _none(sheet, tokens)
    sheet.next()
    for row in owned_rows(pos, unit.id, room):
        sheet.write(MARGIN + 8, sheet.label("owns"), anchor="l", colour=sheet.scheme.soft)
        sheet.shapes += owned_plates(row, (ASIDE, sheet.y + y), remarks, sheet.scheme)
        sheet.next()
    line = remarks.line(unit.id)
    if line:
        sheet.write(MARGIN + 8, line, anchor="l", size=22, colour=sheet.scheme.soft, room=sheet.inner)
        sheet.next()
    sheet.next(10)


def _none(sheet: Sheet, found: Sequence[object]) -> None:
    if not found:
        sheet.write(ASIDE, NONE, anchor="l", bold=True)


def _history(sheet: Sheet, unit: Unit, rounds: Sequence[RoundEnd]) -> None:
    """Add a bar for each round with what the company earned, the share price below it."""
    scheme, step = sheet.scheme, sheet.inner / SHOWN
    sheet.heading(sheet.label("history"))
    most = max((round_end.earned.get(unit.id, 0) for round_end in rounds), default=0) or 1
    base = sheet.y + 34 + HIGH
    sheet.shapes.append(Polyline(((MARGIN, base), (sheet.width - MARGIN, base)), scheme.faint, 2))
    for index, round_end in enumerate(rounds):
        middle = MARGIN + (index + 0.5) * step
        earned, price = round_end.earned.get(unit.id), round_end.prices.get(unit.id)
        if earned is not None:
            top = base - max(LEAST, HIGH * earned / most)
            edge = palette.mix(unit.colour, scheme.ink, 0.5)
            low, high = (middle - step * 0.36, top), (middle + step * 0.36, base)
            sheet.shapes.append(Box(low, high, unit.colour, edge, 1.5, 3, Layer.TOKEN))
            sheet.shapes.append(Text((middle, top - 16), str(earned), 22, scheme.ink, bold=True))
        sheet.shapes.append(Text((middle, base + 20), round_end.label, 22, scheme.soft))
        if price:
            sheet.shapes.append(Text((middle, base + 46), str(price), 22, scheme.accent, bold=True))
    sheet.next(34 + HIGH + 34)
    if unit.shares:
        sheet.next(26)
        sheet.line(sheet.label("history_legend"), 30)
