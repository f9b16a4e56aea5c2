"""Pictures that are late: what is told in words does not wait for them, nor for those of an earlier move."""

import asyncio
from functools import partial

import pytest

from bot.messages import shown_board, table_messages
from tests.bot.storage.test_outbox import TOLD, logs
from tests.bot.tabletop import CHANNEL, DRAFT, Table

AT_ONCE = 3.0
"""Seconds in which what waits for no pictures is told, on a busy machine too; less than a board waits for them."""


async def test_calls_and_text_do_not_wait_for_pictures(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """The pencil stands still: the call comes, then the text of the board, and the pictures when they are drawn."""
    monkeypatch.setattr(table_messages, "CALLS_WAIT", 0.05)
    monkeypatch.setattr(shown_board, "PATIENCE", 0.3)
    await tabletop.game()
    birch, before = tabletop.people[1], len(tabletop.people[1].notifications)
    tabletop.pictures.gate = asyncio.Event()

    await (await tabletop.awaited()).command(CHANNEL, "do", move=DRAFT[0])
    await birch.until(lambda: len(birch.notifications) > before)
    called = tabletop.board.text
    await birch.until(lambda: "pictures follow" in tabletop.sheets.text)
    tabletop.pictures.gate.set()
    await birch.until(lambda: "map-1.png" in [one.name for one in tabletop.sheets.pictures])

    assert "pictures follow" in called
    assert set(tabletop.pictures.drawn) == {0, 1}
    assert len(birch.notifications) == before + 1


async def test_pictures_that_a_stop_left_out_are_shown_after_it(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
):
    """Board and card went out without theirs; the next program draws them though nothing else has happened."""
    monkeypatch.setattr(table_messages, "CALLS_WAIT", 0.05)
    monkeypatch.setattr(shown_board, "PATIENCE", 0.3)
    await tabletop.game()
    person = tabletop.people[0]
    tabletop.pictures.gate = asyncio.Event()
    await (await tabletop.awaited()).command(CHANNEL, "do", move=DRAFT[0])
    await person.until(lambda: "Move 1" in tabletop.sheets.text and "pictures follow" in tabletop.sheets.text)

    await tabletop.restart()
    await tabletop.settled()

    assert (len(tabletop.sheets.pictures), len(tabletop.board.pictures)) == (3, 1)
    assert not any("pictures follow" in one.text for one in tabletop.shown)
    assert await tabletop.bot.storage.outbox.games_to_tell() == ()


@pytest.mark.slow
async def test_a_card_that_arrived_without_its_picture_in_a_stop_gets_it_after_it(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
):
    """The stop came before anybody had noted that it is there: it is found in the channel, without its picture."""
    monkeypatch.setattr(table_messages, "CALLS_WAIT", 0.05)
    await tabletop.game()
    birch = tabletop.people[1]
    tabletop.pictures.gate = asyncio.Event()
    held = [tabletop.server.faults.hold(after=True, method="POST", path="/channels/*/messages") for _ in "ab"]
    await (await tabletop.awaited()).command(CHANNEL, "do", move=DRAFT[0])
    await held[0].arrived.wait()
    held[0].let_go()
    await birch.until(lambda: any("pictures follow" in one.text for one in tabletop.pings(birch.mention)))

    await tabletop.restart()
    await tabletop.settled()

    assert len(tabletop.board.pictures) == 1
    assert not any("pictures follow" in one.text for one in tabletop.shown)
    assert await tabletop.bot.storage.outbox.games_to_tell() == ()


@pytest.mark.slow
async def test_lines_and_calls_do_not_wait_for_the_pictures_of_an_earlier_move(tabletop: Table):
    """Three moves while nothing is drawn: each is told at once, and only the board after the last is drawn."""
    await tabletop.game()
    tabletop.pictures.gate = asyncio.Event()
    drawn = len(tabletop.pictures.drawn)
    for number, move in enumerate(DRAFT[:3], 1):
        await (await tabletop.awaited()).command(CHANNEL, "do", move=move)
        await tabletop.people[0].until(partial(told, tabletop, number), AT_ONCE)
    await tabletop.people[0].until(lambda: tabletop.pings("First share round"), AT_ONCE)
    shown = [*tabletop.board.pictures, *tabletop.sheets.pictures]
    tabletop.pictures.gate.set()
    await tabletop.people[0].until(lambda: "Move 3" in tabletop.sheets.text and tabletop.sheets.pictures)
    await tabletop.settled()

    assert shown == []
    assert logs(tabletop.shown) == [*TOLD]
    assert set(tabletop.pictures.drawn[drawn:]) == {3}


@pytest.mark.slow
async def test_a_board_whose_pictures_are_late_follows_every_move_in_words(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
):
    """It has waited long enough for them once; while it has none, no move waits for any again."""
    monkeypatch.setattr(shown_board, "PATIENCE", AT_ONCE)
    await tabletop.game()
    tabletop.pictures.gate = asyncio.Event()
    await (await tabletop.awaited()).command(CHANNEL, "do", move=DRAFT[0])
    await tabletop.people[0].until(lambda: "Move 1" in tabletop.sheets.text)
    await (await tabletop.awaited()).command(CHANNEL, "do", move=DRAFT[1])
    await tabletop.people[0].until(lambda: "Move 2" in tabletop.sheets.text, AT_ONCE)
    tabletop.pictures.gate.set()
    await tabletop.people[0].until(lambda: tabletop.sheets.pictures)

    assert logs(tabletop.shown) == [*TOLD[:2]]


@pytest.mark.slow
async def test_boards_that_went_without_their_pictures_are_counted(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
):
    """Shown in words because the pictures were late, and overtaken by the next: an admin sees how often that is."""
    monkeypatch.setattr(shown_board, "PATIENCE", 0.05)
    await tabletop.game()
    tabletop.pictures.gate = asyncio.Event()
    for number, move in enumerate(DRAFT[:3], 1):
        await (await tabletop.awaited()).command(CHANNEL, "do", move=move)
        await tabletop.people[0].until(lambda number=number: f"Move {number}" in tabletop.sheets.text)
    tabletop.pictures.gate.set()
    await tabletop.people[0].until(lambda: tabletop.sheets.pictures)
    await tabletop.settled()

    tally = tabletop.bot.publisher.tally
    assert (tally.drawn, tally.overtaken) == (2, 2)


def told(tabletop: Table, lines: int) -> bool:
    """Tell whether so many lines of the log are there."""
    return len(logs(tabletop.shown)) == lines
