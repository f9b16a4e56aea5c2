"""Whole games on a line like the real one: 200 ms with jitter on every request, answer and event."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.local.faults import Latency
from bot.local.person import Person
from engine.records.files import Recording
from tests.bot.driver import Driver, Line
from tests.bot.servers import local_discord
from tests.bot.tabletop import CHANNEL, own_process
from tests.bot.whole import begun, lines_of, seated, self_played

LINE = Latency(0.2, jitter=0.5)
PART = 30
"""So many moves are played where a whole game would take too long."""
GAMES = {
    "18Mag": ("--players", "3", "--style", "random", "--seed", "5"),
    "18CZ": ("--players", "3", "--style", "thrifty", "--seed", "1"),
    "1844": ("--players", "3", "--style", "thrifty", "--seed", "3"),
}


def calls(driver: Driver, person: Person) -> list[str]:
    """The standing messages that call a person."""
    shown = [one for one in driver.people[0].messages(CHANNEL) if not one.ephemeral]
    return [one.text for one in shown if person.mention in one.text]


async def play_and_look(driver: Driver, lines: Sequence[Line]) -> None:
    """Play a game move by move; after each the board shows it, and those who are next have one call each."""
    rung = {person: len(person.notifications) for person in driver.people}
    for line in lines:
        mover = driver.sitting.get(driver.names.get(line[0], line[0]))
        await driver.play([line])
        if mover is None:
            continue
        number = driver.rev
        await driver.people[0].until(lambda number=number: driver.shows_move(number), 60)
        rung[mover] = len(mover.notifications)
        awaited = {driver.sitting[seat] for seat in driver.game.pos.awaited} - {mover}
        for person in awaited:
            await driver.people[0].until(lambda person=person: is_called(driver, person, rung[person]), 30)
            assert len(person.notifications) - rung[person] == 1, (number, person.name)
        for person in set(driver.people) - awaited:  # who is asked again after a withdrawal is called again
            rung[person] = len(person.notifications)


def is_called(driver: Driver, person: Person, rung: int) -> bool:
    """Tell whether one call of a person stands, and rang since."""
    return len(calls(driver, person)) == 1 and len(person.notifications) > rung


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
