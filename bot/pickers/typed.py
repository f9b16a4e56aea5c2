"""What people type, matched with what is legal: fields, whole actions, and the nearest thing to either."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from operator import attrgetter
from typing import Any

from discord.app_commands import Choice

from assets import places
from assets.sentences import cut
from bot.menu.folding import Menu, MenuOption, spread, words
from bot.menu.search import PAGE, exact, fold, numbers, search
from bot.pickers import move_ids
from bot.speech.teller import CHOICE, Teller
from engine import notation
from engine.actions import SHARED, Action
from engine.choices import Offer
from engine.game import Game
from engine.refusals import Malformed
from engine.title import Title

COMMON = 4
THOUSANDS = re.compile(r"(?<=\d)[.,'](?=\d{3}(?!\d))")
"""What stands between thousands."""
NAMED = ("unit", "target", "hex")
"""Fields in which a word that names nothing is a slip that the rules would not tell of."""
TypedWords = Mapping[str, str]


class TypedInput:
    """Reads what one player types, by what the menu offers and what its lines are called."""

    def __init__(self, menu: Menu, bare: Teller) -> None:
        self._menu = menu
        self._bare = bare

    # --- fields

    def understood(self, verb: str, given: TypedWords) -> dict[str, str]:
        """Typed fields as words: exactly, by their label, or as they were typed where nothing fits.

        What stands in a field that leaves no choice, and is none of its values, belongs to the next field it fits:
        whoever types ``/lay B23`` names a hex, not a company.
        """
        picked: dict[str, str] = {}
        order = [field for field in self._names(verb) if field in given]
        for field in (*order, *(field for field in given if field not in order)):
            typed = given[field].strip()
            word = self.whole(verb, picked, field, typed)
            other = "" if word is not None else self._meant_for(verb, picked, field, typed, given)
            picked[other or field] = word or self.word(verb, picked, other or field, typed)
        return picked

    def _names(self, verb: str) -> tuple[str, ...]:
        kind = self.kind(verb)
        return notation.names(kind) if kind else ()

    def kind(self, verb: str) -> type[Action] | None:
        """The actions of a verb, None where the title has none of that name."""
        return {known.verb: known for known in (*SHARED, *self._bare.title.verbs)}.get(verb)

    def has_one_value(self, verb: str, picked: TypedWords, field: str) -> bool:
        """Tell whether a field leaves no choice, so that nobody needs to type it."""
        return len(self._menu.values(verb, field, picked)) == 1

    def _meant_for(self, verb: str, picked: TypedWords, field: str, typed: str, given: TypedWords) -> str:
        """The field to which a word belongs that stands in another; empty where it belongs nowhere else."""
        names = self._names(verb)
        if field not in names or not self.has_one_value(verb, picked, field):
            return ""
        later = [name for name in names[names.index(field) + 1 :] if name not in given and name not in picked]
        fits = [name for name in later if self.whole(verb, picked, name, typed) is not None]
        return next(iter(fits), "")

    def whole(self, verb: str, picked: TypedWords, field: str, typed: str) -> str | None:
        """The word for a value that is typed whole, by its code or its name; None where the field has none like it.

        Values that are not legal now count as well: the rules say what is wrong with them.
        """
        kind, form = self.kind(verb), self._form(verb, field)
        options = () if self._is_amount(verb, field) else self._menu.values(verb, field, picked)
        carried = next((option for option in options if move_ids.means(typed, option.word)), None)
        if found := carried or exact(options, typed, lambda option: option.word, self._bare.option):
            return found.word
        if kind is None or form is str:
            thing = exact(things(self._bare.title, field), typed, *THING)
            return None if thing is None else thing.word
        if form in (int, int | None):
            return self.figure(typed) or None
        if form == tuple[str, ...]:
            parts = [exact(things(self._bare.title, "unit"), part, *THING) for part in typed.split(",")]
            return ",".join(part.word for part in parts if part) if all(parts) else None
        return typed if ":" in typed else None

    def figure(self, typed: str) -> str:
        """The digits of a number typed as buttons show it: with currency, percent sign or thousands."""
        sign = fold(self._bare.title.data.currency.format("").strip())
        digits = THOUSANDS.sub("", fold(typed).removesuffix(sign).rstrip(" %"))
        return digits if digits.isascii() and digits.isdecimal() else ""

    def _form(self, verb: str, field: str) -> object:
        """The type of a field's values."""
        kind = self.kind(verb)
        return notation.hints(kind).get(field, str) if kind else str

    def word(self, verb: str, picked: TypedWords, field: str, typed: str) -> str:
        """The word for a value that is typed in part, or what was typed where nothing or too much is like it."""
        whole = self.whole(verb, picked, field, typed)
        options = () if self._is_amount(verb, field) else self._menu.values(verb, field, picked)
        found = self._called(options, typed)
        return whole or (found[0].word if len(found) == 1 else typed or notation.EMPTY)

    def unknown(self, verb: str, picked: TypedWords) -> tuple[str, str] | None:
        """The first company or hex, by its field and word, that the title does not have; None if there is none."""
        named = {field: word for field, word in picked.items() if field in NAMED and word != notation.EMPTY}
        return next((pair for pair in named.items() if self.whole(verb, {}, *pair) is None), None)

    def _called(self, options: Iterable[MenuOption], typed: str) -> list[MenuOption]:
        """Return the options in whose labels a text occurs: a number is no part of another, a sign alone no name."""
        if not any(map(str.isalnum, typed)):
            return []
        found = search(options, typed, self._bare.option, lambda option: self._bare.called(option.word))
        return [option for option in found if numbers(typed) <= numbers(self._bare.option(option))]

    def _is_amount(self, verb: str, field: str) -> bool:
        offers = self._menu.offers(verb)
        return bool(offers) and offers[0].action.amount == field

    def values(self, verb: str, given: TypedWords, field: str, typed: str) -> list[Choice[str]]:
        """Return the legal values of a field that fit what is typed."""
        picked = self.understood(verb, given)
        if self._is_amount(verb, field):
            return list(self._amounts(verb, picked, typed))
        labels = {option.word: self._label(option) for option in self._menu.values(verb, field, picked)}
        found = search(labels, typed, self._code(field), labels.__getitem__, self._bare.called)
        return [Choice(name=labels[word], value=_short(word)) for word in found[:PAGE]]

    def _code(self, field: str) -> Callable[[str], str]:
        """What somebody types who means a value and no other: the sign of a company, else the word itself."""
        return self._bare.unit if field in ("unit", "target") else str

    def _label(self, option: MenuOption) -> str:
        return self._bare.option(option, CHOICE) or cut(option.word, CHOICE)

    def _amounts(self, verb: str, picked: TypedWords, typed: str) -> Iterator[Choice[str]]:
        amount = self._menu.amounts(verb, picked)
        if amount is None:
            return
        number = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 10 else None
        exact = (number,) if number is not None and number in amount else ()
        for value in dict.fromkeys((*exact, *amount.common(COMMON))):
            if str(value).startswith(typed):
                yield Choice(name=str(self._bare.value(amount.field, value)), value=str(value))

    # --- whole actions

    def lines(self, typed: str) -> list[tuple[Offer, Action]]:
        """Return offers that fit what is typed, open amounts filled in with a few common ones."""
        offers = self._menu.offers()
        labels = {id(offer): self._bare.offer(offer, CHOICE) for offer in offers}
        written = {id(offer): notation.write(offer.action) for offer in offers}
        also = {id(offer): self._bare.called(written[id(offer)]) for offer in offers}
        texts = (lambda offer, by=by: by[id(offer)] for by in (written, labels, also))
        found = search(offers, typed, *texts)
        return [pair for offer in found[:PAGE] for pair in _filled(offer)]

    def choices(self, typed: str) -> list[Choice[str]]:
        """Return whole actions that fit what is typed."""
        made = []
        for offer, action in self.lines(typed)[:PAGE]:
            label = cut(self._bare.action(action, offer.facts), CHOICE)
            made.append(Choice(name=label, value=_short(notation.write(action))))
        return made

    def carried(self, text: str) -> Action | None:
        """Return the action whose digest was chosen from the list, because its notation is too long for one."""
        if not text.startswith("#"):
            return None
        actions = [offer.action for offer in self._menu.offers() if offer.amounts is None]
        return next((action for action in actions if move_ids.means(text, notation.write(action))), None)

    def vague(self, verb: str, picked: TypedWords) -> bool:
        """Tell whether too little is given to name a rule: no such move is legal now, and fields are missing."""
        kind = self.kind(verb)
        if kind is None or self._menu.offers(verb):
            return False
        needed = [field.name for field in fields(kind) if field.default is MISSING]
        return any(name not in picked for name in needed if name not in ("actor", "unit"))

    def action(self, game: Game, actor: str, verb: str, picked: TypedWords) -> Action:
        """Return the action somebody probably means, though it is on no list, so that its rules can be named.

        What is not given is taken from the legal action that has most in common with it.

        :raises Malformed: when a word is not of its field's kind, or the title has no such verb
        """
        kind = self.kind(verb)
        if kind is None:
            raise Malformed("unknown_verb", verb=verb)
        known = [words(offer.action) for offer in self._menu.offers(verb)]
        alike = max(known, key=lambda fields: _in_common(fields, picked), default=_blank(kind, game))
        filled = {**alike, **{field: word for field, word in picked.items() if field in alike}}
        return kind(actor, **{field: notation.value(kind, field, word) for field, word in filled.items()})


@dataclass(frozen=True, slots=True)
class Thing:
    """Something a title has, by the word that notation has for it, and what people call it."""

    word: str
    short: str = ""
    name: str = ""


THING: tuple[Callable[[Thing], str], ...] = (attrgetter("word"), attrgetter("short"), attrgetter("name"))


def things(title: Title, field: str) -> list[Thing]:
    """Everything in a title that a field may name; none where the field names nothing of a title."""
    units = [Thing(unit.id, unit.abbr, unit.name) for unit in title.data.units]
    privates = [Thing(one.id, "", one.name) for one in title.privates.values()]
    known = {
        "unit": units,
        "target": units,
        "certificate": [*units, *privates],
        "private": privates,
        "hex": [
            Thing(hex_, "", name)
            for hex_, known in title.hexes.items()
            for name in places.names_of(known.name)
        ],
        "tile": [Thing(tile) for tile in title.tiles],
        "train": [Thing(train) for train in title.trains],
        "into": [Thing(train) for train in title.trains],
    }
    return known.get(field, [])


def _in_common(known: TypedWords, picked: TypedWords) -> int:
    return sum(known.get(field) == word for field, word in picked.items())


def _filled(offer: Offer) -> Iterator[tuple[Offer, Action]]:
    if offer.amounts is None:
        yield offer, offer.action
        return
    for amount in spread(offer.amounts, COMMON):
        yield offer, offer.filled(amount)


def _short(word: str) -> str:
    return word if len(word) <= CHOICE else move_ids.shortened(word)


def _blank(kind: type[Action], game: Game) -> dict[str, str]:
    """Return words for fields of which nothing is known; the unit is the one in turn."""
    hints: Mapping[str, Any] = notation.hints(kind)
    blank = {name: "0" if hints[name] is int else notation.EMPTY for name in notation.names(kind)}
    return blank | {"unit": game.pos.unit} if "unit" in blank and game.pos.unit else blank
