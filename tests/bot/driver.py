"""Plays a recorded game through the bot: every action pressed or typed by the person whose seat it is."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from assets import sentences
from bot.local.person import Person, PersonRefused
from bot.local.views import Reply, SeenMessage
from bot.menu.folding import Amount, Ask, Menu, Ready
from bot.menu.folding import words as words_of
from bot.pickers import move_ids
from bot.pickers.move_ids import Press
from bot.tables.service import Service
from engine import notation
from engine.actions import SHARED, Action
from engine.game import Game, Setup
from tests.bot.tabletop import CHANNEL

Line = tuple[str, str]
_PICTURES = re.compile(r"pictures of game (\d+): rev (\d+) drawn, (\d+) overtaken since rev (\d+)")


class Driver:
    """Follows the game beside the bot, so that it knows what to press and who must.

    What players do who are no people it leaves to the bot.
    """

    def __init__(self, people: Sequence[Person], setup: Setup, game_id: int = 1, lang: str = "en") -> None:
        self.people = people
        self.lang = lang
        self.game_id = game_id
        self.seats = tuple(f"s{place}" for place in range(1, len(setup.players) + 1))
        self.names = dict(zip(setup.players, self.seats, strict=True))
        self.game = Game.begin(replace(setup, players=self.seats))
        self.rev = 0
        self.ways = {"press": 0, "verb": 0, "do": 0}
        self.sitting: dict[str, Person] = {}

    async def open(self, seed: int, options: Sequence[str] = ()) -> SeenMessage:
        """Open the table and start it; find out who sits where."""
        setup = self.game.setup
        given = {
            "title": setup.title,
            "seats": len(self.seats),
            "seed": seed,
            "options": " ".join(options),
            "language": self.lang,
        }
        await self.people[0].command(CHANNEL, "game new", **given)
        card = await self.people[0].until(lambda: self._with("l:"))
        for person in self.people[1:]:
            await person.press(card, sentences.say("lobby.button.join", self.lang))
        start = sentences.say("lobby.button.start", self.lang)
        await self.people[0].until(lambda: start in card.labels and len(self._called()) > 0)
        await self.people[0].press(card, start)
        await self.people[0].until(lambda: self._with("b:"), timeout=30)
        order = re.findall(r"^\d\. \*\*(\w+)\*\*", card.text, re.MULTILINE)
        by_name = {person.name: person for person in self.people}
        self.sitting = {seat: by_name[name] for seat, name in zip(self.seats, order, strict=True)}
        return card

    def _called(self) -> list[SeenMessage]:
        return [one for one in self.people[0].messages(CHANNEL) if self.people[0].mention in one.text]

    def _with(self, custom_id: str) -> SeenMessage | None:
        shown = [one for one in self.people[0].messages(CHANNEL) if not one.ephemeral]
        found = [one for one in shown if any(custom_id in str(b.get("custom_id")) for b in one.buttons)]
        return found[-1] if found else None

    async def play(self, lines: Sequence[Line], press_every: int = 5) -> None:
        """Play recorded actions; every few by pressing, the others typed in turn by verb and as a line."""
        for actor, text in lines:
            seat = self.names.get(actor, actor)
            action = self.game.read(text, seat)
            if self.game.own_move is None:
                await self._act(self.sitting[seat], action, pressing=self.rev % press_every == 0)
            self.game = self.game.play(action)
            self.rev += 1

    async def skip(self, service: Service, lines: Sequence[Line]) -> None:
        """Play recorded actions without a word at the table."""
        for actor, text in lines:
            seat = self.names.get(actor, actor)
            self.game = self.game.play(self.game.read(text, seat))
            await service.moves.act(self.game_id, self.rev, int(self.sitting[seat].id), text)
            self.rev += 1

    async def _act(self, person: Person, action: Action, *, pressing: bool) -> None:
        own = Menu(self.game.choices, action.actor)
        if pressing and self._listed(own, action):
            try:
                way, reply = "press", await self._press(person, own, action)
            except PersonRefused:  # two entries of a list read alike
                way, reply = "do", await person.command(CHANNEL, "do", move=notation.write(action))
        elif self.rev % 2 and (fields := self._fields(own, action)) is not None:
            name = action.verb if type(action) in SHARED else f"use {action.verb}"
            way, reply = "verb", await person.command(CHANNEL, name, **fields)
        else:
            way, reply = "do", await person.command(CHANNEL, "do", move=notation.write(action))
        try:
            await person.until(lambda: any(one.ephemeral and self._is_done(one) for one in reply.messages))
        except TimeoutError:
            pytest.fail(f"move {self.rev + 1}, {way}, {action}: {reply.messages}")
        self.ways[way] += 1

    def _is_done(self, told: SeenMessage) -> bool:
        """Tell whether an answer says that a move was made."""
        return told.text.startswith(sentences.say("play.done", self.lang, line="").strip())

    def _listed(self, own: Menu, action: Action) -> bool:
        """Tell whether the picker leads to this very action."""
        return any(action in offer for offer in own.offers(action.verb))

    def _fields(self, own: Menu, action: Action) -> dict[str, str] | None:
        """Return what to type for a verb, None where leaving a field empty would be ambiguous."""
        given = {name: word for name, word in words_of(action).items() if word != notation.EMPTY}
        step = own.narrow(action.verb, given)
        return given if isinstance(step, Ready) and step.action == action else None

    # pressing

    async def press_verb(self, person: Person, verb: str) -> Reply:
        """Press a verb's button on the board."""
        start = move_ids.write(Press(self.game_id, self.rev, verb))
        board = await person.until(lambda: self._with(start), timeout=30)
        return await person.press(board, start)

    @property
    def calls(self) -> dict[str, str]:
        """The messages that call somebody, by id."""
        shown = self.people[0].messages(CHANNEL)
        return {one.id: one.text for one in shown if "<@" in one.text and not one.ephemeral}

    def shows_move(self, number: int) -> bool:
        """Tell whether the board shows the position after so many moves."""
        told = sentences.say("board.move", self.lang, move=number)
        return any(told in one.text for one in self.people[0].messages(CHANNEL))

    async def _press(self, person: Person, own: Menu, action: Action) -> Reply:
        reply = await self.press_verb(person, action.verb)
        picked: dict[str, str] = {}
        wanted = words_of(action)
        while not isinstance(step := own.narrow(action.verb, picked), Ready):
            reply = await self._pick(person, reply, own, step, wanted, picked, action.verb)
        return await person.press(reply.message, self._confirm(reply))

    def _confirm(self, reply: Reply) -> str:
        return next(
            str(one["custom_id"]) for one in reply.message.buttons if f":{move_ids.PLAY}" in one["custom_id"]
        )

    def _settled(self, own: Menu, reply: Reply, picked: dict[str, str]) -> Reply:
        """Go on where nothing is asked since all answers look alike; only one of them can be pressed."""
        sure = next((one for one in reply.message.buttons if f":{move_ids.PLAY}" in one["custom_id"]), None)
        press = move_ids.read(sure["custom_id"]) if sure else None
        known = move_ids.picked(own, press) if press else None
        if known is None or not picked.items() <= known.items():
            raise PersonRefused("Another answer looks alike.")
        return reply

    async def _pick(  # noqa: PLR0917
        self,
        person: Person,
        reply: Reply,
        own: Menu,
        step: object,
        wanted: dict[str, str],
        picked: dict[str, str],
        verb: str,
    ) -> Reply:
        assert isinstance(step, Ask | Amount), f"{step} {picked} {wanted}"
        picked[step.field] = wanted[step.field]
        if isinstance(step, Ask):
            if not reply.message.selects:
                return await self._way(person, own, reply, wanted, picked)
            return await self._choose(person, reply, move_ids.shortened(wanted[step.field]))
        carried = move_ids.ordered(own, verb, picked)
        exact = move_ids.write(Press(self.game_id, self.rev, verb, move_ids.ASK, 0, carried))
        if any(button["custom_id"] == exact for button in reply.message.buttons):
            return await person.press(reply.message, exact)
        other = next(one for one in reply.message.buttons if f":{move_ids.OTHER}" in one["custom_id"])
        form = await person.press(reply.message, other["custom_id"])
        assert form.modal is not None
        return await person.submit(form.modal, {"amount": wanted[step.field]})

    async def _way(
        self, person: Person, own: Menu, reply: Reply, wanted: dict[str, str], picked: dict[str, str]
    ) -> Reply:
        """Press the number of a way to do something, turning pages until it is there."""
        for _ in range(20):
            for one in reply.message.buttons:
                press = move_ids.read(one["custom_id"])
                known = move_ids.picked(own, press) if press else None
                if known == wanted:
                    picked.update(wanted)
                    return await person.press(reply.message, one["custom_id"])
            if sentences.say("play.next", self.lang) not in reply.message.labels:
                return self._settled(own, reply, picked)
            reply = await person.press(reply.message, sentences.say("play.next", self.lang))
        raise LookupError(wanted)

    async def _choose(self, person: Person, reply: Reply, value: str) -> Reply:
        """Choose from the list, turning pages until it is there."""
        for _ in range(20):
            select = reply.message.selects[0]
            if value in [option["value"] for option in select["options"]]:
                return await person.choose(reply.message, select["custom_id"], value)
            reply = await person.press(reply.message, sentences.say("play.next", self.lang))
        raise LookupError(value)


def boards(said: Sequence[str], game_id: int = 1) -> tuple[set[int], set[int]]:
    """Return which versions were drawn and which a newer one overtook, as the bot has counted them."""
    drawn: set[int] = set()
    overtaken: set[int] = set()
    for line in said:
        match = _PICTURES.search(line)
        if match and int(match[1]) == game_id:
            rev, passed, since = int(match[2]), int(match[3]), int(match[4])
            between = set(range(since + 1, rev))
            assert passed == len(between)
            drawn.add(rev)
            overtaken |= between
    return drawn, overtaken


async def exported(person: Person) -> dict[str, object]:
    """Return the record the bot hands out."""
    reply = await person.command(CHANNEL, "game export")
    data = await person.fetch(reply.message.raw["attachments"][0]["url"])
    return dict(json.loads(data))
