from collections.abc import AsyncIterator

import pytest

from bot.local import LocalDiscord
from bot.local.person import Person
from tests.bot.local.demo import Demo, running
from tests.bot.servers import local_discord


@pytest.fixture
async def discord() -> AsyncIterator[LocalDiscord]:
    async with local_discord(answer_within=1.5, token_life=3.0) as server:
        yield server


@pytest.fixture
async def bot(discord: LocalDiscord) -> AsyncIterator[Demo]:
    async with running(discord) as demo:
        yield demo


@pytest.fixture
async def alder(discord: LocalDiscord, bot: Demo) -> AsyncIterator[Person]:
    assert bot.is_ready()
    async with await Person.join(discord.url, 1) as person:
        yield person


@pytest.fixture
async def birch(discord: LocalDiscord, bot: Demo) -> AsyncIterator[Person]:
    assert bot.is_ready()
    async with await Person.join(discord.url, "Birch") as person:
        yield person
