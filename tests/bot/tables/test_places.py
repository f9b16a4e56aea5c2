"""Tables whose place is out of reach: they rest, go on there, or move; whoever watches is told of each."""

import pytest

from bot.errors.storage import ChannelTaken
from bot.errors.tables import NotHost, NotResting, NotSeated
from bot.storage import ChannelPlace
from bot.tables.changes import TableChange
from bot.tables.places import GONE, is_gone, is_paused
from bot.tables.service import Service
from bot.tables.table import StartedTable
from tests.bot.tables.deeds import ANN, BOB, DEE

ELSEWHERE = ChannelPlace(901, 77)


@pytest.fixture
def told(service: Service, table: StartedTable) -> list[TableChange]:
    """What watchers hear once the game has begun."""
    heard = list[TableChange]()
    service.changes.watchers.append(heard.append)
    assert table.channel_id == 900
    return heard


async def test_a_table_rests_and_goes_on_and_both_are_told(
    service: Service, table: StartedTable, told: list[TableChange]
):
    """Once each: what rests already, or plays, is left alone."""
    rests = [await service.places.rest(table.game_id, "locked") for _ in range(2)]
    resting = await service.places.resting_in(900)
    wakes = [await service.places.wake(table.game_id) for _ in range(2)]

    assert (rests, resting, wakes) == ([True, False], table.game_id, [True, False])
    assert await service.places.resting_in(900) is None
    assert [one.kind for one in told] == ["place", "place"]
    assert [is_paused(one.table) for one in told] == [True, False]


async def test_what_befalls_a_channel_that_a_table_has_left_lets_no_table_rest(
    service: Service, table: StartedTable, told: list[TableChange]
):
    """Discord may tell of the channel before while the table moves."""
    assert not await service.places.rest(table.game_id, GONE, 901)
    assert told == []
    assert await service.places.rest(table.game_id, GONE, 900)
    assert [is_gone(one.table) for one in told] == [True]


async def test_a_channel_that_is_gone_says_more_than_one_out_of_reach(
    service: Service, table: StartedTable, told: list[TableChange]
):
    """It is told besides; the table goes on there only if somebody was seen."""
    for why in ("locked", GONE, GONE, "locked"):
        await service.places.rest(table.game_id, why)
    assert [is_gone(one.table) for one in told] == [False, True]

    assert not await service.places.wake(table.game_id)
    assert await service.places.wake(table.game_id, seen=True)
    assert not is_paused(told[-1].table)


async def test_only_players_reopen_and_only_what_rests(
    service: Service, table: StartedTable, told: list[TableChange]
):
    """Who did it is told; a stranger may where no player is asked for."""
    with pytest.raises(NotResting):
        await service.places.reopen(table.game_id, BOB, ELSEWHERE)
    await service.places.rest(table.game_id, GONE)
    with pytest.raises(NotSeated):
        await service.places.reopen(table.game_id, DEE, ELSEWHERE)
    after = await service.places.reopen(table.game_id, DEE, ELSEWHERE, as_player=False)

    assert (after.channel_id, is_paused(after)) == (901, False)
    assert (told[-1].by, told[-1].table.channel_id) == (DEE, 901)
    assert after.settings.moved_from is None


async def test_a_host_moves_a_table_and_it_is_known_from_where(service: Service, table: StartedTable):
    """Not to where it is; of whoever runs the bot nothing is left behind."""
    with pytest.raises(NotHost):
        await service.places.move(table.game_id, BOB, ELSEWHERE)
    with pytest.raises(ChannelTaken):
        await service.places.move(table.game_id, ANN, ChannelPlace(900))
    moved = await service.places.move(table.game_id, ANN, ELSEWHERE)
    assert (moved.channel_id, moved.settings.moved_from) == (901, 900)
    assert await service.places.in_channel(901) == table.game_id

    placed = await service.places.place(table.game_id, ChannelPlace(902))
    assert (placed.channel_id, placed.settings.moved_from) == (902, None)
