import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from assets import sentences
from bot import client
from bot.storage import Storage, connect
from tests import postgres
from tests.bot.compiled_statements import made_engine
from tests.bot.hand_clock import HandClock
from tests.bot.run_book import unexplained
from tests.bot.tabletop import Table, address_of, digested_once, table


@pytest.fixture(scope="session", autouse=True)
def _the_same_done_once() -> Iterator[None]:
    """To compile what a bot asks its database, and to digest its commands, takes a good part of a start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "_digest", digested_once(client._digest))
        patch.setattr(connect, "create_async_engine", made_engine)
        yield


@pytest.fixture(autouse=True)
def _every_word_known() -> Iterator[None]:
    """A sentence that is missing, or misses a field, is an error in tests; commands are not sent to Discord yet."""
    sentences.strict = True
    sentences.command_ids.clear()
    yield
    sentences.strict = False


@pytest.fixture(autouse=True)
def _every_line_explained(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever anybody's code says aloud while the bot runs stands in the run book."""
    yield
    said = [record for phase in ("setup", "call") for record in caplog.get_records(phase)]
    assert unexplained(said) == []


@pytest.fixture
def database(tmp_path: Path, unused: Path) -> Path:
    """A database file without a game."""
    return Path(shutil.copy(unused, tmp_path / "games.db"))


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def address(request: pytest.FixtureRequest) -> str:
    """A database without a game: an SQLite file, and in the slow tests one on a PostgreSQL server."""
    if request.param == "sqlite":
        return address_of(request.getfixturevalue("database"))
    server = request.getfixturevalue("server")
    return server.database(like=request.getfixturevalue("unused_on_server"))


@pytest.fixture(scope="session")
def server() -> Iterator[postgres.Server]:
    """A PostgreSQL server."""
    if postgres.programs() is None:
        pytest.skip("PostgreSQL is not installed")
    with postgres.server() as started:
        yield started


@pytest.fixture(scope="session")
def unused_on_server(server: postgres.Server) -> str:
    """The name of a database as a first start leaves it."""
    address = server.database()
    _start_once(address)
    return address.rpartition("/")[2]


@pytest.fixture(scope="session")
def unused(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database as a first start leaves it: to make its tables takes as long as to start a bot."""
    path = tmp_path_factory.mktemp("unused") / "games.db"

    _start_once(address_of(path))
    return path


def _start_once(address: str) -> None:
    """Make the tables of a database."""

    async def started() -> None:
        async with Storage.open(address):
            pass

    with ThreadPoolExecutor(1) as thread:  # which may have a loop beside that of the test
        thread.submit(asyncio.run, started()).result()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def timed(database: Path, clock: HandClock) -> AsyncIterator[Table]:
    """A game of three in which Cedar is to move, with a clock of its own."""
    async with table(database, clock) as made:
        made.bot.service.house.delay = 0.0
        await made.game()
        yield made


@pytest.fixture
async def tabletop(database: Path) -> AsyncIterator[Table]:
    """A server and a bot without any game."""
    async with table(database) as made:
        yield made
