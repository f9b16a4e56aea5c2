"""Which points of a track plan can be reached without turning round and without using track twice.

Sides of hexes are points with two faces: track that arrives at one face goes on from the other. So a
connection alternates between pieces of track and crossings, and the exact answer is that of a search for
alternating paths: where two ways meet head-on they form a loop, and all of it can be passed both ways.
A stop is one point, from which every other piece of track goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

START = -1
"""Where every connection begins: it is joined to all stops with a token of the unit."""


class ReachSearch:
    """A search from some points; ``mate`` gives the face behind a face, negative where nothing lies behind.

    A stop that can be passed lies behind itself. ``joined`` are the points that track joins to each point; ``seen``
    are those at which a connection arrives, from either side.
    """

    def __init__(self, mate: Sequence[int], joined: Sequence[Iterable[int]]) -> None:
        self._mate = mate
        self._joined = joined
        self._parent: dict[int, int] = {}
        self._base: dict[int, int] = {START: START}
        self._open: list[int] = [START]
        self.seen: set[int] = set()

    def explore(self, roots: Iterable[int]) -> set[int]:
        """Return every point that a connection from one of the roots arrives at."""
        seen, base, mate = self.seen, self._base, self._mate
        for point in self._open:
            for other in roots if point == START else self._joined[point]:
                if other in seen:
                    if other in base:
                        self._meet(point, other)
                    continue
                seen.add(other)
                behind = mate[other]
                if behind == other:
                    base[other] = self._root(point)
                    self._open.append(other)
                elif behind >= 0:
                    self._parent[other] = point
                    seen.add(behind)
                    base[behind] = behind
                    self._open.append(behind)
        return seen

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
