"""Which moves are confirmed before they are played: those that one person alone could not take back as if unseen."""

from collections.abc import Sequence

from bot.tables.view import StartedTable
from engine.events import Asked, Dealt, Event, GameOver, Indebted, PhaseBegan

LASTING = (Asked, Dealt, GameOver, Indebted, PhaseBegan)
"""Somebody is asked, cards are seen, the game is over, a debt is made, or trains rust and colours come."""


def is_lasting(table: StartedTable, user_id: int, events: Sequence[Event]) -> bool:
    """Tell whether what a move would cause concerns others at the table for good."""
    alone = all(seat.user_id == user_id for seat in table.seats)
    return not alone and any(isinstance(event, LASTING) for event in events)
