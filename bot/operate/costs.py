"""What this process and its working processes cost: CPU seconds by kind of work, and memory."""

import multiprocessing
import os
import re
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
SHARE = re.compile(r"^Pss:\s+(\d+) kB", re.MULTILINE)
WORKERS = {"bot.pictures.drawing": "pictures", "bot.tables.searches": "searches"}
THREADS = {"MainThread": "loop", "asyncio": "engine", "Thread": "storage", "worker-pool": "workers"}
"""By the beginnings of the names of threads: who talks with Discord, judges moves, stores, and feeds processes."""


class CpuMeter:
    """The CPU seconds that each kind of work has taken since the start; nothing where there is no /proc.

    What threads and processes had taken when they were seen last stays counted after their end.
    """

    def __init__(self) -> None:
        self._seen: dict[Path, tuple[str, float]] = {}
        self._ended: defaultdict[str, float] = defaultdict(float)

    def seconds(self) -> dict[str, float]:
        """Return the seconds by kind of work; none of them ever shrinks."""
        before, self._seen = self._seen, {path: (kind, _ticks(path)) for path, kind in _at_work()}
        for path, (kind, taken) in before.items():
            there, now = self._seen.get(path, ("", 0.0))
            if there != kind or now < taken:  # it has ended, and another one may have its number
                self._ended[kind] += taken
        found = self._ended.copy()
        for kind, taken in self._seen.values():
            found[kind] += taken
        return found


def _at_work() -> Iterator[tuple[Path, str]]:
    """Yield where the system tells of each thread and each working process, and the kind of its work."""
    for thread in threading.enumerate():
        kind = next((kind for start, kind in THREADS.items() if thread.name.startswith(start)), "other")
        yield PROC / "self" / "task" / str(thread.native_id) / "stat", kind
    for child in multiprocessing.active_children():
        yield PROC / str(child.pid) / "stat", WORKERS.get(child.name, "other")


def memory() -> Counter[str]:
    """Return the bytes of memory that the bot itself and each kind of working process hold.

    What several processes share, such as the code of libraries, counts once: each has its part of it.
    """
    found: Counter[str] = Counter(bot=_held("self"))
    for child in multiprocessing.active_children():
        found[WORKERS.get(child.name, "other")] += _held(str(child.pid))
    return found


def _ticks(path: Path) -> float:
    """Return the seconds in a file like /proc/PID/stat, whose second field may hold blanks and brackets."""
    try:
        fields = path.read_text("ascii", "replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def _held(process: str) -> int:
    """Return the memory of a process in bytes: its share of shared pages, or its whole resident set if unknown."""
    try:
        shares = SHARE.search((PROC / process / "smaps_rollup").read_text("ascii"))
        if shares is not None:
            return int(shares[1]) * 1024
        return int((PROC / process / "statm").read_text("ascii").split()[1]) * PAGE
    except OSError:
        return 0
