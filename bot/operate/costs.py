"""What this process and its working processes cost: seconds of the processors by kind of work, and memory."""

import multiprocessing
import os
import threading
from collections import Counter, defaultdict
from pathlib import Path

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
WORKERS = {"bot.pictures.drawing": "pictures", "bot.tables.precompute": "searches"}
THREADS = {"MainThread": "loop", "asyncio": "engine", "Thread": "storage", "worker-pool": "workers"}
"""By the beginnings of the names of threads: who talks with Discord, judges moves, stores, and feeds processes."""


def seconds() -> dict[str, float]:
    """Return the seconds of the processors that each kind of work has taken; where /proc is not, nothing.

    Processes that have ended are not counted.
    """
    found: defaultdict[str, float] = defaultdict(float)
    for thread in threading.enumerate():
        kind = next((kind for start, kind in THREADS.items() if thread.name.startswith(start)), "other")
        found[kind] += _ticks(PROC / "self" / "task" / str(thread.native_id) / "stat")
    for child in multiprocessing.active_children():
        found[WORKERS.get(child.name, "other")] += _ticks(PROC / str(child.pid) / "stat")
    return found


def memory() -> Counter[str]:
    """Return the bytes of memory that the bot itself and each kind of working process hold."""
    found: Counter[str] = Counter(bot=_resident(PROC / "self" / "statm"))
    for child in multiprocessing.active_children():
        found[WORKERS.get(child.name, "other")] += _resident(PROC / str(child.pid) / "statm")
    return found


def _ticks(path: Path) -> float:
    """Return the seconds in a file like /proc/PID/stat, whose second field may hold blanks and brackets."""
    try:
        fields = path.read_text("ascii", "replace").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICKS


def _resident(path: Path) -> int:
    try:
        return int(path.read_text("ascii").split()[1]) * PAGE
    except OSError:
        return 0
