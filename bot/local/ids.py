"""Identifiers shaped like Discord's: milliseconds since 2015, then a counter."""

import time
from datetime import UTC, datetime

EPOCH = 1_420_070_400_000

GUILD = "300000000000000001"
BOT = "200000000000000001"
SEATS = 100_000_000_000_000_000


def seat_id(place: int) -> str:
    """Return the user id of the seat in that place, counted from 1."""
    return str(SEATS + place)


class Ids:
    """Hands out ascending identifiers."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> str:
        """Return a fresh identifier, above every one before."""
        now = (time.time_ns() // 1_000_000 - EPOCH) << 22
        self._last = max(self._last + 1, now)
        return str(self._last)


def timestamp() -> str:
    """Return the present moment as Discord writes it."""
    return datetime.now(UTC).isoformat()


def made_at(wanted: str) -> float:
    """When an identifier was made, in seconds since 1970."""
    return ((int(wanted) >> 22) + EPOCH) / 1000
