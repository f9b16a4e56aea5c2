"""Phases of 18Mag: started by a sale from an untouched stack, or by three rounds without a sale."""

from __future__ import annotations

from engine.actions import BuyTrain
from engine.events import Counted
from engine.scratch import Scratch
from engine.state import BANK
from engine.steps.phases import begin_phase
from engine.steps.trains import printed
from engine.titles.t18mag.figures import MagOperating, figures, mag_state
from engine.titles.t18mag.procedures import procedures
from engine.titles.t18mag.supporters import note_discount


def pay_seller(scratch: Scratch, deal: BuyTrain) -> None:
    """Pay for a train from the depot: part goes to the seller, the rest to the bank."""
    numbers = figures(scratch.now)
    part = printed(scratch.now, deal.train) * numbers.seller_percent // 100
    scratch.pay(deal.unit, numbers.sellers[deal.train], part, "train")
    scratch.pay(deal.unit, BANK, deal.price - part, "train")


def train_sold(scratch: Scratch, deal: BuyTrain) -> None:
    """Do what follows the sale of a train from the depot: a supporter has helped, a phase may start."""
    note_discount(scratch, deal)
    scratch.remember(sold=True)
    stacks = mag_state(scratch.now).stacks
    if deal.train in stacks and not last_phase(scratch):
        scratch.change(stacks=tuple(stack for stack in stacks if stack != deal.train))
        procedures(scratch.now).first_sale(scratch)
        next_phase(scratch, deal.train, "sale")


def last_phase(scratch: Scratch) -> bool:
    """Tell whether the last phase has begun."""
    return scratch.state.phase == len(scratch.title.data.phases) - 1


def next_phase(scratch: Scratch, train: str, why: str) -> None:
    """Start the next phase; the last one decides which set of operating rounds is the last."""
    scratch.remember(changed=True)
    begin_phase(scratch, scratch.state.phase + 1, train, why)
    if last_phase(scratch):
        scratch.change(last_set=scratch.frame.number[0] + procedures(scratch.now).sets_left(why))


def one_set(why: str) -> int:
    """Return 1: one more set of operating rounds is played, no matter what started the last phase."""
    return 1


# --- rounds without a sale


def after_minors(scratch: Scratch) -> None:
    """Do what is due between minors and majors."""
    procedures(scratch.now).after_minors(scratch)


def after_round(scratch: Scratch) -> None:
    """Do what is due after the majors."""
    procedures(scratch.now).after_round(scratch)


def check_sales(scratch: Scratch) -> None:
    """Count a round without a sale; the third starts the next phase, and the lowest stack counts as sold from."""
    chosen = procedures(scratch.now)
    if scratch.now.notes(MagOperating).sold:
        chosen.round_with_sale(scratch)
        return
    chosen.round_without_sale(scratch)
    own = mag_state(scratch.now)
    if own.stacks and own.no_train >= figures(scratch.now).no_train_tokens and not last_phase(scratch):
        chosen.forced(scratch)
        take_tokens_back(scratch)
        next_phase(scratch, own.stacks[0], "no_sale")


def count_round(scratch: Scratch) -> None:
    """Put a no-train token on the lowest untouched stack, while there is one."""
    stacks = mag_state(scratch.now).stacks
    if stacks:
        set_tokens(scratch, mag_state(scratch.now).no_train + 1, stacks[0])


def take_tokens_back(scratch: Scratch) -> None:
    """Take the no-train tokens back."""
    set_tokens(scratch, 0, "")


def set_tokens(scratch: Scratch, tokens: int, stack: str) -> None:
    """Set the number of no-train tokens."""
    if mag_state(scratch.now).no_train != tokens:
        scratch.change(no_train=tokens)
        scratch.emit(Counted("no_train", tokens, stack))


def touch_lowest(scratch: Scratch) -> None:
    """Remove the lowest stack from those that start phases."""
    scratch.change(stacks=mag_state(scratch.now).stacks[1:])
