"""Bells: whoever was called and has not acted since is not called again at once by the same person."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.storage import BellRow, NewsRow, StoredBells

FIRST_REST, LONGEST_REST = timedelta(minutes=10), timedelta(hours=12)
FORGOTTEN = timedelta(days=1)
ANSWERS = ("started", "played", "undone", "answered")
"""The kinds of news by which somebody acts who has been called, or may have been."""
TURN_OVER = -(2**62)
"""Stands for whoever calls: the turn before is over, and the call waits in case that is taken back."""
AMONG = {"turn": TURN_OVER + 1, "undo": TURN_OVER + 2}
"""Stands for whoever calls: somebody is awaited together with others, for a decision of that kind."""


class Bells:
    """Who was called at a table and because of whom; each further call rests twice as long.

    All of it is stored, so that a restart frees no bell. A message that could not call somebody is owed to them.
    """

    def __init__(self, game_id: int, stored: StoredBells, now: Callable[[], datetime]) -> None:
        self._game_id = game_id
        self._stored = stored
        self._now = now
        self._rung: dict[tuple[int, int], BellRow] = {}
        self._acted: set[int] = set()
        self._unstored: set[int] = set()
        self._woken: set[int] = set()
        self._loaded = False
        self._seen_at = now()

    async def settle(self, news: Sequence[NewsRow] = (), seen_at: datetime | None = None) -> None:
        """Read what is stored, once; of what happened before a stop the news tell.

        Calls are noted for the moment before the table was looked at that they tell of: whoever acts after it, though
        it be before their call is out, has answered it. Who has acted is stored with the next bell, or by
        :meth:`store_acted` before the news are forgotten.
        """
        self._seen_at = seen_at or self._now()
        if not self._loaded:
            rows = await self._stored.of_game(self._game_id)
            self._rung = {
                (row.by_user_id, row.user_id): row for row in rows if row.user_id not in self._acted
            }
            self._loaded = True
            for one in news:
                self._recall(one)
        self._unstored |= self._acted
        self._acted = set()
        woken, self._woken = self._woken, set()
        for row in [
            row
            for row in self._rung.values()
            if row.owed and row.user_id in woken and row.by_user_id != TURN_OVER
        ]:
            await self._keep(_silent_until(row, self._now()))

    async def store_acted(self) -> None:
        """Store who has acted, unless that was stored with a bell."""
        if self._unstored:
            await self._stored.forget(self._game_id, self._unstored)
            self._unstored = set()

    def _recall(self, one: NewsRow) -> None:
        """Learn from stored news that somebody has acted and not been called since."""
        rung = [row.rung_at for row in self._rung.values() if row.user_id == one.user_id and _is_call(row)]
        if one.kind in ANSWERS and one.user_id and all(at <= one.created_at for at in rung):
            self.answered(one.user_id)

    def answered(self, person: int) -> None:
        """Let everybody call somebody who has acted."""
        self._acted.add(person)
        self._rung = {bell: row for bell, row in self._rung.items() if bell[1] != person}

    def ready(self, by: int, people: Iterable[int]) -> tuple[int, ...]:
        """Return those among people whom somebody may call now."""
        now, rung = self._now(), {one: self._rung.get((by, one)) for one in people}
        return tuple(one for one, last in rung.items() if last is None or now >= last.ready_at)

    async def ring(self, by: int, people: Iterable[int]) -> None:
        """Note that people were called because of somebody, but for those who have acted before the call was out."""
        now = self._now()
        for one in set(people) - self._acted:
            last = self._rung.get((by, one))
            fresh = last is not None and last.rung_at > now - FORGOTTEN
            rest = min(timedelta(seconds=last.rest) * 2, LONGEST_REST) if last and fresh else FIRST_REST
            await self._keep(BellRow(self._game_id, by, one, self._seen_at, round(rest.total_seconds())))

    async def owe(self, by: int, people: Iterable[int], purpose: str) -> None:
        """Note that the message of a purpose could not call people whose bells rest, if they still have not acted."""
        for one in people:
            if (row := self._rung.get((by, one))) is not None:
                await self._keep(replace(row, owed=purpose))

    async def postpone(self, by: int, free: Mapping[int, datetime], purpose: str) -> None:
        """Note that the message of a purpose could not call people who want no calls before a moment."""
        for one, at in free.items():
            await self._keep(_silent_until(BellRow(self._game_id, by, one, at, 0, purpose), at))

    def wake(self, person: int) -> None:
        """Work out anew, at the next round, when somebody who could not be called may be."""
        self._woken.add(person)

    @property
    def postponed(self) -> set[int]:
        """Return who is owed a call because they wanted none when it was to go out."""
        return {row.user_id for row in self._rung.values() if row.owed and _is_postponed(row)}

    async def take_due(self) -> list[str]:
        """Return the purposes of messages that may now call whom they could not, and forget what they owed."""
        due = [row for row in self._rung.values() if row.owed and row.ready_at <= self._now()]
        for row in due:
            await self._keep(replace(row, owed=""))
        return [row.owed for row in due]

    # calls that wait

    async def rung_after(self, wait: timedelta, people: Iterable[int]) -> list[int]:
        """Return those among people whose calls have waited long enough; the others' begin to wait, or go on waiting.

        Whoever waited and is no longer among the people waits no longer: their turn was taken back.
        """
        wanted, now = list(people), self._now()
        await self._give_up(one for by, one in list(self._rung) if by == TURN_OVER and one not in wanted)
        for one in wanted if wait else ():
            if (TURN_OVER, one) not in self._rung:
                seconds = round(wait.total_seconds())
                await self._keep(BellRow(self._game_id, TURN_OVER, one, now, seconds, f"ping:{one}"))
        return [one for one in wanted if not wait or self._rung[TURN_OVER, one].ready_at <= now]

    async def called(self, one: int) -> None:
        """Note that somebody was called whose call had waited."""
        await self._give_up([one])

    async def _give_up(self, people: Iterable[int]) -> None:
        for one in people:
            if self._rung.pop((TURN_OVER, one), None) is not None:
                await self._stored.drop(self._game_id, TURN_OVER, one)

    # who is awaited with others

    def left_alone(self, kind: str, awaited: Collection[int]) -> int | None:
        """Return who was last noted as awaited together with others and now is alone; None if nobody is."""
        (*others, last) = awaited or (0,)
        return last if not others and (AMONG[kind], last) in self._rung else None

    async def note_awaited(self, kind: str, awaited: Collection[int]) -> None:
        """Note who is awaited together with others; who is awaited alone is not."""
        by, several = AMONG[kind], set(awaited) if len(awaited) > 1 else set()
        noted = {person for one, person in self._rung if one == by}
        for person in several - noted:
            await self._keep(BellRow(self._game_id, by, person, self._now(), 0))
        for person in noted - several:
            del self._rung[by, person]
            await self._stored.drop(self._game_id, by, person)

    @property
    def next_due(self) -> timedelta | None:
        """Return how long it is until somebody who could not be called may be; None if there is nobody."""
        moments = [row.ready_at for row in self._rung.values() if row.owed]
        return min(moments) - self._now() if moments else None

    async def _keep(self, row: BellRow) -> None:
        self._rung[row.by_user_id, row.user_id] = row
        await self._stored.keep(row, acted=self._unstored)
        self._unstored = set()


def _is_postponed(row: BellRow) -> bool:
    """Tell whether a bell is silent because its person wants no calls, and not because it rang."""
    return row.by_user_id != TURN_OVER and row.rest == round(FORGOTTEN.total_seconds())


def _is_call(row: BellRow) -> bool:
    """Tell whether a row notes that somebody was called."""
    return row.by_user_id not in AMONG.values()


def _silent_until(row: BellRow, at: datetime) -> BellRow:
    """Return a bell that has not rung for so long that it is new again at a moment."""
    return replace(row, rung_at=at - FORGOTTEN, rest=round(FORGOTTEN.total_seconds()))
