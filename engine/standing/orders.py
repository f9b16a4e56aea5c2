"""What a standing order is, what it may answer, and what every kind of order asks of a position."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

from engine.actions import Action, Pass
from engine.choices import Offer
from engine.game import Game
from engine.notes import StockNotes
from engine.position import Position
from engine.rounds.operating import OperatingRound


@dataclass(frozen=True, slots=True)
class Act:
    """The order does something now."""

    action: Action


@dataclass(frozen=True, slots=True)
class Wait:
    """The order has nothing to do at this decision, and stays."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The order ends: a key that says why, and values for its sentence."""

    why: str
    values: Mapping[str, Any] | None = None


Response = Act | Wait | Finish


@dataclass(frozen=True, slots=True)
class Order(ABC):
    """Something a player wants done whenever it can be done."""

    kind: ClassVar[str] = ""

    @classmethod
    @abstractmethod
    def offered(cls, game: Game, player: str) -> Iterator[Self]:
        """Yield the orders of this kind that make sense now, in a fixed order."""

    @abstractmethod
    def answer(self, game: Game, player: str) -> Response:
        """Return the order's verdict at this decision of the player; asked only while the game is not over."""

    def overtaken(self, game: Game, player: str) -> Finish | None:
        """Return why the order ends though the player has nothing to decide; None while it stays."""
        return None

    @property
    def name(self) -> str:
        """Return the key that tells this order from the others on offer, whatever its numbers are."""
        return self.kind

    def named(self, name: str) -> Order | None:
        """Return the order of that name which this one leads to, None where it does not."""
        return self if self.name == name else None

    def others(self, game: Game) -> Iterator[tuple[str, Order]]:
        """Yield what may stand besides in the order, each with the order that has it at the end of its list."""
        return iter(())

    def varied(self, game: Game) -> Iterator[tuple[str, Order]]:
        """Yield the order with one of its numbers a step higher or lower, each with the name of that step."""
        return iter(())

    def with_numbers(self, until: int, price: int) -> Order:
        """Return the order with these numbers, where it has such."""
        return self

    def dump(self) -> dict[str, Any]:
        """Return the order as JSON values."""
        return {"kind": self.kind, **asdict(self)}


def place(pos: Position) -> str:
    """Return which round this is, whatever decision is open in it."""
    base = pos.state.frames[0]
    return f"{base.kind} {' '.join(map(str, base.number))}"


def operates(pos: Position) -> bool:
    """Tell whether units have turns in this round."""
    return isinstance(pos.title.rounds[pos.state.frames[0].kind], OperatingRound)


def last_set(pos: Position) -> int:
    """Return the number of the last set of operating rounds before the next stock round is over."""
    number = pos.state.frames[0].number[0]
    return number if operates(pos) else number - 1


def is_later(pos: Position, last: int) -> bool:
    """Tell whether units have turns in a set of operating rounds after the one of that number."""
    return operates(pos) and pos.state.frames[0].number[0] > last


def sales(pos: Position) -> dict[str, list[str]]:
    """Return the units that each player has sold in this round."""
    first = pos.state.frames[0]
    if not issubclass(pos.title.rounds[first.kind].notes, StockNotes):
        return {}
    return {player: list(units) for player, units in pos.notes(StockNotes, first).sold.items()}


def own_offers(game: Game, player: str) -> list[Offer]:
    """Return a player's offers now."""
    return [offer for offer in game.choices.offers if offer.action.actor == player]


def passing(game: Game, player: str) -> Response:
    """Return a pass, or that the player must do something else."""
    passes = (offer.action for offer in own_offers(game, player) if isinstance(offer.action, Pass))
    found = next(passes, None)
    return Act(found) if found is not None else Finish("duty")
