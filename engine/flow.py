"""From one decision to the next: steps without a choice happen by themselves, empty ones are skipped."""

from __future__ import annotations

from engine.actions import Action, EndGame, Pass
from engine.choices import Choices
from engine.refusals import IllegalAction
from engine.rounds import end_game
from engine.scratch import Scratch


def act(scratch: Scratch, action: Action) -> None:
    """Carry an action out and go on to the next decision.

    :raises IllegalAction: when the rules forbid it; the scratch is then of no use.
    """
    pos = scratch.now
    choices = Choices(pos)
    refusal = choices.why_not(action)
    if refusal is not None:
        raise IllegalAction(action, refusal)
    if isinstance(action, EndGame):
        end_game(scratch, "agreement")
    elif isinstance(action, Pass):
        stage = scratch.frame.stage + len(tuple(pos.turn_steps()))
        pos.round.passing(scratch, action.actor)
        scratch.set_frame(stage=stage)
    else:
        _take_step(scratch, choices, action)
    scratch.state.ply += 1
    settle(scratch)


def _take_step(scratch: Scratch, choices: Choices, action: Action) -> None:
    step = choices.step(action)
    assert step is not None
    if not step.aside and step not in scratch.now.round.powers(scratch.now):
        stage = scratch.now.round.steps(scratch.now).index(step)
        scratch.set_frame(stage=stage if step.repeats else stage + 1)
    step.apply(scratch, action)


def settle(scratch: Scratch) -> None:
    """Go on until somebody must decide, or the game is over."""
    while not scratch.state.over:
        if _waits(scratch):
            scratch.title.upkeep(scratch)
            return


def _waits(scratch: Scratch) -> bool:
    pos = scratch.now
    if not scratch.frame.queue:
        if pos.round.close(scratch):
            frame = scratch.pop()
            if not scratch.state.frames:
                scratch.title.next_round(scratch, frame)
        return False
    steps = pos.round.steps(pos)
    if scratch.frame.stage >= len(steps):
        pos.round.end_turn(scratch)
        return False
    step = steps[scratch.frame.stage]
    if step.by_itself(pos):
        scratch.set_frame(stage=scratch.frame.stage + 1)
        step.happen(scratch)
        return False
    if step.open(pos):
        return True
    scratch.set_frame(stage=scratch.frame.stage + 1)
    return False
