"""One route from each train's list, so that no track is used twice and the sum is the highest.

Trains take their routes in turn, best first. A branch is left when what is chosen and the best that the other trains
could still have do not beat the best set known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from engine.routes.bits import lowest_bit
from engine.routes.budget import MustEnd
from engine.routes.candidates import (
    WORST_RANK,
    CandidateRoute,
    Candidates,
    RouteSet,
    by_rank,
    tie_break,
    total_rank,
)
from engine.routes.ranked_candidates import FREE, ChainPrices, RankedCandidates

LIST_DEPTHS = (64, 1024, 1 << 16, None)
"""How far down the lists the search looks at first; what it finds there rules out most of the rest."""

PAUSE = 256
"""Choices between two looks at the clock."""

BenefitSplit = tuple[int | None, ...]
"""For every train the required benefits (bits) its route uses; None leaves the train idle."""


class BranchAndBound:
    """The search for the best set among listed routes; ``truncated`` tells that it ended early.

    Any ``prices`` of track give the same answer; good ones show sooner which routes do not go together, since a set
    pays for each piece of track at most once. Only sets that rank better than ``worst`` are looked for.
    """

    def __init__(
        self,
        lists: Sequence[Candidates],
        required: int,
        must_end: MustEnd,
        prices: ChainPrices = FREE,
        worst: int = WORST_RANK,
    ) -> None:
        self.paid = prices.total
        ranked = {
            id(one): {uses: RankedCandidates(routes, prices) for uses, routes in one.items()} for one in lists
        }
        self._lists = [ranked[id(one)] for one in lists]
        self._equal = [
            max((other for other in range(train) if lists[other] is one), default=None)
            for train, one in enumerate(lists)
        ]
        self._required = required
        self._must_end = must_end
        self._choices = 0
        self.rank = worst
        self.chosen: tuple[CandidateRoute | None, ...] | None = None
        self.truncated = False

    def best(self) -> RouteSet | None:
        """Return the best routes in the order of the trains; None if there is no set that uses all benefits."""
        splits = sorted(self._splits(), key=self._bound)
        for depth in LIST_DEPTHS:
            splits = [split for split in splits if not self._searched(split, depth)]
        return None if self.chosen is None else tuple(route for route in self.chosen if route is not None)

    def _splits(self) -> Iterator[BenefitSplit]:
        """Yield the ways to split the required benefits; equal trains take theirs in falling order."""
        options = [(*lists, None) for lists in self._lists]
        for numbers in product(*(range(len(keys)) for keys in options)):
            split = tuple(keys[number] for keys, number in zip(options, numbers, strict=True))
            used = [uses for uses in split if uses is not None]
            pairs = zip(self._equal, numbers, strict=True)
            ordered = all(twin is None or numbers[twin] <= number for twin, number in pairs)
            if ordered and sum(used) == self._required and not _overlap(used):
                yield split

    def _bound(self, split: BenefitSplit) -> int:
        return sum(ranked.ranks[0] for ranked in self._split_lists(split))

    def _split_lists(self, split: BenefitSplit) -> list[RankedCandidates]:
        pairs = zip(self._lists, split, strict=True)
        return [lists[uses] for lists, uses in pairs if uses is not None]

    def _searched(self, split: BenefitSplit, depth: int | None) -> bool:
        """Look for sets that rank as well as the best one known; tell whether all of the lists was searched."""
        limit = self.rank + (self.chosen is not None)
        lists = self._split_lists(split)
        tops = [ranked.ranks[0] for ranked in lists]
        sizes = [
            ranked.below(limit + self.paid - sum(tops) + top) for ranked, top in zip(lists, tops, strict=True)
        ]
        whole = depth is None or max(sizes, default=0) <= depth
        if depth is not None:
            sizes = [min(size, depth) for size in sizes]
        if all(sizes):
            _Branching(self, split, lists, sizes, limit).run()
        return whole

    def twin(self, split: BenefitSplit, train: int) -> int | None:
        """Return the equal train before this one that draws from the same list."""
        twin = self._equal[train]
        return twin if twin is not None and split[twin] == split[train] else None

    def interrupted(self) -> bool:
        """Count a choice; tell whether the search must end."""
        self._choices += 1
        if self._choices % PAUSE == 0 and self._must_end():
            self.truncated = True
        return self.truncated

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
    """The search of one split, train by train.

    Where lists are in their own order the first of several equals is the one wanted; where they are sorted by what is
    left after paying for track, all of them must be seen.
    """

    def __init__(
        self,
        search: BranchAndBound,
        split: BenefitSplit,
        lists: Sequence[RankedCandidates],
        sizes: Sequence[int],
        limit: int,
    ) -> None:
        self._search = search
        self._split = split
        self._lists = lists
        self._sizes = sizes
        self._limit = limit + search.paid
        self._ties = search.paid > 0
        trains = [train for train, uses in enumerate(split) if uses is not None]
        twins = [search.twin(split, train) for train in trains]
        self._twins = [None if twin is None else trains.index(twin) for twin in twins]
        self._after = [self._twins_after(train) for train in range(len(trains))]

    def run(self) -> None:
        """Offer every set that is better than those before it."""
        for ranked, size in zip(self._lists[1:], self._sizes[1:], strict=True):
            ranked.prepare(size)
        self._choose(0, [(1 << size) - 1 for size in self._sizes], [])

    def _choose(self, rank: int, open_: Sequence[int], chosen: list[int]) -> None:
        """Give the next train each route that goes with those chosen, best first."""
        train = len(chosen)
        if train == len(self._lists):
            self._found(chosen)
            return
        ranks, equal = self._lists[train].ranks, 1 + len(self._after[train])
        rest = rank + self._bound(open_, train + 1, leaving=self._after[train])
        left = open_[train]
        while left and not self._search.interrupted():
            number = lowest_bit(left)
            left &= left - 1
            total = rank + ranks[number]
            if rest + equal * ranks[number] >= self._limit:
                return
            fit = self._fitting(open_, train, number)
            if fit is not None and total + self._bound(fit, train + 1) < self._limit:
                self._choose(total, fit, [*chosen, number])

    def _fitting(self, open_: Sequence[int], train: int, number: int) -> list[int] | None:
        """Return the routes still open to later trains; None if one of them has none left."""
        fit = list(open_)
        for later in range(train + 1, len(fit)):
            fit[later] &= ~self._lists[later].conflicts(self._lists[train].routes[number].track)
            if self._twins[later] == train:
                fit[later] = fit[later] >> (number + 1) << (number + 1)
            if not fit[later]:
                return None
        return fit

    def _bound(self, open_: Sequence[int], first: int, leaving: Sequence[int] = ()) -> int:
        """Return the best rank that trains from this one on can add, some left out."""
        lists = self._lists
        return sum(
            [
                lists[train].ranks[lowest_bit(open_[train])]
                for train in range(first, len(lists))
                if train not in leaving
            ]
        )

    def _twins_after(self, train: int) -> list[int]:
        """Return the later trains whose routes cannot be better than this one's."""
        found = [train]
        for later in range(train + 1, len(self._lists)):
            if self._twins[later] in found:
                found.append(later)
        return found[1:]

    def _found(self, chosen: Sequence[int]) -> None:
        """Offer a set; trains that draw from one list take their routes best first."""
        picked = [ranked.routes[number] for ranked, number in zip(self._lists, chosen, strict=True)]
        for ranked in self._lists:
            equal = [train for train, other in enumerate(self._lists) if other is ranked]
            best_first = sorted((picked[train] for train in equal), key=by_rank)
            for train, route in zip(equal, best_first, strict=True):
                picked[train] = route
        rank = total_rank(picked)
        self._limit = min(self._limit, rank + self._search.paid + self._ties)
        routes = iter(picked)
        self._search.offer(tuple(None if uses is None else next(routes) for uses in self._split), rank)
