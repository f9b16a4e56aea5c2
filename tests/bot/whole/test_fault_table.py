"""Each fault with what the player and the operator see: a sentence, a line in the log, and nothing half done."""

import asyncio
import os
import resource
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from bot.pictures.drawing import Picture, draw
from bot.pictures.requests import PictureRequest
from bot.pictures.workers import PictureWorkers
from bot.storage import Storage
from engine import notation
from engine.game import Setup
from tests.bot.driver import Driver
from tests.bot.person import Person
from tests.bot.reading import record_lines
from tests.bot.servers import local_discord
from tests.bot.settling import nothing_waits
from tests.bot.tabletop import CHANNEL, Table, address_of, own_process

MOVE, NEXT = "draft 13", "draft 5"
STOP_SECONDS = 15
LONG = 240.0
"""How long drawing may take on a machine that is busy with other tests."""
QUICK = {"STATIONMASTER_RETRY_AFTER": "0.2"}

BOOK = Path(__file__).parents[3] / "docs" / "operating.md"
TABLE = BOOK.read_text("utf-8").partition("\n## What happens when something fails\n")[2].partition("\n## ")[0]
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in TABLE.splitlines() if "::" in line]
"""Every fault, what the player and the operator see, and the test that shows it."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_every_fault_has_its_test(row: list[str]):
    """A test that is renamed or removed is missed here."""
    *told, test = row
    file, _, name = test.strip("`").partition("::")

    assert len(told) == 3
    assert all(told)
    assert f"def test_{name}(" in (Path(__file__).parents[1] / file).read_text("utf-8")


# the database


@contextmanager
def locked(tabletop: Table) -> Iterator[None]:
    """Another program writes."""
    with closing(sqlite3.connect(tabletop.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def away(tabletop: Table) -> Iterator[None]:
    """The file is moved away and comes back."""
    elsewhere = tabletop.database.with_name("elsewhere")
    tabletop.database.rename(elsewhere)
    yield
    elsewhere.rename(tabletop.database)


@contextmanager
def replaced(tabletop: Table) -> Iterator[None]:
    """Another file lies in its place for a while."""
    with away(tabletop):
        tabletop.database.write_bytes(b"")
        yield
        tabletop.database.unlink()


def failing(name: str, words: str) -> Callable[[Table], AbstractContextManager[None]]:
    """Every change fails with an error of SQLite's."""

    def fail(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith(("INSERT", "UPDATE", "DELETE")):
            error = sqlite3.OperationalError(words)
            error.sqlite_errorname = name
            raise error

    @contextmanager
    def harm(tabletop: Table) -> Iterator[None]:
        engine = tabletop.bot.storage.database._engine.sync_engine
        event.listen(engine, "before_cursor_execute", fail)
        yield
        event.remove(engine, "before_cursor_execute", fail)

    return harm


FAULTS: dict[str, tuple[Callable[[Table], AbstractContextManager[None]], str, str]] = {
    "locked": (locked, "busy", "storage.locked"),
    "away": (away, "gone or was replaced", "storage.vanished"),
    "replaced": (replaced, "gone or was replaced", "storage.vanished"),
    "read-only": (failing("SQLITE_READONLY", "attempt to write"), "may only be read", "storage.read_only"),
    "full": (failing("SQLITE_FULL", "disk is full"), "no room left", "storage.disk_full"),
    "damaged": (failing("SQLITE_CORRUPT", "malformed"), "is damaged", "storage.damaged"),
    "broken": (failing("SQLITE_IOERR", "disk I/O error"), "nothing was changed", "storage.unavailable"),
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
async def test_a_database_that_fails_for_a_while_costs_no_move(
    tabletop: Table, caplog: pytest.LogCaptureFixture, fault: str
):
    """The player is told that nothing was stored, the operator why; once it is back, everything goes on."""
    harm, told, why = FAULTS[fault]
    await tabletop.game()
    database = tabletop.bot.storage.database
    patience, database._patience = database._patience, 0.2
    person = await tabletop.awaited()
    async with tabletop.bot.storage.database.writing() as connection:
        await connection.exec_driver_sql("PRAGMA busy_timeout = 200")
    with harm(tabletop):
        refused = await person.command(CHANNEL, "do", move=MOVE)
    async with tabletop.bot.storage.database.writing() as connection:
        await connection.exec_driver_sql("PRAGMA busy_timeout = 5000")
    database._patience = patience

    await tabletop.type_moves([MOVE, NEXT])

    assert refused.ephemeral
    assert not refused.text.startswith("✓")
    assert told in refused.text, refused.text
    assert f"storage: {why}" in caplog.text
    assert len(await tabletop.bot.storage.actions.in_force(1)) == 2


@contextmanager
def no_room(tabletop: Table, pages: int) -> Iterator[None]:
    """The file may become no longer than so many pages; each connection is told before it writes."""

    def told(_connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if statement == "BEGIN IMMEDIATE":
            cursor.execute(f"PRAGMA max_page_count = {limit}")

    engine, limit = tabletop.bot.storage.database._engine.sync_engine, pages
    event.listen(engine, "before_cursor_execute", told)
    yield
    limit = 2**30


@pytest.mark.slow
async def test_a_full_disk_costs_no_move(tabletop: Table, caplog: pytest.LogCaptureFixture):
    """The file may not grow: sooner or later a move is refused; with room again it is made, and all is told."""
    await tabletop.game()
    async with tabletop.bot.storage.database.reading() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
    made = 0
    with no_room(tabletop, pages):
        while (said := await _first_move(tabletop)).startswith("✓"):
            made += 1
    again = await _first_move(tabletop)
    while await tabletop.bot.storage.outbox.games_to_tell():
        await tabletop.settled()
        await asyncio.sleep(0.05)

    assert "no room left" in said
    assert "storage: storage.disk_full" in caplog.text
    assert again.startswith("✓")
    stored = await tabletop.bot.storage.actions.in_force(1)
    assert len([one for one in stored if one.decided_by != "forced"]) == made + 1
    assert f"Move {len(stored)}" in tabletop.sheets.text
    assert f"'b:1:{(await tabletop.bot.service.tables.find(1)).rev}'" in str(tabletop.board.raw)
    errors = (
        tabletop.server.errors
    )  # what was deleted on a full disk could not be noted, and is deleted again
    errors[:] = [one for one in errors if not (one.startswith("404 DELETE") and "Unknown Message" in one)]


async def _first_move(tabletop: Table) -> str:
    """Type the first move on offer, and return the answer."""
    table = (await tabletop.bot.service.tables.find(1)).started()
    action = table.game.choices.offers[0].action
    seat = table.seat(action.actor)
    person = next(one for one in tabletop.people if seat is not None and int(one.id) == seat.user_id)
    return (await person.command(CHANNEL, "do", move=notation.write(action))).text


async def test_a_file_cut_short_stops_all_play(tabletop: Table):
    """Nothing is acknowledged any more, whatever is pressed or typed, and the answer says who can help."""
    board = await tabletop.game()
    person = await tabletop.awaited()
    os.truncate(tabletop.database, 0)

    answers = [await person.command(CHANNEL, "do", move=MOVE), await person.press(board, "b:1:0")]
    answers.append(await person.command(CHANNEL, "undo"))

    assert all("restart" in one.text for one in answers), [one.text for one in answers]


# Discord


@pytest.mark.slow
@pytest.mark.parametrize("status", [500, 503])
async def test_a_broken_discord_is_asked_again(tabletop: Table, status: int):
    """One answer in between is an error; the line, the board and the call are there, each once."""
    await tabletop.game()
    for method, path in (("POST", "/channels/*/messages"), ("PATCH", "/channels/*/messages/*")):
        tabletop.server.faults.server_error(status, method=method, path=path)

    await tabletop.type_moves([MOVE])
    await tabletop.people[0].until(lambda: len(tabletop.pings("First share round")) == 1)
    await tabletop.people[0].until(lambda: "Move 1" in tabletop.sheets.text)

    assert tabletop.told == ["Cedar drafts #13 DV"]


# workers and the end, in a process of its own


def children(pid: int) -> list[int]:
    """Return the processes that a process has begun and that do its work."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                stat = (entry / "stat").read_text().rpartition(")")[2].split()
                line = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if int(stat[1]) == pid and b"resource_tracker" not in line:
                found.append(int(entry.name))
    return found


async def ended(process: Any) -> float:
    """Ask a process to end, and return how many seconds that took."""
    began = time.monotonic()
    process.terminate()
    async with asyncio.timeout(STOP_SECONDS):
        await process.wait()
    return time.monotonic() - began


async def act(driver: Driver) -> None:
    """Let whoever is awaited make the first move on offer."""
    action = driver.game.choices.offers[0].action
    reply = await driver.sitting[action.actor].command(CHANNEL, "do", move=notation.write(action))
    assert reply.text.startswith("✓"), reply.text
    driver.game = driver.game.play(action)
    driver.rev += 1


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGKILL, pytest.param(signal.SIGSTOP, marks=pytest.mark.slow)])
async def test_workers_that_are_stopped_or_killed_silence_nobody(database: Path, sign: signal.Signals):
    """All of them at once: moves are made, the board shows them in words, players are called, and the bot ends."""
    with ExitStack() as stack:
        async with local_discord(database=database.with_name("channels.db")) as server:
            people = [await Person.join(server.url, seat) for seat in (1, 2, 3)]
            driver = Driver(people, Setup("18Mag", ("a", "b", "c"), (), 7))
            async with own_process(server, database, **QUICK) as process:
                await driver.open(7)
                await people[0].until(lambda: driver.shows_move(0), 20)
                workers = children(process.pid)
                for worker in workers:
                    os.kill(worker, sign)
                    stack.callback(_wake, worker)
                for _ in range(3):
                    await act(driver)
                await people[0].until(lambda: driver.shows_move(3), 20)
                awaited = driver.sitting[driver.game.pos.awaited[0]]
                await people[0].until(
                    lambda: [awaited.mention in text for text in driver.calls.values()] == [True]
                )
                took = await ended(process)
            for person in people:
                await person.close()

    assert workers
    assert process.returncode == 0
    assert took < STOP_SECONDS
    assert server.errors == []


def _wake(worker: int) -> None:
    try:
        os.kill(worker, signal.SIGCONT)
    except ProcessLookupError:
        return


DIED = "a working process died; another one tries again"


def starving(mark: Path, pos: Any, request: PictureRequest) -> list[Picture]:
    """Draw, or ask for more memory than there is."""
    if mark.exists():
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
        bytearray(1 << 31)
    return draw(pos, request)


@pytest.mark.slow
async def test_drawing_that_always_lacks_memory_silences_nobody(
    tabletop: Table, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    """The board is shown in words and the next player called; when there is memory again the pictures follow."""
    await tabletop.game()
    mark = tmp_path / "no memory"
    mark.touch()
    tabletop.bot.pictures = PictureWorkers(1, partial(starving, mark), LONG)
    await tabletop.type_moves([MOVE])
    await tabletop.people[0].until(lambda: "Move 1" in tabletop.sheets.text, LONG)
    words, shown, called = (
        tabletop.board.text,
        list(tabletop.board.pictures),
        tabletop.pings("First share round"),
    )
    async with asyncio.timeout(LONG):
        while DIED not in caplog.text:  # noqa: ASYNC110 - a process that starts late has not died yet
            await asyncio.sleep(0.02)
    mark.unlink()
    await tabletop.people[0].until(lambda: tabletop.board.pictures, LONG)

    assert shown == []
    assert "The pictures follow." in words
    assert len(called) == 1
    assert "Move 1" in tabletop.sheets.text


@pytest.mark.slow
async def test_a_move_under_way_when_the_bot_is_ended_is_told_after_the_next_start(database: Path):
    """Discord does not answer; the bot ends within seconds all the same, and nothing is told twice."""
    async with local_discord(database=database.with_name("channels.db")) as server:
        people = [await Person.join(server.url, seat) for seat in (1, 2, 3)]
        driver = Driver(people, Setup("18Mag", ("a", "b", "c"), (), 7))
        async with own_process(server, database, **QUICK) as process:
            await driver.open(7)
            held = server.faults.hold(method="POST", path="/channels/*/messages", after=True)
            await act(driver)
            await held.arrived.wait()
            took = await ended(process)
            held.let_go()
        server.forget_nonces()
        async with own_process(server, database, **QUICK):
            await people[0].until(lambda: driver.shows_move(1), 20)
            await people[0].until(lambda: len(driver.calls) == 1)
            await nothing_waits(database)
            shown = record_lines(people[0].messages())
        for person in people:
            await person.close()
    async with Storage.open(address_of(database)) as storage:
        stored = await storage.actions.in_force(1)

    assert (process.returncode, len(stored), len(shown)) == (0, 1, 1)
    assert took < STOP_SECONDS
