"""The pre-stock round of 18CZ: locals are bought at printed prices, in an order that runs back and forth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.actions import Draft
from engine.events import Passed
from engine.finance.privates import buy_private, close_private
from engine.notes import NOTHING
from engine.position import Position
from engine.refusals import Refusal
from engine.rounds import Round
from engine.rounds.stock import poorest_first
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK, Frame
from engine.steps import Step
from engine.steps.draft import DraftStep, is_offered
from engine.steps.turn import players_turn
from engine.titles.t18cz.notes import DraftPasses
from engine.titles.t18cz.procedures import procedures

LOCAL = "local"


def put_up(scratch: Scratch) -> None:
    """Put the locals up for sale."""
    for local in scratch.title.data.privates:
        if local.kind == LOCAL:
            scratch.put("owners", local.id, BANK)


def draft_frame(pos: Position) -> Frame:
    """Return the frame in which the locals are sold; the first turns go by order card."""
    return Frame("draft", (1,), pos.state.order)


def for_sale(pos: Position) -> list[str]:
    """Return the locals that nobody has bought."""
    return pos.owned(BANK, LOCAL)


@rule("draft_price")
def can_be_paid(pos: Position, draft: Draft) -> Refusal | None:
    """The player has the printed price in cash."""
    price, cash = pos.title.privates[draft.certificate].price, pos.cash(draft.actor)
    return unless(cash >= price, certificate=draft.certificate, price=price, cash=cash)


def told(pos: Position, local: str) -> Mapping[str, int]:
    """Return the price of a local."""
    return {"price": pos.title.privates[local].price}


def buy(scratch: Scratch, draft: Draft) -> None:
    """Pay the bank for a local and take it."""
    price = scratch.title.privates[draft.certificate].price
    buy_private(scratch, draft.actor, draft.certificate, price)
    scratch.note(bought=draft.certificate)


DRAFTING: Rules[Draft] = Rules((players_turn, is_offered(for_sale), can_be_paid))

DRAFT = DraftStep(DRAFTING, for_sale, buy, told)
"""Buying a local from the bank; a player who can afford none passes without being asked (D-52)."""


class LocalDraft(Round):
    """Turns go back and forth by order card, until all have passed in succession or nothing is left."""

    notes = DraftPasses

    def steps(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return the only step."""
        return pos.title.named(("draft",))

    def passing(self, scratch: Scratch, player: str) -> None:
        """Say that a player passed; he may buy on a later turn."""
        scratch.emit(Passed(player))

    def end_turn(self, scratch: Scratch) -> None:
        """Remember who has passed since the last purchase; the round is over when all have."""
        frame = scratch.frame
        bought, passed = scratch.now.turn.bought, scratch.now.notes(DraftPasses).passed
        scratch.remember(passed=() if bought else (*passed, frame.queue[0]))
        poor = (
            scratch.now.notes(DraftPasses).poor + 1
            if is_poor(scratch.now, frame.queue[0]) and not bought
            else 0
        )
        scratch.remember(poor=poor)
        scratch.next_turn()
        if over(scratch.now):
            scratch.set_frame(queue=())

    def close(self, scratch: Scratch) -> bool:
        """Turn the order round when everybody has had a turn, or end the round."""
        if over(scratch.now):
            end(scratch)
            return True
        turned = scratch.now.notes(DraftPasses).turned + 1
        order = scratch.state.order
        scratch.remember(turned=turned)
        scratch.set_frame(queue=order[::-1] if turned % 2 else order, stage=0, turn=NOTHING)
        return False


def over(pos: Position) -> bool:
    """Tell whether every player has passed since the last purchase, or every local is sold."""
    asked = pos.notes(DraftPasses)
    return (
        not for_sale(pos) or set(asked.passed) == set(pos.state.players) or procedures(pos).draft_ends(asked)
    )


def is_poor(pos: Position, player: str) -> bool:
    """Tell whether a player can afford no local that is left."""
    return all(pos.title.privates[local].price > pos.cash(player) for local in for_sale(pos))


def end(scratch: Scratch) -> None:
    """Take unsold locals out of the game, and put the players in order: the least cash first, ties as they were."""
    for local in for_sale(scratch.now):
        close_private(scratch, local, "unsold")
    poorest_first(scratch)
