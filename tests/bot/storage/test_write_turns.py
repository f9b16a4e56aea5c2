"""Turns to write: who goes first, and when waiting for one is given up."""

import asyncio

import pytest

from bot.errors.storage import DatabaseLocked
from bot.storage import Storage
from bot.storage.write_turns import WriteTurns

AT_ONCE = 0.0


async def _write(
    turns: WriteTurns, told: list[str], name: str, *, later: bool, takes: float = AT_ONCE
) -> None:
    async with turns.turn(0.2, 5.0, later=later):
        await asyncio.sleep(takes)
        told.append(name)


async def test_what_players_wait_for_is_written_before_what_is_told_of_it():
    """Within each kind the oldest goes first."""
    turns, told = WriteTurns(), list[str]()
    async with turns.turn(1.0, 5.0, later=False):
        waiting = [
            asyncio.create_task(_write(turns, told, name, later=name.startswith("told")))
            for name in ("told 1", "told 2", "move 1", "move 2")
        ]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    assert told == ["move 1", "move 2", "told 1", "told 2"]


async def test_a_long_queue_that_moves_on_refuses_nobody():
    """Many wait longer than their patience, for one write after another is done meanwhile."""
    turns, told = WriteTurns(), list[str]()
    writes = [_write(turns, told, str(number), later=False, takes=0.05) for number in range(12)]
    await asyncio.gather(*writes)
    assert told == [str(number) for number in range(12)]


async def test_whoever_gives_up_or_is_cancelled_keeps_no_turn():
    """The next one has it at once."""
    turns, told = WriteTurns(), list[str]()
    async with turns.turn(1.0, 5.0, later=False):
        with pytest.raises(TimeoutError):
            await _write(turns, told, "impatient", later=False)
        gone = asyncio.create_task(_write(turns, told, "cancelled", later=False))
        await asyncio.sleep(0)
        gone.cancel()
        next_one = asyncio.create_task(_write(turns, told, "next", later=True))
        await asyncio.sleep(0)
    await next_one
    late = asyncio.create_task(_write(turns, told, "cancelled too late", later=True))
    await late
    assert told == ["next", "cancelled too late"]


async def test_a_turn_that_comes_with_the_cancellation_is_passed_on():
    """Nobody holds a turn who does not know of it."""
    turns, told = WriteTurns(), list[str]()
    async with turns.turn(1.0, 5.0, later=False):
        gone = asyncio.create_task(_write(turns, told, "gone", later=False))
        await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    await asyncio.wait_for(_write(turns, told, "next", later=False), 1.0)
    assert told == ["next"]


@pytest.mark.slow
async def test_a_busy_minute_is_no_locked_database(storage: Storage):
    """Twenty writes one after another take longer than anybody's patience, and all of them are done."""
    storage.database._patience = 1.0

    async def slow(number: int) -> None:
        async with storage.database.writing(later=number % 2 == 0):
            await asyncio.sleep(0.06)

    await asyncio.gather(*map(slow, range(20)))
    await storage.meta.write("key", "value")
    assert await storage.meta.read("key") == "value"

    if storage.database.alone:
        async with storage.database.writing():
            with pytest.raises(DatabaseLocked):
                await storage.meta.write("key", "other")
