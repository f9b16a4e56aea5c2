"""Whole games on a line like the real one: 200 ms with jitter on every request, answer and event."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from assets import sentences
from bot.local.latency import Latency
from engine.records.files import Recording
from tests.bot.driver import Driver, Line
from tests.bot.person import Person
from tests.bot.servers import local_discord
from tests.bot.tabletop import CHANNEL, announces, own_process
from tests.bot.whole_games import begun, lines_of, seated, self_played

LINE = Latency(0.2, jitter=0.5)
PART = 30
"""How many moves are played where a whole game would take too long."""
GAMES = {
    "18Mag": ("--players", "3", "--style", "random", "--seed", "5"),
    "18CZ": ("--players", "3", "--style", "thrifty", "--seed", "1"),
    "1844": ("--players", "3", "--style", "thrifty", "--seed", "3"),
}


def calls(driver: Driver, person: Person) -> list[str]:
    """The standing messages that call a person."""
    shown = [one for one in person.messages(CHANNEL) if not one.ephemeral]
    return [one.text for one in shown if person.mention in one.text and not announces(one)]


async def play_and_look(driver: Driver, lines: Sequence[Line]) -> None:
    """Play a game move by move; after each the board shows it, and those who are next have one call each.

    It rings once; whoever asks somebody again who has not acted since does so without ringing.
    """
    await asyncio.sleep(2)  # the first call is out, or will not come
    rung = {person: len(person.notifications) for person in driver.people}
    resting = set[tuple[Person, Person]]()
    for line in lines:
        if not driver.goes_on:
            mover, before = driver.sitting[driver.names[line[0]]], awaited(driver)
        await driver.play([line])
        if driver.goes_on:
            continue
        await driver.people[0].until(lambda: shows_position(driver), 60)
        resting = {bell for bell in resting if bell[1] is not mover}
        for person in awaited(driver) - before - {mover}:
            rung[person] += (mover, person) not in resting
            try:
                await person.until(lambda person=person: is_called(driver, person, rung[person]), 30)
            except TimeoutError:
                more = len(person.notifications) - rung[person]
                pytest.fail(
                    f"move {driver.rev}, {line}: {more:+} rings of {person.name}, {calls(driver, person)}"
                )
            resting.add((mover, person))


def shows_position(driver: Driver) -> bool:
    """Tell whether the board shows the newest move, or how the game ended."""
    if not driver.game.state.over:
        return driver.shows_move(driver.rev)
    seed = sentences.say("board.seed", seed=str(driver.game.setup.seed))
    return any(seed in one.text for one in driver.people[0].messages(CHANNEL))


def awaited(driver: Driver) -> set[Person]:
    """The people whose decision is awaited."""
    return {driver.sitting[seat] for seat in driver.game.pos.awaited if seat in driver.sitting}


def is_called(driver: Driver, person: Person, rings: int) -> bool:
    """Tell whether one call of a person stands, and rang so often by now."""
    return len(calls(driver, person)) == 1 and len(person.notifications) == rings


async def told(database: Path, record: Recording) -> Driver:
    """Play a record at a table of a bot of its own, and see that Discord has refused nothing."""
    async with (
        local_discord(database=database.with_name("channels.db"), latency=LINE) as server,
        seated(server, record) as driver,
        own_process(server, database, STATIONMASTER_PICTURE_EVERY="10"),
    ):
        await driver.open(record.setup.seed)
        await play_and_look(driver, lines_of(record))
        assert server.errors == []
    return driver


@pytest.mark.slow
@pytest.mark.parametrize("title", GAMES)
async def test_the_beginning_of_a_game_on_a_slow_line(database: Path, title: str):
    """The first moves of each title: each is told, shown, and calls the right player once."""
    record = begun(title, 3, "random", 5, lambda done: len(done) >= PART)

    assert (await told(database, record)).rev == PART


@pytest.mark.long
@pytest.mark.parametrize("title", GAMES)
async def test_a_whole_game_on_a_slow_line_calls_the_right_player_once(
    tmp_path: Path, database: Path, title: str
):
    """Every move is told, every board is right, and each turn calls its player exactly once."""
    record = self_played(tmp_path, title, *GAMES[title])

    assert (await told(database, record)).game.state.over
