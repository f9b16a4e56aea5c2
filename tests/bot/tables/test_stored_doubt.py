"""What is in memory or in a snapshot is believed only as long as it is what was stored."""

from collections.abc import Callable

import pytest
from sqlalchemy import update

from bot.storage import Storage
from bot.storage.schema import snapshots
from bot.tables import replay
from bot.tables.service import Service
from bot.tables.table import StartedTable
from tests.bot.tables.deeds import awaited, draft

# snapshots


async def spoilt(storage: Storage, table: StartedTable, **values: object) -> Service:
    """Store a snapshot of a table, change it behind the program's back, and return a service that knows nothing."""
    blob = replay.freeze(table.game)
    await storage.snapshots.save(
        table.game_id,
        table.rev,
        len(table.moves),
        replay.engine_id(),
        values.pop("as_blob", blob),  # type: ignore[arg-type]
    )
    if values:
        async with storage.database.writing() as connection:
            await connection.execute(update(snapshots).values(**values))
    return Service(storage)


def halved(blob: bytes) -> bytes:
    return blob[: len(blob) // 2]


def richer(blob: bytes) -> bytes:
    """A state that can be read, and that the moves never led to."""
    assert b'"cash"' in blob
    return blob.replace(b'"ply":2', b'"ply":3').replace(b'"bank":', b'"bank":1')


@pytest.mark.parametrize("harm", [halved, richer, lambda _: b"", lambda _: b"{}", lambda _: b"\xff\x00"])
async def test_a_snapshot_that_was_changed_is_not_read(
    service: Service, storage: Storage, table: StartedTable, harm: Callable[[bytes], bytes]
):
    """Cut, forged, empty or nonsense: it is dropped, the game is replayed, and goes on."""
    table = await draft(service, table, 2)
    fresh = await spoilt(storage, table, blob=harm(replay.freeze(table.game)))

    loaded = (await fresh.tables.find(table.game_id)).started()

    assert loaded.game.state.fingerprint() == table.game.state.fingerprint()
    assert await storage.snapshots.newest(table.game_id, replay.engine_id()) is None
    assert await fresh.history.verify(table.game_id)
    assert len((await draft(fresh, loaded, 1)).moves) == 3


async def test_a_snapshot_of_another_moment_is_not_read(
    service: Service, storage: Storage, table: StartedTable
):
    """The state is whole, but not the one after so many moves."""
    table = await draft(service, table, 2)
    fresh = await spoilt(storage, table, ply=1)

    loaded = await fresh.tables.find(table.game_id)

    assert loaded.started().game.state.fingerprint() == table.game.state.fingerprint()


@pytest.mark.parametrize("blob", [b"", b"[]", b'{"no": "state"}'])
async def test_a_snapshot_that_was_stored_wrong_is_dropped(
    service: Service, storage: Storage, table: StartedTable, blob: bytes
):
    """Its digest is right and its state cannot be used: tables, earlier moves and repairs work all the same."""
    table = await draft(service, table, 3)
    fresh = await spoilt(storage, table, as_blob=blob)

    assert (await fresh.history.at(table.game_id, 1)).state.ply == 1
    assert (await fresh.tables.find(table.game_id)).rev == 3
    assert await fresh.history.verify(table.game_id)


async def test_a_snapshot_without_a_digest_is_not_read(
    service: Service, storage: Storage, table: StartedTable
):
    """An earlier version stored it; nobody knows whether it is what it was."""
    table = await draft(service, table, 2)
    fresh = await spoilt(storage, table, digest=None)

    await fresh.tables.find(table.game_id)

    assert await storage.snapshots.newest(table.game_id, replay.engine_id()) is None


# versions


async def test_a_newer_stored_version_is_read(service: Service, storage: Storage, table: StartedTable):
    """Another process has moved: whoever looks sees it, and a press on the newest board is a good one."""
    other = Service(storage)
    await other.tables.find(table.game_id)
    table = await draft(service, table, 2)

    seen = (await other.tables.find(table.game_id)).started()
    after = await other.moves.act(
        table.game_id, table.rev, awaited(table), table.game.choices.offers[0].action
    )
    back = await service.consent.undo(table.game_id, after.rev, awaited(table))

    assert seen.move_texts() == table.move_texts()
    assert len(back.moves) == 2
    assert (await other.tables.find(table.game_id)).rev == back.rev == after.rev + 1


async def test_two_processes_that_move_in_turn_agree(service: Service, storage: Storage, table: StartedTable):
    """Typed commands, which name no version, are judged by what is stored."""
    services = [service, Service(storage)]
    for number in range(8):
        one = services[number % 2]
        now = (await one.tables.find(table.game_id)).started()
        await one.moves.act(table.game_id, None, awaited(now), now.game.choices.offers[0].action)

    both = [(await one.tables.find(table.game_id)).started() for one in services]
    assert both[0].move_texts() == both[1].move_texts()
    assert both[0].game.state.fingerprint() == both[1].game.state.fingerprint()
