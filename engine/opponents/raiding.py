"""Players who are after other people's companies."""

from __future__ import annotations

from engine.actions import Acquire, Action, Bid, Buy, BuyTrain, LayTile, Par, PayDividend, Sell
from engine.choices import Offer
from engine.finance import shares
from engine.game import Game
from engine.opponents.plain import ThriftyPlayer, price_of
from engine.state import OFFER, POOL


class RaidingPlayer(ThriftyPlayer):
    """A thrifty player who takes companies away from directors who hold as much as they may.

    It sells what it can spare for that, founds the largest companies it can, and buys cheap papers otherwise.
    """

    def choose(self, game: Game) -> Action:
        """Return a legal action, one that takes a company over if there is any."""
        self._pos = game.pos
        return super().choose(game)

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
        """Tell whether one more share makes a player director instead of one who can hold no more."""
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
        """Return who else directs a company by its shares; empty if nobody does."""
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
            return min(offers, key=self._largest).action
        if verb == Buy.verb:
            return max(offers, key=lambda offer: (self._nears(offer), -price_of(offer))).action
        return super()._sensible(verb, offers)

    def _largest(self, offer: Offer) -> tuple[int, int]:
        return -len(self._pos.title.units[getattr(offer.action, "unit", "")].shares), price_of(offer)

    def _nears(self, offer: Offer) -> bool:
        """Tell whether it comes close to taking a company from a director who will soon be full."""
        pos, player, unit = self._pos, offer.action.actor, getattr(offer.action, "unit", "")
        rival = self._rival(player, unit)
        if not rival:
            return False
        behind = pos.percent(rival, unit) - pos.percent(player, unit)
        share = min(pos.title.units[unit].shares)
        return share <= behind <= 2 * share and self._is_full(rival, SOON)


SOON = 3
"""How many certificates below the limit a director is when it begins to buy into his company."""

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
