"""Killed while the web is told of calls: each call that stands in the channel is told, under one id."""

import json
import random
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.local.ids import GUILD
from bot.storage import Storage
from bot.storage.schema import hook_posts
from engine.game import Setup
from engine.notation import write
from tests.bot.driver import Driver
from tests.bot.hooks.receiver import Receiver, receiver
from tests.bot.person import Person
from tests.bot.servers import local_discord
from tests.bot.settling import nothing_waits
from tests.bot.tabletop import BARE, CHANNEL, address_of, kill_in, own_process
from tests.bot.whole.test_killed_requests import one_life, stored

KILLS = 6
HOOKED = {**BARE, "STATIONMASTER_HOOKS": "any"}


async def due_again(database: Path) -> None:
    """Let whatever a process that was killed had claimed be due: that would take two minutes."""
    opened = Storage.open(address_of(database), patience=30)
    async with opened as storage, storage.database.writing() as connection:
        await connection.execute(update(hook_posts).values(due_at=storage.now()))


async def nothing_is_untold(database: Path) -> bool:
    """Whether every call has been taken."""
    async with Storage.open(address_of(database), patience=30) as storage:
        return not await storage.hooks.due(datetime.max.replace(tzinfo=storage.now().tzinfo))


def told(there: Receiver) -> dict[str, set[str]]:
    """The ids under which calls were told, by the address of their message."""
    found: dict[str, set[str]] = {}
    for headers, text in there.came:
        body = json.loads(text)
        if body["type"] == "table.call":
            found.setdefault(body["data"]["link"], set()).add(headers["webhook-id"])
    return found


@pytest.mark.slow
async def test_no_call_is_lost_for_the_web_though_the_bot_is_killed(database: Path):
    """Killed at any moment of a move: whatever has rung was told, nothing under two ids, nothing that never rang."""
    dice = random.Random(5)
    async with local_discord(database=database.with_name("channels.db")) as server, receiver() as there:
        people = [await Person.join(server.url, place) for place in (1, 2, 3)]
        driver = Driver(people, Setup("18Mag", ("a", "b", "c"), (), 5))
        async with own_process(server, database, **HOOKED):
            await driver.open(5)
            host = driver.sitting[next(seat for seat, one in driver.sitting.items() if one is people[0])]
            answer = await host.command(CHANNEL, "table hook", address=there.url)
            assert "127.0.0.1" in answer.text
            await nothing_waits(database)
        before = [len(person.notifications) for person in people]

        async def play() -> None:
            while True:
                table = await stored(database)
                seat = table.game.pos.awaited[0]
                line = write(table.game.choices.offers[0].action)
                await driver.sitting[seat].command(CHANNEL, "do", move=line)

        for _ in range(KILLS):
            for person in people:
                person.patience = 1.0
            async with own_process(server, database, **HOOKED) as process:
                kill_in(dice.uniform(0.5, 3.0), process)
                await one_life(process, play())
        await due_again(database)
        async with own_process(server, database, **HOOKED):
            await nothing_waits(database)
            await people[0].until(lambda: True)
            for _ in range(200):
                if await nothing_is_untold(database):
                    break
                await people[0].command(CHANNEL, "table card")
        here = people[0].channel_id(CHANNEL)
        rang = {
            f"https://discord.com/channels/{GUILD}/{ping.channel}/{ping.message}"
            for person, count in zip(people, before, strict=True)
            for ping in person.notifications[count:]
            if ping.channel == here
        }
        moves = len((await stored(database)).moves)
        for person in people:
            await person.close()

    assert moves > KILLS
    assert await nothing_is_untold(database)
    assert len(rang) >= 2
    assert rang <= told(there).keys()
    assert all(len(ids) == 1 for ids in told(there).values())
