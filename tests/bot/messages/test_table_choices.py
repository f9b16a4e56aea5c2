"""What is chosen for a table, in words; every choice can be made, and is then the one that holds."""

from datetime import timedelta
from typing import Any

import pytest

from bot.messages.table_choices import CHOICES, changed, lines, short
from bot.tables.settings import Clock, Spent, TableSettings
from tests.bot.messages.tables import NOON

DAY = timedelta(days=1)
CLOCKED = TableSettings(clock=Clock(3 * DAY, each=False, zero="skip"))
USUAL = {
    "clock": "off",
    "zero": "house",
    "reminders": "12h",
    "grace": "0",
    "patience": "3d",
    "level": "journeyman",
    "ask": "choices",
    "hints": "on",
    "summary": "on",
    "scheme": "light",
}


def test_what_holds_where_nobody_has_chosen():
    """Each setting's default, among what is offered."""
    assert {name: one.of(TableSettings()) for name, one in CHOICES.items()} == USUAL
    assert all(USUAL[name] in one.offered for name, one in CHOICES.items())


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, one in CHOICES.items() for value in one.offered]
)
def test_what_is_chosen_holds(name: str, value: str):
    """It is offered as the one that holds, in words of its own; what happens at zero needs a clock."""
    choice, before = CHOICES[name], CLOCKED if name == "zero" else TableSettings()
    after = before.having(**choice.sets(before, value))

    assert choice.of(after) == value
    assert choice.values(after) == choice.offered
    assert choice.said(value, "en") in lines(after, "en")[name]
    assert choice.said(value, "en") not in {choice.said(one, "en") for one in choice.offered if one != value}


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("off", "no clock"),
        ("each.12h", "12 hours"),
        ("each.2d", "2 days"),
        ("bank.30d", "30 days"),
    ],
)
def test_a_clock_in_words(value: str, words: str):
    """How long, and for what."""
    said = CHOICES["clock"].said(value, "en")

    assert said.startswith(words)
    assert (":" in said) == (value != "off")


def test_another_clock_begins_anew():
    """What happens at zero stays; nobody has spent anything."""
    spent = CLOCKED.having(clock_times={"s1": Spent(DAY, NOON)}, clock_out={"s1": 11})
    after = spent.having(**CHOICES["clock"].sets(spent, "each.2d"))

    assert after.clock == Clock(2 * DAY, each=True, zero="skip")
    assert (dict(after.clock_times), dict(after.clock_out)) == ({}, {})
    assert CHOICES["zero"].sets(TableSettings(), "skip") == {}


@pytest.mark.parametrize(
    ("name", "settings", "value"),
    [
        ("reminders", {"reminder_minutes": 90}, "90m"),
        ("grace", {"grace": 45}, "45"),
        ("patience", {"patience": 50}, "50h"),
        ("clock", {"clock": Clock(36 * timedelta(hours=1), each=True, zero="host")}, "each.36h"),
    ],
)
def test_what_holds_is_offered_though_nobody_else_would(name: str, settings: dict[str, Any], value: str):
    """A value that was typed stands after those on offer."""
    choice, now = CHOICES[name], TableSettings(**settings)

    assert choice.values(now) == (*choice.offered, value)
    assert lines(now, "en")[name]


@pytest.mark.parametrize(
    ("span", "text"),
    [(DAY, "1d"), (36 * DAY / 24, "36h"), (DAY / 24, "1h"), (DAY / 16, "90m"), (0 * DAY, "0m")],
)
def test_a_time_as_it_is_typed(span: timedelta, text: str):
    """In the largest unit that is whole."""
    assert short(span) == text


def test_only_what_differs_is_told():
    """With a clock, what happens at zero, too; the board and the machine on the web at the end."""
    plain = TableSettings()

    assert changed(plain, plain, "en") == []
    assert len(changed(plain, plain.having(grace=60), "en")) == 1
    assert len(changed(plain, CLOCKED, "en")) == 2
    assert len(changed(plain, plain.having(board_again="move", hook="https://x"), "en")) == 2
    assert "zero" not in lines(plain, "en")
    assert "zero" in lines(CLOCKED, "en")
