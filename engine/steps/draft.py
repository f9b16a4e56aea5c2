"""Drafts: certificates on offer are taken one after another, paid for or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.actions import Draft
from engine.finance import privates
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rule, Rules, rule, unless
from engine.scratch import Scratch
from engine.steps import Step

OnOffer = Callable[[Position], Sequence[str]]
"""Returns the certificates on offer; those that are alike bear the same name."""


def is_offered(offer: OnOffer) -> Rule[Draft]:
    """Return the rule that only what is on offer can be taken."""

    @rule("draft_offer")
    def kept(pos: Position, draft: Draft) -> Refusal | None:
        """Only what is on offer is taken."""
        return unless(draft.certificate in offer(pos), certificate=draft.certificate)

    return kept


# --- privates of the bank at their printed prices


@rule("draft_price")
def can_be_paid(pos: Position, draft: Draft) -> Refusal | None:
    """The player has the printed price in cash."""
    price, cash = pos.title.privates[draft.certificate].price, pos.cash(draft.actor)
    return unless(cash >= price, certificate=draft.certificate, price=price, cash=cash)


def printed_price(pos: Position, private: str) -> Mapping[str, int]:
    """Return the price of a private as a fact of the offer, in the title's currency."""
    return {"price": pos.title.privates[private].price}


def buy_as_printed(scratch: Scratch, draft: Draft) -> None:
    """Pay the bank the printed price of a private and take it; the turn counts as a purchase, not as a pass."""
    privates.buy_private(
        scratch, draft.actor, draft.certificate, scratch.title.privates[draft.certificate].price
    )
    scratch.note(bought=draft.certificate)


@dataclass(frozen=True, eq=False)
class DraftStep(Step[Draft]):
    """Take one certificate of those on ``offer``.

    ``take`` hands it over and does what follows; ``told`` returns what a player wants to know of it.
    """

    rules: Rules[Draft]
    offer: OnOffer
    take: Callable[[Scratch, Draft], None]
    told: Callable[[Position, str], Mapping[str, Any]]
    required: bool = False

    verb = Draft

    def candidates(self, pos: Position) -> Iterator[Draft]:
        """Yield every different certificate on offer."""
        for certificate in dict.fromkeys(self.offer(pos)):
            yield Draft(pos.acting, certificate)

    def lots(self, pos: Position) -> Sequence[str]:
        """What is on offer."""
        return self.offer(pos)

    def facts(self, pos: Position, action: Draft) -> Mapping[str, Any]:
        """Return the facts of the certificate for players."""
        return self.told(pos, action.certificate)

    def apply(self, scratch: Scratch, action: Draft) -> None:
        """Take the certificate."""
        self.take(scratch, action)
