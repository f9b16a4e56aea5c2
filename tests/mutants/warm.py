"""A process that has collected the tests of a room, and forks for each mutant: nothing is loaded for it again.

A mutated function gets its new code in place. What was computed while modules were loaded stays as it was, so what no
test in a fork notices has to be tried as a module of its own. The other half is a plugin of pytest
(`-p tests.mutants.warm`), which is asked through the pipe whose number is in ``MUTANTS_ASKED``.
"""

import gc
import multiprocessing
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from ctypes import c_int
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from tests.mutants import trial

ASKED = "MUTANTS_ASKED"
TOLD = "warm.txt"
FORK = multiprocessing.get_context("fork")
FINE, FAILED, UNKNOWN = range(3)
"""How a fork ends: all tests pass, one fails, or no test has said anything."""
PATIENCE = 10.0
"""How many seconds a mutant may take to be put in place."""
SHORT = 0.02
"""How many seconds at most until a fork that has ended is noticed."""

Limited = tuple[pytest.Item, float]
"""A test, and how many seconds it may take."""


class Warm:
    """Asks a process that has collected the tests of a copy."""

    def __init__(self, pipe: Connection, root: Path) -> None:
        self._pipe = pipe
        self._root = root

    def kills(self, module: Path, source: str, tests: Mapping[str, float]) -> bool:
        """Tell whether a test fails where a module has another text, and passes where it does not.

        One that takes more seconds than are given with it goes on for ever.

        :raises BrokenTrial: when pytest has ended
        """
        try:
            self._pipe.send((str(self._root / module), source, {**tests}))
            return bool(self._pipe.recv())
        except (EOFError, OSError):
            raise trial.BrokenTrial((self._root / TOLD).read_text("utf-8")) from None


@contextmanager
def warm(root: Path, tests: Sequence[str]) -> Iterator[Warm]:
    """Let a process collect some tests of a copy."""
    ours, theirs = multiprocessing.Pipe()
    given = ("-p", "tests.mutants.warm", "-m", trial.FAST, "-n", "0", f"--basetemp={root / 'temp'}", *tests)
    command, env = trial.called(root, *given, **{ASKED: str(theirs.fileno())})
    with (
        (root / TOLD).open("w", encoding="utf-8") as told,
        theirs,
        subprocess.Popen(command, cwd=root, env=env, stdout=told, stderr=told, pass_fds=(theirs.fileno(),)),
        ours,
    ):
        theirs.close()
        yield Warm(ours, root)


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Judge one mutant after the other, until nobody asks."""
    items = {item.nodeid: item for item in session.items}
    functions = loaded()
    with Connection(int(os.environ[ASKED])) as pipe, suppress(EOFError):
        while True:
            path, source, tests = pipe.recv()
            mutated = partial(replace, functions.get(path, ()), path, source)
            pipe.send(_kills(mutated, [(items[test], tests[test]) for test in tests if test in items]))
    return True


def _kills(mutated: Callable[[], None], tests: Sequence[Limited]) -> bool:
    how, begun = _fate(mutated, tests)
    return how not in (FINE, UNKNOWN) and _fate(None, tests[:begun])[0] == FINE


def _fate(mutated: Callable[[], None] | None, tests: Sequence[Limited]) -> tuple[int | None, int]:
    """Return how a fork ended, None where a test took too long, and how many it had begun."""
    begun = FORK.RawValue("i")
    process = FORK.Process(target=_run, args=(mutated, tests, begun))
    process.start()

    def clock() -> float:
        return time.monotonic() - trial.waited(process.pid or 0)

    at, since = 0, clock()
    while process.exitcode is None and clock() - since < (tests[at - 1][1] if at else PATIENCE):
        process.join(SHORT)
        if at != begun.value:
            at, since = begun.value, clock()
    how = process.exitcode
    with suppress(ProcessLookupError):  # what it started, too
        os.killpg(process.pid or 0, signal.SIGKILL)
    process.join()
    return how, begun.value


def _run(mutated: Callable[[], None] | None, tests: Sequence[Limited], begun: c_int) -> None:
    """Run tests until one fails; the system ends it if nobody looks any more."""
    os.setsid()
    trial.limit(os.getpid(), PATIENCE + sum(seconds for _, seconds in tests))
    how = UNKNOWN
    try:
        if mutated:
            mutated()
        items = [item for item, _ in tests]
        for item, following in zip(items, [*items[1:], None], strict=True):
            begun.value += 1
            before = item.session.testsfailed
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            if item.session.testsfailed > before:
                how = FAILED
                break
        else:
            how = FINE
    finally:
        os._exit(how)  # nothing of the process that has forked is to end


def loaded() -> dict[str, list[FunctionType]]:
    """Return all functions that are there, by the path of their module."""
    gc.unfreeze()  # what is frozen is not found
    found: dict[str, list[FunctionType]] = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType):
            found.setdefault(one.__code__.co_filename, []).append(one)
    gc.freeze()
    return found


def replace(functions: Iterable[FunctionType], path: str, source: str) -> None:
    """Give functions of a module the code that they have in another text."""
    texts = (Path(path).read_text("utf-8"), source)
    sound, other = (compile(text, path, "exec", dont_inherit=True) for text in texts)
    changed = dict(_changed(sound, other))
    for one in functions:
        one.__code__ = changed.get(one.__code__, one.__code__)


def _changed(sound: CodeType, other: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """What stands for what; where a part is gone, those within are not told apart."""
    yield sound, other
    parts = [[part for part in code.co_consts if isinstance(part, CodeType)] for code in (sound, other)]
    if len(parts[0]) == len(parts[1]):
        for pair in zip(*parts, strict=True):
            yield from _changed(*pair)
