"""What a decision is about, found from what is on offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine import outlook
from engine.actions import Action, BuyTrain, Par, Pass, Sell
from engine.choices import Choices, Offer
from engine.data import TrainType
from engine.milestones import next_card
from engine.notes import Proposal
from engine.position import Position
from engine.refusals import Refusal
from engine.state import DEPOT


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
    if pos.unit and _is_in_need(pos, choices, offers):
        return DecisionKind.EMERGENCY
    matter = leading(offers).matter
    return DecisionKind(matter) if matter != "pass" else DecisionKind.POWER


def _is_in_need(pos: Position, choices: Choices, offers: Sequence[Offer]) -> bool:
    """Whether money is raised for a train: in an operating turn shares are sold for nothing else.

    Help with a dear train alone is none where the treasury pays for a cheaper one.
    """
    if any(isinstance(offer.action, Sell) for offer in offers):
        return True
    helped = any(isinstance(offer.action, BuyTrain) and HELPED & offer.facts.keys() for offer in offers)
    return helped and min(_prices(pos, choices).values(), default=0) > pos.cash(pos.unit)


def leading(offers: Sequence[Offer]) -> Action:
    """The action that gives a decision its kind: the first that is no aside, else the first that is not a pass."""
    actions = [offer.action for offer in offers]
    wanted = [one for one in actions if one.matter not in ASIDE and not one.seldom]
    others = [one for one in actions if one.matter != "pass"]
    return (wanted or others or actions)[0]


# --- what there is to know of one

PLAIN = frozenset(("must_act", "not_your_turn", "draft_no_pass", "train_trade_consent"))
"""Why somebody may not pass that needs no reason: there is something to choose."""


def reason(pos: Position, choices: Choices) -> Refusal | None:
    """Which duty keeps a turn from ending, or why nobody may pass; None where there is only something to choose."""
    if choices.duty is not None:
        return choices.duty
    found = (choices.why_not(Pass(player)) for player in pos.awaited)
    return next((one for one in found if one is not None and one.key not in PLAIN), None)


@dataclass(frozen=True, slots=True)
class Shortfall:
    """What the unit in turn lacks for a train, and what its director has: cash, and shares for ``worth``.

    ``sale`` says whether some of these "may" or "must" be sold first; empty where none can be. Together they bring
    ``worth``, as far as the rules about such a sale let them.
    """

    train: str
    lacks: int
    director: str
    cash: int
    worth: int
    sale: str = ""

    @property
    def covered(self) -> bool:
        """Whether shares bring all that cash does not pay; more than that is not sold."""
        return self.worth >= self.lacks - self.cash


def shortfall(pos: Position, choices: Choices) -> Shortfall | None:
    """What is lacking for the cheapest new train; None where the treasury pays, or nobody directs."""
    director, prices = pos.director(pos.unit), _prices(pos, choices)
    if not director or not prices or min(prices.values()) <= pos.cash(pos.unit):
        return None
    train, cash = min(prices, key=lambda name: prices[name]), pos.cash(director)
    lacks, sale = prices[train] - pos.cash(pos.unit), _sale(pos, choices)
    return Shortfall(train, lacks, director, cash, outlook.raised(pos, director) if sale else 0, sale)


def _sale(pos: Position, choices: Choices) -> str:
    """Whether shares may or must be sold before a new train is bought; empty where none can be sold."""
    actions = [offer.action for offer in awaited_offers(pos, choices)]
    if not any(isinstance(one, Sell) for one in actions):
        return ""
    new = any(isinstance(one, BuyTrain) and one.seller == DEPOT for one in actions)
    return "may" if new else "must"


def _prices(pos: Position, choices: Choices) -> Mapping[str, int]:
    """The new trains on offer with their prices; where none is, the front of the card that is sold next."""
    deals = (one.action for one in awaited_offers(pos, choices))
    found = {one.train: one.price for one in deals if isinstance(one, BuyTrain) and one.seller == DEPOT}
    return found or {next_train.name: next_train.price for next_train in _next_trains(pos)}


def _next_trains(pos: Position) -> Sequence[TrainType]:
    cards = [train for train in pos.title.data.trains if train.stack == next_card(pos)]
    return [train for train in cards or pos.title.data.trains if pos.left(train.name)][:1]


def pars(pos: Position, choices: Choices) -> Mapping[str, Sequence[int]]:
    """The units that may be started now, with the prices at which they may."""
    found: dict[str, list[int]] = {}
    for offer in awaited_offers(pos, choices):
        if isinstance(offer.action, Par):
            found.setdefault(offer.action.unit, []).append(offer.action.price)
    return found
