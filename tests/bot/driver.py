"""Plays a recorded game through the bot: every action pressed or typed by the person whose seat it is."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from assets import sentences
from bot.menu.folding import Menu, Ready
from bot.menu.folding import words as words_of
from bot.pickers import move_ids
from bot.pickers.commands import spoken
from bot.pickers.move_ids import Press
from bot.pickers.sights import distinct_offers
from bot.tables.service import Service
from engine import notation
from engine.actions import SHARED, Action
from engine.forced import forced
from engine.game import Game, Setup
from tests.bot.finger import Part, nearest
from tests.bot.person import Person, PersonRefused
from tests.bot.seen import Reply, SeenMessage
from tests.bot.tabletop import CHANNEL, announces

Line = tuple[str, str]
AHEAD = 20
"""How many moves at most follow one by themselves."""
_PICTURES = re.compile(r"pictures of game (\d+): rev (\d+) drawn, (\d+) overtaken since rev (\d+)")


class Driver:
    """Follows the game beside the bot, so that it knows what to press and who must.

    What automatic players do, and what has one answer only, it leaves to the bot.
    """

    def __init__(self, people: Sequence[Person], setup: Setup, game_id: int = 1, lang: str = "en") -> None:
        self.people = people
        self.lang = lang
        self.game_id = game_id
        self.seats = tuple(f"s{place}" for place in range(1, len(setup.players) + 1))
        self.names = dict(zip(setup.players, self.seats, strict=True))
        self.game = Game.begin(replace(setup, players=self.seats))
        self.rev = 0
        self.goes_on = False
        """Whether the table makes the next move by itself."""
        self.presses_all = False
        """Whether the table asks for what has one answer only, too."""
        self.ways = {"press": 0, "verb": 0, "do": 0}
        self.sitting: dict[str, Person] = {}

    async def press_all(self) -> None:
        """Have the table ask for every move: a record may have what nobody at a table is asked for."""
        self.presses_all = True
        await self.people[0].command(CHANNEL, "table ask", ask="everything")

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
        calls = len(self.people) > 1  # nobody is told that the table is full who has just filled it
        await self.people[0].until(lambda: start in card.labels and (self._called() or not calls))
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
        found = [one for one in shown if any(custom_id in part.custom_id for part in _parts(one))]
        return found[-1] if found else None

    async def play(self, lines: Sequence[Line], press_every: int = 5) -> None:
        """Play recorded actions; every few by pressing, the others typed in turn by verb and as a line."""
        for actor, text in lines:
            seat = self.names.get(actor, actor)
            action = self.game.read(text, seat)
            if not self.goes_on:
                await self._act(self.sitting[seat], action, pressing=self.rev % press_every == 0)
            self.follow(action)

    async def skip(self, service: Service, lines: Sequence[Line]) -> None:
        """Play recorded actions without a word at the table, but for those that it has made by itself."""
        for actor, text in lines:
            seat = self.names.get(actor, actor)
            table = await service.tables.find(self.game_id)
            if table.rev == self.rev:
                await service.moves.act(self.game_id, self.rev, int(self.sitting[seat].id), text)
            self.follow(self.game.read(text, seat))

    def follow(self, action: Action) -> None:
        """Play an action beside the bot."""
        self.game = self.game.play(action)
        self.rev += 1
        is_forced = not self.presses_all and forced(self.game) is not None
        self.goes_on = self.game.own_move is not None or is_forced

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
            await person.until(lambda: self._is_made(reply), timeout=30)
        except TimeoutError:
            pytest.fail(f"move {self.rev + 1}, {way}, {action}: {reply.messages}")
        self.ways[way] += 1

    def _is_made(self, reply: Reply | None) -> bool:
        """Tell whether a move was made: an answer ticks it off, or the board shows it."""
        messages = reply.messages if reply is not None else ()
        ticked = any(one.ephemeral and self._is_done(one) for one in messages)
        return ticked or any(self.shows_move(self.rev + ahead) for ahead in range(1, AHEAD))

    def _is_done(self, told: SeenMessage) -> bool:
        """Tell whether an answer says that a move was made."""
        return told.text.startswith(sentences.say("play.done", self.lang, line="").strip())

    def _listed(self, own: Menu, action: Action) -> bool:
        """Tell whether the picker leads to this very action, and to none that looks like it."""
        shown = distinct_offers(self.game.pos, own.rest(action.verb, {}))
        return any(action in offer for offer in shown)

    def _fields(self, own: Menu, action: Action) -> dict[str, str] | None:
        """Return what to type for a verb, None where leaving a field empty would be ambiguous."""
        given = {name: word for name, word in words_of(action).items() if word != notation.EMPTY}
        step = own.narrow(action.verb, given)
        told = isinstance(step, Ready) and step.action == action
        return {spoken(name): word for name, word in given.items()} if told else None

    # pressing

    async def press_verb(self, person: Person, verb: str) -> Reply:
        """Press the first button of a verb on the board."""
        start = move_ids.write(Press(self.game_id, self.rev, verb))
        board = await person.until(lambda: self._with(start), timeout=30)
        ids = [str(one["custom_id"]) for one in board.buttons]
        return await person.press(board, next(one for one in ids if one.startswith(start)))

    @property
    def calls(self) -> dict[str, str]:
        """The messages that call somebody to do something, by id."""
        shown = [one for one in self.people[0].messages(CHANNEL) if not (one.ephemeral or announces(one))]
        return {one.id: one.text for one in shown if "<@" in one.text}

    def shows_move(self, number: int) -> bool:
        """Tell whether the board shows the position after so many moves."""
        told = sentences.say("board.move", self.lang, move=number)
        return any(told in one.text for one in self.people[0].messages(CHANNEL))

    async def _press(self, person: Person, own: Menu, action: Action) -> Reply | None:
        """Press on from the board until the move is made; the last answer, None where the board needed none."""
        start = f"g:{self.game_id}:{self.rev}:"
        shown: SeenMessage | None = await person.until(lambda: self._with(start), timeout=30)
        reply, pages = None, set()
        while shown is not None:
            page = (shown.text, *shown.labels)
            if page in pages:
                raise PersonRefused("The pages lead round.")
            pages.add(page)
            reply = await self._press_on(person, shown, own, action)
            shown = await self._following(person, reply)
        return reply

    async def _following(self, person: Person, reply: Reply) -> SeenMessage | None:
        """Wait for the page that a press leads to; None when the move is made."""

        def pages() -> list[SeenMessage]:
            return [one for one in reply.messages if one.ephemeral and not one.loading]

        await person.until(lambda: self._is_made(reply) or pages(), timeout=30)
        return None if self._is_made(reply) else pages()[-1]

    async def _press_on(self, person: Person, shown: SeenMessage, own: Menu, action: Action) -> Reply:
        near = nearest(_parts(shown), own, action)
        if near is None:
            following = sentences.say("play.next", self.lang)
            if following not in shown.labels:
                raise PersonRefused("No button leads there.")
            return await person.press(shown, following)
        if near.part.values is not None:
            reply = await person.choose(shown, near.part.custom_id, near.value)
        else:
            reply = await person.press(shown, near.part.custom_id)
        if near.press.purpose == move_ids.AMOUNT:
            assert reply.modal is not None
            return await person.submit(reply.modal, {"amount": words_of(action)[action.amount]})
        return reply


def _parts(shown: SeenMessage) -> list[Part]:
    """Return what can be pressed in a message."""
    lists = [Part(one["custom_id"], tuple(two["value"] for two in one["options"])) for one in shown.selects]
    return [*(Part(str(one.get("custom_id"))) for one in shown.buttons), *lists]


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
