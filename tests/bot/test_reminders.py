import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.quiet import quiet_hours
from bot.reminders import LEASE, Plan, Reminder, ReminderLoop, SystemClock, TableSettings, next_step
from bot.storage import Move, NewGame, ReminderRow, Storage, UserRow

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
            _, rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in rest:
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
        self.rev = await self.storage.append(self.game_id, self.rev, Move("s1", ANN, "pass"))
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
        games = await storage.games_in("running")
        yield Table(storage, loop, clock, channel, rev=games[0].rev if games else 0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
async def table(path: Path) -> AsyncIterator[Table]:
    async with restarted(path, FakeClock(), Channel()) as opened:
        lobby = await opened.storage.create_game(NewGame(900, "18Mag", 7, 3, ANN))
        for user_id in (ANN, BOB, CY):
            await opened.storage.join(lobby.id, user_id, "?")
        await opened.storage.start(lobby.id, (ANN, BOB, CY))
        yield opened


def test_the_first_reminder_comes_after_the_interval():
    """Twelve hours unless the table or the person says otherwise."""
    assert next_step(NOON, TableSettings(), UserRow(ANN), OWED) == Plan(NOON + HALF_DAY)
    assert next_step(NOON, TableSettings(2 * HOUR), UserRow(ANN), OWED) == Plan(NOON + 2 * HOUR)
    assert next_step(NOON, TableSettings(), UserRow(ANN, interval_minutes=90), OWED) == Plan(
        NOON + 1.5 * HOUR
    )


def test_an_interval_of_zero_means_none():
    """For a table or a person; a person's own interval wins over the table's."""
    none = TableSettings(timedelta())

    assert next_step(NOON, none, UserRow(ANN), OWED) == Plan(None)
    assert next_step(NOON, TableSettings(), UserRow(ANN, interval_minutes=0), OWED) == Plan(None)
    assert next_step(NOON, none, UserRow(ANN, interval_minutes=60), OWED) == Plan(NOON + HOUR)


def test_table_settings_are_read_from_the_game():
    """Minutes and a count; what is missing has its default."""
    assert TableSettings.of({}) == TableSettings(HALF_DAY, 10)
    assert TableSettings.of({"reminder_minutes": 30, "reminder_stop_after": 2}) == TableSettings(HOUR / 2, 2)
    assert TableSettings.of({"reminder_minutes": 0}).interval == timedelta()


@given(
    count=st.integers(0, 13),
    interval=st.integers(1, 3000),
    start=st.integers(0, 1439),
    end=st.integers(0, 1439),
    snooze=st.integers(-5000, 5000),
    late=st.integers(0, 100_000),
)
def test_a_reminder_is_never_early_nor_in_quiet_hours(
    *, count: int, interval: int, start: int, end: int, snooze: int, late: int
):
    """Whatever is set: after the interval, after the snooze, not in the past, outside the window."""
    now = NOON + timedelta(minutes=late)
    asleep = NOON + timedelta(minutes=snooze)
    user = UserRow(ANN, "Europe/Budapest", start, end, interval, asleep)

    plan = next_step(now, TableSettings(), user, replace(OWED, count=count))

    if count > 10:
        assert plan == Plan(None)
    else:
        assert plan.due_at is not None
        assert plan.due_at >= max(now, asleep, NOON + timedelta(minutes=interval))
        assert plan.due_at not in (quiet_hours("Europe/Budapest", start, end) or ())
        assert plan.notice == (count == 10)


async def test_each_reminder_comes_once(table: Table):
    """Every interval one, until the move is made; then the next person's time begins."""
    await table.move(ANN)

    assert await table.after(11 * HOUR) == []
    assert await table.after(HOUR) == [(ANN, 1)]
    assert await table.after(12 * HOUR) == [(ANN, 2)]
    await table.move(BOB)
    assert await table.after(11 * HOUR) == []
    assert await table.after(HOUR) == [(BOB, 1)]


async def test_somebody_still_awaited_keeps_the_time(table: Table):
    """In a simultaneous decision another's answer neither delays nor doubles a reminder."""
    await table.move(ANN, BOB)
    assert await table.after(10 * HOUR) == []
    await table.move(BOB)
    assert await table.after(2 * HOUR) == [(BOB, 1)]
    await table.move(BOB, CY)
    assert await table.after(11 * HOUR) == []
    assert await table.after(HOUR) == [(BOB, 2), (CY, 1)]


async def test_who_has_just_acted_begins_anew(table: Table):
    """A person in the middle of a turn is not reminded of its first step."""
    await table.move(ANN)
    assert await table.after(13 * HOUR) == [(ANN, 1)]
    await table.move(ANN, acted=ANN)
    assert await table.after(11 * HOUR) == []
    assert await table.after(HOUR) == [(ANN, 1)]


async def test_a_move_silences_at_once(table: Table):
    """Even before the next person is named; that game is found at the next start."""
    await table.move(ANN)
    table.rev = await table.storage.append(table.game_id, table.rev, Move("s1", ANN, "pass"))

    assert await table.after(24 * HOUR) == []
    assert [game.id for game in await table.storage.games_unawaited()] == [table.game_id]
    assert await table.loop.awaiting(table.game_id, (BOB,), table.rev)
    assert await table.storage.games_unawaited() == ()
    assert not await table.loop.awaiting(table.game_id, (ANN,), table.rev - 1)


async def test_a_question_beside_the_game_has_its_own_reminder(table: Table):
    """It does not disturb the turn and ends with the next revision."""
    await table.move(ANN)
    await table.loop.awaiting(table.game_id, (BOB, CY), table.rev, kind="undo")
    await table.loop.awaiting(table.game_id, (CY,), table.rev, kind="undo")

    assert await table.after(12 * HOUR) == [(ANN, 1), (CY, 1)]
    await table.move(ANN)
    assert await table.after(12 * HOUR) == [(ANN, 2)]


async def test_a_finished_game_reminds_nobody(table: Table):
    """Nor does one that was abandoned."""
    await table.move(ANN)
    await table.storage.finish(table.game_id)

    assert await table.after(48 * HOUR) == []
    assert not await table.loop.awaiting(table.game_id, (ANN,), table.rev)


async def test_none_in_quiet_hours(table: Table):
    """Due at midnight UTC, which is night in Budapest: it comes at eight on that clock."""
    await table.storage.change_user(ANN, zone="Europe/Budapest", quiet_from=22 * 60, quiet_to=8 * 60)
    await table.move(ANN)

    assert await table.after(17 * HOUR) == []
    assert await table.after(HOUR) == [(ANN, 1)]
    assert table.clock.time.astimezone(ZoneInfo("Europe/Budapest")).hour == 8


async def test_none_in_quiet_hours_after_a_late_start(table: Table, path: Path):
    """A reminder that fell due while the bot was down waits too, if the bot comes back at night."""
    await table.storage.change_user(
        ANN, zone="UTC", quiet_from=22 * 60, quiet_to=8 * 60, interval_minutes=480
    )
    await table.move(ANN)
    table.clock.pass_by(11 * HOUR)

    async with restarted(path, table.clock, table.channel) as again:
        await again.loop.tick()
        assert table.channel.posted == []
        assert await again.after(8 * HOUR) == []
        assert await again.after(HOUR) == [(ANN, 1)]


async def test_changed_settings_move_the_due_time(table: Table):
    """At once, also for a decision already owed."""
    await table.move(ANN)
    await table.storage.change_user(ANN, interval_minutes=60)
    await table.loop.resettle(user_id=ANN)
    assert await table.after(HOUR) == [(ANN, 1)]
    await table.storage.change_user(ANN, interval_minutes=None)
    await table.storage.change_settings(table.game_id, reminder_minutes=240)
    await table.loop.resettle(game_id=table.game_id)
    assert await table.after(3 * HOUR) == []
    assert await table.after(HOUR) == [(ANN, 2)]
    await table.storage.change_user(ANN, interval_minutes=0)
    await table.loop.resettle(user_id=ANN)
    assert await table.after(48 * HOUR) == []


@pytest.mark.parametrize("of_game", [False, True])
async def test_a_snooze_lets_reminders_rest(table: Table, of_game: bool):
    """For one game or for all, and it can be taken back."""
    game_id = table.game_id if of_game else None
    await table.move(ANN)
    await table.loop.snooze(ANN, NOON + 30 * HOUR, game_id=game_id)
    assert await table.after(29 * HOUR) == []
    assert await table.after(HOUR) == [(ANN, 1)]
    await table.loop.snooze(ANN, NOON + 90 * HOUR, game_id=game_id)
    assert await table.after(15 * HOUR) == []
    await table.loop.snooze(ANN, None, game_id=game_id)
    await table.loop.tick()
    assert [reminder.number for reminder in table.channel.posted] == [1, 2]


async def test_they_stop_after_so_many_with_one_notice(table: Table, path: Path):
    """Two reminders, one notice to the table, then silence, over a restart too; a new decision counts anew."""
    await table.storage.change_settings(table.game_id, reminder_stop_after=2)
    await table.move(ANN)
    assert await table.after(72 * HOUR) == [(ANN, 1), (ANN, 2), (ANN, 3)]
    assert [(reminder.notice, reminder.of) for reminder in table.channel.posted] == [
        (False, 2),
        (False, 2),
        (True, 2),
    ]

    async with restarted(path, table.clock, table.channel) as again:
        assert await again.after(72 * HOUR) == []
        await again.move(BOB)
        await again.move(ANN)
        assert await again.after(12 * HOUR) == [(ANN, 1)]


async def test_without_a_limit_they_go_on(table: Table):
    """A limit of zero is none."""
    await table.storage.change_settings(table.game_id, reminder_stop_after=0, reminder_minutes=60)
    await table.move(ANN)

    assert len(await table.after(30 * HOUR)) == 30
    assert not any(reminder.notice for reminder in table.channel.posted)


async def test_a_restart_neither_loses_nor_repeats(table: Table, path: Path):
    """A new process at every hour sends what one process would have sent."""
    await table.move(ANN, BOB)
    clock, channel = table.clock, table.channel
    for _ in range(37):
        async with restarted(path, clock, channel) as again:
            await again.loop.tick()
            await again.loop.tick()
        clock.pass_by(HOUR)

    assert sorted((reminder.user_id, reminder.number) for reminder in channel.posted) == [
        (user_id, number) for user_id in (ANN, BOB) for number in (1, 2, 3)
    ]


class PowerCut(BaseException):
    """What no handler catches."""


@pytest.mark.parametrize("posted", [False, True], ids=["before", "after"])
async def test_a_crash_while_sending_neither_loses_nor_repeats(table: Table, path: Path, posted: bool):
    """Claimed but not confirmed: the next process asks whether the message arrived."""

    async def crash(reminder: Reminder) -> None:
        if posted:
            table.channel.posted.append(reminder)
        raise PowerCut

    await table.move(ANN)
    table.clock.pass_by(12 * HOUR)
    crashing = ReminderLoop(table.storage, table.clock, crash, table.channel.was_sent)
    with pytest.raises(PowerCut):
        await crashing.tick()

    async with restarted(path, table.clock, table.channel) as again:
        assert await again.loop.tick() == table.clock.time + LEASE
        assert len(table.channel.posted) == posted
        table.clock.pass_by(LEASE)
        await again.loop.tick()
        assert [reminder.number for reminder in table.channel.posted] == [1]
        assert await again.after(11 * HOUR) == []
        assert await again.after(HOUR) == [(ANN, 2)]


async def test_a_crash_before_quiet_hours_waits_for_their_end(table: Table):
    """What did not arrive is not made up for at night."""
    await table.storage.change_user(ANN, zone="UTC", quiet_from=0, quiet_to=6 * 60, interval_minutes=719)
    await table.move(ANN)
    table.channel.fail_before = 1
    table.clock.pass_by(719 * HOUR / 60)
    await table.loop.tick()

    assert await table.after(5 * HOUR) == []
    assert await table.after(2 * HOUR) == [(ANN, 1)]


async def test_a_failure_is_tried_again_with_growing_pauses(table: Table):
    """Under one nonce, and what did arrive is not sent twice."""
    await table.move(ANN)
    table.clock.pass_by(12 * HOUR)
    table.channel.fail_before = 3
    pauses, nonces = [], set()
    for _ in range(3):
        due = await table.loop.tick()
        assert due is not None
        pauses.append((due - table.clock.time).total_seconds() / 60)
        nonces.update(owed.nonce for owed in await table.storage.reminders(table.game_id))
        table.clock.time = due
    table.channel.fail_after = 1
    await table.loop.tick()

    assert pauses == [5, 10, 20]
    assert nonces == {table.channel.posted[0].nonce}
    assert await table.after(11 * HOUR) == []
    assert [reminder.number for reminder in table.channel.posted] == [1]


async def test_one_that_cannot_be_sent_keeps_no_other_from_coming(table: Table):
    """A lost channel concerns its own table only."""
    await table.move(ANN, BOB)
    table.clock.pass_by(12 * HOUR)
    table.channel.fail_before = 1
    await table.loop.tick()

    assert [reminder.user_id for reminder in table.channel.posted] == [BOB]


async def test_a_channel_that_cannot_be_looked_into_is_asked_again(table: Table):
    """Rather than risk a repetition."""
    await table.move(ANN)
    table.channel.fail_after = 1
    table.clock.pass_by(12 * HOUR)
    await table.loop.tick()

    async def blind(_reminder: Reminder) -> bool:
        raise ConnectionError

    table.clock.pass_by(HOUR)
    await ReminderLoop(table.storage, table.clock, table.channel.send, blind).tick()
    assert len(table.channel.posted) == 1
    assert await table.after(10 * HOUR) == []
    assert await table.after(2 * HOUR) == [(ANN, 2)]


async def test_a_move_during_sending_is_not_undone(table: Table):
    """The confirmation finds its reminder gone and leaves the next person's alone."""

    async def slow(_reminder: Reminder) -> None:
        await table.move(BOB)

    await table.move(ANN)
    table.clock.pass_by(12 * HOUR)
    await ReminderLoop(table.storage, table.clock, slow).tick()

    (owed,) = await table.storage.reminders(table.game_id)
    assert (owed.user_id, owed.count, owed.nonce) == (BOB, 0, None)


async def test_of_two_processes_one_sends(table: Table, path: Path):
    """The claim decides."""
    await table.move(ANN, BOB, CY)
    async with restarted(path, table.clock, table.channel) as other:
        for _ in range(3):
            table.clock.pass_by(12 * HOUR)
            await asyncio.gather(table.loop.tick(), other.loop.tick())

    assert len({(reminder.user_id, reminder.number) for reminder in table.channel.posted}) == 9
    assert len(table.channel.posted) == 9


async def until(condition: object, *, tries: int = 500) -> None:
    for _ in range(tries):
        if condition():  # type: ignore[operator]
            return
        await asyncio.sleep(0.002)
    raise AssertionError("did not happen")


async def test_the_loop_sleeps_until_the_next_is_due(table: Table):
    """It wakes by the clock, and for what becomes due earlier; a locked database does not end it."""
    posted = table.channel.posted
    task = asyncio.create_task(table.loop.run())
    await table.move(ANN)
    await asyncio.sleep(0.02)
    table.clock.pass_by(12 * HOUR)
    await until(lambda: len(posted) == 1)
    await table.storage.change_user(ANN, interval_minutes=1)
    table.clock.pass_by(HOUR)
    await table.loop.resettle(user_id=ANN)
    await until(lambda: len(posted) == 2)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    assert [reminder.number for reminder in posted] == [1, 2]


async def test_the_loop_outlives_trouble(table: Table, caplog: pytest.LogCaptureFixture):
    """It is logged and tried again."""
    ticks = []

    class Failing(ReminderLoop):
        async def tick(self) -> datetime | None:
            ticks.append(1)
            raise OSError("odd")

    loop = Failing(table.storage, table.clock, table.channel.send)
    task = asyncio.create_task(loop.run())
    await until(lambda: len(ticks) == 1)
    await asyncio.sleep(0.01)
    table.clock.pass_by(HOUR)
    await until(lambda: len(ticks) == 2)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    assert "trying again" in caplog.text


async def test_the_real_clock_waits_and_wakes():
    """A moment that is past, one that comes soon, and a wake-up before a late one."""
    clock, woken = SystemClock(), asyncio.Event()
    await clock.wait(woken, clock.now() - HOUR)
    soon = clock.now() + timedelta(milliseconds=20)
    await clock.wait(woken, soon)
    assert clock.now() >= soon
    woken.set()
    await clock.wait(woken, clock.now() + HOUR)
    await clock.wait(woken, None)
