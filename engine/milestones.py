"""What the trains still to be sold will change: phases, what they allow, and what the title says follows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.data import Phase
from engine.exhibits import FirstSale, Prospect
from engine.position import Position


def milestones(pos: Position) -> dict[str, FirstSale]:
    """Return what the next sale of each card brings, by card; cards that bring nothing more are left out."""
    ahead = (sale for sale in pos.title.first_sales(pos) if sale.phase or sale.follows)
    return {sale.card: replace(sale, follows=(*_allowed(pos, sale.phase), *sale.follows)) for sale in ahead}


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


def _limits(pos: Position, before: Phase, phase: Phase) -> Iterator[tuple[str, int]]:
    """Yield the train limits that change, by kind, of the kinds that take part in this game."""
    kinds = dict.fromkeys(unit.kind for unit in pos.title.data.units)
    for kind, limit in phase.train_limit.items():
        if kind in kinds and limit != before.train_limit.get(kind, limit):
            yield kind, limit
