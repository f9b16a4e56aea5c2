"""Killed at any moment: every acknowledged move is there, none twice; lines and calls come once.

``KILLS=500`` makes this the long test.
"""

import asyncio
import os
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from bot.storage import Storage
from engine import notation
from engine.actions import Action
from engine.game import Setup
from tests.bot.driver import Driver
from tests.bot.person import Person
from tests.bot.servers import local_discord
from tests.bot.settling import nothing_waits
from tests.bot.tabletop import BARE, CHANNEL, address_of, kill_in, own_process

KILLS = int(os.environ.get("KILLS", "6"))
IMPATIENT = 0.4


async def stored(database: Path) -> list[tuple[str, str]]:
    """What is on disk, as seats and moves."""
    async with Storage.open(address_of(database)) as storage:
        return [(row.seat, row.text) for row in await storage.actions.in_force(1)]


def go_on(driver: Driver, action: Action, turns: Counter[str]) -> None:
    """Follow the game, and count how often it became anybody's turn after somebody else's."""
    before = driver.game.pos.awaited
    driver.game = driver.game.play(action)
    driver.rev += 1
    turns.update(driver.sitting[seat].name for seat in driver.game.pos.awaited if seat not in before)


async def type_until_killed(
    driver: Driver, process: asyncio.subprocess.Process, dice: random.Random, turns: Counter[str]
) -> None:
    """Type random legal moves until the bot stops answering; the driver counts those that were acknowledged."""
    kill_in(dice.uniform(0.01, 0.6), process)
    while not driver.game.state.over and await typed(driver, dice, turns, IMPATIENT):
        pass


async def typed(driver: Driver, dice: random.Random, turns: Counter[str], patience: float) -> bool:
    """Type a random legal move; tell whether it was acknowledged in time."""
    action = next(iter(dice.choice(driver.game.choices.offers)))
    person = driver.sitting[action.actor]
    person.patience = patience
    try:
        reply = await person.command(CHANNEL, "do", move=notation.write(action))
    except TimeoutError:
        return False
    if not (reply.messages and reply.text.startswith("✓")):
        return False
    go_on(driver, action, turns)
    return True


def standing(person: Person) -> list[str]:
    """Whom the calls in the channel call."""
    return [name for one in person.messages() for name in re.findall(r"^<@(\d+)> 18Mag", one.text)]


@pytest.mark.slow
async def test_kills_at_any_moment_lose_nothing(database: Path):
    """What was acknowledged is stored; at most the move in flight besides; nothing is told, nobody called twice."""
    dice, turns = random.Random(18), Counter[str]()
    async with local_discord(database=database.with_name("channels.db")) as server:
        people = [await Person.join(server.url, place) for place in (1, 2, 3)]
        driver = Driver(people, Setup("18Mag", ("a", "b", "c"), (), 5))
        async with own_process(server, database, **BARE):
            await driver.open(5)
            turns.update(driver.sitting[seat].name for seat in driver.game.pos.awaited)
            assert await typed(driver, dice, turns, 20)  # a busy machine may let the others live too shortly
        for _ in range(KILLS):
            async with own_process(server, database, **BARE) as process:
                await type_until_killed(driver, process, dice, turns)
                await process.wait()
            lines = await stored(database)
            assert driver.rev <= len(lines) <= driver.rev + 1
            for seat, text in lines[driver.rev :]:
                go_on(driver, driver.game.read(text, seat), turns)
        async with own_process(server, database, **BARE):
            await people[0].until(
                lambda: any(f"Move {driver.rev}" in one.text for one in people[0].messages()), 20
            )
            ((awaited,), last) = (driver.game.pos.awaited, (await stored(database))[-1][0])
            if awaited != last:
                await people[0].until(lambda: standing(people[0]), 20)
            await nothing_waits(database)
        calls = standing(people[0])
        shown = [line for one in people[0].messages() for line in one.text.splitlines()]
        for person in people:
            await person.close()

    for person in people:  # everybody was called to the beginning, the host when the table was full
        assert len(person.notifications) <= turns[person.name] + 1 + (person is people[0])
    assert calls == [driver.sitting[awaited].id] or (calls == [] and awaited == last)
    told = [line for line in shown if re.match(r"\w+ drafts (#|\d+%)", line)]
    assert driver.rev > 0
    assert sorted(told) == sorted(set(told))
    assert len(told) == min(driver.rev, 18), shown
    # killed between the removal of a message and the note of it, it is removed once more
    errors = [one for one in server.errors if not (one.startswith("404 DELETE") and "Unknown Message" in one)]
    assert errors == []
