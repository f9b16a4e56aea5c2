"""How much room Discord's answers say a channel has."""

import asyncio

import pytest
from discord.http import Ratelimit

from bot.request_rate import EDIT, KNOWN, POST, ChannelRoom
from tests.bot.tabletop import CHANNEL, Table


class Watch:
    """A clock that is set by hand."""

    time = 100.0

    def __call__(self) -> float:
        """Tell the time."""
        return self.time


def test_a_channel_has_room_until_its_last_answer_says_otherwise():
    """One post is left alone, and no edit; each channel and kind of request counts apart, and no longer than told."""
    clock = Watch()
    room = ChannelRoom(clock)
    assert room.wait(POST, 1, 2) == 0

    room.note(POST, 1, 2, 4.0)
    assert [room.wait(POST, 1, count) for count in (0, 1, 2, 3)] == [0, 0, 4.0, 4.0]
    assert room.wait(EDIT, 1, 2) == room.wait(POST, 2, 2) == 0

    room.note(EDIT, 1, 1, 4.0)
    assert [room.wait(EDIT, 1, count) for count in (0, 1, 2)] == [0, 0, 4.0]

    clock.time += 3
    assert room.wait(POST, 1, 2) == 1.0
    clock.time += 2
    assert room.wait(POST, 1, 2) == 0


def test_what_is_over_is_forgotten():
    """However many channels there are."""
    clock = Watch()
    room = ChannelRoom(clock)
    for channel in range(KNOWN):
        room.note(EDIT, channel, 0, 5.0)
    clock.time += 6
    room.note(EDIT, KNOWN, 0, 5.0)

    assert list(room._left) == [(EDIT, KNOWN)]


async def test_answers_of_discord_are_noted(tabletop: Table):
    """What a post and an edit leave of their limits."""
    await tabletop.game()
    channel = int(tabletop.people[0].channel_id(CHANNEL))

    assert tabletop.bot.room._left[POST, channel][0] < 5
    assert (EDIT, channel) in tabletop.bot.room._left


class Holding:
    """A request that is done when somebody says so, and held for as long as it is not let go."""

    def __init__(self) -> None:
        self.made, self.let_go = asyncio.Event(), asyncio.Event()
        self.ended = False

    async def __call__(self) -> None:
        """Be made, and held."""
        self.made.set()
        try:
            await self.let_go.wait()
        finally:
            self.ended = True


async def test_the_last_edit_is_over_when_it_is_done():
    """Whatever becomes of it while it is held; one that nobody has done is waited for."""
    room, held = ChannelRoom(), Holding()
    edit = asyncio.ensure_future(room.edit(5, held))
    await held.made.wait()
    room.done(POST, 5)
    room.done(EDIT, 6)
    await asyncio.sleep(0)
    assert not edit.done()

    room.done(EDIT, 5)
    await edit
    assert not held.ended

    other = Holding()
    other.let_go.set()
    await room.edit(5, other)
    assert other.ended

    room.close()
    await asyncio.sleep(0)
    assert held.ended


async def test_an_edit_of_a_message_that_is_being_edited_is_waited_for():
    """Discord's answer to the first is none to the second."""
    room, first, second = ChannelRoom(), Holding(), Holding()
    edits = [asyncio.ensure_future(room.edit(5, one)) for one in (first, second)]
    await second.made.wait()
    room.done(EDIT, 5)
    await edits[0]

    await asyncio.sleep(0)
    assert not edits[1].done()
    second.let_go.set()
    await edits[1]


async def test_an_edit_that_is_refused_or_given_up_ends():
    """What Discord refuses is raised; nothing goes on for somebody who waits no longer."""
    room, held = ChannelRoom(), Holding()

    async def refused() -> None:
        raise LookupError

    with pytest.raises(LookupError):
        await room.edit(5, refused)

    edit = asyncio.ensure_future(room.edit(5, held))
    await held.made.wait()
    edit.cancel()
    await asyncio.wait([edit])
    await asyncio.sleep(0)
    assert edit.cancelled()
    assert held.ended


async def test_the_last_edit_that_a_channel_takes_is_not_held(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
):
    """However long discord.py holds it."""
    await tabletop.game()
    let_go = asyncio.Event()
    monkeypatch.setattr(Ratelimit, "_refresh", lambda _self: let_go.wait())
    store, room = tabletop.bot.publisher.table_messages(1).store, tabletop.bot.room
    while not room._held:
        await store.edit("board", 0, view=None)

    assert room._left[EDIT, store.channel.id][0] == 0
    let_go.set()
