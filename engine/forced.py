"""Actions that a record holds against the rules: they are taken as recorded, and said to be."""

from __future__ import annotations

from typing import Any

from engine import notation
from engine.actions import SHARED, Action, AsRecorded, RunTrains
from engine.choices import Choices
from engine.events import TakenAsRecorded
from engine.refusals import Malformed
from engine.rounds import come_to
from engine.scratch import Scratch
from engine.steps import Step
from engine.title import Title

JOINT = "|"


def as_recorded(action: Action, revenue: int = 0) -> AsRecorded:
    """The action that takes another one as recorded."""
    return AsRecorded(action.actor, notation.write(action).replace(" ", JOINT), revenue)


def take(scratch: Scratch, forced: AsRecorded) -> None:
    """Carry out what is recorded, whatever the rules say.

    :raises Malformed: when it is no action of this title, or cannot be carried out at all.
    """
    title = scratch.title
    assert isinstance(title, Title)
    if not forced.line:
        scratch.emit(TakenAsRecorded(forced.actor, "", ()))
        return
    action = notation.read(forced.line.replace(JOINT, " "), forced.actor, (*SHARED, *title.verbs))
    broken = Choices(scratch.now).why_not(action)
    rule, clauses = (broken.key, broken.clauses) if broken is not None else ("", ())
    scratch.emit(TakenAsRecorded(forced.actor, rule, clauses))
    try:
        _apply(scratch, title, action, forced.revenue)
    except (LookupError, TypeError, ValueError, AssertionError, StopIteration) as error:
        raise Malformed("bad_record", where=notation.write(action), why=type(error).__name__) from None


def _apply(scratch: Scratch, title: Title, action: Action, revenue: int) -> None:
    steps = scratch.now.round.steps(scratch.now)
    if isinstance(action, RunTrains):
        at = next(index for index, step in enumerate(steps) if step.verb is RunTrains)
        scratch.set_frame(stage=at + 1)
        scratch.note(revenue=revenue)
        return
    step = _step(scratch, title, action)
    if step in steps[scratch.frame.stage :]:
        come_to(scratch, step)
    step.apply(scratch, action)


def _step(scratch: Scratch, title: Title, action: Action) -> Step[Any]:
    """The step that an action belongs to: of this turn if it has one, else any of the title."""
    here = (*scratch.now.round.steps(scratch.now), *scratch.now.round.powers(scratch.now))
    return next(step for step in (*here, *title.steps.values()) if step.verb is type(action))
