"""What is to come in 18CZ: what the first sale of each card brings, the next export, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterator

from engine.exhibits import FirstSale, Prospect
from engine.position import Position
from engine.steps.trains import sides, top_card
from engine.titles.t18cz import phases
from engine.titles.t18cz.figures import czech_state, figures, local_value


def first_sales(pos: Position) -> tuple[FirstSale, ...]:
    """Return the phases still to begin, each with its card, and what the sale of a side rusts."""
    cards = dict.fromkeys(train.stack for train in pos.title.data.trains)
    starts = {card: phase for card, phase in figures(pos).starts.items() if not pos.since(phase)}
    return tuple(
        FirstSale(
            card, starts.get(card, ""), tuple(_follows(pos, card, starts.get(card, ""))), _rusting(pos, card)
        )
        for card in cards
    )


def _rusting(pos: Position, card: str) -> tuple[str, ...]:
    types = {one for side in sides(pos, card) for one in phases.rusted_by(pos, side)}
    return tuple(side for side in pos.title.trains if phases.train_type(side) in types)


def _follows(pos: Position, card: str, phase: str) -> Iterator[Prospect]:
    numbers = figures(pos)
    for kind, opens in numbers.opened_in.items():
        if opens == phase and numbers.dummy is None:
            yield Prospect("opens", {"kind": kind})
        elif opens == phase:
            yield Prospect("opens_dummy", {"kind": kind, "player": pos.title.data.dummy})
    for side in sides(pos, card):
        types = [one for one in phases.rusted_by(pos, side) if one not in czech_state(pos).gone]
        if types:
            yield Prospect("side_rusts", {"train": side, "trains": tuple(types)})


def prospects(pos: Position) -> tuple[Prospect, ...]:
    """Return the export that is due, what locals are worth, how many rounds each set has, and the last round."""
    return (
        *(() if pos.state.over else _export(pos)),
        Prospect("local_value", {"money": local_value(pos)}),
        *(() if pos.state.over else _rounds(pos)),
    )


def _export(pos: Position) -> Iterator[Prospect]:
    sets, number = figures(pos).sets, pos.state.frames[0].number[0]
    train = top_card(pos)
    if train and any(one.export for one in sets[number - 1 :]):
        if figures(pos).dummy:
            yield Prospect("gift", {"train": train, "player": pos.title.data.dummy})
        else:
            yield Prospect("next_export", {"train": train})


def rounds(pos: Position) -> int:
    """Return how many operating rounds belong to the set that a stock round begins."""
    return len(figures(pos).sets[pos.state.frames[0].number[0] - 1].values)


def _rounds(pos: Position) -> Iterator[Prospect]:
    sets = tuple(len(one.values) for one in figures(pos).sets)
    yield Prospect("sets", {"rounds": sets})
    yield Prospect("end_round", {"number": (len(sets), sets[-1])})
