"""Killed while a table goes on in another channel: it is there once, called once, and nothing is left behind."""

import random
from pathlib import Path

import pytest

from engine.game import Setup
from tests.bot.driver import Driver
from tests.bot.person import Person
from tests.bot.seen import SeenMessage
from tests.bot.servers import local_discord
from tests.bot.settling import nothing_waits
from tests.bot.tabletop import BARE, CHANNEL, DRAFT, kill_in, letters, own_process
from tests.bot.whole.test_killed_requests import CLUB, MOST_LIVES, one_life, stored


def boards(person: Person, place: str) -> list[SeenMessage]:
    """The boards in a channel."""
    shown = person.messages(place) if place in person.channels else []
    return [one for one in shown if any(b.get("custom_id", "").startswith("b:") for b in one.buttons)]


@pytest.mark.slow
@pytest.mark.parametrize("way", ["reopen", "move"])
async def test_a_table_that_goes_on_elsewhere_survives_kills_at_any_moment(database: Path, way: str):
    """Its channel was deleted and a player opens it again, or its host moves it, while the bot is killed."""
    dice = random.Random(way)
    async with local_discord(database=database.with_name("channels.db")) as server:
        club = str(server.world.new_channel(CLUB)["id"])
        people = [await Person.join(server.url, place) for place in (1, 2, 3)]
        driver = Driver(people, Setup("18Mag", ("a", "b", "c"), (), 5))
        async with own_process(server, database, **BARE):
            await driver.open(5)
            (seat,) = driver.game.pos.awaited
            await driver.sitting[seat].command(CHANNEL, "do", move=DRAFT[0])
            await nothing_waits(database)
        old = people[0].channel_id(CHANNEL)
        if way == "reopen":
            server.world.drop_channel(server.world.channel(old))

        async def go_on_elsewhere() -> None:
            if way == "reopen":
                await people[1].command(club, "game reopen", game=1)
            else:
                await people[0].command(old, "game move", channel=club)
            await people[0].until(lambda: boards(people[0], club))

        for life in range(MOST_LIVES):
            if str((await stored(database)).channel_id) == club:
                break
            patient = life % 2 == 1
            for person in people:
                person.patience = 20.0 if patient else 1.0
            async with own_process(server, database, **BARE) as process:
                if not patient:
                    kill_in(dice.uniform(0.01, 0.6), process)
                await one_life(process, go_on_elsewhere())
        async with own_process(server, database, **BARE):
            await people[0].until(lambda: boards(people[0], club), 30)
            await nothing_waits(database)
        table, shown = await stored(database), people[0].messages(club)
        told = [len([one for one in letters(person) if "goes on here" in one.text]) for person in people]
        server.errors.clear()  # what stood in a channel that is gone cannot be changed
        for person in people:
            await person.close()

    by = 1 if way == "reopen" else 0
    assert str(table.channel_id) == club
    assert not table.settings.paused
    assert len(table.moves) == 1
    assert len(boards(people[0], club)) == 1
    assert boards(people[0], old) == []
    assert len([one for one in shown if "table" in one.content and people[2].mention in one.content]) == 1
    assert told == [0 if place == by else 1 for place in range(3)]
