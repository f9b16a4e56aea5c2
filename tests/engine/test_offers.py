"""What is offered is what is legal: at random moments of every title both lists are compared."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields
from itertools import islice, product
from typing import Any

import pytest

from engine.actions import Action, RunTrains
from engine.choices import Offer
from engine.game import Game
from engine.notation import hints
from engine.state import DEPOT, OFFER, POOL
from tests.engine.walks import Bender, walk

GAMES = [
    ("18Mag", False, ()),
    ("18Mag", True, ()),
    ("18Mag", True, ("supporters", "new_major")),
    ("18CZ", False, ()),
    ("18CZ", True, ()),
    ("1844", False, ()),
    ("1844", True, ("compat=peer18xx",)),
]
TRIED = 400
"""How many actions of a verb are typed at most at one moment."""


def domain(game: Game, name: str, kind: str, chance: random.Random) -> list[Any]:
    """Return what may be typed into a field: everything that has such a name, and numbers of every size."""
    title, pos = game.title, game.pos
    if kind == "int":
        cash = [pos.cash(holder) for holder in (pos.unit, *pos.awaited)]
        small = list(range(7)) if name in {"rotation", "stop", "one", "two"} else []
        prices = (*title.prices.values(), *(one.price for one in title.data.trains))
        return small or sorted({0, 1, 10, 20, 25, 40, 50, 117, *cash, *(one + 1 for one in cash), *prices})
    names: dict[str, list[Any]] = {
        "unit": list(title.units),
        "target": list(title.units),
        "hex": chance.sample(sorted(title.hexes), 12),
        "tile": list(title.tiles),
        "train": list(title.trains),
        "into": list(title.trains),
        "seller": [DEPOT, POOL, OFFER, *title.units],
        "panel": list(title.tiles),
    }
    everything = [*title.privates, *title.units, "terrain", ""]
    return names.get(name, everything)


def typed(game: Game, verb: type[Action], chance: random.Random) -> Iterator[Action]:
    """Yield actions that somebody awaited may type, in random order."""
    kinds = hints(verb)
    names = [one.name for one in fields(verb)[1:] if one.name not in verb.noted]
    found = [domain(game, name, getattr(kinds[name], "__name__", ""), chance) for name in names]
    for values in found:
        chance.shuffle(values)
    for actor in game.pos.awaited:
        for values in islice(product(*found), TRIED) if len(found) < 4 else ():
            yield verb(actor, *values)
        for _ in range(TRIED if len(found) > 3 else 0):
            yield verb(actor, *map(chance.choice, found))


def near(offer: Offer) -> Iterator[Action]:
    """Yield what is offered, with other amounts too."""
    yield offer.action
    if offer.amounts is not None and len(offer.amounts):
        low, high = offer.amounts[0], offer.amounts[-1]
        for amount in {low, high, (low + high) // 2, low - 1, high + 1}:
            yield offer.filled(amount)


def is_offered(action: Action, offers: tuple[Offer, ...]) -> bool:
    for offer in offers:
        if offer.action == action:
            return offer.amounts is None or getattr(action, action.amount) in offer.amounts
        if offer.amounts is not None and type(offer.action) is type(action):
            amount = getattr(action, action.amount)
            if amount in offer.amounts and offer.filled(amount) == action:
                return True
    return False


def verbs(game: Game) -> set[type[Action]]:
    return {step.verb for step in game.pos.open_steps} - {RunTrains, Action}


def compare(game: Game, chance: random.Random) -> None:
    """Compare both lists at one moment."""
    offers = game.choices.offers
    bender = Bender(game, chance.randrange(1000))
    for offer in offers:
        ends = (offer.amounts[0], offer.amounts[-1]) if offer.amounts else ()
        for action in (offer.action, *map(offer.filled, ends)) if offer.amounts is None or ends else ():
            assert game.choices.why_not(action) is None, action
    for verb in verbs(game):
        alike = [offer for offer in offers if type(offer.action) is verb]
        assert list(game.choices.of(verb)) == alike
        tries = [one for offer in alike for one in near(offer)]
        tries += [
            one for offer in chance.sample(alike, min(len(alike), 20)) for one in bender.bent(offer.action, 6)
        ]
        for action in (*tries, *islice(typed(game, verb, chance), TRIED)):
            if action in game.choices:
                assert is_offered(action, offers), action


@pytest.mark.parametrize(("title", "most", "options"), GAMES)
def test_what_is_offered_is_legal_and_what_is_legal_is_offered(
    title: str, most: bool, options: tuple[str, ...]
):
    chance = random.Random(f"{title}{most}")
    for game in walk(title, most, "random", 150, options).sample(15):
        compare(game, chance)


@pytest.mark.long
@pytest.mark.parametrize(("title", "most", "options"), GAMES)
@pytest.mark.parametrize("style", ["eager", "moody"])
def test_the_same_in_long_games(title: str, most: bool, options: tuple[str, ...], style: str):
    chance = random.Random(f"{title}{most}{style}")
    for game in walk(title, most, style, 900, options).sample(60):
        compare(game, chance)
