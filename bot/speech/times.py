"""Times as people type them."""

import re
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from assets import sentences
from bot.errors.tables import BadClock, BadTime
from bot.menu.search import exact, search

DAY = 24 * 60
_SPAN = re.compile(r"(\d{1,4})\s*(m|min|h|d)?")
_CLOCK = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?\s*h?")
_MINUTES = {"m": 1, "min": 1, "h": 60, "d": DAY, None: 60}
LONGEST = 30 * DAY
OFF, TABLE = "off", "table"
"""What may be said instead of an interval: never, and as often as each table has it."""
COMMON = ("1h", "2h", "4h", "6h", "12h", "24h", "2d", "3d")


def intervals(lang: str, typed: str, *keywords: str) -> dict[str, str]:
    """Return common intervals that begin as typed, with what they are called: first the keywords in a language."""
    every = {one: sentences.say(f"interval.{one}", lang) for one in keywords} | {
        one: spoken(span(one), lang) for one in COMMON
    }
    found = search(every, typed, str, every.__getitem__)
    return {one: every[one] for one in every if one in found}


def keyword(text: str, lang: str) -> str:
    """Return which keyword a text is, in a language or as it is stored; any other text as it is."""
    found = exact((OFF, TABLE), text, str, lambda one: sentences.say(f"interval.{one}", lang))
    return found or text.strip().lower()


def span(text: str) -> timedelta:
    """Return how long ``90m``, ``12h``, ``2d`` or a bare number of hours is.

    :raises BadTime: when it is none of these, or longer than a month
    """
    match = _SPAN.fullmatch(text.strip().lower())
    minutes = int(match[1]) * _MINUTES[match[2]] if match else -1
    if not 0 <= minutes <= LONGEST:
        raise BadTime(text=text)
    return timedelta(minutes=minutes)


def spoken(span: timedelta, lang: str) -> str:
    """Return how long a time is in the longest of days, hours and minutes that leaves nothing over."""
    minutes = span // timedelta(minutes=1)
    for unit, length in (("days", DAY), ("hours", 60)):
        if minutes and minutes % length == 0:
            return sentences.say(f"me.value.{unit}", lang, n=minutes // length)
    return sentences.say("me.value.minutes", lang, n=minutes)


def clock(text: str) -> int:
    """Return the minute of the day that ``22``, ``22:30`` or ``7.15`` means.

    :raises BadClock: when it is not a time of day
    """
    match = _CLOCK.fullmatch(text.strip().lower())
    minute = int(match[1]) * 60 + int(match[2] or 0) if match else DAY
    if minute >= DAY or (match and int(match[2] or 0) >= 60):
        raise BadClock(text=text)
    return minute


def shown(minute: int) -> str:
    """Return a minute of the day as a clock shows it."""
    return f"{minute // 60}:{minute % 60:02}"


EVENING, MORNING = 22 * 60, 7 * 60
"""The quiet hours of somebody who has named only one end of them."""
EAST = 13
"""The easternmost hour that is offered; the few places beyond it stand with it."""
KNOWN = (
    "Europe/London",
    "Europe/Berlin",
    "Europe/Helsinki",
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""Places that stand first among those that have the same hour."""


def hour_of(zone: ZoneInfo, now: datetime) -> int:
    """Return how many whole hours a zone's clock is ahead of UTC at a moment."""
    offset = now.astimezone(zone).utcoffset() or timedelta()
    return min(offset // timedelta(hours=1), EAST)


def by_hour(now: datetime) -> dict[int, list[str]]:
    """Return the time zones by the whole hours that they are ahead of UTC now, well-known places first."""
    found: dict[int, list[str]] = {}
    for zone in dict.fromkeys((*KNOWN, *zones())):
        found.setdefault(hour_of(ZoneInfo(zone), now), []).append(zone)
    return found


@cache
def zones() -> tuple[str, ...]:
    """Return the names of the time zones of the world."""
    return tuple(
        sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))
    )


def zone(text: str) -> str:
    """Return the time zone of that name or city, however it is capitalised.

    :raises BadTime: when there is none
    """
    wanted = text.replace(" ", "_")
    whole = exact((*zones(), "UTC"), wanted, str)
    cities = sorted((known for known in zones() if exact((known,), wanted, city)), key=len)
    if whole or len({known.partition("/")[0] for known in cities}) == 1:
        return whole or cities[0]
    raise BadTime(text=text)


def city(zone: str) -> str:
    """The city a time zone is named after."""
    return zone.rpartition("/")[2]
