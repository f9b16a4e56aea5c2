"""Sentences about a game: what happened, what may be done, why something may not, who is awaited.

Every sentence is a message of the locale files. A message has variants, ``offer.lay`` and ``offer.lay.cost``: the
one that can tell the most of what is known is chosen. So a verb, an event or a rule of a new title needs only a
message, and until it has one it is shown in notation. Where a title has its own word for a thing, the message
``in.<title>.offer.lay`` goes before the one of all titles.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any

from assets import sentences
from bot.menu.folding import Menu, Option
from bot.speech.values import MONEY, WRITERS, spelt
from engine import notation
from engine.actions import Action
from engine.board.hexes import neighbour
from engine.board.tiles import exits
from engine.choices import Choices, Offer
from engine.game import Game
from engine.position import Position
from engine.rules import EngineError, Refusal
from engine.state import BANK, DEPOT
from engine.title import Title

LABEL, CHOICE, LONG = 80, 100, 60
CITED = 2
"""How many of the clauses behind a refusal are told."""
NONE: tuple[Any, ...] = ("", None, (), [], {})

_CAMEL = re.compile(r"(?<!^)(?=[A-Z])")


@cache
def variants(prefix: str) -> tuple[str, ...]:
    """Return the messages of a name, the ones with most fields first."""
    every = sentences.messages(sentences.ENGLISH)
    found = [key for key in every if key == prefix or key.startswith(f"{prefix}.")]
    return tuple(sorted(found, key=lambda key: (-len(every[key].fields), -key.count("."))))


class Teller:
    """Speaks about one title to one audience: its language, and names with or without markup made harmless."""

    def __init__(self, title: Title, names: Mapping[str, str], lang: str, *, markup: bool = True) -> None:
        self.title: Title = title
        self.names = names
        self.lang = lang
        self.markup = markup

    @property
    def bare(self) -> Teller:
        """Return a teller for labels, in which markup is not interpreted."""
        return Teller(self.title, self.names, self.lang, markup=False)

    # --- names

    def say(self, key: str, **values: Any) -> str:
        """Return a message in this language."""
        return sentences.say(key, self.lang, **values)

    def known(self, *keys: str) -> str:
        """Return the first of these messages that exists, in the title's own words or all titles', else nothing."""
        every = (one for key in keys for one in (self._own(key), key))
        return next((self.say(key) for key in every if sentences.known(key)), "")

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

    def begun(self, text: str) -> str:
        """Return a sentence with its first letter as it begins a line; the short name of a unit stays as it is."""
        first = text.partition(" ")[0]
        named = any(unit.abbr == first for unit in self.title.units.values())
        return text if named else text[:1].upper() + text[1:]

    def unit_in_full(self, unit: str) -> str:
        """Return number and abbreviation of a unit."""
        known = self.title.units.get(unit)
        return f"#{unit} {known.abbr}" if known and unit.isdecimal() else self.unit(unit)

    def who(self, someone: str) -> str:
        """Return the name of a player, a unit, the bank or anything else with a name."""
        if someone in self.names or someone in self.title.data.automata:
            return self.player(someone)
        if someone in self.title.units:
            return self.unit(someone)
        if someone in self.title.privates:
            return self.private(someone)
        return self.known(f"name.{someone}", f"using.{someone}") or self.raw(someone)

    def private(self, paper: str) -> str:
        """Return the number of a private company or another such paper, with its name or what it is."""
        known = self.title.privates[paper]
        return self.tell([f"paper.{known.kind}", "paper.private"], {"paper": paper, "name": known.name})

    def raw(self, text: object, known: Container[str] = ()) -> str:
        """Return a text that is shown as it is: made harmless, unless it is one of the known ones."""
        if text in known:
            return str(text)
        return sentences.escaped(str(text), LONG) if self.markup else sentences.tidy(str(text), LONG)

    def money(self, amount: int) -> str:
        """Return an amount in the title's currency."""
        return sentences.money(amount, self.title.data.currency, self.lang)

    def place(self, hex_: str, stop: int | None = None) -> str:
        """Return a hex with its name, or with that of one of its stops."""
        known = self.title.hexes.get(hex_)
        if known is None:
            return self.raw(hex_)
        stops = known.stops
        name = stops[stop].name if stop is not None and stop < len(stops) else ""
        return f"{hex_} {name or known.name}".strip()

    def sides(self, edges: Iterable[int]) -> str:
        """Return edges as compass points."""
        return ", ".join(self.say(f"edge.{edge}") for edge in edges)

    def side(self, hex_: str, edge: int) -> str:
        """Return an edge of a hex as a compass point, and what lies beyond it."""
        beyond = neighbour(hex_, edge)
        side = self.say(f"edge.{edge}")
        return f"{side} ({self.place(beyond)})" if beyond in self.title.hexes else side

    def verb(self, verb: str) -> str:
        """Return what a button of this verb is called."""
        return self.known(f"verb.{verb}") or self.raw(verb.replace("_", " ").capitalize())

    # --- values

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
        """Return the texts of what is worth telling: nothing empty, no amount of nought, no bank as a seller."""
        kept = {
            name: value
            for name, value in told.items()
            if value not in NONE
            and (zeros or value != 0 or name not in MONEY)
            and not (name == "seller" and value in (BANK, DEPOT))
        }
        spoken = {name: self.value(name, value) for name, value in kept.items()}
        said = {name: text for name, text in spoken.items() if text != ""}
        if "hex" in kept:
            said["place"] = self.place(kept["hex"], kept.get("stop"))
            said |= {name: self.side(kept["hex"], kept[name]) for name in ("one", "two") if name in kept}
        if kept.get("paper") in self.title.units:
            said |= {"full": self.title.units[kept["paper"]].name, "abbr": self.unit(kept["paper"])}
        if kept.get("tile") in self.title.tiles and "rotation" in kept:
            track = self.title.tiles[kept["tile"]].track
            said["exits"] = self.sides(sorted(exits(track, kept["rotation"])))
            said["panel"] = self.value("panel", kept["tile"])
        if kept.get("amount", 0) < 0:
            said["back"] = self.money(-kept["amount"])
        return said

    def tell(self, prefixes: Sequence[str], said: Mapping[str, Any]) -> str:
        """Return the message that tells the most of what is given, empty if there is none.

        A title's own words go before those of all titles.
        """
        for prefix in prefixes:
            for key in (*variants(self._own(prefix)), *variants(prefix)):
                if sentences.messages(sentences.ENGLISH)[key].fields <= said.keys():
                    return spelt(self.say(key, **said), self.lang)
        return ""

    # --- offers

    def action(self, action: Action, facts: Mapping[str, Any] | None = None) -> str:
        """Return an action in words, in notation if there are none."""
        told = merged(action, facts or {})
        said = self.values(told)
        text = self.tell(_by_seller(f"offer.{action.verb}", told), said)
        if text:
            return text
        rest = notation.write(action).partition(" ")[2]
        return f"{self.verb(action.verb)} {rest}".strip()

    def deed(self, action: Action) -> str:
        """Return an action in words, the unit that does it in front unless the words name it."""
        text, operates = self.action(action), getattr(action, "unit", "")
        unit = self.unit(operates)
        named = not operates or re.search(rf"{re.escape(unit)}\b", text)
        return text if named else self.say("deed.unit", action=text, unit=unit)

    def offer(self, offer: Offer, limit: int = LABEL) -> str:
        """Return an offer as a label."""
        if offer.amounts is None:
            return sentences.cut(self.action(offer.action, offer.facts), limit)
        if len(offer.amounts) == 1:
            return sentences.cut(self.action(offer.filled(offer.amounts[0]), offer.facts), limit)
        low, high = (self.money(offer.amounts[at]) for at in (0, -1))
        told = {**merged(offer.action, offer.facts), offer.action.amount: ""}
        said = {**self.values(told), "low": low, "high": high}
        text = self.tell(_by_seller(f"offer.{offer.action.verb}", told), said)
        return sentences.cut(text or self.action(offer.action, offer.facts), limit)

    def option(self, option: Option, limit: int = LABEL) -> str:
        """Return one value of a field as a label, with what it leads to."""
        said = self._option_values(option)
        verb = option.worded[0].offer.action.verb
        text = self.tell([f"pick.{option.field}/{verb}", f"pick.{option.field}", "pick.other"], said)
        return sentences.cut(text, limit)

    def detail(self, option: Option) -> str:
        """Return more about a single offer than its label holds, empty if there is no more."""
        if option.offer is None:
            return ""
        return sentences.cut(self.tell([f"detail.{option.field}"], self._option_values(option)), CHOICE)

    def _option_values(self, option: Option) -> dict[str, Any]:
        first = option.worded[0].offer
        told = merged(first.action, first.facts)
        if option.offer is None:
            told = _common([one.offer for one in option.worded])
        if any(one.offer.amounts is not None for one in option.worded):
            told.pop(first.action.amount, None)
        said = self.values(told)
        said["picked"] = self._picked(option)
        if option.then is not None:
            field, count = option.then
            said["more"] = self.tell([f"count.{field}", "count.other"], {"n": count})
        return said

    def _picked(self, option: Option) -> str:
        if option.value in NONE:
            return self.known(f"none.{option.field}", "none.other")
        return str(self.value(option.field, option.value))

    def ask(self, field: str, known: Mapping[str, str], verb: str = "") -> str:
        """Return the question for a field."""
        said = {"field": self.field(field), **known}
        return self.tell([f"ask.{field}/{verb}", f"ask.{field}", "ask.other"], said)

    def field(self, field: str) -> str:
        """Return the name of a field."""
        return self.known(f"option.{field}.name") or field

    # --- who is awaited, for what

    def needs(self, choices: Choices, actor: str = "") -> str:
        """Return for what a player is awaited: '9 legal lays, 2 trains to buy or pass'."""
        menu = Menu(choices, actor)
        parts = []
        for verb, count in menu.verbs.items():
            offers = menu.offers(verb)
            said = {"n": count, "verb": self.verb(verb), **self._matter(offers)}
            if len(offers) == 1 and offers[0].amounts:
                said["low"] = self.money(offers[0].amounts[0])
            parts.append(self.tell([f"need.{verb}", "need.other"], said))
        return sentences.join(parts, self.lang, either=True)

    def _matter(self, offers: Sequence[Offer]) -> dict[str, Any]:
        """Return what all offers of one verb have in common; ``n`` is how often it must be done, if that is known."""
        if not offers or len({type(offer.action) for offer in offers}) > 1:
            return {}
        common = _common(offers)
        said = self.values({name: value for name, value in common.items() if name != offers[0].action.amount})
        return {**said, "n": common["count"]} if "count" in common else said

    def round(self, pos: Position) -> str:
        """Return the round that is on, decisions inside it left aside."""
        frames = [frame for frame in pos.state.frames if frame.number] or list(pos.state.frames)
        return self.round_name(frames[-1].kind, frames[-1].number) if frames else ""

    def round_name(self, kind: str, number: Sequence[int]) -> str:
        """Return the name of a round: 'OR 2.1'."""
        counted = ".".join(map(str, number))
        return self.tell([f"round.{kind}", "round.other"], {"kind": kind, "number": counted}).strip()

    def headline(self, game: Game) -> str:
        """Return the title, the round and who is to do what."""
        parts = [self.title.name, self.round(game.pos), self._now(game)]
        return " · ".join(part for part in parts if part)

    def _now(self, game: Game) -> str:
        pos = game.pos
        if pos.state.over:
            return self.say("headline.over")
        names = [f"**{self.player(player)}**" for player in pos.awaited]
        asked = [offer for offer in game.choices.offers if offer.action.actor in pos.awaited]
        said = self._matter([offer for offer in asked if notation.names(type(offer.action))])
        said["player"] = sentences.join(names, self.lang, either=True)
        if pos.unit:
            said["unit"] = self.unit_in_full(pos.unit)
            owner = pos.director(pos.unit)
            said |= {"owner": self.player(owner)} if owner and owner not in pos.awaited else {}
        if asked_for := self.asked(pos):
            said["action"] = asked_for
        return self.tell([f"headline.{pos.frame.kind}", "headline.turn"], said)

    def asked(self, pos: Position) -> str:
        """Return the deal to which somebody is asked to agree, '' if nobody is."""
        action = pos.round_notes.get("action")
        return self.value("action", action) if action else ""

    def results(self, scores: Mapping[str, int]) -> list[str]:
        """Return the final table, best first; equal scores share a place."""
        ranked = sorted(scores.items(), key=lambda score: -score[1])
        lines = []
        for player, score in ranked:
            place = 1 + sum(other > score for other in scores.values())
            lines.append(
                self.say("result.line", place=place, player=self.player(player), score=self.money(score))
            )
        return lines

    # --- refusals

    def refusal(self, refusal: Refusal, nearest: Sequence[Offer] = ()) -> str:
        """Return what is wrong, which rule says so, and what would be legal instead."""
        lines = [self.fault(refusal), *map(self._cited, refusal.clauses[:CITED])]
        if nearest:
            labels = [self.offer(offer) for offer in nearest]
            lines.append(self.say("refusal_legal", offers=" · ".join(labels)))
        return "\n".join(line for line in lines if line)

    def fault(self, refusal: Refusal) -> str:
        """Return what is wrong in one sentence."""
        said = self.values(refusal.values, zeros=True)
        if isinstance(count := refusal.values.get("count"), int):
            said["n"] = count
        text = self.tell([f"refusal.{refusal.key}", "refusal.other"], said)
        return self.begun(text)

    def error(self, error: EngineError) -> str:
        """Return what is wrong with a text or a set-up."""
        return self.tell([f"refusal.{error.key}", "refusal.other"], self.values(error.values, zeros=True))

    def _cited(self, clause: str) -> str:
        sentence = self.clause(clause)
        return f"-# {clause}: {sentence}" if sentence else ""

    def clause(self, clause: str) -> str:
        """Return a clause of the rules, in this language if it is translated, else in English."""
        key = f"clause.{clause}"
        if key in sentences.messages(self.lang):
            return self.say(key)
        return self.title.texts.clauses.get(clause, "")


def record(thing: Any) -> dict[str, Any]:
    """Return the fields of an action or an event."""
    return {field.name: getattr(thing, field.name) for field in fields(thing)}


def merged(action: Action, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an action and the facts of its offer; a price that is paid besides one is the cost."""
    told = {**facts, **record(action)}
    return (
        told | {"cost": facts["price"]}
        if facts.get("price", told.get("price")) != told.get("price")
        else told
    )


def _by_seller(prefix: str, told: Mapping[str, Any]) -> tuple[str, str]:
    """Return the names of messages about a deal, first those for who sells."""
    return f"{prefix}/{told.get('seller')}", prefix


def snake(name: str) -> str:
    """Return the name of a class as it stands in keys: ``TileLaid`` is ``tile_laid``."""
    return _CAMEL.sub("_", name).lower()


def _common(offers: Sequence[Offer]) -> dict[str, Any]:
    """Return the fields and facts that are the same in every offer."""
    every = [merged(offer.action, offer.facts) for offer in offers]
    return {name: value for name, value in every[0].items() if all(one.get(name) == value for one in every)}
