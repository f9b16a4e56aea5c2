"""What a decision is about, found from what is on offer."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from engine.actions import Action, BuyTrain, Sell
from engine.choices import Choices, Offer
from engine.notes import Proposal
from engine.position import Position


class DecisionKind(StrEnum):
    """What a decision is about: the matter of its verbs, or what has become of it."""

    LAY = "lay"
    TOKEN = "token"  # noqa: S105 - one that stands on the map
    RUN = "run"
    DIVIDEND = "dividend"
    TRAIN = "train"
    EMERGENCY = "emergency"
    DISCARD = "discard"
    SHARE = "share"
    PAR = "par"
    AUCTION = "auction"
    DRAFT = "draft"
    ACQUISITION = "acquisition"
    DEAL = "deal"
    HOME = "home"
    POWER = "power"
    END = "end"


ASIDE = frozenset(("power", "deal", "discard", "acquisition", "pass"))
"""Matters that give a decision its kind only where there is no other."""
HELPED = frozenset(("help", "credit"))
"""Facts of a train that its unit cannot pay for alone."""


def awaited_offers(pos: Position, choices: Choices) -> list[Offer]:
    """What those may do whose decision is awaited, in order; nothing once the game is over."""
    return [offer for offer in choices.offers if offer.action.actor in pos.awaited]


def decision_kind(pos: Position, choices: Choices) -> DecisionKind:
    """What the decision is about that a game waits for; ``END`` once it is over."""
    offers = awaited_offers(pos, choices)
    if not offers:
        return DecisionKind.END
    if isinstance(pos.round_notes, Proposal):
        return DecisionKind.DEAL
    if pos.unit and any(map(_is_forced, offers)):
        return DecisionKind.EMERGENCY
    matter = leading(offers).matter
    return DecisionKind(matter) if matter != "pass" else DecisionKind.POWER


def _is_forced(offer: Offer) -> bool:
    """Whether money is raised for a train: in an operating turn shares are sold for nothing else."""
    is_helped = isinstance(offer.action, BuyTrain) and bool(HELPED & offer.facts.keys())
    return is_helped or isinstance(offer.action, Sell)


def leading(offers: Sequence[Offer]) -> Action:
    """The action that gives a decision its kind: the first that is no aside, else the first that is not a pass."""
    actions = [offer.action for offer in offers]
    wanted = [one for one in actions if one.matter not in ASIDE and not one.seldom]
    others = [one for one in actions if one.matter != "pass"]
    return (wanted or others or actions)[0]
