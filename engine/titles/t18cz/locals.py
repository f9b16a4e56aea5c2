"""Local railways in the hands of companies: bought from players, sold to the bank, and who may still use them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.actions import Acquire, Action
from engine.events import Acquired, Closed
from engine.position import Position
from engine.rounds.consent import ask
from engine.rules import Refusal, Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK
from engine.steps import Step
from engine.steps.turn import units_turn
from engine.titles.t18cz.facts import extra, facts, local_size, local_value


@dataclass(frozen=True, slots=True)
class Dispose(Action):
    """Sell a local of a company to the bank; it leaves the game."""

    verb: ClassVar[str] = "dispose"
    shared: ClassVar[bool] = False
    unit: str
    paper: str


def unused(pos: Position, unit: str) -> list[str]:
    """Return the locals of a company whose power is left."""
    return [paper for paper in pos.owned(unit) if paper not in extra(pos).used]


def may_hold(pos: Position, unit: str, paper: str) -> bool:
    """Tell whether a company's size lets it own a local."""
    return local_size(pos, paper) in facts(pos).may_own.get(pos.kind(unit), ())


def held_by_players(pos: Position) -> list[str]:
    """Return the locals that players own."""
    return [paper for paper in pos.title.privates if pos.owner(paper) in pos.state.players]


def may_raise(pos: Position, unit: str) -> bool:
    """Tell whether a company could get money from locals: those it owns, or would buy and sell again."""
    if pos.owned(unit):
        return True
    return bool(buyable(pos, unit))


def buyable(pos: Position, unit: str) -> list[str]:
    """Return the locals that a company may buy from players and has any money for."""
    able = pos.since(facts(pos).private_sales_from) and pos.cash(unit) > 0
    return [paper for paper in held_by_players(pos) if able and may_hold(pos, unit, paper)]


# --- bought from players


@rule("private_owner")
def from_a_player(pos: Position, deal: Acquire) -> Refusal | None:
    """Companies buy locals from players, never from each other."""
    kept = bool(local_size(pos, deal.paper)) and pos.owner(deal.paper) in pos.state.players
    return unless(kept, paper=deal.paper, unit=deal.unit)


@rule("private_phase")
def sales_open(pos: Position, deal: Acquire) -> Refusal | None:
    """Companies buy locals from a certain phase on."""
    phase = facts(pos).private_sales_from
    return unless(pos.since(phase), phase=phase)


@rule("private_kind")
def small_enough(pos: Position, deal: Acquire) -> Refusal | None:
    """A company owns locals of its own size and smaller ones."""
    return unless(may_hold(pos, deal.unit, deal.paper), unit=deal.unit, paper=deal.paper)


@rule("private_price")
def price_in_range(pos: Position, deal: Acquire) -> Refusal | None:
    """The price is at least 1 and at most what locals are worth now, and the treasury pays it."""
    high, cash = local_value(pos), pos.cash(deal.unit)
    return unless(1 <= deal.price <= min(high, cash), paper=deal.paper, low=1, high=high, cash=cash)


class AcquireLocal(Step[Acquire]):
    """Buy a local from a player, at any moment of the company's own turn; another owner is asked."""

    verb = Acquire
    repeats = True

    def candidates(self, pos: Position) -> Iterator[Acquire]:
        """Yield the lowest price of every local that a player owns."""
        if pos.unit and pos.awaited:
            for paper in held_by_players(pos):
                yield Acquire(pos.awaited[0], pos.unit, paper, 1)

    def amounts(self, pos: Position, action: Acquire) -> range | None:
        """Return every price the treasury can pay."""
        return range(1, min(local_value(pos), pos.cash(action.unit)) + 1)

    def facts(self, pos: Position, action: Acquire) -> Mapping[str, Any]:
        """Return whether another player must agree."""
        return {"consent": self._asked(pos, action)}

    def _asked(self, pos: Position, action: Acquire) -> str:
        """Return the player who must agree, empty if that is the director or nobody is asked."""
        owner = pos.owner(action.paper)
        return "" if owner == action.actor or pos.option("consent") else owner

    def apply(self, scratch: Scratch, action: Acquire) -> None:
        """Buy, or ask the owner."""
        if other := self._asked(scratch.now, action):
            ask(scratch, action, other)
        else:
            self.conclude(scratch, action)

    def conclude(self, scratch: Scratch, action: Acquire) -> None:
        """Pay the owner and take the local."""
        owner = scratch.now.owner(action.paper)
        scratch.pay(action.unit, owner, action.price, "private")
        scratch.put("owners", action.paper, action.unit)
        scratch.emit(Acquired(action.unit, action.paper, action.price, owner))


ACQUIRING: Rules[Acquire] = Rules((units_turn, from_a_player, sales_open, small_enough, price_in_range))


# --- sold to the bank


@rule("private_owner")
def owns_local(pos: Position, sale: Dispose) -> Refusal | None:
    """Only the company that owns a local sells it to the bank."""
    kept = bool(local_size(pos, sale.paper)) and pos.owner(sale.paper) == sale.unit
    return unless(kept, paper=sale.paper, unit=sale.unit)


class DisposeLocal(Step[Dispose]):
    """Sell a local to the bank for what it is worth now, used or not, at any moment of the company's turn."""

    verb = Dispose
    repeats = True

    def candidates(self, pos: Position) -> Iterator[Dispose]:
        """Yield every local of the company."""
        if pos.unit and pos.awaited:
            for paper in pos.owned(pos.unit):
                yield Dispose(pos.awaited[0], pos.unit, paper)

    def facts(self, pos: Position, action: Dispose) -> Mapping[str, Any]:
        """Return what the bank pays."""
        return {"price": local_value(pos)}

    def apply(self, scratch: Scratch, action: Dispose) -> None:
        """Pay the company; the local leaves the game."""
        price = local_value(scratch.now)
        scratch.pay(BANK, action.unit, price, "private")
        scratch.drop("owners", action.paper)
        scratch.emit(Closed(action.paper, action.unit, "sold", price))


ACQUIRE = AcquireLocal(ACQUIRING)
DISPOSE = DisposeLocal(Rules((units_turn, owns_local)))
