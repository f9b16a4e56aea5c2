"""Many tables at once: no second in which Discord is asked for more than it takes."""

import asyncio
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from aiolimiter import AsyncLimiter

from bot import request_rate
from tests.bot.servers import TriedDiscord, local_discord
from tests.bot.tabletop import Table, table

TABLES = 50
DRAFT = ("draft 13", "draft 5", "draft 2")
AT_DISCORD = {"requests_a_second": 45.0}


@pytest.mark.slow
async def test_requests_wait_for_each_other_before_discord_says_so(database: Path):
    """Seventy requests at once, each of another route: none of them is one too many."""
    async with local_discord(pace=1) as server, table(database, server=server, **AT_DISCORD) as tabletop:
        channels = [int(server.world.new_channel(f"room-{number}")["id"]) for number in range(70)]

        await asyncio.gather(*(tabletop.bot.http.get_channel(channel) for channel in channels))

    assert server.rates.met == []


def rooms(tabletop: Table, count: int) -> list[int]:
    """New channels."""
    return [int(tabletop.server.world.new_channel(f"room-{number}")["id"]) for number in range(count)]


async def opened(tabletop: Table, channel: int, seed: int) -> int:
    """Open, fill and start a table without any press, and return its number."""
    lobbies, (host, *others) = tabletop.bot.service.lobbies, tabletop.people
    made = await lobbies.create(channel, "18Mag", int(host.id), host.name, guild_id=None, seats=3, seed=seed)
    for person in others:
        await lobbies.join(made.game_id, int(person.id), person.name)
    await lobbies.start(made.game_id, int(host.id))
    return made.game_id


async def move(tabletop: Table, game_id: int) -> None:
    """Make the first move that is offered."""
    now = (await tabletop.bot.service.tables.find(game_id)).started()
    action = now.game.choices.offers[0].action
    await tabletop.bot.service.moves.act(game_id, None, now.awaited[0].user_id, action)


async def everywhere(do: Callable[..., Awaitable[object]], tabletop: Table, games: Sequence[int]) -> None:
    """Do something at every table at once, and wait until everybody has been told."""
    await asyncio.gather(*(do(tabletop, game) for game in games))
    async with asyncio.timeout(120):
        await tabletop.bot.publisher.settled()


def counted(server: TriedDiscord) -> tuple[Counter[str], int]:
    """How many requests of each kind there were, and how many in the busiest second."""
    came = server.log
    sent = [(at, one) for at, one in came if not one.path.startswith(("/interactions/", "/webhooks/"))]
    kinds = Counter(f"{one.method} {one.path.strip('0123456789/').rpartition('/')[2]}" for _, one in sent)
    return kinds, in_the_busiest_second([at for at, _ in sent])


def in_the_busiest_second(times: Sequence[float]) -> int:
    """How many of some moments lie within one second at most."""
    return max(sum(at <= other < at + 1 for other in times) for at in times)


@pytest.mark.slow
async def test_fifty_tables_at_once_stay_below_the_limits(
    database: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """All of them start, move and come back after a restart in the same moment, and each tells all of it.

    What leaves the bot is counted where it leaves: a machine that stands still in between lets it arrive at once.
    """
    left: list[float] = []

    class Noting(AsyncLimiter):
        async def acquire(self, amount: float = 1) -> None:
            await super().acquire(amount)
            left.append(asyncio.get_running_loop().time())

    monkeypatch.setattr(request_rate, "AsyncLimiter", Noting)
    async with local_discord(pace=1) as server, table(database, server=server, **AT_DISCORD) as tabletop:
        await tabletop.seat(3)
        channels = rooms(tabletop, TABLES)
        games = await asyncio.gather(*(opened(tabletop, channel, 7) for channel in channels))
        await everywhere(move, tabletop, games)
        await everywhere(move, tabletop, games)
        tabletop.bot.service.changes.watchers.clear()
        await everywhere(move, tabletop, games)
        await tabletop.restart(**AT_DISCORD)
        await tabletop.settled()
        shown = [
            any("Move 3" in one.text for one in tabletop.people[0].messages(str(room))) for room in channels
        ]
        kinds, busiest = counted(server)
        with capsys.disabled():
            said = f"{TABLES} tables: {dict(kinds)}; {busiest} in the busiest second; 429: {server.rates.met}"
            sys.stdout.write(f"\n{said}\n")

    assert all(shown)
    assert in_the_busiest_second(left) <= AT_DISCORD["requests_a_second"] + 1
    assert len(left) >= kinds.total()
    assert busiest >= 50 or server.rates.met == []
    assert not [one for one, after in pairwise(server.rates.met) if one == after]
