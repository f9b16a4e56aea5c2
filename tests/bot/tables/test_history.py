"""Any earlier position, from memory, a snapshot or a replay, which alone is the truth."""

import pytest

from bot.errors.tables import NoSuchMove
from bot.storage import Storage
from bot.tables import replay
from bot.tables.service import Service
from bot.tables.table import StartedTable
from bot.tables.verify import verify_all
from tests.bot.tables.deeds import draft


async def test_any_earlier_moment_can_be_looked_at(service: Service, table: StartedTable):
    """From memory or by replay, the position is the one that was."""
    states = [table.game.state.fingerprint()]
    for _ in range(4):
        table = await draft(service, table, 1)
        states.append(table.game.state.fingerprint())
    service.tables.drop(table.game_id)

    seen = [(await service.history.at(table.game_id, ply)).state.fingerprint() for ply in range(5)]

    assert seen == states
    with pytest.raises(NoSuchMove):
        await service.history.at(table.game_id, 6)


async def test_a_snapshot_loads_to_the_same_position(service: Service, storage: Storage, table: StartedTable):
    """A stored state with the moves after it is as good as the replay, which stays the truth."""
    table = await draft(service, table, 18)
    for _ in range(9):
        offer = table.game.choices.offers[-1].action
        person = next(seat.user_id for seat in table.seats if seat.id == offer.actor)
        table = await service.moves.act(table.game_id, table.rev, person, offer)
    await service.settled()

    fresh = Service(storage)
    loaded = await fresh.tables.find(table.game_id)

    assert loaded.game.state.fingerprint() == table.game.state.fingerprint()
    assert await fresh.history.verify(table.game_id)


async def test_a_state_of_another_engine_is_not_read(service: Service, storage: Storage, table: StartedTable):
    """What its columns are called may have changed since: the moves are replayed instead."""
    table = await draft(service, table, 2)
    await storage.snapshots.save(table.game_id, table.rev, 2, "another", b'{"stations": {}}')
    fresh = Service(storage)

    loaded = await fresh.tables.find(table.game_id)

    assert loaded.started().game.state.fingerprint() == table.game.state.fingerprint()
    assert await fresh.history.verify(table.game_id)


async def test_a_snapshot_that_lies_is_found_and_dropped(
    service: Service, storage: Storage, table: StartedTable
):
    """The replay contradicts it, so it goes."""
    earlier = table
    table = await draft(service, table, 2)
    blob = replay.freeze(earlier.game)
    await storage.snapshots.save(table.game_id, table.rev, 2, replay.engine_id(), blob)
    fresh = Service(storage)

    assert not await fresh.history.verify(table.game_id)
    assert len((await fresh.tables.find(table.game_id)).moves) == 2
    assert await fresh.history.verify(table.game_id)


async def test_stored_games_are_verified_once_in_the_background(
    service: Service, storage: Storage, table: StartedTable
):
    """A replay leaves a note; a snapshot that lies is found by it."""
    await draft(service, table, 2)
    await verify_all(service)
    noted = await storage.meta.read(f"proved:{table.game_id}")
    blob = replay.freeze(table.game)
    table = await draft(service, await service.tables.find(table.game_id), 1)
    await storage.snapshots.save(table.game_id, table.rev, 3, replay.engine_id(), blob)
    fresh = Service(storage)

    await verify_all(fresh)

    assert noted == f"{replay.engine_id()}:2"
    assert await storage.snapshots.newest(table.game_id, replay.engine_id()) is None
