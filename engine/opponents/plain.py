"""The plainest players: one who acts at random, and one who builds and buys what it can use."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TypeVar

from engine import notation
from engine.actions import Action, Bid, BuyTrain, Pass, PayDividend, Repay, RunTrains, unit_of
from engine.choices import Offer
from engine.game import Game
from engine.notes import Proposal
from engine.position import Position
from engine.state import Frame

T = TypeVar("T")

CALM_AFTER = 3000
"""After this many actions a random player only runs, pays dividends and passes where it may, so that games end."""


@dataclass
class RandomPlayer:
    """Chooses a verb at random, then one of its offers, then an amount.

    A deal of open price that this player has seen proposed is not proposed again in the same turn. With a ``seat`` it
    acts for that player only.
    """

    seed: int
    seat: str = ""
    _refused: set[str] = field(default_factory=set)
    _turn: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def choose(self, game: Game) -> Action:
        """Return a legal action."""
        self._game, self._pos = game, game.pos
        self._notice(game.state.frames)
        offers = [offer for offer in game.choices.offers if self._is_own(offer) and not self._tried(offer)]
        return self._any(_calm(offers)) if game.state.ply >= CALM_AFTER else self._among(offers)

    def _is_own(self, offer: Offer) -> bool:
        return self.seat in ("", offer.action.actor)

    def _among(self, offers: list[Offer]) -> Action:
        return self._any(offers)

    def _any(self, offers: list[Offer]) -> Action:
        verb = self._pick(list(by_verb(offers).values()))
        return self._amount(self._pick(verb))

    def _pick(self, items: list[T]) -> T:
        return items[int(self._random.random() * len(items))]

    def _amount(self, offer: Offer) -> Action:
        amounts = offer.amounts
        if amounts is None:
            return offer.action
        some = (amounts[0], amounts[-1], amounts[int(self._random.random() * len(amounts))])
        return offer.filled(some[int(self._random.random() * 3)])

    def _notice(self, frames: tuple[Frame, ...]) -> None:
        """Forget refused deals when another turn begins, and remember the one asked for now."""
        base = frames[0]
        turn = (base.kind, *map(str, base.number), *base.queue[:1])
        if turn != self._turn:
            self._turn, self._refused = turn, set()
        if len(frames) > 1 and isinstance(frames[-1].notes, Proposal):
            self._refused.add(_deal(frames[-1].notes.action))

    def _tried(self, offer: Offer) -> bool:
        return offer.amounts is not None and _deal(notation.write(offer.action)) in self._refused


def _deal(text: str) -> str:
    """Return a proposal apart from its price."""
    return text.rpartition(" ")[0]


def _calm(offers: list[Offer]) -> list[Offer]:
    passes = [offer for offer in offers if isinstance(offer.action, Pass)]
    plain = [offer for offer in offers if isinstance(offer.action, RunTrains | PayDividend)]
    return passes or plain or offers


def by_verb(offers: list[Offer]) -> dict[str, list[Offer]]:
    """Return offers by verb."""
    found: dict[str, list[Offer]] = {}
    for offer in offers:
        found.setdefault(offer.action.verb, []).append(offer)
    return found


class ThriftyPlayer(RandomPlayer):
    """Builds, runs for the highest revenue, buys trains it can use and shares it can afford, and seldom sells."""

    def _among(self, offers: list[Offer]) -> Action:
        verbs = by_verb(offers)
        for verb, chance in self._thoughts(list(verbs)):
            if verb in verbs and self._random.random() < chance:
                return self._sensible(verb, verbs[verb])
        return verbs[Pass.verb][0].action if Pass.verb in verbs else self._any(offers)

    def _thoughts(self, verbs: list[str]) -> list[tuple[str, float]]:
        """Return verbs in the order in which they are considered, with the chance of each."""
        others = ((verb, NOW_AND_THEN) for verb in verbs if verb not in {*dict(HABITS), Pass.verb})
        return [*HABITS, *others]

    def _sensible(self, verb: str, offers: list[Offer]) -> Action:
        if verb == RunTrains.verb:
            return max(offers, key=net_of).action
        if verb == BuyTrain.verb:
            return max(new_ones(offers), key=price_of).action
        if verb in (PayDividend.verb, Repay.verb):
            return list(offers[0])[-1]
        if verb == Bid.verb:
            return offers[0].action
        return self._amount(self._pick(offers))


def new_ones(offers: list[Offer]) -> list[Offer]:
    """Return the offers of trains from the bank, or all offers if it sells none."""
    return [offer for offer in offers if offer.amounts is None] or offers


def price_of(offer: Offer) -> int:
    """Return the price of an offer, in the title's currency; 0 if it costs nothing."""
    return int(offer.facts.get("price", getattr(offer.action, "price", 0)))


def largest_first(pos: Position, offer: Offer) -> tuple[int, int]:
    """Rank what concerns a company: those with many shares come first, the cheapest of these in front."""
    return -len(pos.title.units[unit_of(offer.action)].shares), price_of(offer)


def net_of(offer: Offer) -> int:
    """Rate a run: its revenue, plus twice what it adds to the treasury, minus twice its cost."""
    facts = offer.facts
    return int(facts["revenue"]) + 2 * int(facts.get("subsidy", 0)) - 2 * int(facts.get("cost", 0))


HABITS = (
    ("draft", 1.0),
    ("bid", 0.6),
    ("accept", 0.5),
    ("refuse", 1.0),
    ("repay", 1.0),
    ("sell", 0.04),
    ("buy", 0.9),
    ("par", 0.7),
    ("lay", 0.85),
    ("token", 0.3),
    ("run", 1.0),
    ("dividend", 0.8),
    ("train", 0.6),
)
"""Verbs in the order in which they are considered, and how often they are chosen when possible."""

NOW_AND_THEN = 0.2
"""How often any other verb is chosen when possible."""
