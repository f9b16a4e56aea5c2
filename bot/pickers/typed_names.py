"""Hexes, companies and privates as people type them."""

from collections.abc import Callable
from operator import attrgetter, itemgetter

from assets import places
from bot.errors.tables import NoSuchHex, NoSuchUnit
from bot.menu.search import exact, meant
from engine.data import Unit
from engine.game import Game

UNIT: tuple[Callable[[Unit], str], ...] = (attrgetter("id"), attrgetter("abbr"), attrgetter("name"))
"""What a company is called, its codes first."""


def hex_meant(game: Game, typed: str) -> str:
    """The hex somebody means, by its name in any language.

    :raises NoSuchHex: when the map has none like that
    """
    known = [(hex_, name) for hex_, found in game.title.hexes.items() for name in places.names_of(found.name)]
    found = meant(known, typed, itemgetter(0), itemgetter(1), " ".join, of=itemgetter(0))
    if found is None:
        raise NoSuchHex(hex=typed)
    return found[0]


def private_meant(game: Game, typed: str) -> str:
    """The private somebody means, empty if it is none."""
    found = exact(game.title.privates.values(), typed, lambda one: one.id, lambda one: one.name)
    return "" if found is None else found.id


def unit_meant(game: Game, typed: str) -> str:
    """The company somebody means.

    :raises NoSuchUnit: when the title has none like that
    """
    found = meant(game.title.data.units, typed, *UNIT)
    if found is None:
        raise NoSuchUnit(unit=typed)
    return found.id
