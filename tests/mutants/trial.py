"""What becomes of a mutant: the tests that call it are run on a copy of the house that holds it."""

import hashlib
import json
import math
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from tests.mutants.mutate import Mutant
from tests.mutants.rooms import ROOT, MutantRoom
from tests.processor import waited

FAST = "not slow and not long"
KEPT = ".pytest_cache/mutants"
FAILED, INTERRUPTED, INTERNAL, USAGE = 1, 2, 3, 4
"""How pytest ends when a test fails, when modules cannot be imported, or a plugin cannot."""
CUT_SHORT = (-signal.SIGXCPU, -signal.SIGABRT, -signal.SIGSEGV)
"""How it ends at a limit: of time, of memory, or of the stack."""
UNLOADED = ("conftest", "ERROR collecting")
"""What pytest says where a module cannot be loaded: then there is no test of the name that it was given."""
PATIENCE, SLOWNESS = 90.0, 8.0
"""A mutant that takes so many seconds, and so many times as long as its tests took, goes on for ever."""
WARM = 5.0
"""So many seconds for each test where nothing has to be loaded."""
LATER = 30.0
"""How many seconds of a processor later the system ends it, if nobody looks any more."""
MEMORY = 4 << 30
"""How many bytes a process of tests may have: a mutant that grows for ever leaves the machine to others."""
LOOK = 1.0
"""After how many seconds each it is looked whether a mutant goes on."""
FURTHER = 60.0
"""How many seconds of further tests of a module are asked about what survives."""


Kills = Callable[[Path, str, Mapping[str, float]], bool]
"""Whether a test of some fails where a module has another text, or takes longer than it may; it may overlook one."""


class BrokenTrial(Exception):
    """Nothing can be said of a mutant; the text has what pytest said."""


@dataclass
class Touched:
    """Which tests call which functions, and how long each takes."""

    seconds: dict[str, float] = field(default_factory=dict)
    calls: dict[str, set[str]] = field(default_factory=dict)

    def of(self, module: Path, mutant: Mutant) -> list[str]:
        """Return the tests to run: those that call the function, else those of its module.

        All of them where nothing is known to call even that. Those named after the module come first, then the quick.
        """
        tests = self.calls.get(f"{module}:{mutant.function}", set()) if mutant.function else set()
        if not tests:
            named = [found for place, found in self.calls.items() if place.startswith(f"{module}:")]
            tests = set().union(*named) or set(self.seconds)
        return sorted(self._quickest(tests), key=lambda test: module.stem not in test.partition("::")[0])

    def more(self, module: Path, mutant: Mutant) -> list[str]:
        """Return further tests of its module, the quickest first, as many as take a minute.

        They may meet the function in what another test has left: a fixture that several share, a result that is kept.
        """
        asked, chosen, took = set(self.of(module, mutant)), list[str](), 0.0
        named = (found for place, found in self.calls.items() if place.startswith(f"{module}:"))
        for test in self._quickest(set().union(*named) - asked):
            took += self.seconds[test]
            if took > FURTHER:
                break
            chosen.append(test)
        return chosen

    def callers(self, module: Path, mutant: Mutant) -> list[str]:
        """Return the tests that call the function, or its module where it stands outside of functions."""
        named = f"{module}:{mutant.function}" if mutant.function else f"{module}:"
        found = (tests for place, tests in self.calls.items() if place.startswith(named))
        return self._quickest(set().union(*found))

    def _quickest(self, tests: set[str]) -> list[str]:
        return sorted(tests, key=lambda test: (self.seconds[test], test))

    @classmethod
    def read(cls, notes: Sequence[list[dict[str, object]]]) -> "Touched":
        """Take what the plugin wrote; tests that do not pass as it is are left out."""
        tests = [test for note in notes for test in note]
        without = {test["test"] for test in tests if "without" in test}
        made = cls()
        for test in tests:
            name = str(test["test"])
            if name in without:
                continue
            made.seconds[name] = float(str(test["seconds"]))
            calls = test["calls"]
            assert isinstance(calls, list)
            for place in calls:
                made.calls.setdefault(place, set()).add(name)
        return made


def files(root: Path = ROOT) -> list[str]:
    """Return what git knows of the house, or would."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    told = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    return sorted(name for name in told.split("\0") if name and (root / name).is_file())


@contextmanager
def copied(root: Path = ROOT) -> Iterator[Path]:
    """A copy of the house, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as made:
        for name in files(root):
            target = Path(made) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, target)
        yield Path(made)


def called(root: Path, *given: str, **named: str) -> tuple[list[str], dict[str, str]]:
    """Return how pytest is called in a copy, and its environment."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=line", *given]
    return command, {**os.environ, "PYTHONPATH": str(root), "CI": "1", **named}


def pytest(root: Path, *given: str, seconds: float = math.inf, **named: str) -> tuple[int | None, str]:
    """Run tests of a copy; return how pytest ended, None where it took too long, and what it said.

    The time in which a busy machine gave it no processor does not count: no mutant is killed by that.
    """
    command, env = called(root, *given, **named)
    process = subprocess.Popen(
        command,
        cwd=root,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    limit(process.pid, seconds)
    began = time.monotonic()
    while True:
        try:
            told, _ = process.communicate(timeout=LOOK)
        except subprocess.TimeoutExpired:
            if time.monotonic() - began - waited(process.pid) > seconds:
                os.killpg(process.pid, 9)
                process.communicate()
                return None, ""
        else:
            return process.returncode, told


def limit(process: int, seconds: float) -> None:
    """Let a process, and each that it starts, have so much memory at most, and not go on for ever."""
    resource.prlimit(process, resource.RLIMIT_AS, (MEMORY, MEMORY))
    if seconds < math.inf:
        most = math.ceil(seconds + LATER)
        resource.prlimit(process, resource.RLIMIT_CPU, (most, most + 1))


def touched(room: MutantRoom, root: Path = ROOT, workers: int = 2) -> Touched:
    """Return which tests of a room call what; it is kept until a file of the house changes."""
    digest = hashlib.sha256(repr(room).encode())
    for name in files(root):
        if name.endswith((".py", ".toml", ".po")):
            digest.update((root / name).read_bytes())
    kept = root / KEPT / f"{digest.hexdigest()[:32]}.json"
    if not kept.exists():
        with copied(root) as there, tempfile.TemporaryDirectory() as notes:
            given = ("-p", "tests.mutants.touched", "-m", FAST, "-n", str(workers), *room.tests)
            _, told = pytest(there, *given, MUTANTS_TOUCHED=notes)
            found = [json.loads(path.read_text("utf-8")) for path in sorted(Path(notes).glob("gw*.json"))]
        if not any(found):
            raise BrokenTrial(told)
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(found), "utf-8")
    return Touched.read(json.loads(kept.read_text("utf-8")))


class Trial:
    """A copy of the house in which one mutant after the other is tried."""

    def __init__(self, root: Path, kills: Kills | None = None) -> None:
        self.root = root
        self._kills = kills
        self._moments = count(10**9)

    def survives(self, module: Path, mutant: Mutant, tests: Touched) -> bool:
        """Tell whether every test passes that calls a mutant, and further ones of its module.

        What a fork kills need not be tried as a module.

        :raises BrokenTrial: when pytest cannot run them
        """
        if self._kills and mutant.function:
            chosen = {test: WARM + SLOWNESS * tests.seconds[test] for test in tests.of(module, mutant)}
            if self._kills(module, mutant.source, chosen):
                return False
        return all(
            self.passes(module, mutant, chosen, tests)
            for chosen in (tests.of(module, mutant), tests.more(module, mutant))
            if chosen
        )

    def passes(self, module: Path, mutant: Mutant, chosen: Sequence[str], tests: Touched) -> bool:
        """Tell whether some tests pass where a mutant takes the place of its module.

        :raises BrokenTrial: when pytest cannot run them
        """
        path = self.root / module
        (self.root / "chosen.txt").write_text("\n".join(chosen), "utf-8")
        sound = path.read_text("utf-8")
        try:
            self._write(path, mutant.source)
            took = sum(tests.seconds[test] for test in chosen)
            code, told = pytest(self.root, "-x", "-n", "0", "@chosen.txt", seconds=PATIENCE + SLOWNESS * took)
        finally:
            self._write(path, sound)
        return not _is_killed(code, told)

    def _write(self, path: Path, source: str) -> None:
        """Write a module, dated so that nothing compiled before is taken for it."""
        path.write_text(source, "utf-8")
        moment = next(self._moments)
        os.utime(path, (moment, moment))


def _is_killed(code: int | None, told: str) -> bool:
    if code in (None, FAILED, INTERRUPTED, INTERNAL, *CUT_SHORT):
        return True
    if code == USAGE and any(sign in told for sign in UNLOADED):
        return True
    if code == 0:
        return False
    raise BrokenTrial(told)
