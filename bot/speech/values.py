"""How the values of fields are spoken: money, hexes, deals, routes, each by the name of its field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from assets import sentences
from engine import notation
from engine.actions import SHARED
from engine.rules import EngineError

if TYPE_CHECKING:
    from bot.speech.prose import Teller

MONEY = frozenset(
    (
        "amount",
        "best",
        "capital",
        "cash",
        "claimed",
        "cost",
        "credit",
        "debt",
        "found",
        "help",
        "high",
        "income",
        "interest",
        "kept",
        "low",
        "penalty",
        "price",
        "revenue",
        "short",
        "standing",
        "subsidy",
        "total",
        "treasury",
        "worth",
    )
)
"""Fields whose whole numbers are amounts of money."""


_CONTRACTED = {sentences.ENGLISH: (r"\b([Aa])(?= 8)", r"\1n"), "es": (r"\b(de|a) el\b", r"\1l")}
"""How words run together: an eight, al banco."""


def spelt(text: str, lang: str) -> str:
    """Return a sentence in which words that meet by chance run together as they are spoken."""
    return re.sub(*_CONTRACTED[lang], text) if lang in _CONTRACTED else text


def _paper(teller: Teller, paper: str) -> str:
    if paper in teller.title.privates:
        return teller.private(paper)
    return _share(teller, paper)


def _share(teller: Teller, unit: str) -> str:
    known = teller.title.units.get(unit)
    if known is None or not known.shares:
        return teller.unit_in_full(unit)
    return teller.say("paper.share", percent=min(known.shares), unit=teller.unit(unit))


def _moved(teller: Teller, value: str) -> str:
    """Return what stood somewhere before or after: a player, a market cell, or a tile as it is."""
    if value in teller.title.prices:
        return str(teller.title.prices[value])
    people = (*teller.names, *teller.title.data.automata)
    return teller.player(value) if value in people else str(value)


def _about(teller: Teller, about: str) -> str:
    return teller.place(about) if about in teller.title.hexes else teller.who(about)


def _panel(teller: Teller, tile: str) -> str:
    """Return what a piece that is no track is worth, phase by phase."""
    known = teller.title.tiles.get(tile)
    stops = known.stops if known else ()
    if not stops:
        return teller.raw(tile)
    worth = stops[0].revenue
    return str(worth) if isinstance(worth, int) else "/".join(map(str, worth.values()))


def _deal(teller: Teller, text: str) -> str:
    """Return a proposed action in words, with the unit that would do it."""
    try:
        action = notation.read(text, "", (*SHARED, *teller.title.verbs))
    except EngineError:
        return text
    return teller.deed(action)


def _terrain(teller: Teller, kinds: str) -> str:
    return sentences.join(
        [teller.known(f"terrain.{kind}") or kind for kind in kinds.split(", ")], teller.lang
    )


def _names(teller: Teller, papers: Iterable[str]) -> str:
    return sentences.join([teller.who(paper) for paper in papers], teller.lang)


def _counts(teller: Teller, holders: Mapping[str, int]) -> str:
    return ", ".join(f"{teller.who(holder)} {count}" for holder, count in holders.items())


def _routes(teller: Teller, routes: Iterable[Any]) -> str:
    return "; ".join(_route(route) for route in routes)


def _route(route: Any) -> str:
    """Return a route, given as a record or as written: the train and the hexes on its way."""
    train, _, path = str(route).partition(":") if isinstance(route, str) else (route.train, "", "")
    return f"{train}: {_path(path.split('-') if path else route.path)}"


def _path(path: Sequence[str]) -> str:
    stops = [stop.partition(".")[0] for stop in path]
    return "-".join(dict.fromkeys(stops))


def _spot(teller: Teller, stop: str) -> str:
    """Return a stop written ``E12.1`` with its name."""
    hex_, _, index = stop.partition(".")
    return teller.place(hex_, int(index) if index.isdecimal() else None)


WRITERS: Mapping[str, Callable[[Teller, Any], Any]] = {
    "city": _spot,
    "red": _spot,
    "paper": _paper,
    "papers": _names,
    "holders": _counts,
    "about": _about,
    "panel": _panel,
    "one": lambda teller, edge: teller.say(f"edge.{edge}"),
    "two": lambda teller, edge: teller.say(f"edge.{edge}"),
    "before": _moved,
    "after": _moved,
    "action": _deal,
    "deal": _deal,
    "routes": _routes,
    "verb": lambda teller, verb: teller.verb(verb),
    "field": lambda teller, field: teller.field(field),
    "tile": lambda teller, tile: teller.raw(tile, teller.title.tiles),
    "train": lambda teller, train: teller.raw(train, teller.title.trains),
    "into": lambda teller, train: teller.raw(train, teller.title.trains),
    "hex": lambda teller, hex_: teller.raw(hex_, teller.title.hexes),
    "word": lambda teller, word: teller.raw(word),
    "label": lambda _, label: label,
    "exits": lambda teller, edges: teller.sides(edges),
    "side": lambda teller, edge: teller.say(f"edge.{edge}"),
    "home": lambda teller, hex_: teller.place(hex_),
    "colour": lambda teller, colour: teller.known(f"colour.{colour}") or colour,
    "phase": lambda teller, phase: teller.known(f"phase.{phase}") or phase,
    "why": lambda teller, why: teller.known(f"why.{why}"),
    "kind": lambda teller, kind: teller.known(f"kind.{kind}") or kind,
    "size": lambda teller, size: teller.known(f"kind.{size}") or size,
    "terrain": _terrain,
    "number": lambda _, number: ".".join(map(str, number)) if isinstance(number, (tuple, list)) else number,
    "percent": lambda teller, percent: teller.say("percent", percent=str(percent)),
    "rotation": lambda _, rotation: str(rotation),
    "stop": lambda _, stop: str(stop + 1),
}
"""Fields that are spoken in their own way, by name."""
