from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.quiet import QuietHours, quiet_hours, zone_named

BUDAPEST = ZoneInfo("Europe/Budapest")
NIGHT = QuietHours(BUDAPEST, 22 * 60, 8 * 60)


def local(month: int, day: int, hour: int, minute: int = 0, fold: int = 0) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=BUDAPEST, fold=fold)


@pytest.mark.parametrize(
    ("at", "free"),
    [
        (local(6, 1, 21, 59), local(6, 1, 21, 59)),
        (local(6, 1, 22, 0), local(6, 2, 8, 0)),
        (local(6, 2, 0, 0), local(6, 2, 8, 0)),
        (local(6, 2, 7, 59), local(6, 2, 8, 0)),
        (local(6, 2, 8, 0), local(6, 2, 8, 0)),
    ],
)
def test_a_window_over_midnight_ends_in_the_morning(at: datetime, free: datetime):
    """What falls into the night waits for its end; the end itself is free."""
    assert NIGHT.after(at) == free


def test_a_window_within_a_day_ends_the_same_day():
    """Quiet at work."""
    assert QuietHours(BUDAPEST, 9 * 60, 17 * 60).after(local(6, 1, 10, 30)) == local(6, 1, 17)


def test_the_night_is_an_hour_shorter_in_spring_and_longer_in_autumn():
    """The end is 8:00 on the person's clock, whatever that is in UTC."""
    spring = NIGHT.after(local(3, 28, 23)).astimezone(UTC)
    autumn = NIGHT.after(local(10, 24, 23)).astimezone(UTC)

    assert spring == datetime(2026, 3, 29, 6, tzinfo=UTC)
    assert autumn == datetime(2026, 10, 25, 7, tzinfo=UTC)


@pytest.mark.parametrize("at", [local(3, 29, 0, 30), local(3, 29, 1, 45)])
def test_an_end_that_the_clock_skips_is_the_moment_of_the_change(at: datetime):
    """At 2:00 the clock shows 3:00, so a window that ends at 2:30 ends there."""
    hours = QuietHours(BUDAPEST, 22 * 60, 2 * 60 + 30)

    assert hours.after(at).astimezone(UTC) == datetime(2026, 3, 29, 1, tzinfo=UTC)


def test_an_end_that_the_clock_shows_twice_counts_each_time():
    """2:30 comes twice in autumn: before the first the first counts, before the second the second."""
    hours = QuietHours(BUDAPEST, 22 * 60, 2 * 60 + 30)

    assert hours.after(local(10, 25, 1)).astimezone(UTC) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert hours.after(local(10, 25, 2, 15, fold=1)).astimezone(UTC) == datetime(
        2026, 10, 25, 1, 30, tzinfo=UTC
    )


@pytest.mark.parametrize(("start", "end"), [(None, 480), (480, None), (0, 0), (600, 600), (0, 1440)])
def test_no_window_or_one_without_length_is_none(start: int | None, end: int | None):
    """Nothing set, nothing quiet."""
    assert quiet_hours("Europe/Budapest", start, end) is None


@pytest.mark.parametrize("name", [None, "", "Mars/Olympus", "../../etc/passwd", "Europe"])
def test_an_unknown_zone_counts_as_utc(name: str | None):
    """A zone that was misspelt or has vanished must not stop reminders."""
    assert zone_named(name).key == "UTC"


@given(
    zone=st.sampled_from(
        [
            "Europe/Budapest",
            "America/New_York",
            "Australia/Lord_Howe",
            "Asia/Kathmandu",
            "Pacific/Apia",
            "UTC",
        ]
    ),
    start=st.integers(0, 1439),
    end=st.integers(0, 1439),
    at=st.datetimes(datetime(2025, 1, 1), datetime(2028, 1, 1)),  # noqa: DTZ001 - made UTC below
)
def test_the_end_is_the_first_free_minute(zone: str, start: int, end: int, at: datetime):
    """Walking on minute by minute finds the same end, also over changes of the clock."""
    hours = QuietHours(ZoneInfo(zone), start, end)
    walked = at = at.replace(tzinfo=UTC)
    if walked in hours:
        walked = walked.replace(second=0, microsecond=0)
    while walked in hours:
        walked += timedelta(minutes=1)

    assert hours.after(at) == walked
