"""What the bank has and what is to come: phases, trains, privates with their powers, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from assets import sentences
from engine.position import Position
from engine.state import POOL
from render import fonts
from render.charters import ROOMY, SheetPicture, headed, shown_names
from render.labels import own_label
from render.look import Look
from render.map_hexes import unit_sign
from render.phase_strip import add_phases
from render.prospects import Prospects, limits_in_words
from render.remarks import Remarks
from render.seats import seat_colour, seat_plate, seat_signs
from render.shapes import Layer, Text
from render.sheet import MARGIN, ROW, SMALL, Sheet
from render.sheet_parts import FILLED, chip, name_plate, owned_width, train_plates
from render.train_table import add_trains


def supply_sheet(pos: Position, look: Look, *, brief: bool = False) -> Sheet:
    """Return the sheet as shapes; a ``brief`` one does not say what privates can do."""
    sheet = _trains(pos, look, brief=brief)
    _to_come(sheet, pos, look, brief=brief)
    _privates(sheet, pos, shown_names(pos, look), brief=brief)
    return sheet


def trains_sheet(pos: Position, look: Look, *, brief: bool = False) -> Sheet:
    """Return phases and trains alone, with what is to come unless another sheet has it beside the privates."""
    sheet = _trains(pos, look, brief=brief)
    if not are_privates_in_play(pos):
        _to_come(sheet, pos, look, brief=brief)
    return sheet


def privates_sheet(pos: Position, look: Look, *, brief: bool = False) -> Sheet:
    """Return what is to come and the privates; a ``brief`` one does not say what they can do."""
    sheet = Sheet(look, ROOMY)
    _to_come(sheet, pos, look, brief=brief)
    _privates(sheet, pos, shown_names(pos, look), brief=brief)
    return sheet


def are_privates_in_play(pos: Position) -> bool:
    """Tell whether somebody owns a private or may buy one."""
    return any(one.id in _in_play(pos) for one in pos.title.data.privates)


draw_supply = SheetPicture(supply_sheet)
"""Draws phases, trains, privates and what is to come."""
draw_trains = SheetPicture(trains_sheet)
"""Draws phases and trains."""
draw_privates = SheetPicture(privates_sheet)
"""Draws what is to come, and the privates."""


def _trains(pos: Position, look: Look, *, brief: bool) -> Sheet:
    """Begin a sheet with the phases, what the phase allows, and the trains."""
    sheet = headed(pos, look, ROOMY)
    add_phases(sheet, pos)
    sheet.tell(" · ".join(_allowed(sheet, pos)))
    sheet.next(0 if brief else 6)
    add_trains(sheet, pos, shown_names(pos, look), brief=brief)
    _pool(sheet, pos)
    return sheet


def _to_come(sheet: Sheet, pos: Position, look: Look, *, brief: bool) -> None:
    told = Prospects(pos, shown_names(pos, look), look.lang).sentences()
    for sentence in [" ".join(told)] if brief else told:
        sheet.tell(sentence)
    sheet.next(0 if brief else 6)


def _allowed(sheet: Sheet, pos: Position) -> Iterator[str]:
    """Yield what the phase allows: operating rounds, trains a unit may own."""
    if rounds := pos.phase.operating_rounds:
        yield sheet.words("brings.rounds", n=rounds)
    yield sheet.words("brings.limit", limits=", ".join(limits_in_words(pos, sheet.lang)))


def _pool(sheet: Sheet, pos: Position) -> None:
    """Add the trains that lie in the pool."""
    trains = pos.state.trains.get(POOL, ())
    if trains:
        head = sheet.label("pool_trains")
        sheet.write(MARGIN, head, size=SMALL, anchor="l", colour=sheet.scheme.soft)
        x = MARGIN + fonts.width(head) * SMALL + 12
        sheet.shapes += train_plates((x, sheet.y + ROW / 2), trains, sheet.width - MARGIN - x, sheet.scheme)
        sheet.next(ROW)


# --- privates


def _privates(sheet: Sheet, pos: Position, names: Mapping[str, str], *, brief: bool) -> None:
    """Add the privates that somebody owns or may buy, with what they can do: those that can do the same together."""
    signs, remarks = seat_signs(pos, names), Remarks.of(pos, names, sheet.lang)
    here = [one for one in pos.title.data.privates if one.id in _in_play(pos)]
    if not here:
        return
    sheet.heading(own_label(pos.title, "privates", sheet.lang))
    words = (lambda _: "") if brief else lambda one: power_in_words(pos, one.id, sheet.lang)
    for power, group in groupby(here, key=words):
        x = float(MARGIN)
        for private in group:
            wide = _width(pos, private.id)
            if x + wide > sheet.width - MARGIN:
                x = float(MARGIN)
                sheet.next(ROW)
            _private(sheet, private.id, x, remarks, signs)
            x += wide
        room = sheet.width - MARGIN - x
        beside = fonts.width(power) * SMALL <= room
        if beside and power:
            sheet.write(x, power, size=SMALL, anchor="l", colour=sheet.scheme.soft)
        sheet.next(ROW)
        if not beside:
            sheet.tell(power, colour=sheet.scheme.soft, left=MARGIN + 14)
    sheet.next(6)


def _in_play(pos: Position) -> set[str]:
    return {one for one, owner in pos.state.owners.items() if owner} | set(pos.title.unsold(pos))


def _width(pos: Position, private: str) -> float:
    """Return how much room a private takes with its price, what it pays and its owner."""
    return owned_width(private) + fonts.width(_worth(pos, private)) * SMALL + _owner_width(pos, private) + 22


def _owner_width(pos: Position, private: str) -> float:
    """Return how wide the plate of an owner is, in which a sign must be as large as all type; 0 without an owner."""
    owner = _owner(pos, private)
    if not owner:
        return 0.0
    unit = pos.title.units.get(owner)
    return max(44.0, fonts.width(unit_sign(unit), bold=True) * SMALL / FILLED + 1) if unit else 44.0


def _owner(pos: Position, private: str) -> str:
    owner = pos.owner(private)
    return owner if owner in pos.everybody or owner in pos.title.units else ""


def _worth(pos: Position, private: str) -> str:
    """Return an unsold private's price and income."""
    known = pos.title.privates[private]
    price = "" if _owner(pos, private) else str(known.price)
    return " ".join(filter(None, (price, f"+{known.income}" if known.income else "")))


def _private(sheet: Sheet, private: str, x: float, remarks: Remarks, signs: Mapping[str, str]) -> None:
    scheme, y, wide, pos = sheet.scheme, sheet.y + ROW / 2, owned_width(private), remarks.pos
    pale = remarks.spent(private)
    sheet.shapes += name_plate((x + wide / 2, y), private, scheme, (wide - 3, 30), pale=pale)
    x += wide + 3
    owner, room = _owner(pos, private), _owner_width(pos, private)
    if owner in signs:
        sheet.shapes += seat_plate((x + 19, y), signs[owner], seat_colour(pos, owner, scheme), (38, 30))
    elif owner:
        sheet.shapes += chip((x + room / 2 - 1, y), (room, 30), pos.title.units[owner], scheme)
    x += room + 2 if owner else 0
    text = _worth(pos, private)
    sheet.shapes.append(Text((x, y), text, SMALL, scheme.soft, anchor="l", layer=Layer.NAME))


def power_in_words(pos: Position, private: str, lang: str = sentences.ENGLISH) -> str:
    """Return a private's power in words, by its name or that of its group; empty where there is no text."""
    head = f"in.{pos.title.name}.power"
    group = private.rstrip("0123456789")
    for key in (f"{head}.{private}", f"{head}.{group}"):
        if sentences.known(key):
            return sentences.say(key, lang)
    return ""
