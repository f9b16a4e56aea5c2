from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.quiet import quiet_hours
from bot.reminders import ReminderLoop, next_due
from bot.storage import Move, NewGame, Storage, UserRow
from bot.storage.shards import Shard
from bot.tables.settings import TableSettings
from tests.bot.reminding import (
    ANN,
    BOB,
    CY,
    HALF_DAY,
    HOUR,
    NOON,
    OWED,
    Channel,
    FakeClock,
    Table,
    begun,
    restarted,
)
from tests.bot.storage.finishing import finish


@pytest.fixture
async def table(database: Path) -> AsyncIterator[Table]:
    async with begun(database) as opened:
        yield opened


def test_the_first_reminder_comes_after_the_interval():
    """Twelve hours unless the table or the person says otherwise."""
    assert next_due(NOON, TableSettings(), UserRow(ANN), OWED) == NOON + HALF_DAY
    assert next_due(NOON, TableSettings(reminder_minutes=120), UserRow(ANN), OWED) == NOON + 2 * HOUR
    assert next_due(NOON, TableSettings(), UserRow(ANN, interval_minutes=90), OWED) == NOON + 1.5 * HOUR


def test_an_interval_of_zero_means_none():
    """For a table or a person; a person's own interval wins over the table's."""
    none = TableSettings(reminder_minutes=0)

    assert next_due(NOON, none, UserRow(ANN), OWED) is None
    assert next_due(NOON, TableSettings(), UserRow(ANN, interval_minutes=0), OWED) is None
    assert next_due(NOON, none, UserRow(ANN, interval_minutes=60), OWED) == NOON + HOUR


def test_table_settings_are_read_from_the_game():
    """Minutes and a count; what is missing has its default."""
    assert TableSettings.of({}) == TableSettings(reminder_minutes=720, reminder_stop_after=10)
    assert TableSettings.of({"reminder_minutes": 30, "reminder_stop_after": 2}) == TableSettings(
        reminder_minutes=30, reminder_stop_after=2
    )
    assert TableSettings.of({"reminder_minutes": 0}).reminder_minutes == 0


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

    due_at = next_due(now, TableSettings(), user, replace(OWED, count=count))

    if count > 10:
        assert due_at is None
    else:
        assert due_at is not None
        assert due_at >= max(now, asleep, NOON + timedelta(minutes=interval))
        assert due_at not in (quiet_hours("Europe/Budapest", start, end) or ())


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
    """Even before the next person is named."""
    await table.move(ANN)
    table.rev = await table.storage.actions.append(table.game_id, table.rev, Move("s1", ANN, "pass"))

    assert await table.after(24 * HOUR) == []
    assert await table.loop.awaiting(table.game_id, (BOB,), table.rev)
    assert not await table.loop.awaiting(table.game_id, (ANN,), table.rev - 1)


async def test_a_question_beside_the_game_has_its_own_reminder(table: Table):
    """It does not disturb the turn and ends with the next revision."""
    await table.move(ANN)
    await table.loop.awaiting(table.game_id, (BOB, CY), table.rev, kind="undo")
    await table.loop.awaiting(table.game_id, (CY,), table.rev, kind="undo")

    assert await table.after(12 * HOUR) == [(ANN, 1), (CY, 1)]
    await table.move(ANN)
    assert await table.after(12 * HOUR) == [(ANN, 2)]


async def test_a_question_asked_again_begins_anew(table: Table):
    """Whoever was reminded of one that a move has overtaken is given the whole interval for the next."""
    await table.move(ANN)
    await table.loop.awaiting(table.game_id, (CY,), table.rev, kind="undo")
    assert await table.after(18 * HOUR) == [(ANN, 1), (CY, 1)]

    await table.move(BOB)
    await table.loop.awaiting(table.game_id, (CY,), table.rev, kind="undo")

    assert await table.after(11 * HOUR) == []
    assert await table.after(HOUR) == [(BOB, 1), (CY, 1)]


async def test_a_finished_game_reminds_nobody(table: Table):
    """Nor does one that was abandoned."""
    await table.move(ANN)
    await finish(table.storage, table.game_id)

    assert await table.after(48 * HOUR) == []
    assert not await table.loop.awaiting(table.game_id, (ANN,), table.rev)


async def test_none_in_quiet_hours(table: Table):
    """Due at midnight UTC, which is night in Budapest: it comes at eight on that clock."""
    await table.storage.people.change(ANN, zone="Europe/Budapest", quiet_from=22 * 60, quiet_to=8 * 60)
    await table.move(ANN)

    assert await table.after(17 * HOUR) == []
    assert await table.after(HOUR) == [(ANN, 1)]
    assert table.clock.time.astimezone(ZoneInfo("Europe/Budapest")).hour == 8


async def test_none_in_quiet_hours_after_a_late_start(table: Table, database: Path):
    """A reminder that fell due while the bot was down waits too, if the bot comes back at night."""
    await table.storage.people.change(
        ANN, zone="UTC", quiet_from=22 * 60, quiet_to=8 * 60, interval_minutes=480
    )
    await table.move(ANN)
    table.clock.pass_by(11 * HOUR)

    async with restarted(database, table.clock, table.channel) as again:
        await again.loop.tick()
        assert table.channel.posted == []
        assert await again.after(8 * HOUR) == []
        assert await again.after(HOUR) == [(ANN, 1)]


async def test_changed_settings_move_the_due_time(table: Table):
    """At once, also for a decision already owed."""
    await table.move(ANN)
    await table.storage.people.change(ANN, interval_minutes=60)
    await table.loop.reschedule(user_id=ANN)
    assert await table.after(HOUR) == [(ANN, 1)]
    await table.storage.people.change(ANN, interval_minutes=None)
    await table.storage.games.change_settings(table.game_id, reminder_minutes=240)
    await table.loop.reschedule(game_id=table.game_id)
    assert await table.after(3 * HOUR) == []
    assert await table.after(HOUR) == [(ANN, 2)]
    await table.storage.people.change(ANN, interval_minutes=0)
    await table.loop.reschedule(user_id=ANN)
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


async def test_they_stop_after_so_many_with_one_notice(table: Table, database: Path):
    """Two reminders, one notice to the table, then silence, over a restart too; a new decision counts anew."""
    await table.storage.games.change_settings(table.game_id, reminder_stop_after=2)
    await table.move(ANN)
    assert await table.after(72 * HOUR) == [(ANN, 1), (ANN, 2), (ANN, 3)]
    assert [(reminder.notice, reminder.of) for reminder in table.channel.posted] == [
        (False, 2),
        (False, 2),
        (True, 2),
    ]

    async with restarted(database, table.clock, table.channel) as again:
        assert await again.after(72 * HOUR) == []
        await again.move(BOB)
        await again.move(ANN)
        assert await again.after(12 * HOUR) == [(ANN, 1)]


async def test_without_a_limit_they_go_on(table: Table):
    """A limit of zero is none."""
    await table.storage.games.change_settings(table.game_id, reminder_stop_after=0, reminder_minutes=60)
    await table.move(ANN)

    assert len(await table.after(30 * HOUR)) == 30
    assert not any(reminder.notice for reminder in table.channel.posted)


async def test_a_setting_changed_in_another_process_counts_when_it_rings(address: str):
    """One shard serves the table, another the person's private messages; two storages, one database."""
    clock, channel = FakeClock(), Channel()
    async with Storage.open(address, now=clock.now) as one, Storage.open(address, now=clock.now) as two:
        lobby = await one.games.create(NewGame(900, "18Mag", 7, 3, ANN, guild_id=(10**6 * 2 + 1) << 22))
        await one.games.start(lobby.id, ())
        parts = [part.of_shard(Shard(number, 2)) for number, part in ((1, one), (0, two))]
        loops = [ReminderLoop(part, clock, channel.send, channel.was_sent) for part in parts]
        assert await loops[0].awaiting(lobby.id, [ANN], 0)
        await two.people.change(ANN, interval_minutes=60)
        await loops[1].reschedule(user_id=ANN)
        clock.pass_by(HOUR)
        await loops[1].tick()
        nowhere = len(channel.posted)
        await loops[0].tick()
        early = len(channel.posted)
        await two.people.change(ANN, zone="UTC", quiet_from=14 * 60, quiet_to=16 * 60)
        clock.pass_by(HOUR)
        await loops[0].tick()
        asleep = len(channel.posted)
        clock.pass_by(2 * HOUR)
        await loops[0].tick()

    assert (nowhere, early, asleep, len(channel.posted)) == (0, 1, 1, 2)
