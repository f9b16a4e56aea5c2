"""Orders that end turns: pass for a while, and do what has no alternative."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Self

from engine.game import Game
from engine.position import Position
from engine.standing.orders import (
    Act,
    Finish,
    Order,
    Response,
    Wait,
    operates,
    own_offers,
    passing,
    place,
    sales,
)
from engine.state import POOL


@dataclass(frozen=True, slots=True)
class PassRound(Order):
    """Pass until this stock round is over."""

    kind: ClassVar[str] = "pass_round"
    round: str

    @classmethod
    def offered(cls, game: Game, player: str) -> Iterator[Self]:
        """Yield it in rounds in which players have turns."""
        if not operates(game.pos):
            yield cls(place(game.pos))

    def overtaken(self, game: Game, player: str) -> Finish | None:
        """End with the round."""
        return None if place(game.pos) == self.round else Finish("round")

    def answer(self, game: Game, player: str) -> Response:
        """Pass."""
        return self.overtaken(game, player) or passing(game, player)


@dataclass(frozen=True, slots=True)
class PassUntil(Order):
    """Pass until somebody sells what the player owns, or an operating round begins.

    When the order was given, ``pool`` was in the pool of each corporation, in percent, and ``sold`` had been sold in
    the round, by whom.
    """

    kind: ClassVar[str] = "pass_until"
    pool: Mapping[str, int]
    sold: Mapping[str, list[str]]

    @classmethod
    def offered(cls, game: Game, player: str) -> Iterator[Self]:
        """Yield it in rounds in which players have turns."""
        if not operates(game.pos):
            units = (unit.id for unit in game.title.data.units)
            pool = {unit: game.pos.percent(POOL, unit) for unit in units if game.pos.percent(POOL, unit)}
            yield cls(pool, sales(game.pos))

    def overtaken(self, game: Game, player: str) -> Finish | None:
        """End with a sale of what the player holds, or with the round."""
        pos = game.pos
        if operates(pos):
            return Finish("operating")
        for (holder, unit), held in pos.holdings.items():
            if holder == player and held and self._was_sold(pos, player, unit):
                return Finish("sold", {"unit": unit})
        return None

    def _was_sold(self, pos: Position, player: str, unit: str) -> bool:
        """Tell whether anybody else has sold shares of a corporation since the order was given."""
        new = [
            one
            for one, units in sales(pos).items()
            if one != player and unit in units and unit not in self.sold.get(one, ())
        ]
        return bool(new) or pos.percent(POOL, unit) > self.pool.get(unit, 0)

    def answer(self, game: Game, player: str) -> Response:
        """Pass."""
        return self.overtaken(game, player) or passing(game, player)


@dataclass(frozen=True, slots=True)
class OneAnswer(Order):
    """Never ask what has one answer."""

    kind: ClassVar[str] = "one_answer"

    @classmethod
    def offered(cls, game: Game, player: str) -> Iterator[Self]:
        """Yield it at any time."""
        yield cls()

    def answer(self, game: Game, player: str) -> Response:
        """Do the only thing that can be done."""
        own = own_offers(game, player)
        return Act(next(iter(own[0]))) if len(own) == 1 and len(own[0]) == 1 else Wait()
