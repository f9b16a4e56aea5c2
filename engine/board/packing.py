"""One route for every train so that no track is used twice and the sum is the highest."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.board.listing import Listed, Menu

WIDTHS = (64, 1024, 16384)
"""How far down the lists the search looks at first; what it finds there often rules out the rest."""

PAUSE = 256
"""Choices made between two looks at the time."""

Lists = tuple[Sequence[Listed], ...]


class Packer:
    """Branch and bound over trains.

    Of every list only the routes that could still be part of a better set are looked at. For each bit of track
    the routes of a list that use it are one integer, so the routes that go together with those chosen are one
    ``&``, and the best of them is its lowest bit. ``cut`` tells that the search ended early.
    """

    def __init__(self, menus: Sequence[Menu], required: int, enough: Callable[[], bool]) -> None:
        self._menus = menus
        self._required = required
        self._enough = enough
        self._count = 0
        self._rank: int | None = None
        self._chosen: tuple[Listed, ...] | None = None
        self.cut = False

    def best(self) -> tuple[Listed, ...] | None:
        """Return the best routes in the order of the trains, idle ones left out; None if there is no set."""
        plans = sorted(self._plans(), key=_promise)
        for width in WIDTHS:
            for plan in plans:
                self._pack(plan, width)
        for plan in plans:
            self._pack(plan, None)
        return self._chosen
