"""One route for every train so that no track is used twice and the sum is the highest."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

from engine.board.listing import Listed, Menu, in_order

WIDTHS = (64, 1024, 16384)
"""How far down the lists the search looks at first; what it finds there rules out most of the rest."""

PAUSE = 256
"""Choices between two looks at the time."""

NOTHING = 1 << 62
"""A rank worse than that of any set of routes."""

Plan = tuple[int | None, ...]
"""For every train the required benefits (bits) its route uses; None leaves the train idle."""


class Shelf:
    """Routes of one list, best first, with a table of those that use a bit of track.

    ``ranks`` are theirs with the tolls for their track added, and the routes are in this order. A set of routes is
    an integer with one bit each, so those that go together with others are one ``&``, and the best of them is the
    lowest bit.
    """

    def __init__(self, routes: Sequence[Listed], tolls: Mapping[int, int]) -> None:
        self.routes, self.ranks = routes, [listed.rank for listed in routes]
        if tolls:
            paid = [listed.rank + toll(listed.track, tolls) for listed in routes]
            order = sorted(range(len(routes)), key=lambda number: (paid[number], routes[number][:3]))
            self.routes, self.ranks = [routes[number] for number in order], [paid[number] for number in order]
        self._size = 0
        self._table: dict[int, int] = {}

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
            for bit in bits(listed.track):
                row = rows.setdefault(bit, bytearray((size >> 3) + 1))
                row[number >> 3] |= 1 << (number & 7)
        self._table = {bit: int.from_bytes(row, "little") for bit, row in rows.items()}

    def conflicts(self, track: int) -> int:
        """Return the set of routes that share track."""
        found = 0
        for bit in bits(track):
            found |= self._table.get(bit, 0)
        return found


def toll(track: int, tolls: Mapping[int, int]) -> int:
    """Return what is paid for some track."""
    return sum(price for bit, price in tolls.items() if track >> bit & 1)


def bits(mask: int) -> Iterator[int]:
    """Return the numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def lowest(mask: int) -> int:
    """Return the number of the lowest bit that is set."""
    return (mask & -mask).bit_length() - 1


class Packer:
    """Branch and bound over trains; ``cut`` tells that the search ended early.

    ``tolls`` for bits of track may be any; the right ones let the search see sooner which routes do not go together,
    since a set pays each of them once at most. Only sets that rank better than ``worst`` are looked for.
    """

    def __init__(
        self,
        menus: Sequence[Menu],
        required: int,
        enough: Callable[[], bool],
        tolls: Mapping[int, int] | None = None,
        worst: int = NOTHING,
    ) -> None:
        tolls = tolls or {}
        self.paid = sum(tolls.values())
        shelves = {id(menu): {uses: Shelf(routes, tolls) for uses, routes in menu.items()} for menu in menus}
        self._shelves = [shelves[id(menu)] for menu in menus]
        self._equal = [
            max((other for other in range(train) if menus[other] is menu), default=None)
            for train, menu in enumerate(menus)
        ]
        self._required = required
        self._enough = enough
        self._choices = 0
        self.rank = worst
        self.chosen: tuple[Listed | None, ...] | None = None
        self.cut = False

    def best(self) -> tuple[Listed, ...] | None:
        """Return the best routes in the order of the trains; None if the benefits cannot all be used."""
        plans = sorted(self._plans(), key=self._promise)
        for width in WIDTHS:
            if all(self._packed(plan, width, self.rank) for plan in plans):
                break
        for plan in plans:
            self._packed(plan, None, self.rank + 1)
        return None if self.chosen is None else tuple(one for one in self.chosen if one is not None)

    def _plans(self) -> Iterator[Plan]:
        """Share the required benefits out; equal trains take the choices in falling order."""
        options = [(*shelves, None) for shelves in self._shelves]
        for numbers in product(*(range(len(keys)) for keys in options)):
            plan = tuple(keys[number] for keys, number in zip(options, numbers, strict=True))
            used = [uses for uses in plan if uses is not None]
            pairs = zip(self._equal, numbers, strict=True)
            fair = all(twin is None or numbers[twin] <= at for twin, at in pairs)
            if fair and sum(used) == self._required and not _overlap(used):
                yield plan

    def _promise(self, plan: Plan) -> int:
        return sum(shelf.ranks[0] for shelf in self._planned(plan))

    def _planned(self, plan: Plan) -> list[Shelf]:
        pairs = zip(self._shelves, plan, strict=True)
        return [shelves[uses] for shelves, uses in pairs if uses is not None]

    def _packed(self, plan: Plan, width: int | None, limit: int) -> bool:
        """Search a plan for a set that ranks better than the limit; tell whether all of it was looked at."""
        shelves = self._planned(plan)
        tops = [shelf.ranks[0] for shelf in shelves]
        sizes = [
            shelf.below(limit + self.paid - sum(tops) + top) for shelf, top in zip(shelves, tops, strict=True)
        ]
        whole = width is None or max(sizes, default=0) <= width
        if width is not None:
            sizes = [min(size, width) for size in sizes]
        if all(sizes):
            _Packing(self, plan, shelves, sizes, limit, ties=width is None).run()
        return whole

    def twin(self, plan: Plan, train: int) -> int | None:
        """Return the equal train before this one that draws from the same list."""
        twin = self._equal[train]
        return twin if twin is not None and plan[twin] == plan[train] else None

    def tired(self) -> bool:
        """Count a choice; tell whether the search must end."""
        self._choices += 1
        if self._choices % PAUSE == 0 and self._enough():
            self.cut = True
        return self.cut

    def offer(self, chosen: tuple[Listed | None, ...], rank: int) -> None:
        """Keep a set if it is better; among equals an earlier train's better route decides."""
        if rank < self.rank or (
            self.chosen is not None and (rank, _key(chosen)) < (self.rank, _key(self.chosen))
        ):
            self.rank, self.chosen = rank, chosen


def _overlap(used: Sequence[int]) -> bool:
    seen = 0
    for uses in used:
        if seen & uses:
            return True
        seen |= uses
    return False


def _key(chosen: Sequence[Listed | None]) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    return [(0, (), ()) if one is None else one[:3] for one in chosen]


class _Packing:
    """The search of one plan, train by train.

    Where lists are in their own order the first of several equals is the one wanted; where they are in the order of
    tolls, all ``ties`` must be seen.
    """

    def __init__(  # noqa: PLR0913 - one step of the packer's search, with all it has prepared
        self,
        packer: Packer,
        plan: Plan,
        shelves: Sequence[Shelf],
        sizes: Sequence[int],
        limit: int,
        *,
        ties: bool,
    ) -> None:
        self._packer = packer
        self._plan = plan
        self._shelves = shelves
        self._sizes = sizes
        self._limit = limit + packer.paid
        self._ties = ties and packer.paid > 0
        trains = [train for train, uses in enumerate(plan) if uses is not None]
        twins = [packer.twin(plan, train) for train in trains]
        self._twins = [None if twin is None else trains.index(twin) for twin in twins]

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
        ranks = self._shelves[train].ranks
        rest = self._promise(open_, train + 1)
        left = open_[train]
        while left and not self._packer.tired():
            number = lowest(left)
            left &= left - 1
            total = rank + ranks[number]
            if total + rest >= self._limit:
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

    def _promise(self, open_: Sequence[int], first: int) -> int:
        """Return the best rank the trains from this one on can add."""
        pairs = zip(self._shelves[first:], open_[first:], strict=True)
        return sum(shelf.ranks[lowest(routes)] for shelf, routes in pairs)

    def _found(self, chosen: Sequence[int]) -> None:
        """Offer a set; trains that draw from one list take their routes best first."""
        picked = [shelf.routes[number] for shelf, number in zip(self._shelves, chosen, strict=True)]
        for shelf in self._shelves:
            equal = [train for train, other in enumerate(self._shelves) if other is shelf]
            for train, listed in zip(
                equal, sorted((picked[train] for train in equal), key=in_order), strict=True
            ):
                picked[train] = listed
        rank = sum(listed.rank for listed in picked)
        self._limit = min(self._limit, rank + self._packer.paid + self._ties)
        numbers = iter(picked)
        self._packer.offer(tuple(None if uses is None else next(numbers) for uses in self._plan), rank)
