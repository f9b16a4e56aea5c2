"""What the first train of a kind does when it leaves the bank, trains above a limit, and exports."""

from __future__ import annotations

from engine.actions import Discard
from engine.events import PhaseBegan, TrainRusted
from engine.position import Position
from engine.rounds.train_limit import RETURNING, ReturnTrainsStep, TrainLimit, check_limits
from engine.rules import Refusal, rule, unless
from engine.scratch import Scratch
from engine.special import change
from engine.state import DEPOT, POOL, Frame
from engine.steps.trains import restock, top_card
from engine.titles.t1844 import sbb
from engine.titles.t1844.companies import operating_order
from engine.titles.t1844.figures import figures, swiss_state
from engine.titles.t1844.powers import lay_furka
from engine.titles.t1844.privates import close_private

# --- phases


def card_gone(scratch: Scratch, train: str, why: str) -> None:
    """Do what follows when a new train leaves the bank, sold or exported: the first of its kind starts a phase."""
    pos = scratch.now
    stack = pos.title.trains[train].stack
    phase = figures(pos).starts[stack]
    if pos.since(phase):
        return
    scratch.state.phase = pos.title.phases[phase]
    scratch.emit(PhaseBegan(phase, train, why))
    turn_cards(scratch, figures(pos).rusted.get(phase, ""), keep=False)
    turn_cards(scratch, figures(pos).turned.get(phase, ""), keep=True)
    if phase == figures(pos).privates_close:
        close_privates(scratch)
    if stack == figures(pos).sbb.formed_by:
        change(scratch, sbb="due")
    later = why == "export" and scratch.now.option("export_excess") and swiss_state(scratch.now).sbb != "due"
    if not later:
        check_limits(scratch, operating_order(scratch.now))


def turn_cards(scratch: Scratch, stack: str, *, keep: bool) -> None:
    """Turn every normal train of a card to its H side, or take all of them out of the game."""
    types = [train for train in scratch.title.data.trains if stack and train.stack == stack]
    into = next((train.name for train in types if train.card), "") if keep else ""
    gone = {train.name for train in types if train.name != into}
    for holder, trains in scratch.state.trains.items():
        for train in trains:
            if train in gone:
                scratch.emit(TrainRusted(holder, train, into, "phase"))
        after = (into if train in gone else train for train in trains)
        scratch.put("trains", holder, tuple(train for train in after if train))


def close_privates(scratch: Scratch) -> None:
    """Close every private; the line of P4 is laid first, the owner of P7 gets a train to give away."""
    pos = scratch.now
    for private in pos.title.data.privates:
        owner = pos.owner(private.id)
        if private.kind != "private" or not owner:
            continue
        power = figures(pos).powers.get(private.id, "")
        if power == "furka":
            lay_furka(scratch)
        elif power == "eva":
            change(scratch, eva=owner)
        if scratch.now.owner(private.id):
            close_private(scratch, private.id, "phase")


# --- trains above a limit


def printed_one(pos: Position, unit: str, train: str) -> bool:
    """Tell whether a train is the last of the kind that is printed on the national company's charter."""
    sbb = figures(pos).sbb
    owned = pos.state.trains.get(unit, ())
    return unit == sbb.id and train == sbb.train and owned.count(train) == 1


@rule("sbb_train")
def printed_one_stays(pos: Position, discard: Discard) -> Refusal | None:
    """The train printed on the national company's charter is not returned."""
    free = pos.option("sbb_5h") == "discardable"
    return unless(
        free or not printed_one(pos, discard.unit, discard.train), unit=discard.unit, train=discard.train
    )


def returned_to(pos: Position) -> str:
    """Return the pool, where returned trains can be bought; under another reading they leave the game."""
    return "" if pos.option("discards") == "removed" else POOL


class Returns(TrainLimit):
    """The frame in which trains are returned; an export may wait for it."""

    def close(self, scratch: Scratch) -> bool:
        """Export now, if that has been waiting."""
        waiting = bool(scratch.frame.memo.get("export"))
        if waiting:
            scratch.remember(export=False)
            _export_now(scratch)
        return not waiting


TRAIN_LIMIT = Returns(ReturnTrainsStep(RETURNING.then(printed_one_stays), returned_to))

# --- exports


def export(scratch: Scratch) -> None:
    """Export a train at the end of a series, after the decisions that are still open."""
    if scratch.state.frames:
        scratch.push_below(Frame("train_limit", memo={"export": True}))
    else:
        _export_now(scratch)


def _export_now(scratch: Scratch) -> None:
    """Take the top card of the stacks out of play, once the second phase has begun.

    If that brings the national company, it is formed at once.
    """
    pos = scratch.now
    train = top_card(pos)
    if not train or not pos.since(figures(pos).export_from):
        return
    restock(scratch, train, -1)
    scratch.emit(TrainRusted(DEPOT, train, "", "export"))
    card_gone(scratch, train, "export")
    if swiss_state(scratch.now).sbb == "due" and not swiss_state(pos).sbb:
        sbb.form(scratch)
