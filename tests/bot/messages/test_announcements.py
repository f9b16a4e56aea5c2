"""The beginning and the end of a game call everybody who plays, once, over real sockets."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from assets import sentences
from tests.bot.hand_clock import HandClock
from tests.bot.person import Person
from tests.bot.seen import SeenMessage
from tests.bot.tabletop import CHANNEL, DRAFT, Table, announces, letters, rung, table


@pytest.fixture
async def noon(database: Path, clock: HandClock) -> AsyncIterator[Table]:
    """A server and a bot without any game, at noon."""
    async with table(database, clock) as made:
        yield made


def called(person: Person) -> list[str]:
    """What somebody was notified of: the contents alone, for a lock screen shows nothing else."""
    shown = {message.id: message for message in person.messages(CHANNEL)}
    return [shown[ping.message].content for ping in person.notifications if ping.message in shown]


def announced(tabletop: Table, text: str) -> SeenMessage:
    """The one announcement in the channel that says so: no card of a turn and no record do it in these words."""
    (found,) = [one for one in tabletop.shown if announces(one) and text in one.content]
    return found


async def ended(tabletop: Table) -> None:
    """Let everybody agree to end the game as it stands."""
    for person in tabletop.people[:3]:
        await person.command(CHANNEL, "game stop")
    await tabletop.settled()


async def test_the_beginning_calls_everybody_once(tabletop: Table):
    """Whoever decides first too: their own call stands below the board and does not ring a second time."""
    await tabletop.game()
    message = announced(tabletop, "has begun")
    first = await tabletop.awaited()

    assert all(person.mention in message.content for person in tabletop.people)
    assert first.name in message.content
    assert [sum("has begun;" in text for text in called(person)) for person in tabletop.people] == [1, 1, 1]
    assert not any("First draft" in text or "Draft" in text for text in called(first)), called(first)
    assert first.name in tabletop.board.text


async def test_the_end_calls_everybody_and_says_who_won(tabletop: Table):
    """In the notification itself, with everybody's score."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:1])
    before = [rung(person) for person in tabletop.people]
    await ended(tabletop)
    message = announced(tabletop, "is over")
    scores = (await tabletop.bot.service.tables.find(1)).started().game.pos

    first_line = message.content.splitlines()[0]
    assert "win" in first_line
    assert all(person.mention in message.content for person in tabletop.people)
    assert all(str(scores.worth(seat)) in message.content for seat in ("s1", "s2", "s3"))
    assert all(any("is over:" in text for text in called(person)) for person in tabletop.people)
    assert [sum("is over:" in text for text in called(person)) for person in tabletop.people] == [1, 1, 1]
    assert [rung(person) > was for person, was in zip(tabletop.people, before, strict=True)] == [True] * 3


async def test_whoever_sleeps_is_told_in_private_without_a_ring(noon: Table):
    """In somebody's quiet hours neither the beginning nor the end rings; both lie there in the morning."""
    people = await noon.seat()
    await people[1].command(CHANNEL, "me quiet", start="11:00", end="13:00")
    await noon.game()
    await ended(noon)
    letters_ = letters(people[1])

    assert not any("has begun;" in text or "is over:" in text for text in called(people[1]))
    assert [("begun" in one.text, "is over" in one.text) for one in letters_] == [
        (True, False),
        (False, True),
    ]
    assert all(one.silent for one in letters_)
    assert [letters(person) for person in (people[0], people[2])] == [[], []]


async def test_nobody_is_called_to_a_game_that_they_begin_alone(tabletop: Table):
    """Whoever plays alone has pressed it, and has made the last move."""
    await tabletop.game(1, title="18Mag")

    assert not any(announces(one) for one in tabletop.shown)
    assert tabletop.people[0].name in tabletop.board.text


async def test_a_restart_calls_nobody_a_second_time(tabletop: Table):
    """Neither to the beginning nor to the end."""
    await tabletop.game()
    await tabletop.restart()
    await tabletop.settled()
    await ended(tabletop)
    await tabletop.restart()
    await tabletop.settled()

    assert announced(tabletop, "has begun")
    assert announced(tabletop, "is over")


@pytest.mark.parametrize("lang", sentences.languages())
def test_every_language_says_who_won_first(lang: str):
    """The title and the winner stand in what a lock screen shows."""
    said = sentences.say("over.won", lang, title="18Mag", player="Alder", score="512 Ft")

    assert len(said) < 80
    assert all(part in said for part in ("18Mag", "Alder", "512 Ft"))
