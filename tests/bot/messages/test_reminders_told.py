"""Reminders from the due time to the notification, over real sockets, with a clock the test turns."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.messages.reminder_sender import ReminderSender
from bot.reminders import Reminder
from bot.storage import Storage
from bot.tables.service import Service
from tests.bot.hand_clock import HOUR, HandClock
from tests.bot.seen import SeenMessage
from tests.bot.tabletop import CHANNEL, DRAFT, Table, address_of, rung, table


@pytest.fixture
async def reminded(database: Path, clock: HandClock) -> AsyncIterator[Table]:
    """A game in which Cedar must take the first certificate."""
    async with table(database, clock) as made:
        await made.game()
        yield made


def calls(made: Table) -> list[SeenMessage]:
    """The reminders in the channel."""
    return [one for one in made.shown if any(b["custom_id"].startswith("z:") for b in one.buttons)]


async def test_each_reminder_comes_once(reminded: Table, clock: HandClock):
    """Twelve hours after the call one reminder, after twelve more another; the old one is removed."""
    cedar = reminded.people[2]
    counts = []
    for hours in (11, 2, 10, 2):
        await clock.on(hours)
        counts.append(rung(cedar))

    assert counts == [1, 2, 2, 3]
    assert len(calls(reminded)) == 1
    assert "reminder 2" in calls(reminded)[0].text
    assert f"/{reminded.board.id}" in calls(reminded)[0].text


async def test_an_answer_ends_reminders(reminded: Table, clock: HandClock):
    """The reminder disappears, and the next one is for the next player."""
    alder, birch, cedar = reminded.people
    await clock.on(13)
    reminder = calls(reminded)[0]

    await reminded.type_moves(["draft 13"])
    await clock.on(13)

    assert reminder.deleted
    assert (rung(cedar), rung(birch)) == (2, 3)  # everybody to the beginning
    assert birch.mention in calls(reminded)[0].text
    assert rung(alder) == 2


async def test_who_has_decided_while_the_table_was_read_is_not_reminded(reminded: Table):
    """Their reminder was on its way already."""
    bot, cedar = reminded.bot, reminded.people[2]
    late = Reminder(1, int(cedar.id), "turn", 0, bot.clock.now(), 1, 3, "0123456789abcdef", False, None)
    before = rung(cedar)
    sender = ReminderSender(bot, bot.publisher)
    await sender.send(late)
    in_time = calls(reminded)
    await reminded.type_moves(["draft 13"])
    await reminded.settled()
    await sender.send(replace(late, nonce="0123456789abcdeg"))

    assert len(in_time) == 1
    assert calls(reminded) == []
    assert rung(cedar) == before + 1


@pytest.mark.parametrize("answer", ["Agree", "Refuse"])
async def test_who_has_answered_a_request_is_not_reminded_of_it(
    reminded: Table, clock: HandClock, answer: str
):
    """Whoever has yet to agree is, in words that name the request; once it is refused, nobody. Birch is next."""
    alder, birch, cedar = reminded.people
    await reminded.type_moves(DRAFT[:3])
    plan = await cedar.command(CHANNEL, "undo", to=1)
    await cedar.press(plan.message, next(one for one in plan.message.labels if "Ask " in one))
    await reminded.answered()
    await reminded.settled()
    (request,) = reminded.having("u:")
    await birch.press(request, answer)
    await reminded.settled()
    before = rung(alder), rung(birch)

    await clock.on(13)

    asked = [one.text for one in calls(reminded) if "asks to take back" in one.text]
    assert rung(birch) == before[1] + 1
    assert rung(alder) == before[0] + (answer == "Agree")
    assert [alder.mention in text for text in asked] == [True] * (answer == "Agree")
    assert all(f"/{request.id}" in text and birch.mention not in text for text in asked)


async def test_nothing_rings_in_quiet_hours(reminded: Table, clock: HandClock):
    """Due at midnight, sent when the night is over on the person's own clock."""
    cedar = reminded.people[2]
    await cedar.command(CHANNEL, "me timezone", zone="europe/budapest")
    told = await cedar.command(CHANNEL, "me quiet", start="22", end="8:30")

    await clock.on(19)
    before = rung(cedar)
    await clock.on(1)

    assert "22:00" in told.text
    assert "Europe/Budapest" in told.text
    assert (before, rung(cedar)) == (1, 2)


async def test_a_restart_neither_loses_nor_repeats_one(reminded: Table, clock: HandClock):
    """Sent before the stop: not again. Due during the stop: sent after it."""
    cedar = reminded.people[2]
    await clock.on(13)
    await reminded.restart()
    await clock.on(1)
    after_first = rung(cedar)
    await reminded.close()
    clock.time += 12 * HOUR
    await reminded.open()
    await clock.on(1)

    assert (after_first, rung(cedar)) == (2, 3)


async def test_the_snooze_button_is_for_the_one_reminded(reminded: Table, clock: HandClock):
    """Half a day of peace for whoever was reminded; nobody else may press it."""
    alder, _, cedar = reminded.people
    await clock.on(13)
    reminder = calls(reminded)[0]
    button = reminder.buttons[0]["custom_id"]

    foreign = await alder.press(reminder, button)
    own = await cedar.press(reminder, button)
    await clock.on(11)
    asleep = rung(cedar)
    await clock.on(3)

    assert "another player" in foreign.text
    assert "No reminders before" in own.text
    assert (asleep, rung(cedar)) == (2, 3)


async def test_reminders_stop_with_a_notice(reminded: Table, clock: HandClock):
    """After two of two the table is told, silently, and then there is peace."""
    alder, _, cedar = reminded.people
    answer = await alder.command(CHANNEL, "table reminders", interval="2h", stop=2)
    refused = await cedar.command(CHANNEL, "table reminders", interval="2h")

    await clock.on(30)

    assert "intervals of 2 hours" in answer.text
    assert "Only the host" in refused.text
    assert rung(cedar) == 3
    assert sum("no more reminders" in one.text for one in reminded.shown) == 1


async def test_a_person_has_the_last_word(reminded: Table, clock: HandClock):
    """An interval of one's own goes before the table's; off means none; a snooze puts all off."""
    cedar = reminded.people[2]
    answers = [await cedar.command(CHANNEL, "me reminders", interval="3h")]
    await clock.on(4)
    first = rung(cedar)
    answers.append(await cedar.command(CHANNEL, "me snooze", span="1d"))
    await clock.on(20)
    snoozed = rung(cedar)
    answers.append(await cedar.command(CHANNEL, "me reminders", interval="off"))
    await clock.on(40)

    assert [
        "intervals of 3 hours" in answers[0].text,
        "before" in answers[1].text,
        "no reminders" in answers[2].text,
    ] == [True] * 3
    assert (first, snoozed, rung(cedar)) == (2, 2, 2)


NO_TIMES = [
    ("me reminders", {"interval": "soon"}, "is not understood"),
    ("me quiet", {"start": "25"}, "is not a time of day"),
    ("me quiet", {"start": "22"}, "Quiet from 22:00 until when?"),
    ("me timezone", {"zone": "Middle/Earth"}, "is not understood"),
    ("me snooze", {"span": "99d"}, "is not understood"),
]


async def test_times_that_are_none_are_refused_in_a_sentence(reminded: Table):
    """The answer says how to write them."""
    for command, options, told in NO_TIMES:
        reply = await reminded.people[0].command(CHANNEL, command, **options)

        assert reply.ephemeral
        assert told in reply.text


async def test_a_host_called_to_a_full_table_is_called_to_its_first_turn_after_a_stop(tabletop: Table):
    """To start is an answer to the call, though the bot was stopped before it told of the start."""
    card = await tabletop.lobby(2)
    host, other = tabletop.people
    await other.press(card, "Join")
    await tabletop.settled()
    before = rung(host)
    await tabletop.close()
    async with Storage.open(address_of(tabletop.database)) as storage:
        service = Service(storage)
        await service.lobbies.start(1, int(host.id))
        await service.settled()
    await tabletop.open()
    await tabletop.settled()

    assert (before, rung(host)) == (1, 2)
