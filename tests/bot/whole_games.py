"""What tests of whole games share: games played by the engine, their lines, and the people at the table."""

import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from engine import notation
from engine.actions import Action
from engine.cli.selfplay import TREES
from engine.game import Game
from engine.opponents import STYLES
from engine.records import own
from engine.records.files import Recording, open_recording
from tests.bot.driver import Driver
from tests.bot.person import Person
from tests.bot.servers import TriedDiscord
from tests.bot.tabletop import CHANNEL


def self_played(folder: Path, title: str, *given: str) -> Recording:
    """Return a game that our own engine has played to the end."""
    command = [sys.executable, "-m", "engine", "play", title, *given, "--record", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    return open_recording(next(folder.glob("*.json")))


def begun(
    title: str, players: int, style: str, seed: int, enough: Callable[[Sequence[Action]], bool]
) -> Recording:
    """Return how such a game begins: as many of its actions as are enough."""
    game, player, done = Game.start(title, TREES[:players], seed=seed), STYLES[style](seed), list[Action]()
    while not enough(done):
        done.append(player.choose(game))
        game = game.play(done[-1])
    return own.Own(json.loads(own.dump(game.setup, done)))


def lines_of(record: Recording) -> list[tuple[str, str]]:
    """Return who did what, as it is typed."""
    return [(action.actor, notation.write(action)) for action in record.actions()]


def shows(person: Person, name: str) -> bool:
    """Tell whether a picture of that name is in the channel."""
    return any(name in [picture.name for picture in one.pictures] for one in person.messages(CHANNEL))


@asynccontextmanager
async def seated(server: TriedDiscord, record: Recording, lang: str = "en") -> AsyncIterator[Driver]:
    """Judge every request of the bot, and let as many people sit down as the record has players."""
    async with AsyncExitStack() as stack:
        people = [await Person.join(server.url, place + 1) for place in range(len(record.setup.players))]
        for person in people:
            await stack.enter_async_context(person)
        yield Driver(people, record.setup, lang=lang)
