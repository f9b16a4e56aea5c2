"""Killed while a record is taken over and goes on: its border is there once, before and after an undo behind it."""

import os
import random
from pathlib import Path

import pytest

from bot.storage import Storage
from bot.tables.service import Service
from bot.tables.table import StartedTable, Table
from engine import notation
from engine.records import open_recording, own
from engine.records.files import Recording
from tests.bot.person import Person
from tests.bot.servers import local_discord
from tests.bot.settling import nothing_waits
from tests.bot.tabletop import BARE, CHANNEL, address_of, kill_in, own_process
from tests.bot.whole.test_killed_requests import MOST_LIVES, agree, is_due_to_kills, one_life, questions
from tests.crash.comparing import cards

CASE = Path(os.environ.get("CASES_DIR", "nowhere")) / "18cz-running-own.json"
BACK = 4
"""How many moves of the record are taken back."""
GO_ON = "go_on printed"


async def stored(database: Path, *, verified: bool = False) -> Table | None:
    """The table as it is stored, once there is one; if wished, by its own fingerprints."""
    async with Storage.open(address_of(database), patience=30) as storage:
        rows = await storage.games.in_state("lobby", "running")
        assert len(rows) <= 1
        service = Service(storage)
        found = await service.tables.find(rows[0].id) if rows else None
        assert not verified or await service.history.verify(1)
        await service.settled()
    return found


def texts(table: Table | None) -> list[str]:
    """The moves in force."""
    return [move.text for move in table.moves] if table is not None else []


async def take_over(people: list[Person], recording: Recording, table: Table | None) -> None:
    """Import the record, let everybody sit down and begin."""
    if table is None:
        raw = own.dump(recording.setup, recording.actions()).encode()
        await people[0].command(CHANNEL, "game import", file=await people[0].upload("game.json", raw))
    for person, player in zip(people, recording.setup.players, strict=True):
        await person.command(CHANNEL, "game join", seat=player)
    await people[0].command(CHANNEL, "game start")


async def play(people: list[Person], table: StartedTable) -> None:
    """Play what is first on offer."""
    action = next(iter(table.game.choices))
    seat = table.seat(action.actor)
    assert seat is not None
    mover = next(one for one in people if int(one.id) == seat.user_id)
    await mover.command(CHANNEL, "do", move=notation.write(action))


async def take_back(people: list[Person], to: int) -> None:
    """Ask to go back behind the border, and agree."""
    if not questions(people[0], "u:"):
        plan = (await people[0].command(CHANNEL, "undo", to=to)).message
        await people[0].press(plan, next(one for one in plan.labels if one.startswith("Ask ")))
        await people[0].until(lambda: questions(people[0], "u:"))
    await agree(people[1:], "u:")


@pytest.mark.slow
@pytest.mark.skipif(not CASE.is_file(), reason="needs a recorded game")
async def test_a_record_that_goes_on_survives_kills_at_any_moment(database: Path):
    """Imported, joined, begun, played on and taken back behind its border while the bot is killed."""
    recording, dice = open_recording(CASE), random.Random(1)
    end = len(list(recording.actions()))
    async with local_discord(database=database.with_name("channels.db")) as server:
        people = [await Person.join(server.url, place + 1) for place in range(len(recording.setup.players))]

        async def go_on(table: Table | None) -> None:
            if table is None or table.state == "lobby":
                await take_over(people, recording, table)
            elif len(table.moves) == end + 1:
                await play(people, table.started())
            else:
                await take_back(people, end - BACK + 1)

        for life in range(MOST_LIVES):
            table = await stored(database)
            if len(texts(table)) == end - BACK + 1:
                break
            patient = life % 2 == 1
            for person in people:
                person.patience = 20.0 if patient else 1.0
            async with own_process(server, database, **BARE) as process:
                if not patient:
                    kill_in(dice.uniform(0.01, 1.0), process)
                await one_life(process, go_on(table))
        async with own_process(server, database, **BARE):
            await people[0].until(lambda: not questions(people[0], "u:"), 30)
            await nothing_waits(database)
        table = await stored(database, verified=True)
        boards = cards([one for one in people[0].messages(CHANNEL) if not one.ephemeral])
        for person in people:
            await person.close()

    assert len(texts(table)) == end - BACK + 1
    assert texts(table).count(GO_ON) == texts(table)[-BACK:].count(GO_ON) == 1
    assert len(boards) == 1
    assert [one for one in server.errors if not is_due_to_kills(one)] == []
