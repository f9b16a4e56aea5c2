"""The order that runs a unit's trains every round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from engine.actions import LayTile, PayDividend, RunTrains
from engine.game import Game
from engine.opponents.plain import net_of
from engine.position import Position
from engine.rounds.operating import OperatingRound
from engine.standing.orders import Act, Finish, Order, Response, Wait, own_offers, passing

PAYING = {True: "pay", False: "keep", None: "split"}
"""What is done with the revenue, by whether it is paid out."""


def _decides(pos: Position, unit: str) -> bool:
    """Tell whether somebody decides what is done with a unit's revenue."""
    rounds = (one for one in pos.title.rounds.values() if isinstance(one, OperatingRound))
    names = {name for one in rounds for name in one.turn_of(pos, unit)}
    return not names or any(pos.title.steps[name].verb is PayDividend for name in names)


@dataclass(frozen=True, slots=True)
class RunBest(Order):
    """Run the best routes of a unit every round, and pay the dividend or keep it.

    With ``idle`` nothing is built or bought in these turns; without, the order waits while a tile may be laid. Where
    the revenue is always split, ``pays`` is None.
    """

    kind: ClassVar[str] = "run_best"
    unit: str
    pays: bool | None
    idle: bool

    @classmethod
    def offered(cls, game: Game, player: str) -> Iterator[Self]:
        """Yield, for every unit of the player that has a train, each way to run it."""
        pos = game.pos
        for unit in pos.title.units:
            if pos.director(unit) == player and pos.state.trains.get(unit):
                for idle in (False, True):
                    for pays in (True, False) if _decides(pos, unit) else (None,):
                        yield cls(unit, pays=pays, idle=idle)

    @property
    def name(self) -> str:
        """Return the kind, the unit, and what is done with it."""
        return f"{self.kind}/{self.unit}/{PAYING[self.pays]}{'/idle' if self.idle else ''}"

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
        if not self.idle and any(isinstance(offer.action, LayTile) for offer in own):
            return Wait()
        runs = [offer for offer in own if isinstance(offer.action, RunTrains)]
        if runs:
            return Act(max(runs, key=net_of).action)
        for offer in own:
            if isinstance(offer.action, PayDividend):
                return Act(list(offer)[-1 if self.pays else 0])
        return passing(game, player) if self.idle else Wait()
