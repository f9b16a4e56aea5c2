"""What happens in 18CZ when a train is sold or exported: phases, rusting, and train limits."""

from __future__ import annotations

from engine.actions import Discard
from engine.events import TrainBought, TrainRusted
from engine.position import Position
from engine.refusals import Refusal
from engine.rounds.train_limit import check_limits
from engine.rules import KEPT, Rules, rule, unless
from engine.scratch import Scratch
from engine.state import DEPOT
from engine.steps.phases import begin_phase_with, export_top, rust
from engine.steps.trains import DISCARDING, restock, sides, top_card
from engine.titles.t18cz import dummy
from engine.titles.t18cz.figures import czech_state, figures
from engine.titles.t18cz.procedures import procedures
from engine.titles.t18cz.routing import runnable

# --- cards and their sides


def train_type(train: str) -> str:
    """Return the type of a train: what its side of the card says, without the letter of the card."""
    return train[:-1]


def is_rusted(pos: Position, train: str) -> bool:
    """Tell whether trains of a type have rusted."""
    return train_type(train) in czech_state(pos).gone


# --- phases and rust


def rusted_by(pos: Position, train: str) -> tuple[str, ...]:
    """Return the types that the sale of a train rusts, all of its own colour (CZ-VIII.12.26)."""
    return figures(pos).rusts.get(train_type(train), ())


def rust_by(scratch: Scratch, train: str) -> None:
    """Take every train out of the game that the sale of one rusts, those in the pool too."""
    types = rusted_by(scratch.now, train)
    rust(scratch, [side for side in scratch.title.trains if train_type(side) in types])
    known = czech_state(scratch.now).gone
    scratch.change(gone=(*known, *(one for one in types if one not in known)))


def card_gone(scratch: Scratch, train: str, why: str) -> None:
    """Do what follows when the bank has sold a side of a card, or exported a card, of which every side counts.

    First comes the phase, then rust, then the train limits.
    """
    follow(scratch, train, why)
    enforce_limits(scratch)


def follow(scratch: Scratch, train: str, why: str) -> None:
    """Do what follows without a choice: the phase, companies for Václav, rust."""
    pos = scratch.now
    if begin_phase_with(scratch, figures(pos).starts, train, why):
        open_sizes(scratch)
    for side in sides(pos, train) if why == "export" else [train]:
        rust_by(scratch, side)


def enforce_limits(scratch: Scratch) -> None:
    """Let trains above the train limits be returned, in operating order (D-43)."""
    pos = scratch.now
    check_limits(scratch, procedures(pos).returns_in_order(pos))


def export(scratch: Scratch) -> None:
    """Export the top card of the deck after a set of operating rounds (CZ-VIII.13.1).

    Where Václav plays, his companies get new trains instead.
    """
    if figures(scratch.now).dummy:
        renew(scratch)
    elif card := export_top(scratch):
        card_gone(scratch, card, "export")


# --- Václav's companies


def open_sizes(scratch: Scratch) -> None:
    """Give Václav a company of every size that opens with the phase, with a train (CZ-D-63.6)."""
    phase = scratch.now.phase.name
    for kind, opens in figures(scratch.now).opened_in.items():
        if opens == phase and (unit := dummy.receive(scratch, kind)):
            equip(scratch, unit)


def equip(scratch: Scratch, unit: str) -> None:
    """Give one of his companies the top card of the deck free, in place of all its trains; it counts as sold."""
    for train in scratch.now.trains(unit):
        scratch.drop_train(unit, train)
        scratch.emit(TrainRusted(unit, train, "", "replaced"))
    pos = scratch.now
    card = top_card(pos)
    train = next(side for side in sides(pos, card) if pos.title.trains[side].kind == pos.kind(unit))
    restock(scratch, card, -1)
    scratch.add_train(unit, train)
    scratch.emit(TrainBought(unit, train, 0, DEPOT))
    follow(scratch, train, "sale")


def renew(scratch: Scratch) -> None:
    """Give each of his companies a new train after a set of operating rounds (CZ-D-63.18)."""
    for unit in dummy.companies(scratch.now):
        equip(scratch, unit)
    enforce_limits(scratch)


# --- train limits


def operating(pos: Position) -> str:
    """Return the company whose operating turn it is, even while a decision interrupts it; empty if there is none."""
    turns = (frame.queue for frame in pos.state.frames if frame.kind == "operating")
    return next((queue[0] for queue in turns if queue), "")


@rule("train_last_place")
def last_runnable_stays(pos: Position, discard: Discard) -> Refusal | None:
    """In its own turn a company keeps the only train it can run (D-36)."""
    if discard.unit != operating(pos):
        return KEPT
    return unless(runnable(pos, discard.unit) != (discard.train,), unit=discard.unit, train=discard.train)


ABOVE_LIMIT: Rules[Discard] = DISCARDING.then(last_runnable_stays)
