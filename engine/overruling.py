"""Actions that a record holds against the rules: they are taken as recorded, and said to be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine import notation
from engine.actions import SHARED, Action, AsRecorded, RunTrains
from engine.choices import Choices
from engine.events import TakenAsRecorded
from engine.refusals import Malformed
from engine.rounds import come_to
from engine.scratch import Scratch
from engine.steps import Step
from engine.steps.run import RunStep
from engine.title import Title

JOINT = "|"


def as_recorded(action: Action, revenue: int = 0, subsidy: int = 0) -> AsRecorded:
    """The action that takes another one as recorded."""
    return AsRecorded(action.actor, notation.write(action).replace(" ", JOINT), revenue, subsidy)


def meant(title: Title, action: Action) -> Action:
    """The action itself, or the one that it takes as recorded.

    :raises Malformed: when that is no action of the title.
    """
    if not isinstance(action, AsRecorded):
        return action
    return notation.read(action.line.replace(JOINT, " "), action.actor, (*SHARED, *title.verbs))


def take(scratch: Scratch, forced: AsRecorded, settle: Callable[[Scratch], None]) -> None:
    """Carry out what is recorded, whatever the rules say; what cannot be done at all only moves the turn on.

    ``settle`` goes on to the next decision: what keeps the game from coming there cannot be done.

    :raises Malformed: when it is no action of this title.
    """
    title = scratch.title
    action = meant(title, forced)
    broken = Choices(scratch.now).why_not(action)
    if broken is not None:
        scratch.emit(TakenAsRecorded(forced.actor, broken.clauses or (broken.key,)))
    step = _step(scratch, title, action)
    if step in scratch.now.ahead:
        come_to(scratch, step)
    if _is_of_this_game(title, action) and _works(scratch, step, action, forced, settle):
        _apply(scratch, step, action, forced)


def _is_of_this_game(title: Title, action: Action) -> bool:
    """Tell whether the places and pieces that an action names are there."""
    known = (("hex", {*title.hexes}), ("tile", {*title.tiles}), ("train", {*title.trains}))
    return all(getattr(action, field, "") in names | {""} for field, names in known)


def _works(
    scratch: Scratch, step: Step[Any], action: Action, forced: AsRecorded, settle: Callable[[Scratch], None]
) -> bool:
    """Tell whether an action can be carried out, and the game go on from there."""
    trial = Scratch.upon(scratch.now)
    try:
        _apply(trial, step, action, forced)
        settle(trial)
    except (LookupError, TypeError, ValueError, AssertionError, StopIteration):
        return False
    return True


def _apply(scratch: Scratch, step: Step[Any], action: Action, forced: AsRecorded) -> None:
    if isinstance(action, RunTrains):
        assert isinstance(step, RunStep)
        step.running.earn_recorded(scratch, action, forced.revenue, forced.subsidy)
    else:
        step.apply(scratch, action)


def _step(scratch: Scratch, title: Title, action: Action) -> Step[Any]:
    """The step that an action belongs to: of this turn if it has one, else any of the title.

    :raises Malformed: when the title has none, as for a pass.
    """
    here = (*scratch.now.steps, *scratch.now.powers)
    found = (step for step in (*here, *title.steps.values()) if step.verb is type(action))
    step: Step[Any] | None = next(found, None)
    if step is None:
        raise Malformed("unknown_verb", verb=action.verb)
    return step
