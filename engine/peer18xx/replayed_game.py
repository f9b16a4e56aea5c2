"""Our game beside a record of 18xx.games: what has been played so far, and what was taken against the rules."""

from __future__ import annotations

from dataclasses import dataclass

from engine import flow
from engine.actions import Action, Pass, RunTrains
from engine.game import Game, Setup
from engine.overruling import as_recorded
from engine.peer18xx.in_force import Entry
from engine.peer18xx.our_turn import innermost, operates, same_turn
from engine.refusals import Refusal
from engine.scratch import Scratch
from engine.steps.run import RunStep

MOST, WITHIN = 8, 16
"""So many entries against the rules within so many are no slips: the record is not of this game."""


@dataclass(frozen=True, slots=True)
class EndedTurn:
    """The game before the action that ended a unit's turn here, and how many events had happened by then."""

    unit: str
    before: Game
    events: int


@dataclass(frozen=True, slots=True)
class Taken:
    """An entry that was taken as recorded: its place in the file, the action, and the rule it breaks."""

    at: int
    action: Action
    why: Refusal


class ReplayedGame:
    """The game that a record has led to so far, with the actions and events of the way there.

    ``taken`` are the actions that break a rule and are taken as recorded. ``ended`` is set while the last action
    ended a unit's turn, ``held`` is such an action while the record uses a power before it goes on. ``unit_acted``
    tells whether a unit has done anything since players last bought or sold.
    """

    def __init__(self, setup: Setup) -> None:
        self.game = Game.begin(setup)
        self.played: list[Action] = []
        self.events = list(self.game.events)
        self.taken: list[Taken] = []
        self.ended: EndedTurn | None = None
        self.held: Action | None = None
        self.unit_acted = False
        self._dealt: tuple[tuple[int, ...], str] = ((), "")

    @property
    def operates(self) -> bool:
        """Tell whether an operating round is on, whatever interrupts it."""
        return operates(self.game.pos)

    def play(self, action: Action) -> None:
        """Play an action.

        :raises IllegalAction: when it breaks a rule.
        """
        if isinstance(action, Pass):
            action = self.game.choices.noted(action)
        kind = innermost(self.game)
        if kind == "stock":
            self._dealt = (self.game.pos.frame.number, action.actor)
        self.unit_acted = self.operates
        before, self.game = self.game, self.game.play(action)
        self.played.append(action)
        ended = kind == "operating" and not isinstance(action, Pass) and not same_turn(before, self.game)
        self.ended = EndedTurn(before.pos.unit, before, len(self.events)) if ended else None
        self.events += self.game.events

    def play_or_take(self, action: Action, at: int, entry: Entry) -> None:
        """Play the action of an entry; one that breaks a rule is taken as recorded.

        :raises IllegalAction: when the record has parted with the rules for good.
        """
        refusal = None if isinstance(action, Pass) else self.game.choices.why_not(action)
        astray = len(self.taken) >= MOST and self.taken[-MOST].at > at - WITHIN
        if refusal is None or astray or action.actor not in self.game.state.players:
            self.play(action)
            return
        self.taken.append(Taken(at, action, refusal))
        self.play(as_recorded(action, *recorded_earnings(entry)))

    def earn(self, run: RunTrains, entry: Entry) -> None:
        """Go on as if the unit in turn had run for what an entry says."""
        scratch = Scratch.upon(self.game.pos)
        at, step = next((at, step) for at, step in enumerate(scratch.now.steps) if isinstance(step, RunStep))
        scratch.set_frame(stage=at + 1)
        step.running.earn_recorded(scratch, run, *recorded_earnings(entry))
        scratch.state.ply += 1
        flow.settle(scratch)
        self.game = Game(self.game.setup, scratch.now, tuple(scratch.events))
        self.events += self.game.events

    def pass_on(self) -> bool:
        """Pass for the unit in turn, and tell whether it could."""
        return self.operates and self.pass_for(self.game.pos.awaited[0])

    def pass_for(self, player: str) -> bool:
        """Pass for a player, and tell whether that was allowed."""
        action = Pass(player)
        if action not in self.game.choices:
            return False
        self.play(action)
        return True

    def hold_back(self) -> None:
        """Take back the action that has just ended a unit's turn, and hold it."""
        assert self.ended is not None
        self.game = self.ended.before
        del self.events[self.ended.events :]
        self.held, self.ended = self.played.pop(), None

    def let_go(self) -> None:
        """Play the action that is held back, if there is one."""
        if self.held is not None:
            last, self.held = self.held, None
            self.play(last)

    @property
    def skipped_players(self) -> tuple[str, ...]:
        """Return the players of a stock round whose turns have ended by themselves since the last action."""
        pos = self.game.pos
        number, last = self._dealt
        if number != pos.frame.number:
            last = pos.state.order[0]
        queue = pos.frame.queue
        return queue[queue.index(last) :]


def recorded_earnings(entry: Entry) -> tuple[int, int]:
    """Return what the routes of an entry earned there, and what went to the treasury alone; 0 for what is no run."""
    revenue = sum(int(route.get("revenue", 0)) for route in entry.get("routes", ()))
    return revenue, int(entry.get("subsidy") or 0)
