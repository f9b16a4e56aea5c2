"""A wish that arrives a second time: the move is made once, and both answers say that it is done."""

import asyncio

import pytest

from bot.local.person import Person
from tests.bot.tabletop import CHANNEL, DRAFT, Table

GAPS = (0.0, 0.02, 0.1, 0.3)
"""Seconds between two taps."""


def private(person: Person) -> str:
    """All that somebody has been told in private."""
    return " ".join(one.text for one in person.messages(CHANNEL) if one.ephemeral)


async def taps(tabletop: Table, gap: float) -> str:
    """Press the button that plays a move twice, and return what its person was told."""
    await tabletop.game()
    person = await tabletop.awaited()
    before = private(person)
    board = tabletop.board
    label = next(one for one in board.labels if "13" in one)

    async def later() -> None:
        await asyncio.sleep(gap)
        await person.press(board, label)

    await asyncio.gather(person.press(board, label), later())
    await tabletop.settled()
    return private(person).removeprefix(before)


@pytest.mark.parametrize("gap", GAPS)
async def test_two_taps_on_one_button_make_one_move(tabletop: Table, gap: float):
    """However far apart, nobody reads that the table has moved on."""
    told = await taps(tabletop, gap)

    assert len(await tabletop.moves()) == 1
    assert "moved on" not in told


@pytest.mark.parametrize("gap", GAPS)
async def test_the_same_move_typed_twice_is_made_once(tabletop: Table, gap: float):
    """Both answers tick it off."""
    await tabletop.game()
    person = await tabletop.awaited()

    async def typed(wait: float) -> str:
        await asyncio.sleep(wait)
        return (await person.command(CHANNEL, "do", move=DRAFT[0])).text

    first, second = await asyncio.gather(typed(0.0), typed(gap))

    assert await tabletop.moves() == [DRAFT[0]]
    assert "✓" in first
    assert "✓" in second


async def test_a_late_tap_on_a_button_of_somebody_elses_turn_is_none(tabletop: Table):
    """Who presses after others have moved, or another button, is told that the table has moved on."""
    await tabletop.game()
    person = await tabletop.awaited()
    labels = [one for one in tabletop.board.labels if "#" in one]
    board = tabletop.board
    await tabletop.type_moves([DRAFT[0]])
    other = next(one for one in labels if "13" not in one)
    await person.press(board, other)
    await tabletop.settled()

    assert "moved on" in private(person)
    assert await tabletop.moves() == [DRAFT[0]]
