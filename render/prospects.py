"""What is to come, in words: what the first sale of a train brings, exports, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any

from assets import sentences
from engine.exhibits import FirstSale, Prospect, Remark
from engine.milestones import bank_end
from engine.position import Position
from render.labels import label
from render.map_hexes import unit_sign

CHOOSING = ("colour", "kind", "phase")
"""Values that choose a sentence of their own, for their word must agree with the others."""


class Prospects:
    """What is to come in a position, in words; ``names`` are the players' display names."""

    def __init__(self, pos: Position, names: Mapping[str, str], lang: str = sentences.ENGLISH) -> None:
        self.pos = pos
        self.names = names
        self.lang = lang

    def sentences(self) -> list[str]:
        """Return the coming events that nobody chooses, a sentence each, the end of the game last."""
        return [self._say("prospect", one) for one in self.known()]

    def of(self, wanted: Callable[[str], bool]) -> list[str]:
        """The automatic events to come of the wanted kinds, one sentence each."""
        return [self._say("prospect", one) for one in self.known() if wanted(one.key)]

    def known(self) -> tuple[Prospect, ...]:
        """The automatic events to come, the end of the game last; none once it is over."""
        if self.pos.state.over:
            return ()
        return (*self._remarked(), *self.pos.title.foresight.prospects(self.pos), *bank_end(self.pos))

    def _remarked(self) -> Iterator[Prospect]:
        """Yield the prospects among the remarks."""
        for remark in self.pos.title.remarks(self.pos):
            if is_prospect(remark):
                yield Prospect(remark.key, dict(self._meant(remark)))

    def _meant(self, remark: Remark) -> Iterator[tuple[str, str]]:
        title = self.pos.title
        for one in (remark.about, str(remark.value)):
            known: dict[str, Container[str]] = {
                "train": title.trains,
                "unit": title.units,
                "player": self.pos.everybody,
            }
            yield from ((kind, one) for kind, names in known.items() if one in names)

    def sale(self, sale: FirstSale) -> list[str]:
        """Return the consequences of a card's first sale, the phase first."""
        begins = [Prospect("phase", {"phase": sale.phase})] if sale.phase else []
        return [self._say("brings", one) for one in (*begins, *sale.follows)]

    def _say(self, head: str, one: Prospect) -> str:
        whole, title = f"picture.{head}.{one.key}", self.pos.title.name
        chosen = (f"{whole}.{one.values[name]}" for name in CHOOSING if name in one.values)
        said = {name: self._value(name, value) for name, value in one.values.items()}
        return sentences.say_first((*chosen, f"in.{title}.{whole}", whole), self.lang, **said)

    def _value(self, name: str, value: Any) -> Any:
        """Return a value as it is written."""
        written: dict[str, Callable[[Any], str]] = {
            "money": lambda money: sentences.money(money, self.pos.title.data.currency, self.lang),
            "unit": lambda unit: unit_sign(self.pos.title.units[unit]),
            "player": lambda player: self.names.get(player, player),
            "limits": lambda limits: ", ".join(f"{label(kind, self.lang)} {n}" for kind, n in limits.items()),
            "trains": ", ".join,
            "number": lambda number: ".".join(map(str, number)),
            "rounds": lambda rounds: " · ".join(map(str, rounds)),
        }
        return written[name](value) if name in written else value


def is_prospect(remark: Remark) -> bool:
    """Tell whether a remark is on something to come, and has a sentence of its own."""
    return sentences.known(f"picture.prospect.{remark.key}")


def limits_in_words(pos: Position, lang: str = sentences.ENGLISH) -> Iterator[str]:
    """Yield how many trains a unit may own in this phase, for each kind that is in play."""
    limits = {kind: count for kind, count in pos.phase.train_limit.items() if count}
    here = {kind: count for kind, count in limits.items() if pos.units(kind)}
    yield from (f"{label(kind, lang)} {count}" for kind, count in (here or limits).items())
