"""Whole games through the very command of the Procfile, over real sockets, every request judged."""

import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from driver import Driver, boards, exported
from spec import observer
from tabletop import CHANNEL, own_process

from bot.local import LocalDiscord
from bot.local.person import Person
from engine import notation
from engine.records.files import Recording, open_recording

RECORDED = "fixture_18Mag"


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """A random three-player game that our own engine has played to the end."""
    folder = tmp_path_factory.mktemp("records")
    command = [sys.executable, "-m", "engine", "play", "18Mag", "--players", "3", "--seed", "5"]
    subprocess.run([*command, "--record", str(folder)], check=True, capture_output=True)
    return open_recording(next(folder.glob("*.json")))


def lines_of(record: Recording) -> list[tuple[str, str]]:
    return [(action.actor, notation.write(action)) for action in record.actions()]


async def test_a_whole_game_is_pressed_and_typed_to_its_scores(record: Recording, database: Path):
    """Every action goes through a press or a command; the scores are the recorded ones; every board is counted."""
    lines = lines_of(record)
    async with LocalDiscord(database=database.with_name("channels.db")) as server:
        server.on_request.append(observer())
        async with AsyncExitStack() as stack, own_process(server, database) as process:
            joined = [await Person.join(server.url, place) for place in (1, 2, 3)]
            people = [await stack.enter_async_context(person) for person in joined]
            driver = Driver(people, record.setup)
            await driver.open(record.setup.seed)
            await driver.play(lines)
            final = f"map-{len(lines)}.png"
            await people[0].until(
                lambda: any(final in [p.name for p in one.pictures] for one in people[0].messages(CHANNEL)),
                60,
            )
            data = await exported(people[0])

    state = driver.game.state
    drawn, overtaken = boards(process.said)
    assert state.over
    assert [list(line) for line in lines] == [
        [record.setup.players[int(seat[1:]) - 1], text] for seat, text in data["actions"]
    ]
    assert {**(data["result"] or {})} == {seat: driver.game.pos.worth(seat) for seat in driver.seats}
    assert set(range(1, len(lines) + 1)) == drawn - {0} | overtaken
    assert min(driver.ways.values()) > 0, driver.ways
    assert server.errors == []
