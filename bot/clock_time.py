"""How time passes for somebody on a clock: not in quiet hours, on vacation, or in an outage; pure functions."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bot.quiet import MINUTE, QuietHours

FOREVER = timedelta(days=3650)


@dataclass(frozen=True, slots=True)
class Pace:
    """When somebody's clock stands: in ``quiet`` hours, on vacation, and while nobody could play.

    ``away`` and each of the ``outages`` last from the first up to the second moment.
    """

    quiet: QuietHours | None = None
    away: tuple[datetime, datetime] | None = None
    outages: tuple[tuple[datetime, datetime], ...] = ()

    def spans(self, start: datetime) -> Iterator[tuple[datetime, datetime]]:
        """Yield the spans in which the clock runs, from a moment on; the last one has no end worth naming."""
        end = start + FOREVER
        while start < end:
            start = self._resumes(start)
            stops = min(self._stops(start), end)
            yield start, stops
            start = stops

    def _resumes(self, at: datetime) -> datetime:
        """Return the first moment, not before one, at which the clock runs."""
        before = None
        while before != at:
            before = at
            for begins, ends in self._pauses:
                if begins <= at < ends:
                    at = ends
            if self.quiet is not None:
                at = self.quiet.after(at)
        return at

    @property
    def _pauses(self) -> tuple[tuple[datetime, datetime], ...]:
        """From when to when the clock stands besides quiet hours."""
        return self.outages if self.away is None else (*self.outages, self.away)

    def _stops(self, at: datetime) -> datetime:
        """Return the next moment at which a running clock stops."""
        ends = [at + FOREVER]
        ends += [begins for begins, _ in self._pauses if begins > at]
        if self.quiet is not None:
            ends.append(_next_quiet(self.quiet, at))
        return min(ends)

    def spent(self, start: datetime, end: datetime) -> timedelta:
        """Return how long the clock ran between two moments."""
        total = timedelta()
        for since, until in self.spans(start):
            if since >= end:
                break
            total += min(until, end) - since
        return total

    def runs_out(self, start: datetime, left: timedelta) -> datetime:
        """Return when a clock that starts then with so much time left runs out."""
        at = start
        for since, until in self.spans(start):
            at = since + left
            if at <= until:
                break
            left -= until - since
        return at


def _next_quiet(quiet: QuietHours, at: datetime) -> datetime:
    """Return the next beginning of quiet hours after a moment outside them."""
    local = at.astimezone(quiet.zone)
    for day in range(3):
        shown = (local + timedelta(days=day)).replace(
            hour=quiet.start // 60, minute=quiet.start % 60, second=0, microsecond=0, fold=0
        )
        begins = shown.astimezone(UTC)
        if begins > at:
            return begins
    return at + MINUTE
