import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.compat import access, kept


@pytest.fixture(scope="session")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database as it was left behind."""
    path = tmp_path_factory.mktemp("before") / "before.sqlite3"
    kept.load("before.sql", path)
    return path


@pytest.fixture(scope="session")
def taken_over(original: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database after today's program has once looked at every table, which spares it replays later."""
    path = Path(shutil.copy(original, tmp_path_factory.mktemp("after") / "before.sqlite3"))
    access.look(path, kept.NOW, map(int, kept.TABLES))
    return path


@pytest.fixture
def database(taken_over: Path, tmp_path: Path) -> Path:
    """A copy of it that may be written to."""
    return Path(shutil.copy(taken_over, tmp_path / "games.sqlite3"))


@pytest.fixture
async def service(database: Path) -> AsyncIterator[Any]:
    """Today's program on that copy, without any Discord."""
    async with access.opened(database, kept.NOW) as opened:
        yield opened


@pytest.fixture(scope="session")
def positions(original: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The games of the tables after as many moves as they had when the kept ids were collected."""
    path = Path(shutil.copy(original, tmp_path_factory.mktemp("positions") / "games.sqlite3"))
    wanted: dict[int, set[int]] = {}
    for moment in kept.IDS["moves"]:
        wanted.setdefault(moment["table"], set()).add(moment["moves"])
    return access.positions(path, kept.NOW, wanted)
