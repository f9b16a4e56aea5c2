import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from demo import Demo
from spec import observer

from bot.limits import check_request
from bot.local import LocalDiscord, point_discord_at
from bot.local.person import Person


@asynccontextmanager
async def running(discord: LocalDiscord) -> AsyncIterator[Demo]:
    """The demo bot, connected and ready."""
    point_discord_at(discord.url)
    async with Demo() as bot:
        task = asyncio.create_task(bot.start(discord.token))
        await bot.wait_for("ready", timeout=5)
        yield bot
    await task


@pytest.fixture
async def discord() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord(answer_within=0.6, token_life=1.2, check=check_request) as server:
        server.on_request.append(observer())
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
