"""How long turns took: reckoned from the moves, and told to whoever asks."""

from datetime import UTC, datetime, timedelta

from bot.messages.times_taken import TimesTaken, times_taken
from bot.tables.table import PlayedMove
from tests.bot.hand_clock import HandClock
from tests.bot.tabletop import CHANNEL, DRAFT, Table

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_a_turn_lasts_from_the_end_of_the_one_before():
    """Moves without another's in between are one turn; who began the game has waited for nobody."""
    hours = ((1, 0), (2, 2), (2, 3), (1, 4), (2, 9))
    moves = [
        PlayedMove(ply, ply, "s1", user, "", NOON + at * HOUR) for ply, (user, at) in enumerate(hours, 1)
    ]

    assert times_taken(moves) == {
        1: TimesTaken(1, HOUR, HOUR),
        2: TimesTaken(2, 4 * HOUR, 5 * HOUR),
    }
    assert times_taken([]) == {}


async def test_everybody_may_ask_how_long_turns_took(timed: Table, clock: HandClock):
    """A line for each person with a turn; in the language of who asks."""
    alder = timed.people[0]
    early = await alder.command(CHANNEL, "show times")
    for move, hours in zip(DRAFT[:3], (1, 2, 5), strict=True):
        await clock.on(hours)
        await timed.type_moves([move])
    told = await alder.command(CHANNEL, "show times")
    await alder.command(CHANNEL, "me language", language="cs")
    czech = await alder.command(CHANNEL, "show times")

    lines = told.text.splitlines()
    assert told.ephemeral
    assert early.text.splitlines()[1:] == ["Nobody has had to wait for a turn yet."]
    assert lines[0].endswith("18Mag: how long turns took")
    assert "Birch: 1 turn, usually 2 hours, at most 2 hours" in lines
    assert "Alder: 1 turn, usually 5 hours, at most 5 hours" in lines
    assert len(lines) == 4
    assert "Alder: 1 tah; obvyklý čas: 5 hodin, nejdelší: 5 hodin" in czech.text
