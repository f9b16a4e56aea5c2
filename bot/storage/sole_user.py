"""One process for one database: a second one is refused, so that no table is changed behind the other's back.

On SQLite the system keeps a lock on a file beside the database and lets it go with the process, however that ends,
so the next one starts at once. Elsewhere a lease with a heartbeat says who is there; it ends by itself some seconds
after its holder's death.
"""

import asyncio
import fcntl
import logging
import os
import secrets
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from pathlib import Path

from bot.errors.storage import CannotOpen, InUse, LeaseLost, StorageProblem
from bot.storage import Storage
from bot.storage.connect import file_of, place_of, read_address

log = logging.getLogger(__name__)

NAME = "tables"
LENGTH = timedelta(seconds=12)
"""How long after its last beat a process is taken for dead."""
BEATS = 4
"""How often within its length the end of a lease is put off."""


BOOT = Path("/proc/sys/kernel/random/boot_id")
NUMBERED = Path("/proc/self/ns/pid")
"""What tells one machine, since it was started, and one container on it from all others."""


def _machine() -> str:
    """Return where the numbers of processes are ours; nobody else's name where that cannot be known."""
    try:
        return f"{BOOT.read_text('ascii').strip()}/{NUMBERED.readlink().name}"
    except OSError:
        return secrets.token_hex(8)


def own_name() -> str:
    """Return the name by which other processes know this one."""
    return f"{_machine()} process {os.getpid()} {secrets.token_hex(4)}"


def is_gone(holder: str) -> bool:
    """Tell whether the process of that name has certainly ended: it was one of this machine."""
    machine, _, rest = holder.partition(" process ")
    number, _, _ = rest.partition(" ")
    return machine == _machine() and number.isdecimal() and not Path(f"/proc/{number}").exists()


@contextmanager
def locked_file(address: str) -> Iterator[None]:
    """Hold the lock beside an SQLite file; other databases have none.

    :raises InUse: when another process holds it
    :raises CannotOpen: when there can be no file beside the database
    """
    url = read_address(address)
    file = file_of(url)
    if file is None or not file.parent.is_dir():
        yield
        return
    with _open(file.with_name(f"{file.name}-lock"), place_of(url)) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InUse(place=place_of(url), holder=os.pread(lock, 100, 0).decode() or "?") from None
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}".encode(), 0)
        yield


@contextmanager
def _open(path: Path, place: str) -> Iterator[int]:
    try:
        number = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise CannotOpen(place=place) from error
    try:
        yield number
    finally:
        os.close(number)


@asynccontextmanager
async def leased(
    storage: Storage, name: str = NAME, length: timedelta = LENGTH
) -> AsyncIterator["asyncio.Task[None]"]:
    """Hold a lease, and yield the task that keeps it, which ends only with an error.

    :raises InUse: when another process holds it and is alive
    """
    holder = own_name()
    await _take(storage, name, holder, length)
    beat = asyncio.create_task(keep(storage, name, holder, length))
    try:
        yield beat
    finally:
        beat.cancel()
        try:
            await storage.leases.give_up(name, holder)
        except StorageProblem as trouble:
            log.info("the lease ends by itself: %s", trouble)


async def _take(storage: Storage, name: str, holder: str, length: timedelta) -> None:
    """Take a lease, once it is certain that its holder no longer renews it.

    :raises InUse: when another process holds it, or one works with a shard of the tables
    """
    for other in await storage.leases.in_force():
        if name == NAME != other.name and not storage.database.alone and not is_gone(other.holder):
            raise InUse(place=storage.database.place, holder=other.holder)
    first = await storage.leases.find(name)
    gone = first if first is not None and (storage.database.alone or is_gone(first.holder)) else None
    while not await storage.leases.take(name, holder, length, gone=gone):
        present = await storage.leases.find(name)
        first = first or present
        if present is not None and first is not None and present != first:
            raise InUse(place=storage.database.place, holder=present.holder)
        await asyncio.sleep(length.total_seconds() / BEATS)


async def keep(storage: Storage, name: str, holder: str, length: timedelta) -> None:
    """Keep putting off the end of a lease.

    :raises LeaseLost: when another process holds it by now, or its end has come while the database did not answer
    """
    clock = asyncio.get_running_loop().time
    end = clock() + length.total_seconds()
    while True:
        await asyncio.sleep(length.total_seconds() / BEATS)
        try:
            asked = clock()
            gone = await storage.leases.find(name) if storage.database.alone else None
            kept = await storage.leases.take(name, holder, length, gone=gone)
            end = asked + length.total_seconds()
        except StorageProblem as trouble:
            log.warning("the lease could not be kept: %s", trouble)
            kept = storage.database.alone or clock() < end
        if not kept:
            raise LeaseLost(place=storage.database.place)
