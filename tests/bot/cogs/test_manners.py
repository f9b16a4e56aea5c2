"""What people set about being called, over real sockets: one page of settings, quiet hours and vacations."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.errors.tables import BadTime
from bot.reminders import free_at
from bot.speech import times
from bot.storage import AWAY, UserRow
from bot.storage.people import StoredPeople
from tests.bot.hand_clock import HandClock
from tests.bot.person import Person
from tests.bot.seen import SeenMessage
from tests.bot.tabletop import CHANNEL, DRAFT, Table, ask_to_undo, rung, table

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = 24 * HOUR


@pytest.mark.parametrize(
    ("quiet", "away", "at", "free"),
    [
        ((None, None), None, NOON, NOON),
        ((11 * 60, 13 * 60), None, NOON, NOON + HOUR),
        ((22 * 60, 7 * 60), None, NOON + 11 * HOUR, NOON + 19 * HOUR),
        ((None, None), 2 * DAY, NOON, NOON + 2 * DAY),
        ((11 * 60, 13 * 60), 2 * DAY, NOON, NOON + 2 * DAY + HOUR),
        ((None, None), -DAY, NOON, NOON),
    ],
)
def test_when_something_may_ring(
    quiet: tuple[int | None, int | None], away: timedelta | None, at: datetime, free: datetime
):
    """After a vacation, and after the quiet hours in which it ends; a vacation that is over counts no more."""
    settings = {AWAY: (NOON + away).isoformat()} if away else {}
    user = UserRow(1, "UTC", *quiet, settings=settings)

    assert free_at(user, at) == free


def test_every_place_has_its_hour():
    """Half an hour more counts with the whole one; nothing is left out."""
    found = times.by_hour(NOON)

    assert sorted(zone for places in found.values() for zone in places) == sorted(times.zones())
    assert found[0][0] == "Europe/London"
    assert "Asia/Kolkata" in found[5]
    assert len(found) <= 25


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("Budapest", "Europe/Budapest"),
        ("new york", "America/New_York"),
        ("europe/prague", "Europe/Prague"),
        ("Buenos Aires", "America/Buenos_Aires"),
        ("utc", "UTC"),
    ],
)
def test_a_time_zone_is_found_by_its_city(typed: str, found: str):
    """As somebody types it who chooses nothing from the list."""
    assert times.zone(typed) == found


@pytest.mark.parametrize("typed", ["Mars", "Eastern", "", "/", "Europe"])
def test_what_is_no_city_or_several_is_no_time_zone(typed: str):
    """Half of America has an Eastern zone."""
    with pytest.raises(BadTime):
        times.zone(typed)


@pytest.fixture
async def table_of_three(database: Path, clock: HandClock) -> AsyncIterator[Table]:
    """A game in which Cedar must take the first certificate."""
    async with table(database, clock) as made:
        await made.game()
        yield made


async def choose(person: Person, page: SeenMessage, what: str, label: str) -> SeenMessage:
    """Choose something in a list of the page, and return the page then."""
    listed = next(one for one in page.selects if one["custom_id"] == f"m:list:{what}")
    value = next(one["value"] for one in listed["options"] if one["label"].startswith(label))
    return (await person.choose(page, listed["custom_id"], value)).message


async def told(made: Table) -> None:
    """Wait until the table has heard."""
    await made.bot.service.settled()
    await made.settled()


async def test_everything_is_set_on_one_page(timed: Table):
    """Lists and buttons; nothing is typed, and each choice is there when the page is opened again."""
    alder = timed.people[0]
    page = (await alder.command(CHANNEL, "me settings")).message
    page = await choose(alder, page, "from", "Quiet from 22:00")
    page = await choose(alder, page, "to", "Quiet until 8:00")
    page = await choose(alder, page, "interval", "Reminder interval: 4 hours")
    page = await choose(alder, page, "away", "Vacation: 3 days")
    page = (await alder.press(page, "Ask before each move: no")).message
    page = (await alder.press(page, "Tell me when I am next: no")).message
    page = (await alder.press(page, "Time zone")).message
    hour = times.hour_of(times.ZoneInfo("Europe/Budapest"), NOON)
    clock = next(one for one in page.selects[0]["options"] if one["value"] == str(hour))
    page = (await alder.choose(page, page.selects[0]["custom_id"], clock["value"])).message
    page = (await alder.press(page, "Later")).message
    page = (await alder.press(page, "Earlier")).message
    berlin = next(one for one in page.selects[0]["options"] if one["value"] == "Europe/Berlin")
    page = (await alder.choose(page, page.selects[0]["custom_id"], berlin["value"])).message
    again = await alder.command(CHANNEL, "me settings")

    row = await timed.bot.storage.people.find(int(alder.id))
    assert again.text == page.text
    assert "from 22:00 to 8:00" in page.text
    assert "4 hours" in page.text
    assert "Europe/Berlin" in page.text
    assert {"Ask before each move: yes", "Tell me when I am next: yes"} <= set(page.labels)
    assert (row.quiet_from, row.quiet_to, row.interval_minutes) == (1320, 480, 240)
    assert row.away_until is not None

    page = await choose(alder, page, "language", "Language \u2013 Español")
    assert page.text.startswith("### Tus ajustes")


async def test_a_setting_that_takes_long_to_store_is_shown_all_the_same(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
):
    """Whoever pressed was asked for patience meanwhile: the page comes in the place of that."""
    await tabletop.restart(answer_after=0.05)
    (alder,) = await tabletop.seat(1)
    page = (await alder.command(CHANNEL, "me settings")).message
    store = StoredPeople.change_settings

    async def slow(*given: Any, **settings: Any) -> UserRow:
        await asyncio.sleep(0.3)
        return await store(*given, **settings)

    monkeypatch.setattr(StoredPeople, "change_settings", slow)
    page = (await alder.press(page, "Ask before each move: no")).message

    assert "Ask before each move: yes" in page.labels


@pytest.mark.parametrize(
    ("typed", "said", "czech"),
    [
        ("12h", "12 hours", "12 hodin"),
        ("90m", "90 minutes", "90 minut"),
        ("24", "1 day", "1 den"),
        ("60m", "1 hour", "1 hodina"),
    ],
)
def test_a_span_is_said_in_words(typed: str, said: str, czech: str):
    """In the longest measure that leaves nothing over."""
    assert times.spoken(times.span(typed), "en") == said
    assert times.spoken(times.span(typed), "cs") == czech


async def test_intervals_are_told_in_words(tabletop: Table):
    """What is typed short is said in full, in the list too; Czech has it where no case is asked of it."""
    await tabletop.lobby()
    host = tabletop.people[0]
    mine = await host.command(CHANNEL, "me reminders", interval="12h")
    theirs = await host.command(CHANNEL, "table reminders", interval="90m")
    offered = await host.autocomplete(CHANNEL, "me reminders", "interval", "12")
    await host.command(CHANNEL, "me language", language="cs")
    clock = await host.command(CHANNEL, "table clock", kind="each", time="1h")

    assert "at intervals of 12 hours." in mine.text
    assert "at intervals of 90 minutes," in theirs.text
    assert [(one.name, one.value) for one in offered] == [("12 hours", "12h")]
    assert "Čas na každé rozhodnutí: 1 hodina;" in clock.text


async def test_a_vacation_is_told_and_respected(table_of_three: Table, clock: HandClock):
    """The board says who is away until when; no call and no reminder comes before, and one when it is over."""
    made = table_of_three
    birch, cedar = made.people[1:]
    page = (await birch.command(CHANNEL, "me settings")).message
    await choose(birch, page, "away", "Vacation: 2 days")
    await told(made)
    await made.type_moves(["draft 13"])
    named = [one for one in made.shown if one.text.startswith(f"**{birch.name}** 18Mag")]
    during, board = rung(birch), made.board.text
    await clock.on(47)
    asleep = rung(birch)
    await clock.on(2)
    made.bot.publisher.nudge(1)
    await told(made)

    assert "Birch is away until <t:" in board
    assert len(named) == 1
    assert (during, asleep) == (1, 1)  # to the beginning, before the vacation
    assert rung(birch) == 2
    assert "is away" not in made.board.text
    assert rung(cedar) == 1


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_a_turn_that_comes_in_quiet_hours_calls_when_they_are_over(
    table_of_three: Table, clock: HandClock, *, elsewhere: bool
):
    """The call stands silently in the channel, and rings in the morning, or where quiet hours are given up.

    At once where this process heard of it; else when it looks again.
    """
    made = table_of_three
    birch = made.people[1]
    await birch.command(CHANNEL, "me quiet", start="11", end="14")
    await made.type_moves(["draft 13"])
    silent = rung(birch)
    await clock.on(1)
    made.bot.publisher.nudge(1)
    await told(made)
    still = rung(birch)
    if elsewhere:
        await made.bot.storage.people.change(int(birch.id), quiet_from=None, quiet_to=None)
        made.bot.publisher.nudge(1)
    else:
        await birch.command(CHANNEL, "me quiet", start="off")
    await told(made)

    assert (silent, still, rung(birch)) == (1, 1, 2)  # to the beginning, before it was quiet
    assert len([one for one in made.pings() if birch.mention in one.text]) == 1


async def test_a_request_in_quiet_hours_calls_when_they_are_over(table_of_three: Table, clock: HandClock):
    """It stands in the channel meanwhile, and rings if it still stands."""
    made = table_of_three
    birch = made.people[1]
    await made.type_moves(DRAFT[:3])
    await birch.command(CHANNEL, "me quiet", start="11", end="14")
    before = rung(birch)
    first = (await made.bot.service.tables.find(1)).moves[0].user_id
    last = next(one for one in made.people if int(one.id) == first)
    await ask_to_undo(last, to=1)
    await told(made)
    asked, silent = made.having("u:")[-1].text, rung(birch)
    await clock.on(3)
    made.bot.publisher.nudge(1)
    await told(made)

    assert "Birch" in asked
    assert (silent, rung(birch)) == (before, before + 1)
    assert birch.mention in made.having("u:")[-1].text


async def test_a_language_chosen_elsewhere_is_read(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """Another process serves a person's private messages; what they set there counts here after a moment."""
    (alder,) = await tabletop.seat(1)
    before = (await alder.command(CHANNEL, "me settings")).text
    await tabletop.bot.storage.people.change(int(alder.id), language="de")
    monkeypatch.setattr("bot.parts.LANGUAGE_KEPT", 0.0)

    assert before.startswith("### Your settings")
    assert (await alder.command(CHANNEL, "me settings")).text.startswith("### Deine Einstellungen")
