"""Stock rounds: turns go round until everybody has passed in a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.defaults import nothing
from engine.events import OrderChanged, Passed, PriorityMoved
from engine.finance import market, shares
from engine.notes import NOTHING, StockNotes
from engine.position import Position
from engine.refusals import Refusal
from engine.rounds import StepNames
from engine.rounds.own_turns import OwnTurns, RoundOfTurns
from engine.scratch import Scratch
from engine.state import POOL, Frame
from engine.steps import Step
from engine.turn_order import LineUp


def over_limit(pos: Position) -> Refusal | None:
    """Return the refusal of a pass while the player in turn is over the certificate limit; None otherwise."""
    limit = shares.limit(pos)
    return Refusal("over_limit", {"limit": limit}) if shares.counted(pos, pos.acting) > limit else None


class StockRound(RoundOfTurns):
    """A round of player turns; ``turn_ends`` does what happens after each of them, ``ending`` what follows the round.

    ``no_pass`` returns why the player in turn may not pass, None if he may.
    """

    def __init__(  # noqa: PLR0913 - what titles vary, each with a default
        self,
        steps: StepNames,
        ending: Callable[[Scratch], None],
        *,
        powers: StepNames = (),
        no_pass: Callable[[Position], Refusal | None] = over_limit,
        turn_ends: Callable[[Scratch], None] = nothing,
        own_turns: tuple[OwnTurns, ...] = (),
        notes: type = StockNotes,
    ) -> None:
        super().__init__(powers, own_turns)
        self.notes = notes
        self._steps = steps
        self._ending = ending
        self._no_pass = no_pass
        self._turn_ends = turn_ends

    @property
    def names(self) -> StepNames:
        """Return the steps of a player's turn."""
        return self._steps

    def usual_steps(self, pos: Position) -> StepNames:
        """Return the steps of a player's turn."""
        return self._steps

    def no_pass(self, pos: Position) -> Refusal | None:
        """Return why the player in turn may not pass, None if he may."""
        return self._no_pass(pos)

    def demands(self, steps: Mapping[str, Step[Any]]) -> tuple[str, ...]:
        """Return that nobody stays over the certificate limit, where the title says nothing else."""
        return ("over_limit",) if self._no_pass is over_limit else ()

    def line_up(self, pos: Position, frame: Frame) -> LineUp:
        """Return who has passed since the last purchase or sale, whose turn it is, and who follows."""
        passes, (now, *others) = pos.notes(StockNotes, frame).passes, frame.queue
        ahead = len(others) - passes
        return LineUp(frame.kind, tuple(others[ahead:]), now, tuple(others[:ahead]))

    def passing(self, scratch: Scratch, player: str) -> None:
        """Say that a player passed, or is done."""
        scratch.emit(Passed(player, acted=bool(scratch.frame.turn)))

    def end_turn(self, scratch: Scratch) -> None:
        """Count passes in a row; the next player acts, unless all have passed."""
        self._turn_ends(scratch)
        player, turn = scratch.frame.queue[0], scratch.now.turn
        noted = scratch.now.notes(StockNotes)
        passes = 0 if turn else noted.passes + 1
        noted = noted.having(
            bought=player if turn.bought else "", passes=passes, last=player if turn else noted.last
        )
        over = passes == len(scratch.state.players)
        queue = () if over else (*scratch.frame.queue[1:], player)
        scratch.set_frame(queue=queue, stage=0, turn=NOTHING, notes=noted)

    def close(self, scratch: Scratch) -> bool:
        """Do what follows the round."""
        self._ending(scratch)
        return True


def move_priority(scratch: Scratch) -> None:
    """Give the priority deal to the player after the last one to buy or sell."""
    last = scratch.now.notes(StockNotes).last
    if last:
        holder = scratch.now.after(last)[0]
        scratch.state.priority = holder
        scratch.emit(PriorityMoved(holder))


def raise_sold_out(scratch: Scratch, units: list[str], cell_above: Callable[[Position, str], str]) -> None:
    """Raise the price of every corporation of which the pool has no certificate, the highest price first.

    ``cell_above`` returns the cell that follows another one.
    """
    pos = scratch.now
    for unit in market.order(pos, units):
        if not pos.certificates(POOL, unit):
            market.move_to(scratch, unit, cell_above(pos, pos.cell(unit)), "sold_out")


def richest_first(scratch: Scratch) -> None:
    """Put the players in order of their cash, the most first; equal ones stay as they were."""
    _reorder(scratch, lambda player: -scratch.now.cash(player))


def poorest_first(scratch: Scratch) -> None:
    """Put the players in order of their cash, the least first; equal ones stay as they were."""
    _reorder(scratch, scratch.now.cash)


def _reorder(scratch: Scratch, rank: Callable[[str], int]) -> None:
    scratch.state.order = tuple(sorted(scratch.state.order, key=rank))
    scratch.emit(OrderChanged(scratch.state.order))


def able_to_sell(refusal: Refusal | None, pos: Position) -> Refusal | None:
    """Return the refusal of a pass while the player in turn can still sell; None once he cannot."""
    return refusal if refusal and pos.title.steps["sell"].open(pos) else None
