"""The check before an upgrade: every stored game by the rules of this version."""

from pathlib import Path

import pytest
from sqlalchemy import text

from bot.errors.storage import NotADatabase
from bot.operate.verifying import verify
from bot.storage import Move, Storage
from bot.tables import replay
from bot.tables.service import Service
from tests.bot.operate.conftest import Run
from tests.bot.operate.played import Fingerprints, play_some
from tests.bot.tabletop import address_of


async def test_games_that_cannot_be_replayed_are_named(address: str):
    """A move that the rules refuse, and a stored state that lies; the others are counted."""
    told: list[str] = []
    async with Storage.open(address) as storage:
        service = Service(storage)
        await play_some(service, moves=5)
        await service.settled()
        await storage.actions.append(1, 6, Move("s1", 101, "lay 12 A1 8 2"))
        earlier = await service.history.at(2, 1)
        await storage.snapshots.save(2, 6, 3, replay.engine_id(), replay.freeze(earlier))

    found = await verify(address, told.append)

    assert (found.games, found.mismatches) == (3, 2)
    assert [line.split()[1] for line in told] == ["1", "2"], told
    assert told[0].startswith("game 1 (1844): move 4, ")
    assert "contradicts" in told[1]


async def test_games_that_this_version_cannot_set_up_are_named(address: str):
    """An option that it does not know, a table without its players, options that are none: a line each."""
    told: list[str] = []
    async with Storage.open(address) as storage:
        service = Service(storage)
        await play_some(service, moves=2)
        await service.settled()
        async with storage.database.writing() as connection:
            for change in (
                "UPDATE games SET title = '1899', options = '7' WHERE id = 1",
                "UPDATE games SET options = '[\"fast\"]' WHERE id = 2",
                "DELETE FROM seats WHERE game_id = 3",
            ):
                await connection.execute(text(change))

    found = await verify(address, told.append)

    assert (found.games, found.mismatches) == (3, 3)
    assert [line.split(":")[0] for line in told] == ["game 1 (1899)", "game 2 (18CZ)", "game 3 (18Mag)"]
    assert not [line for line in told if "\n" in line]


@pytest.mark.slow
async def test_the_command_counts_and_changes_nothing(address: str, played: Fingerprints, run: Run):
    """While the bot may be playing; its exit code says whether all is well."""
    async with Storage.open(address) as storage:
        actions = sum([len(await storage.actions.in_force(game)) for game in played])
    code, said, _ = await run("verify", "--all", STATIONMASTER_DATABASE=address)

    assert actions >= 28 * len(played)
    assert (code, said) == (0, f"{len(played)} games, {actions} actions, 0 mismatches\n")


async def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    """And is not made."""
    path = tmp_path / "none.db"
    with pytest.raises(NotADatabase):
        await verify(address_of(path), print)
    assert not path.exists()
