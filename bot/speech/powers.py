"""What privates, locals, supporters and companies with a business can do, told where they are for sale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bot.speech.teller import Teller
from engine import outlook
from engine.choices import Offer
from engine.finance.privates import is_used
from engine.position import Position

FEW = 4
"""How many things for sale are told about at once."""
FIELDS = ("certificate", "private", "supporter")
"""The fields of an action that name what changes hands or helps."""


def for_sale(teller: Teller, offers: Iterable[Offer], pos: Position | None = None) -> list[str]:
    """Return the power of each thing on offer, if they are few; nothing where they are many.

    What has been used is left out where the position is given.
    """
    named = (str(getattr(offer.action, field, "")) for offer in offers for field in (*FIELDS, *_share(offer)))
    things = [thing for thing in dict.fromkeys(named) if thing and teller.power(thing)]
    things = [thing for thing in things if pos is None or not is_used(pos, thing)]
    return _lines(teller, things) if len(things) <= FEW else []


def _share(offer: Offer) -> tuple[str, ...]:
    return ("unit",) if hasattr(offer.action, "percent") else ()


def _lines(teller: Teller, things: Iterable[str]) -> list[str]:
    """A line for each power, with all that have it."""
    alike: dict[str, list[str]] = {}
    for thing in things:
        alike.setdefault(teller.power(thing), []).append(teller.who(thing))
    return [teller.say("power.line", name=", ".join(names), power=power) for power, names in alike.items()]


def private(teller: Teller, pos: Position, about: str) -> list[str]:
    """Return all there is to know of a private: its power, income, price range, owner, and when it closes."""
    return [f"### {teller.private(about)}", *(f"- {fact}" for fact in _facts(teller, pos, about))]


def _facts(teller: Teller, pos: Position, about: str) -> Iterator[str]:
    known: Any = pos.title.privates[about]
    if power := teller.power(about):
        yield teller.say("power.used", power=power) if is_used(pos, about) else power
    if known.income:
        yield teller.say("text.income", money=teller.money(known.income))
    if known.price:
        yield teller.say_own("power.price", price=teller.money(known.price))
    if sale := outlook.sale_prices(pos, about):
        low, high = teller.money(sale[0]), teller.money(sale[-1])
        yield teller.say("power.range", low=low, high=high)
    owner = pos.owner(about)
    owned = owner in pos.everybody or owner in pos.title.units
    yield teller.say("power.owner", owner=teller.who(owner)) if owned else teller.say("power.nobody")
    if closes := teller.of_group("closes", about):
        yield teller.say("power.closes", when=closes)
