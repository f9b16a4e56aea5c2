"""The driver that plays games through the bot: it keeps step with a table, whatever that does by itself."""

import pytest

from engine import notation
from engine.forced import forced
from engine.game import Game
from engine.opponents import STYLES
from tests.bot.driver import Driver
from tests.bot.tabletop import CHANNEL, Table

SEED, FORCED = 7, 2


async def keep_step(tabletop: Table, driver: Driver) -> set[str]:
    """Play by the driver past some steps with one answer, and return what decided those at the table."""
    house, passed = STYLES["house"](SEED), list[int]()
    while len(passed) < FORCED or forced(driver.game):
        if forced(driver.game):
            passed.append(driver.rev)
        action = house.choose(driver.game)
        await driver.skip(tabletop.bot.service, [(action.actor, notation.write(action))])
    table = (await tabletop.bot.service.tables.find(1)).started()
    assert (table.rev, table.game.state) == (driver.rev, driver.game.state)
    return {table.moves[ply].decided_by for ply in passed}


@pytest.mark.parametrize(("ask", "decided"), [("choices", "forced"), ("everything", "")])
async def test_the_driver_leaves_to_a_table_what_it_does_by_itself_and_no_more(
    tabletop: Table, ask: str, decided: str
):
    """A step with one answer the table takes alone, unless its players want to press everything."""
    people = await tabletop.seat(2)
    driver = Driver(people, Game.start("18CZ", ("s1", "s2"), seed=SEED).setup)
    await driver.open(SEED)
    await people[0].command(CHANNEL, "table ask", ask=ask)
    assert await keep_step(tabletop, driver) == {decided}
