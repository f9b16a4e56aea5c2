"""The course of a unit's earnings: how long its trains last, what the next ones cost, what is left to be paid out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

GROWS = 8
"""For how many rounds it grows."""
DEARER = 1.4
"""How many times dearer than the next train the one is that replaces it."""
HELPED = 0.3
"""What part of its revenue a unit earns that need not own a train and cannot pay for one."""
WITHHELD, FIRST = 0.6, 0.2
"""What part of the money that is lacking for a later train is kept from dividends, and for the next one."""
SOON = 5.0
"""A train that rusts later is no duty yet."""
TOO_LATE = 1.5
"""With fewer rounds to come nobody replaces a train."""


@dataclass(frozen=True, slots=True)
class Course:
    """What a unit sets out with: the revenue of all its trains, and what is left when the first of them rust.

    ``falls`` and ``life`` are the turns after which that is so, and after which the last one rusts; a unit without
    trains has none. ``cost`` and ``lasting`` are the price and the life of the train that is bought next, ``growth``
    is by how much of itself a revenue grows in a round. ``renewed`` is what the next train would earn alone where the
    last one rusts soon: a better train than the one it replaces earns more. ``owed`` is what part of the money that
    is lacking for it the director pays, and ``far_off`` how that shrinks with each turn.
    """

    revenue: float
    later: float
    falls: float
    life: float
    treasury: float
    cost: float
    lasting: float
    must: bool
    growth: float = 0.0
    renewed: float = 0.0
    owed: float = 0.8
    far_off: float = 0.6

    def paid(self, runs: float) -> Iterator[float]:
        """Yield what is paid out in each of the turns to come.

        Trains that fall while others still run are replaced out of the treasury if it can pay for that; where none
        is left, another is bought after a turn without one. A train that could be bought now falls when it does,
        whether it is bought now or a turn later.
        """
        until, falls, owed, left, bare = self.life, self.falls, 0.0, self.treasury, self.life <= 0
        whole = self.revenue
        for turn in range(int(runs + 0.999)):
            price = self.price(turn, bare=bare)
            if falls <= turn < until and self.later < self.revenue and left >= price:
                falls, left = inf, left - price
            earned = (whole if turn < falls else self.later) * (1 + self.growth * min(turn, GROWS))
            if turn >= until:
                lacking = max(price - left, 0.0)
                if lacking and not self.must:
                    earned *= HELPED
                else:
                    earned, left = 0.0, max(left - price, 0.0)
                    kept = FIRST if until == self.life and self.must else WITHHELD
                    owed += kept * lacking if turn else 0.0
                    until = self._until(turn, runs, bare=bare)
                    whole = max(whole if turn < falls else self.later, self.renewed)
                    bare, falls = False, inf
            paid = max(earned - owed, 0.0)
            owed = max(owed - earned, 0.0)
            yield paid

    def _until(self, turn: int, runs: float, *, bare: bool) -> float:
        """Return when a train falls that is bought in a turn; the last one is not replaced."""
        if runs - turn <= TOO_LATE:
            return inf
        return max(self.lasting, turn + 1) if bare else turn + 1 + self.lasting

    def price(self, turn: int, *, bare: bool) -> float:
        """The price of a train some turns from now; that of a unit without any stays what it is."""
        return self.cost * (1.0 if bare or turn < 1 else DEARER)

    def left(self, runs: float) -> float:
        """The treasury that will remain once the next train is paid for."""
        if runs - self.life <= TOO_LATE:
            return self.treasury
        price = self.price(int(min(self.life, 99)), bare=self.life <= 0)
        return max(self.treasury - price, 0.0)

    def duty(self, runs: float) -> float:
        """The amount that the director will have to add for a mandatory train."""
        if not self.must or runs <= 0.5:
            return 0.0
        if self.life <= 0:
            return max(self.cost - self.treasury, 0.0)
        if runs - self.life > TOO_LATE and self.life < SOON:
            lacking = max(self.cost * DEARER - self.treasury, 0.0)
            return self.owed * lacking / (1 + self.far_off * self.life)
        return 0.0
