"""Which moves need confirmation: those the player could not undo alone."""

from collections.abc import Mapping, Sequence

from bot.tables.table import StartedTable
from engine.choices import Offer
from engine.events import Event
from engine.forced import lasts


def is_lasting(table: StartedTable, user_id: int, events: Sequence[Event]) -> bool:
    """Tell whether what a move would cause concerns others at the table for good."""
    alone = all(seat.user_id == user_id for seat in table.seats)
    return not alone and any(map(lasts, events))


def is_told(offer: Offer, picked: Mapping[str, str]) -> bool:
    """Tell whether a private page has said what lasts before the move is complete: who must agree to an amount."""
    return bool(offer.facts.get("consent")) and offer.action.amount in picked
