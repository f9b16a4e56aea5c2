"""Phases of 1844: what begins with the first train of a kind, train limits, and exports."""

from __future__ import annotations

from typing import Any

from engine.actions import BuyTrain, Discard
from engine.finance.privates import close_private
from engine.position import Position
from engine.refusals import Refusal
from engine.rounds import Round
from engine.rounds.train_limit import ReturnTrainsStep, check_limits
from engine.rules import rule, unless
from engine.scratch import Scratch
from engine.state import Frame
from engine.steps import Step
from engine.steps.phases import begin_phase_with, export_top, rust
from engine.steps.trains import DISCARDING, sides
from engine.titles.t1844 import sbb
from engine.titles.t1844.companies import operating_order
from engine.titles.t1844.figures import figures, swiss_state
from engine.titles.t1844.notes import ExportNotes
from engine.titles.t1844.powers import lay_furka
from engine.titles.t1844.privates import auctioned
from engine.titles.t1844.procedures import procedures

# --- phases


def card_gone(scratch: Scratch, train: str, why: str) -> None:
    """Do what follows when a new train has been sold or exported: the first of its kind starts a phase."""
    pos = scratch.now
    if not begin_phase_with(scratch, figures(pos).starts, train, why):
        return
    phase = scratch.now.phase.name
    if card := figures(pos).rusted.get(phase):
        rust(scratch, sides(pos, card))
    if card := figures(pos).turned.get(phase):
        front, back = sides(pos, card)
        rust(scratch, (front,), back)
    if phase == figures(pos).privates_close:
        close_privates(scratch)
    if pos.title.trains[train].stack == figures(pos).sbb.formed_by:
        scratch.change(sbb="due")
    if why != "export" or not procedures(pos).limit_waits(scratch.now):
        check_limits(scratch, operating_order(scratch.now))


def sold(scratch: Scratch, deal: BuyTrain) -> None:
    """Do what follows when the bank has sold a new train."""
    card_gone(scratch, deal.train, "sale")


def close_privates(scratch: Scratch) -> None:
    """Close every private: the line of P4 is laid first, the owner of P7 gets a train to give away."""
    pos = scratch.now
    for private in filter(pos.owner, auctioned(pos.title)):
        power = figures(pos).powers.get(private, "")
        if power == "furka":
            lay_furka(scratch)
        elif power == "eva":
            scratch.change(eva=pos.owner(private))
        if scratch.now.owner(private):
            close_private(scratch, private, "phase")


# --- the train limit


def printed_one(pos: Position, unit: str, train: str) -> bool:
    """Tell whether a train is the last of the kind that is printed on the SBB's charter."""
    national = figures(pos).sbb
    return unit == national.id and train == national.train and pos.trains(unit).count(train) == 1


@rule("sbb_train")
def printed_one_stays(pos: Position, discard: Discard) -> Refusal | None:
    """The train printed on the SBB's charter is not returned."""
    last = printed_one(pos, discard.unit, discard.train)
    return unless(not last, unit=discard.unit, train=discard.train)


RETURN_TRAINS = ReturnTrainsStep(DISCARDING.then(printed_one_stays))

# --- exports


class Export(Round):
    """The frame of an export that waits for decisions which are still open."""

    notes = ExportNotes

    def steps(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return no steps: nobody is asked."""
        return ()

    def close(self, scratch: Scratch) -> bool:
        """Export; the decisions that follow for directors come first."""
        done = scratch.now.notes(ExportNotes).done
        if not done:
            scratch.remember(done=True)
            export_now(scratch)
        return done


def form_and_export(scratch: Scratch) -> bool:
    """Form the SBB if it is due, then export a train; tell whether one of them has ended the game."""
    form_if_due(scratch)
    if not procedures(scratch.now).out_of_money(scratch.now):
        export(scratch)
    return procedures(scratch.now).out_of_money(scratch.now)


def form_if_due(scratch: Scratch) -> None:
    """Form the SBB if its card has been sold."""
    if swiss_state(scratch.now).sbb == "due":
        sbb.form(scratch)


def export(scratch: Scratch) -> None:
    """Export a train at the end of a series, after the decisions still open."""
    if scratch.state.frames:
        scratch.push_below(Frame("export"))
    else:
        export_now(scratch)


def export_now(scratch: Scratch) -> None:
    """Export the top card of the stacks, once the second phase has begun.

    If that makes the SBB due, it is formed at once.
    """
    pos = scratch.now
    train = export_top(scratch) if pos.since(figures(pos).export_from) else ""
    if not train:
        return
    card_gone(scratch, train, "export")
    if swiss_state(scratch.now).sbb == "due" and not swiss_state(pos).sbb:
        sbb.form(scratch)
