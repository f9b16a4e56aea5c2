"""Reminders of decisions somebody owes: when they are due (pure), and the loop that has them sent.

**Neither lost nor repeated.** A reminder goes through three stored steps: *due*; *claimed*, in a transaction
before it is sent, with a nonce and a lease of two minutes; *confirmed* after it was sent, with the next due
time. If the program dies in between, the claim remains and its lease runs out. The loop then asks
``was_sent`` whether the message of that nonce reached the channel: if so it is confirmed, else sent again
under the same nonce, so that Discord (``enforce_nonce``) also drops a repetition that follows soon. Without
``was_sent`` it is sent again: better twice after a crash at that very instant than a player never called.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from time import monotonic

from bot.quiet import quiet_hours
from bot.storage import Decision, PendingRow, ReminderRow, Storage, UserRow, utc_now
from bot.tables.settings import TableSettings
from bot.time_source import DueLoop, TimeSource

log = logging.getLogger(__name__)

LEASE = timedelta(minutes=2)
SEND_SECONDS = 60.0  # well within the lease, so that nobody else takes over a slow message
RETRY = timedelta(minutes=5)
LONGEST_RETRY = timedelta(hours=6)
LONGEST_SLEEP = timedelta(minutes=5)  # another process may have stored an earlier due time
JUMP = timedelta(minutes=1)
"""A clock that goes so far in no time has jumped."""
DOUBT = 120.0
"""How many seconds a jump must last until it is believed; a machine that slept wakes with one."""


def next_due(now: datetime, table: TableSettings, user: UserRow, owed: ReminderRow) -> datetime | None:
    """Return when to ring next for what somebody owes: not before ``now``, not in quiet hours; None for never."""
    own = user.interval_minutes
    interval = timedelta(minutes=table.reminder_minutes if own is None else own)
    stop_after = table.reminder_stop_after
    if table.paused or not interval or (stop_after and owed.count > stop_after):
        return None
    called = owed.last_sent_at or free_at(user, owed.since)
    times = [now, called + interval, user.snoozed_until, owed.snoozed_until]
    return free_at(user, max(time for time in times if time is not None))


def free_at(user: UserRow, at: datetime) -> datetime:
    """Return from when on, not before ``at``, something may ring: not on vacation, nor in quiet hours."""
    away = user.away_until
    free = at if away is None else max(at, away)
    quiet = quiet_hours(user.zone, user.quiet_from, user.quiet_to)
    return quiet.after(free) if quiet else free


@dataclass(frozen=True, slots=True)
class Reminder:
    """One reminder to send: the ``number``-th of at most ``of`` (0: no limit) for this decision.

    A ``notice`` tells the table, and pings nobody, that this player gets no more. ``nonce`` (16 characters)
    belongs in the message. ``attempted_at`` is set when an earlier attempt may have reached the channel.
    """

    game_id: int
    user_id: int
    kind: str
    rev: int
    since: datetime
    number: int
    of: int
    nonce: str
    notice: bool
    attempted_at: datetime | None


class SystemClock:
    """The real time; a jump of the machine's clock is believed only when it has lasted for a while."""

    def __init__(
        self, wall: Callable[[], datetime] = utc_now, steady: Callable[[], float] = monotonic
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._offset = wall() - timedelta(seconds=steady())
        self._jumped_at: float | None = None

    def now(self) -> datetime:
        """Return the present moment in UTC."""
        wall, steady = self._wall(), self._steady()
        offset = wall - timedelta(seconds=steady)
        if abs(offset - self._offset) < JUMP:
            self._jumped_at, self._offset = None, offset
            return wall
        if self._jumped_at is None:
            self._jumped_at = steady
            log.warning("the clock jumped to %s; it is believed if that lasts", wall)
        if steady - self._jumped_at < DOUBT:
            return self._offset + timedelta(seconds=steady)
        self._jumped_at, self._offset = None, offset
        return wall

    async def wait(self, woken: asyncio.Event, until: datetime | None) -> None:
        """Sleep until then, or a few minutes at most: the loop looks again."""
        rest = LONGEST_SLEEP if until is None else min(until - self.now(), LONGEST_SLEEP)
        with suppress(TimeoutError):
            async with asyncio.timeout(max(rest.total_seconds(), 0)):
                await woken.wait()


class ReminderLoop(DueLoop):
    """Sends every reminder when it is due; one task for all games.

    ``send`` posts a reminder and raises if it could not. ``was_sent`` looks whether an earlier attempt with
    that nonce, made at ``attempted_at``, reached the channel.
    """

    work, again = "reminders", RETRY

    def __init__(
        self,
        storage: Storage,
        clock: TimeSource,
        send: Callable[[Reminder], Awaitable[None]],
        was_sent: Callable[[Reminder], Awaitable[bool]] | None = None,
    ) -> None:
        super().__init__(clock)
        self._storage = storage
        self._send = send
        self._was_sent = was_sent

    async def tick(self) -> datetime | None:
        """Serve everything that is due now and return when the next is."""
        await self._leave_the_future()
        while batch := await self._storage.reminders.due(self._clock.now()):
            for pending in batch:
                await self._serve(pending)
        return await self._storage.reminders.next_due()

    async def _leave_the_future(self) -> None:
        """Work out anew what was noted while the clock was ahead."""
        now = self._clock.now()
        for pending in await self._storage.reminders.rewound(now, now + JUMP):
            due_at = next_due(now, TableSettings.of(pending.table), pending.user, pending.reminder)
            await self._storage.reminders.postpone(pending.reminder, due_at)

    async def awaiting(
        self, game_id: int, users: Iterable[int], rev: int, *, kind: str = "turn", acted: int | None = None
    ) -> bool:
        """Note who must decide now that the game stands at ``rev``; call it after every stored move and undo.

        Those no longer awaited are no longer reminded; those still awaited keep their due time; the
        rest, and ``acted`` (who has just moved and must move again), begin a new interval. Everything the
        engine waits for is kind 'turn'; any other kind is a question beside the game, such as an undo, and is
        dropped with the next revision. Return False where the game has moved on from ``rev`` already.
        """
        now = self._clock.now()
        table = TableSettings.of((await self._storage.games.find(game_id)).settings)
        people = await self._storage.people.find_all(list(users))
        due = {one: _first_due(now, table, game_id, person) for one, person in people.items()}
        decision = Decision(game_id, rev, kind, since=now, acted=acted)
        done = await self._storage.reminders.await_users(decision, due)
        self._wake_for(due.values())
        return done

    def _wake_for(self, due: Iterable[datetime | None]) -> None:
        """Look anew at what is due, unless the next look comes early enough for all of this."""
        asleep_until = self._asleep_until
        if asleep_until is None or any(at is not None and at < asleep_until for at in due):
            self.wake()

    async def reschedule(self, *, user_id: int | None = None, game_id: int | None = None) -> None:
        """Work out the due times of a person or of a table anew, after their settings changed."""
        now = self._clock.now()
        for pending in await self._storage.reminders.pending(user_id=user_id, game_id=game_id):
            due_at = next_due(now, TableSettings.of(pending.table), pending.user, pending.reminder)
            if due_at != pending.reminder.due_at:
                await self._storage.reminders.postpone(pending.reminder, due_at)
        self.wake()

    async def snooze(self, user_id: int, until: datetime | None, *, game_id: int | None = None) -> None:
        """Send a person no reminders until then (None: again from now on), for one game or for all."""
        if game_id is None:
            await self._storage.people.change(user_id, snoozed_until=until)
        else:
            await self._storage.reminders.snooze_game(game_id, user_id, until)
        await self.reschedule(user_id=user_id)

    async def _serve(self, pending: PendingRow) -> None:
        """Confirm, postpone or send one reminder that is due; afterwards it is due later, or never."""
        owed, now = pending.reminder, self._clock.now()
        try:
            if await self._arrived(pending):
                await self._confirm(pending, owed.nonce or "", owed.attempted_at or now)
                return
        except Exception:
            log.exception("cannot see whether reminder %s of game %s arrived", owed.id, owed.game_id)
            await self._storage.reminders.retry(owed.id, owed.nonce or "", now + _pause(owed.failures))
            return
        due_at = next_due(now, TableSettings.of(pending.table), pending.user, owed)
        if due_at is None or due_at > now:
            await self._storage.reminders.postpone(owed, due_at)
            return
        nonce = await self._storage.reminders.claim(owed, now, now + LEASE, secrets.token_hex(8))
        if nonce is not None:
            await self._deliver(pending, nonce)

    async def _arrived(self, pending: PendingRow) -> bool:
        """Ask whether an earlier attempt reached the channel."""
        nonce = pending.reminder.nonce
        if nonce is None or self._was_sent is None:
            return False
        return await self._was_sent(_reminder(pending, nonce))

    async def _deliver(self, pending: PendingRow, nonce: str) -> None:
        """Send a claimed reminder and confirm it, or note when to try again."""
        owed = pending.reminder
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._send(_reminder(pending, nonce))
        except Exception:
            log.exception("cannot send reminder %s of game %s", owed.id, owed.game_id)
            await self._storage.reminders.retry(owed.id, nonce, self._clock.now() + _pause(owed.failures))
        else:
            await self._confirm(pending, nonce, self._clock.now())

    async def _confirm(self, pending: PendingRow, nonce: str, sent_at: datetime) -> None:
        """Store that it was sent, and the next due time."""
        owed = pending.reminder
        after = replace(owed, count=owed.count + 1, last_sent_at=sent_at)
        due_at = next_due(self._clock.now(), TableSettings.of(pending.table), pending.user, after)
        await self._storage.reminders.confirm(owed.id, nonce, sent_at, due_at)


def _first_due(now: datetime, table: TableSettings, game_id: int, person: UserRow) -> datetime | None:
    owed = ReminderRow(0, game_id, person.user_id, "", 0, now, None, 0, None, None, None, None, 0)
    return next_due(now, table, person, owed)


def _pause(failures: int) -> timedelta:
    """Return how long to wait after one more failure: twice as long each time, up to six hours."""
    return min(RETRY * (1 << min(failures, 10)), LONGEST_RETRY)


def _reminder(pending: PendingRow, nonce: str) -> Reminder:
    """Return the facts that the sender needs."""
    owed, limit = pending.reminder, TableSettings.of(pending.table).reminder_stop_after
    return Reminder(
        game_id=owed.game_id,
        user_id=owed.user_id,
        kind=owed.kind,
        rev=owed.rev,
        since=owed.since,
        number=owed.count + 1,
        of=limit,
        nonce=nonce,
        notice=owed.count == limit > 0,
        attempted_at=owed.attempted_at,
    )
