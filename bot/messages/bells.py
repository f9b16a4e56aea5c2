"""Bells: whoever was called and has not acted since is not called again at once by the same person."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

FIRST_REST, LONGEST_REST = timedelta(minutes=10), timedelta(hours=12)
FORGOTTEN = timedelta(days=1)


@dataclass
class _Rung:
    """When somebody was called last, and how long the bell rests after it."""

    at: datetime
    rest: timedelta = FIRST_REST


class Bells:
    """Remembers who was called at which table and because of whom; each further call rests twice as long."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._rung: dict[tuple[int, int, int], _Rung] = {}

    def ready(self, game_id: int, by: int, people: Iterable[int]) -> tuple[int, ...]:
        """Return those among people whom somebody may call now."""
        now, rung = self._now(), {one: self._rung.get((game_id, by, one)) for one in people}
        return tuple(one for one, last in rung.items() if last is None or now >= last.at + last.rest)

    def ring(self, game_id: int, by: int, people: Iterable[int]) -> None:
        """Note that people were called because of somebody."""
        now = self._now()
        self._rung = {bell: rung for bell, rung in self._rung.items() if rung.at > now - FORGOTTEN}
        for one in people:
            last = self._rung.get((game_id, by, one))
            rest = min(last.rest * 2, LONGEST_REST) if last else FIRST_REST
            self._rung[game_id, by, one] = _Rung(now, rest)

    def rest(self, game_id: int, by: int, people: Iterable[int]) -> timedelta:
        """Return how long it is until one of the bells may ring again."""
        rung = [self._rung[game_id, by, one] for one in people if (game_id, by, one) in self._rung]
        return min((one.at + one.rest - self._now() for one in rung), default=timedelta())

    def answered(self, game_id: int, person: int) -> None:
        """Let everybody call somebody who has acted."""
        self._rung = {
            bell: rung for bell, rung in self._rung.items() if (bell[0], bell[2]) != (game_id, person)
        }
