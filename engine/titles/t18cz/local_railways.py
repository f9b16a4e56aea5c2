"""Local railways in the hands of companies: bought from players, used, and sold to the bank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.actions import Acquire, Action, Matter
from engine.finance.privates import close_private
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK
from engine.steps import Step
from engine.steps.acquire import price_within, sales_open
from engine.steps.turn import units_turn
from engine.titles.t18cz.figures import figures, local_size, local_value


@dataclass(frozen=True, slots=True)
class DisposeLocal(Action):
    """Sell a local of a company to the bank; it leaves the game."""

    seldom: ClassVar[bool] = True
    verb: ClassVar[str] = "dispose"
    matter: ClassVar[Matter] = "acquisition"
    unit: str
    private: str


def may_hold(pos: Position, unit: str, local: str) -> bool:
    """Tell whether a company's size lets it own a local."""
    return local_size(pos, local) in _sizes(pos, unit)


def _sizes(pos: Position, unit: str) -> tuple[str, ...]:
    return figures(pos).may_own.get(pos.kind(unit), ())


def held_by_players(pos: Position) -> list[str]:
    """Return the locals that players own."""
    owners, players = pos.state.owners, pos.state.players
    return [local for local in pos.title.privates if owners.get(local) in players]


def buyable(pos: Position, unit: str) -> list[str]:
    """Return the locals that a company may buy from players and can find any money for."""
    if not pos.since(figures(pos).private_sales_from) or not (pos.cash(unit) or pos.owned(unit)):
        return []
    sizes = _sizes(pos, unit)
    return [local for local in held_by_players(pos) if local_size(pos, local) in sizes]


def most_money(pos: Position, unit: str, owned: int, bought: int) -> int:
    """Return a company's cash once it has sold so many locals that it owns, or buys for 1 before, in crowns."""
    value = local_value(pos)
    return pos.cash(unit) + value * owned + (value - 1) * bought


# --- bought from players


@rule("private_owner")
def from_a_player(pos: Position, deal: Acquire) -> Refusal | None:
    """Companies buy locals from players only, not from each other."""
    kept = bool(local_size(pos, deal.private)) and pos.owner(deal.private) in pos.state.players
    return unless(kept, private=deal.private, unit=deal.unit)


@rule("private_kind")
def small_enough(pos: Position, deal: Acquire) -> Refusal | None:
    """A company owns locals of its own size and smaller ones."""
    return unless(may_hold(pos, deal.unit, deal.private), unit=deal.unit, private=deal.private)


def sale_prices(pos: Position, local: str) -> range:
    """Return the prices at which a local may be sold: from 1 to the current value of locals, in crowns."""
    return range(1, local_value(pos) + 1)


def for_sale(pos: Position, player: str) -> list[str]:
    """Return the locals that a director may propose to buy: those of all players."""
    return held_by_players(pos)


ACQUIRING: Rules[Acquire] = Rules(
    (
        units_turn,
        from_a_player,
        sales_open(lambda pos: figures(pos).private_sales_from),
        small_enough,
        price_within(sale_prices),
    )
)


# --- sold to the bank


@rule("private_owner")
def owns_local(pos: Position, sale: DisposeLocal) -> Refusal | None:
    """Only the company that owns a local sells it to the bank."""
    kept = bool(local_size(pos, sale.private)) and pos.owner(sale.private) == sale.unit
    return unless(kept, private=sale.private, unit=sale.unit)


DISPOSING: Rules[DisposeLocal] = Rules((units_turn, owns_local))


class DisposeLocalStep(Step[DisposeLocal]):
    """Sell a local, used or not, to the bank for its current value, at any moment of the company's turn."""

    verb = DisposeLocal

    def candidates(self, pos: Position) -> Iterator[DisposeLocal]:
        """Yield every local of the company."""
        if pos.unit and pos.awaited:
            for local in pos.owned(pos.unit):
                yield DisposeLocal(pos.awaited[0], pos.unit, local)

    def facts(self, pos: Position, action: DisposeLocal) -> Mapping[str, Any]:
        """Return the bank's payment."""
        return {"price": local_value(pos)}

    def apply(self, scratch: Scratch, action: DisposeLocal) -> None:
        """Pay the company; the local leaves the game."""
        price = local_value(scratch.now)
        scratch.pay(BANK, action.unit, price, "private")
        close_private(scratch, action.private, "sold", price)
