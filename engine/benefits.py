"""What may be bought to help a run, and the words players have for it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from engine.data import TitleData
from engine.refusals import Malformed


def meant(data: TitleData, words: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the sets of benefits that words may mean: a seller stands for any of those it sells.

    :raises Malformed: when nobody sells such a thing.
    """
    return list(product(*(_sold_as(data, word) for word in words)))


def _sold_as(data: TitleData, word: str) -> tuple[str, ...]:
    names = {unit.id: (unit.id, unit.abbr) for unit in data.units}
    found = tuple(
        benefit for benefit, seller in data.benefits.items() if word in (benefit, *names.get(seller, ()))
    )
    if not found:
        raise Malformed("unknown_benefit", benefit=word, known=", ".join(data.benefits))
    return found
