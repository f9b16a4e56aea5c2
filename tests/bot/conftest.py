from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from assets import sentences
from tests.bot.tabletop import Table, table


@pytest.fixture(autouse=True)
def _every_word_known() -> Iterator[None]:
    """A sentence that is missing, or misses a field, is an error in tests."""
    sentences.strict = True
    yield
    sentences.strict = False


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
async def tabletop(database: Path) -> AsyncIterator[Table]:
    """A server and a bot without any game."""
    async with table(database) as made:
        yield made
