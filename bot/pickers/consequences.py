"""Which moves are confirmed before they are played: those that one could not take back alone, as if unseen."""

from collections.abc import Mapping, Sequence

from bot.tables.view import StartedTable
from engine.choices import Offer
from engine.events import Asked, Dealt, Event, GameOver, Indebted, PhaseBegan

LASTING = (Asked, Dealt, GameOver, PhaseBegan)
"""Somebody is asked, cards are seen, the game is over, or trains rust and colours come."""


def is_lasting(table: StartedTable, user_id: int, events: Sequence[Event]) -> bool:
    """Tell whether what a move would cause concerns others at the table for good."""
    alone = all(seat.user_id == user_id for seat in table.seats)
    return not alone and any(isinstance(event, LASTING) or _is_debt(event) for event in events)


def _is_debt(event: Event) -> bool:
    """Tell whether a debt is made or grows; to pay one off is a payment like others."""
    return isinstance(event, Indebted) and event.amount > 0


def is_told(offer: Offer, picked: Mapping[str, str]) -> bool:
    """Tell whether a private page has said what lasts before the move is complete: who must agree to an amount."""
    return bool(offer.facts.get("consent")) and offer.action.amount in picked
