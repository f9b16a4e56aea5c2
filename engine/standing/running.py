"""The order that runs a unit's trains every round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from engine.actions import LayTile, PayDividend, PlaceToken, RunTrains
from engine.game import Game
from engine.opponents.plain import net_of
from engine.standing.orders import Act, Finish, Order, Response, Wait, own_offers, passing


@dataclass(frozen=True, slots=True)
class RunBest(Order):
    """Run the best routes of a unit every round, and pay the dividend or keep it.

    With ``idle`` nothing is built or bought in these turns; without, the order waits until building is over.
    """

    kind: ClassVar[str] = "run_best"
    unit: str
    pays: bool
    idle: bool

    @classmethod
    def offered(cls, game: Game, player: str) -> Iterator[Self]:
        """Yield, for every unit of the player that has a train, each way to run it."""
        pos = game.pos
        for unit in pos.title.units:
            if pos.director(unit) == player and pos.state.trains.get(unit):
                for idle in (False, True):
                    yield cls(unit, pays=True, idle=idle)
                    yield cls(unit, pays=False, idle=idle)

    @property
    def name(self) -> str:
        """Return the kind, the unit, and what is done with it."""
        return f"{self.kind}/{self.unit}/{'pay' if self.pays else 'keep'}{'/idle' if self.idle else ''}"

    def overtaken(self, game: Game, player: str) -> Finish | None:
        """End when the unit has another director, or no train."""
        pos = game.pos
        if pos.director(self.unit) != player:
            return Finish("director", {"unit": self.unit})
        return None if pos.state.trains.get(self.unit) else Finish("trainless", {"unit": self.unit})

    def answer(self, game: Game, player: str) -> Response:
        """Run, decide about the dividend, or end the turn."""
        if (ended := self.overtaken(game, player)) is not None:
            return ended
        if game.pos.unit != self.unit or len(game.state.frames) > 1:
            return Wait()
        own = own_offers(game, player)
        if not self.idle and any(isinstance(offer.action, LayTile | PlaceToken) for offer in own):
            return Wait()
        runs = [offer for offer in own if isinstance(offer.action, RunTrains)]
        if runs:
            return Act(max(runs, key=net_of).action)
        for offer in own:
            if isinstance(offer.action, PayDividend):
                return Act(list(offer)[-1 if self.pays else 0])
        return passing(game, player) if self.idle else Wait()
