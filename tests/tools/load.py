"""``make load``: many tables at once, each with a press every half minute, prints what people wait for.

A thousand games are stored and some of them played; CPU time is told by kind of work, and what the bot
holds open before and after. Everything stays on this machine, is bounded in number and time, and ends by itself.
"""

import argparse
import asyncio
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median

import aiohttp

from bot.local.ids import GUILD
from bot.storage import Move, NewGame, Storage
from bot.tables import replay
from engine import notation
from engine.actions import Action
from engine.game import Game, Setup
from tests.bot.person import Person, PersonRefused
from tests.bot.servers import TriedDiscord, local_discord
from tests.bot.tabletop import LAYOUT, address_of, own_process
from tests.bot.untold import forget_untold
from tests.postgres import free_port

TITLES = ("18Mag", "18CZ", "1844")
SEATS = ("s1", "s2", "s3")
BEFORE = 60
"""How many moves every table has when it is stored."""
PATIENCE = 60.0
AT_REST = 35.0
"""Seconds in which the bot has closed the connections to Discord that nobody uses any more."""
FEW_MORE = 8
"""How many more files and connections there may be in the end: what is kept for the next use comes and goes."""
FIGURE = re.compile(r'^stationmaster_(\w+?)(?:\{\w+="([^"]*)"\})? ([-+.\deE]+)$', re.MULTILINE)
TO_REACH = {"acknowledged p95": 0.05, "new board p50": 0.3, "new board p95": 0.8, "loop blocked": 0.05}
GRACEFUL = {"line told p95": 1.0, "new board p95": 5.0}
"""What is to be reached with four times as many tables instead."""
MANY = 200


@dataclass
class Table:
    """A table in play."""

    channel: str
    game: Game
    moves: int
    left: bool = False
    """Whether nobody presses there any more."""


@dataclass
class Found:
    """What was waited for, in seconds, and what it cost."""

    taken: list[float] = field(default_factory=list)
    """Until the bot answered at all."""
    answers: list[float] = field(default_factory=list)
    """Until it was said that the move is made, and stored."""
    lines: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    lasted: float = 0.0
    figures: Counter[tuple[str, str]] = field(default_factory=Counter)
    held: list[int] = field(default_factory=list)
    """How many files, pipes and connections the bot holds open at rest, before and after."""
    memory: list[float] = field(default_factory=list)

    @property
    def leaks(self) -> bool:
        """Tell whether more and more is held open."""
        return self.held[-1] > self.held[0] + FEW_MORE


class Load:
    """Stores games, plays some of them, and measures."""

    def __init__(self, folder: Path, tables: int, games: int, every: float, seconds: float) -> None:
        self.folder = folder
        self.address = address_of(folder / "games.db")
        self.count, self.stored, self.every, self.seconds = tables, games, every, seconds
        self.dice = Random(18)
        self.port = free_port()
        self.found = Found()
        self.people: dict[str, Person] = {}
        self.tables: list[Table] = []

    async def run(self) -> Found:
        """Return what was measured."""
        async with local_discord(database=self.folder / "channels.db") as server, AsyncExitStack() as stack:
            for place, seat in enumerate(SEATS, 1):
                self.people[seat] = await stack.enter_async_context(await Person.join(server.url, place))
            self.tables = await self._store(server)
            await stack.enter_async_context(
                own_process(server, self.address, STATIONMASTER_METRICS_PORT=str(self.port))
            )
            await self._caught_up()
            await self._look()
            before, began = await figures(self.port), time.monotonic()
            await asyncio.gather(*(self._sit(table) for table in self.tables))
            self.found.lasted = time.monotonic() - began
            after = await figures(self.port)
            await self._look()
            self.found.figures = Counter(
                {key: after[key] - before[key] for key in after if key[0] == "cpu_seconds"}
            )
            self.found.figures.update({key: value for key, value in after.items() if key[0] != "cpu_seconds"})
        return self.found

    async def _store(self, server: TriedDiscord) -> list[Table]:
        """Store all games, and return those that are played."""
        lines = [(title, *line(title, BEFORE)) for title in TITLES]
        tables = []
        async with Storage.open(self.address) as storage:
            for number, (title, game, moves) in zip(range(self.stored), cycle(lines), strict=False):
                channel, guild = 10**17 + number, self._guild(number)
                if number < self.count:
                    channel = int(server.world.new_channel(f"table-{number}", guild=guild)["id"])
                    tables.append(Table(str(channel), game, len(moves)))
                await self._store_one(storage, (channel, int(guild)), title, moves)
        return tables

    def _guild(self, number: int) -> str:
        """The server of a table."""
        return GUILD

    async def _store_one(
        self, storage: Storage, place: tuple[int, int], title: str, moves: Sequence[Move]
    ) -> None:
        channel, guild = place
        ids = [int(person.id) for person in self.people.values()]
        new = NewGame(channel, title, 7, len(SEATS), ids[0], guild, engine_version=replay.begun_now())
        game = await storage.games.create(new)
        for person in self.people.values():
            await storage.seats.join(game.id, int(person.id), person.name)
        await storage.games.start(game.id, ids)
        await storage.actions.append(game.id, 0, *moves)
        if 10**17 <= channel < 10**17 + self.stored:
            await storage.games.end(game.id)
            await forget_untold(storage, game.id)

    async def _caught_up(self) -> None:
        """Wait until the boards of all tables are there."""
        deadline = time.monotonic() + PATIENCE * 4
        while (await figures(self.port))["tables_behind", "0"] and time.monotonic() < deadline:  # noqa: ASYNC110
            await asyncio.sleep(1)

    async def _look(self) -> None:
        """Note what the bot holds open when nobody presses, and its memory; at the end until it is as before."""
        before = self.found.held[0] if self.found.held else 0
        least, deadline = await self._held(), time.monotonic() + AT_REST
        while least > before and time.monotonic() < deadline:
            await asyncio.sleep(1)
            least = min(least, await self._held())
        self.found.held.append(least)
        told = await figures(self.port)
        self.found.memory.append(sum(value for (name, _), value in told.items() if name == "memory_bytes"))

    async def _held(self) -> int:
        return int((await figures(self.port))["process_open_fds", ""])

    async def _sit(self, table: Table) -> None:
        """Press now and then, at moments of one's own, until the time is over."""
        end = time.monotonic() + self.seconds
        await asyncio.sleep(self.dice.uniform(0, self.every))
        while time.monotonic() < end and not (table.left or table.game.state.over):
            began = time.monotonic()
            await self._press(table)
            await asyncio.sleep(max(0.0, self.every - (time.monotonic() - began)))

    async def _press(self, table: Table) -> None:
        """Make a move, and wait for its board."""
        action = await asyncio.to_thread(self._chosen, table.game)
        person, began = self.people[action.actor], time.monotonic()
        person.patience, known = PATIENCE, self._log(person, table)
        try:
            reply = await person.command(table.channel, "do", move=notation.write(action))
        except (TimeoutError, PersonRefused) as trouble:
            self.found.refused.append(f"{type(trouble).__name__} {trouble}")
            return
        if not reply.text.startswith("✓"):
            self.found.refused.append(reply.text)
            return
        self.found.answers.append(time.monotonic() - began)
        assert reply.taken_at is not None
        self.found.taken.append(reply.taken_at - began)
        played = await asyncio.to_thread(after, table.game, action)
        table.moves += played.state.ply - table.game.state.ply
        table.game = played
        try:
            await person.until(lambda: self._log(person, table) != known, PATIENCE)
            self.found.lines.append(time.monotonic() - began)
            await person.until(lambda: self._shown(person, table), PATIENCE)
        except TimeoutError:
            self.found.refused.append(f"the board of move {table.moves} in {table.channel}")
        else:
            self.found.boards.append(time.monotonic() - began)

    def _chosen(self, game: Game) -> Action:
        offers = [offer for offer in game.choices.offers if offer.action.actor in SEATS]
        return self.dice.choice(offers).action

    def _log(self, person: Person, table: Table) -> list[str]:
        """What is told of moves: records, and cards that go on."""
        shown = person.messages(table.channel)
        return [one.text for one in shown if not one.raw["flags"] & LAYOUT and not one.ephemeral]

    def _shown(self, person: Person, table: Table) -> bool:
        """Tell whether the board shows the newest move, with its pictures."""
        mark = f"Move {table.moves}"
        return any(mark in one.text and one.pictures for one in person.messages(table.channel))


def line(title: str, length: int) -> tuple[Game, list[Move]]:
    """Return a game of chance after some moves, and them."""
    dice, moves = Random(7), list[Move]()
    game = Game.begin(Setup(title, SEATS, (), 7))
    while len(moves) < length:
        action = dice.choice(game.choices.offers).action
        game = game.play(game.choices.noted(action))
        moves.append(Move(action.actor, 1, notation.write(action)))
    return game, moves


def after(game: Game, action: Action) -> Game:
    """Return the game after an action, and after what a table does then by itself."""
    game = game.play(action)
    while (own := game.own_move) is not None:
        game = game.play(own)
    while done := replay.forced(game):
        game = done[-1][1]
    return game


async def figures(port: int) -> Counter[tuple[str, str]]:
    """Return what the bot tells of itself, by name and label."""
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
        text = await answer.text()
    return Counter({(name, label): float(value) for name, label, value in FIGURE.findall(text)})


def p95(times: Sequence[float]) -> float:
    """Return how long no more than five of a hundred took."""
    return sorted(times)[(len(times) - 1) * 95 // 100] if times else 0.0


def report(found: Found, tables: int, games: int) -> int:
    """Print the table, and return 1 where something was refused or stays open, or nothing was measured."""
    say = sys.stdout.write
    measured = {
        "acknowledged p95": p95(found.taken),
        "move done p95": p95(found.answers),
        "line told p95": p95(found.lines),
        "new board p50": median(found.boards or [0.0]),
        "new board p95": p95(found.boards),
        "loop blocked": found.figures["loop_blocked_seconds", ""],
    }
    to_reach = GRACEFUL if tables >= MANY else TO_REACH
    say(f"{tables} tables, {games} stored games, {found.lasted:.0f} s, {len(found.answers)} presses\n")
    for name, value in measured.items():
        goal = f"{to_reach[name] * 1000:>8.0f} ms to reach" if name in to_reach else ""
        say(f"{name:<20}{value * 1000:>8.0f} ms{goal}\n")
    work = {label: value for (name, label), value in found.figures.items() if name == "cpu_seconds"}
    for label, value in sorted(work.items(), key=lambda one: -one[1]):
        each = value / max(1, len(found.answers))
        say(f"cpu {label:<16}{value:>8.1f} s {each * 1000:>8.0f} ms a press\n")
    sizes = {label: value for (name, label), value in found.figures.items() if name == "memory_bytes"}
    for label, value in {**sizes, "all": sum(sizes.values())}.items():
        say(f"memory {label:<13}{value / 2**20:>8.0f} MiB\n")
    say(f"memory in all        from {found.memory[0] / 2**20:.0f} to {found.memory[-1] / 2**20:.0f} MiB\n")
    say(f"held open            from {found.held[0]} to {found.held[-1]} files and connections\n")
    say(f"{len(found.refused)} refused or never shown {found.refused[:1]}\n")
    return int(bool(found.refused) or not found.boards or found.leaks)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--games", type=int, default=1000, help="stored, those in play included")
    parser.add_argument("--every", type=float, default=30.0, help="seconds between two presses of a table")
    parser.add_argument("--seconds", type=float, default=180.0, help="how long it is measured")
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        load = Load(Path(folder), given.tables, given.games, given.every, given.seconds)
        return report(asyncio.run(load.run()), given.tables, given.games)


if __name__ == "__main__":
    sys.exit(main())
