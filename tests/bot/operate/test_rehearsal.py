"""``python -m bot rehearse`` runs clean against the bundled server over sockets, and sees whatever differs."""

import asyncio
import sys
from pathlib import Path

import pytest

from bot.operate.rehearsal import rehearse
from bot.settings import read_settings
from tests.bot.person import Person
from tests.bot.servers import TriedDiscord, local_discord
from tests.bot.tabletop import CHANNEL, rung


async def rehearsed(server: TriedDiscord, person: Person) -> tuple[int, list[str]]:
    """What a run returns and tells."""
    told: list[str] = []
    settings = read_settings(token=server.token, discord=server.url)
    return await rehearse(settings, person.channel_id(CHANNEL), person.id, told.append), told


async def test_a_rehearsal_at_the_bundled_server_finds_nothing_and_leaves_nothing():
    """Everything is posted, edited, refused and removed; the one who is named is rung, and nobody else."""
    async with local_discord() as server:
        people = [await Person.join(server.url, place) for place in (1, 2)]
        code, told = await rehearsed(server, people[0])
        left = [one.text for one in people[0].messages(CHANNEL)]
        calls = [rung(person) for person in people]
        for person in people:
            await person.close()

    assert told[-1].endswith(" 0 differences"), told
    assert code == 0
    assert int(told[-1].partition(" ")[0]) > 50
    assert not any("Rehearsal" in text for text in left if "thread" not in text)
    assert calls[0] > 0
    assert calls[1] == 0


@pytest.mark.parametrize(
    ("method", "status", "code", "line"),
    [
        ("DELETE", 403, 50013, "an unknown message, removed: 403 50013, the bundled server 404 10008"),
        ("PATCH", 400, 50035, "words, edited: 400 50035, the bundled server 200"),
    ],
)
async def test_a_server_that_answers_otherwise_is_told_of(method: str, status: int, code: int, line: str):
    """One answer that is forced to differ is one line, and the command ends with 1."""
    async with local_discord() as server:
        person = await Person.join(server.url, 1)
        server.faults.refuse(status, code, "forced", method=method)
        ended, told = await rehearsed(server, person)
        await person.close()

    assert ended == 1
    assert line in told


@pytest.mark.slow
async def test_the_command_says_what_it_found(tmp_path: Path):
    """The very command, in a process of its own; a channel that is none is one line."""
    async with local_discord() as server:
        environment = {"STATIONMASTER_TOKEN": server.token, "STATIONMASTER_DISCORD": server.url}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "rehearse", "100000000000000001",
            env=environment, cwd=Path(__file__).parents[3], stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        said, _ = await process.communicate()

    assert process.returncode == 1
    assert said.decode().strip() == "channel 100000000000000001 cannot be read: 404 10003"
