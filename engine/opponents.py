"""Players that are no people: they choose from the legal actions and know nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from engine import notation
from engine.actions import Acquire, Action, Bid, Buy, Dividend, Lay, Par, Pass, Repay, Run, Sell, Take, Train
from engine.choices import Offer
from engine.game import Game
from engine.state import DEPOT, Frame

T = TypeVar("T")

CALM_AFTER = 3000
"""Actions after which a random player only pays out, runs and passes where he may, so that games end."""


@dataclass
class RandomPlayer:
    """Chooses a verb at random, then one of its offers, then an amount.

    A deal that was refused is not proposed again in the same turn.
    """

    seed: int
    _refused: set[str] = field(default_factory=set)
    _turn: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def choose(self, game: Game) -> Action:
        """Return a legal action."""
        self._notice(game.state.frames)
        offers = [offer for offer in game.choices.offers if not self._tried(offer)]
        return self._any(_calm(offers)) if game.state.ply >= CALM_AFTER else self._among(offers)

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
        if len(frames) > 1 and "action" in frames[-1].memo:
            self._refused.add(_deal(frames[-1].memo["action"]))

    def _tried(self, offer: Offer) -> bool:
        return offer.amounts is not None and _deal(notation.write(offer.action)) in self._refused


def _deal(text: str) -> str:
    """Return a proposal without its price."""
    return text.rpartition(" ")[0]


def _calm(offers: list[Offer]) -> list[Offer]:
    passes = [offer for offer in offers if isinstance(offer.action, Pass)]
    plain = [offer for offer in offers if isinstance(offer.action, Run | Dividend)]
    return passes or plain or offers


def by_verb(offers: list[Offer]) -> dict[str, list[Offer]]:
    """Return offers by their verbs."""
    found: dict[str, list[Offer]] = {}
    for offer in offers:
        found.setdefault(offer.action.verb, []).append(offer)
    return found


class ThriftyPlayer(RandomPlayer):
    """Builds, runs for the most, buys trains it can use and shares it can pay, and seldom sells."""

    def _among(self, offers: list[Offer]) -> Action:
        verbs = by_verb(offers)
        for verb, chance in self._thoughts(list(verbs)):
            if verb in verbs and self._random.random() < chance:
                return self._sensible(verb, verbs[verb])
        return verbs[Pass.verb][0].action if Pass.verb in verbs else self._any(offers)

    def _thoughts(self, verbs: list[str]) -> list[tuple[str, float]]:
        """Return verbs in the order in which they are thought of, and how likely each is chosen."""
        others = ((verb, NOW_AND_THEN) for verb in verbs if verb not in {*dict(HABITS), Pass.verb})
        return [*HABITS, *others]

    def _sensible(self, verb: str, offers: list[Offer]) -> Action:
        if verb == Run.verb:
            return max(offers, key=_net).action
        if verb == Train.verb:
            return max(_new(offers), key=_price).action
        if verb in (Dividend.verb, Repay.verb):
            return list(offers[0])[-1]
        if verb == Bid.verb:
            return offers[0].action
        return self._amount(self._pick(offers))


class MoodyPlayer(ThriftyPlayer):
    """A thrifty player who likes some verbs more than usual and others less, other ones in every game.

    In some games it also buys the dearest papers, those it has most of, or those that bring it closest to deciding
    for a unit; the cheapest trains; or it offers all it can.
    """

    def choose(self, game: Game) -> Action:
        """Return a legal action to its taste."""
        self._pos = game.pos
        return super().choose(game)

    def _liking(self, what: str) -> float:
        """Return between 1 / ``SPREAD`` and ``SPREAD`` how much it likes something in this game."""
        liking: float = SPREAD ** (2 * random.Random(f"{self.seed} {what}").random() - 1)
        return liking

    def _thoughts(self, verbs: list[str]) -> list[tuple[str, float]]:
        usual = super()._thoughts(verbs)
        return [(verb, 1 - (1 - chance) ** self._liking(verb)) for verb, chance in usual]

    def _sensible(self, verb: str, offers: list[Offer]) -> Action:
        if verb in (Buy.verb, Par.verb, Take.verb) and self._liking("dear papers") > 1:
            return max(offers, key=_price).action
        if verb == Buy.verb and self._liking("favourites") > 1:
            return max(offers, key=self._has).action
        if verb == Buy.verb and self._liking("office") > 1:
            return max(offers, key=self._nears).action
        if verb == Train.verb and self._liking("cheap trains") > 1:
            return min(_new(offers), key=_price).action
        if offers[0].amounts is not None and self._liking("high offers") > 1:
            return list(self._random.choice(offers))[-1]
        return super()._sensible(verb, offers)

    def _has(self, offer: Offer) -> int:
        return self._pos.percent(offer.action.actor, getattr(offer.action, "unit", ""))

    def _nears(self, offer: Offer) -> int:
        """Return how much less it holds than the director, as a number below 0; where it directs, the least."""
        director = self._pos.director(getattr(offer.action, "unit", ""))
        behind = self._pos.percent(director, getattr(offer.action, "unit", "")) - self._has(offer)
        return -100 if director == offer.action.actor else -behind


class EagerPlayer(MoodyPlayer):
    """A moody player in a hurry: it founds and buys what it can, new trains above all, and builds far.

    In some games it keeps tiles besides the usual ones for the last colour, and starts without privates.
    """

    def choose(self, game: Game) -> Action:
        """Return a legal action that makes the game go on fast."""
        self._game = game
        return super().choose(game)

    def _among(self, offers: list[Offer]) -> Action:
        return super()._among([offer for offer in offers if not self._waits(offer)] or offers)

    def _waits(self, offer: Offer) -> bool:
        if isinstance(offer.action, Par) and self._liking("large companies") > 1 and not self._early():
            return self._smallness(offer)[0] > min(
                -len(unit.shares) for unit in self._pos.title.units.values()
            )
        tile, last = getattr(offer.action, "tile", ""), self._pos.title.data.phases[-1].colours[-1]
        extra = bool(tile) and (offer.action.verb != Lay.verb or bool(getattr(offer.action, "using", "")))
        return extra and self._liking("patience") > 1 and self._pos.title.tiles[tile].colour != last

    def _thoughts(self, verbs: list[str]) -> list[tuple[str, float]]:
        usual = dict(super()._thoughts(verbs))
        frugal = {Take.verb: RARELY} if self._liking("bare start") > 0.5 else {}
        return list({**usual, **EAGER, **frugal}.items())

    def _sensible(self, verb: str, offers: list[Offer]) -> Action:
        if verb == Train.verb:
            return self._pick(self._train_offers(offers)).action
        if verb == Dividend.verb:
            return list(offers[0])[0 if self._is_poor(offers[0]) and self._random.random() < 0.5 else -1]
        if verb == Par.verb:
            return min(offers, key=_price if self._early() else self._smallness).action
        if verb == Buy.verb and (needy := [offer for offer in offers if self._lacks_trains(offer)]):
            return super()._sensible(verb, needy)
        if hasattr(offers[0].action, "tile"):
            return self._farthest(self._newest(offers))
        return super()._sensible(verb, offers)

    def _is_poor(self, offer: Offer) -> bool:
        return self._pos.cash(getattr(offer.action, "unit", "")) < int(offer.facts.get("revenue", 0))

    def _early(self) -> bool:
        return 3 * self._pos.state.phase < len(self._pos.title.data.phases)

    def _smallness(self, offer: Offer) -> tuple[int, int]:
        """Return what it would rather not found: units with few shares, and dear ones."""
        return -len(self._pos.title.units[getattr(offer.action, "unit", "")].shares), _price(offer)

    def _lacks_trains(self, offer: Offer) -> bool:
        return not self._pos.state.trains.get(getattr(offer.action, "unit", ""))

    def _train_offers(self, offers: list[Offer]) -> list[Offer]:
        """Return new trains if there are any, those of the buyer's own kind first."""
        units, trains = self._pos.title.units, self._pos.title.trains
        fresh = [offer for offer in offers if getattr(offer.action, "seller", "") == DEPOT] or _new(offers)
        fitting = [
            offer
            for offer in fresh
            if isinstance(offer.action, Train)
            and trains[offer.action.train].kind == units[offer.action.unit].kind
        ]
        return fitting or fresh

    def _newest(self, offers: list[Offer]) -> list[Offer]:
        """Return the tiles of the newest colour, those with a stop first."""
        colours, tiles = self._pos.phase.colours, self._pos.title.tiles

        def rank(offer: Offer) -> tuple[int, bool]:
            tile = tiles[getattr(offer.action, "tile", "")]
            return (colours.index(tile.colour) if tile.colour in colours else -1, bool(tile.stops))

        best = max(map(rank, offers))
        return [offer for offer in offers if rank(offer) == best]

    def _farthest(self, offers: list[Offer]) -> Action:
        """Return the tile among some that connects most stops."""
        some = [self._pick(offers).action for _ in range(LOOKS)] if len(offers) > 1 else [offers[0].action]
        return max(some, key=self._connects) if len(some) > 1 else some[0]

    def _connects(self, action: Action) -> int:
        return len(self._game.play(action).pos.reach(getattr(action, "unit", "")).stops)


SPREAD = 8.0
"""How many times as much as usual a moody player likes what it likes most."""


def _new(offers: list[Offer]) -> list[Offer]:
    """Return the trains that the bank sells, all if it sells none."""
    return [offer for offer in offers if offer.amounts is None] or offers


def _price(offer: Offer) -> int:
    return int(offer.facts.get("price", getattr(offer.action, "price", 0)))


def _net(offer: Offer) -> int:
    facts = offer.facts
    return int(facts["revenue"]) + 2 * int(facts.get("subsidy", 0)) - 2 * int(facts.get("cost", 0))


HABITS = (
    ("take", 1.0),
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
"""Verbs in the order in which they are thought of, and how often they are chosen when possible."""

NOW_AND_THEN = 0.2
"""How often any other verb is chosen when possible."""

RARELY = 0.25
"""How often an eager player takes a private when it would rather have none."""

EAGER = {Train.verb: 1.0, Buy.verb: 1.0, Par.verb: 1.0, Lay.verb: 1.0, Sell.verb: 0.02, Acquire.verb: 0.4}
"""How often an eager player chooses some verbs when possible."""

LOOKS = 4
"""How many tiles an eager player compares before it lays one."""


_KINDS = (
    MoodyPlayer,
    MoodyPlayer,
    EagerPlayer,
    RandomPlayer,
    MoodyPlayer,
    EagerPlayer,
    RandomPlayer,
    EagerPlayer,
    EagerPlayer,
    RandomPlayer,
)


def mixed(seed: int) -> RandomPlayer:
    """Return a player of another kind by the last digit of the seed."""
    return _KINDS[seed % len(_KINDS)](seed)


STYLES: dict[str, Callable[[int], RandomPlayer]] = {
    "mixed": mixed,
    "random": RandomPlayer,
    "thrifty": ThriftyPlayer,
    "moody": MoodyPlayer,
    "eager": EagerPlayer,
}
