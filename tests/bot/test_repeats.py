"""A wish that arrives a second time: the move is made once, and both answers say that it is done."""

import asyncio

import pytest

from tests.bot.tabletop import CHANNEL, DRAFT, Table

GAPS = (0.0, 0.02, 0.1, 0.3)
"""Seconds between two taps."""


async def taps(tabletop: Table, gap: float) -> tuple[str, str]:
    """Press the button that plays a move twice, and return both answers."""
    await tabletop.game()
    person = await tabletop.awaited()
    page = await person.command(CHANNEL, "draft")
    chosen = page.message.selects[0]
    picked = await person.choose(page.message, chosen["custom_id"], chosen["options"][0]["value"])
    plays = [one for one in picked.message.labels if "✓" in one or "Draft" in one or "Play" in one]

    async def later() -> str:
        await asyncio.sleep(gap)
        return (await person.press(picked.message, plays[0])).text

    first, second = await asyncio.gather(person.press(picked.message, plays[0]), later())
    await tabletop.settled()
    return first.text, second


@pytest.mark.parametrize("gap", GAPS)
async def test_two_taps_on_one_button_make_one_move(tabletop: Table, gap: float):
    """However far apart, nobody reads that the table has moved on."""
    first, second = await taps(tabletop, gap)

    assert len(await tabletop.moves()) == 1
    assert "moved on" not in first + second


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
    page = await person.command(CHANNEL, "draft")
    await tabletop.type_moves([DRAFT[0]])
    listed = page.message.selects[0]
    other = next(one["value"] for one in listed["options"] if one["value"] != "13")
    reply = await person.choose(page.message, listed["custom_id"], other)

    assert "moved on" in reply.text
