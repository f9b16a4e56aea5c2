"""The legal actions of a position as a menu: verb, then field by field, then an amount. It knows no verb.

What is picked is kept as the words of notation, so that buttons, typed commands and selects agree.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any

from engine import notation
from engine.actions import Action
from engine.choices import Choices, Offer

Picked = Mapping[str, str]

RAISES = (0, 5, 10, 20)
"""What is added to the least possible bid."""
_PLACE = re.compile(r"([A-Za-z]{0,2})(\d+)")


@dataclass(frozen=True, slots=True)
class WordedOffer:
    """An offer with its fields as words."""

    offer: Offer
    words: Mapping[str, str]

    @property
    def amounts(self) -> range:
        """Return the amounts that are open, the fixed one if none is."""
        if self.offer.amounts is not None:
            return self.offer.amounts
        fixed = getattr(self.offer.action, self.offer.action.amount)
        return range(fixed, fixed + 1)

    def fits(self, field: str, word: str) -> bool:
        """Tell whether a picked word leaves this offer open."""
        if field == self.offer.action.amount:
            return word.isascii() and word.isdecimal() and len(word) < 10 and int(word) in self.amounts
        return self.words.get(field) == word


@dataclass(frozen=True, slots=True)
class MenuOption:
    """One value of a field, with the offers it leads to.

    ``then`` names the next field to choose and counts its values; None if only an amount is left.
    """

    field: str
    word: str
    value: Any
    worded: tuple[WordedOffer, ...]
    then: tuple[str, int] | None

    @property
    def offer(self) -> Offer | None:
        """Return the offer this option stands for, if it is a single one."""
        return self.worded[0].offer if len(self.worded) == 1 else None


@dataclass(frozen=True, slots=True)
class Ask:
    """A field to choose, with its legal values. ``known`` holds what is picked or could not be otherwise."""

    field: str
    options: tuple[MenuOption, ...]
    known: Picked


@dataclass(frozen=True, slots=True)
class Amount:
    """A whole number to choose, from one or several ranges."""

    field: str
    worded: tuple[WordedOffer, ...]
    known: Picked

    def __contains__(self, amount: object) -> bool:
        return any(amount in one.amounts for one in self.worded)

    @property
    def low(self) -> int:
        """Return the smallest legal amount."""
        return min(one.amounts[0] for one in self.worded)

    @property
    def high(self) -> int:
        """Return the largest legal amount."""
        return max(one.amounts[-1] for one in self.worded)

    @property
    def count(self) -> int:
        """Return how many amounts are legal."""
        return sum(len(one.amounts) for one in self.worded)

    def common(self, most: int = 4) -> tuple[int, ...]:
        """Return a few amounts worth a button: the ends, and some between them."""
        every = sorted({amount for one in self.worded for amount in self._worth_a_button(one, most)})
        return tuple(spread(every, most))

    def _worth_a_button(self, one: WordedOffer, most: int) -> list[int]:
        """Return amounts of one range; over a standing offer small raises, not those that end all bidding."""
        if "standing" in one.offer.facts and len(one.amounts) > most:
            raises = (one.amounts.start + more for more in RAISES)
            return [amount for amount in raises if amount in one.amounts][:most]
        return spread(one.amounts, most)


@dataclass(frozen=True, slots=True)
class Ready:
    """Everything is chosen."""

    action: Action
    offer: Offer


@dataclass(frozen=True, slots=True)
class Nothing:
    """What was picked is not legal; ``field`` is the first that does not fit, empty if the verb does not."""

    field: str


Next = Ask | Amount | Ready | Nothing


class Menu:
    """The menu of one player, or of everybody if no actor is named; offers are put into words verb by verb."""

    def __init__(self, choices: Choices, actor: str = "") -> None:
        self._choices = choices
        self._actor = actor
        self._worded: dict[str, list[WordedOffer]] = {}
        self._of: dict[str, Menu] = {}

    def of(self, actor: str) -> Menu:
        """Return the menu of one player; asked again, the same one."""
        if actor not in self._of:
            self._of[actor] = Menu(self._choices, actor)
        return self._of[actor]

    @cached_property
    def _by_verb(self) -> dict[str, list[Offer]]:
        found: dict[str, list[Offer]] = {}
        for offer in self._choices.offers:
            if self._actor in ("", offer.action.actor):
                found.setdefault(offer.action.verb, []).append(offer)
        return found

    @property
    def verbs(self) -> dict[str, int]:
        """Return the verbs in the order of the offers, with the number of offers of each."""
        return {verb: len(offers) for verb, offers in self._by_verb.items()}

    @property
    def useful(self) -> list[str]:
        """Return the verbs in order, those that are seldom wanted last, without what would be of no use now."""
        wanted = [verb for verb in self.verbs if any(not offer.idle for offer in self.offers(verb))]
        return sorted(wanted or self.verbs, key=lambda verb: self.offers(verb)[0].action.seldom)

    def count(self, verb: str) -> int:
        """Return how many answers the first question of a verb has, 1 where nothing but an amount is asked."""
        step = self.narrow(verb)
        return len(step.options) if isinstance(step, Ask) else 1

    def offers(self, verb: str = "") -> list[Offer]:
        """Return the offers of a verb, or all."""
        if verb:
            return list(self._by_verb.get(verb, ()))
        return [offer for offer in self._choices.offers if self._actor in ("", offer.action.actor)]

    def is_pass(self, verb: str) -> bool:
        """Tell whether a verb is that of doing nothing more."""
        return any(offer.action.closing for offer in self.offers(verb))

    def rest(self, verb: str, picked: Picked) -> list[WordedOffer]:
        """Return the offers of a verb that agree with what is picked."""
        if verb not in self._worded:
            self._worded[verb] = [WordedOffer(offer, words(offer.action)) for offer in self.offers(verb)]
        return [one for one in self._worded[verb] if all(one.fits(*pick) for pick in picked.items())]

    def narrow(self, verb: str, picked: Picked | None = None) -> Next:
        """Return the next question; fields with a single possible value are filled in silently."""
        picked = picked or {}
        rest = self.rest(verb, picked)
        if not rest:
            return Nothing(self._misfit(verb, picked))
        known = dict(picked)
        for field in fields(rest):
            if field in picked:
                continue
            options = _options(rest, field)
            if len(options) > 1:
                return Ask(field, options, known)
            known[field] = options[0].word
        return _amount(rest, known)

    def values(self, verb: str, field: str, picked: Picked) -> tuple[MenuOption, ...]:
        """Return the legal values of any field, given what is picked of the others."""
        others = {name: word for name, word in picked.items() if name != field}
        return _options(self.rest(verb, others), field)

    def amounts(self, verb: str, picked: Picked) -> Amount | None:
        """Return the legal amounts given what is picked so far, None if the verb has no amount."""
        worded = self.rest(verb, picked)
        field = worded[0].offer.action.amount if worded else ""
        return Amount(field, tuple(worded), picked) if field else None

    def nearest(self, verb: str, picked: Picked, most: int = 6) -> list[Offer]:
        """Offers of a verb that come nearest to what is picked.

        They keep to what is picked up to the first field that does not fit, a field aside in which nothing legal
        agrees with it; and they differ in the next one, so that each tile stands there once.
        """
        names = [name for name in picked if any(one.fits(name, picked[name]) for one in self.rest(verb, {}))]
        ranked = sorted(
            self.rest(verb, {}), key=lambda one: [not one.fits(name, picked[name]) for name in names]
        )
        if not ranked:
            return []
        kept = list(takewhile(lambda name: ranked[0].fits(name, picked[name]), names))
        rest = [one for one in ranked if all(one.fits(name, picked[name]) for name in kept)]
        open_ = (
            name for name in rest[0].words if name not in kept and len({one.words[name] for one in rest}) > 1
        )
        field = next(open_, "")
        different = {one.words.get(field, ""): one for one in reversed(rest)}
        return [one.offer for one in rest if different[one.words.get(field, "")] is one][:most]

    def _misfit(self, verb: str, picked: Picked) -> str:
        so_far: dict[str, str] = {}
        for field, word in picked.items() if verb in self._by_verb else ():
            so_far[field] = word
            if not self.rest(verb, so_far):
                return field
        return ""


def words(action: Action) -> dict[str, str]:
    """Return the fields of an action as the words of notation."""
    names = notation.names(type(action))
    written = notation.write(action).split()[1:]
    return dict(zip(names, written + [notation.EMPTY] * len(names), strict=False))


def fields(worded: Sequence[WordedOffer]) -> tuple[str, ...]:
    """Return the fields of a verb in order, without the amount."""
    action = worded[0].offer.action
    return tuple(name for name in notation.names(type(action)) if name != action.amount)


def _options(worded: Sequence[WordedOffer], field: str) -> tuple[MenuOption, ...]:
    groups: dict[str, list[WordedOffer]] = {}
    for one in worded:
        groups.setdefault(one.words[field], []).append(one)
    options = [
        MenuOption(field, word, getattr(group[0].offer.action, field), tuple(group), _branch(group, field))
        for word, group in groups.items()
    ]
    return tuple(_sorted(options))


def _branch(worded: Sequence[WordedOffer], chosen: str) -> tuple[str, int] | None:
    for field in fields(worded):
        count = len({one.words[field] for one in worded})
        if field != chosen and count > 1:
            return field, count
    return None


def _sorted(options: list[MenuOption]) -> list[MenuOption]:
    """Sort numbers and places by what they count; everything else stays in the order of the offers."""
    keys = {option.word: _PLACE.fullmatch(option.word) for option in options}
    if not all(keys.values()):
        return options
    found = {word: (match[1], int(match[2])) for word, match in keys.items() if match}
    return sorted(options, key=lambda option: found[option.word])


def _amount(worded: list[WordedOffer], known: dict[str, str]) -> Next:
    offer = worded[0].offer
    field = offer.action.amount
    if not field or (offer.amounts is None and len(worded) == 1):
        return Ready(offer.action, offer)
    if field in known:
        return Ready(_filled(offer, int(known[field])), offer)
    amount = Amount(field, tuple(worded), known)
    return Ready(_filled(offer, amount.low), offer) if amount.count == 1 else amount


def _filled(offer: Offer, amount: int) -> Action:
    return offer.action if offer.amounts is None else offer.filled(amount)


def spread(amounts: Sequence[int], most: int) -> list[int]:
    """Return so many amounts at most, the ends and some between them."""
    if len(amounts) <= most:
        return list(amounts)
    last = len(amounts) - 1
    return [amounts[round(place * last / (most - 1))] for place in range(most)]
