"""Hexes, companies and privates as people type them."""

from collections.abc import Callable
from operator import attrgetter

from bot.errors import NoSuchHex, NoSuchUnit
from bot.menu.search import exact, meant
from engine.data import Unit
from engine.game import Game

UNIT: tuple[Callable[[Unit], str], ...] = (attrgetter("id"), attrgetter("abbr"), attrgetter("name"))
"""What a company is called, its codes first."""


def hex_meant(game: Game, typed: str) -> str:
    """The hex somebody means.

    :raises NoSuchHex: when the map has none like that
    """
    hexes = game.title.hexes
    found = meant(hexes, typed, str, lambda hex_: hexes[hex_].name, lambda hex_: f"{hex_} {hexes[hex_].name}")
    if found is None:
        raise NoSuchHex(hex=typed)
    return found


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
