"""What is to come in 1844: what the first sale of each card brings, the next export, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator

from engine.exhibits import FirstSale, Prospect
from engine.position import Position
from engine.state import BANK
from engine.steps.trains import top_card
from engine.titles.t1844.figures import figures, swiss_state
from engine.titles.t1844.flow import broken


def first_sales(pos: Position) -> tuple[FirstSale, ...]:
    """Return the phases still to begin, each with its card, and what it does to trains, privates and companies."""
    starts = figures(pos).starts.items()
    return tuple(
        FirstSale(card, phase, tuple(_follows(pos, card, phase)))
        for card, phase in starts
        if not pos.since(phase)
    )


def _follows(pos: Position, card: str, phase: str) -> Iterator[Prospect]:
    numbers = figures(pos)
    if rusted := numbers.rusted.get(phase):
        yield Prospect("rusts", {"trains": _sides(pos, rusted)})
    if turned := numbers.turned.get(phase):
        front, back = _sides(pos, turned)
        yield Prospect("turns", {"train": front, "after": back})
    if card == numbers.sbb.formed_by:
        yield Prospect("forms", {"unit": numbers.sbb.id})
    begins = {
        "export_begins": numbers.export_from,
        "trade_begins": numbers.trade_from,
        "private_sales_begin": numbers.private_sales_from,
        "privates_close": numbers.privates_close,
        "full_capital": numbers.full_capital_from,
    }
    yield from (Prospect(key) for key, since in begins.items() if since == phase)


def _sides(pos: Position, card: str) -> tuple[str, ...]:
    """Return the sides of a card, the front first."""
    return tuple(train.name for train in pos.title.data.trains if train.stack == card)


def prospects(pos: Position) -> tuple[Prospect, ...]:
    """Return the formation and the export that are due, the train that may be given away, and how the game ends."""
    return tuple(_prospects(pos)) if not pos.state.over else ()


def _prospects(pos: Position) -> Iterator[Prospect]:
    own, numbers = swiss_state(pos), figures(pos)
    if own.sbb == "due":
        yield Prospect("formation", {"unit": numbers.sbb.id})
    if pos.since(numbers.export_from) and (train := top_card(pos)):
        yield Prospect("export", {"train": train})
    if own.eva:
        yield Prospect("eva", {"player": own.eva, "train": numbers.sbb.train})
    if broken(pos):
        yield Prospect("end_broken")
    else:
        yield Prospect("end_bank", {"money": pos.cash(BANK)})
