"""Copies of all games: while others play, to another kind of database and back, and never over what is there."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import select, text

from bot.errors.storage import InUse, NotADatabase, NotEmpty, OlderSchema
from bot.operate.transfer import backup, move, restore
from bot.storage import Move, NewGame, Storage
from bot.storage.schema import actions, metadata
from bot.storage.sole_user import leased, locked_file
from tests import postgres
from tests.bot.operate.conftest import Run
from tests.bot.operate.played import Fingerprints, fingerprints
from tests.bot.storage.rows_of_all import fill
from tests.bot.tabletop import address_of

NOW = datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC)


async def everything(address: str) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table but the leases."""
    async with Storage.open(address) as storage, storage.database.reading() as connection:
        return {
            table.name: [
                tuple(row) for row in await connection.execute(select(table).order_by(*table.primary_key))
            ]
            for table in metadata.sorted_tables
            if table.name != "leases"
        }


def beside(path: Path) -> set[str]:
    """The copies in the folder of one."""
    return {one.name for one in path.parent.glob("copy*")}


async def one_game(address: str, count: int = 3) -> int:
    """A running game with some actions."""
    async with Storage.open(address) as storage:
        lobby = await storage.games.create(NewGame(900, "18Mag", 7, 3, 1))
        await storage.games.start(lobby.id, ())
        await storage.actions.append(lobby.id, 0, *[Move("s1", 1, "a")] * count, interaction_id=2**60)
        return lobby.id


@pytest.mark.parametrize("way", ["there", "back"])
async def test_all_rows_go_to_another_kind_of_database(tmp_path: Path, server: postgres.Server, way: str):
    """With their numbers and times; what is stored there next is numbered after them."""
    file, on_server = address_of(tmp_path / "games.db"), server.database()
    source, target = (file, on_server) if way == "there" else (on_server, file)
    game_id = await one_game(source)

    assert await move(source, target) == 1

    assert await everything(target) == await everything(source)
    async with Storage.open(target) as storage:
        assert await storage.actions.append(game_id, 3, Move("s1", 1, "b")) == 4
        assert (await storage.games.create(NewGame(901, "18Mag", 7, 3, 1))).id == game_id + 1


@pytest.mark.parametrize("way", ["there", "back"])
async def test_no_table_and_no_column_is_forgotten(tmp_path: Path, server: postgres.Server, way: str):
    """Whatever the schema declares, a row of it arrives as it was, a table of tomorrow too."""
    file, on_server = address_of(tmp_path / "games.db"), server.database()
    source, target = (file, on_server) if way == "there" else (on_server, file)
    async with Storage.open(source) as storage, storage.database.writing() as connection:
        await connection.run_sync(fill, metadata)

    await move(source, target)

    found = await everything(target)
    assert found == await everything(source)
    assert {name: len(rows) for name, rows in found.items()} == dict.fromkeys(found, 1)


@pytest.mark.slow
async def test_every_game_replays_alike_after_a_move(
    address: str, played: Fingerprints, tmp_path: Path, server: postgres.Server, run: Run
):
    """To the other kind and back by the very commands; nothing is lost on the way."""
    before, other = await everything(address), tmp_path / "other.db"
    stops = [server.database(), str(other), server.database()]

    for source, target in zip([address, *stops], [*stops, ""], strict=False):
        if target:
            code, said, _ = await run("move", source, target)
            assert (code, said.split()[0]) == (0, "4"), said

    async with Storage.open(stops[-1]) as storage:
        assert await fingerprints(storage) == played
    assert await everything(stops[-1]) == before


async def test_a_backup_is_whole_while_others_write(address: str, tmp_path: Path):
    """It shows one moment: as many actions as its game's revision says; and it is one file for its owner alone."""
    game_id = await one_game(address)
    stop = asyncio.Event()

    async def go_on() -> None:
        async with Storage.open(address) as storage:
            rev = 3
            while not stop.is_set():
                rev = await storage.actions.append(game_id, rev, *[Move("s1", 1, "x")] * 3)

    with locked_file(address):
        playing = asyncio.create_task(go_on())
        paths = [await backup(address, tmp_path / f"copy{number}", NOW) for number in range(3)]
        stop.set()
        await playing

    for path in paths:
        async with Storage.open(address_of(path)) as copy:
            rev = (await copy.games.find(game_id)).rev
            assert len(await copy.actions.in_force(game_id)) == rev
        assert path.stat().st_mode & 0o777 == 0o600
    assert beside(paths[0]) == {path.name for path in paths}


async def test_a_backup_in_a_folder_is_named_by_its_time(address: str, tmp_path: Path):
    """So that a task of every night writes them beside each other; none takes another's place."""
    await one_game(address)
    (tmp_path / "kept").mkdir()

    path = await backup(address, tmp_path / "kept", NOW)

    assert path.name == "stationmaster-20260504-030201.db"
    with pytest.raises(NotEmpty):
        await backup(address, path, NOW)
    assert await backup(address, path, NOW, force=True) == path


async def test_a_restored_backup_takes_the_place_of_what_is_there_only_when_told(
    address: str, tmp_path: Path
):
    """What was there is kept beside a file; without being told nothing changes."""
    game_id = await one_game(address)
    path = await backup(address, tmp_path / "copy.db", NOW)
    async with Storage.open(address) as storage:
        await storage.actions.append(game_id, 3, Move("s1", 1, "later"))
    later = await everything(address)

    with pytest.raises(NotEmpty):
        await restore(path, address)
    assert await everything(address) == later
    assert await restore(path, address, force=True) == 1

    assert len((await everything(address))[actions.name]) == 3
    if address.startswith("sqlite"):
        assert await everything(address_of(tmp_path / "games.db.before-restore")) == later


async def test_a_database_at_work_is_not_replaced(address: str, tmp_path: Path):
    """Neither a file nor a database on a server."""
    await one_game(address)
    path = await backup(address, tmp_path / "copy.db", NOW)

    async with Storage.open(address) as storage:
        with locked_file(address):
            async with leased(storage):
                with pytest.raises(InUse):
                    await restore(path, address, force=True)
                with pytest.raises(InUse):
                    await move(address, address_of(tmp_path / "other.db"))


@pytest.mark.parametrize("content", [None, b"", b"Dear Ann, " * 500])
async def test_what_is_no_backup_is_not_restored(address: str, tmp_path: Path, content: bytes | None):
    """No file, an empty one, a letter: one sentence, and the games stay."""
    await one_game(address)
    before = await everything(address)
    path = tmp_path / "letter"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(NotADatabase):
        await restore(path, address, force=True)
    assert await everything(address) == before


@pytest.mark.parametrize("address", ["postgres"], indirect=True)
async def test_a_server_of_an_older_version_is_not_read(address: str, tmp_path: Path):
    """A backup never changes tables under a bot at work."""
    async with Storage.open(address) as storage, storage.database.writing() as connection:
        await connection.execute(text("UPDATE schema_version SET version_num = '0004'"))

    with pytest.raises(OlderSchema, match="0004"):
        await backup(address, tmp_path / "copy.db", NOW)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "code"),
    [
        (("backup",), 2),
        (("restore",), 2),
        (("move", "one"), 2),
        (("fly",), 2),
        (("--local", "verify"), 2),
        (("backup", "/nowhere/at/all/x.db"), 1),
        (("backup", "x" * 300), 1),
        (("restore", "x" * 300), 1),
        (("verify", "--database", f"sqlite:///{'x' * 300}"), 1),
        (("doctor", "--offline", "--database", f"sqlite:///{'x' * 300}"), 1),
        (("restore", "/nowhere.db"), 1),
        (("move", "/nowhere.db", "/tmp"), 1),
        (("move", "mysql://x/y", "/tmp/games.db"), 1),
        (("verify", "--database", "sqlite:////nowhere/x.db"), 1),
        (("backup", "-h"), 0),
    ],
)
async def test_bad_input_is_one_sentence(run: Run, tmp_path: Path, given: tuple[str, ...], code: int):
    """Exit codes as everywhere: 1 for what does not work, 2 for what cannot be understood."""
    address = address_of(tmp_path / "games.db")
    await one_game(address)

    found, out, err = await run(*given, STATIONMASTER_DATABASE=address)

    assert found == code, err
    assert code != 1 or len(err.splitlines()) == 1
    assert "Discord" not in err
    assert code != 0 or "usage" in out
