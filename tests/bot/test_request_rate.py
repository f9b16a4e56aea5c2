"""How much room Discord's answers say a channel has."""

from bot.request_rate import EDIT, KNOWN, POST, ChannelRoom
from tests.bot.tabletop import CHANNEL, Table


class Watch:
    """A clock that is set by hand."""

    time = 100.0

    def __call__(self) -> float:
        """Tell the time."""
        return self.time


def test_a_channel_has_room_until_its_last_answer_says_otherwise():
    """One request is left alone; each channel and kind of request counts apart, and no longer than told."""
    clock = Watch()
    room = ChannelRoom(clock)
    assert room.wait(POST, 1, 2) == 0

    room.note(POST, 1, 2, 4.0)
    assert [room.wait(POST, 1, count) for count in (0, 1, 2, 3)] == [0, 0, 4.0, 4.0]
    assert room.wait(EDIT, 1, 2) == room.wait(POST, 2, 2) == 0

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
