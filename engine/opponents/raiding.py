"""Players who are after other players' corporations."""

from __future__ import annotations

from functools import partial

from engine.actions import Acquire, Action, Bid, Buy, BuyTrain, LayTile, Par, PayDividend, Sell, unit_of
from engine.choices import Offer
from engine.finance import shares
from engine.opponents.plain import ThriftyPlayer, largest_first, price_of
from engine.state import OFFER, POOL


class RaidingPlayer(ThriftyPlayer):
    """A thrifty player who seizes the directorship of corporations whose directors are at the certificate limit.

    It sells what it can spare to do so, founds the largest corporations it can, and else buys cheap certificates.
    """

    def _among(self, offers: list[Offer]) -> Action:
        player = offers[0].action.actor
        prey = [unit for unit in self._pos.title.units if self._may_take(player, unit)]
        buys = [offer for offer in offers if isinstance(offer.action, Buy) and offer.action.unit in prey]
        if buys:
            return buys[0].action
        spare = [
            offer for offer in offers if isinstance(offer.action, Sell) and self._spares(offer.action, prey)
        ]
        if prey and spare:
            return min(spare, key=lambda offer: int(getattr(offer.action, "percent", 0))).action
        return super()._among(offers)

    def _may_take(self, player: str, unit: str) -> bool:
        """Tell whether one more share makes a player director in place of one who is at the certificate limit."""
        pos, rival = self._pos, self._rival(player, unit)
        if not rival:
            return False
        enough = pos.percent(player, unit) + min(pos.title.units[unit].shares) > pos.percent(rival, unit)
        return (
            enough
            and self._is_full(rival)
            and any(pos.certificates(holder, unit) for holder in (OFFER, POOL))
        )

    def _rival(self, player: str, unit: str) -> str:
        """Return the other player who directs a corporation with shares; empty if there is none."""
        rival = self._pos.director(unit)
        known = rival in self._pos.state.players and rival != player and self._pos.title.units[unit].shares
        return rival if known else ""

    def _is_full(self, player: str, short: int = 0) -> bool:
        return shares.counted(self._pos, player) + short >= shares.limit(self._pos)

    def _spares(self, sale: Sell, prey: list[str]) -> bool:
        return sale.unit not in prey and self._pos.director(sale.unit) != sale.actor

    def _thoughts(self, verbs: list[str]) -> list[tuple[str, float]]:
        return list({**dict(super()._thoughts(verbs)), **RAIDING}.items())

    def _sensible(self, verb: str, offers: list[Offer]) -> Action:
        if verb == Par.verb:
            return min(offers, key=partial(largest_first, self._pos)).action
        if verb == Buy.verb:
            return max(offers, key=lambda offer: (self._nears(offer), -price_of(offer))).action
        return super()._sensible(verb, offers)

    def _nears(self, offer: Offer) -> bool:
        """Tell whether a purchase brings it close to replacing a director who nears the certificate limit."""
        pos, player, unit = self._pos, offer.action.actor, unit_of(offer.action)
        rival = self._rival(player, unit)
        if not rival:
            return False
        behind = pos.percent(rival, unit) - pos.percent(player, unit)
        share = min(pos.title.units[unit].shares)
        return share <= behind <= 2 * share and self._is_full(rival, SOON)


SOON = 3
"""How close to the certificate limit a director must be before it buys into his corporation."""

RAIDING = {
    Sell.verb: 0.0,
    Par.verb: 1.0,
    Buy.verb: 1.0,
    Bid.verb: 1.0,
    BuyTrain.verb: 0.9,
    LayTile.verb: 0.9,
    PayDividend.verb: 1.0,
    Acquire.verb: 0.0,
}
"""How often a raiding player chooses some verbs when possible."""
