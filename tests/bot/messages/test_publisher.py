"""Who has news for which table: what a stop left untold is told some tables at a time, and nothing after the end."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.messages import publisher
from bot.messages.publisher import AT_ONCE, Publisher
from tests.bot.person import COMES

TABLES = 3 * AT_ONCE


async def behind() -> list[Any]:
    """The tables that a stop left untold."""
    return [SimpleNamespace(id=number) for number in range(TABLES)]


async def nothing(*_given: object) -> list[Any]:
    """No table."""
    return []


BOT: Any = SimpleNamespace(
    storage=SimpleNamespace(
        outbox=SimpleNamespace(games_to_tell=behind),
        games=SimpleNamespace(in_state=nothing),
        bells=SimpleNamespace(games_owing=nothing),
    )
)


class SlowMessages:
    """Takes a moment to catch up with, and counts how many others do."""

    now, most, told = 0, 0, 0
    takes = 0.01
    door: asyncio.Event | None = None
    """What all wait for, if not for some time."""

    def __init__(self, *_given: object) -> None:
        self.loop = SimpleNamespace(busy=False, fresh=True, end=self.end)
        self.ended = False

    def end(self) -> None:
        """Note that nothing is told any more."""
        self.ended = True

    async def catch_up(self) -> None:
        """Tell a table."""
        kind = type(self)
        kind.now += 1
        kind.most = max(kind.most, kind.now)
        try:
            await (asyncio.sleep(kind.takes) if kind.door is None else kind.door.wait())
        finally:
            kind.now -= 1
        kind.told += 1


@pytest.fixture
def messages(monkeypatch: pytest.MonkeyPatch) -> type[SlowMessages]:
    """Messages that count."""

    class Counted(SlowMessages):
        pass

    monkeypatch.setattr(publisher, "TableMessages", Counted)
    return Counted


async def test_tables_are_caught_up_with_some_at_a_time(messages: type[SlowMessages]):
    """All of them, but people who press meanwhile need the same database."""
    one = Publisher(BOT)

    await one.catch_up()
    await one.settled()

    assert (messages.told, messages.most) == (TABLES, AT_ONCE)


async def test_catching_up_begins_anew_and_not_twice(messages: type[SlowMessages]):
    """Where the database let us down after it had begun, it is done again, by no more at a time than before."""
    one, messages.door = Publisher(BOT), asyncio.Event()

    await one.catch_up()
    async with asyncio.timeout(COMES):
        while messages.now < AT_ONCE:  # noqa: ASYNC110 - nobody tells how many have begun
            await asyncio.sleep(0)
    await one.catch_up()
    messages.door.set()
    await one.settled()

    assert (messages.told, messages.most) == (TABLES, AT_ONCE)


async def test_after_the_end_nothing_is_told(messages: type[SlowMessages], monkeypatch: pytest.MonkeyPatch):
    """Neither what was to be caught up with, nor whatever still happens: another process tells it."""
    monkeypatch.setattr(publisher, "LAST_WORDS", 0.005)
    monkeypatch.setattr(messages, "takes", 600)
    one = Publisher(BOT)
    await one.catch_up()

    await one.close()
    await asyncio.sleep(0.05)

    assert messages.told == 0
    assert all(one.table_messages(number).ended for number in (0, TABLES))
