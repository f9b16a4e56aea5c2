"""A whole table for tests: the bundled server, the real bot (in this process or its own), and people."""

import asyncio
import io
import json
import os
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, ClassVar, Self

from PIL import Image

from bot.answers import Answer
from bot.client import COMMANDS_KEY, IDS_KEY, Bot
from bot.local.address import point_discord_at
from bot.pictures import whole_games
from bot.pictures.drawing import Picture
from bot.pictures.requests import PictureRequest
from bot.pictures.whole_games import StoredMove
from bot.pictures.workers import PictureWorkers
from bot.settings import read_settings
from bot.storage import PATIENCE, Storage
from bot.time_source import TimeSource
from engine.game import Setup
from engine.retrospect import Retrospect
from render import Look
from render.history import RoundEnd
from tests.bot.hand_clock import HOUR
from tests.bot.person import Person, PersonRefused
from tests.bot.reading import record_lines
from tests.bot.seen import SeenMessage
from tests.bot.servers import PACE, TriedDiscord, local_discord

CHANNEL = "general"
LAYOUT = 1 << 15
"""The flag of a message made of components."""
DRAFT = ("draft 13", "draft 5", "draft 2", "draft 10")
"""The first moves of a game of 18Mag."""


def announces(message: SeenMessage) -> bool:
    """Tell whether a message says to everybody that the game has begun, goes on from a record, or is over."""
    head = message.content.partition("\n")[0]
    return any(part in head for part in ("has begun;", "goes on from the record;", "is over: "))


def letters(person: Person) -> list[SeenMessage]:
    """What somebody was written in private."""
    direct = [key for key, channel in person.channels.items() if channel.get("type") == 1]
    return [message for key in direct for message in person.messages(key)]


def rung(person: Person) -> int:
    """How often a person was notified."""
    return len(person.notifications)


def said_at_the_end(stderr: bytes) -> list[str]:
    """The lines of a bot that did not start, but for the warning that the files of tests may lie in memory."""
    return [line for line in stderr.decode().splitlines() if " WARNING __main__: the database " not in line]


def address_of(database: Path | str) -> str:
    """The address of a database file; what is an address already stays as it is."""
    return database if isinstance(database, str) else f"sqlite+aiosqlite:///{database}"


FEW = {"STATIONMASTER_PICTURE_WORKERS": "1", "STATIONMASTER_ROUTE_WORKERS": "0"}
"""As few processes beside a bot as there can be: each start takes as long as all of them need to begin."""
BARE = {**FEW, "STATIONMASTER_PICTURE_EVERY": "1000"}
"""As little as can be drawn, too."""


class BlankPictures(PictureWorkers):
    """Draws blank sheets at once, or fails as often as it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn: list[int] = []
        self.requests: list[PictureRequest] = []
        self.waiting: list[tuple[int, float | None]] = []
        """Of which positions pictures were asked for, and since when somebody waited."""
        self.failures = 0
        self.gate: asyncio.Event | None = None

    async def draw(self, pos: Any, request: PictureRequest, since: float | None = None) -> list[Picture]:
        """Return blank sheets."""
        self.waiting.append((pos.state.ply, since))
        if self.gate is not None:
            await self.gate.wait()
        if self.failures:
            self.failures -= 1
            raise RuntimeError("the pencil broke")
        self.drawn.append(pos.state.ply)
        self.requests.append(request)
        sheet = io.BytesIO()
        Image.new("1", (8, 8)).save(sheet, "PNG")
        return [Picture(drawing.name, sheet.getvalue()) for drawing in request.drawings]

    async def course(self, setup: Setup, lines: tuple[StoredMove, ...]) -> tuple[RoundEnd, ...]:
        """Return how the game went, without a process of its own."""
        return await asyncio.to_thread(whole_games.course, setup, lines)

    async def retrospect(self, setup: Setup, lines: tuple[StoredMove, ...]) -> Retrospect:
        """Return what decided the game, without a process of its own."""
        return await asyncio.to_thread(whole_games.retrospect, setup, lines)

    async def film(
        self,
        setup: Setup,
        lines: tuple[StoredMove, ...],
        look: Look,
        by_bot: tuple[tuple[int, str], ...] = (),
        since: int = 0,
    ) -> Picture:
        """Return a moving picture without any picture in it."""
        text = f"{setup.title} {len(lines)} {look.scheme} {look.lang}" + (f" since {since}" if since else "")
        return Picture("film", text.encode(), whole_games.SUFFIX)


class TabletopBot(Bot):
    """A bot whose commands are put into words once for all tests of a process: they are the same each time."""

    _worded: ClassVar[list[dict[str, Any]]] = []

    async def command_payload(self) -> list[dict[str, Any]]:
        """Return the commands as they are sent to Discord."""
        if not self._worded:
            self._worded.extend(await super().command_payload())
        return self._worded


def digested_once(digest: Callable[[Any], str]) -> Callable[[Any], str]:
    """What a digest of the commands is replaced by: those of all tests of a process are the same."""
    kept: list[str] = []

    def digested(payload: Any) -> str:
        if payload is not TabletopBot._worded:
            return digest(payload)
        if not kept:
            kept.append(digest(payload))
        return kept[0]

    return digested


class SentCommands:
    """The commands as the first bot of a process sent them: to send and check them again takes as long as a start."""

    def __init__(self) -> None:
        self._commands: list[Any] = []
        self._text = ""
        self._facts: dict[str, str] = {}

    async def keep(self, server: TriedDiscord, storage: Storage) -> None:
        """Remember what a server, and the bot, know of them."""
        if not self._commands:
            self._commands = server.backend.store.commands("global")
            self._text = json.dumps(self._commands)
            self._facts = {key: await storage.meta.read(key) or "" for key in (COMMANDS_KEY, IDS_KEY)}

    async def recall(self, server: TriedDiscord, storage: Storage) -> None:
        """Let a new server, and its bot, know them as if they had been sent before."""
        store = server.backend.store
        if self._commands and not store.commands("global"):
            store._db.execute("INSERT OR REPLACE INTO commands VALUES('global', ?)", (self._text,))
            store._commands["global"] = self._commands  # nobody writes on them, and to read them takes long
            for key, value in self._facts.items():
                await storage.meta.write(key, value)


SENT = SentCommands()


class Table:
    """The server, a bot in this process, and the people who have sat down."""

    def __init__(self, server: TriedDiscord, database: Path, clock: TimeSource | None = None) -> None:
        self.server = server
        self.database = database
        self.clock = clock
        self.patience = PATIENCE
        """How many seconds the bot waits for another program's lock."""
        self.pictures = BlankPictures()
        self.settings: dict[str, Any] = {"ready_timeout": 0.05, "retry_after": 0.05}
        self.settings |= {"guides": False, "route_workers": 0, "requests_a_second": 45 * PACE}
        self.settings |= {"house_delay": 0.0}
        self.people: list[Person] = []
        self._stack = AsyncExitStack()
        self._task: asyncio.Task[None] | None = None

    async def open(self, **settings: Any) -> Self:
        """Start the bot and wait until it is ready."""
        point_discord_at(self.server.url)
        given = read_settings(token=self.server.token, **{**self.settings, **settings})
        now = {"now": self.clock.now} if self.clock else {}
        stored = Storage.open(address_of(self.database), patience=self.patience, **now)
        storage = await self._stack.enter_async_context(stored)
        await SENT.recall(self.server, storage)
        self.bot = await self._stack.enter_async_context(
            TabletopBot(given, storage, pictures=self.pictures, clock=self.clock)
        )
        if self.clock is not None:
            self.bot.reach.short = HOUR  # a clock that is moved by hand goes from hour to hour
        self._task = asyncio.create_task(self.bot.start(self.server.token))
        while not self.bot.is_ready():
            assert not self._task.done(), self._task.exception()
            await asyncio.sleep(0.01)
        await self.bot.caught_up.wait()
        await SENT.keep(self.server, storage)
        return self

    async def close(self) -> None:
        """Stop the bot; server and people stay."""
        await self.bot.close()
        assert self._task is not None
        await self._task
        await self._stack.aclose()

    async def restart(self, **settings: Any) -> None:
        """Stop the bot and start it again on the same database."""
        await self.close()
        self.pictures = BlankPictures()
        await self.open(**settings)

    async def seat(self, count: int = 3) -> list[Person]:
        """Let people sit down at the server."""
        while len(self.people) < count:
            self.people.append(await Person.join(self.server.url, len(self.people) + 1))
        return self.people[:count]

    async def lobby(self, count: int = 3, **options: Any) -> SeenMessage:
        """Open a table for some people and return its card; the first has a seat."""
        people = await self.seat(count)
        options = {"title": "18Mag", "seats": count, "seed": 7, **options}
        await people[0].command(CHANNEL, "game new", **options)
        return await people[0].until(lambda: self.card)

    async def game(self, count: int = 3, **options: Any) -> SeenMessage:
        """Open a table, fill and start it, and return its board."""
        card = await self.lobby(count, **options)
        for person in self.people[1:count]:
            await person.press(card, "Join")
        await self.people[0].press(card, "Start")
        await self.people[0].until(lambda: self.having("b:"))
        await self.settled()
        return self.board

    async def reached(self) -> None:
        """Wait until something that a person does has reached the bot, and is not answered yet."""
        while not any(Answer.to(one).is_owed for one in self.bot._open):  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)

    async def answered(self) -> None:
        """Wait until the bot knows that everybody has the answer: its receipt comes after the answer itself."""
        async with asyncio.timeout(30):
            await asyncio.gather(*(Answer.to(one).settled() for one in self.bot._open))

    async def settled(self) -> None:
        """Wait until the bot has told everything, and everybody has heard it."""
        await self.bot.publisher.settled()
        for person in self.people:
            with suppress(PersonRefused):  # an answer of any kind comes after what was told before it
                await person._ask("history", channel="0")

    async def given_up(self) -> None:
        """Let an admin end the game."""
        await self.bot.service.lobbies.end(1, int(self.people[0].id), as_host=True)

    async def acted(self) -> None:
        """Wait until standing orders and the house have acted, too."""
        await self.bot.service.settled()
        await self.settled()

    async def moves(self) -> list[str]:
        """Return the moves in force, once what was pressed is done."""
        await self.answered()
        return [move.text for move in (await self.bot.service.tables.find(1)).moves]

    @property
    def shown(self) -> list[SeenMessage]:
        """What everybody sees in the channel."""
        return [message for message in self.people[0].messages(CHANNEL) if not message.ephemeral]

    def having(self, custom_id: str) -> list[SeenMessage]:
        """The messages with a button whose id begins like that."""
        return [
            message
            for message in self.shown
            if any(button.get("custom_id", "").startswith(custom_id) for button in message.buttons)
        ]

    @property
    def card(self) -> SeenMessage | None:
        """The card of the newest lobby."""
        return next(iter(self.having("l:")[::-1]), None)

    @property
    def board(self) -> SeenMessage:
        """The newest card of a turn: what one plays from."""
        return self.having("b:")[-1]

    @property
    def sheets(self) -> SeenMessage:
        """The newest board: map, market and charters."""
        return next(one for one in reversed(self.shown) if one.raw["flags"] & LAYOUT and "Move " in one.text)

    @property
    def records(self) -> list[SeenMessage]:
        """What is left of turns that are over, and of what nobody decided."""
        return [one for one in self.shown if not one.components and "<@" not in one.text]

    @property
    def told(self) -> list[str]:
        """The lines of all records, without their smaller print."""
        return record_lines(self.shown)

    def pings(self, text: str = "") -> list[SeenMessage]:
        """The messages that call somebody to do something: not those that the game has begun, or is over."""
        return [
            message
            for message in self.shown
            if "<@" in message.text and text in message.text and not announces(message)
        ]

    async def awaited(self) -> Person:
        """The person whose turn it is."""
        table = await self.bot.service.tables.in_channel(int(self.people[0].channel_id(CHANNEL)))
        assert table is not None
        return next(person for person in self.people if int(person.id) == table.awaited[0].user_id)

    async def other(self) -> Person:
        """A person at the table whose turn it is not."""
        first = await self.awaited()
        return next(person for person in self.people if person is not first)

    async def to(self, verb: str, **options: Any) -> Person:
        """Start a game, play first offers until a verb is possible, and return whose turn it is."""
        await self.game(**options)
        while True:
            table = await self.bot.service.tables.find(1)
            assert table.game is not None
            offers = table.game.choices.offers
            if any(offer.action.verb == verb for offer in offers):
                await self.settled()
                return await self.awaited()
            await self.bot.service.moves.act(1, table.rev, table.awaited[0].user_id, offers[0].action)

    async def type_moves(self, moves: Sequence[str]) -> None:
        """Type moves, each by whoever is awaited."""
        for move in moves:
            reply = await (await self.awaited()).command(CHANNEL, "do", move=move)
            assert "✓" in reply.text, reply.text
        await self.settled()


async def ask_to_undo(person: Person, **given: int) -> None:
    """Wish to take moves back, and have the others asked, if there are any to ask."""
    plan = await person.command(CHANNEL, "undo", **given)
    planned = plan.text
    for label in plan.message.labels:
        if label.startswith("Ask "):
            await person.press(plan.message, label)
            await person.until(lambda: plan.message.text != planned)  # a picture may come before


@asynccontextmanager
async def table(
    database: Path, clock: TimeSource | None = None, *, server: TriedDiscord | None = None, **settings: Any
) -> AsyncIterator[Table]:
    """A table whose bot sends nothing that Discord would refuse; at a server of its own if none is given."""
    async with nullcontext(server) if server else local_discord() as there:
        made = Table(there, database, clock)
        await made.open(**settings)
        try:
            yield made
        finally:
            for person in made.people:
                await person.close()
            await made.close()
        assert not there.errors, there.errors


@asynccontextmanager
async def own_process(
    server: TriedDiscord,
    database: Path | str,
    *,
    awaited: bool = True,
    folder: Path | None = None,
    **settings: str,
) -> AsyncIterator[Any]:
    """The very command of the Procfile, connected to the server; not yet where nobody awaits that.

    ``folder`` holds another version of the program.
    """
    environment = {
        **os.environ,
        "STATIONMASTER_TOKEN": server.token,
        "STATIONMASTER_DISCORD": server.url,
        "STATIONMASTER_DATABASE": address_of(database),
        "STATIONMASTER_READY_TIMEOUT": "0.05",
        "STATIONMASTER_ALWAYS_SYNC": "true",
        "STATIONMASTER_GUIDES": "false",
        "STATIONMASTER_REQUESTS_A_SECOND": str(45 * PACE),
        **settings,
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", env=environment, cwd=folder, stderr=asyncio.subprocess.PIPE
    )
    process.said = []  # type: ignore[attr-defined]
    reader = asyncio.create_task(_listen(process))
    try:
        if awaited:
            await _online(server, process)
        yield process
    except BaseException:
        sys.stderr.write("\n".join(process.said[-60:]))
        raise
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
        await asyncio.wait_for(reader, 20)  # no drawing process outlives the bot


async def _listen(process: Any) -> None:
    async for line in process.stderr:
        process.said.append(line.decode().rstrip())


async def _online(server: TriedDiscord, process: Any) -> None:
    async with asyncio.timeout(60):
        while not any("ready as" in line for line in process.said):
            assert process.returncode is None, process.said
            await asyncio.sleep(0.02)


def kill_in(seconds: float, process: Any) -> None:
    """Kill a process some time from now, unless it has ended by then."""

    def kill() -> None:
        with suppress(ProcessLookupError):
            process.kill()

    asyncio.get_running_loop().call_later(seconds, kill)
