"""A wish that arrives a second time: the move is made once, and both answers say that it is done."""

import asyncio

import pytest

from tests.bot.tabletop import CHANNEL, DRAFT, Table
from tests.bot.whole.test_attack import answered, posted

GAPS = (0.0, *(pytest.param(gap, marks=pytest.mark.slow) for gap in (0.02, 0.1)), 0.3)
"""Seconds between two taps."""
PLAYS, PLAYS_ANOTHER = "g:1:0:draft:y:1", "g:1:0:draft:y:2"


@pytest.mark.parametrize("gap", GAPS)
async def test_two_taps_on_one_button_make_one_move(tabletop: Table, gap: float):
    """However far apart they are, the tick stays."""
    await tabletop.game()
    person = await tabletop.awaited()
    message = await posted(tabletop, PLAYS)

    async def tap(wait: float) -> str:
        await asyncio.sleep(wait)
        return await answered(person, message, PLAYS)

    told = await asyncio.gather(tap(0.0), tap(gap))

    assert await tabletop.moves() == ["draft 1"]
    assert ["✓" in one for one in told] == [True, True]


@pytest.mark.parametrize("gap", GAPS)
async def test_the_same_move_typed_twice_is_made_once(tabletop: Table, gap: float):
    """Both answers tick it off."""
    await tabletop.game()
    person = await tabletop.awaited()

    async def typed(wait: float) -> str:
        await asyncio.sleep(wait)
        return (await person.command(CHANNEL, "do", move=DRAFT[0])).text

    told = await asyncio.gather(typed(0.0), typed(gap))

    assert await tabletop.moves() == [DRAFT[0]]
    assert ["✓" in one for one in told] == [True, True]


async def test_another_wish_upon_the_same_board_is_not_done(tabletop: Table):
    """Nor is the same one of somebody else."""
    await tabletop.game()
    person = await tabletop.awaited()
    message, other = await posted(tabletop, PLAYS), await posted(tabletop, PLAYS_ANOTHER)
    await answered(person, message, PLAYS)
    told = [await answered(person, other, PLAYS_ANOTHER)]
    told += [await answered(await tabletop.awaited(), message, PLAYS)]

    assert ["moved on" in one for one in told] == [True, True]
    assert await tabletop.moves() == ["draft 1"]


async def test_two_taps_on_undo_take_one_move_back(tabletop: Table):
    """Both answers say what was taken back, and the move before stays."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:2])
    table = await tabletop.bot.service.tables.find(1)
    person = next(one for one in tabletop.people if int(one.id) == table.moves[-1].user_id)
    message = await posted(tabletop, f"b:1:{table.rev}")

    told = await asyncio.gather(*(answered(person, message, f"b:1:{table.rev}") for _ in range(2)))

    assert await tabletop.moves() == [DRAFT[0]]
    assert ["out of date" in one or "moved on" in one for one in told] == [False, False]
