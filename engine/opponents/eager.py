"""Players who hurry a game along."""

from __future__ import annotations

from functools import partial

from engine.actions import Acquire, Action, Buy, BuyTrain, Draft, LayTile, Par, PayDividend, Sell, unit_of
from engine.choices import Offer
from engine.opponents.moody import MoodyPlayer
from engine.opponents.plain import largest_first, new_ones, price_of
from engine.state import DEPOT


class EagerPlayer(MoodyPlayer):
    """A moody player in a hurry: it founds and buys what it can, new trains above all, and builds far.

    In some games it saves extra tiles for the last colour, and starts without privates.
    """

    def _among(self, offers: list[Offer]) -> Action:
        return super()._among([offer for offer in offers if not self._waits(offer)] or offers)

    def _waits(self, offer: Offer) -> bool:
        if isinstance(offer.action, Par) and self._liking("large companies") > 1 and not self._early():
            return largest_first(self._pos, offer)[0] > min(
                -len(unit.shares) for unit in self._pos.title.units.values()
            )
        tile, last = getattr(offer.action, "tile", ""), self._pos.title.data.phases[-1].colours[-1]
        extra = bool(tile) and (offer.action.verb != LayTile.verb or bool(getattr(offer.action, "using", "")))
        return extra and self._liking("patience") > 1 and self._pos.title.tiles[tile].colour != last

    def _thoughts(self, verbs: list[str]) -> list[tuple[str, float]]:
        usual = dict(super()._thoughts(verbs))
        frugal = {Draft.verb: RARELY} if self._liking("bare start") > 0.5 else {}
        return list({**usual, **EAGER, **frugal}.items())

    def _sensible(self, verb: str, offers: list[Offer]) -> Action:
        if verb == BuyTrain.verb:
            return self._pick(self._train_offers(offers)).action
        if verb == PayDividend.verb:
            return list(offers[0])[0 if self._is_poor(offers[0]) and self._random.random() < 0.5 else -1]
        if verb == Par.verb:
            return min(offers, key=price_of if self._early() else partial(largest_first, self._pos)).action
        if verb == Buy.verb and (needy := [offer for offer in offers if self._lacks_trains(offer)]):
            return super()._sensible(verb, needy)
        if hasattr(offers[0].action, "tile"):
            return self._farthest(self._newest(offers))
        return super()._sensible(verb, offers)

    def _is_poor(self, offer: Offer) -> bool:
        return self._pos.cash(unit_of(offer.action)) < int(offer.facts.get("revenue", 0))

    def _early(self) -> bool:
        return 3 * self._pos.state.phase < len(self._pos.title.data.phases)

    def _lacks_trains(self, offer: Offer) -> bool:
        return not self._pos.state.trains.get(unit_of(offer.action))

    def _train_offers(self, offers: list[Offer]) -> list[Offer]:
        """Return new trains if there are any, those of the buyer's own kind first."""
        units, trains = self._pos.title.units, self._pos.title.trains
        fresh = [offer for offer in offers if getattr(offer.action, "seller", "") == DEPOT] or new_ones(
            offers
        )
        fitting = [
            offer
            for offer in fresh
            if isinstance(offer.action, BuyTrain)
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
        """Return the lay that connects most stops, among a few picked at random."""
        some = [self._pick(offers).action for _ in range(LOOKS)] if len(offers) > 1 else [offers[0].action]
        return max(some, key=self._connects) if len(some) > 1 else some[0]

    def _connects(self, action: Action) -> int:
        return len(self._game.play(action).pos.reach(unit_of(action)).stops)


RARELY = 0.25
"""How often an eager player takes a private when it would rather have none."""

EAGER = {
    BuyTrain.verb: 1.0,
    Buy.verb: 1.0,
    Par.verb: 1.0,
    LayTile.verb: 1.0,
    Sell.verb: 0.02,
    Acquire.verb: 0.4,
}
"""How often an eager player chooses some verbs when possible."""

LOOKS = 4
"""How many tiles an eager player compares before it lays one."""


class FoundingPlayer(EagerPlayer):
    """An eager player who sells corporations with trains to found others without, and so uses up trains fastest."""

    def _among(self, offers: list[Offer]) -> Action:
        fresh = [offer for offer in offers if isinstance(offer.action, Buy) and self._lacks_trains(offer)]
        if fresh:
            return fresh[0].action
        founding = any(isinstance(offer.action, Par) for offer in offers)
        spare = [
            offer for offer in offers if isinstance(offer.action, Sell) and not self._lacks_trains(offer)
        ]
        if spare and not founding and self._random.random() < 0.5:
            return self._pick(spare).action
        waits = founding and self._random.random() < 0.9
        left = [offer for offer in offers if not isinstance(offer.action, (Sell, Buy) if waits else Sell)]
        return super()._among(left or offers)

    def _thoughts(self, verbs: list[str]) -> list[tuple[str, float]]:
        return list({**dict(super()._thoughts(verbs)), Buy.verb: 0.5, Acquire.verb: 0.0}.items())

    def _farthest(self, offers: list[Offer]) -> Action:
        return self._pick(offers).action
