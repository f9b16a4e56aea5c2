"""What may be done by powers and with privates, in rows: what gives them, where they work, what they cost."""

from __future__ import annotations

from collections.abc import Sequence

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
    for use in stakes.uses(dressed.pos, offers):
        _use(flow, dressed, use)
        flow.gap(12)


def add_powers(sheet: Sheet, dressed: Dressed, offers: Sequence[Offer]) -> None:
    """Add the same one below the other, each thing with what it can do in words where it is named first."""
    told = set[str]()
    for use in stakes.uses(dressed.pos, offers):
        flow = Flow(sheet, dressed)
        _use(flow, dressed, use)
        flow.end()
        power = power_in_words(dressed.pos, use.things[0], sheet.lang) if use.things else ""
        for line in in_lines(power, (sheet.inner - INDENT) / SMALL) if power not in told else ():
            Flow(sheet, dressed, MARGIN + INDENT).text(line, size=SMALL, soft=True)
            sheet.next(ROW - 4)
        told.add(power)


def _use(flow: Flow, dressed: Dressed, use: Use) -> None:
    """Write what gives a power, what is done by it and where, and the money before and after it."""
    pos, scheme = dressed.pos, flow.sheet.scheme
    for thing in use.things:
        flow.plate(thing)
    flow.text(sentences.say(f"verb.{use.verb}", dressed.look.lang), size=SMALL, soft=True)
    for target in use.targets[:PLACES]:
        if target in pos.title.units:
            flow.unit(pos.title.units[target])
        else:
            flow.text(target, bold=True)
    if len(use.targets) > PLACES:
        flow.text(f"+{len(use.targets) - PLACES}", soft=True)
    least, most = use.change
    if least or most:
        flow.text(signed(most), bold=True, colour=scheme.accent if most > 0 else scheme.ink)
        flow.gap(-4).text(f"\u2192{pos.cash(use.payer) + most}", soft=True)


def signed(amount: int) -> str:
    """An amount with its sign."""
    return f"+{amount}" if amount > 0 else f"\u2212{-amount}" if amount else "0"
