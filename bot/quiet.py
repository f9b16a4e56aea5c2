"""Quiet hours: a daily window on a person's own clock in which nothing may ring; pure functions of times."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

DAY = 24 * 60
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From ``start`` up to but without ``end``, minutes of the day on the clock of ``zone``.

    ``start`` above ``end`` spans midnight. What counts is what that clock shows, on days of change too.
    """

    zone: ZoneInfo
    start: int
    end: int

    def __contains__(self, at: datetime) -> bool:
        clock = at.astimezone(self.zone)
        minute = clock.hour * 60 + clock.minute
        if self.start <= self.end:
            return self.start <= minute < self.end
        return minute >= self.start or minute < self.end

    def _near_end(self, at: datetime) -> datetime:
        """Return the end of this window, or an instant in it that is at most one clock change before."""
        clock = at.astimezone(self.zone)
        minute = clock.hour * 60 + clock.minute
        day = clock.date() + timedelta(days=1 if minute >= self.end else 0)
        shown = datetime.combine(day, time(self.end // 60, self.end % 60), self.zone)
        return max(at, min(shown.replace(fold=fold).astimezone(UTC) for fold in (0, 1)))

    def after(self, at: datetime) -> datetime:
        """Return ``at`` if nothing is quiet then, else the first whole minute (UTC) after these quiet hours.

        The clock may skip the minute the window ends at, or show it twice; so the last steps are walked.
        """
        if at not in self:
            return at
        quiet_end = self._near_end(at.astimezone(UTC).replace(second=0, microsecond=0))
        while quiet_end in self:
            quiet_end += MINUTE
        return quiet_end


def quiet_hours(zone: str | None, start: int | None, end: int | None) -> QuietHours | None:
    """Return the window a person has set, None where they have set none or one without length.

    An unknown or missing ``zone`` counts as UTC.
    """
    if start is None or end is None or start % DAY == end % DAY:
        return None
    return QuietHours(zone_named(zone), start % DAY, end % DAY)


def zone_named(name: str | None) -> ZoneInfo:
    """Return the IANA time zone of that name, UTC where there is none."""
    try:
        return ZoneInfo(name or "UTC")
    except (KeyError, OSError, ValueError):
        return ZoneInfo("UTC")
