"""What is said of a clock: until when somebody may decide, what is left in the banks, and that time is up."""

from datetime import timedelta
from typing import Any

import pytest

from bot.messages.clock_notes import clock_lines, left_over, time_up
from bot.speech.table_view import TableView
from bot.tables.settings import Clock, Spent
from tests.bot.messages.tables import NOON, running

HOUR = timedelta(hours=1)


def clocked(*, each: bool, zero: Any = "skip", **columns: Any) -> TableView:
    """A table with a clock of three days: Ann decides since noon and has used 70 hours before, Bob nearly all."""
    spent = {"s1": Spent(70 * HOUR, NOON), "s2": Spent(71.5 * HOUR), "s3": Spent(100 * HOUR)}
    settings = {"clock": Clock(72 * HOUR, each=each, zero=zero), "clock_times": spent}
    return running(settings=settings, **columns)


def test_a_bank_is_told_of_everybody():
    """Of whoever decides also until when; nobody has less than nothing left."""
    assert clock_lines(clocked(each=False), {}, NOON + HOUR) == [
        "Ann has until <t:1772373600:f> to decide.",
        "Time left: Ann 2 hours · Bob 30 minutes · Cy 0 minutes",
    ]


def test_time_for_each_decision_has_no_bank():
    """Only the end of this one is told."""
    assert clock_lines(clocked(each=True), {}, NOON) == ["Ann has until <t:1772373600:f> to decide."]


def test_nothing_is_told_where_no_clock_runs():
    """Without one, or once the game is over."""
    assert clock_lines(running(), {}, NOON) == []
    assert clock_lines(clocked(each=False, state="finished"), {}, NOON) == []


@pytest.mark.parametrize(
    ("minutes", "said"),
    [(0, "0 minutes"), (59, "59 minutes"), (60, "1 hour"), (61, "1 hour"), (120, "2 hours")],
)
def test_what_is_left_is_told_in_whole_hours(minutes: int, said: str):
    """In minutes if it is less than one."""
    assert left_over(timedelta(minutes=minutes), "en") == said


def test_time_is_up():
    """What follows where the table has chosen it; else the host is asked."""
    passes = "Bob is out of time and passes; where nobody may pass, the house plays."
    plays = "Bob is out of time; the house plays this turn."

    assert time_up(clocked(each=True), "s2", asks=False) == (passes, None)
    assert time_up(clocked(each=True, zero="house"), "s2", asks=False) == (plays, None)
    assert time_up(running(), "s2", asks=False) == (plays, None)
    text, answers = time_up(clocked(each=True), "s2", asks=True)
    assert text == "Bob is out of time. <@11>, what should happen?"
    assert answers is not None
    found = [(one.label, one.custom_id) for one in answers.children]  # type: ignore[attr-defined]
    assert [label for label, _ in found] == ["The house plays this turn", "24 hours more"]
    assert all("7" in known and "s2" in known for _, known in found)
