"""SQLite's driver is asked once for each statement, and no row is lost by it, however many there are."""

import threading
from pathlib import Path
from typing import Any

import pytest
from aiosqlite import Connection
from sqlalchemy import text

from bot.storage import NewGame, Storage
from bot.storage.one_call import ROWS_AT_ONCE, connect

MANY = 2 * ROWS_AT_ONCE + 7
COUNTED = text(
    "WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted"
    f" WHERE n < {MANY}) SELECT n FROM counted"
)


@pytest.fixture
def file(tmp_path: Path) -> str:
    """The address of a new file."""
    return f"sqlite:///{tmp_path / 'games.db'}"


async def test_a_question_is_one_call_and_a_change_three(file: str, monkeypatch: pytest.MonkeyPatch):
    """To begin, to change, to commit; and nothing for the end of what was never begun."""
    calls: list[str] = []
    whole = Connection._execute

    async def counted(self: Connection, work: Any, *given: Any) -> Any:
        calls.append(getattr(work, "__name__", "?"))
        return await whole(self, work, *given)

    async with Storage.open(file) as storage:
        game = await storage.games.create(NewGame(900, "18Mag", seed=7, places=3, host_user_id=11))
        await storage.games.rev(game.id)
        monkeypatch.setattr(Connection, "_execute", counted)
        await storage.games.rev(game.id)
        asked = len(calls)
        await storage.messages.forget(game.id, "none")

        assert (asked, len(calls) - asked) == (1, 3), calls
        monkeypatch.undo()


async def test_rows_that_do_not_come_at_once_come_all_the_same(file: str):
    """All together, and some at a time."""
    async with Storage.open(file) as storage, storage.database.reading() as connection:
        assert list((await connection.execute(COUNTED)).scalars()) == list(range(1, MANY + 1))
        lots = [lot async for lot in (await connection.stream(COUNTED)).scalars().partitions(500)]
        assert [number for lot in lots for number in lot] == list(range(1, MANY + 1))
        assert {len(lot) for lot in lots[:-1]} == {500}
        assert (await connection.execute(COUNTED)).first() == (1,)
        assert (await connection.execute(text("SELECT 2"))).scalar_one() == 2


async def test_what_is_left_open_holds_up_no_end(tmp_path: Path):
    """The thread of a connection that nobody closes ends with the program."""
    before = {*threading.enumerate()}
    connection = await connect(str(tmp_path / "games.db"))
    (thread,) = {*threading.enumerate()} - before
    ends_by_itself = thread.daemon
    await connection.close()

    assert ends_by_itself
