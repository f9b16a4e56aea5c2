"""Pictures of a message: drawn beside everything else, late, or not to be had."""

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.messages import picture_files
from bot.messages.easel import Easel
from bot.messages.tally import Tally
from tests.bot.messages.tables import running


class Studio:
    """Draws what it is asked when it is let, and keeps the loop that writes messages."""

    def __init__(self, trouble: Exception | None = None) -> None:
        self.drawn = self.nudged = self.delayed = 0
        self.open = asyncio.Event()
        self.trouble = trouble
        self.tally = Tally()
        self.easel = Easel(SimpleNamespace(pictures=self), self, self.tally)  # type: ignore[arg-type]

    async def draw(self, *_: object) -> list[Any]:
        """Draw one picture."""
        self.drawn += 1
        await self.open.wait()
        if self.trouble:
            raise self.trouble
        return ["a picture"]

    def begin(self, subject: object, *, again: bool = True) -> None:
        """Begin to draw something."""

        async def wanted() -> Any:
            return "a request"

        self.easel.begin(subject, running(), wanted, again=again)

    async def has_done(self, work: "asyncio.Task[Any]", seconds: float) -> bool:
        """Wait for some work."""
        await asyncio.wait([work], timeout=seconds)
        return work.done()

    def later(self) -> None:
        """Write again after a while."""
        self.delayed += 1

    def nudge(self) -> None:
        """Write soon."""
        self.nudged += 1


@pytest.fixture(autouse=True)
def _files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_files, "files", lambda _view, pictures, request: [(request, *pictures)])


async def test_what_is_ready_is_shown_once():
    """Nothing is missing then, and nobody waits."""
    studio = Studio()
    assert await studio.easel.files(running()) == []
    assert await studio.easel.drawn_within(0)
    studio.begin(1)
    assert studio.easel.behind_since is not None
    studio.open.set()
    assert await studio.easel.drawn_within(5)

    assert studio.easel.is_ready
    assert await studio.easel.files(running()) == [("a request", "a picture")]
    assert (studio.easel.missing, studio.easel.behind_since, studio.easel.is_ready) == (None, None, False)


async def test_what_is_late_follows():
    """The message is written again as soon as it is there."""
    studio = Studio()
    studio.begin(1)

    assert not await studio.easel.drawn_within(-1)
    assert not studio.easel.is_ready
    assert await studio.easel.files(running()) == []
    assert (studio.easel.missing, studio.nudged) == ("follow", 0)
    studio.open.set()
    await studio.easel.drawn_within(5)
    await asyncio.sleep(0)
    assert studio.nudged == 1
    assert await studio.easel.files(running()) == [("a request", "a picture")]


async def test_what_fails_is_tried_again_later():
    """And counted."""
    studio = Studio(RuntimeError("the pencil broke"))
    studio.begin(1)
    studio.open.set()
    await studio.easel.drawn_within(5)

    assert await studio.easel.files(running()) == []
    assert (studio.easel.missing, studio.delayed, studio.tally.failed) == ("follow", 1, 1)
    studio.begin(1, again=False)
    await studio.easel.drawn_within(5)
    assert studio.drawn == 2
    studio.easel.drop()


async def test_the_same_is_not_drawn_twice():
    """Not while it is being drawn, nor once it is shown, unless it is wanted again; another thing is."""
    studio = Studio()
    studio.begin(1)
    studio.begin(1)
    studio.open.set()
    await studio.easel.drawn_within(5)
    await studio.easel.files(running())
    studio.begin(1, again=False)
    assert await studio.easel.drawn_within(0)
    assert studio.drawn == 1
    for subject, again in ((1, True), (2, False)):
        studio.begin(subject, again=again)
        await studio.easel.drawn_within(5)
        await studio.easel.files(running())
    assert studio.drawn == 3


async def test_what_is_overtaken_is_dropped_and_its_wait_goes_on():
    """Nobody is told when it would have been there."""
    studio = Studio()
    studio.begin(1)
    since = studio.easel.behind_since
    await asyncio.sleep(0)
    await studio.easel.files(running())
    studio.begin(2)
    await asyncio.sleep(0.001)
    assert (studio.easel.behind_since, studio.drawn, studio.nudged) == (since, 2, 0)
    studio.easel.drop()
    assert not studio.easel.is_ready
    assert await studio.easel.files(running()) == []


async def test_a_channel_that_takes_no_pictures_is_tried_again_later():
    """And counted."""
    studio = Studio()
    studio.easel.refuse(7, discord.Forbidden(SimpleNamespace(status=403, reason=""), "no"))  # type: ignore[arg-type]

    assert (studio.easel.missing, studio.delayed, studio.tally.refused) == ("refused", 1, 1)


@pytest.mark.parametrize(("shown", "rev", "overtaken"), [(3, 4, 0), (3, 7, 3), (4, 4, 0), (-1, 0, 0)])
def test_versions_that_were_never_drawn_are_counted(shown: int, rev: int, overtaken: int):
    """Those between the last that was shown and this one."""
    tally = Tally()
    tally.count(7, shown, rev)

    assert (tally.drawn, tally.overtaken, tally.failed, tally.refused) == (1, overtaken, 0, 0)
