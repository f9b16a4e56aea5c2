"""Copies in trouble: damage, newer tables, full disks, odd paths; one sentence, and nothing half written."""

import os
import resource
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.errors.storage import CannotOpen, Damaged, NewerSchema, NotADatabase, SamePlace, Unavailable
from bot.operate.transfer import as_address, backup, move, restore
from bot.operate.verifying import verify
from bot.storage import NewGame, Storage
from tests.bot.operate.test_transfer import NOW, beside, everything, one_game
from tests.bot.tabletop import address_of

on_a_file = pytest.mark.parametrize("address", ["sqlite"], indirect=True)


def names(folder: Path, pattern: str = "*") -> set[str]:
    """What a folder holds."""
    return {one.name for one in folder.glob(pattern)}


def damage(path: Path) -> None:
    """Overwrite the pages of a database, but for the first one, which says what the file is."""
    content = bytearray(path.read_bytes())
    content[8192:] = b"\xff" * (len(content) - 8192)
    path.write_bytes(content)


@on_a_file
async def test_a_damaged_database_is_replaced_by_its_backup(address: str, tmp_path: Path):
    """It is what the sentence about the damage says to do; what was there is kept, byte by byte."""
    await one_game(address)
    before = await everything(address)
    path = await backup(address, tmp_path / "copy.db", NOW)
    file = tmp_path / "games.db"
    damage(file)
    damaged = file.read_bytes()

    with pytest.raises(Damaged):
        await restore(path, address)
    assert await restore(path, address, force=True) == 1

    assert await everything(address) == before
    assert file.with_name("games.db.before-restore").read_bytes() == damaged

    assert await restore(path, address, force=True) == 1
    assert file.with_name("games.db.before-restore").read_bytes() == damaged
    assert await everything(address_of(file.with_name("games.db.before-restore-2"))) == before


@on_a_file
async def test_what_a_newer_version_has_changed_is_replaced_by_a_backup(address: str, tmp_path: Path):
    """That is the way back after an upgrade."""
    await one_game(address)
    path = await backup(address, tmp_path / "copy.db", NOW)
    async with Storage.open(address) as storage, storage.database.writing() as connection:
        await connection.execute(text("UPDATE schema_version SET version_num = '9999'"))

    with pytest.raises(NewerSchema):
        await restore(path, address)
    assert await restore(path, address, force=True) == 1

    async with Storage.open(address) as storage:
        assert await storage.games.count() == 1


@on_a_file
@pytest.mark.parametrize("content", [b"Dear Ann, " * 500, None])
async def test_another_programs_file_is_never_replaced(address: str, tmp_path: Path, content: bytes | None):
    """Neither a letter nor a database of something else, though one is told to replace what is there."""
    await one_game(address)
    path, other = await backup(address, tmp_path / "copy.db", NOW), tmp_path / "other"
    if content is None:
        with closing(sqlite3.connect(other)) as connection:
            connection.execute("CREATE TABLE recipes (name TEXT)")
    else:
        other.write_bytes(content)
    before = other.read_bytes()

    with pytest.raises(NotADatabase):
        await restore(path, address_of(other), force=True)
    assert other.read_bytes() == before


@on_a_file
async def test_a_database_is_not_copied_into_itself(address: str, tmp_path: Path):
    """A backup in its own place would take the file from under a bot at work, by another name of it too."""
    await one_game(address)
    file, link = tmp_path / "games.db", tmp_path / "link.db"
    link.symlink_to(file)
    before = file.stat().st_ino

    for path in (file, link):
        with pytest.raises(SamePlace):
            await backup(address, path, NOW, force=True)
        with pytest.raises(SamePlace):
            await restore(path, address, force=True)
        with pytest.raises(SamePlace):
            await move(str(as_address(str(path))), address, force=True)
    assert file.stat().st_ino == before


@on_a_file
async def test_a_damaged_database_is_not_taken_for_a_backup(address: str, tmp_path: Path):
    """Night after night, damaged copies would take the place of good ones; it says so, and leaves nothing."""
    await one_game(address)
    damage(tmp_path / "games.db")

    with pytest.raises(Damaged):
        await backup(address, tmp_path / "copy.db", NOW)
    assert beside(tmp_path / "copy.db") == set()


async def test_rows_that_contradict_each_other_are_named(address: str, tmp_path: Path):
    """A game that is not there, a time that is none: one sentence with the file's name, and nothing is changed."""
    await one_game(address)
    before = await everything(address)
    for number, change in enumerate(("game_id = 99", "joined_at = 'yesterday'")):
        source = tmp_path / f"source{number}.db"
        async with Storage.open(address_of(source)) as storage:
            lobby = await storage.games.create(NewGame(900, "18Mag", 7, 3, 1))
            await storage.seats.join(lobby.id, 1, "Ann")
        with closing(sqlite3.connect(source)) as connection:
            connection.execute(f"UPDATE seats SET {change}")
            connection.commit()

        with pytest.raises(Damaged, match=str(source)):
            await restore(source, address, force=True)
        with pytest.raises(Damaged, match=str(source)):
            await move(address_of(source), address, force=True)
    assert await everything(address) == before
    assert names(tmp_path, "*.part*") == set()


@pytest.mark.parametrize("folder", ["a#b", "a?b", "a%41b", "100% ours", "Ő ű"])
async def test_any_name_of_a_folder_will_do(tmp_path: Path, folder: str):
    """Signs that mean something in an address mean nothing in a path."""
    here = tmp_path / folder
    here.mkdir()
    file = here / "games.db"
    await one_game(as_address(str(file)))

    path = await backup(as_address(str(file)), here / "copy.db", NOW)
    assert await restore(path, as_address(str(file)), force=True) == 1
    assert await move(as_address(str(path)), as_address(str(here / "moved.db"))) == 1
    assert (await verify(as_address(str(here / "moved.db")), print)).games == 1
    assert names(tmp_path) == {folder}


async def test_a_backup_where_none_can_be_is_one_sentence(address: str, tmp_path: Path):
    """Too long a name, a file for a folder, a pipe: the sentence names what was given, and the pipe stays."""
    await one_game(address)
    (tmp_path / "letter").write_text("Dear Ann")
    os.mkfifo(tmp_path / "pipe")
    for name in ("x" * 300, "letter/copy.db", "pipe"):
        with pytest.raises(CannotOpen, match=name):
            await backup(address, tmp_path / name, NOW, force=True)
    assert (tmp_path / "pipe").is_fifo()
    assert names(tmp_path, "*.part*") == set()


@contextmanager
def little_room(size: int) -> Iterator[None]:
    """Let no file grow beyond a size, as on a full disk."""
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


@pytest.mark.parametrize("address", ["postgres", "sqlite"], indirect=True)
async def test_a_full_disk_leaves_no_half_of_a_copy(address: str, tmp_path: Path):
    """Neither beside a backup nor beside the database."""
    await one_game(address)
    good = await backup(address, tmp_path / "good.db", NOW)
    before = names(tmp_path)

    with little_room(40_000):
        with pytest.raises(Unavailable):
            await backup(address, tmp_path / "copy.db", NOW)
        with pytest.raises(Unavailable):
            await move(address_of(good), address_of(tmp_path / "moved.db"))
    left = names(tmp_path) - before
    assert {name for name in left if not name.endswith(("-lock", "-shm", "-wal"))} == set()
