"""The pre-stock round of 18CZ: locals are bought at printed prices, in an order that runs back and forth."""

from __future__ import annotations

from typing import Any

from engine.actions import Draft
from engine.events import Passed
from engine.finance.privates import close_private
from engine.notes import NOTHING
from engine.position import Position
from engine.rounds import Round
from engine.rounds.stock import poorest_first
from engine.rules import Rules
from engine.scratch import Scratch
from engine.state import BANK, Frame
from engine.steps import Step
from engine.steps.draft import DraftStep, buy_as_printed, can_be_paid, is_offered, printed_price
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


DRAFTING: Rules[Draft] = Rules((players_turn, is_offered(for_sale), can_be_paid))

DRAFT = DraftStep(DRAFTING, for_sale, buy_as_printed, printed_price)
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
        pos, player = scratch.now, scratch.frame.queue[0]
        noted = pos.notes(DraftPasses)
        if pos.turn.bought:
            scratch.remember(passed=(), poor=0)
        else:
            poor = noted.poor + 1 if is_poor(pos, player) else 0
            scratch.remember(passed=(*noted.passed, player), poor=poor)
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
    noted = pos.notes(DraftPasses)
    all_passed = set(noted.passed) == set(pos.state.players)
    return not for_sale(pos) or all_passed or procedures(pos).draft_ends(noted)


def is_poor(pos: Position, player: str) -> bool:
    """Tell whether a player can afford no local that is left."""
    return all(pos.title.privates[local].price > pos.cash(player) for local in for_sale(pos))


def end(scratch: Scratch) -> None:
    """Take unsold locals out of the game, and put the players in order: the least cash first, ties as they were."""
    for local in for_sale(scratch.now):
        close_private(scratch, local, "unsold")
    poorest_first(scratch)
