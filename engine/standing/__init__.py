"""Standing orders: what a player has decided beforehand. An order is a function of a position, and nothing else.

Asked at a decision, an order answers with an action among the legal choices, with patience, or with the reason for
which it ends. What it must remember is written down when it is given, so it never depends on who asks, or when.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

from engine.game import Game
from engine.standing.orders import Act, Finish, Order, Response, Wait
from engine.standing.passing import OneAnswer, PassRound, PassUntil
from engine.standing.running import RunBest
from engine.standing.trading import BuyShares, StartAt, TakeFirst, open_lots

KINDS: dict[str, type[Order]] = {
    kind.kind: kind for kind in (PassRound, PassUntil, TakeFirst, BuyShares, StartAt, RunBest, OneAnswer)
}
"""The kinds of orders by name, in the order in which they are offered and asked."""

PASSING = (PassRound, PassUntil)
"""The kinds of orders that leave nothing else to do in a turn."""


def load(stored: Mapping[str, Any]) -> Order:
    """Return the order that :meth:`Order.dump` wrote.

    :raises KeyError: when there is no such kind of order, or a part is missing
    """
    kind = KINDS[stored["kind"]]
    values = {
        one.name: stored[one.name] for one in fields(kind) if one.default is MISSING or one.name in stored
    }
    return kind(**{name: tuple(one) if isinstance(one, list) else one for name, one in values.items()})


def offered(game: Game, player: str) -> list[Order]:
    """Return the orders that a player may give now."""
    if game.state.over:
        return []
    return [order for kind in KINDS.values() for order in kind.offered(game, player)]


def find(game: Game, player: str, name: str) -> Order | None:
    """Return the order of that name that a player may give now, None where there is none."""
    return next((found for order in offered(game, player) if (found := order.named(name))), None)


def contradict(one: Order, other: Order) -> bool:
    """Tell whether a player cannot want both orders: they run one unit, or one passes where the other acts."""
    if isinstance(one, RunBest) and isinstance(other, RunBest):
        return one.unit == other.unit
    apart = (RunBest, OneAnswer)
    passes = isinstance(one, PASSING) or isinstance(other, PASSING)
    if passes and not isinstance(one, apart) and not isinstance(other, apart):
        return True
    return one.name == other.name


def ask(order: Order, game: Game, player: str) -> Response:
    """Return the verdict of an order now; an action is always among the legal choices."""
    if game.state.over:
        return Finish("over")
    if player not in game.pos.awaited:
        return order.overtaken(game, player) or Wait()
    found = order.answer(game, player)
    if isinstance(found, Act) and found.action not in game.choices:
        return Finish("refused")
    return found


__all__ = [
    "KINDS",
    "Act",
    "BuyShares",
    "Finish",
    "OneAnswer",
    "Order",
    "PassRound",
    "PassUntil",
    "Response",
    "RunBest",
    "StartAt",
    "TakeFirst",
    "Wait",
    "ask",
    "contradict",
    "find",
    "load",
    "offered",
    "open_lots",
]
