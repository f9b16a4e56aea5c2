"""What a title tells of its own besides what every title has, sorted by what it is about."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from assets import places, sentences
from engine.exhibits import Remark
from engine.position import Position
from render.labels import TIMES, head_of_several, label, own_label, remark_text
from render.prospects import is_prospect

TIED = "\u00a0"
"""A space that no line ends at."""


@dataclass(frozen=True)
class Remarks:
    """What the title tells of a position, by what it is about.

    ``names`` are the display names of players, and of units where they are written out.
    """

    pos: Position
    lang: str
    names: Mapping[str, str]
    about: Mapping[str, list[Remark]] = field(default_factory=dict)

    @classmethod
    def of(cls, pos: Position, names: Mapping[str, str], lang: str) -> Remarks:
        """Return the title's remarks on a position."""
        about: dict[str, list[Remark]] = {}
        for remark in pos.title.remarks(pos):
            if is_prospect(remark):
                continue
            about.setdefault(remark.about, []).append(remark)
        return cls(pos, lang, names, about)

    def line(self, unit: str) -> str:
        """Return in one line what is told of a unit in words."""
        mine = (
            remark
            for remark in self.about.get(unit, ())
            if isinstance(remark.value, str) and self._unit(unit)
        )
        return " · ".join(map(self._words, mine))

    def waiting(self, unit: str) -> str:
        """Return the text for a unit without a value: that it has not begun to run yet."""
        mine = (remark for remark in self.about.get(unit, ()) if remark.value == "" and self._unit(unit))
        return " · ".join(map(self._words, mine))

    def _words(self, remark: Remark) -> str:
        """A remark about a unit; one without a value in the title's own words, if it has any."""
        if remark.value == "":
            return own_label(self.pos.title, remark.key, self.lang)
        return remark_text(remark, self._value(remark), self.lang)

    def spent(self, private: str) -> bool:
        """Tell whether there is a remark about a private, which is then shown as spent."""
        return private in self.about

    def elsewhere(self, shown: frozenset[str], only: Collection[str] | None = None) -> dict[str, list[str]]:
        """Return the remarks that have no row of their own, by head; ``shown`` are the units that have one.

        ``only`` are those about whom it is told, if not about all.
        """
        lines: dict[str, list[str]] = {}
        several: dict[str, str] = {}
        for remark in self._without_row(shown):
            if only is not None and remark.about not in only:
                continue
            head, item = self._parts(remark)
            lines.setdefault(head, []).append(item)
            several[head] = head_of_several(remark, head, self.lang)
        return {several[head] if len(items) > 1 else head: items for head, items in lines.items()}

    def _parts(self, remark: Remark) -> tuple[str, str]:
        """Return the head of a remark, and what stands beside it."""
        title, about, value = self.pos.title, remark.about, remark.value
        is_train = about in title.trains and not isinstance(value, int)
        known = about if is_train else self.names.get(about, about)
        if about in title.units or about in title.trains:
            times = TIMES if isinstance(value, int) else ""
            if times or (self._unit(about) and value):
                return remark_text(remark, "", self.lang), f"{known}{TIED}{times}{value}"
            return remark_text(remark, self._value(remark), self.lang), known
        if isinstance(value, int):
            told = sentences.money(value, title.data.currency, self.lang) if remark.money else str(value)
            return label(remark.key, self.lang), f"{known}{TIED}{told}".lstrip()
        return remark_text(remark, self._value(remark), self.lang), known

    def _without_row(self, shown: frozenset[str]) -> Iterator[Remark]:
        """Yield what neither the map nor a row shows; that a unit without a row is waiting goes without saying."""
        title, here = self.pos.title, self.pos.state.tokens_left
        rows = {unit for unit in shown if self._unit(unit)}
        places = {*title.hexes, *title.prices, *(hex_.name for hex_ in title.hexes.values())} - {""}
        for about, remarks in self.about.items():
            if about in places or about in title.privates:
                continue
            for remark in remarks:
                waits = self._unit(about) and about in here and not remark.value
                if isinstance(remark.value, int) or not (about in rows or waits):
                    yield remark

    def _unit(self, about: str) -> bool:
        """Tell whether a remark is about a unit; of a unit and a train of the same name the train is meant."""
        return about in self.pos.title.units and about not in self.pos.title.trains

    def _value(self, remark: Remark) -> str:
        hex_ = self.pos.title.hexes.get(str(remark.value))
        name = places.in_language(hex_.name, self.lang) if hex_ else ""
        return f"{remark.value} {name}".rstrip()
