"""One transaction for all that waits to be written: each is done or undone by itself, none before it is on disk."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event

from bot.errors.storage import DatabaseClosed, DiskFull, StorageProblem
from bot.storage import GameRow, NewPost, PostRow, Storage

WAITING = 20


@contextmanager
def made(storage: Storage) -> Iterator[list[str]]:
    """The statements that reach the database meanwhile."""
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    engine = storage.database._engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(engine, "before_cursor_execute", note)


async def remember(storage: Storage, game: GameRow, number: int) -> None:
    await storage.messages.remember(game.id, f"part {number}", 1, number, 0)


async def remembered(storage: Storage, game: GameRow) -> set[int]:
    return {row.message_id for row in await storage.messages.of_game(game.id)}


async def write(storage: Storage, game: GameRow, number: int, *, fails: bool = False) -> None:
    """Remember a message, and then fail; a cancellation reaches the request itself, from which storage keeps it."""
    async with storage.database.writing(later=True) as connection:
        await connection.exec_driver_sql(
            "INSERT INTO messages (game_id, purpose, channel_id, message_id, rev, posted_at)"
            f" VALUES ({game.id}, 'part {number}', 1, {number}, 0, '2026-01-01 00:00:00')"
        )
        if fails:
            raise ValueError(number)


async def test_what_waits_is_written_in_one_transaction(storage: Storage, game: GameRow):
    """Players go first; all who waited for them then wait for the disk together."""
    with made(storage) as statements:
        async with storage.database.writing():
            waiting = [asyncio.create_task(remember(storage, game, number)) for number in range(WAITING)]
            await asyncio.sleep(0.05)
        await asyncio.gather(*waiting)
    if storage.database.alone:  # a server lets several write at once
        assert statements.count("BEGIN IMMEDIATE") == 2
    assert await remembered(storage, game) == set(range(WAITING))


async def test_a_player_does_not_wait_for_all_who_wait(storage: Storage, game: GameRow):
    """Between two of them the transaction ends, and the player's comes before the rest."""
    order: list[object] = []

    async def later(number: int) -> None:
        async with storage.database.writing(later=True):
            await asyncio.sleep(0.02)
        order.append(number)

    waiting = [asyncio.create_task(later(number)) for number in range(10)]
    await asyncio.sleep(0.05)
    async with storage.database.writing():
        order.append("player")
    await asyncio.gather(*waiting)
    if storage.database.alone:  # a server lets all of them write at once
        assert order.index("player") < 6


@pytest.mark.parametrize("bad", [0, 1, 7, WAITING - 1])
async def test_one_who_fails_undoes_nobody_else(storage: Storage, game: GameRow, bad: int):
    """Wherever among the others it stands."""
    async with storage.database.writing():
        waiting = [
            asyncio.create_task(write(storage, game, number, fails=number == bad))
            for number in range(WAITING)
        ]
        await asyncio.sleep(0)
    ended = await asyncio.gather(*waiting, return_exceptions=True)
    assert [number for number, one in enumerate(ended) if isinstance(one, ValueError)] == [bad]
    assert await remembered(storage, game) == set(range(WAITING)) - {bad}


@pytest.mark.parametrize("moment", [0.0, 0.01, 0.05])
async def test_one_who_is_cancelled_holds_up_nobody(storage: Storage, game: GameRow, moment: float):
    """Before its turn, in it, or as it comes."""

    async def slow() -> None:
        async with storage.database.writing(later=True):
            await asyncio.sleep(0.03)

    waiting = [asyncio.create_task(slow()) for _ in range(3)]
    kept = [asyncio.create_task(remember(storage, game, number)) for number in range(3)]
    await asyncio.sleep(moment)
    for one in waiting:
        one.cancel()
    await asyncio.wait_for(asyncio.gather(*kept), 5)
    await asyncio.gather(*waiting, return_exceptions=True)
    assert await remembered(storage, game) == {0, 1, 2}


async def test_a_transaction_that_cannot_be_committed_tells_all_of_it(
    storage: Storage, game: GameRow, monkeypatch: pytest.MonkeyPatch
):
    """None of them is done, and the next ones are."""

    def fail() -> None:
        raise DatabaseClosed(place="here")

    async with storage.database.writing():
        waiting = [asyncio.create_task(remember(storage, game, number)) for number in range(3)]
        await asyncio.sleep(0)
    with monkeypatch.context() as broken:
        broken.setattr(storage.database, "_check_file", fail)
        ended = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(one, StorageProblem) for one in ended)
    await remember(storage, game, 9)
    assert 9 in await remembered(storage, game)


async def test_a_disk_that_fills_up_loses_nothing_that_was_said_to_be_there(storage: Storage, game: GameRow):
    """Whoever is told that it is on disk finds it there, and whoever is refused can do it when there is room."""
    if not storage.database.alone:  # a server has a disk of its own
        return
    async with storage.database.reading() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
    with no_room(storage, pages + 6):
        ended = await asyncio.gather(*(plan(storage, game, one) for one in range(40)), return_exceptions=True)
    assert {type(one) for one in ended} == {PostRow, DiskFull}
    kept = {one.id for one in ended if isinstance(one, PostRow)}
    assert kept == {one.id for one in await storage.outbox.posts(game.id)}

    await asyncio.gather(*(plan(storage, game, one) for one in range(40)))
    assert len(await storage.outbox.posts(game.id)) == len(kept) + 40


async def plan(storage: Storage, game: GameRow, number: int) -> PostRow:
    """Store a long message that is to be sent."""
    return await storage.outbox.plan(game.id, NewPost("log", number, "mark", "x" * 1500), 0)


@contextmanager
def no_room(storage: Storage, pages: int) -> Iterator[None]:
    """The file may become no longer than so many pages; each connection is told before it writes."""

    def told(_connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if statement == "BEGIN IMMEDIATE":
            cursor.execute(f"PRAGMA max_page_count = {limit}")

    engine, limit = storage.database._engine.sync_engine, pages
    event.listen(engine, "before_cursor_execute", told)
    yield
    limit = 2**30


async def test_one_who_leaves_as_its_turn_comes_holds_up_nobody(storage: Storage, game: GameRow):
    """The place it would go back to is marked already."""
    gone: list[asyncio.Task[None]] = []

    def leave(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement == "SAVEPOINT part_2":
            gone[0].cancel()

    engine = storage.database._engine.sync_engine
    event.listen(engine, "before_cursor_execute", leave)
    async with storage.database.writing():
        waiting = [asyncio.create_task(write(storage, game, number)) for number in range(4)]
        gone.append(waiting[1])
        await asyncio.sleep(0)
    ended = await asyncio.gather(*waiting, return_exceptions=True)
    event.remove(engine, "before_cursor_execute", leave)
    if storage.database.alone:
        assert [type(one) for one in ended] == [type(None), asyncio.CancelledError, type(None), type(None)]
        assert await remembered(storage, game) == {0, 2, 3}


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
async def test_all_who_share_a_transaction_hear_of_a_full_disk(storage: Storage, game: GameRow):
    """SQLite undoes the whole transaction then, and forgets its parts; all are told, and can write again."""
    async with storage.database.writing() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar_one()
        await connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    async def fill(number: int) -> None:
        async with storage.database.writing(later=True) as connection:
            length = 10 if number == 0 else 10**6
            await connection.exec_driver_sql(
                "INSERT INTO messages (game_id, purpose, channel_id, message_id, rev, posted_at)"
                f" VALUES ({game.id}, hex(zeroblob({length})), 1, {number}, 0, '2026-01-01 00:00:00')"
            )

    async with storage.database.writing():
        waiting = [asyncio.create_task(fill(number)) for number in range(3)]
        await asyncio.sleep(0.05)
    found = await asyncio.gather(*waiting, return_exceptions=True)
    async with storage.database.writing() as connection:
        await connection.exec_driver_sql("PRAGMA max_page_count = 1000000")

    assert [type(one) for one in found[1:]] == [DiskFull, DiskFull]
    assert isinstance(found[0], DiskFull | None)
    await remember(storage, game, 7)
    assert 7 in await remembered(storage, game)


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
async def test_a_stop_ends_the_writing(storage: Storage, game: GameRow):
    """Whoever waits hears of it; what writes for them is stopped, and does not begin anew."""
    assert storage.database._together is not None
    async with storage.database.writing():
        waiting = [asyncio.create_task(remember(storage, game, number)) for number in range(3)]
        await asyncio.sleep(0.05)
        writing = storage.database._together._writing
        assert writing is not None
        writing.cancel()
        await asyncio.wait([writing])
    ended = await asyncio.gather(*waiting, return_exceptions=True)

    assert writing.cancelled()
    assert [type(one) for one in ended] == [asyncio.CancelledError] * 3
    await remember(storage, game, 7)
    assert await remembered(storage, game) == {7}
