"""Which points of a track plan can be reached without turning round and without using track twice.

Sides of hexes are points with two faces: track that arrives at one face goes on from the other. So a
connection alternates between pieces of track and crossings, and the exact answer is that of a search for
alternating paths: where two ways meet head-on they form a loop, and all of it can be passed both ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

START = -1
"""Where every connection begins: it is joined to all stops with a token of the unit."""


class ReachSearch:
    """A search from some points; ``mate`` gives the face behind a face, negative where nothing lies behind.

    ``seen`` are the points at which a connection arrives, from either side.
    """

    def __init__(self, mate: Sequence[int], joined: Callable[[int], Iterable[int]]) -> None:
        self._mate = mate
        self._joined = joined
        self._parent: dict[int, int] = {}
        self._base: dict[int, int] = {START: START}
        self._open: list[int] = []
        self.seen: set[int] = set()

    def explore(self, roots: Iterable[int]) -> set[int]:
        """Return every point that a connection from one of the roots arrives at."""
        for root in roots:
            self._pass(root, START)
        for point in self._open:
            for other in self._joined(point):
                if other not in self.seen:
                    self._pass(other, point)
                elif other in self._base:
                    self._meet(point, other)
        return self.seen

    def _pass(self, point: int, before: int) -> None:
        """Arrive at a point and go on behind it."""
        self.seen.add(point)
        behind = self._mate[point]
        if behind >= 0:
            self._parent[point] = before
            self.seen.add(behind)
            self._base[behind] = behind
            self._open.append(behind)

    def _meet(self, one: int, two: int) -> None:
        """Open the loop that closes where two ways meet: it can be passed in both directions."""
        one, two = self._root(one), self._root(two)
        if one == two:
            return
        fork = self._fork(one, two)
        for point in (one, two):
            self._open_up(point, fork)

    def _open_up(self, point: int, fork: int) -> None:
        while point != fork:
            front = self._mate[point]
            self._base[point] = self._base[front] = fork
            self._open.append(front)
            point = self._root(self._parent[front])

    def _fork(self, one: int, two: int) -> int:
        """Return the point at which two ways parted."""
        passed = {one}
        while one != START:
            one = self._root(self._parent[self._mate[one]])
            passed.add(one)
        while two not in passed:
            two = self._root(self._parent[self._mate[two]])
        return two

    def _root(self, point: int) -> int:
        base = self._base
        while base[point] != point:
            base[point] = base[base[point]]
            point = base[point]
        return point
