import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from assets import sentences
from bot.storage import Storage
from tests.bot.tabletop import Table, address_of, table


@pytest.fixture(autouse=True)
def _every_word_known() -> Iterator[None]:
    """A sentence that is missing, or misses a field, is an error in tests."""
    sentences.strict = True
    yield
    sentences.strict = False


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture(scope="session")
def unused(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database as a first start leaves it: to make its tables takes as long as to start a bot."""
    path = tmp_path_factory.mktemp("unused") / "games.db"

    async def started() -> None:
        async with Storage.open(address_of(path)):
            pass

    with ThreadPoolExecutor(1) as thread:  # which may have a loop beside that of the test
        thread.submit(asyncio.run, started()).result()
    return path


@pytest.fixture
async def tabletop(database: Path, unused: Path) -> AsyncIterator[Table]:
    """A server and a bot without any game."""
    shutil.copy(unused, database)
    async with table(database) as made:
        yield made
