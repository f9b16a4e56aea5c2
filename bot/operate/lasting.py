"""Whether what is stored outlives the machine: many hosts start with an empty disk each time."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from bot.errors.storage import BadAddress
from bot.storage.connect import file_of, read_address

HOSTS = {
    "DYNO": "Heroku",
    "RENDER": "Render",
    "RAILWAY_ENVIRONMENT": "Railway",
    "FLY_APP_NAME": "Fly.io",
    "K_SERVICE": "Cloud Run",
    "KUBERNETES_SERVICE_HOST": "Kubernetes",
    "REPL_ID": "Replit",
    "SPACE_ID": "Hugging Face Spaces",
}
"""Variables that give away hosts whose disk is empty after each start, unless a volume is mounted."""
MOUNTS = Path("/proc/mounts")
SHORT_LIVED = ("tmpfs", "ramfs", "overlay", "aufs")
"""Kinds of file systems that go with the machine or the container."""


def warnings(
    address: str, environment: Mapping[str, str] = os.environ, mounts: Path = MOUNTS
) -> Iterator[str]:
    """Yield one sentence where an SQLite file lies on a disk that does not last."""
    try:
        file = file_of(read_address(address))
    except BadAddress:
        return
    if file is None:
        return
    kind = _kind_of_disk(file.absolute().parent, mounts)
    host = next((name for variable, name in HOSTS.items() if variable in environment), "")
    if kind in ("tmpfs", "ramfs"):
        yield f"the database {file} is kept in memory and is gone when the machine stops; choose another folder"
    elif kind in SHORT_LIVED or (host and kind == ""):
        where = f" ({host})" if host else ""
        yield (
            f"the database {file} lies inside a container{where} and is gone with it;"
            " mount a volume there, or use a PostgreSQL server"
        )


def _kind_of_disk(folder: Path, mounts: Path) -> str:
    """Return the kind of the file system of a folder, empty where that is not known."""
    try:
        lines = [line.split() for line in mounts.read_text("utf-8").splitlines()]
    except OSError:
        return ""
    points = {point: kind for _, point, kind, *_ in (line for line in lines if len(line) > 3)}
    above = [str(one) for one in (folder, *folder.parents) if str(one) in points]
    return points[above[0]] if above else ""
