"""One process for one database: the second is refused with a sentence, whatever became of the first."""

import asyncio
import os
import signal
import sqlite3
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from bot.errors.storage import CannotOpen, InUse, LeaseLost
from bot.storage import Storage
from bot.storage.sole_user import is_gone, leased, locked_file, own_name
from tests.bot.tabletop import address_of, said_at_the_end

LENGTH = timedelta(seconds=0.6)
HOLD = (
    "import sys, time\nfrom bot.storage.sole_user import locked_file\n"
    "with locked_file(sys.argv[1]):\n  print('held', flush=True)\n  time.sleep(100)"
)


@pytest.fixture
def address(tmp_path: Path) -> str:
    return address_of(tmp_path / "games.db")


async def holder(address: str) -> asyncio.subprocess.Process:
    """Return a process that holds the file."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLD, address, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"held\n"
    return process


async def test_a_file_is_held_by_one_process_until_it_ends(address: str):
    """Running or stopped it keeps the file, and the sentence names it; killed it does not."""
    process = await holder(address)
    try:
        for sign in (signal.SIGCONT, signal.SIGSTOP):
            os.kill(process.pid, sign)
            with pytest.raises(InUse, match=str(process.pid)), locked_file(address):
                pass
    finally:
        process.kill()
        await process.wait()
    with locked_file(address):
        pass


def test_a_folder_that_takes_no_lock_is_told(address: str):
    """Whoever may not write beside the database hears of that, not of Discord."""
    Path(f"{address.partition('///')[2]}-lock").mkdir()
    with pytest.raises(CannotOpen), locked_file(address):
        pass


async def test_a_lease_is_refused_while_its_holder_lives(storage: Storage, monkeypatch: pytest.MonkeyPatch):
    """The second waits long enough to see the end put off, and is told who is there."""
    monkeypatch.setattr(storage.database, "alone", False)
    async with leased(storage, "x", LENGTH):
        with pytest.raises(InUse):
            async with leased(storage, "x", LENGTH):
                pass
        async with leased(storage, "y", LENGTH):
            pass


async def test_a_lease_ends_some_time_after_its_holder(storage: Storage, monkeypatch: pytest.MonkeyPatch):
    """Nobody puts the end off any more, so the next one gets it; one that is given up is free at once."""
    monkeypatch.setattr(storage.database, "alone", False)
    assert await storage.leases.take("x", "gone", LENGTH)

    async with leased(storage, "x", LENGTH), asyncio.timeout(5):
        assert not await storage.leases.take("x", "other", LENGTH)
    assert await storage.leases.find("x") is None


async def test_a_lease_that_is_given_up_is_renewed_no_longer(storage: Storage):
    """Not even when the next beat would have come."""
    async with leased(storage, "x", LENGTH) as kept:
        pass
    await asyncio.wait([kept], timeout=LENGTH.total_seconds() / 2)

    assert kept.cancelled()
    assert await storage.leases.find("x") is None


async def test_whoever_holds_the_file_takes_the_lease(storage: Storage):
    """On SQLite the predecessor is certainly dead, so nobody waits for its lease to end."""
    assert await storage.leases.take("x", "gone", timedelta(days=1))

    async with leased(storage, "x", LENGTH) as kept:
        present = await storage.leases.find("x")
        await asyncio.sleep(LENGTH.total_seconds())
        later = await storage.leases.find("x")
        assert not kept.done()
    assert present is not None
    assert later is not None
    assert present.holder == later.holder != "gone"
    assert later.until > present.until


async def test_the_lease_of_a_dead_process_of_this_machine_is_free_at_once(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
):
    """Nobody waits for the end of a lease whose holder is known to be gone; elsewhere its number says nothing."""
    monkeypatch.setattr(storage.database, "alone", False)
    process = await asyncio.create_subprocess_exec("true")
    await process.wait()
    dead = own_name().replace(f" {os.getpid()} ", f" {process.pid} ")
    assert [is_gone(one) for one in (dead, own_name(), f"elsewhere {dead}", "", "x process y z")] == [
        True,
        False,
        False,
        False,
        False,
    ]
    assert await storage.leases.take("x", dead, timedelta(days=1))

    async with asyncio.timeout(5), leased(storage, "x", LENGTH):
        pass


async def test_a_holder_that_lost_its_lease_is_told(storage: Storage, monkeypatch: pytest.MonkeyPatch):
    """It slept for too long, and another process has taken over."""
    monkeypatch.setattr(storage.database, "alone", False)
    async with leased(storage, "x", LENGTH) as kept:
        seen = await storage.leases.find("x")
        assert await storage.leases.take("x", "other", timedelta(days=1), gone=seen)
        with pytest.raises(LeaseLost):
            await kept


@pytest.mark.slow
async def test_a_second_bot_refuses_to_start(address: str):
    """One sentence, exit code 1, and nothing is changed: the tables are not even brought up to date."""
    process = await holder(address)
    try:
        second = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "bot", "--database", address),
            env={**os.environ, "STATIONMASTER_TOKEN": "x" * 20},
            stderr=asyncio.subprocess.PIPE,
        )
        _, said = await second.communicate()
    finally:
        process.kill()
        await process.wait()

    assert second.returncode == 1
    (sentence,) = said_at_the_end(said)
    assert "Another Stationmaster" in sentence
    with closing(sqlite3.connect(address.partition("///")[2])) as database:
        assert database.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


async def test_whoever_wants_all_tables_is_refused_while_another_has_a_shard(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
):
    """Another name is no matter of theirs, and the lease of a process that has ended is in nobody's way."""
    monkeypatch.setattr(storage.database, "alone", False)
    monkeypatch.setattr("bot.storage.sole_user.is_gone", lambda holder: holder == "gone")
    assert await storage.leases.take("shard 0 of 2", "gone", timedelta(days=1))
    async with leased(storage):
        pass

    assert await storage.leases.take("shard 1 of 2", "other", timedelta(days=1))
    with pytest.raises(InUse) as refused:
        async with leased(storage):
            pass
    assert refused.value.values["holder"] == "other"
    async with leased(storage, "x"):
        pass
