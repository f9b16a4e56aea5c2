"""What tests of reminders share: a clock of their own, a channel that may fail, and a game with its loop."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.reminders import Reminder, ReminderLoop
from bot.storage import Move, NewGame, ReminderRow, Storage

ANN, BOB, CY = 11, 12, 13
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
HALF_DAY = 12 * HOUR
OWED = ReminderRow(1, 1, ANN, "turn", 1, NOON, None, 0, None, None, None, None, 0)


class FakeClock:
    """Time that passes only when the test says so."""

    def __init__(self) -> None:
        self.time = NOON
        self.moved = asyncio.Event()

    def now(self) -> datetime:
        """Return the time the test has set."""
        return self.time

    async def wait(self, woken: asyncio.Event, until: datetime | None) -> None:
        """Return when the test has let enough time pass, or at a wake-up."""
        while not woken.is_set() and (until is None or self.time < until):
            self.moved.clear()
            tasks = [asyncio.create_task(event.wait()) for event in (woken, self.moved)]
            try:
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()

    def pass_by(self, time: timedelta) -> None:
        """Let time pass at once."""
        self.time += time
        self.moved.set()


@dataclass
class Channel:
    """Where reminders arrive; may fail before or after a message is posted."""

    posted: list[Reminder] = field(default_factory=list)
    fail_before: int = 0
    fail_after: int = 0

    async def send(self, reminder: Reminder) -> None:
        """Post it, or fail as told."""
        if self.fail_before:
            self.fail_before -= 1
            raise ConnectionError("not reached")
        self.posted.append(reminder)
        if self.fail_after:
            self.fail_after -= 1
            raise TimeoutError("no answer")

    async def was_sent(self, reminder: Reminder) -> bool:
        """Look for the nonce among what was posted."""
        return any(posted.nonce == reminder.nonce for posted in self.posted)


@dataclass
class Table:
    """One game of Ann, Bob and Cy with its loop; ``move`` is what the service does."""

    storage: Storage
    loop: ReminderLoop
    clock: FakeClock
    channel: Channel
    game_id: int = 1
    rev: int = 0

    async def move(self, *users: int, acted: int | None = None) -> None:
        """Store a move after which these people are awaited."""
        self.rev = await self.storage.actions.append(self.game_id, self.rev, Move("s1", ANN, "pass"))
        assert await self.loop.awaiting(self.game_id, users, self.rev, acted=acted)

    async def after(self, time: timedelta) -> list[tuple[int, int]]:
        """Let time pass in steps of an hour; return who was reminded, and for which time."""
        before = len(self.channel.posted)
        end = self.clock.time + time
        while self.clock.time < end:
            self.clock.pass_by(min(HOUR, end - self.clock.time))
            await self.loop.tick()
        return [(reminder.user_id, reminder.number) for reminder in self.channel.posted[before:]]


@asynccontextmanager
async def restarted(path: Path, clock: FakeClock, channel: Channel) -> AsyncIterator[Table]:
    """Open the file as a new process would."""
    async with Storage.open(f"sqlite:///{path}", now=clock.now) as storage:
        loop = ReminderLoop(storage, clock, channel.send, channel.was_sent)
        games = await storage.games.in_state("running")
        yield Table(storage, loop, clock, channel, rev=games[0].rev if games else 0)


@asynccontextmanager
async def begun(path: Path) -> AsyncIterator[Table]:
    """A game of Ann, Bob and Cy that has just been started."""
    async with restarted(path, FakeClock(), Channel()) as opened:
        lobby = await opened.storage.games.create(NewGame(900, "18Mag", 7, 3, ANN))
        for user_id in (ANN, BOB, CY):
            await opened.storage.seats.join(lobby.id, user_id, "?")
        await opened.storage.games.start(lobby.id, (ANN, BOB, CY))
        yield opened
