"""Bells: a person who was called and has not acted since is not called again at once by the same person."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.storage import BellKind, BellRow, NewsRow, StoredBells

FIRST_REST, LONGEST_REST = timedelta(minutes=10), timedelta(hours=12)
FORGOTTEN = timedelta(days=1)
ANSWERS = ("started", "played", "undone", "answered")
"""The kinds of news by which somebody acts who has been called, or may have been."""
CALLS: tuple[BellKind, ...] = ("rang", "waits")
"""What is known of a bell that has called somebody, or is about to."""
TURN, UNDO = "turn", "undo"
"""What people are called for most."""
Bell = tuple[BellKind, str, int, int]
"""What is known of a bell: of which kind that is, for what it rings, because of whom, and for whom."""


class Bells:
    """Who was called at a table, for what and because of whom; each further call rests twice as long.

    All of it is stored, so that a restart frees no bell. A message that could not call somebody is owed to them.
    """

    def __init__(self, game_id: int, stored: StoredBells, now: Callable[[], datetime]) -> None:
        self._game_id = game_id
        self._stored = stored
        self._now = now
        self._rung: dict[Bell, BellRow] = {}
        self._acted: set[int] = set()
        self._unstored: set[int] = set()
        self._woken: set[int] = set()
        self._loaded = False
        self._seen_at = now()

    async def read(self, news: Sequence[NewsRow] = (), seen_at: datetime | None = None) -> None:
        """Read the stored bells, once; the news tell what happened before a stop.

        A call is dated to the moment the table was read, so anyone who acts after that counts as having answered,
        even if the call had not been sent yet. Who has acted is stored with the next bell, or by
        :meth:`store_acted` before the news are forgotten.
        """
        self._seen_at = seen_at or self._now()
        if not self._loaded:
            rows = await self._stored.of_game(self._game_id)
            self._rung = {_bell(row): row for row in rows if row.user_id not in self._acted}
            self._loaded = True
            for one in news:
                self._recall(one)
        self._unstored |= self._acted
        self._acted = set()
        woken, self._woken = self._woken, set()
        for row in list(self._rung.values()):
            if row.owed and row.user_id in woken and row.kind != "waits":
                await self._keep(replace(row, rung_at=self._now() - timedelta(seconds=row.rest)))

    async def store_acted(self) -> None:
        """Store who has acted, unless that was stored with a bell."""
        if self._unstored:
            await self._stored.forget(self._game_id, self._unstored)
            self._unstored = set()

    def _recall(self, one: NewsRow) -> None:
        """Learn from stored news that somebody has acted and not been called since."""
        calls = [row for row in self._rung.values() if row.kind in CALLS]
        rung = [row.rung_at for row in calls if row.user_id == one.user_id]
        if one.kind in ANSWERS and one.user_id and all(at <= one.created_at for at in rung):
            self.answered(one.user_id)

    def answered(self, person: int) -> None:
        """Let everybody call somebody who has acted."""
        self._acted.add(person)
        self._rung = {bell: row for bell, row in self._rung.items() if bell[-1] != person}

    def ready(self, by: int, people: Iterable[int], purpose: str = TURN) -> tuple[int, ...]:
        """Return those among people whom somebody may call now for a purpose."""
        now, rung = self._now(), {one: self._rung.get(("rang", purpose, by, one)) for one in people}
        return tuple(one for one, last in rung.items() if last is None or now >= last.ready_at)

    async def ring(self, by: int, people: Iterable[int], purpose: str = TURN) -> None:
        """Note that people were called because of somebody, but for those who have acted before the call was out."""
        now = self._now()
        for one in set(people):
            if one in self._acted:
                continue
            last = self._rung.get(("rang", purpose, by, one))
            fresh = last is not None and last.rung_at > now - FORGOTTEN
            rest = min(timedelta(seconds=last.rest) * 2, LONGEST_REST) if last and fresh else FIRST_REST
            seconds = round(rest.total_seconds())
            await self._keep(BellRow(self._game_id, "rang", purpose, by, one, self._seen_at, seconds))

    async def owe(self, by: int, person: int, message: str, purpose: str = TURN) -> None:
        """Note that a message could not call a person whose bell rests, if they still have not acted."""
        if (row := self._rung.get(("rang", purpose, by, person))) is not None:
            await self._keep(replace(row, owed=message))

    async def postpone(self, by: int, person: int, free: datetime, message: str, purpose: str = TURN) -> None:
        """Note that a message could not call a person who wants no calls before a moment."""
        await self._keep(BellRow(self._game_id, "quiet", purpose, by, person, free, 0, message))

    def wake(self, person: int) -> None:
        """Work out anew, at the next round, when somebody who could not be called may be."""
        self._woken.add(person)

    @property
    def postponed(self) -> set[int]:
        """Return the people who are owed a call that came while they wanted none."""
        return {row.user_id for row in self._rung.values() if row.owed and row.kind == "quiet"}

    async def take_due(self) -> list[str]:
        """Return the purposes of messages that may now call whom they could not, and forget what they owed."""
        due = [row for row in self._rung.values() if row.owed and row.ready_at <= self._now()]
        for row in due:
            await (self._drop(row) if row.kind == "quiet" else self._keep(replace(row, owed="")))
        return list(dict.fromkeys(row.owed for row in due))

    # calls that wait

    async def rung_after(self, wait: timedelta, people: Iterable[int]) -> list[int]:
        """Return those among people whose calls have waited long enough; the others' begin to wait, or go on waiting.

        Whoever waited and is no longer among the people waits no longer: their turn was taken back.
        """
        wanted, now = list(people), self._now()
        waiting = {row.user_id: row for row in self._rung.values() if row.kind == "waits"}
        await self._give_up(one for one in waiting if one not in wanted)
        for one in wanted if wait else ():
            if one not in waiting:
                seconds = round(wait.total_seconds())
                waiting[one] = BellRow(self._game_id, "waits", TURN, 0, one, now, seconds, f"ping:{one}")
                await self._keep(waiting[one])
        return [one for one in wanted if not wait or waiting[one].ready_at <= now]

    async def called(self, one: int) -> None:
        """Note that somebody was called whose call had waited."""
        await self._give_up([one])

    async def _give_up(self, people: Iterable[int]) -> None:
        for one in list(people):
            if (row := self._rung.get(("waits", TURN, 0, one))) is not None:
                await self._drop(row)

    # who is awaited with others

    def left_alone(self, purpose: str, awaited: Collection[int]) -> int | None:
        """Return the person who was awaited with others and is now the only one left; None if there is none."""
        (*others, last) = awaited or (0,)
        return last if not others and ("among", purpose, 0, last) in self._rung else None

    async def note_awaited(self, purpose: str, awaited: Collection[int]) -> None:
        """Note the people awaited, unless it is only one."""
        several = set(awaited) if len(awaited) > 1 else set()
        noted = {bell[-1]: row for bell, row in self._rung.items() if bell[:2] == ("among", purpose)}
        for person in several - noted.keys():
            await self._keep(BellRow(self._game_id, "among", purpose, 0, person, self._now(), 0))
        for person in noted.keys() - several:
            await self._drop(noted[person])

    @property
    def next_due(self) -> timedelta | None:
        """Return how long it is until somebody who could not be called may be; None if there is nobody."""
        times = [row.ready_at for row in self._rung.values() if row.owed]
        return min(times) - self._now() if times else None

    async def _keep(self, row: BellRow) -> None:
        self._rung[_bell(row)] = row
        await self._stored.keep(row, acted=self._unstored)
        self._unstored = set()

    async def _drop(self, row: BellRow) -> None:
        self._rung.pop(_bell(row), None)
        await self._stored.drop(row)


def _bell(row: BellRow) -> Bell:
    return row.kind, row.purpose, row.by_user_id, row.user_id
