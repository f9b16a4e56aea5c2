"""What stands around a turn, as a phone shows it: pictures of the local page, made while virtual players play."""

from __future__ import annotations

import io
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from PIL import Image

from assets import sentences
from bot.local.ids import GUILD
from bot.pictures.workers import PictureWorkers
from engine import notation
from engine.actions import Action
from engine.game import Game
from engine.opponents import STYLES
from tests.bot.browser import ARGUMENTS, CHROMIUM, sit
from tests.bot.driver import Driver, Line
from tests.bot.hooks.receiver import receiver
from tests.bot.local.moderator import leave
from tests.bot.person import Person
from tests.bot.seen import SQUARES, Reply, SeenMessage
from tests.bot.servers import local_discord
from tests.bot.tabletop import CHANNEL, Table

PHONE = {"width": 390, "height": 2600}
"""As wide as a phone, and high enough for the longest message."""
TITLE, SEED, PLAYERS = "1844", 7, ("s1", "s2", "s3")
ROUNDS = 5
"""How many rounds have ended when the pictures are made."""
PATIENCE = 120
"""Seconds that a picture may take on a busy machine."""
LATE = sentences.say("board.pictures_follow")
STILL = 500
"""Milliseconds without a change after which a page stands still."""
SPOKEN = 8
"""Moves after which the table is waited for, so that its log has messages as short as in a game of people."""
SITE = "calls.example.org"
"""The machine on the web that is told of calls; it is this one."""
SHARP = 2
"""Pixels of a picture for one of the screen."""

CAPTIONS = {
    "log": "The record of a turn: what was done, with the square of the company that a line is about.",
    "summary": "When a round ends the channel gets a line for each company and a picture.",
    "digest": "`/digest` tells you alone what happened since you last looked.",
    "more": "*More* names what else there is, and ends with what you have missed.",
    "steps": "*Move by move* under the digest: everything since your own last move, passes in small letters.",
    "money": "`/show money`: who earned what, by round and by source; also as CSV to copy.",
    "note": "`/note` keeps a note for you alone; 📝 on the card of your turn says that there is one.",
    "league": "`/league signup` waits for a league game of a title.",
    "branches": "A study room keeps lines of play by name; *As a plan* takes one along to the real table.",
    "lobby": "An invite-only lobby; it says when all who have set their hours are awake.",
    "practice": "`/game new alone:True` begins a game to practise, in which you play every seat.",
    "history": "*History*, under *More*, tells what came of each move, and leads to that position.",
    "plan": "`/plan` keeps tiles and tokens under a name, with the run they would lead to.",
    "order": "`/order` decides beforehand and says what it would do now; nobody else sees it.",
    "quiet": "`/me quiet`: between these hours nothing rings, on your own clock.",
    "hook": "`/me hook` tells an address on the web of your calls; `/table hook` tells one of all calls of a table.",
    "settings": "`/me settings`: what rings, when, and in which language.",
    "clock": "`/table clock` sets a deadline, and says what happens when time is up.",
    "guide": "The first move of each kind is explained, once.",
    "vote": "Somebody has left: the others are asked whether the house may take the seat over.",
    "end": "A game that is over gets a card.",
}


class Screens:
    """A table that is played, and the phone that looks at it."""

    def __init__(self, table: Table, driver: Driver, page: Any, folder: Path) -> None:
        self.table = table
        self.driver = driver
        self.page = page
        self.folder = folder
        self.house = STYLES["house"](SEED)
        self.made: list[str] = []
        self.missed: SeenMessage | None = None

    async def all(self) -> list[str]:
        """Make every picture and return the names of those that were made."""
        await self.driver.open(SEED)
        await self._play(lambda ends, _: ends >= ROUNDS)
        wanted: list[tuple[str, Callable[[], Awaitable[SeenMessage]]]] = [
            ("summary", self._summary),
            ("log", self._log),
            ("digest", self._digest),
            ("more", self._more),
            ("steps", self._steps),
            ("money", self._money),
            ("history", self._history),
            ("plan", self._plan),
            ("order", self._order),
            ("note", self._note),
            ("settings", self._settings),
            ("quiet", self._quiet),
            ("hook", self._hook),
            ("guide", self._guide),
            ("clock", self._clock),
            ("vote", self._vote),
            ("end", self._end),
            ("league", self._league),
            ("branches", self._branches),
            ("lobby", self._lobby),
            ("practice", self._practice),
        ]
        for name, show in wanted:
            await self._keep(name, await show())
        return self.made

    async def _keep(self, name: str, shown: SeenMessage) -> None:
        """Keep a picture of a message as the seat that sees it does."""
        await self.table.settled()
        await self.table.people[0].until(lambda: LATE not in shown.text, timeout=PATIENCE)
        there = self.page.locator(f"#m{shown.id}")
        await there.wait_for(timeout=PATIENCE * 1000)
        for image in await there.locator("img").all():
            await image.evaluate(
                "one => one.complete || new Promise(done => one.onload = one.onerror = done)"
            )
            await image.evaluate("one => one.decode()")
        await self._still(there)
        file = self.folder / f"phone-{name}.webp"
        picture = Image.open(io.BytesIO(await there.screenshot()))
        picture.convert("RGB").save(file, quality=80, method=6)
        self.made.append(name)
        sys.stdout.write(f"{file.name} {picture.width}x{picture.height} {file.stat().st_size}\n")

    async def _still(self, there: Any) -> None:
        """Wait until a message has its place: pictures elsewhere push it away when they come."""
        before, now = None, await there.bounding_box()
        while now != before:
            await self.page.wait_for_timeout(STILL)
            before, now = now, await there.bounding_box()

    async def _seat(self, person: Person) -> None:
        """Look at the page as a person."""
        await sit(self.page, person)

    async def _channel(self, name: str) -> None:
        """Look at another channel, as the menu of a phone lists them."""
        await self.page.locator("#menu").dispatch_event("click")
        await self.page.locator(".channel", has_text=name).dispatch_event("click")

    async def _private(self, person: Person, command: str, **given: Any) -> SeenMessage:
        """Give a command and return the answer, of which the phone shows the same."""
        await self._seat(person)
        return (await person.command(CHANNEL, command, **given)).message

    # the game

    def _next(self) -> Action:
        game = self.driver.game
        return game.own_move or self.house.choose(game)

    async def _play(self, enough: Callable[[int, Action], bool]) -> list[Line]:
        """Let the house's player play for everybody until it is enough: rounds that ended, and what is next."""
        ends, done = 0, list[Line]()
        while not self.driver.game.state.over:
            action = self._next()
            if enough(ends, action):
                break
            line = (action.actor, notation.write(action))
            await self.driver.skip(self.table.bot.service, [line])
            done.append(line)
            if len(done) % SPOKEN == 0:
                await self.table.settled()
            ends += any(type(event).__name__ == "RoundBegan" for event in self.driver.game.events)
        await self.table.settled()
        return done

    def _awaited(self) -> Person:
        return self.driver.sitting[self.driver.game.pos.awaited[0]]

    async def _told(self, words: str) -> SeenMessage:
        """Return the newest message of the channel with some words, once it is there."""
        person = self.table.people[0]

        def found() -> SeenMessage | None:
            fits = [one for one in self.table.shown if words in one.text]
            return fits[-1] if fits else None

        return await person.until(found, timeout=PATIENCE)

    # what is shown

    async def _summary(self) -> SeenMessage:
        shown = await self._told(" is over")
        await self.table.people[0].until(lambda: is_drawn(shown), timeout=PATIENCE)
        return shown

    async def _log(self) -> SeenMessage:
        records = self.table.records
        return max(records, key=lambda one: sum(one.text.count(square) for square in SQUARES))

    async def _digest(self) -> SeenMessage:
        self.missed = await self._private(await self._longest_away(), "digest")
        return self.missed

    async def _longest_away(self) -> Person:
        """Whose own last move is the longest ago."""
        table = await self.table.bot.service.tables.find(1)
        last = {move.user_id: move.rev for move in table.moves}
        return min(self.table.people, key=lambda one: last.get(int(one.id), 0))

    async def _more(self) -> SeenMessage:
        person = self.table.people[1]
        await self._seat(person)
        return (await person.press(self.table.board, "More")).message

    async def _steps(self) -> SeenMessage:
        person = await self._longest_away()
        await self._seat(person)
        assert self.missed is not None
        return (await person.press(self.missed, "Move by move")).message

    async def _money(self) -> SeenMessage:
        return await self._private(self.table.people[0], "show money")

    async def _note(self) -> SeenMessage:
        return await self._private(self._awaited(), "note", text="FNM first: it needs the 3 before it rusts.")

    async def _league(self) -> SeenMessage:
        one, two, _ = self.table.people
        await one.command(CHANNEL, "league switch", choice="on")
        await two.command(CHANNEL, "league signup", title=TITLE)
        return await self._private(one, "league signup", title=TITLE)

    async def _branches(self) -> SeenMessage:
        person = self.table.people[0]
        await self._seat(person)
        made = await person.new_channel("study")
        await person.until(lambda: made in person.channels)
        moves = (await self.table.bot.service.tables.find(1)).moves
        ply, lay = max((at, move.text) for at, move in enumerate(moves) if move.text.startswith("lay "))
        await person.command(made, "game copy", channel=person.channel_id(CHANNEL), move=ply, alone=True)
        await person.command(made, "do", move=lay)
        await person.command(made, "game branch", name="track first")
        await self._channel("study")
        return (await person.command(made, "game branch")).message

    async def _lobby(self) -> SeenMessage:
        host, guest, _ = self.table.people
        await guest.command(CHANNEL, "me timezone", zone="America/New_York")
        await guest.command(CHANNEL, "me quiet", start="23:00", end="7:00")
        made = await host.new_channel("invited")
        await host.until(lambda: made in host.channels)
        await host.command(made, "game new", title="18CZ", seats=3)
        await host.command(made, "game invite", person=guest.id)
        await guest.command(made, "game join")
        await self._channel("invited")
        await self.table.settled()
        return next(one for one in reversed(host.messages(made)) if "Join" in one.labels)

    async def _practice(self) -> SeenMessage:
        person = self.table.people[0]
        await self._seat(person)
        await self._channel(CHANNEL)
        return (await person.command(CHANNEL, "game new", title="18Mag", seats=3, alone=True)).message

    async def _history(self) -> SeenMessage:
        person = self.table.people[0]
        await self._seat(person)
        return (await person.command(CHANNEL, "show history")).message

    async def _plan(self) -> SeenMessage:
        await self._play(lambda _, action: action.verb == "lay")
        action: Any = self._next()
        given = {"hex": action.hex, "tile": action.tile, "rotation": action.rotation, "name": "north"}
        return await self._private(self._awaited(), "plan", **given)

    async def _order(self) -> SeenMessage:
        person = self._awaited()
        listed = await self._private(person, "order")
        (select,) = listed.selects
        value = next(one["value"] for one in select["options"] if one["label"].startswith("Run "))
        return (await person.choose(listed, select["custom_id"], value)).message

    async def _settings(self) -> SeenMessage:
        return await self._private(self.table.people[0], "me settings")

    async def _quiet(self) -> SeenMessage:
        person = self.table.people[0]
        await person.command(CHANNEL, "me timezone", zone="Europe/Prague")
        return await self._private(person, "me quiet", start="23:00", end="7:00")

    async def _hook(self) -> SeenMessage:
        async with receiver() as there:
            with found_here(SITE):
                url = there.url.replace("127.0.0.1", SITE)
                return await self._private(self.table.people[0], "me hook", address=url)

    async def _guide(self) -> SeenMessage:
        person = self._awaited()
        await self._seat(person)
        action = self._next()
        reply: Reply = await person.command(CHANNEL, "do", move=notation.write(action))
        self.driver.follow(action)
        return reply.message

    async def _clock(self) -> SeenMessage:
        host = self.table.people[0]
        await self._seat(host)
        await host.command(CHANNEL, "table clock", kind="each", time="12h", zero="house")
        await self.table.settled()
        return self.table.board

    async def _vote(self) -> SeenMessage:
        one, two, three = self.table.people
        leave(self.table.server.world, three.id)
        await two.command(CHANNEL, "game voteout", seat=three.name)
        self.table.server.world.join(GUILD, three.id)
        await self._seat(one)
        await self.table.settled()
        return next(m for m in self.table.shown[::-1] if "Agree" in m.labels)

    async def _end(self) -> SeenMessage:
        for person in self.table.people:
            await person.command(CHANNEL, "game stop")
        await self._seat(self.table.people[0])
        return await self._told(f"### {TITLE} is over")


def is_drawn(shown: SeenMessage) -> bool:
    """Tell whether a message has the picture that belongs to its text."""
    return bool(shown.pictures) and LATE not in shown.text


@contextmanager
def found_here(site: str) -> Iterator[None]:
    """Let a name of the web lead to this machine for a while."""
    known = socket.getaddrinfo

    def found(host: Any, *given: Any, **more: Any) -> Any:
        return known("127.0.0.1" if host == site else host, *given, **more)

    with patch("socket.getaddrinfo", found):
        yield


async def screens(folder: Path, database: Path) -> list[str]:
    """Return the part of the page about what stands around a turn; its pictures are in the folder then."""
    from playwright.async_api import async_playwright  # noqa: PLC0415 - only whoever makes the guide needs it

    async with local_discord() as server, async_playwright() as playwright:
        table = Table(server, database)
        table.pictures.close()
        table.pictures = PictureWorkers(1)  # type: ignore[assignment] - the real one
        await table.open(route_workers=1, guides=True, hooks="any")
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        try:
            people = await table.seat(len(PLAYERS))
            page = await browser.new_page(viewport=PHONE, device_scale_factor=SHARP)
            await page.add_init_script("localStorage.setItem('follow', 'no')")
            await page.goto(server.page_url)
            game = Game.start(TITLE, PLAYERS, seed=SEED)
            made = await Screens(table, Driver(people, game.setup), page, folder).all()
        finally:
            await browser.close()
            for person in table.people:
                await person.close()
            await table.close()
    lines = ["## On a phone", ""]
    for name in made:
        picture = (
            f'<img src="{folder.name}/phone-{name}.webp" width="{PHONE["width"]}" alt="{CAPTIONS[name]}">'
        )
        lines += [CAPTIONS[name], "", picture, ""]
    return lines
