"""Killed at any moment: every acknowledged move is there, none twice, and the table is told all of it once.

``KILLS=500`` makes this the long test.
"""

import asyncio
import os
import random
import re
from pathlib import Path

from driver import Driver
from spec import observer
from tabletop import CHANNEL, address_of, own_process

from bot.local import LocalDiscord
from bot.local.person import Person
from bot.storage import Storage
from engine import notation
from engine.game import Setup

KILLS = int(os.environ.get("KILLS", "6"))
IMPATIENT = 0.4


async def stored(database: Path) -> list[tuple[str, str]]:
    """What is on disk, as seats and moves."""
    async with Storage.open(address_of(database)) as storage:
        return [(row.seat, row.text) for row in await storage.actions(1)]


async def type_until_killed(driver: Driver, process: asyncio.subprocess.Process, dice: random.Random) -> None:
    """Type random legal moves until the bot stops answering; the driver counts those that were acknowledged."""
    asyncio.get_running_loop().call_later(dice.uniform(0.01, 0.6), process.kill)
    while not driver.game.state.over:
        action = next(iter(dice.choice(driver.game.choices.offers)))
        person = driver.sitting[action.actor]
        person.patience = IMPATIENT
        try:
            reply = await person.command(CHANNEL, "do", move=notation.write(action))
        except TimeoutError:
            return
        if not (reply.messages and reply.text.startswith("Done")):
            return
        driver.game = driver.game.play(action)
        driver.rev += 1


async def test_kills_at_any_moment_lose_nothing(database: Path):
    """What was acknowledged is stored; at most the move in flight is stored besides; lines are told once."""
    dice = random.Random(18)
    async with LocalDiscord(database=database.with_name("channels.db")) as server:
        server.on_request.append(observer())
        people = [await Person.join(server.url, place) for place in (1, 2, 3)]
        driver = Driver(people, Setup("18Mag", ("a", "b", "c"), (), 5))
        async with own_process(server, database):
            await driver.open(5)
        for _ in range(KILLS):
            async with own_process(server, database) as process:
                await type_until_killed(driver, process, dice)
                await process.wait()
            lines = await stored(database)
            assert driver.rev <= len(lines) <= driver.rev + 1
            for seat, text in lines[driver.rev :]:
                driver.game = driver.game.play(driver.game.read(text, seat))
                driver.rev += 1
        async with own_process(server, database):
            await people[0].until(
                lambda: any(f"Move {driver.rev}" in one.text for one in people[0].messages()), 20
            )
        shown = [line for one in people[0].messages() if one.silent for line in one.text.splitlines()]
        for person in people:
            await person.close()

    told = [line for line in shown if re.match(r"\w+ takes (#|\d+%)", line)]
    assert driver.rev > 0
    assert sorted(told) == sorted(set(told))
    assert len(told) == min(driver.rev, 18), shown
    assert server.errors == []
