"""Notes of standing orders: each is sent once."""

from datetime import UTC, datetime
from typing import Any

from bot.storage import OrderRow
from bot.tables.orders import OrderNote


def nonce(number: int, rev: int) -> str:
    """The nonce of a note about an order, as far as it depends on the two."""
    missing: Any = None
    row = OrderRow(number, 1, 11, "a", {}, datetime(2026, 3, 2, tzinfo=UTC))
    return OrderNote(missing, row, missing, rev=rev).nonce


def test_the_same_note_has_the_same_nonce_and_no_other_has():
    """Discord drops what comes twice, and nothing else; a nonce has at most 25 letters."""
    made = [nonce(number, rev) for number, rev in ((1, 0), (1, 11), (11, 1), (111, 0))]

    assert nonce(1, 11) == made[1]
    assert len(set(made)) == len(made)
    assert len(nonce(10**9, 10**6)) <= 25
