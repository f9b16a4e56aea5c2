"""One route for every train so that no track is used twice and the sum is the highest."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from engine.routes.enumeration import CandidateRoute, Candidates, by_rank, tie_break

LIST_DEPTHS = (64, 1024, 1 << 16, None)
"""How far down the lists the search looks at first; what it finds there rules out most of the rest."""

PAUSE = 256
"""Choices between two looks at the time."""

CONFLICT_BITS_KEPT = 1 << 28
"""How many bits of sets of routes are kept at most, so that they need not be made twice."""

WORST_RANK = 1 << 62
"""A rank worse than that of any set of routes."""

BenefitSplit = tuple[int | None, ...]
"""For every train the required benefits (bits) its route uses; None leaves the train idle."""


@dataclass(frozen=True, slots=True)
class ChainPrices:
    """What chains cost, by number, and what all track costs together."""

    chains: Sequence[int] = ()
    total: int = 0

    def of(self, chains: Iterable[int]) -> int:
        """Return what a route costs."""
        cost = self.chains
        return sum([cost[chain] for chain in chains])


FREE = ChainPrices()


class RankedCandidates:
    """Routes of one list, best first, with a table of those that use a bit of track.

    ``ranks`` are theirs with the tolls for their track added, and the routes are in this order. A set of routes is
    an integer with one bit each, so those that go together with others are one ``&``, and the best of them is the
    lowest bit.
    """

    def __init__(self, routes: Sequence[CandidateRoute], tolls: ChainPrices) -> None:
        self.routes, self.ranks = routes, [listed.rank for listed in routes]
        if tolls.total:
            paid = [listed.rank + tolls.of(listed.chains) for listed in routes]
            order = sorted(range(len(routes)), key=lambda number: (paid[number], routes[number][:3]))
            self.routes, self.ranks = [routes[number] for number in order], [paid[number] for number in order]
        self._size = 0
        self._table: dict[int, int] = {}
        self._conflicts: dict[int, int] = {}

    def below(self, rank: int) -> int:
        """Return how many routes rank better than that, tolls added."""
        return bisect_left(self.ranks, rank)

    def prepare(self, size: int) -> None:
        """Make the table hold at least the first routes."""
        if size <= self._size:
            return
        self._size = size
        rows: dict[int, bytearray] = {}
        for number, listed in enumerate(self.routes[:size]):
            left, byte, mark = listed.track, number >> 3, 1 << (number & 7)
            while left:
                low = left & -left
                left ^= low
                if low not in rows:
                    rows[low] = bytearray((size >> 3) + 1)
                rows[low][byte] |= mark
        self._table = {bit: int.from_bytes(row, "little") for bit, row in rows.items()}
        self._conflicts = {}

    def conflicts(self, track: int) -> int:
        """Return the set of routes that share track."""
        known = self._conflicts.get(track)
        if known is not None:
            return known
        found, left = 0, track
        while left:
            low = left & -left
            found |= self._table.get(low, 0)
            left ^= low
        if len(self._conflicts) * self._size < CONFLICT_BITS_KEPT:
            self._conflicts[track] = found
        return found


def bits(mask: int) -> Iterator[int]:
    """Return the numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def lowest_bit(mask: int) -> int:
    """Return the number of the lowest bit that is set."""
    return (mask & -mask).bit_length() - 1


class BranchAndBound:
    """Branch and bound over trains; ``cut`` tells that the search ended early.

    ``tolls`` on track may be any; the right ones let the search see sooner which routes do not go together, since a
    set pays each of them once at most. Only sets that rank better than ``worst`` are looked for.
    """

    def __init__(
        self,
        menus: Sequence[Candidates],
        required: int,
        enough: Callable[[], bool],
        tolls: ChainPrices = FREE,
        worst: int = WORST_RANK,
    ) -> None:
        self.paid = tolls.total
        shelves = {
            id(menu): {uses: RankedCandidates(routes, tolls) for uses, routes in menu.items()}
            for menu in menus
        }
        self._shelves = [shelves[id(menu)] for menu in menus]
        self._equal = [
            max((other for other in range(train) if menus[other] is menu), default=None)
            for train, menu in enumerate(menus)
        ]
        self._required = required
        self._enough = enough
        self._choices = 0
        self.rank = worst
        self.chosen: tuple[CandidateRoute | None, ...] | None = None
        self.cut = False

    def best(self) -> tuple[CandidateRoute, ...] | None:
        """Return the best routes in the order of the trains; None if the benefits cannot all be used."""
        plans = sorted(self._plans(), key=self._promise)
        for width in LIST_DEPTHS:
            plans = [plan for plan in plans if not self._packed(plan, width)]
        return None if self.chosen is None else tuple(one for one in self.chosen if one is not None)

    def _plans(self) -> Iterator[BenefitSplit]:
        """Share the required benefits out; equal trains take the choices in falling order."""
        options = [(*shelves, None) for shelves in self._shelves]
        for numbers in product(*(range(len(keys)) for keys in options)):
            plan = tuple(keys[number] for keys, number in zip(options, numbers, strict=True))
            used = [uses for uses in plan if uses is not None]
            pairs = zip(self._equal, numbers, strict=True)
            fair = all(twin is None or numbers[twin] <= at for twin, at in pairs)
            if fair and sum(used) == self._required and not _overlap(used):
                yield plan

    def _promise(self, plan: BenefitSplit) -> int:
        return sum(shelf.ranks[0] for shelf in self._planned(plan))

    def _planned(self, plan: BenefitSplit) -> list[RankedCandidates]:
        pairs = zip(self._shelves, plan, strict=True)
        return [shelves[uses] for shelves, uses in pairs if uses is not None]

    def _packed(self, plan: BenefitSplit, width: int | None) -> bool:
        """Search a plan for sets that rank as well as the best one known; tell whether all of it was looked at."""
        limit = self.rank + (self.chosen is not None)
        shelves = self._planned(plan)
        tops = [shelf.ranks[0] for shelf in shelves]
        sizes = [
            shelf.below(limit + self.paid - sum(tops) + top) for shelf, top in zip(shelves, tops, strict=True)
        ]
        whole = width is None or max(sizes, default=0) <= width
        if width is not None:
            sizes = [min(size, width) for size in sizes]
        if all(sizes):
            _Branching(self, plan, shelves, sizes, limit).run()
        return whole

    def twin(self, plan: BenefitSplit, train: int) -> int | None:
        """Return the equal train before this one that draws from the same list."""
        twin = self._equal[train]
        return twin if twin is not None and plan[twin] == plan[train] else None

    def tired(self) -> bool:
        """Count a choice; tell whether the search must end."""
        self._choices += 1
        if self._choices % PAUSE == 0 and self._enough():
            self.cut = True
        return self.cut

    def offer(self, chosen: tuple[CandidateRoute | None, ...], rank: int) -> None:
        """Keep a set if it is better; among equals an earlier train's better route decides."""
        if rank < self.rank or (
            self.chosen is not None and (rank, tie_break(chosen)) < (self.rank, tie_break(self.chosen))
        ):
            self.rank, self.chosen = rank, chosen


def _overlap(used: Sequence[int]) -> bool:
    seen = 0
    for uses in used:
        if seen & uses:
            return True
        seen |= uses
    return False


class _Branching:
    """The search of one plan, train by train.

    Where lists are in their own order the first of several equals is the one wanted; where they are in the order of
    tolls, all of them must be seen.
    """

    def __init__(
        self,
        packer: BranchAndBound,
        plan: BenefitSplit,
        shelves: Sequence[RankedCandidates],
        sizes: Sequence[int],
        limit: int,
    ) -> None:
        self._packer = packer
        self._plan = plan
        self._shelves = shelves
        self._sizes = sizes
        self._limit = limit + packer.paid
        self._ties = packer.paid > 0
        trains = [train for train, uses in enumerate(plan) if uses is not None]
        twins = [packer.twin(plan, train) for train in trains]
        self._twins = [None if twin is None else trains.index(twin) for twin in twins]
        self._after = [self._twins_after(train) for train in range(len(trains))]

    def run(self) -> None:
        """Offer every set that is better than those before it."""
        for shelf, size in zip(self._shelves[1:], self._sizes[1:], strict=True):
            shelf.prepare(size)
        self._choose(0, [(1 << size) - 1 for size in self._sizes], [])

    def _choose(self, rank: int, open_: Sequence[int], chosen: list[int]) -> None:
        """Give the next train each route that goes with those chosen, best first."""
        train = len(chosen)
        if train == len(self._shelves):
            self._found(chosen)
            return
        ranks, equal = self._shelves[train].ranks, 1 + len(self._after[train])
        rest = rank + self._promise(open_, train + 1, leaving=self._after[train])
        left = open_[train]
        while left and not self._packer.tired():
            number = lowest_bit(left)
            left &= left - 1
            total = rank + ranks[number]
            if rest + equal * ranks[number] >= self._limit:
                return
            fit = self._fitting(open_, train, number)
            if fit is not None and total + self._promise(fit, train + 1) < self._limit:
                self._choose(total, fit, [*chosen, number])

    def _fitting(self, open_: Sequence[int], train: int, number: int) -> list[int] | None:
        """Return the routes still open to later trains; None if one of them has none left."""
        fit = list(open_)
        for later in range(train + 1, len(fit)):
            fit[later] &= ~self._shelves[later].conflicts(self._shelves[train].routes[number].track)
            if self._twins[later] == train:
                fit[later] = fit[later] >> (number + 1) << (number + 1)
            if not fit[later]:
                return None
        return fit

    def _promise(self, open_: Sequence[int], first: int, leaving: Sequence[int] = ()) -> int:
        """Return the best rank the trains from this one on can add, some left out."""
        shelves = self._shelves
        return sum(
            [
                shelves[train].ranks[lowest_bit(open_[train])]
                for train in range(first, len(shelves))
                if train not in leaving
            ]
        )

    def _twins_after(self, train: int) -> list[int]:
        """Return the later trains whose routes cannot be better than this one's."""
        found = [train]
        for later in range(train + 1, len(self._shelves)):
            if self._twins[later] in found:
                found.append(later)
        return found[1:]

    def _found(self, chosen: Sequence[int]) -> None:
        """Offer a set; trains that draw from one list take their routes best first."""
        picked = [shelf.routes[number] for shelf, number in zip(self._shelves, chosen, strict=True)]
        for shelf in self._shelves:
            equal = [train for train, other in enumerate(self._shelves) if other is shelf]
            for train, listed in zip(
                equal, sorted((picked[train] for train in equal), key=by_rank), strict=True
            ):
                picked[train] = listed
        rank = sum(listed.rank for listed in picked)
        self._limit = min(self._limit, rank + self._packer.paid + self._ties)
        numbers = iter(picked)
        self._packer.offer(tuple(None if uses is None else next(numbers) for uses in self._plan), rank)
