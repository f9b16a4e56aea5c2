"""What may be done by powers and with privates, in rows: what gives them, where they work, what they cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from assets import sentences
from engine import stakes
from engine.choices import Offer
from engine.stakes import Use
from render.compose import ROW, Dressed, Flow
from render.sheet import MARGIN, SMALL, Sheet, in_lines
from render.supply import power_in_words

PLACES = 4
"""So many hexes are named at which a power may be used."""
INDENT = 16
"""How far what a power can do is moved in below what gives it."""


def add_uses(sheet: Sheet, dressed: Dressed, offers: Sequence[Offer]) -> bool:
    """Add what may be done by powers and with privates, side by side; tell whether there is anything."""
    flow = Flow(sheet, dressed)
    put_uses(flow, dressed, offers)
    is_any = flow.x > flow.left
    if is_any:
        flow.end()
    return is_any


def put_uses(flow: Flow, dressed: Dressed, offers: Sequence[Offer]) -> None:
    """Write the same into rows that have begun."""
    for things, uses in _by_things(dressed, offers):
        _uses(flow, dressed, things, uses)


def add_powers(sheet: Sheet, dressed: Dressed, offers: Sequence[Offer]) -> None:
    """Add the same one below the other, each thing with what it can do in words."""
    for things, uses in _by_things(dressed, offers):
        flow = Flow(sheet, dressed)
        _uses(flow, dressed, things, uses)
        flow.end()
        power = power_in_words(dressed.pos, things[0], sheet.lang) if things else ""
        for line in in_lines(power, (sheet.inner - INDENT) / SMALL):
            Flow(sheet, dressed, MARGIN + INDENT).text(line, size=SMALL, soft=True)
            sheet.next(ROW - 4)


Things = tuple[str, ...]


def _by_things(dressed: Dressed, offers: Sequence[Offer]) -> Iterator[tuple[Things, list[Use]]]:
    """What may be done, by what gives it."""
    found = sorted(stakes.uses(dressed.pos, offers), key=attrgetter("things"))
    return ((things, [*uses]) for things, uses in groupby(found, attrgetter("things")))


def _uses(flow: Flow, dressed: Dressed, things: Things, uses: Sequence[Use]) -> None:
    """Write what gives powers, then what is done by them and where, and the money that brings, and after it."""
    for thing in things:
        flow.plate(thing)
    for use in uses:
        _use(flow, dressed, use)
        flow.gap(12)


def _use(flow: Flow, dressed: Dressed, use: Use) -> None:
    pos, scheme = dressed.pos, flow.sheet.scheme
    flow.text(sentences.say(f"verb.{use.verb}", dressed.look.lang), size=SMALL, soft=True)
    for target in use.targets[:PLACES]:
        if target in pos.title.units:
            flow.unit(pos.title.units[target])
        else:
            flow.text(target, bold=True)
    if len(use.targets) > PLACES:
        flow.text(f"+{len(use.targets) - PLACES}", soft=True)
    least, most = use.change
    if least != most:
        flow.text(f"{signed(least)} \u2013 {signed(most)}", bold=True)
    elif most:
        flow.text(signed(most), bold=True, colour=scheme.accent if most > 0 else scheme.ink)
        flow.gap(-4).text(f"\u2192{pos.cash(use.payer) + most}", soft=True)


def signed(amount: int) -> str:
    """An amount with its sign."""
    return f"+{amount}" if amount > 0 else f"\u2212{-amount}" if amount else "0"
