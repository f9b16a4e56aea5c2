"""How long a process waited for a processor: what a busy machine takes from it is no time of its own."""

from contextlib import suppress
from pathlib import Path


def waited(process: int) -> float:
    """Return how many seconds the threads of a process waited for a processor; 0 where the system does not say."""
    found = 0
    for thread in Path(f"/proc/{process}/task").glob("*/schedstat"):
        with suppress(OSError, IndexError):  # it has ended meanwhile
            found += int(thread.read_text("ascii").split()[1])
    return found / 1e9
