"""When those who sit in a lobby are all awake: each reader sees it on their own clock, and nobody's zone is named."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from discord.utils import format_dt

from bot.reminders import free_at
from bot.storage import UserRow

STEP = timedelta(minutes=30)
DAY = timedelta(days=1)
FEWEST = 2
"""How many people must have set their hours: from those of one alone could be told where that person lives."""


def with_hours(people: Sequence[UserRow]) -> list[UserRow]:
    """Return those who have set quiet hours."""
    return [one for one in people if one.zone and one.quiet_from is not None and one.quiet_to is not None]


def hours_of_all(people: Sequence[UserRow], now: datetime) -> list[tuple[datetime, datetime]]:
    """Return from when to when all these people may be called, within a day from the last half hour."""
    start = now.replace(minute=now.minute // 30 * 30, second=0, microsecond=0)
    steps = [start + STEP * at for at in range(DAY // STEP)]
    awake = [all(free_at(one, at) <= at for one in people) for at in steps]
    if all(awake):
        return [(start, start + DAY)]
    first = awake.index(False)
    turned = [steps[at % len(steps)] + DAY * (at // len(steps)) for at in range(first, first + len(steps))]
    return list(_ranges(turned, awake[first:] + awake[:first]))


def _ranges(steps: Sequence[datetime], awake: Sequence[bool]) -> Iterator[tuple[datetime, datetime]]:
    """Yield the stretches of steps that are all awake; the first step is not."""
    begun: datetime | None = None
    for at, is_awake in zip([*steps, steps[-1] + STEP], [*awake, False], strict=True):
        if is_awake and begun is None:
            begun = at
        elif not is_awake and begun is not None:
            yield begun, at
            begun = None


def told(hours: Sequence[tuple[datetime, datetime]]) -> str:
    """Return hours as Discord shows them on the clock of whoever reads."""
    return ", ".join(f"{format_dt(start, 't')} - {format_dt(end, 't')}" for start, end in hours)
