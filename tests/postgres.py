"""A PostgreSQL server of the tests' own, in a temporary folder; its programs come with Debian's package."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path

DEBIAN = Path("/usr/lib/postgresql")
MEMORY = Path("/dev/shm")
"""Where a database is made in a fifth of the time."""
ROOM = 4 * 2**30
ACCOUNTS = ("postgres", "nobody")
"""Who may run the server where the tests belong to root, for whom it does not start."""
INIT = ("-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
SETTINGS = ("fsync=off", "full_page_writes=off", "max_connections=80", "shared_buffers=16MB")


@cache
def programs() -> Path | None:
    """Return the folder of the server's programs, None where it is not installed."""
    found = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    beside = shutil.which("initdb")
    path = found[-1] if found else Path(beside) if beside else None
    return path.parent if path is not None else None


def _account() -> str | None:
    """Return whose processes the server's are, None for our own."""
    if os.getuid():
        return None
    known = {one.pw_name for one in pwd.getpwall()}
    return next(name for name in ACCOUNTS if name in known)


def free_port() -> int:
    """Return a port of this machine at which nobody listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@dataclass(frozen=True)
class Server:
    """A running server."""

    folder: Path
    port: int
    account: str | None

    def run(self, program: str, *given: str) -> str:
        """Return what one of the programs prints."""
        bin_folder = programs()
        assert bin_folder is not None
        done = subprocess.run(
            [bin_folder / program, *given],
            user=self.account,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self) -> None:
        """Start, and return when it answers."""
        settings = " ".join(f"-c {one}" for one in SETTINGS)
        options = f"-h 127.0.0.1 -p {self.port} -k {self.folder} {settings}"
        self.run("pg_ctl", "start", "-w", "-s", "-D", "data", "-l", "log", "-o", options)

    def stop(self) -> None:
        """End at once, whoever is connected."""
        self.run("pg_ctl", "stop", "-w", "-s", "-D", "data", "-m", "immediate")

    def address(self, name: str) -> str:
        """Return the address of one of its databases."""
        return f"postgres://postgres@127.0.0.1:{self.port}/{name}"

    def database(self, like: str = "template1") -> str:
        """Make a database, the copy of another one, and return its address."""
        name = f"games{next(_numbers)}"
        self.run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-T", like, name)
        return self.address(name)


_numbers = count(1)


@contextmanager
def server() -> Iterator[Server]:
    """Yield a server with nothing in it."""
    account = _account()
    is_roomy = os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM
    folder = Path(tempfile.mkdtemp(prefix="postgres-", dir=MEMORY if is_roomy else None))
    if account is not None:
        shutil.chown(folder, account)
    made = Server(folder, free_port(), account)
    with _ended_with_us(made):
        made.run("initdb", "-D", "data", *INIT)
        made.start()
        yield made


@contextmanager
def _ended_with_us(server: Server) -> Iterator[None]:
    """End a server and remove its folder, however our process ends: a shell waits for the end of its pipe."""
    stop = f"read _; {programs()}/pg_ctl stop -s -D data -m immediate 2>&-; rm -rf {server.folder}"
    with subprocess.Popen(
        ["sh", "-c", stop],
        stdin=subprocess.PIPE,
        user=server.account,
        cwd=server.folder,
        start_new_session=True,
    ):
        yield
