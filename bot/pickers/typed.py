"""What people type, matched with what is legal: fields, whole actions, and the nearest thing to either."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any

from discord.app_commands import Choice

from assets.sentences import cut
from bot.menu.folding import Menu, MenuOption, words
from bot.menu.search import PAGE, fold, search
from bot.pickers import move_ids
from bot.speech.teller import CHOICE, Teller
from engine import notation
from engine.actions import SHARED, Action
from engine.choices import Offer
from engine.game import Game
from engine.refusals import Malformed

COMMON = 4
TypedWords = Mapping[str, str]


class TypedInput:
    """Reads what one player types, by what the menu offers and what its lines are called."""

    def __init__(self, menu: Menu, bare: Teller) -> None:
        self._menu = menu
        self._bare = bare

    # --- fields

    def understood(self, verb: str, given: TypedWords) -> dict[str, str]:
        """Return typed fields as words: exactly, by their label, or as they were typed where nothing fits."""
        picked: dict[str, str] = {}
        for field, typed in given.items():
            picked[field] = self._word(verb, picked, field, typed.strip())
        return picked

    def _word(self, verb: str, picked: TypedWords, field: str, typed: str) -> str:
        options = () if self._is_amount(verb, field) else self._menu.values(verb, field, picked)
        for option in options:
            if move_ids.means(typed, option.word) or fold(option.word) == fold(typed.lstrip("#")):
                return option.word
        found = self._called(options, typed)
        return found[0].word if len(found) == 1 else typed or notation.EMPTY

    def _called(self, options: Iterable[MenuOption], typed: str) -> list[MenuOption]:
        """Return the options in whose labels a text occurs: a number is no part of another, a sign alone no name."""
        found = search(options, typed, self._bare.option) if any(map(str.isalnum, typed)) else []
        return [option for option in found if _numbers(typed) <= _numbers(self._bare.option(option))]

    def _is_amount(self, verb: str, field: str) -> bool:
        offers = self._menu.offers(verb)
        return bool(offers) and offers[0].action.amount == field

    def values(self, verb: str, given: TypedWords, field: str, typed: str) -> list[Choice[str]]:
        """Return the legal values of a field that fit what is typed."""
        picked = self.understood(verb, given)
        if self._is_amount(verb, field):
            return list(self._amounts(verb, picked, typed))
        labels = {option.word: self._label(option) for option in self._menu.values(verb, field, picked)}
        found = search(labels, typed, str, labels.__getitem__)
        return [Choice(name=labels[word], value=_short(word)) for word in found[:PAGE]]

    def _label(self, option: Any) -> str:
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
        found = search(offers, typed, lambda offer: written[id(offer)], lambda offer: labels[id(offer)])
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

    def vague(self, game: Game, verb: str, picked: TypedWords) -> bool:
        """Tell whether too little is given to name a rule: no such move is legal now, and fields are missing."""
        kind = {known.verb: known for known in (*SHARED, *game.title.verbs)}.get(verb)
        if kind is None or self._menu.offers(verb):
            return False
        needed = [field.name for field in fields(kind) if field.default is MISSING]
        return any(name not in picked for name in needed if name not in ("actor", "unit"))

    def action(self, game: Game, actor: str, verb: str, picked: TypedWords) -> Action:
        """Return the action somebody probably means, though it is on no list, so that its rules can be named.

        What is not given is taken from the legal action that has most in common with it.

        :raises Malformed: when a word is not of its field's kind, or the title has no such verb
        """
        kind = {known.verb: known for known in (*SHARED, *game.title.verbs)}.get(verb)
        if kind is None:
            raise Malformed("unknown_verb", verb=verb)
        known = [words(offer.action) for offer in self._menu.offers(verb)]
        alike = max(known, key=lambda fields: _in_common(fields, picked), default=_blank(kind, game))
        filled = {**alike, **{field: word for field, word in picked.items() if field in alike}}
        return kind(actor, **{field: notation.value(kind, field, word) for field, word in filled.items()})


def _numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+", fold(text)))


def _in_common(known: TypedWords, picked: TypedWords) -> int:
    return sum(known.get(field) == word for field, word in picked.items())


def _filled(offer: Offer) -> Iterator[tuple[Offer, Action]]:
    if offer.amounts is None:
        yield offer, offer.action
        return
    last = len(offer.amounts) - 1
    for at in sorted({round(part * last / (COMMON - 1)) for part in range(COMMON)}):
        yield offer, offer.filled(offer.amounts[at])


def _short(word: str) -> str:
    return word if len(word) <= CHOICE else move_ids.shortened(word)


def _blank(kind: type[Action], game: Game) -> dict[str, str]:
    """Return words for fields of which nothing is known; the unit is the one in turn."""
    hints: Mapping[str, Any] = notation.hints(kind)
    blank = {name: "0" if hints[name] is int else notation.EMPTY for name in notation.names(kind)}
    return blank | {"unit": game.pos.unit} if "unit" in blank and game.pos.unit else blank
