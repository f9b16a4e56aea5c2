"""The order in which a game is written: a power goes before the step that would come too late for it there.

Where we hold a turn up for a power, 18xx.games has gone on to the next step that waits, or to the next turn. The same
power used earlier in the turn, before it went on, leads to the same position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine import flow
from engine.actions import Action, Pass
from engine.game import Game
from engine.peer18xx.entries import turn_step
from engine.peer18xx.writing import NewEntry
from engine.refusals import IllegalAction
from engine.steps import UNDECIDED

AHEAD = 16
"""How many actions are searched for a power when a turn begins."""


@dataclass
class Planned:
    """An action, when it was taken, and its place in the game.

    One that is written ``early`` stands before that place; ``turn_step`` is when it was taken, and ``entry`` what was
    written of it, until its place is known.
    """

    action: Action
    time: int
    place: int
    early: bool = False
    turn_step: tuple[str, str] | None = None
    entry: NewEntry | None = None


class TurnPlan:
    """The actions of a game in the order in which they are written; ``at`` is the next of them."""

    def __init__(
        self,
        actions: Sequence[Action],
        times: Sequence[int],
        early: tuple[type[Action], ...],
        opening: tuple[type[Action], ...] = (),
    ) -> None:
        self.order = [Planned(action, times[at] if times else 0, at) for at, action in enumerate(actions)]
        self.at = 0
        self.start = 0
        self._end = 0
        self._early = (*early, *opening)
        self._opening = opening

    @property
    def coming(self) -> list[Action]:
        """Return the actions after the next one."""
        return [one.action for one in self.order[self.at + 1 :]]

    @property
    def has_powers(self) -> bool:
        """Tell whether one of the next actions is a power that may be written earlier."""
        return any(isinstance(one.action, self._early) for one in self.order[self.at : self.at + AHEAD])

    def due(self) -> list[Planned]:
        """Return the powers written early before whose place nothing is left to be written, in their order."""
        left = min((one.place for one in self.order[self.at : self._end]), default=len(self.order))
        waiting = (one for one in self.order[self.start : self.at] if one.entry is not None)
        return sorted((one for one in waiting if one.place < left), key=lambda one: one.place)

    def put_forward(self, began: Game) -> bool:
        """Move the last power of the turn that can be moved before an earlier action, and begin the turn again.

        Return False, with nothing moved, where any such move would make another game.
        """
        written = self.order[self.start : self.at + 1]
        for last in range(self.at, self.start, -1):
            power = self.order[last]
            early = isinstance(power.action, self._early)
            for place in range(last - 1, self.start - 1, -1) if early else ():
                more = self._passes_more_than_powers(place, last)
                order = _alike(began, written, self._moved(last, place)) if more else None
                if order is not None:
                    if power.turn_step is None:
                        power.turn_step = turn_step(_after(began, self.order[self.start : last]).pos)
                    needless = len(written) - len(order)
                    power.early, self._end = True, max(self._end, self.at + 1) - needless
                    self.order[self.start : self.at + 1] = order
                    self.at = self.start
                    return True
        return False

    def _passes_more_than_powers(self, place: int, last: int) -> bool:
        """Tell whether a power would go before anything else than powers, which would only change places."""
        return isinstance(self.order[last].action, self._opening) or not all(
            isinstance(one.action, self._early) for one in self.order[place:last]
        )

    def _moved(self, last: int, place: int) -> list[Planned]:
        order = self.order[self.start : self.at + 1]
        order.insert(place - self.start, order.pop(last - self.start))
        return order


def _after(began: Game, taken: Sequence[Planned]) -> Game:
    game = began
    for one in taken:
        game = game.play(one.action)
    return game


def _alike(began: Game, one: Sequence[Planned], other: Sequence[Planned]) -> list[Planned] | None:
    """Return what of another order leads to the same state: all but passes for which nothing is left to pass."""
    try:
        after = _after(began, one)
        order, before = list[Planned](), began
        for planned in other:
            if not _needless(before, planned.action):
                order.append(planned)
                before = before.play(planned.action)
    except IllegalAction:
        return None
    state = before.state.copy()
    state.ply = after.state.ply
    return order if flow.alike(after.state, state) else None


def _needless(game: Game, action: Action) -> bool:
    """Tell whether what a pass would pass is passed by itself, since the step after it must be taken."""
    refusal = game.choices.why_not(action) if isinstance(action, Pass) else None
    return refusal is not None and refusal.key == UNDECIDED
