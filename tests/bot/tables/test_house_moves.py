"""What the house does and says outside any table: levels that fail or take too long, and words for every reason."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

import engine.opponents.reasons
from assets import sentences
from bot.tables import precompute, searches
from bot.tables.precompute import Precompute
from bot.tables.service import Service
from bot.tables.table import StartedTable
from bot.worker_pool import WorkerLost
from engine.game import Game
from engine.opponents import LEVELS, Journeyman
from tests.bot.tables.deeds import ANN

THREE = ("Alder", "Birch", "Cedar")


@pytest.mark.parametrize("lang", sentences.languages())
def test_every_reason_has_words(lang: str):
    """In every language; the keys are those that the engine can give."""
    source = Path(engine.opponents.reasons.__file__).read_text("utf-8")
    keys = set(re.findall(r'Reason\(\s*"(\w+)"', source))

    assert len(keys) >= 10
    assert [key for key in sorted(keys) if not sentences.messages(lang).get(f"reason.{key}")] == []


def test_a_level_that_fails_leaves_the_move_to_a_simpler_one(monkeypatch: pytest.MonkeyPatch):
    """A table does not stand still because a player does not know what to do."""

    def fail(self: Journeyman, game: Game) -> Any:
        raise ZeroDivisionError

    game = Game.start("18CZ", THREE, seed=3)
    monkeypatch.setattr(Journeyman, "choose", fail)

    action = searches.house_move(searches.HouseTurn(game.setup, game.pos, (), "Alder"), "master")

    assert action == LEVELS["apprentice"](3, "Alder").choose(game)


def test_a_level_that_takes_too_long_leaves_it_to_a_simpler_one():
    """The next one is asked after a time, down to the simplest."""
    asked = []

    class Slow:
        """Processes in which everybody but the apprentice takes too long."""

        async def run(self, work: Any, *given: Any, seconds: float) -> Any:
            asked.append((given[-1], seconds))
            if given[-1] != "apprentice":
                raise WorkerLost("a working process took too long")
            return work(*given)

    game, made = Game.start("18CZ", THREE, seed=3), Precompute()
    made._thinkers = Slow()

    action = asyncio.run(made.house_move(game, "Alder", "master"))

    assert action in game.choices
    assert [level for level, _ in asked] == ["master", "journeyman", "apprentice"]
    assert [seconds for _, seconds in asked[:2]] == [*precompute.THINKING.values()]


async def test_the_house_takes_its_time(service: Service, table: StartedTable):
    """Where the program stops meanwhile it has not moved; it begins anew with the program."""
    service.house.delay = 60.0
    await service.house.stand_in(table.game_id, ANN, table.awaited[0].id)
    await asyncio.sleep(0.05)
    service.background.stop()
    async with asyncio.timeout(10):
        await service.settled()
    assert (await service.tables.find(table.game_id)).rev == table.rev

    again = Service(service.storage)
    await again.house.resume()
    await again.settled()
    assert (await again.tables.find(table.game_id)).rev > table.rev
