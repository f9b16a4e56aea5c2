"""What the trains still to be sold will change: phases, what they allow, and what the title says follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Protocol

from engine.data import Phase, TrainType
from engine.exhibits import FirstSale, Prospect
from engine.position import Position
from engine.state import BANK
from engine.steps.trains import sides, top_card, top_card_first


def milestones(pos: Position) -> dict[str, FirstSale]:
    """Return the consequences of the next sale of each card; cards without any are left out."""
    ahead = (sale for sale in pos.title.foresight.first_sales(pos) if sale.phase or sale.follows)
    return {sale.card: replace(sale, follows=(*_allowed(pos, sale.phase), *sale.follows)) for sale in ahead}


class TrainFigures(Protocol):
    """Numbers of a title of plain trains: the phase each starts, and the types of train it rusts."""

    @property
    def starts(self) -> Mapping[str, str]:  # noqa: D102 - the class says it
        ...

    @property
    def rusts(self) -> Mapping[str, tuple[str, ...]]:  # noqa: D102
        ...


def train_sales(figures: Callable[[Position], TrainFigures]) -> Callable[[Position], tuple[FirstSale, ...]]:
    """Return the foresight of a title whose trains start phases and rust others by their first sale."""

    def first_sales(pos: Position) -> tuple[FirstSale, ...]:
        numbers = figures(pos)
        ahead = (one.name for one in pos.title.data.trains if not one.card and _unsold(pos, one))
        return tuple(_first_sale(pos, numbers, train) for train in ahead)

    return first_sales


def _unsold(pos: Position, train: TrainType) -> bool:
    """Tell whether no train of a type has left the depot; one that is unlimited is unsold while nobody has it."""
    if train.count is None:
        return all(train.name not in owned for owned in pos.state.trains.values())
    return pos.state.depot[train.name] == train.count


def _first_sale(pos: Position, numbers: TrainFigures, train: str) -> FirstSale:
    phase = numbers.starts.get(train, "")
    gone = numbers.rusts.get(train, ())
    begins = phase if phase and not pos.since(phase) else ""
    return FirstSale(train, begins, (Prospect("rusts", {"trains": gone}),) if gone else (), gone)


class CardFigures(Protocol):
    """Numbers of a title of cards with sides: the phase each starts, and the cards a phase turns or rusts."""

    @property
    def starts(self) -> Mapping[str, str]:  # noqa: D102 - the class says it
        ...

    @property
    def turned(self) -> Mapping[str, str]:  # noqa: D102
        ...

    @property
    def rusted(self) -> Mapping[str, str]:  # noqa: D102
        ...


def card_sales(figures: Callable[[Position], CardFigures]) -> Callable[[Position], tuple[FirstSale, ...]]:
    """Return the foresight of a title whose phases turn and rust whole cards."""

    def first_sales(pos: Position) -> tuple[FirstSale, ...]:
        numbers = figures(pos)
        ahead = {card: phase for card, phase in numbers.starts.items() if not pos.since(phase)}
        return tuple(
            FirstSale(card, phase, tuple(_to_cards(pos, numbers, phase)), _rusting(pos, numbers, phase))
            for card, phase in ahead.items()
        )

    return first_sales


def _rusting(pos: Position, numbers: CardFigures, phase: str) -> tuple[str, ...]:
    rusted = numbers.rusted.get(phase)
    return tuple(sides(pos, rusted)) if rusted else ()


def _to_cards(pos: Position, numbers: CardFigures, phase: str) -> Iterator[Prospect]:
    if rusted := numbers.rusted.get(phase):
        yield Prospect("rusts", {"trains": sides(pos, rusted)})
    if turned := numbers.turned.get(phase):
        front, back = sides(pos, turned)
        yield Prospect("turns", {"train": front, "after": back})


def next_card(pos: Position) -> str:
    """Return the card that is sold next where cards are sold in order; empty where any may be bought."""
    in_order = any(top_card_first in step.rules for step in pos.title.steps.values())
    return top_card(pos) if in_order else ""


def bank_end(pos: Position) -> Iterator[Prospect]:
    """Yield how a game ends whose bank may run out of money."""
    if pos.title.data.bank is None or pos.state.over:
        return
    if pos.title.foresight.broken(pos):
        yield Prospect("end_broken")
    else:
        yield Prospect("end_bank", {"money": pos.cash(BANK)})


def _allowed(pos: Position, name: str) -> Iterator[Prospect]:
    """Yield in what a phase differs from the one before it: colours of tiles, operating rounds, train limits."""
    at = pos.title.phases.get(name, 0)
    if not at:
        return
    before, phase = pos.title.data.phases[at - 1 : at + 1]
    for colour in phase.colours:
        if colour not in before.colours:
            yield Prospect("colour", {"colour": colour})
    if phase.operating_rounds != before.operating_rounds:
        yield Prospect("rounds", {"n": phase.operating_rounds})
    limits = dict(_limits(pos, before, phase))
    if limits:
        yield Prospect("limit", {"limits": limits})
    yield from (Prospect(key) for key in phase.brings)


def _limits(pos: Position, before: Phase, phase: Phase) -> Iterator[tuple[str, int]]:
    """Yield the train limits that change, by kind, of the kinds that take part in this game."""
    kinds = dict.fromkeys(unit.kind for unit in pos.title.data.units)
    for kind, limit in phase.train_limit.items():
        if kind in kinds and limit != before.train_limit.get(kind, limit):
            yield kind, limit
