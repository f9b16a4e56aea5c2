import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from bot.local.interactions import Interactions
from tests.bot.local.demo import Demo, running
from tests.bot.local.long_waits import HandTimers, LongWaits
from tests.bot.person import Person
from tests.bot.servers import TriedDiscord, local_discord

PATIENT = 30.0
"""How long the server waits for an answer, where a test is not about that: the bot may have to wait for a core."""


@pytest.fixture
async def discord() -> AsyncIterator[TriedDiscord]:
    async with local_discord(answer_within=PATIENT) as server:
        yield server


@pytest.fixture
async def bot(discord: TriedDiscord) -> AsyncIterator[Demo]:
    async with running(discord) as demo:
        yield demo


@pytest.fixture
async def alder(discord: TriedDiscord, bot: Demo) -> AsyncIterator[Person]:
    assert bot.is_ready()
    async with await Person.join(discord.url, 1) as person:
        yield person


@pytest.fixture
async def birch(discord: TriedDiscord, bot: Demo) -> AsyncIterator[Person]:
    assert bot.is_ready()
    async with await Person.join(discord.url, "Birch") as person:
        yield person


@pytest.fixture
def waits(alder: Person, monkeypatch: pytest.MonkeyPatch) -> Iterator[LongWaits]:
    assert not alder.notifications
    made = LongWaits()
    monkeypatch.setattr(asyncio, "sleep", made.sleep)
    yield made
    made.end()


@pytest.fixture
def timers(monkeypatch: pytest.MonkeyPatch) -> HandTimers:
    made = HandTimers()
    monkeypatch.setattr(Interactions, "_later", made.later)
    return made
