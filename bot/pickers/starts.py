"""Starting a company: a row of short buttons for each, and once for all what a par price costs and brings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, TypeAlias

from discord import ui

from bot.components import ROW, Row
from bot.pickers import whole_moves
from bot.pickers.whole_moves import WholeMove
from bot.speech.table_view import TableView
from engine.choices import Offer
from engine.decisions import DecisionKind
from engine.exhibits import StartTerms

Terms: TypeAlias = tuple[int, StartTerms]
"""What the director pays for a start at a price, in the title's currency, and what the company gets."""
ROWS = 5
"""Rows of buttons in a message."""


def are_short(view: TableView, found: Sequence[WholeMove]) -> bool:
    """Tell whether moves start companies, are many, and one sentence tells what each of their prices means."""
    return len(found) > whole_moves.FEW and bool(terms(view, (move.offer for move in found)))


def label(view: TableView, move: WholeMove) -> str:
    """A company and a par price; what that costs is said above."""
    return f"{view.bare.unit(move.picked['unit'])} {move.picked['price']}"


def by_company(
    found: Sequence[WholeMove], buttons: Sequence[ui.Button[Any]], outs: Sequence[ui.Button[Any]]
) -> list[Row] | None:
    """The buttons of moves in a row for each company, and below them those that lead out, beside the last if need be.

    None where there are more companies than rows, or more prices than a row has room for.
    """
    pairs = zip(found, buttons, strict=True)
    parts: list[Row] = [
        [item for _, item in part] for _, part in groupby(pairs, lambda pair: pair[0].picked["unit"])
    ]
    if len(parts) < ROWS:
        parts.append(list(outs))
    else:
        parts[-1] += outs
    return parts if len(parts) <= ROWS and all(len(part) <= ROW for part in parts) else None


def terms(view: TableView, offers: Iterable[Offer]) -> str:
    """What each par price costs and brings to the treasury, of companies that differ in it apart; empty of others."""
    prices: dict[str, dict[int, Terms]] = {}
    for offer in offers:
        action: Any = offer.action
        if action.matter != DecisionKind.PAR:
            return ""
        found = view.game.pos.title.foresight.start(view.game.pos, action.unit, action.price)
        if found is None:
            return ""
        told = offer.facts.get("price", 0), replace(found, tokens=())
        prices.setdefault(action.unit, {})[action.price] = told
    alike = _alike(prices)
    return "\n".join(_block(view, units if len(alike) > 1 else (), known) for units, known in alike)


def _alike(prices: Mapping[str, Mapping[int, Terms]]) -> list[tuple[list[str], dict[int, Terms]]]:
    """Companies together of which the same is true at each price, with all their prices."""
    blocks: list[tuple[list[str], dict[int, Terms]]] = []
    for unit, known in prices.items():
        for units, block in blocks:
            if all(_agree(one, other) for one in known.items() for other in block.items()):
                units.append(unit)
                block |= known
                break
        else:
            blocks.append(([unit], dict(known)))
    return blocks


def _agree(one: tuple[int, Terms], other: tuple[int, Terms]) -> bool:
    """Tell whether two prices with their terms may stand in one list."""
    (price, (_, start)), (other_price, (_, other_start)) = one, other
    return start.floats_at == other_start.floats_at and (price != other_price or one == other)


def _block(view: TableView, units: Sequence[str], known: Mapping[int, Terms]) -> str:
    """Some companies, at how much sold they float, and a price after the other, the highest first."""
    teller, highest = view.teller, known[max(known)][1]
    key = "fact.pars_later" if highest.later else "fact.pars"
    head = teller.tell([key], {"percent": teller.percent(highest.floats_at)})
    named = f"{', '.join(map(teller.unit, units))}: " if units else ""
    return (
        f"{named}{head}\n{' · '.join(_line(price, *known[price]) for price in sorted(known, reverse=True))}"
    )


def _line(price: int, cost: int, start: StartTerms) -> str:
    later = f"\u00a0+\u00a0{start.later}" if start.later else ""
    return f"**{price}**:\u00a0{cost}\u00a0→\u00a0{start.capital}{later}"
