"""Backups while people play, each put back elsewhere; all games moved to the other kind of database and back.

Every command is the very one of ``python -m bot``, in a process of its own, and so is the bot. What a copy holds is
held against what its players were told before the copy was begun; every game in it is replayed to its fingerprint.
"""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bot.storage import Storage
from tests import postgres
from tests.bot.operate.played import fingerprints
from tests.bot.person import Person
from tests.bot.servers import TriedDiscord, local_discord
from tests.bot.tabletop import address_of, own_process
from tests.drill.playing import PATIENCE, Players, store
from tests.tools.load import SEATS

EVERY = 0.3
"""How many seconds a table rests between two presses."""
LIMIT = 300.0
"""How many seconds a command may take."""


@dataclass
class Report:
    """What was done, and what was not as it should be."""

    steps: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    games: int = 0
    compared: int = 0

    def step(self, text: str) -> None:
        """Tell of something done."""
        self.steps.append(text)
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()

    def fault(self, text: str) -> None:
        """Tell of something that is wrong."""
        self.faults.append(text)
        sys.stdout.write(f"  wrong: {text}\n")


class Drill:
    """Stores games, lets some be played, and copies all of them back and forth meanwhile."""

    def __init__(
        self, folder: Path, stored: int, tables: int, *, seconds: float = 10.0, backups: int = 2
    ) -> None:
        self.folder = folder
        self.stored, self.count, self.seconds, self.backups = stored, tables, seconds, backups
        self.report = Report()
        self.at_rest: dict[int, str] = {}
        """The fingerprints of the games that nobody plays."""

    async def run(self) -> Report:
        """Return what was found."""
        async with AsyncExitStack() as stack:
            self.postgres = stack.enter_context(postgres.server())
            there = local_discord(database=self.folder / "channels.db")
            self.discord: TriedDiscord = await stack.enter_async_context(there)
            people = {}
            for place, seat in enumerate(SEATS, 1):
                people[seat] = await stack.enter_async_context(await Person.join(self.discord.url, place))
                people[seat].patience = PATIENCE
            self.players = Players(people, EVERY)
            await self._copy_around()
        tally = self.players.tally
        self.report.faults += [f"refused: {text}" for text in tally.refused]
        return self.report

    async def _copy_around(self) -> None:
        """SQLite, PostgreSQL, SQLite again: people play at each, and press on while the games are moved."""
        file, server = address_of(self.folder / "games.db"), self.postgres.database()
        again = address_of(self.folder / "again.db")
        await self._store(file)
        self.players.begin()
        await self._serve(file)
        await self._move(file, server)
        await self._serve(server)
        await self._move(server, again)
        await self._serve(again, copies=False)
        await self.players.end()
        await self._look_at_the_end(again)

    async def _store(self, address: str) -> None:
        channels = iter(range(self.count))

        def new_channel() -> str:
            return str(self.discord.world.new_channel(f"table-{next(channels)}")["id"])

        async with Storage.open(address) as storage:
            self.at_rest = await store(storage, self.players, new_channel, self.stored, self.count)
        self.report.games = len(self.at_rest) + self.count
        self.report.step(f"{self.stored} games stored, {self.count} tables in play")

    @asynccontextmanager
    async def _bot(self, address: str) -> AsyncIterator[None]:
        async with own_process(self.discord, address, STATIONMASTER_PICTURE_EVERY="1000"):
            await self._look(address)
            self.players.served()
            yield
            self.players.alone()
        await self._look(address)

    async def _look(self, address: str) -> None:
        """Hold what is stored of the tables in play against what was told, and settle what is in doubt."""
        async with Storage.open(address, patience=PATIENCE) as storage:
            try:
                await self.players.look(storage)
            except AssertionError as wrong:
                self.report.fault(str(wrong))

    async def _serve(self, address: str, *, copies: bool = True) -> None:
        """Let the bot serve the tables for a while, and make copies meanwhile."""
        kind, before = address.partition("+")[0].partition(":")[0], self.players.tally.acknowledged
        async with self._bot(address):
            for number in range(self.backups if copies else 0):
                await asyncio.sleep(self.seconds / 2)
                await self._backup(address, self.folder / f"{kind}-{number}.db")
            await asyncio.sleep(self.seconds / 2)
        played = self.players.tally.acknowledged - before
        self.report.step(f"{kind}: {played} moves acknowledged")
        if not played:
            self.report.fault("nobody could play")

    async def _backup(self, address: str, path: Path) -> None:
        """Copy all games while people play, and put the copy back into a file and into a server."""
        told = {table.number: len(table.moves) for table in self.players.tables}
        began = time.monotonic()
        await self._command("backup", str(path), "--database", address)
        took, later = time.monotonic() - began, {one.number: len(one.moves) for one in self.players.tables}
        moves = sum(later.values()) - sum(told.values())
        self.report.step(f"backup {path.name}: {took:.1f} s, {moves} moves meanwhile")
        for target in (address_of(path.with_suffix(".restored")), self.postgres.database()):
            await self._command("restore", str(path), "--database", target)
            await self._compare(target, told)

    async def _move(self, source: str, target: str) -> None:
        """Move all games while nobody serves the tables, though people press."""
        told = {table.number: len(table.moves) for table in self.players.tables}
        await self._command("move", source, target)
        await self._compare(target, told)

    async def _command(self, *given: str) -> str:
        """Return what a command says that must succeed."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", *given),
            env={**os.environ, "STATIONMASTER_TOKEN": ""},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(LIMIT):
            out, err = await process.communicate()
        if process.returncode or b"Traceback" in err:
            self.report.fault(f"{given[0]}: exit code {process.returncode}, {err.decode()[-500:]}")
        return out.decode()

    async def _compare(self, address: str, told: dict[int, int]) -> None:
        """Replay every game of a copy: it must come to what its moves come to, and no told move may be missing."""
        async with Storage.open(address, patience=PATIENCE) as storage:
            found = await fingerprints(storage)
            held = {number: await storage.actions.in_force(number) for number in told}
        wanted = dict(self.at_rest)
        for table in self.players.tables:
            moves = [(one.seat, one.text) for one in held[table.number]]
            if len(moves) < told[table.number]:
                self.report.fault(
                    f"game {table.number}: {told[table.number]} moves told, {len(moves)} copied"
                )
            if moves != table.moves[: len(moves)]:
                moves = await self._with_what_comes(table.number, moves)
            wanted[table.number] = table.prints[len(moves)] if moves == table.moves[: len(moves)] else "?"
        wrong = [number for number in wanted if found.get(number, ("",))[0] != wanted[number]]
        self.report.compared += len(wanted)
        for number in wrong:
            self.report.fault(f"game {number} of {address} comes to something else")
        self.report.step(f"  {len(wanted) - len(wrong)} of {len(wanted)} games replay to their fingerprints")

    async def _with_what_comes(self, number: int, moves: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """Wait until a move is told that was stored when the copy was made; return what is to be compared."""
        table = next(one for one in self.players.tables if one.number == number)
        for _ in range(int(PATIENCE * 10)):
            if len(table.moves) >= len(moves) or not self.players.are_served:
                break
            await asyncio.sleep(0.1)
        return moves

    async def _look_at_the_end(self, address: str) -> None:
        """See that all that was told stands, and that the bot's own check finds nothing either."""
        await self._look(address)
        await self._compare(address, {table.number: len(table.moves) for table in self.players.tables})
        said = await self._command("verify", "--all", "--database", address)
        self.report.step(f"verify: {said.strip()}")
        if f"{self.report.games} games" not in said or "0 mismatches" not in said:
            self.report.fault("verify finds something else")
