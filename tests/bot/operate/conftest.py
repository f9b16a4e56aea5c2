import asyncio
import os
import sys
from collections.abc import Awaitable, Callable

import pytest

from bot.storage import Storage
from bot.tables.service import Service
from tests.bot.operate.played import Fingerprints, fingerprints, play_some

Run = Callable[..., Awaitable[tuple[int, str, str]]]


@pytest.fixture
def run() -> Run:
    """The command as it is typed: its exit code, and what it says on both channels."""

    async def run(*given: str, **settings: str) -> tuple[int, str, str]:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", *given),
            env={**os.environ, "STATIONMASTER_TOKEN": "", **settings},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(120):
            out, err = await process.communicate()
        assert process.returncode is not None
        assert "Traceback" not in err.decode()
        return process.returncode, out.decode(), err.decode()

    return run


@pytest.fixture
async def played(address: str) -> Fingerprints:
    """Games of every title, a lobby and a finished one in the database, and what their replays lead to."""
    async with Storage.open(address) as storage:
        service = Service(storage)
        await play_some(service)
        await service.settled()
        return await fingerprints(storage)
