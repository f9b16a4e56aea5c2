"""Killed while others are asked to agree: nothing is lost, done twice or left open, whatever was asked."""

import random
from asyncio import sleep
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.storage import Storage
from bot.tables.service import Service
from bot.tables.table import StartedTable
from engine.game import Setup
from tests.bot.driver import Driver
from tests.bot.local.moderator import leave
from tests.bot.person import Person, PersonRefused
from tests.bot.seen import SeenMessage
from tests.bot.servers import local_discord
from tests.bot.settling import nothing_waits
from tests.bot.tabletop import BARE, CHANNEL, DRAFT, address_of, kill_in, own_process

MOST_LIVES = 12
CLUB, HOST = "club", "Alder"
HOUR = timedelta(hours=1)
Asking = Callable[[Person, Person, Person], Awaitable[object]]


async def ask_undo(asker: Person, _other: Person, _new: Person) -> None:
    """Ask to take back the first move and what followed it."""
    plan = (await asker.command(CHANNEL, "undo", to=1)).message
    await asker.press(plan, next(one for one in plan.labels if one.startswith("Ask ")))


async def ask_to_move(asker: Person, other: Person, _new: Person) -> None:
    """Ask that the table goes on in another channel, as somebody who is not its host."""
    player = other if asker.name == HOST else asker
    await player.command(CHANNEL, "game move", channel=player.channel_id(CLUB))


async def ask_redo(asker: Person, _other: Person, _new: Person) -> None:
    """Ask to play again what was taken back."""
    plan = (await asker.command(CHANNEL, "redo")).message
    await asker.press(plan, next(one for one in plan.labels if one.startswith("Ask ")))


async def wait_for_the_clock(*_: Person) -> None:
    """Nobody asks: the bot asks the host once somebody's time is up."""


async def taken_back(people: list[Person], _database: Path) -> None:
    """Take all moves back, as everybody agrees."""
    asker, *others = people
    await ask_undo(asker, *others[:2])
    await asker.until(lambda: questions(asker, "u:"))
    await agree(others, "u:")
    await asker.until(lambda: not questions(asker, "u:"))


async def with_a_clock(people: list[Person], _database: Path) -> None:
    """Give each decision an hour; the host is asked at zero."""
    host = next(one for one in people if one.name == HOST)
    await host.command(CHANNEL, "table clock", kind="each", time="1h", zero="host")


async def two_hours_spent(database: Path) -> None:
    """Let whoever is awaited have spent two hours."""
    async with Storage.open(address_of(database), patience=30) as storage:
        service = Service(storage)
        async with service.tables.locked(1) as loaded:
            times = loaded.table.settings.clock_times
            long = {seat: replace(one, time=2 * HOUR) for seat, one in times.items()}
            await service.tables.change_settings(loaded, clock_times=long)
        await service.settled()


async def as_it_is(_: Path) -> None:
    """Leave what is stored as it is."""


@dataclass(frozen=True)
class Kind:
    """How something is asked, the ids of its buttons, when it is done, and what must have happened before."""

    ask: Asking
    ids: str
    is_done: Callable[[StartedTable, Person], bool]
    before: Callable[[list[Person], Path], Awaitable[object]] = lambda *_: sleep(0)
    stored: Callable[[Path], Awaitable[object]] = as_it_is
    answer: str = "Agree"
    leaves: bool = False
    """Whether the other player has left the server before."""


KINDS = {
    "undo": Kind(ask_undo, "u:", lambda table, _: not table.moves),
    "redo": Kind(ask_redo, "u:", lambda table, _: len(table.moves) == 3, taken_back),
    "stop": Kind(
        lambda asker, *_: asker.command(CHANNEL, "game stop"),
        "v:",
        lambda table, _: table.state == "finished",
    ),
    "seat": Kind(
        lambda asker, other, new: asker.command(CHANNEL, "game replace", seat=other.name, by=new.id),
        "v:",
        lambda table, new: table.seat_of(int(new.id)) is not None,
    ),
    "stand": Kind(
        lambda asker, _other, new: asker.command(CHANNEL, "game substitute", by=new.id),
        "v:",
        lambda table, new: [one.user for one in table.deputies.values()] == [int(new.id)],
    ),
    "out": Kind(
        lambda asker, other, _: asker.command(CHANNEL, "game voteout", seat=other.name),
        "v:",
        lambda table, _: any(seat.is_house for seat in table.seats),
        leaves=True,
    ),
    "move": Kind(ask_to_move, "v:", lambda table, new: str(table.channel_id) == new.channel_id(CLUB)),
    "clock": Kind(
        wait_for_the_clock,
        "c:",
        lambda table, _: len(table.moves) == 4,
        with_a_clock,
        two_hours_spent,
        "The house plays this turn",
    ),
}


async def stored(database: Path) -> StartedTable:
    """The table as it is stored."""
    async with Storage.open(address_of(database), patience=30) as storage:
        service = Service(storage)
        table = await service.tables.find(1)
        await service.settled()
    return table.started()


def questions(person: Person, ids: str) -> list[SeenMessage]:
    """The messages of requests in the channel."""
    return [
        one
        for one in person.messages(CHANNEL)
        if not one.ephemeral and any(button.get("custom_id", "").startswith(ids) for button in one.buttons)
    ]


async def agree(people: list[Person], ids: str, answer: str = "Agree") -> None:
    """Let everybody agree who may."""
    for person in people:
        for one in questions(person, ids)[-1:]:
            await person.press(one, answer)


async def one_life(process: Any, work: Awaitable[None]) -> str:
    """Do some work until the bot is killed, or no longer answers; return what ended it."""
    ended = "done"
    try:
        await work  # until nobody answers any more, or a message has gone meanwhile
    except (TimeoutError, PersonRefused, AssertionError, StopIteration, RuntimeError) as error:
        ended = f"{error!r:.300}"
    if process.returncode is None:
        process.kill()
    await process.wait()
    return ended


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
async def test_a_request_survives_kills_at_any_moment(database: Path, kind: str):
    """Asked and agreed to while the bot is killed: there is one question at most, and once all agree it is done."""
    tried, dice = KINDS[kind], random.Random(kind)
    ids = tried.ids
    async with local_discord(database=database.with_name("channels.db")) as server:
        server.world.new_channel(CLUB)
        people = [await Person.join(server.url, place) for place in (1, 2, 3, 4)]
        driver = Driver(people[:3], Setup("18Mag", ("a", "b", "c"), (), 5))
        async with own_process(server, database, **BARE):
            await driver.open(5)
            for move in DRAFT[:3]:
                (seat,) = driver.game.pos.awaited
                await driver.sitting[seat].command(CHANNEL, "do", move=move)
                driver.game = driver.game.play(driver.game.read(move, seat))
            asker, other, third = (driver.sitting[seat] for seat in ("s1", "s2", "s3"))
            await tried.before([asker, other, third], database)
            await nothing_waits(database)
        await tried.stored(database)
        new, voters = people[3], [people[3], other, third, asker]
        if tried.leaves:
            leave(server.world, other.id)
            voters = [third, asker]

        async def ask_and_agree() -> None:
            if not questions(asker, ids):
                await tried.ask(asker, other, new)
            asked = await asker.until(lambda: questions(asker, ids), asker.patience)
            await agree(voters, ids, tried.answer)
            await asker.until(lambda: questions(asker, ids) != asked, asker.patience)  # it may be an old one

        lives: list[str] = []
        for life in range(MOST_LIVES):
            if tried.is_done(await stored(database), new):
                break
            patient = life % 2 == 1
            for person in people:
                person.patience = 20.0 if patient else 1.0
            async with own_process(server, database, **BARE) as process:
                if not patient:
                    kill_in(dice.uniform(0.01, 1.0), process)
                lives.append(await one_life(process, ask_and_agree()))
        async with own_process(server, database, **BARE):
            await asker.until(lambda: not questions(asker, ids), 30)
            await nothing_waits(database)
        table = await stored(database)
        shown = [one.text for one in people[0].messages(CHANNEL)]
        for person in people:
            await person.close()

    assert tried.is_done(table, new), lives
    assert not table.requests
    assert len([text for text in shown if "takes over from" in text]) == (kind == "seat")
    assert len(table.seats) == 3
    wrong = [one for one in server.errors if not is_due_to_kills(one)]
    assert [one for one in wrong if not (tried.leaves and one.endswith(": Unknown Member"))] == []


def is_due_to_kills(error: str) -> bool:
    """Whether a message was removed once more by a successor, or an answer came too late or to what had gone.

    Where its receipt is lost the bot asks for the answer, which may have gone with what was pressed.
    """
    asked = error.startswith("404 GET ") and "/messages/@original: " in error
    return asked or error.startswith("404 DELETE ") or "/callback: " in error
