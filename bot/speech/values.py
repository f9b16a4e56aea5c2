"""How the values of fields are spoken: money, hexes, deals, routes, each by the name of its field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from assets import sentences
from bot.speech.names import Names, of_kind
from engine import notation
from engine.actions import SHARED, Action, unit_of
from engine.board.tiles import exits
from engine.refusals import Refused
from engine.state import BANK, DEPOT, OFFER, POOL
from engine.steps import ANSWERS as ANSWERING

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
        "new",
        "penalty",
        "price",
        "revenue",
        "short",
        "standing",
        "subsidy",
        "total",
        "treasury",
        "worth",
        "yours",
    )
)
"""Fields whose whole numbers are amounts of money; of an old and a new price the new one alone names the currency."""
FEW = 4
"""So many privates are named in full."""


def _certificate(teller: Values, certificate: str) -> str:
    if certificate in teller.title.privates:
        return teller.private(certificate)
    return _share(teller, certificate)


def _share(teller: Values, unit: str) -> str:
    known = teller.title.units.get(unit)
    if known is None or not known.shares:
        return teller.unit_in_full(unit)
    return teller.say("certificate.share", percent=teller.percent(min(known.shares)), unit=teller.unit(unit))


def _moved(teller: Values, value: str) -> str:
    """Return a former or later value in words: a player, a market cell, or a tile as it is."""
    if value in teller.title.prices:
        return str(teller.title.prices[value])
    people = (*teller.names, *teller.title.data.automata)
    return teller.player(value) if value in people else str(value)


def _about(teller: Values, about: str) -> str:
    return teller.place(about) if about in teller.title.hexes else teller.who(about)


def _panel(teller: Values, tile: str) -> str:
    """Return the value of a piece that is not track, phase by phase."""
    known = teller.title.tiles.get(tile)
    stops = known.stops if known else ()
    if not stops:
        return teller.raw(tile)
    worth = stops[0].revenue
    return str(worth) if isinstance(worth, int) else "/".join(map(str, worth.values()))


def _deal(teller: Values, text: str) -> str:
    """Return a proposed action in words: what is offered for what, or the action with the unit that would do it."""
    action = teller.proposed(text)
    if action is None:
        return text
    return teller.tell([f"request.{action.verb}"], teller.values(record(action))) or teller.deed(action)


def _terrain(teller: Values, kinds: str) -> str:
    return sentences.join(
        [teller.known(f"terrain.{kind}") or kind for kind in kinds.split(", ")], teller.lang
    )


def _names(teller: Values, companies: Sequence[str]) -> str:
    """Return companies; where they are many, privates by their numbers alone."""
    return sentences.join(_named(teller, companies), teller.lang)


def _named(teller: Values, companies: Sequence[str]) -> list[str]:
    short = len(companies) > FEW
    return [
        teller.raw(company) if short and company in teller.title.privates else teller.who(company)
        for company in companies
    ]


def _prices(teller: Values, moved: Mapping[str, tuple[str, str]]) -> str:
    return ", ".join(
        f"{teller.unit(unit)} {_moved(teller, before)} → {_moved(teller, after)}"
        for unit, (before, after) in moved.items()
    )


def _counts(teller: Values, holders: Mapping[str, int]) -> str:
    return ", ".join(f"{teller.who(holder)} {count}" for holder, count in holders.items())


def _routes(teller: Values, routes: Iterable[Any]) -> str:
    return "; ".join(_route(route) for route in routes)


def _route(route: Any) -> str:
    """Return a route, given as a record or as written: the train and the hexes on its way."""
    train, _, path = str(route).partition(":") if isinstance(route, str) else (route.train, "", "")
    return f"{train}: {_path(path.split('-') if path else route.path)}"


def _path(path: Sequence[str]) -> str:
    stops = [stop.partition(".")[0] for stop in path]
    return "-".join(dict.fromkeys(stops))


def _spot(teller: Values, stop: str) -> str:
    """Return a printed stop written ``E12.1`` with its name."""
    hex_, _, index = stop.partition(".")
    known = teller.title.hexes.get(hex_)
    named = known is not None and index.isdecimal() and int(index) < len(known.stops)
    return teller.place(hex_, known.stops[int(index)].name if known and named else "")


def _edge(teller: Values, edge: int) -> str:
    return teller.say(f"edge.{edge}")


def _train(teller: Values, train: str) -> str:
    return teller.raw(train, teller.title.trains)


def _either(teller: Values, who: str | Sequence[str]) -> str:
    """Return the names of those of whom any one may act."""
    return sentences.join(map(teller.who, [who] if isinstance(who, str) else who), teller.lang, either=True)


WRITERS: Mapping[str, Callable[[Values, Any], Any]] = {
    "city": _spot,
    "red": _spot,
    "certificate": _certificate,
    "companies": _names,
    "card": lambda teller, card: teller.raw(card),
    "cards": lambda teller, cards: ", ".join(map(teller.raw, cards)),
    "holders": _counts,
    "moved": _prices,
    "about": _about,
    "panel": _panel,
    "one": _edge,
    "two": _edge,
    "before": _moved,
    "after": _moved,
    "action": _deal,
    "deal": _deal,
    "routes": _routes,
    "verb": lambda teller, verb: teller.verb(verb),
    "field": lambda teller, field: teller.field(field),
    "fields": lambda teller, fields: ", ".join(map(teller.field, fields)),
    "tile": lambda teller, tile: teller.raw(tile, teller.title.tiles),
    "targets": lambda teller, hexes: sentences.join(map(teller.raw, hexes), teller.lang, either=True),
    "train": _train,
    "into": _train,
    "hex": lambda teller, hex_: teller.raw(hex_, teller.title.hexes),
    "word": lambda teller, word: teller.raw(word),
    "now": lambda teller, verb: teller.verb(verb),
    "special": lambda _, label: label,
    "label": lambda _, label: label,
    "exits": lambda teller, edges: teller.sides(edges),
    "side": _edge,
    "home": lambda teller, hex_: teller.place(hex_),
    "colour": lambda teller, colour: teller.known(f"colour.{colour}") or colour,
    "kind": lambda teller, kind: teller.known(f"kind.{kind}") or kind,
    "terrain": _terrain,
    "number": lambda _, number: ".".join(map(str, number)) if isinstance(number, (tuple, list)) else number,
    "percent": lambda teller, percent: teller.percent(percent),
    "rotation": lambda _, rotation: str(rotation),
    "stop": lambda _, stop: str(stop + 1),
    "who": _either,
}
"""Fields that are spoken in their own way, by name."""


NONE: tuple[Any, ...] = ("", None, (), [], {})

_CAMEL = re.compile(r"(?<!^)(?=[A-Z])")


class Values(Names):
    """Says the values of fields, and actions made of them."""

    def value(self, name: str, value: Any) -> Any:
        """Return the text of a value, by the name of its field and by what it is."""
        if name in MONEY and isinstance(value, int):
            return self.money(value)
        if name in WRITERS:
            return WRITERS[name](self, value)
        if isinstance(value, Mapping):
            return ", ".join(f"{self.who(key)} {self.money(amount)}" for key, amount in value.items())
        if isinstance(value, (tuple, list)):
            return sentences.join([str(self.value("", item)) for item in value], self.lang)
        return self.who(value) if isinstance(value, str) else value

    def values(self, told: Mapping[str, Any], *, zeros: bool = False) -> dict[str, Any]:
        """Return the texts of what is worth telling: nothing empty, no amount of zero, no bank as a seller."""
        kept = {name: value for name, value in told.items() if _worth_telling(name, value, zeros=zeros)}
        texts = {name: self.value(name, value) for name, value in kept.items()}
        said = {name: text for name, text in texts.items() if text != ""}
        said |= self._on_a_hex(kept) | self._of_a_certificate(kept) | self._of_a_tile(kept)
        if "prices" in said:
            said["using"] = said["prices"]
        if kept.get("amount", 0) < 0:
            said["back"] = self.money(-kept["amount"])
        return said

    def _on_a_hex(self, kept: Mapping[str, Any]) -> dict[str, str]:
        """Return where something happens: the place, and the sides of its hex by what lies beyond them."""
        if "hex" not in kept:
            return {}
        sides = {name: self.side(kept["hex"], kept[name]) for name in ("one", "two") if name in kept}
        return {"place": self.place(kept["hex"], kept.get("stop_name", "")), **sides}

    def _of_a_certificate(self, kept: Mapping[str, Any]) -> dict[str, str]:
        """Return the long and the short name of the company a certificate belongs to."""
        known = self.title.units.get(kept.get("certificate", ""))
        return {} if known is None else {"full": known.name, "abbr": self.unit(known.id)}

    def _of_a_tile(self, kept: Mapping[str, Any]) -> dict[str, str]:
        """Return where the track of a turned tile leads, and what it is worth."""
        known = self.title.tiles.get(kept.get("tile", ""))
        if known is None or "rotation" not in kept:
            return {}
        sides = sorted(exits(known.track, kept["rotation"]))
        return {"exits": self.sides(sides), "panel": self.value("panel", kept["tile"])}

    def action(self, action: Action, facts: Mapping[str, Any] | None = None) -> str:
        """Return an action in words; if there are none its verb, and in notation what else it names than the unit."""
        told = merged(action, facts or {})
        kind = self.kind(told.get("unit", ""))
        said, names = self.values(told), by_kind(f"offer.{action.verb}", told)
        if deal := self.proposed(told.get("deal", "")):
            said, names = self.values(record(deal)) | said, (f"offer.{action.verb}/{deal.verb}", *names)
        text = self.tell(of_kind(names, kind), said)
        if text:
            return text
        rest = notation.write(action).partition(" ")[2]
        return f"{self.verb(action.verb, kind)} {'' if rest == unit_of(action) else rest}".strip()

    def trains(self, trains: Iterable[str]) -> str:
        """Return trains by name, each as what it is: a number alone could be how many there are."""
        return ", ".join(self.say("pick.train", picked=train) for train in trains)

    def won(self, certificates: Sequence[str]) -> str:
        """Return what somebody has won or drafted: of a company with shares how much of it."""
        units, names = self.title.units, _named(self, certificates)
        both = zip(certificates, names, strict=True)
        told = [_share(self, one) if one in units and units[one].shares else name for one, name in both]
        return sentences.join(told, self.lang)

    def proposed(self, text: str) -> Action | None:
        """Return the action that a proposal is about, None if there is none to read."""
        try:
            return notation.read(text, "", (*SHARED, *self.title.verbs)) if text else None
        except Refused:
            return None

    def deed(self, action: Action) -> str:
        """Return an action in words, the unit that does it in front unless the words name it."""
        text, operates = self.action(action), unit_of(action)
        unit = self.unit(operates)
        named = not operates or re.search(rf"{re.escape(unit)}\b", text)
        return text if named else self.say("deed.unit", action=text, unit=unit)


def _worth_telling(name: str, value: Any, *, zeros: bool) -> bool:
    """Tell whether the value of a field belongs in a sentence."""
    if value in NONE or (name == "seller" and value in (BANK, DEPOT)):
        return False
    return zeros or value != 0 or name not in MONEY


def record(thing: Any) -> dict[str, Any]:
    """Return the fields of an action or an event."""
    return {field.name: getattr(thing, field.name) for field in fields(thing)}


def merged(action: Action, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an action and the facts of its offer; a price that is paid besides one is the cost."""
    told = {**facts, **record(action)}
    price = told.get("price")
    return told if facts.get("price", price) == price else told | {"cost": facts["price"]}


def by_kind(prefix: str, told: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of messages about a move, first those for where things come from or go, or what is skipped."""
    kinds = [told[name] for name in ("seller", "to", "skips") if told.get(name)]
    return (*(f"{prefix}/{kind}" for kind in kinds), prefix)


ANSWERS = frozenset(one.verb for one in ANSWERING)
"""What may be done while a proposal is open."""
CLOSED = ("colour", "size", "round", "wants", "phase", "beyond", "duty")
"""Fields with few values, for each of which a refusal may have a sentence of its own."""


def by_value(prefix: str, told: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of messages about a refusal, first those for a colour, a size, a round, a duty."""
    values = [told[name] for name in CLOSED if isinstance(told.get(name), str) and told[name]]
    values += [told["seller"]] if told.get("seller") in (POOL, OFFER) else []
    values += ["proposed"] if told.get("now") in ANSWERS else []
    values += ["order"] if len(told.get("fields", ())) > 1 else []
    return (*(f"{prefix}/{value}" for value in values), prefix)


def snake(name: str) -> str:
    """Return the name of a class as it stands in keys: ``TileLaid`` is ``tile_laid``."""
    return _CAMEL.sub("_", name).lower()
