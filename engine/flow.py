"""From one decision to the next: steps without a choice happen by themselves, empty ones are skipped.

Neither happens while somebody awaited has a power that would change it: then the turn is held up, and a pass lets it
go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine import overruling
from engine.actions import Action, AsRecorded, EndGame, Pass
from engine.choices import Choices
from engine.position import Position
from engine.powers import is_choice, next_step
from engine.refusals import IllegalAction
from engine.rounds import come_to, end_game
from engine.scratch import Scratch
from engine.state import State
from engine.steps import Step


def act(scratch: Scratch, action: Action, then: Action | None = None) -> None:
    """Carry an action out and go on to the next decision.

    ``then`` is the next action, if known: alternatives to it are not enumerated.

    :raises IllegalAction: when the rules forbid it; the scratch must then be thrown away.
    """
    choices = Choices(scratch.now)
    refusal = choices.why_not(action)
    if refusal is not None:
        raise IllegalAction(action, refusal)
    if isinstance(action, EndGame):
        end_game(scratch, "agreement")
    elif isinstance(action, AsRecorded):
        overruling.take(scratch, action, settle)
    elif isinstance(action, Pass):
        _pass(scratch, action)
    else:
        _take_step(scratch, choices, action)
    scratch.note_bank()
    scratch.state.ply += 1
    settle(scratch, then)


def _pass(scratch: Scratch, action: Pass) -> None:
    """Say that somebody passes, and close the open steps."""
    scratch.now.round.passing(scratch, action.actor)
    _close(scratch)


def _close(scratch: Scratch) -> None:
    """Close the open steps, and end the turn if there are no more; if there were none, do what was held up."""
    pos = scratch.now
    closed = len(tuple(pos.turn_steps()))
    stage = scratch.frame.stage + closed
    scratch.set_frame(stage=stage)
    if not closed or stage >= len(pos.steps):
        _go_on(scratch)


def _take_step(scratch: Scratch, choices: Choices, action: Action) -> None:
    step = choices.step(action)
    assert step is not None
    if not step.asks_first(scratch.now, action):
        come_to(scratch, step)
    step.apply(scratch, action)


def settle(scratch: Scratch, then: Action | None = None) -> None:
    """Go on until somebody must decide, or the game is over; or until ``then`` can be played."""
    while not scratch.state.over:
        if (then is not None and _leads_to(scratch, then)) or _waits(scratch):
            scratch.title.upkeep(scratch)
            scratch.note_bank()
            return
        _go_on(scratch)
        scratch.note_bank()


def _leads_to(scratch: Scratch, then: Action) -> bool:
    """Tell whether an action is legal in a step of the turn that nothing but choices parts from the current one.

    The game waits at that step or before it, and whichever of them it is, the action leads to the same state.
    """
    pos = scratch.now
    if not pos.frame.queue or then.actor not in pos.awaited:
        return False
    if isinstance(then, Pass):
        return Choices(pos).why_not(then) is None and _comes_to_choice(scratch)
    step = _step_ahead(pos, then)
    if step is None or step.judge(pos, then) is not None or step.by_itself(pos):
        return False
    Choices(pos).learn(step)
    return True


def _comes_to_choice(scratch: Scratch) -> bool:
    """Go on to the first step in which something can be done, if all that is before it can only be passed."""
    pos = scratch.now
    for passed, step in enumerate(pos.turn_steps()):
        if step.open(pos):
            scratch.skip_steps(passed)
            return True
        if not pos.round.steady(pos):
            return False
    return False


def _step_ahead(pos: Position, then: Action) -> Step[Any] | None:
    """Return the step of an action if it moves the turn on, and nothing before it must be done or does itself."""
    for step in pos.ahead:
        if step.verb is type(then):
            moves = not (step.aside or step in pos.powers or step.asks_first(pos, then))
            return step if moves else None
        if step.by_itself(pos) or ((step.apart or step.must(pos)) and step.open(pos)):
            return None
    return None


def _waits(scratch: Scratch) -> bool:
    """Go past the steps in which nobody can do anything, and tell whether somebody must decide now, or may."""
    pos = scratch.now
    if not pos.frame.queue:
        return False
    ahead = pos.ahead
    if not ahead:
        return _ends_too_soon(pos)
    passable = ahead if pos.round.steady(pos) else ahead[:1]
    for passed, step in enumerate(passable):
        may_choose = is_choice(pos, step) or pos.title.could_open(pos, step)
        if may_choose or step.by_itself(pos):
            scratch.skip_steps(passed)
            return may_choose
    scratch.skip_steps(len(passable))
    return _waits(scratch)


def _go_on(scratch: Scratch) -> None:
    """Do the next thing that takes no choice: end the round or the turn, or take a step that happens by itself."""
    pos = scratch.now
    if not scratch.frame.queue:
        if pos.round.close(scratch):
            frame = scratch.pop()
            if not scratch.state.frames:
                scratch.title.next_round(scratch, frame)
        return
    step = next_step(pos)
    if step is None:
        scratch.turn_ends(scratch)
        pos.round.end_turn(scratch)
        return
    scratch.skip_steps(1)
    if step.by_itself(pos):
        step.happen(scratch)


# --- held up


def release(scratch: Scratch) -> None:
    """Let a turn go on in which nothing is open but powers."""
    _close(scratch)
    settle(scratch)


def _ends_too_soon(pos: Position) -> bool:
    """Tell whether a power of those awaited does something else once the turn has ended by itself."""
    ended: Scratch | None = None
    for step in pos.powers:
        for action in step.legal(pos) if step.holds(pos) else ():
            if action.actor in pos.awaited:
                ended = ended or _ended(pos)
                if not _can_wait(pos, ended, step, action):
                    return True
    return False


def _ended(pos: Position) -> Scratch:
    """Return the game at the next decision if nobody uses a power; what is found out on the way is kept."""
    scratch = Scratch.upon(pos)
    release(scratch)
    return scratch


def _can_wait(pos: Position, ended: Scratch, power: Step[Any], action: Action) -> bool:
    """Tell whether it makes no difference if a power is used now or once the turn has ended."""
    if ended.state.over or Choices(ended.now).why_not(action) is not None:
        return False
    now, later = Scratch.supposing(pos), Scratch.supposing(ended.now)
    power.apply(now, action)
    if len(now.state.frames) > len(pos.state.frames):
        return True
    release(now)
    power.apply(later, action)
    settle(later)
    return alike(now.state, later.state)


def alike(one: State, other: State) -> bool:
    """Tell whether two states are equal, apart from the least that the bank held on the way there."""
    return all(mine == theirs for mine, theirs in zip(_columns(one), _columns(other), strict=True))


def _columns(state: State) -> Iterator[Any]:
    same = state.copy()
    same.lowest = 0
    yield from same.columns
