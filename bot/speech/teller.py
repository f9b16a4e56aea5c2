"""Sentences about a game: what happened, what may be done, why something may not, who is awaited.

Every sentence is a message of the locale files. A message has variants, ``offer.lay`` and ``offer.lay.cost``: the
one that can tell the most of what is known is chosen. So a verb, an event or a rule of a new title needs only a
message, and until it has one it is shown in notation. Where a title has its own word for a thing, the message
``in.<title>.offer.lay`` goes before the one of all titles; where it has one for a kind of unit, ``offer.lay/<kind>``
goes before the one for all units.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from assets import sentences
from bot.menu.folding import Menu, MenuOption
from bot.speech.names import of_kind
from bot.speech.values import NONE, Values, by_kind, by_value, merged
from engine import notation
from engine.actions import unit_of
from engine.choices import Offer
from engine.decisions import leading
from engine.exhibits import Prospect
from engine.game import Game
from engine.notes import Proposal
from engine.position import Position
from engine.refusals import Refusal
from engine.retrospect import places

LABEL, CHOICE = 80, 100
"""Characters of a button's label, and of a choice in a list."""
ELLIPSIS = "…"
"""Ends what has no room for the rest."""
CITED = 2
"""How many of the clauses behind a refusal are told."""
_VERBS = ("verb", "now")
"""Fields of a refusal that name a verb."""


class Teller(Values):
    """Speaks about one title to one audience, in sentences: offers, questions, who is awaited, refusals."""

    # --- offers

    def offer(self, offer: Offer, limit: int = LABEL) -> str:
        """Return an offer as a label."""
        if offer.amounts is None:
            return sentences.cut(self.action(offer.action, offer.facts), limit)
        if len(offer.amounts) == 1:
            return sentences.cut(self.action(offer.filled(offer.amounts[0]), offer.facts), limit)
        low, high = (self.money(offer.amounts[at]) for at in (0, -1))
        told = {**merged(offer.action, offer.facts), offer.action.amount: ""}
        said = {**self.values(told), "low": low, "high": high}
        names = of_kind(by_kind(f"offer.{offer.action.verb}", told), self.kind(unit_of(offer.action)))
        text = self.tell(names, said)
        return sentences.cut(text or self.action(offer.action, offer.facts), limit)

    def with_aftermath(self, label: str, found: Sequence[Prospect]) -> str:
        """A label with what follows besides from what it says: of that the first, where there is no room for all.

        A label that has a colon gets no second one.
        """
        told, key = self.follows(found), "after.label_with_colon" if ": " in label else "after.label"
        for kept in range(len(told), 0, -1):
            what = ", ".join(told[:kept]) + (ELLIPSIS if kept < len(told) else "")
            whole = self.say(key, label=label, what=what)
            if len(whole) <= LABEL:
                return whole
        return label

    def follows(self, found: Sequence[Prospect]) -> list[str]:
        """What follows from a move, each in a few words."""
        return [*filter(None, (self.tell([f"after.{one.key}"], self._followed(one)) for one in found))]

    def _followed(self, one: Prospect) -> Mapping[str, Any]:
        said = self.values(one.values)
        if "trains" in one.values:
            said["trains"] = ", ".join(one.values["trains"])
        return said | ({"era": self.phase(one.values["phase"])} if "phase" in one.values else {})

    def option(self, option: MenuOption, limit: int = LABEL, seller: str = "") -> str:
        """Return one value of a field as a label, with what it leads to, and from whom it comes if that is asked."""
        said = self._option_values(option)
        kinds = filter(None, (seller, option.worded[0].offer.action.verb))
        text = self.tell(
            [*(f"pick.{option.field}/{kind}" for kind in kinds), f"pick.{option.field}", "pick.other"], said
        )
        return sentences.cut(text, limit)

    def detail(self, option: MenuOption) -> str:
        """Return more about a single offer than its label holds, empty if there is no more.

        What a private can do goes before its name in full where a choice does not hold both.
        """
        if option.offer is None:
            return ""
        told = self.tell([f"detail.{option.field}"], self._option_values(option))
        power = self.power(option.value) if isinstance(option.value, str) else ""
        both = " · ".join(filter(None, (told, power)))
        return sentences.cut(both if len(both) <= CHOICE else power or told, CHOICE)

    def _option_values(self, option: MenuOption) -> dict[str, Any]:
        first = option.worded[0].offer
        told = merged(first.action, first.facts)
        if option.offer is None:
            told = _common([one.offer for one in option.worded])
        if any(one.offer.amounts is not None for one in option.worded):
            told.pop(first.action.amount, None)
        said = self.values(told)
        if len(option.worded) == 1 and first.amounts is not None and len(first.amounts) > 1:
            said |= {name: self.money(first.amounts[at]) for name, at in (("low", 0), ("high", -1))}
        said["picked"] = self._picked(option)
        if option.then is not None:
            field, count = option.then
            said["more"] = self.tell([f"count.{field}", "count.other"], {"n": count})
        return said

    def _picked(self, option: MenuOption) -> str:
        if option.value in NONE:
            return self.known(f"none.{option.field}", "none.other")
        return str(self.value(option.field, option.value))

    def ask(self, field: str, known: Mapping[str, str], verb: str = "") -> str:
        """Return the question for a field."""
        said = {"field": self.field(field), **known}
        return self.tell([f"ask.{field}/{verb}", f"ask.{field}", "ask.other"], said)

    # --- who is awaited, for what

    def needs(self, menu: Menu, counted: Callable[[str], int] | None = None) -> str:
        """Return the useful things that a menu's player is awaited for: 'Lay track (9) · Buy a train (2) · End turn'.

        ``counted`` returns how many choices a verb leads to, where its first question has more or fewer answers.
        """
        parts = []
        for verb in menu.useful:
            offers, count = menu.offers(verb), (counted or menu.count)(verb)
            said = {"verb": self.open_verb(menu, verb), **({"n": count} if count > 1 else {})}
            if len(offers) == 1 and offers[0].amounts:
                said["low"] = self.money(offers[0].amounts[0])
            parts.append(self.tell([f"need.{verb}", "need.verb"], said))
        return " · ".join(parts)

    def task(self, kind: str, offers: Sequence[Offer]) -> str:
        """Return what a decision is about, with what all that is offered for it has in common: 'bid for P4'.

        A message for its verb goes before the one for its kind, one for whether it may be passed before both.
        """
        first = leading(offers)
        verb, whose = first.verb, self.kind(unit_of(first))
        own = [offer for offer in offers if offer.action.verb == verb]
        ends = [f"decision.{kind}/{offer.action.matter}" for offer in offers if offer.action.closing]
        names = of_kind([*ends, f"decision.{kind}/{verb}", f"decision.{kind}"], whose)
        return self.tell(names, self._matter(own)) or self.verb(verb, whose)

    def open_verb(self, menu: Menu, verb: str) -> str:
        """Return the label of a verb among all that is open: a pass is named after what it ends."""
        return self.offer(menu.offers(verb)[0]) if menu.is_pass(verb) else self.verb_in(menu, verb)

    def verb_in(self, menu: Menu, verb: str) -> str:
        """Return the label of a verb, as it is called of the unit for which a menu has it."""
        return self.verb(verb, self.kind_in(menu, verb))

    def kind_in(self, menu: Menu, verb: str) -> str:
        """Return the kind of the unit for which a menu has a verb; empty where there is none."""
        return next((self.kind(unit_of(offer.action)) for offer in menu.offers(verb)), "")

    def _matter(self, offers: Sequence[Offer]) -> dict[str, Any]:
        """Return the common text of all offers of one verb; ``n`` is how often it must be done, if that is known."""
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
        action = pos.round_notes.action if isinstance(pos.round_notes, Proposal) else ""
        return self.value("action", action) if action else ""

    def results(self, scores: Mapping[str, int]) -> list[str]:
        """Return the final table, best first; equal scores share a place."""
        return [
            self.say("result.line", place=place, player=self.player(one), score=self.money(scores[one]))
            for one, place in places(scores).items()
        ]

    # --- refusals

    def refusal(self, refusal: Refusal, nearest: Sequence[Offer] = ()) -> str:
        """Return the refusal in words, its clauses, and what would be legal instead."""
        lines = [self.fault(refusal), *map(self._cited, refusal.clauses[:CITED])]
        if nearest:
            labels = [self.offer(offer) for offer in nearest]
            lines.append(self.say("refusal_legal", offers=" · ".join(labels)))
        return "\n".join(line for line in lines if line)

    def fault(self, refusal: Refusal) -> str:
        """Return the refusal in one sentence."""
        said = self.values(refusal.values, zeros=True)
        said |= {name: self.verb(refusal.values[name], refusal.kind) for name in _VERBS if said.get(name)}
        names = [*by_value(f"refusal.{refusal.key}", refusal.values), "refusal.other"]
        return self.tell(of_kind(names, refusal.kind), said)

    def _cited(self, clause: str) -> str:
        sentence = self.clause(clause)
        return f"-# {clause}: {sentence}" if sentence else ""

    def clause(self, clause: str) -> str:
        """Return a clause of the rules, in this language if it is translated, else in English."""
        key = f"clause.{clause}"
        if key in sentences.messages(self.lang):
            return self.say(key)
        return self.title.texts.clauses.get(clause, "")


def _common(offers: Sequence[Offer]) -> dict[str, Any]:
    """Return the fields and facts that are the same in every offer."""
    every = [merged(offer.action, offer.facts) for offer in offers]
    return {name: value for name, value in every[0].items() if all(one.get(name) == value for one in every)}
