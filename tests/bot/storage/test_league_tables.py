"""Tables of a league: who is seated waits no longer, all at once or not at all."""

import asyncio

import pytest

from bot.errors.storage import ChannelTaken
from bot.storage import GameRow, NewGame, Storage
from bot.storage.league import switch_of
from tests.bot.storage.conftest import ANN, BOB, CY

GUILD, TITLE = 5, "18Mag"


def table(channel: int, host: int = ANN) -> NewGame:
    """A lobby for two."""
    return NewGame(channel, TITLE, seed=1, places=2, host_user_id=host, guild_id=GUILD)


async def signed_up(storage: Storage) -> None:
    """Let three people wait, and one of them for another title, too."""
    for user_id, name in ((ANN, "Ann"), (BOB, "Bob"), (CY, "Cy")):
        await storage.league.sign_up(GUILD, TITLE, user_id, name)
    await storage.league.sign_up(GUILD, "1844", ANN, "Ann")


async def test_of_many_tables_at_once_one_seats_a_person(storage: Storage):
    """Whatever two lists have in common: the database decides, and nobody waits and sits."""
    await signed_up(storage)
    lists = [{ANN: "Ann", BOB: "Bob"}, {BOB: "Bob", CY: "Cy"}, {CY: "Cy", ANN: "Ann"}]
    opened = await asyncio.gather(
        *(
            storage.league.seat(table(900 + at, next(iter(people))), people, {"league": True})
            for at, people in enumerate(lists * 3)
        )
    )
    made = [one for one in opened if one is not None]
    seats = [(one.user_id, one.name) for one in await storage.seats.of_game(made[0].id)]
    waiting = [one.user_id for one in await storage.league.waiting(GUILD, TITLE)]

    assert len(made) == 1
    assert len(seats) == 2
    assert sorted([*waiting, *(user for user, _ in seats)]) == [ANN, BOB, CY]
    assert made[0].settings == {"league": True}
    assert [one.id for one in await storage.games.in_state("lobby")] == [made[0].id]
    assert [one.user_id for one in await storage.league.waiting(GUILD, "1844")] == [ANN]


async def test_a_channel_that_is_taken_lets_all_wait_on(storage: Storage, lobby: GameRow):
    """Nobody is taken off the list for a table that does not open."""
    await signed_up(storage)

    with pytest.raises(ChannelTaken):
        await storage.league.seat(table(lobby.channel_id), {ANN: "Ann", BOB: "Bob"}, {})

    assert [one.user_id for one in await storage.league.waiting(GUILD, TITLE)] == [ANN, BOB, CY]


async def test_whoever_has_withdrawn_meanwhile_is_not_seated(storage: Storage):
    """Nor are the others: who opens the table looks again."""
    await signed_up(storage)
    await storage.league.withdraw(GUILD, TITLE, [BOB])

    assert await storage.league.seat(table(900), {ANN: "Ann", BOB: "Bob"}, {}) is None
    assert await storage.games.in_state("lobby") == ()
    assert [one.user_id for one in await storage.league.waiting(GUILD, TITLE)] == [ANN, CY]


async def test_of_seasons_begun_at_once_one_runs(storage: Storage):
    """Each ends when the next begins, so that none goes on counting beside the one that runs."""
    await storage.meta.write(switch_of(GUILD), "on")
    begun = await asyncio.gather(*(storage.league.begin_season(GUILD, f"S{at}") for at in range(6)))
    last, *before = await storage.league.seasons(GUILD)

    assert begun == [True] * 6
    assert last.ended_at is None
    assert [one.ended_at for one in before] == [one.begun_at for one in (last, *before)][:-1]


async def test_whoever_signs_up_twice_at_once_stands_there_once(storage: Storage):
    """As with two clients."""
    new = await asyncio.gather(*(storage.league.sign_up(GUILD, TITLE, ANN, "Ann") for _ in range(4)))

    assert sorted(new) == [False, False, False, True]
    assert [one.user_id for one in await storage.league.waiting(GUILD, TITLE)] == [ANN]
