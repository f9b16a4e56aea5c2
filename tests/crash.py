"""``make crash``: the bot is killed again and again at random instants while tables of every title are played.

Some tables take moves back, and now and then many moves are stored while nobody is there to tell them. Every few
kills, and at the end, the bot is left in peace until it has caught up; then what is stored and what is shown are
compared with what people were told. Everything stays on this machine, and ends by itself after ``--kills`` kills.
"""

import argparse
import asyncio
import logging
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bot.local import LocalDiscord
from bot.local.person import Person, PersonRefused
from bot.local.views import SeenMessage
from bot.messages import lines
from bot.speech.table_view import view_of
from bot.storage import Storage
from bot.storage.shards import SHIFT
from bot.tables.service import Service
from bot.tables.view import StartedTable
from engine import notation
from engine.actions import Action
from tests import postgres
from tests.bot.servers import local_discord
from tests.bot.tabletop import address_of, own_process

KILLS = 500
PEACE_EVERY = 10
PEACE_SECONDS = 30.0
PATIENCE = 1.5
LONGEST_LIFE = 2.5
LONG_LOG = 70
MOVES = 250
"""After so many moves a table is not played any further, so that its pages stay small."""
FAULTS = (
    *("lost", "doubled", "lines_missing", "lines_doubled"),
    *("boards_orphaned", "boards_behind", "calls_orphaned", "calls_missing"),
)
CALL = re.compile(r"^<@(\d+)> ")


@dataclass
class Game:
    """A table that is played: its channel, and what its people were told to have done."""

    title: str
    seats: int
    undoing: bool
    number: int = 0
    channel: str = ""
    told: list[tuple[str, str]] = field(default_factory=list)
    unanswered: int = 0


@dataclass
class Counts:
    """What was found; everything after the first line of figures should be nothing."""

    kills: int = 0
    moves: int = 0
    lines: int = 0
    calls: int = 0
    lost: int = 0
    doubled: int = 0
    lines_missing: int = 0
    lines_doubled: int = 0
    boards_orphaned: int = 0
    calls_orphaned: int = 0
    calls_missing: int = 0
    boards_behind: int = 0
    slowest: float = 0.0

    @property
    def faults(self) -> int:
        """Return how much is not as it should be."""
        return sum(getattr(self, name) for name in FAULTS)

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.moves} acknowledged moves, {self.lines} lines, {self.calls} calls\n"
            f"moves: {self.lost} lost, {self.doubled} doubled\n"
            f"lines: {self.lines_missing} missing, {self.lines_doubled} doubled\n"
            f"boards: {self.boards_orphaned} orphaned, {self.boards_behind} behind after {PEACE_SECONDS:g} s\n"
            f"calls: {self.calls_orphaned} orphaned, {self.calls_missing} missing\n"
            f"slowest start and catching up: {self.slowest:.1f} s"
        )


def games() -> list[Game]:
    """Return the tables: every title, with moves taken back and without, and one for a single player."""
    return [
        Game("18Mag", 3, undoing=False),
        Game("18CZ", 3, undoing=False),
        Game("1844", 3, undoing=False),
        Game("18Mag", 3, undoing=True),
        Game("18CZ", 2, undoing=True),
        Game("1844", 3, undoing=True),
        Game("18Mag", 1, undoing=False),
    ]


class Crash:
    """Plays, kills and compares."""

    def __init__(self, folder: Path, kills: int, seed: int, database: str = "", processes: int = 1) -> None:
        self.folder = folder
        self.database = database or address_of(folder / "games.db")
        self.processes = processes
        self.kills = kills
        self.dice = random.Random(seed)
        self.games = games()
        self.counts = Counts()
        self.people: list[Person] = []

    async def run(self) -> Counts:
        """Return what was found."""
        async with local_discord(database=self.folder / "channels.db") as server:
            self.guilds = await _one_of_each_shard(server, self.processes)
            self.people = [await Person.join(server.url, place) for place in (1, 2, 3)]
            try:
                await self._play(server)
            finally:
                for person in self.people:
                    await person.close()
        return self.counts

    async def _play(self, server: LocalDiscord) -> None:
        async with self._bots(server, self.processes):
            for game in self.games:
                await self._open(server, game)
        compared = 0
        while self.counts.kills < self.kills:
            self.counts.kills += await self._until_killed(server)
            if self.counts.kills // PEACE_EVERY > compared or self.counts.kills >= self.kills:
                compared = self.counts.kills // PEACE_EVERY
                await self._in_peace(server)
            elif self.dice.random() < 0.1:
                await self._play_unheard()

    @asynccontextmanager
    async def _bots(self, server: LocalDiscord, count: int, **settings: str) -> AsyncIterator[list[Any]]:
        """Start processes that divide the tables among them."""
        shards = {"STATIONMASTER_SHARDS": str(self.processes)}
        async with AsyncExitStack() as stack:
            started: list[Any] = []
            for number in range(count):
                own = {"STATIONMASTER_SHARD_IDS": str(number)} if self.processes > 1 else {}
                process = own_process(server, self.database, **settings, **shards, **own)
                started.append(await stack.enter_async_context(process))
            yield started

    async def _open(self, server: LocalDiscord, game: Game) -> None:
        """Open a table in a channel of its own and start it."""
        host, others = self.people[0], self.people[1 : game.seats]
        number = str(self.games.index(game))
        guild = self.guilds[int(number) % len(self.guilds)]
        game.channel = str(server.world.new_channel(f"table-{number}", guild=guild)["id"])
        for person in self.people:
            person.patience = 20.0
            await person.until(lambda person=person: game.channel in person.channels)
        await host.command(game.channel, "game new", title=game.title, seats=game.seats, seed=int(number) + 5)
        for person in others:
            await person.command(game.channel, "game join")
        await host.command(game.channel, "game start")
        await host.until(lambda: self._boards(game), timeout=30)
        (board,) = self._boards(game)
        game.number = int(
            next(re.findall(r"^b:(\d+):", one)[0] for one in _ids(board) if one.startswith("b:"))
        )

    # between two starts

    @asynccontextmanager
    async def _stored(self) -> AsyncIterator[Service]:
        """Yield the tables as they are stored."""
        async with Storage.open(self.database, patience=30) as storage:
            service = Service(storage)
            yield service
            await service.settled()

    async def _tables(self) -> list[StartedTable]:
        async with self._stored() as service:
            return [(await service.tables.find(game.number)).started() for game in self.games]

    async def _play_unheard(self) -> None:
        """Store many moves of one table while no bot is there, so that a long log is to be told."""
        game = self.dice.choice(self.games)
        async with self._stored() as service:
            for _ in range(LONG_LOG):
                table = (await service.tables.find(game.number)).started()
                if table.state != "running" or len(table.moves) >= MOVES:
                    return
                action = self._chosen(table)
                seat = table.seat(action.actor)
                assert seat is not None
                await service.moves.act(game.number, table.rev, seat.user_id, action)
                game.told.append((action.actor, notation.write(action)))

    def _chosen(self, table: StartedTable) -> Action:
        people = {seat.id for seat in table.seats}
        offers = [offer for offer in table.game.choices.offers if offer.action.actor in people]
        return self.dice.choice(offers).action

    # at the tables

    async def _until_killed(self, server: LocalDiscord) -> int:
        """Start the bot, play at all tables, kill it at some moment, or some of its processes; return how many."""
        tables = await self._tables()
        every = "1" if self.dice.random() < 0.2 else "1000"
        settings = {"STATIONMASTER_PICTURE_EVERY": every, "STATIONMASTER_BUMP_AFTER": "3"}
        for person in self.people:
            person.patience = PATIENCE
        async with self._bots(server, self.processes, **settings) as processes:
            killed = self.dice.sample(processes, self.dice.randint(1, len(processes)))
            for process in killed:
                life = self.dice.uniform(0.0, LONGEST_LIFE)
                asyncio.get_running_loop().call_later(life, process.kill)
            limit = asyncio.timeout(LONGEST_LIFE + PATIENCE)  # a process that lives plays on for ever
            with suppress(TimeoutError):
                async with limit:
                    await asyncio.gather(*map(self._sit, self.games, tables))
            for process in killed:
                await process.wait()
        server.backend.messages.nonces.forget()  # as after a stop of some minutes
        return len(killed)

    async def _sit(self, game: Game, table: StartedTable) -> None:
        """Play at a table until the bot does not answer any more."""
        played = table.game
        while not played.state.over and table.state == "running" and played.state.ply < MOVES:
            if game.undoing and self.dice.random() < 0.15:
                await self._take_back(game)
                return
            action = self._chosen(table)
            text = notation.write(action)
            person = self._person(table, action.actor)
            try:
                reply = await person.command(game.channel, "do", move=text)
            except (TimeoutError, PersonRefused):
                game.unanswered += 1
                return
            except asyncio.CancelledError:  # the process that serves this table goes on living
                game.unanswered += 1
                raise
            if not reply.text.startswith("✓"):
                game.unanswered += 1
                return
            game.told.append((action.actor, text))
            played = await asyncio.to_thread(_after, played, action)
            table = replace(table, game=played)

    async def _take_back(self, game: Game) -> None:
        """Take back what may be taken back at once, by typing or by the button of the board."""
        person = self.dice.choice(self.people[: game.seats])
        with suppress(TimeoutError, PersonRefused):
            if self.dice.random() < 0.5:
                await person.command(game.channel, "undo")
                await person.command(game.channel, "undo", answer="refuse")
            elif boards := self._boards(game):
                await person.press(boards[-1], next(one for one in _ids(boards[-1]) if one.startswith("b:")))

    def _person(self, table: StartedTable, seat_id: str) -> Person:
        seat = table.seat(seat_id)
        assert seat is not None
        return next(person for person in self.people if person.id == str(seat.user_id))

    # comparing

    async def _in_peace(self, server: LocalDiscord) -> None:
        """Let the bot catch up, and compare."""
        began = time.monotonic()
        left = self.dice.randint(1, self.processes)  # fewer serve the tables of all
        async with self._bots(server, left, STATIONMASTER_PICTURE_EVERY="1000"):
            ready = time.monotonic()
            while time.monotonic() - ready < PEACE_SECONDS and not await self._is_caught_up():  # noqa: ASYNC110
                await asyncio.sleep(0.2)
            self.counts.slowest = max(self.counts.slowest, time.monotonic() - began)
        for person in self.people:
            with suppress(PersonRefused):
                await person._ask("history", channel="0")  # an answer comes after what was told before it
        found = Counts(self.counts.kills, slowest=self.counts.slowest)
        for game in self.games:
            await self._compare(game, found)
        for name in FAULTS:
            setattr(found, name, max(getattr(found, name), getattr(self.counts, name)))
        self.counts = found
        sys.stdout.write(f"{found.kills} kills: {found.faults} faults, {found.moves} moves\n")
        sys.stdout.flush()

    async def _is_caught_up(self) -> bool:
        """Tell whether nothing is left to be told."""
        async with self._stored() as service:
            outbox = service.storage.outbox
            return not await outbox.games_to_tell()

    async def _compare(self, game: Game, found: Counts) -> None:
        """Hold what is stored and shown of a table against what its people were told."""
        async with self._stored() as service:
            table = (await service.tables.find(game.number)).started()
            stored = [(row.seat, row.text) for row in await service.storage.actions.everything(game.number)]
            results = await service.history.results_after(game.number, 0)
            waiting = {row.id for row in await service.storage.outbox.games_to_tell()}
        people = {seat.id for seat in table.seats}
        mine = Counter(move for move in stored if move[0] in people)
        told = Counter(game.told)
        found.moves += sum(told.values())
        found.lost += sum((told - mine).values())
        found.doubled += max(0, sum((mine - told).values()) - game.unanswered)
        view = view_of(table)
        expected = [line for result in results for line in lines.log_line(view, result).splitlines()]
        self._compare_lines(game, expected, found)
        self._compare_calls(game, table, found)
        boards = self._boards(game)
        found.boards_orphaned += max(0, len(boards) - 1)
        is_shown = table.state != "running" or any(f"Move {len(table.moves)}" in one.text for one in boards)
        found.boards_behind += game.number in waiting or not boards or not is_shown

    def _compare_lines(self, game: Game, expected: Sequence[str], found: Counts) -> None:
        """Compare the whole log, or where moves were taken back what follows the last time."""
        shown = [
            line
            for one in self._shown(game)
            if one.silent and not one.components
            for line in one.text.splitlines()
        ]
        found.lines += len(shown)
        backs = [place for place, line in enumerate(shown) if "moves back" in line]
        if backs:
            shown = shown[backs[-1] + 1 :]
            expected = expected[len(expected) - len(shown) :] if shown else []
        cut = Counter(line.removesuffix("…") for line in expected)
        there = Counter(line.removesuffix("…") for line in shown)
        found.lines_missing += sum((cut - there).values())
        found.lines_doubled += sum((there - cut).values())
        if cut == there and [line.strip() for line in shown] != [line.strip() for line in expected]:
            found.lines_missing += 1  # they are told in another order

    def _compare_calls(self, game: Game, table: StartedTable, found: Counts) -> None:
        called = [match[1] for one in self._shown(game) for match in CALL.finditer(one.text)]
        awaited = {str(seat.user_id) for seat in table.awaited}
        found.calls += len(called)
        found.calls_orphaned += sum((Counter(called) - Counter(awaited)).values())
        if not game.undoing and table.moves:
            found.calls_missing += len(awaited - {*called, str(table.moves[-1].user_id)})

    def _shown(self, game: Game) -> list[SeenMessage]:
        shown = self.people[0].messages(game.channel)
        return [one for one in shown if not one.ephemeral and not one.deleted]

    def _boards(self, game: Game) -> list[SeenMessage]:
        return [one for one in self._shown(game) if any(name.startswith("h:") for name in _ids(one))]


async def _one_of_each_shard(server: LocalDiscord, shards: int) -> list[str]:
    """Return servers whose tables different shards serve."""
    found: dict[int, str] = {}
    while len(found) < shards:
        guild = server.world.new_guild(f"server-{len(found)}")
        found.setdefault((int(guild.id) >> SHIFT) % shards, guild.id)
        await asyncio.sleep(0.001)
    return [found[shard] for shard in range(shards)]


def _ids(message: SeenMessage) -> list[str]:
    return [str(button.get("custom_id", "")) for button in message.buttons]


def _after(game: Any, action: Action) -> Any:
    """Return the game after an action and the moves of automatic players that follow."""
    game = game.play(action)
    while (own := game.own_move) is not None:
        game = game.play(own)
    return game


def main(argv: Sequence[str] | None = None) -> int:
    """Print what was found; 1 if anything is not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument(
        "--processes", type=int, default=1, help="more than one share the tables on PostgreSQL"
    )
    given = parser.parse_args(argv)
    if given.processes > 1 and given.database == "sqlite":
        parser.error("several processes need --database postgres")
    logging.getLogger("aiohttp").setLevel(logging.CRITICAL)  # the bot dies in the middle of requests
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        on_server = given.database == "postgres"
        address = stack.enter_context(postgres.server()).database() if on_server else ""
        counts = asyncio.run(Crash(folder, given.kills, given.seed, address, given.processes).run())
    sys.stdout.write(f"{counts}\n")
    return int(counts.faults > 0)


if __name__ == "__main__":
    sys.exit(main())
