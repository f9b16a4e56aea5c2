"""Standing orders in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from assets import sentences
from bot.speech.teller import Teller
from engine.standing import Act, Finish, Order, Response

WISH = "wish"


def wish(teller: Teller, order: Order) -> str:
    """Return the wish of an order in words."""
    kind, _, rest = order.name.partition("/")
    variant = rest.partition("/")[2].replace("/", ".")
    return teller.say_own(
        f"{WISH}.{kind}" + (f".{variant}" if variant else ""), **_said(teller, order.dump())
    )


def ends(teller: Teller, order: Order) -> str:
    """Return when an order ends by itself; one that ends turns can be in the way of a duty, a draft has no bids."""
    key, variant = f"{WISH}.ends.{order.kind}", order.name.rpartition("/")[2]
    own = f"{key}.{variant}"
    return teller.say(own if sentences.known(own) else key, **_said(teller, order.dump()))


def ended(teller: Teller, reason: Mapping[str, Any] | None) -> str:
    """Return why an order has ended."""
    given = dict(reason or {})
    return teller.say(f"{WISH}.why.{given.pop('why', 'over')}", **_said(teller, given))


def now(teller: Teller, answer: Response) -> str:
    """Return the action of an order at this moment, in words."""
    if isinstance(answer, Act):
        return teller.say(f"{WISH}.now.act", line=teller.action(answer.action))
    if isinstance(answer, Finish):
        return teller.say(f"{WISH}.now.stop", why=ended(teller, {**(answer.values or {}), "why": answer.why}))
    return teller.say(f"{WISH}.now.wait")


def _said(teller: Teller, values: Mapping[str, Any]) -> dict[str, str]:
    """Return the values of an order as they are said."""
    said = {}
    if "unit" in values:
        said["unit"] = teller.unit(values["unit"])
    if "lots" in values:
        said["lots"] = _in_order(teller, values["lots"])
    if "lot" in values:
        said["lot"] = lot(teller, values["lot"])
    if "price" in values:
        said["price"] = teller.money(values["price"])
    for share in ("until", "percent"):
        if share in values:
            said[share] = teller.percent(values[share])
    return said


def lot(teller: Teller, one: str) -> str:
    """A lot that may be drafted or bid for, by name."""
    return str(teller.value("certificate", one))


def _in_order(teller: Teller, lots: Sequence[str]) -> str:
    """Return lots in the order in which they are wanted."""
    said = lot(teller, lots[0])
    for one in lots[1:]:
        said = teller.say(f"{WISH}.else", lots=said, lot=lot(teller, one))
    return said
