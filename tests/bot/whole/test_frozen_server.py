"""A PostgreSQL server that stops answering in the middle of play: stopped, restarted, or taken over."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import postgres
from tests.bot.person import Person
from tests.bot.seen import Reply
from tests.bot.storage.notation import in_notation
from tests.bot.tabletop import CHANNEL, Table, table

pytestmark = pytest.mark.slow

LIMIT = 1.5
"""How many seconds a request may take here; 30 without these tests' impatience."""
MOVES = ("draft 13", "draft 5", "draft 1", "draft 2")


def processes(server: postgres.Server) -> list[int]:
    """The server and all that serve its connections."""
    (first, *_) = (server.folder / "data" / "postmaster.pid").read_text().splitlines()
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    return [int(first), *map(int, children)]


@contextmanager
def frozen(server: postgres.Server) -> Iterator[None]:
    """A server that takes connections and requests, and answers none of them."""
    stopped = processes(server)
    for one in stopped:
        os.kill(one, signal.SIGSTOP)
    try:
        yield
    finally:
        for one in stopped:
            os.kill(one, signal.SIGCONT)


@pytest.fixture
async def at_a_server(server: postgres.Server, unused_on_server: str) -> AsyncIterator[Table]:
    """A table whose games are kept on a server of PostgreSQL."""
    async with table(server.database(like=unused_on_server)) as made:
        yield made


async def stored(tabletop: Table) -> list[str]:
    return list(await in_notation(tabletop.bot.storage, 1))


async def play(tabletop: Table, line: str) -> str:
    """What whoever is in turn is told of a move they type."""
    return await typed(await tabletop.awaited(), line)


async def typed(person: Person, line: str) -> str:
    """What a person is told of a move they type."""
    return said(await person.command(CHANNEL, "do", move=line))


def said(reply: Reply) -> str:
    """All that a person was told in answer."""
    return "\n".join(message.text for message in reply.messages)


async def test_a_server_that_freezes_costs_no_move_and_no_restart(
    at_a_server: Table, server: postgres.Server
):
    """Whoever plays meanwhile is told so in time; what they were told is true once it answers again."""
    await at_a_server.game()
    at_a_server.bot.storage.database._limit = LIMIT
    await play(at_a_server, MOVES[0])
    await at_a_server.settled()
    person = await at_a_server.awaited()
    with frozen(server):
        async with asyncio.timeout(20):
            told = await typed(person, MOVES[1])
    assert "database" in told.lower()

    async with asyncio.timeout(60):
        while MOVES[1] not in await stored(at_a_server):
            await play(at_a_server, MOVES[1])
            await play(at_a_server, MOVES[2])
    await at_a_server.settled()

    assert await stored(at_a_server) == list(MOVES[:3])


async def test_a_server_that_is_started_anew_costs_no_move_and_no_restart(
    at_a_server: Table, server: postgres.Server
):
    """Its connections break in the middle; the next request makes new ones."""
    await at_a_server.game()
    await play(at_a_server, MOVES[0])
    await at_a_server.settled()
    person = await at_a_server.awaited()
    server.stop()
    told = await typed(person, MOVES[1])
    server.start()
    assert "database" in told.lower()

    await play(at_a_server, MOVES[1])
    await play(at_a_server, MOVES[2])
    await at_a_server.settled()

    assert await stored(at_a_server) == list(MOVES[:3])
