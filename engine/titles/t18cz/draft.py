"""The pre-stock round of 18CZ: locals are bought at printed prices, in an order that runs back and forth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
from engine.steps.turn import players_turn
from engine.titles.t18cz.notes import DraftPasses

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


@rule("draft_offer")
def on_board(pos: Position, draft: Draft) -> Refusal | None:
    """The local still lies on the pre-stock board; any of them may be chosen."""
    return unless(draft.certificate in for_sale(pos), certificate=draft.certificate)


@rule("draft_price")
def can_be_paid(pos: Position, draft: Draft) -> Refusal | None:
    """The player has the printed price in cash."""
    price, cash = pos.title.privates[draft.certificate].price, pos.cash(draft.actor)
    return unless(cash >= price, certificate=draft.certificate, price=price, cash=cash)


DRAFTING: Rules[Draft] = Rules((players_turn, on_board, can_be_paid))


class DraftLocalStep(Step[Draft]):
    """Buy a local from the bank; a player who can afford none passes without being asked (D-52)."""

    verb = Draft

    def candidates(self, pos: Position) -> Iterator[Draft]:
        """Yield every local on the board."""
        for local in for_sale(pos):
            yield Draft(pos.acting, local)

    def facts(self, pos: Position, action: Draft) -> Mapping[str, Any]:
        """Return the price."""
        return {"price": pos.title.privates[action.certificate].price}

    def apply(self, scratch: Scratch, action: Draft) -> None:
        """Pay the bank and take the local."""
        price = scratch.title.privates[action.certificate].price
        buy_private(scratch, action.actor, action.certificate, price)
        scratch.note(bought=action.certificate)


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
        bought, passed = scratch.now.turn.bought, scratch.now.round_notes.passed
        scratch.remember(passed=() if bought else (*passed, frame.queue[0]))
        scratch.next_turn()
        if over(scratch.now):
            scratch.set_frame(queue=())

    def close(self, scratch: Scratch) -> bool:
        """Turn the order round when everybody has had a turn, or end the round."""
        if over(scratch.now):
            end(scratch)
            return True
        turned = scratch.now.round_notes.turned + 1
        order = scratch.state.order
        scratch.remember(turned=turned)
        scratch.set_frame(queue=order[::-1] if turned % 2 else order, stage=0, turn=NOTHING)
        return False


def over(pos: Position) -> bool:
    """Tell whether every player has passed since the last purchase, or every local is sold."""
    return not for_sale(pos) or set(pos.round_notes.passed) == set(pos.state.players)


def end(scratch: Scratch) -> None:
    """Take unsold locals out of the game, and put the players in order: the least cash first, ties as they were."""
    for local in for_sale(scratch.now):
        close_private(scratch, local, "unsold")
    poorest_first(scratch)
