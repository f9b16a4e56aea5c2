"""Names and plain messages: what a title, its people and its units are called in a language."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Self

from assets import places, sentences
from engine.board.hexes import neighbour
from engine.title import Title

LONG = 60
"""Characters shown of a word that nobody knows."""


def variants(prefix: str) -> tuple[str, ...]:
    """Return the messages of a name, the ones with most fields first."""
    return _by_beginning().get(prefix, ())


@cache
def _by_beginning() -> Mapping[str, tuple[str, ...]]:
    """Return the messages whose keys begin with the same words, the ones with most fields first."""
    every, found = sentences.messages(sentences.ENGLISH), dict[str, list[str]]()
    for key in every:
        words = key.split(".")
        for count in range(1, len(words) + 1):
            found.setdefault(".".join(words[:count]), []).append(key)
    return {
        beginning: tuple(sorted(keys, key=lambda key: (-len(every[key].fields), -key.count("."))))
        for beginning, keys in found.items()
    }


def of_kind(keys: Iterable[str], kind: str) -> list[str]:
    """Return names of messages, before each of them the one for a kind of unit: ``offer.token/major``."""
    return [one for key in keys for one in ((f"{key}/{kind}", key) if kind else (key,))]


class Names:
    """What things are called at a table of one title in one language, with or without markup made harmless."""

    def __init__(self, title: Title, names: Mapping[str, str], lang: str, *, markup: bool = True) -> None:
        self.title: Title = title
        self.names = names
        self.lang = lang
        self.markup = markup

    @cached_property
    def bare(self) -> Self:
        """Return the same for labels, in which markup is not interpreted."""
        return self if not self.markup else type(self)(self.title, self.names, self.lang, markup=False)

    def say(self, key: str, **values: Any) -> str:
        """Return a message in this language."""
        return sentences.say(key, self.lang, **values)

    def say_own(self, key: str, **values: Any) -> str:
        """Return a message in the title's own words if it has some, else in those of all titles."""
        return sentences.say_first((self._own(key), key), self.lang, **values)

    def known(self, *keys: str) -> str:
        """Return the first of these messages that exists, in the title's own words or all titles', else nothing."""
        every = (one for key in keys for one in (self._own(key), key))
        return next((self.say(key) for key in every if sentences.known(key)), "")

    def wordings(self, key: str) -> list[str]:
        """Return every message of a name: for no and for each kind of unit, the title's own and all titles'."""
        kinds = dict.fromkeys(unit.kind for unit in self.title.units.values())
        every = [key, *(f"{key}/{kind}" for kind in kinds)]
        return [one for name in every for one in (self._own(name), name) if sentences.known(one)]

    def speaks_of(self, prefix: str) -> bool:
        """Tell whether there is any message of that name."""
        return bool(variants(self._own(prefix)) or variants(prefix))

    def _own(self, key: str) -> str:
        """Return the key under which this title says something in its own words."""
        return f"in.{self.title.name}.{key}"

    def player(self, player: str) -> str:
        """Return a player's name."""
        name = self.names.get(player, player)
        return sentences.escaped(name) if self.markup else sentences.tidy(name)

    def unit(self, unit: str) -> str:
        """Return the short name of a unit: ``#12`` for a numbered one, else its abbreviation."""
        known = self.title.units.get(unit)
        if known is None:
            return self.raw(unit)
        return f"#{unit}" if unit.isdecimal() else known.abbr

    def unit_in_full(self, unit: str) -> str:
        """Return number and abbreviation of a unit, once where they are the same."""
        known = self.title.units.get(unit)
        short = self.unit(unit)
        return f"{short} {known.abbr}" if known and short != known.abbr else short

    def kind(self, unit: str) -> str:
        """Return the kind of a unit, as its title's data calls it; empty where there is no such unit."""
        known = self.title.units.get(unit)
        return known.kind if known else ""

    def who(self, someone: str) -> str:
        """Return the name of a player, a unit, the bank or anything else with a name."""
        if someone in self.names or someone in self.title.data.automata:
            return self.player(someone)
        if someone in self.title.units:
            return self.unit(someone)
        if someone in self.title.privates:
            return self.private(someone)
        if "+" in someone:
            return " + ".join(map(self.who, someone.split("+")))
        return self.known(f"name.{someone}", f"using.{someone}") or self.raw(someone)

    def private(self, private: str) -> str:
        """Return the number of a private company or what counts as one, with its name or what it is."""
        known = self.title.privates[private]
        return self.tell(
            [f"private.{known.kind}", "private.private"], {"private": private, "name": known.name}
        )

    def power(self, thing: str) -> str:
        """Return a private's power or a company's business in words; empty where there is no text."""
        return self.of_group("power", thing)

    def of_group(self, head: str, thing: str) -> str:
        """Return the text for a thing's own name or for that of its group: ``B`` for ``B1``."""
        group = thing.rstrip("0123456789")
        return self.known(*(f"{head}.{name}" for name in dict.fromkeys((thing, group)) if name))

    def raw(self, text: object, known: Container[str] = ()) -> str:
        """Return a text that is shown as it is: made harmless, unless it is one of the known ones."""
        if text in known:
            return str(text)
        return sentences.escaped(str(text), LONG) if self.markup else sentences.tidy(str(text), LONG)

    def money(self, amount: int) -> str:
        """Return an amount in the title's currency."""
        return sentences.money(amount, self.title.data.currency, self.lang)

    def place(self, hex_: str, stop: str = "") -> str:
        """Return a hex with its name, or with that of one of its stops, as it is called in this language."""
        known = self.title.hexes.get(hex_)
        if known is None:
            return self.raw(hex_)
        return f"{hex_} {places.in_language(stop or known.name, self.lang)}".strip()

    def called(self, text: str) -> str:
        """Return all names, in any language, of the hexes whose ids stand in a text, alone or with a stop."""
        known = (self.title.hexes.get(word.partition(".")[0]) for word in text.split())
        return ", ".join(name for hex_ in known if hex_ for name in places.names_of(hex_.name) if name)

    def percent(self, percent: int) -> str:
        """Return a part of a company."""
        return sentences.percent(percent, self.lang)

    def phase(self, phase: str) -> str:
        """Return a phase as it is called: *Green phase*, *Phase 3*."""
        return self.tell([f"board.phase/{phase}", "board.phase"], {"phase": self.raw(phase)})

    def sides(self, edges: Iterable[int]) -> str:
        """Return edges as compass points."""
        return ", ".join(self.say(f"edge.{edge}") for edge in edges)

    def side(self, hex_: str, edge: int) -> str:
        """Return an edge of a hex as a compass point, and what lies beyond it."""
        beyond = neighbour(hex_, edge)
        side = self.say(f"edge.{edge}")
        return f"{side} ({self.place(beyond)})" if beyond in self.title.hexes else side

    def verb(self, verb: str, kind: str = "") -> str:
        """Return the label of a button for this verb, as it is called of a kind of unit."""
        return self.known(*of_kind([f"verb.{verb}"], kind)) or self.raw(verb.replace("_", " ").capitalize())

    def field(self, field: str) -> str:
        """Return the name of a field."""
        return self.known(f"option.{field}.name") or field

    def tell(self, prefixes: Sequence[str], said: Mapping[str, Any]) -> str:
        """Return the message that tells the most of what is given, empty if there is none.

        A title's own words go before those of all titles. A translation may leave a field of the English message
        out, or name another that is given with it.
        """
        for prefix in prefixes:
            for key in (*variants(self._own(prefix)), *variants(prefix)):
                if self._needed(key) <= said.keys():
                    return self.say(key, **said)
        return ""

    def _needed(self, key: str) -> frozenset[str]:
        """Return the fields that a message needs."""
        english, own = sentences.messages(sentences.ENGLISH)[key], sentences.messages(self.lang).get(key)
        return english.needed if own is None else english.needed | own.needed
