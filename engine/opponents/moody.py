"""Players with tastes of their own."""

from __future__ import annotations

import random

from engine.actions import Action, Buy, BuyTrain, Draft, Par, unit_of
from engine.choices import Offer
from engine.opponents.plain import ThriftyPlayer, new_ones, price_of


class MoodyPlayer(ThriftyPlayer):
    """A thrifty player who favours some verbs and avoids others, different ones in every game.

    In some games it also buys the dearest certificates, those of what it holds most of, or those that bring
    it closest to a directorship; or the cheapest trains; or it offers all it can.
    """

    def _liking(self, what: str) -> float:
        """Return how much it likes something in this game, from 1 / ``SPREAD`` to ``SPREAD``."""
        liking: float = SPREAD ** (2 * random.Random(f"{self.seed} {what}").random() - 1)
        return liking

    def _thoughts(self, verbs: list[str]) -> list[tuple[str, float]]:
        usual = super()._thoughts(verbs)
        return [(verb, 1 - (1 - chance) ** self._liking(verb)) for verb, chance in usual]

    def _sensible(self, verb: str, offers: list[Offer]) -> Action:
        if verb in (Buy.verb, Par.verb, Draft.verb) and self._liking("dear certificates") > 1:
            return max(offers, key=price_of).action
        if verb == Buy.verb and self._liking("favourites") > 1:
            return max(offers, key=self._has).action
        if verb == Buy.verb and self._liking("office") > 1:
            return max(offers, key=self._nears).action
        if verb == BuyTrain.verb and self._liking("cheap trains") > 1:
            return min(new_ones(offers), key=price_of).action
        if offers[0].amounts is not None and self._liking("high offers") > 1:
            return list(self._random.choice(offers))[-1]
        return super()._sensible(verb, offers)

    def _has(self, offer: Offer) -> int:
        return self._pos.percent(offer.action.actor, unit_of(offer.action))

    def _nears(self, offer: Offer) -> int:
        """Return how far its holding is behind the director's, below 0; the lowest value where it directs itself."""
        director = self._pos.director(unit_of(offer.action))
        behind = self._pos.percent(director, unit_of(offer.action)) - self._has(offer)
        return -100 if director == offer.action.actor else -behind


SPREAD = 8.0
"""How many times as much as usual a moody player may like something."""
