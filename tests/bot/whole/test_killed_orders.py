"""Killed while lists of orders are carried out in a draft: each acts once, its person hears of each act once."""

import asyncio
import random
from collections import Counter
from pathlib import Path

import pytest

from bot.storage import OrderRow, Storage
from engine.game import Setup
from engine.notation import write
from tests.bot.driver import Driver
from tests.bot.person import Person
from tests.bot.servers import local_discord
from tests.bot.settling import nothing_waits
from tests.bot.tabletop import BARE, CHANNEL, address_of, kill_in, letters, own_process
from tests.bot.whole.test_killed_requests import one_life, stored

KILLS, TURNS = 8, 12
DRAFT = "Draft "
PROMPT = {**BARE, "STATIONMASTER_ORDER_DELAY": "0.4"}
"""With orders that act soon."""


async def give(person: Person) -> None:
    """Order some of the lots that are left, one after the other."""
    page = await person.command(CHANNEL, "order")
    selects = page.message.selects
    options = [one for one in selects[0]["options"] if one["label"].startswith(DRAFT)] if selects else []
    if not options:  # the order stands already
        return
    page = await person.choose(page.message, page.message.selects[0]["custom_id"], options[-1]["value"])
    for _ in range(2):
        select = page.message.selects[0]
        page = await person.choose(page.message, select["custom_id"], select["options"][-1]["value"])
    await person.press(page.message, "Give this order")


async def has_order(database: Path, person: Person) -> bool:
    """Whether somebody has an order that stands."""
    async with Storage.open(address_of(database), patience=30) as storage:
        return bool(await storage.orders.standing(1, int(person.id)))


async def unheard(database: Path) -> list[OrderRow]:
    """The orders of which somebody must still hear that they have acted, or ended."""
    async with Storage.open(address_of(database), patience=30) as storage:
        return [*await storage.orders.untold(1), *await storage.orders.unheard(1)]


async def draft(driver: Driver, people: list[Person], database: Path) -> None:
    """Give two people orders whenever they have none, and let the third draft by hand."""
    for _ in range(TURNS):
        for person in people[:2]:
            if not await has_order(database, person):
                await give(person)
        table = await stored(database)
        if driver.sitting[table.game.pos.awaited[0]] is people[2]:
            lot = next(one for one in table.game.choices.offers if one.action.verb == "draft")
            await people[2].command(CHANNEL, "do", move=write(lot.action))
        await asyncio.sleep(0.2)


@pytest.mark.slow
async def test_no_order_acts_twice_or_unheard_though_the_bot_is_killed(database: Path):
    """Two people have lists of lots, the third drafts by hand; killed at any moment until the draft is over."""
    dice = random.Random(7)
    async with local_discord(database=database.with_name("channels.db")) as server:
        people = [await Person.join(server.url, place) for place in (1, 2, 3)]
        driver = Driver(people, Setup("18Mag", ("a", "b", "c"), (), 5))
        async with own_process(server, database, **PROMPT):
            await driver.open(5)
            await nothing_waits(database)

        for _ in range(KILLS):
            for person in people:
                person.patience = 1.0
            async with own_process(server, database, **PROMPT) as process:
                kill_in(dice.uniform(0.8, 3.5), process)
                await one_life(process, draft(driver, people, database))
        async with own_process(server, database, **PROMPT):
            await nothing_waits(database)
            async with asyncio.timeout(30):
                while await unheard(database):  # noqa: ASYNC110 - it is another process that tells
                    await asyncio.sleep(0.2)
        table = await stored(database)
        heard = {int(person.id): [one.text for one in letters(person)] for person in people}
        for person in people:
            await person.close()

    ordered = Counter(move.user_id for move in table.moves if move.decided_by == "order")
    drafted = [move.text for move in table.moves if move.text.startswith("draft ")]
    assert len(ordered) == 2
    assert len(drafted) == len(set(drafted))
    for user, acts in ordered.items():
        told = [text for text in heard[user] if "has acted" in text]
        assert len(told) == acts
        assert len(set(told)) == len(told)
