"""How a picture is dressed, whatever it shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from assets import sentences
from render.palette import Scheme
from render.schemes import seated


@dataclass(frozen=True, slots=True)
class Look:
    """The dress of a picture: its scheme by name, the language of its words, the people's names, a caption.

    ``names`` are the players' display names by their ids. A map has a head if it has a ``caption`` or ``names``.
    ``width`` is in pixels; without one a picture has its usual width. ``seats`` are the numbers of the colours of the
    seats, in order; without them they are those of the scheme.
    """

    scheme: str = "light"
    lang: str = sentences.ENGLISH
    names: Mapping[str, str] | None = field(default=None, hash=False)
    caption: str = ""
    width: int = 0
    seats: tuple[int, ...] = ()

    @property
    def colours(self) -> Scheme:
        """The scheme itself, with its seats in the order of this table.

        :raises KeyError: when there is none of that name.
        """
        return seated(self.scheme, self.seats)

    @property
    def known(self) -> Mapping[str, str]:
        """The people's names, none of them where they are not known."""
        return self.names or {}

    @property
    def bare(self) -> Look:
        """The same dress without what stands in a head."""
        return replace(self, names=None, caption="")


PLAIN = Look()
"""The dress of a picture of which nothing is asked."""
