"""``make rolling``: three processes serve a thousand tables; one is killed, one added, two are updated.

All share one PostgreSQL and serve thirty servers. People press throughout; who is not answered looks, and presses
again if the move is not made. Afterwards what is stored is counted against what they were told, and the longest wait
is printed. The version
before is the last commit with fewer tables in the database, unless ``--before`` names another.
"""

import argparse
import asyncio
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from alembic import command
from sqlalchemy import Connection

from bot.storage import Storage
from bot.storage.connect import make_engine, read_address
from bot.storage.migrate import _config
from engine import notation
from engine.actions import Action
from engine.game import Game
from tests import postgres
from tests.bot.local.moderator import new_guild
from tests.bot.person import Person, PersonRefused
from tests.bot.servers import TriedDiscord, local_discord
from tests.bot.tabletop import FEW, own_process
from tests.tools.load import SEATS, Load, Table, after, p95

PROCESSES, SHARDS, GUILDS = 3, 6, 30
TABLES, EVERY = 1000, 240.0
STAGE = 60.0
"""Seconds between one change and the next."""
UNANSWERED = 4.0
"""Seconds after which somebody looks whether his move is made: Discord says after three that nobody answers."""
LONGEST = 30.0
ONLINE = 300.0
TRIALS = 20
ROOT = Path(__file__).parents[2]
MIGRATIONS = "bot/migrations/versions"


def before_newest_tables() -> str:
    """Return the last commit that did not know the newest tables."""
    newest = max((ROOT / MIGRATIONS).glob("[0-9]*.py")).relative_to(ROOT)
    return f"{git('log', '--diff-filter=A', '--format=%H', '-1', '--', str(newest)).decode().strip()}^"


def git(*given: str) -> bytes:
    """Return what git prints."""
    return subprocess.run(["git", *given], cwd=ROOT, check=True, capture_output=True).stdout


class Rolling(Load):
    """People play while processes come and go."""

    def __init__(self, folder: Path, kept: Path, database: str, given: argparse.Namespace) -> None:
        super().__init__(folder, given.tables, given.tables, given.every, seconds=5 * STAGE)
        self.address = database
        self.old = folder / "before"
        commit = given.before or before_newest_tables()
        with tarfile.open(fileobj=BytesIO(git("archive", commit))) as files:
            files.extractall(self.old, filter="data")
        self.kept = kept
        self.complaints: list[str] = []
        self.sentences: list[str] = []
        """What was said instead of a tick while a move was not made."""
        self.guilds: list[str] = []
        self.again = 0
        """How often somebody pressed again."""

    async def play(self) -> None:
        """Play through all changes."""
        async with (
            local_discord(database=self.folder / "channels.db") as server,
            Storage.open(self.address, patience=30) as self.storage,
            AsyncExitStack() as stack,
        ):
            self.guilds = [new_guild(server.world, f"server-{number}").id for number in range(GUILDS)]
            for place, seat in enumerate(SEATS, 1):
                person = await stack.enter_async_context(await Person.join(server.url, place))
                person.patience = UNANSWERED
                self.people[seat] = person
            self.tables = await self._store(server)
            await self._forget_newest_tables()
            first = [await stack.enter_async_context(self._process(server, one)) for one in range(PROCESSES)]
            await self._ready(first, SHARDS)
            say(f"{self.count} tables in {GUILDS} servers, {PROCESSES} processes of the version before")
            await self._all_told()
            say("all boards are shown; people begin to press")
            playing = asyncio.gather(*(self._sit(table) for table in self.tables))
            await asyncio.gather(playing, self._changes(server, stack, first))
            say("people stop pressing")
            await self._all_told()

    def _guild(self, number: int) -> str:
        return self.guilds[number % GUILDS]

    async def _forget_newest_tables(self) -> None:
        """Give the database the tables that the version before knows."""
        newest = max((self.old / MIGRATIONS).glob("[0-9]*.py"))
        engine = make_engine(read_address(self.address), 30)

        def downgrade(connection: Connection) -> None:
            config = _config()
            config.attributes["connection"] = connection
            command.downgrade(config, newest.name.partition("_")[0])

        async with engine.begin() as connection:
            await connection.run_sync(downgrade)
        await engine.dispose()

    @asynccontextmanager
    async def _process(self, server: TriedDiscord, number: int, *, new: bool = False) -> AsyncIterator[Any]:
        """Start a process for its part of the shards."""
        shards = range(number, SHARDS, PROCESSES)
        settings = {
            "STATIONMASTER_SHARDS": str(SHARDS),
            "STATIONMASTER_SHARD_IDS": ",".join(map(str, shards)),
            "STATIONMASTER_ALWAYS_SYNC": "false",
        }
        folder = ROOT if new else self.old
        async with own_process(
            server, self.address, awaited=False, folder=folder, **FEW, **settings
        ) as process:
            try:
                yield process
            finally:
                self.complaints += [line for line in process.said if " ERROR " in line]
                self._keep(f"process-{number}{'-new' if new else ''}.log", process.said)

    def _keep(self, name: str, said: Sequence[str]) -> None:
        """Keep what a process logged."""
        self.kept.mkdir(parents=True, exist_ok=True)
        (self.kept / name).write_text("\n".join(said))

    async def _ready(self, processes: Sequence[Any], shards: int) -> None:
        """Wait until so many shards are served by some processes."""
        async with asyncio.timeout(ONLINE):
            while sum("ready as" in line for one in processes for line in one.said) < shards:  # noqa: ASYNC110
                await asyncio.sleep(0.1)

    async def _changes(self, server: TriedDiscord, stack: AsyncExitStack, first: Sequence[Any]) -> None:
        """Kill one process, add another, and replace the two that are left, one after the other."""
        await asyncio.sleep(STAGE)
        first[0].kill()
        say("one process is killed")
        await asyncio.sleep(STAGE)
        added = await stack.enter_async_context(self._process(server, 0, new=True))
        await self._ready([added], 1)
        say("one of today's version is added, and has brought the tables up to date")
        for number in range(1, PROCESSES):
            await asyncio.sleep(STAGE)
            first[number].terminate()
            await first[number].wait()
            await stack.enter_async_context(self._process(server, number, new=True))
            say(f"process {number + 1} is stopped, and started as today's version")

    async def _press(self, table: Table) -> None:
        """Make a move; press again as long as nobody answers and it is not made, or leave the table at last."""
        action, played = await asyncio.to_thread(self._once, table.game)
        person, began = self.people[action.actor], time.monotonic()
        wanted = table.moves + played.state.ply - table.game.state.ply
        while not await self._done(person, table, action, wanted):
            self.again += 1
            if time.monotonic() - began > 4 * LONGEST:
                self.found.refused.append(f"nobody answered in {table.channel}")
                table.left = True
                return
        self.found.answers.append(time.monotonic() - began)
        table.moves, table.game = wanted, played

    def _once(self, game: Game) -> tuple[Action, Game]:
        """A move that cannot be made twice, for whoever is not answered presses again, and the game after it."""
        for _ in range(TRIALS):
            action = self._chosen(game)
            played = after(game, action)
            if not any(notation.write(one.action) == notation.write(action) for one in played.choices.offers):
                break
        return action, played

    async def _done(self, person: Person, table: Table, action: Action, wanted: int) -> bool:
        """Press once, and wait as long as the bot is said to think; whether the move is made, and told or not."""
        text = ""
        with suppress(TimeoutError, PersonRefused, LookupError):  # nobody answers, or not in time
            reply = await person.command(table.channel, "do", move=notation.write(action))
            async with asyncio.timeout(LONGEST):
                await reply.settled.wait()
            text = reply.text
        if text.startswith("✓") or await self._stored_moves(table) >= wanted:
            return True
        self.sentences.append(text)
        return False

    async def _stored_moves(self, table: Table) -> int:
        row = await self.storage.games.in_channel(int(table.channel))
        assert row is not None
        return len(await self.storage.actions.in_force(row.id))

    async def _all_told(self) -> None:
        """Wait until every table's newest board is shown."""
        person, deadline = next(iter(self.people.values())), time.monotonic() + ONLINE
        left = [table for table in self.tables if not table.left]
        while left and time.monotonic() < deadline:
            left = [table for table in left if not self._shown(person, table)]
            await asyncio.sleep(1)
        self.found.refused += [f"the board of move {one.moves} in {one.channel}" for one in left]

    async def wrong(self) -> int:
        """Return how many moves are stored too few or too many."""
        async with Storage.open(self.address, patience=30) as self.storage:
            return sum(
                [abs(await self._stored_moves(one) - one.moves) for one in self.tables if not one.left]
            )


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def report(rolling: Rolling, wrong: int) -> int:
    """Print what was waited for, and return 1 where something was lost or somebody waited for too long."""
    waits, found = rolling.found.answers, rolling.found
    longest = max(waits, default=0.0)
    say(f"{len(waits)} moves, p95 {p95(waits):.2f} s, the longest wait {longest:.1f} s")
    say(
        f"pressed again {rolling.again} times; {len(rolling.complaints)} errors logged {rolling.complaints[:2]}"
    )
    for text, times in Counter(rolling.sentences).most_common(5):
        say(f"{times} times instead of a tick: {text or 'nothing'}")
    say(f"{wrong} moves lost or doubled, {len(found.refused)} refused or never shown {found.refused[:2]}")
    return int(bool(wrong or found.refused or not waits or longest > LONGEST))


def main(argv: Sequence[str] | None = None) -> int:
    """Play, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.rolling", description=__doc__)
    parser.add_argument("--before", default="", help="a commit of the version before")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--every", type=float, default=EVERY, help="seconds between two presses of a table")
    parser.add_argument(
        "--keep", type=Path, default=Path(tempfile.gettempdir(), "rolling"), help="logs go here"
    )
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder, postgres.server() as server:
        rolling = Rolling(Path(folder), given.keep, server.database(), given)
        asyncio.run(rolling.play())
        return report(rolling, asyncio.run(rolling.wrong()))


if __name__ == "__main__":
    sys.exit(main())
