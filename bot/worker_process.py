"""What a working process does beside the bot; of the bot nothing is loaded there that the work does not need."""

import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from collections.abc import Callable
from multiprocessing import connection
from multiprocessing.connection import Connection
from typing import Any

from engine import handed_in
from engine.handed_in import DataSource

MODEST = 3
"""By how much working processes go behind the one that answers presses, where all want a core."""


REST = 2.0
"""How many seconds a process has had no work when it does what is left for its rest."""

_left: list[Callable[[], None]] = []


def stand_by() -> None:
    """Do nothing: the import of the module that does the work has loaded what it needs."""


def at_rest(do: Callable[[], None]) -> None:
    """Leave something for when this process has had no work for a while; it is done once in each rest."""
    _left.append(do)


def serve(
    pipe: "Connection[Any, Any]", source: DataSource, begin: Callable[..., None], given: tuple[object, ...]
) -> None:
    """Do what comes through the pipe until it is closed; an interrupt is the parent's business.

    ``source`` is where games find files of data.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(MODEST)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    handed_in.take_from(source)
    begin(*given)
    try:
        while True:
            if not pipe.poll(REST):
                _rest()
            pipe.send_bytes(_answer(pipe.recv_bytes()))
    except (OSError, EOFError):
        os._exit(0)


def _rest() -> None:
    for do in _left:
        do()


def _answer(message: bytes) -> bytes:
    """Return whether the work was done, with what it returned or raised; without memory the process ends."""
    try:
        work, given = pickle.loads(message)  # noqa: S301 - our own parent wrote it
        return pickle.dumps((True, work(*given)))
    except MemoryError:
        os._exit(1)
    except Exception as error:  # noqa: BLE001 - it is raised where the work was asked for
        error.add_note(traceback.format_exc())
        return _raised(error)


def _raised(error: Exception) -> bytes:
    """Return an error as the parent can read it."""
    try:
        told = pickle.dumps((False, error))
        pickle.loads(told)  # noqa: S301 - written the line before
    except Exception:  # noqa: BLE001 - an error of any kind may be one that cannot travel
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
    return told


def _end_with_parent() -> None:
    """End this process as soon as its parent is gone, however it went."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)
