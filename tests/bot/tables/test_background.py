"""Work that nobody waits for: it is kept until it is done, and what pauses ends with the program."""

import asyncio

from bot.tables.background import Background
from tests.bot.person import COMES


async def test_all_work_is_waited_for_whatever_becomes_of_it():
    """What fails keeps nobody from the rest, nor does what is begun meanwhile."""
    background, done = Background(), list[str]()

    async def fail() -> None:
        raise ValueError

    async def note(what: str) -> None:
        await asyncio.sleep(0.01)
        done.append(what)

    async def begin_more() -> None:
        await note("first")
        background.begin(note("second"))

    for work in (fail(), begin_more()):
        background.begin(work)
    await background.settled()

    assert done == ["first", "second"]


async def test_what_pauses_goes_on_or_ends_with_the_program():
    """Whether it paused already, or would have begun to."""
    background, done = Background(), list[float]()

    async def pausing(seconds: float) -> None:
        await background.pause(seconds)
        done.append(seconds)

    background.begin(pausing(0.01))
    await background.settled()
    background.begin(pausing(60))
    await asyncio.sleep(0)
    background.stop()
    background.begin(pausing(0.02))
    async with asyncio.timeout(COMES):
        await background.settled()

    assert done == [0.01]


async def test_work_that_is_just_done_is_settled():
    """It is done, but the loop has not let go of it yet: whoever waits lets the loop do so."""
    background, done = Background(), list[str]()

    async def work() -> None:
        done.append("work")

    background.begin(work())
    await asyncio.sleep(0)
    assert done == ["work"]
    await background.settled()
