"""Workers that die, hang, are stopped or run out of memory: nobody waits for them without end."""

import asyncio
import gc
import math
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bot import worker_process
from bot.worker_pool import Worker, WorkerLost, WorkerPool
from bot.worker_process import MODEST
from engine import handed_in

LONG, ASKED = 120.0, 600.0
"""A time that does not pass in a test, and one that passes when the test says so."""


@pytest.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    made = WorkerPool(1)
    yield made
    made.close()


class HandLimit:
    """The end of a call's time, which comes when the test lets it."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call
        self._when = math.inf

    def when(self) -> float:
        """Return the moment by the loop's clock."""
        return self._when

    def cancel(self) -> None:
        """Let it never come."""
        self._call = int

    def come(self) -> None:
        """Let it come now."""
        self._when = 0.0
        self._call()


@pytest.fixture
async def limits(monkeypatch: pytest.MonkeyPatch) -> list[HandLimit]:
    """The ends of the times of calls that have begun."""
    loop, made = asyncio.get_running_loop(), list[HandLimit]()
    later = loop.call_later

    def call_later(seconds: float, call: Callable[..., Any], *given: Any, **named: Any) -> Any:
        if seconds != ASKED:
            return later(seconds, call, *given, **named)
        made.append(HandLimit(call))
        return made[-1]

    monkeypatch.setattr(loop, "call_later", call_later)
    return made


def number() -> int:
    """Return which process this is."""
    return os.getpid()


def once(mark: Path) -> bool:
    """Tell whether this is the first time."""
    first = not mark.exists()
    mark.touch()
    return first


def hang(mark: Path | None = None) -> int:
    """Never come to an end, or only the first time."""
    if mark is None or once(mark):
        time.sleep(1000)
    return number()


def answer_when_told(started: Path, go: Path) -> bool:
    """Begin, and answer as soon as somebody says so."""
    started.touch()
    while not go.exists():
        time.sleep(0.01)
    return True


def hang_visibly(started: Path) -> None:
    """Never come to an end; whoever looks sees that it has begun."""
    started.touch()
    hang()


def die() -> None:
    """End as one does that the system kills."""
    os.kill(os.getpid(), signal.SIGKILL)


def grow(mark: Path) -> int:
    """Ask for more memory than there is, the first time."""
    if once(mark):
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
        return len(bytearray(1 << 31))
    return number()


def refuse() -> None:
    """Fail."""
    raise LookupError("nothing there")


def refuse_oddly() -> None:
    """Fail with an error that cannot leave the process."""
    error = LookupError("nothing there")
    error.lock = threading.Lock()  # type: ignore[attr-defined]
    raise error


async def test_calls_share_a_process(pool: WorkerPool):
    """One is started, for it costs time, and it is another one than this."""
    first = await pool.run(number, seconds=LONG)

    assert await pool.run(number, seconds=LONG) == first
    assert first != os.getpid()


async def test_a_hung_worker_is_replaced_after_its_time(
    pool: WorkerPool, limits: list[HandLimit], tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    """The first is ended, the second answers."""
    call = asyncio.create_task(pool.run(hang, tmp_path / "hung", seconds=ASKED))
    await until((tmp_path / "hung").exists)
    limits[0].come()

    assert await call
    assert caplog.messages == ["a working process took more than 600 seconds; another one tries again"]


@pytest.mark.slow
async def test_two_hung_workers_are_enough(pool: WorkerPool):
    """The caller hears of it, and the pool goes on with another process."""
    with pytest.raises(WorkerLost, match=r"more than 0\.5 seconds"):
        await pool.run(hang, seconds=0.5)

    assert await pool.run(number, seconds=LONG)


async def test_a_stopped_worker_is_replaced(pool: WorkerPool, limits: list[HandLimit]):
    """A process that gets no time at all, however much is sent to it, is ended and another one answers."""
    stopped = await pool.run(number, seconds=LONG)
    os.kill(stopped, signal.SIGSTOP)

    call = asyncio.create_task(pool.run(len, bytes(1 << 22), seconds=ASKED))
    await until(lambda: bool(limits))
    limits[0].come()

    assert await call == 1 << 22
    with pytest.raises(ProcessLookupError):
        os.kill(stopped, 0)


@pytest.mark.slow
async def test_two_dead_workers_are_enough(pool: WorkerPool):
    """The caller hears of it, and the pool goes on."""
    with pytest.raises(WorkerLost, match="died"):
        await pool.run(die, seconds=LONG)

    assert await pool.run(number, seconds=LONG)


async def test_a_worker_without_memory_is_replaced(pool: WorkerPool, tmp_path: Path):
    """What it asked for in vain does not stay with it."""
    assert await pool.run(grow, tmp_path / "grown", seconds=LONG)


@pytest.mark.parametrize(("work", "kind"), [(refuse, LookupError), (refuse_oddly, RuntimeError)])
async def test_an_error_comes_back_and_costs_no_process(
    pool: WorkerPool, work: object, kind: type[Exception]
):
    """What the work raises is raised where it was asked for."""
    before = await pool.run(number, seconds=LONG)
    with pytest.raises(kind, match="nothing there"):
        await pool.run(work, seconds=LONG)  # type: ignore[arg-type]

    assert await pool.run(number, seconds=LONG) == before


async def test_work_that_cannot_be_sent_costs_no_process(pool: WorkerPool):
    """What cannot leave this process is told at once."""
    before = await pool.run(number, seconds=LONG)
    with pytest.raises((TypeError, AttributeError)):
        await pool.run(len, threading.Lock(), seconds=LONG)

    assert await pool.run(number, seconds=LONG) == before


@pytest.mark.slow
async def test_the_loop_turns_whatever_becomes_of_a_worker(
    pool: WorkerPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Starting, feeding, burying and replacing processes happens beside the loop, which goes on meanwhile."""
    beside: dict[str, set[bool]] = {}
    for name in ("_start", "call", "_bury"):
        monkeypatch.setattr(Worker, name, noted(name, beside))
    started, go = tmp_path / "started", tmp_path / "go"
    calls = asyncio.gather(
        pool.run(answer_when_told, started, go, seconds=LONG),
        pool.run(len, bytes(1 << 22), seconds=LONG),
        pool.run(die, seconds=LONG),
        pool.run(hang, seconds=0.3),
        return_exceptions=True,
    )
    await until(started.exists)
    go.touch()  # a loop that waited for the answer would never come here

    assert [type(one) for one in await calls] == [bool, int, WorkerLost, WorkerLost]
    assert beside == {"_start": {True}, "call": {True}, "_bury": {True}}


def noted(name: str, beside: dict[str, set[bool]]) -> Callable[..., Any]:
    """What a worker does under that name; whether it happens in another thread than the loop's is noted."""
    real: Callable[..., Any] = getattr(Worker, name)

    def act(*given: Any) -> Any:
        beside.setdefault(name, set()).add(threading.current_thread() is not threading.main_thread())
        return real(*given)

    return act


async def test_whoever_gives_up_does_not_hold_up_the_others(pool: WorkerPool):
    """A call that nobody waits for any more is not begun."""
    first = asyncio.create_task(pool.run(time.sleep, 0.2, seconds=LONG))
    await asyncio.sleep(0)
    second = asyncio.create_task(pool.run(hang, seconds=LONG))
    await asyncio.sleep(0)
    second.cancel()

    assert await pool.run(number, seconds=LONG)
    await first


async def test_whoever_has_waited_longest_is_next(pool: WorkerPool):
    """Also where they wanted something else at first, and gave that up."""
    done: list[str] = []

    async def wait(name: str, since: float | None = None) -> None:
        await pool.run(number, seconds=LONG, since=since)
        done.append(name)

    now = asyncio.get_running_loop().time()
    first = asyncio.create_task(pool.run(time.sleep, 0.2, seconds=LONG))
    await asyncio.sleep(0)
    overtaken = asyncio.create_task(wait("overtaken", now - 3))
    others = [asyncio.create_task(wait("new")), asyncio.create_task(wait("old", now - 2))]
    await asyncio.sleep(0)
    overtaken.cancel()
    others.append(asyncio.create_task(wait("in its place", now - 3)))
    await asyncio.gather(first, *others)

    assert done == ["in its place", "old", "new"]


async def test_a_working_process_goes_behind_the_one_that_answers(pool: WorkerPool):
    """Where both want a core, presses come first."""
    assert await pool.run(os.nice, 0, seconds=LONG) == min(19, os.nice(0) + MODEST)


async def test_a_working_process_finds_files_of_data_where_the_bot_does():
    """It draws cards of a deck that somebody put into a folder."""
    before = handed_in.source()
    handed_in.take_from(str.upper)
    pool = WorkerPool(1)
    try:
        assert await pool.run(handed_in.text_of, "mine", seconds=LONG) == "MINE"
    finally:
        pool.close()
        handed_in.take_from(before)


@pytest.mark.slow
async def test_closing_waits_for_nothing(tmp_path: Path):
    """Not for a process at work, nor for one that is stopped; whoever waits hears of it, before the time is up."""
    pool = WorkerPool(2)
    stopped = await pool.run(number, seconds=LONG)
    os.kill(stopped, signal.SIGSTOP)
    started = tmp_path / "started"
    calls = [asyncio.create_task(pool.run(hang_visibly, started, seconds=LONG)) for _ in range(2)]
    await until(started.exists)

    pool.close()
    ends = await asyncio.gather(*calls, return_exceptions=True)

    assert [repr(one) for one in ends] == ["WorkerLost('a working process died')"] * 2
    with pytest.raises(WorkerLost):
        await pool.run(number, seconds=LONG)


def rest_soon(mark: Path) -> None:
    """Leave something for a rest, which comes after a moment."""
    worker_process.REST = 0.01
    worker_process.at_rest(mark.touch)


async def test_a_process_without_work_does_what_is_left_for_its_rest(tmp_path: Path):
    """And goes on working after it."""
    pool, mark = WorkerPool(1, rest_soon, tmp_path / "rested"), tmp_path / "rested"
    try:
        first = await pool.run(number, seconds=LONG)
        await until(mark.exists)

        assert await pool.run(number, seconds=LONG) == first
    finally:
        pool.close()


@pytest.mark.parametrize(
    "module",
    ["bot.pictures.drawing", "bot.pictures.decision_drawing", "bot.tables.searches", "bot.worker_process"],
)
def test_a_working_process_loads_nothing_of_the_loop(module: str):
    """Each process that draws or searches would hold it once more: seven MiB for what it never uses."""
    program = f"import sys, {module}; sys.exit('asyncio' in sys.modules or 'sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.slow
async def test_work_whose_caller_went_away_fails_unseen(
    pool: WorkerPool, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    """Nobody waits for it any more, so it is no error of anybody's."""
    started = tmp_path / "started"
    call = asyncio.create_task(pool.run(hang_visibly, started, seconds=LONG))
    await until(started.exists)
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    pool.close()
    await until(lambda: not pool._busy)
    del call
    gc.collect()
    await asyncio.sleep(0)

    assert [record.message for record in caplog.records if record.name == "asyncio"] == []


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is true that nobody tells of."""
    async with asyncio.timeout(LONG):
        while not condition():  # noqa: ASYNC110 - a process and a thread of its own
            await asyncio.sleep(0.01)
