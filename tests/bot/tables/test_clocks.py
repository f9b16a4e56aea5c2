"""Clocks of tables: pure sums of time first, then what players see when it runs and when it is up."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock_time import Pace
from bot.messages.clock_notes import left_over
from bot.quiet import QuietHours
from bot.tables.clocks import Clock, Spent, runs_out
from tests.bot.cogs.test_manners import choose
from tests.bot.hand_clock import HandClock
from tests.bot.tabletop import CHANNEL, Table, letters, rung, table

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
DAY = 24 * HOUR
NIGHT = QuietHours(ZoneInfo("UTC"), 22 * 60, 8 * 60)
BUDAPEST = QuietHours(ZoneInfo("Europe/Budapest"), 22 * 60, 8 * 60)
AWAY = (NOON + DAY, NOON + 3 * DAY)


@pytest.mark.parametrize(
    ("pace", "left", "end"),
    [
        (Pace(), 10 * HOUR, NOON + 10 * HOUR),
        (Pace(NIGHT), 10 * HOUR, NOON + 10 * HOUR),
        (Pace(NIGHT), 11 * HOUR, NOON + 21 * HOUR),
        (Pace(NIGHT), 24 * HOUR, NOON + 34 * HOUR),
        (Pace(NIGHT), 25 * HOUR, NOON + 45 * HOUR),
        (Pace(None, AWAY), 30 * HOUR, NOON + 3 * DAY + 6 * HOUR),
        (Pace(NIGHT, AWAY), 15 * HOUR, NOON + 3 * DAY + HOUR),
        (Pace(NIGHT), timedelta(), NOON),
    ],
)
def test_when_a_clock_runs_out(pace: Pace, left: timedelta, end: datetime):
    """It stands at night and on vacation."""
    assert pace.runs_out(NOON, left) == end


@given(
    start=st.integers(0, 500_000), left=st.integers(1, 20_000), zone=st.sampled_from([NIGHT, BUDAPEST, None])
)
def test_what_is_spent_when_it_runs_out_is_all(start: int, left: int, zone: QuietHours | None):
    """Whatever the season: exactly the time that was left has passed, and never a quiet minute is the last."""
    since, time = NOON + timedelta(minutes=start), timedelta(minutes=left)
    pace = Pace(zone, (since + DAY, since + 2 * DAY))
    end = pace.runs_out(since, time)

    assert pace.spent(since, end) == time
    assert zone is None or end - timedelta(minutes=1) not in zone


def test_each_decision_has_its_own_time_and_a_bank_has_one():
    """Who decides again begins anew with a deadline; a bank goes on where it stood."""
    each, bank = Clock(4 * HOUR, each=True, zero="house"), Clock(4 * HOUR, each=False, zero="house")
    running = Spent(HOUR, NOON)

    assert running.after(each, Pace(), NOON + HOUR, awaited=True, acted=True) == Spent(since=NOON + HOUR)
    assert running.after(bank, Pace(), NOON + HOUR, awaited=True, acted=True) == running
    stopped = running.after(bank, Pace(), NOON + HOUR, awaited=False, acted=True)
    assert stopped == Spent(2 * HOUR)
    assert stopped.after(bank, Pace(), NOON + DAY, awaited=True, acted=False) == Spent(2 * HOUR, NOON + DAY)
    assert runs_out(bank, Spent(2 * HOUR, NOON), Pace()) == NOON + 2 * HOUR
    assert runs_out(bank, Spent(5 * HOUR, NOON), Pace()) == NOON
    assert runs_out(bank, stopped, Pace()) is None


@pytest.mark.parametrize(
    ("left", "said"),
    [(26.5 * HOUR, "26 hours"), (HOUR, "1 hour"), (0.75 * HOUR, "45 minutes"), (0 * HOUR, "0 minutes")],
)
def test_what_is_left_of_a_bank_is_never_rounded_to_nothing(left: timedelta, said: str):
    """Hours, and of less than one the minutes."""
    assert left_over(left, "en") == said


async def on(made: Table, clock: HandClock, hours: float) -> None:
    """Let hours pass, and everything be told."""
    await clock.on(hours)
    await made.acted()


async def test_a_deadline_stops_at_night_and_survives_a_restart(timed: Table, clock: HandClock):
    """The board says until when; after that the house plays the turn, and the next player has a time of their own."""
    alder, birch, cedar = timed.people
    await cedar.command(CHANNEL, "me quiet", start="22", end="8")
    said = await alder.command(CHANNEL, "table clock", kind="each", time="12h", zero="house")
    refused = await birch.command(CHANNEL, "table clock", kind="off")
    await timed.acted()
    until = int((NOON + 22 * HOUR).timestamp())
    board = timed.board.text
    await on(timed, clock, 10)
    await timed.restart()
    timed.bot.service.house.delay = 0.0
    await on(timed, clock, 11)
    before = len((await timed.bot.service.tables.find(1)).moves)
    await on(timed, clock, 1.5)
    table_ = await timed.bot.service.tables.find(1)

    assert "Each decision may now take 12 hours" in said.text
    assert "host" in refused.text
    assert f"Cedar has until <t:{until}:f>" in board
    assert before == 0
    assert table_.moves[0].user_id < 0
    assert table_.moves[0].seat == "s1"
    assert [seat.name for seat in table_.awaited] == ["Birch"]
    assert not table_.out_of_time
    assert "Birch has until" in timed.board.text


@pytest.mark.slow
async def test_a_bank_is_used_up_and_the_host_is_asked(timed: Table, clock: HandClock):
    """Hours are taken from one's own bank alone; at zero the host grants a day more, or lets the house play."""
    alder, birch, cedar = timed.people
    await alder.command(CHANNEL, "table clock", kind="bank", time="30h", zero="host")
    await timed.acted()
    await on(timed, clock, 5)
    await timed.type_moves(["draft 13"])
    await timed.acted()
    before = rung(alder)
    board = timed.board.text
    page = (await birch.command(CHANNEL, "me settings")).message
    await choose(birch, page, "away", "Vacation: 2 days")
    await on(timed, clock, 47)
    asked_in_vacation = [one for one in timed.shown if "out of time" in one.text]
    await on(timed, clock, 32)
    asked = next(one for one in timed.shown if "Birch is out of time" in one.text)
    called = rung(alder) - before
    stray = await cedar.press(asked, "24 hours more")
    await alder.press(asked, "24 hours more")
    await timed.acted()
    await on(timed, clock, 23)
    granted = len((await timed.bot.service.tables.find(1)).moves)
    await on(timed, clock, 2)
    asked = next(one for one in timed.shown if "Birch is out of time" in one.text)
    await alder.press(asked, "The house plays this turn")
    await timed.acted()
    table_ = await timed.bot.service.tables.find(1)

    assert "Time left: Cedar 25 hours · Birch 30 hours · Alder 30 hours" in board
    assert not asked_in_vacation
    assert called == 1
    assert "host" in stray.text
    assert granted == 1
    assert [move.seat for move in table_.moves] == ["s1", "s2"]
    assert table_.moves[1].user_id < 0


async def test_the_host_is_asked_no_more_of_who_has_decided_after_all(database: Path, clock: HandClock):
    """Whoever comes back late has a whole time for what is next in the turn; then the host is asked anew."""
    async with table(database, clock) as made:
        late = await made.to("lay")
        await made.people[0].command(CHANNEL, "table clock", kind="each", time="12h", zero="host")
        await made.acted()
        await on(made, clock, 13)
        asked = next(one for one in made.shown if f"{late.name} is out of time" in one.text)
        await late.command(CHANNEL, "do", move="pass")
        await made.acted()
        await late.until(lambda: asked.deleted)
        still, awaited = (await made.bot.service.tables.find(1)).settings.clock_asked, await made.awaited()
        await on(made, clock, 13)

        assert awaited is late
        assert not still
        assert [one for one in made.shown if f"{late.name} is out of time" in one.text]


async def test_a_table_passes_for_who_is_out_of_time(database: Path, clock: HandClock):
    """Where passing is legal it is passed, else the house plays; a clock that is taken away does nothing more."""
    async with table(database, clock) as made:
        made.bot.service.house.delay = 0.0
        await made.game(title="1844")
        host = made.people[0]
        await host.command(CHANNEL, "table clock", kind="each", time="1h", zero="skip")
        await made.acted()
        await on(made, clock, 1.5)
        moves = (await made.bot.service.tables.find(1)).moves
        await host.command(CHANNEL, "table clock", kind="off")
        await made.acted()
        await on(made, clock, 5)

        assert [(move.text, move.user_id < 0) for move in moves] == [("pass", True)]
        assert len((await made.bot.service.tables.find(1)).moves) == 1


async def test_an_undo_gives_hours_back_and_starts_no_deadline_anew(timed: Table, clock: HandClock):
    """Who thought over a move that is taken back has those hours again; who made it goes on where they were."""
    alder, _, cedar = timed.people
    await alder.command(CHANNEL, "table clock", kind="bank", time="30h", zero="host")
    await timed.acted()
    await on(timed, clock, 5)
    await timed.type_moves(["draft 13"])
    await timed.acted()
    await on(timed, clock, 3)
    spent = timed.board.text
    await cedar.command(CHANNEL, "undo")
    await timed.acted()
    back = timed.board.text
    await on(timed, clock, 1)
    await timed.type_moves(["draft 13"])
    await timed.acted()

    assert "Cedar 25 hours" in spent
    assert "Time left: Cedar 25 hours · Birch 30 hours · Alder 30 hours" in back
    assert "Time left: Cedar 24 hours · Birch 30 hours · Alder 30 hours" in timed.board.text


async def test_a_turn_that_the_clock_took_is_taken_back_and_given_a_whole_time(
    timed: Table, clock: HandClock
):
    """Nobody is asked, the person's own Undo reaches it, and they are not played for again at once."""
    alder, _, cedar = timed.people
    timed.bot.service.house.delay = 0.0
    await alder.command(CHANNEL, "table clock", kind="each", time="4h", zero="house")
    await timed.acted()
    await on(timed, clock, 4.5)
    played = (await timed.bot.service.tables.find(1)).moves
    said = await cedar.command(CHANNEL, "undo")
    await timed.acted()
    taken = (await timed.bot.service.tables.find(1)).moves
    await on(timed, clock, 3)
    table_ = await timed.bot.service.tables.find(1)

    assert [one.decided_by for one in played] == ["clock"]
    assert any("The bot for Cedar, whose time was up" in one.text for one in timed.shown)
    assert "made no move" not in said.text
    assert taken == ()
    assert table_.moves == ()
    assert [seat.name for seat in table_.awaited] == ["Cedar"]


@pytest.mark.parametrize("kind", ["bank", "each"])
async def test_whoever_takes_a_seat_over_has_time_of_their_own(timed: Table, clock: HandClock, kind: str):
    """Not the little that was left to whoever sat there: nothing is decided for them before they have looked."""
    alder, _, cedar = timed.people
    new = (await timed.seat(4))[3]
    await alder.command(CHANNEL, "table clock", kind=kind, time="30h", zero="house")
    await timed.acted()
    await on(timed, clock, 29)
    await cedar.command(CHANNEL, "game replace", seat="Cedar", by=new.id)
    await timed.acted()
    await new.press(timed.having("v:")[-1], "Agree")
    await on(timed, clock, 23)
    table_ = await timed.bot.service.tables.find(1)

    assert table_.moves == ()
    assert [one.user_id for one in table_.awaited] == [int(new.id)]
    await on(timed, clock, 8)
    assert [one.decided_by for one in (await timed.bot.service.tables.find(1)).moves] == ["clock"]
    assert [one for one in letters(new) if "decided for you" in one.text]
