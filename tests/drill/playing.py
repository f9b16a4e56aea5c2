"""Tables that are stored and tables that are played, and what each of their positions comes to."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from bot.local.ids import GUILD
from bot.storage import Move, NewGame, Storage
from bot.tables import replay
from engine import notation
from engine.actions import Action
from engine.forced import forced
from engine.game import Game, Setup
from tests.bot.person import Person, PersonRefused
from tests.bot.untold import forget_untold
from tests.tools.load import SEATS, TITLES

SHORTEST, LONGEST = 15, 60
"""How many moves a table has when it is stored."""
LINES = 4
"""How many different games of each title are stored, each broken off at many places."""
CLOSED = 10**17
"""From here on channels are numbered in which nobody plays."""
PATIENCE = 20.0


@dataclass
class Line:
    """A game of chance, the fingerprint of each of its positions, and the games at some of them."""

    setup: Setup
    moves: list[Move] = field(default_factory=list)
    prints: list[str] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)

    @classmethod
    def by_chance(cls, title: str, seed: int, length: int) -> "Line":
        """Play one."""
        dice, game = Random(seed), Game.begin(Setup(title, SEATS, (), seed))
        made = cls(game.setup, prints=[game.state.fingerprint()], games=[game])
        while len(made.moves) < length and not game.state.over:
            action = game.own_move or dice.choice(game.choices.offers).action
            game = game.play(game.choices.noted(action))
            made.moves.append(Move(action.actor, 1, notation.write(action)))
            made.prints.append(game.state.fingerprint())
            made.games.append(game)
        return made


@dataclass
class Table:
    """A table in play: what its people were told stands, and what they have not been told."""

    number: int
    channel: str
    game: Game
    prints: list[str]
    moves: list[tuple[str, str]]
    in_doubt: Action | None = None
    hand: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a press is under way."""

    def made(self, action: Action) -> None:
        """Take note of a move that stands, and of all that follows from it by itself."""
        for played, game in [(action, self.game.play(action)), *_by_itself(self.game.play(action))]:
            self.prints.append(game.state.fingerprint())
            self.moves.append((played.actor, notation.write(played)))
            self.game = game


def _by_itself(game: Game) -> Iterator[tuple[Action, Game]]:
    """What happens without anybody, with the game after each: moves of automata, steps with one answer."""
    while True:
        own = game.own_move
        found = (own, game.play(own)) if own is not None else forced(game)
        if found is None:
            return
        yield found
        game = found[1]


@dataclass
class Tally:
    """What the players saw."""

    acknowledged: int = 0
    unanswered: int = 0
    refused: list[str] = field(default_factory=list)
    slowest: float = 0.0


class Players:
    """Three people who play at every table, each as fast as the bot answers or as ``every`` says."""

    def __init__(self, people: dict[str, Person], every: float) -> None:
        self.people = people
        self.every = every
        self.tables: list[Table] = []
        self.tally = Tally()
        self.dice = Random(18)
        self._served = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """Sit down at every table."""
        self._served.set()
        self._tasks = [asyncio.create_task(self._sit(table)) for table in self.tables]

    async def end(self) -> None:
        """Get up, each when the last press is answered."""
        self._served.set()
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with suppress(asyncio.CancelledError):
                await task

    @property
    def are_served(self) -> bool:
        """Tell whether presses are to be answered."""
        return self._served.is_set()

    def alone(self) -> None:
        """Take note that nobody serves the tables: what is pressed is answered by nobody."""
        self._served.clear()

    async def look(self, storage: Storage) -> None:
        """Find out what became of the presses that nobody answered."""
        for table in self.tables:
            async with table.hand:
                await _look(table, storage)

    def served(self) -> None:
        """Play on."""
        self._served.set()

    async def _sit(self, table: Table) -> None:
        while not table.game.state.over:
            await asyncio.shield(self._press(table))
            await asyncio.sleep(self.every)

    async def _press(self, table: Table) -> None:
        async with table.hand:
            if table.in_doubt is None:
                await self._type(table)

    async def _type(self, table: Table) -> None:
        action = self.dice.choice(
            [one for one in table.game.choices.offers if one.action.actor in SEATS]
        ).action
        person, began = self.people[action.actor], time.monotonic()
        table.in_doubt = action
        try:
            reply = await person.command(table.channel, "do", move=notation.write(action))
        except (TimeoutError, PersonRefused):
            self.tally.unanswered += 1
            return
        said = [one.text for one in reply.messages]
        if any(text.startswith("✓") for text in said):
            self.tally.acknowledged += 1
            self.tally.slowest = max(self.tally.slowest, time.monotonic() - began)
            table.in_doubt = None
            await asyncio.to_thread(table.made, action)
        elif said and self.are_served:
            self.tally.refused += said
        else:
            self.tally.unanswered += 1


async def _look(table: Table, storage: Storage) -> None:
    """Take from the database whether the move in doubt stands; nothing else may be there than what was told."""
    stored = [(one.seat, one.text) for one in await storage.actions.in_force(table.number)]
    if table.in_doubt is not None and len(stored) > len(table.moves):
        await asyncio.to_thread(table.made, table.in_doubt)
    table.in_doubt = None
    assert stored == table.moves, f"game {table.number}: {stored[-3:]} is stored, {table.moves[-3:]} was told"


async def store(
    storage: Storage, players: Players, open_channel: Callable[[], str], stored: int, tables: int
) -> dict[int, str]:
    """Store games, sit down at some of them, and return what the others come to, by number."""
    dice, found = Random(7), dict[int, str]()
    lines = await asyncio.to_thread(_lines, stored + tables)
    for number in range(stored + tables):
        line, is_played = lines[number % len(lines)], number < tables
        length = dice.randint(SHORTEST, len(line.moves))
        while line.games[length].own_move is not None:
            length -= 1
        channel = open_channel() if is_played else str(CLOSED + number)
        game_id = await _store_one(storage, players, int(channel), line, length)
        if is_played:
            moves = [(one.seat, one.text) for one in line.moves[:length]]
            players.tables.append(
                Table(game_id, channel, line.games[length], line.prints[: length + 1], moves)
            )
        else:
            await _close(storage, game_id)
            found[game_id] = line.prints[length]
    return found


def _lines(most: int) -> list[Line]:
    kinds = [(title, seed) for seed in range(1, LINES + 1) for title in TITLES]
    return [Line.by_chance(title, seed, LONGEST) for title, seed in kinds[:most]]


async def _store_one(storage: Storage, players: Players, channel: int, line: Line, length: int) -> int:
    people = list(players.people.values())
    ids = [int(person.id) for person in people]
    setup = line.setup
    begun = replay.begun_now()
    new = NewGame(channel, setup.title, setup.seed, len(SEATS), ids[0], int(GUILD), engine_version=begun)
    game = await storage.games.create(new)
    for person in people:
        await storage.seats.join(game.id, int(person.id), person.name)
    await storage.games.start(game.id, ids)
    await storage.actions.append(game.id, 0, *line.moves[:length])
    return game.id


async def _close(storage: Storage, game_id: int) -> None:
    """Let nobody be told of a game."""
    await storage.games.end(game_id)
    await forget_untold(storage, game_id)
