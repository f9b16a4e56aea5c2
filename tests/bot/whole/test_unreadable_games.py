"""Games that this version cannot set up: the other tables do not notice."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text

from bot.local.ids import GUILD
from tests.bot.settling import until
from tests.bot.tabletop import Table


def verified(tabletop: Table, *games: int) -> Callable[[], Any]:
    """Whether tables have been verified after the start."""

    async def look() -> bool:
        meta = tabletop.bot.storage.meta
        return all([await meta.read(f"proved:{game}") for game in games])

    return look


@pytest.mark.slow
@pytest.mark.parametrize("change", ["title = '1899'", "options = '[\"fast\"]'", "options = '7'"])
async def test_a_game_that_cannot_be_read_keeps_no_other_from_play(tabletop: Table, change: str):
    """A title or an option that this version does not know: the other tables rest, wake and are verified."""
    people = await tabletop.seat()
    world = tabletop.server.world
    other = str(world.new_channel("other")["id"])
    await tabletop.game()
    await people[0].until(lambda: other in people[0].channels)
    await people[0].command(other, "game new", title="18Mag", seats=3, seed=7)
    for person in people[1:]:
        await person.command(other, "game join")
    await people[0].command(other, "game start")
    await tabletop.settled()
    async with tabletop.bot.storage.database.writing() as connection:
        await connection.execute(text(f"UPDATE games SET {change} WHERE id = 1"))

    await tabletop.restart()
    await until(verified(tabletop, 2))
    world.kick(GUILD)
    await until(lambda: paused(tabletop, 2))
    world.invite(GUILD)
    await until(lambda: awake(tabletop, 2))
    tabletop.server.errors.clear()


async def paused(tabletop: Table, game: int) -> bool:
    """Tell whether a table rests."""
    return bool((await tabletop.bot.storage.games.find(game)).settings.get("paused"))


async def awake(tabletop: Table, game: int) -> bool:
    """Tell whether a table does not rest."""
    return not await paused(tabletop, game)
