"""Phases of 18Mag: started by a sale from an untouched stack, or by three rounds without any sale."""

from __future__ import annotations

from engine.actions import BuyTrain
from engine.events import Counted, PhaseBegan
from engine.scratch import Scratch
from engine.special import change
from engine.state import BANK
from engine.titles.t18mag.figures import figures, mag_state
from engine.titles.t18mag.supporters import note_discount


def train_sold(scratch: Scratch, deal: BuyTrain) -> None:
    """Pay for a train from the depot: part of it to the seller, the rest to the bank; then look at the phase."""
    price = scratch.title.trains[deal.train].price
    numbers = figures(scratch.now)
    part = price * numbers.seller_percent // 100
    scratch.pay(deal.unit, numbers.sellers[deal.train], part, "train")
    scratch.pay(deal.unit, BANK, deal.price - part, "train")
    note_discount(scratch, deal)
    scratch.remember(sold=True)
    stacks = mag_state(scratch.now).stacks
    if deal.train in stacks and not last_phase(scratch):
        rest = tuple(stack for stack in stacks if stack != deal.train)
        change(scratch, stacks=rest)
        next_phase(scratch, deal.train, "sale")


def last_phase(scratch: Scratch) -> bool:
    """Tell whether the last phase has begun."""
    return scratch.state.phase == len(scratch.title.data.phases) - 1


def next_phase(scratch: Scratch, train: str, why: str) -> None:
    """Start the next phase and take the no-train tokens back."""
    if why == "no_sale" or scratch.now.option("no_train") != "consecutive":
        count_no_train(scratch, 0, "")
    scratch.state.phase += 1
    scratch.remember(changed=True)
    scratch.emit(PhaseBegan(scratch.now.phase.name, train, why))
    if last_phase(scratch):
        later = 2 if why == "no_sale" and scratch.now.option("no_train_check") else 1
        change(scratch, last_set=scratch.frame.number[0] + later)


def count_no_train(scratch: Scratch, tokens: int, stack: str) -> None:
    """Set the number of no-train tokens."""
    if mag_state(scratch.now).no_train != tokens:
        change(scratch, no_train=tokens)
        scratch.emit(Counted("no_train", tokens, stack))


def after_minors(scratch: Scratch) -> None:
    """Look for a round without a sale between minors and majors, as printed."""
    if not scratch.now.option("no_train_check"):
        check_sales(scratch)


def after_round(scratch: Scratch) -> None:
    """Look for it after the majors, under that reading."""
    frame = scratch.frame
    final = frame.number == (mag_state(scratch.now).last_set, frame.memo["rounds"])
    if scratch.now.option("no_train_check") and not final:
        check_sales(scratch)


def check_sales(scratch: Scratch) -> None:
    """Put a token on the lowest untouched stack when no train was sold; the third starts the next phase."""
    pos = scratch.now
    consecutive = pos.option("no_train") == "consecutive"
    stacks = mag_state(pos).stacks
    if pos.frame.memo.get("sold"):
        if consecutive:
            count_no_train(scratch, 0, "")
        return
    if not stacks and not consecutive:
        return
    count_no_train(scratch, mag_state(pos).no_train + 1, "".join(stacks[:1]))
    if mag_state(scratch.now).no_train < figures(pos).no_train_tokens or not stacks or last_phase(scratch):
        return
    if pos.option("forced_stack") != "keep":
        change(scratch, stacks=stacks[1:])
    next_phase(scratch, stacks[0], "no_sale")
