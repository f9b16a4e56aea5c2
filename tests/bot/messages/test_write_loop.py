"""When a table is written to: each nudge is followed by a round, a failure by another one later."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from types import SimpleNamespace

import discord
import pytest

from bot.errors.storage import StorageProblem
from bot.messages import write_loop
from bot.messages.write_loop import WriteLoop


class Writing:
    """What is written, and what goes wrong with it."""

    def __init__(self, *troubles: Exception | None) -> None:
        self.rounds = 0
        self.troubles = list(troubles)

    async def __call__(self) -> None:
        """Write, or fail."""
        self.rounds += 1
        await asyncio.sleep(0)
        if self.troubles and (trouble := self.troubles.pop(0)):
            raise trouble


def gone(code: int) -> discord.NotFound:
    """Discord's answer that something is not there."""
    return discord.NotFound(SimpleNamespace(status=404, reason=""), {"code": code, "message": ""})  # type: ignore[arg-type]


async def test_every_nudge_is_followed_by_a_round():
    """One more for all that come while something is written."""
    writing = Writing()
    loop = WriteLoop(7, writing, 60)
    assert (loop.busy, loop.again, loop.retrying) == (False, False, False)

    loop.nudge()
    assert (loop.busy, loop.again) == (True, True)
    await asyncio.sleep(0)
    loop.nudge()
    loop.nudge()
    await loop.settled()

    assert writing.rounds == 2
    assert (loop.busy, loop.again, loop.retrying, loop.trouble) == (False, False, False, None)


@pytest.mark.parametrize(
    "trouble", [StorageProblem(detail="locked"), OSError("no line"), RuntimeError("a fault"), gone(10008)]
)
async def test_a_failure_is_tried_again(trouble: Exception, monkeypatch: pytest.MonkeyPatch):
    """It is known until something is written again."""
    due: list[Callable[[], object]] = []
    later = SimpleNamespace(cancel=due.clear)
    monkeypatch.setattr(
        asyncio.get_running_loop(), "call_later", lambda _, retry: (due.append(retry), later)[1]
    )
    writing = Writing(trouble)
    loop = WriteLoop(7, writing, 60)

    loop.nudge()
    await loop.settled()
    assert (loop.retrying, loop.trouble) == (True, trouble)
    (retry,) = due
    retry()
    await loop.settled()

    assert (writing.rounds, loop.retrying, loop.trouble) == (2, False, None)


async def test_a_channel_that_is_gone_is_not_tried_again():
    """Nothing would come of it."""
    loop = WriteLoop(7, Writing(gone(write_loop.UNKNOWN_CHANNEL)), 0.001)

    loop.nudge()
    await loop.settled()

    assert loop.trouble is not None
    assert not loop.retrying


async def test_pauses_grow_and_begin_anew_after_success(monkeypatch: pytest.MonkeyPatch):
    """Twice as long each time, ten minutes at most."""
    waits: list[float] = []
    _noted(monkeypatch, waits)
    loop = WriteLoop(7, Writing(*[OSError()] * 12, None, OSError()), 5)
    for _ in range(14):
        loop.nudge()
        await loop.settled()

    assert waits[:4] == [5, 10, 20, 40]
    assert waits[7:12] == [600.0] * 5
    assert waits[12:] == [5]


async def test_pauses_grow_while_pictures_fail_though_words_go_out(monkeypatch: pytest.MonkeyPatch):
    """A round that asks for another one later is no success."""
    waits: list[float] = []
    _noted(monkeypatch, waits)
    loops: list[WriteLoop] = []

    async def write() -> None:
        loops[0].later()

    loops.append(WriteLoop(7, write, 5))
    for _ in range(3):
        loops[0].nudge()
        await loops[0].settled()

    assert waits == [5, 10, 20]


def _noted(monkeypatch: pytest.MonkeyPatch, waits: list[float]) -> None:
    """Note how long is waited, and wait for nothing."""

    def call_later(seconds: float, *_: object) -> object:
        waits.append(seconds)
        return SimpleNamespace(cancel=lambda: None)

    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", call_later)


async def test_a_round_that_is_due_comes_without_a_nudge():
    """But not besides one that is tried again anyway; a time that has passed is now."""
    writing = Writing()
    loop = WriteLoop(7, writing, 60)
    loop.after(timedelta(seconds=-5))
    assert loop.retrying
    for _ in range(3):
        await asyncio.sleep(0.001)
    await loop.settled()
    assert writing.rounds == 1

    loop.after(timedelta(seconds=50))
    loop.after(timedelta())
    await asyncio.sleep(0.002)
    assert writing.rounds == 1
    loop.nudge()
    await loop.settled()
    assert (writing.rounds, loop.retrying) == (2, False)


async def test_what_is_stopped_writes_no_more():
    """Neither now nor later."""
    writing = Writing()
    loop = WriteLoop(7, writing, 60)
    loop.after(timedelta(seconds=0.001))
    loop.stop()
    loop.nudge()
    loop.stop()
    await loop.settled()
    await asyncio.sleep(0.003)

    assert writing.rounds == 0


async def test_a_table_is_fresh_while_something_happens(monkeypatch: pytest.MonkeyPatch):
    """And while it is to be written to again."""
    now = [1000.0]
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: now[0])
    loop = WriteLoop(7, Writing(), 60)
    assert loop.fresh
    now[0] += write_loop.FRESH
    assert not loop.fresh
    loop.later()
    assert loop.fresh
    loop.stop()


async def _waits(loop: WriteLoop, work: Callable[[], Awaitable[None]], seconds: float) -> bool:
    task = asyncio.ensure_future(work())
    try:
        return await loop.has_done(task, seconds)  # type: ignore[arg-type]
    finally:
        task.cancel()


async def test_work_is_waited_for_until_there_is_more_to_write():
    """No longer than it may take; what is done is done."""
    loop = WriteLoop(7, Writing(), 60)

    async def quick() -> None:
        await asyncio.sleep(0)

    async def endless() -> None:
        await asyncio.sleep(3600)

    assert await _waits(loop, quick, 60)
    assert not await _waits(loop, endless, 0.001)
    waiting = asyncio.create_task(_waits(loop, endless, 3600))
    await asyncio.sleep(0)
    loop.nudge()
    assert not await waiting
    loop.stop()


async def test_what_has_ended_writes_no_more():
    """Whoever asks for it, and whatever was to be tried again: another process tells the table by now."""
    writing = Writing(StorageProblem(detail="locked"))
    loop = WriteLoop(7, writing, 60)
    loop.nudge()
    await loop.settled()
    assert loop.retrying

    loop.end()
    loop.nudge()
    loop.later()
    loop.after(timedelta(0))
    await asyncio.sleep(0.05)

    assert (loop.busy, loop.retrying, writing.rounds) == (False, False, 1)


async def test_a_wait_that_is_broken_off_leaves_nothing_behind():
    """A stop comes while pictures are drawn: whatever still waited would be found by chance, and told as an error."""
    loop = WriteLoop(7, Writing(), 60)
    work = asyncio.ensure_future(asyncio.sleep(3600))
    before = asyncio.all_tasks()
    waiting = asyncio.create_task(loop.has_done(work, 3600))
    await asyncio.sleep(0)

    waiting.cancel()
    await asyncio.wait([waiting])
    await asyncio.sleep(0)

    assert asyncio.all_tasks() == before
    work.cancel()


async def test_a_loop_that_rests_is_woken_by_news():
    """It writes again when its time is over, or at once when there is more to write."""
    rests = [60.0, 0.001]
    rounds = []

    async def write() -> None:
        rounds.append(len(rests))
        if rests:
            await loop.rest(rests.pop(0))

    loop = WriteLoop(7, write, 60)
    loop.nudge()
    await asyncio.sleep(0)
    assert rounds == [2]
    loop.nudge()
    async with asyncio.timeout(10):
        await loop.settled()

    assert rounds == [2, 1, 0]
