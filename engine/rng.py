"""The seeded generator of 18xx set-ups, so that a seed means the same game everywhere.

``x' = (1103515245 * x + 12345) mod 2**31``; every draw yields the whole new ``x``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

MODULUS = 2**31


def seeded(seed: int) -> int:
    """Return the first state of the generator."""
    return seed % MODULUS


def draw(state: int) -> int:
    """Return the next number, which is also the next state of the generator."""
    return (1103515245 * state + 12345) % MODULUS


def shuffled(items: Sequence[T], state: int) -> tuple[list[T], int]:
    """Return the items sorted by a number drawn for each of them in order, and the new state."""
    drawn = []
    for item in items:
        state = draw(state)
        drawn.append((state, item))
    return [item for _, item in sorted(drawn, key=lambda pair: pair[0])], state
