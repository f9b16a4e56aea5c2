"""Bells: whoever was called rests from calls until they have acted, longer each time, over restarts too."""

from datetime import timedelta
from typing import Any

import pytest

from bot.messages.bells import FIRST_REST, Bells
from bot.storage import NewsRow
from tests.bot.person import Person
from tests.bot.reminding import NOON, FakeClock
from tests.bot.tabletop import CHANNEL, DRAFT, Table, ask_to_undo, table


async def two_to_move(tabletop: Table) -> tuple[Person, Person]:
    """Begin a game and let two move; return them."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:2])
    second = (await tabletop.bot.storage.actions.in_force(1))[1].user_id
    other = next(one for one in tabletop.people if int(one.id) == second)
    return await first_to_move(tabletop), other


@pytest.mark.slow
async def test_asking_and_withdrawing_rings_once(tabletop: Table):
    """Whoever asks to undo ten times calls once whoever has moved since, and nobody else."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:2])
    asker = await first_to_move(tabletop)
    others = [one for one in tabletop.people if one is not asker]
    before = [len(one.notifications) for one in others]

    for _ in range(10):
        await ask_to_undo(asker)
        await tabletop.settled()
        await asker.command(CHANNEL, "undo", answer="refuse")
        await tabletop.settled()

    rung = [len(one.notifications) - was for one, was in zip(others, before, strict=True)]
    assert sorted(rung) == [0, 1]


async def first_to_move(tabletop: Table) -> Person:
    """Who made the first move."""
    made = await tabletop.bot.storage.actions.in_force(1)
    return next(one for one in tabletop.people if int(one.id) == made[0].user_id)


async def test_joining_and_leaving_calls_the_host_once(tabletop: Table):
    """A stranger who comes and goes does not ring the host's bell each time."""
    await tabletop.lobby(2)
    host, stranger = await tabletop.seat(2)

    for _ in range(5):
        await stranger.command(CHANNEL, "game join")
        await tabletop.settled()
        await stranger.command(CHANNEL, "game leave")
        await tabletop.settled()

    assert len(host.notifications) == 1


async def test_a_bell_that_had_to_rest_rings_when_it_may(database: Any):
    """A request that still stands when the bell has rested calls those who were not called."""
    clock = FakeClock()
    async with table(database, clock) as tabletop:
        asker, other = await two_to_move(tabletop)
        before = len(other.notifications)
        await ask_to_undo(asker)
        await tabletop.settled()
        await asker.command(CHANNEL, "undo", answer="refuse")
        await tabletop.settled()
        await ask_to_undo(asker)
        await tabletop.settled()
        rung = len(other.notifications) - before

        clock.pass_by(FIRST_REST)
        tabletop.bot.publisher.table_messages(1).loop.nudge()
        await tabletop.settled()

        assert rung == 1
        assert len(other.notifications) - before == 2
        assert len(tabletop.having("u:")) == 1


async def test_a_bell_rests_twice_as_long_each_time(tabletop: Table):
    """Ten minutes, twenty, forty, also for whoever reads it later; one who acts may be called by everybody again."""
    await tabletop.lobby()
    clock, rings, stored = FakeClock(), [], tabletop.bot.storage.bells
    for minute in range(0, 101, 5):
        clock.time = NOON + timedelta(minutes=minute)
        bells = Bells(1, stored, clock.now)
        await bells.read()
        if bells.ready(11, [12]):
            await bells.ring(11, [12])
            rings.append(minute)
    other, same = bells.ready(13, [12]), bells.ready(11, [12])
    bells.answered(12)
    await bells.read()
    await bells.store_acted()

    assert rings == [0, 10, 30, 70]
    assert (other, same) == ((12,), ())
    assert bells.ready(11, [12]) == (12,)
    assert await stored.of_game(1) == ()


async def test_a_bell_rests_for_what_it_has_rung_alone(tabletop: Table):
    """Who was asked to agree to an undo is still called when it is their turn."""
    await tabletop.lobby()
    bells = Bells(1, tabletop.bot.storage.bells, FakeClock().now)
    await bells.read()
    await bells.ring(11, [12], "undo")

    assert bells.ready(11, [12], "undo") == ()
    assert bells.ready(11, [12]) == (12,)


async def test_a_bell_rests_for_half_a_day_at_most(tabletop: Table):
    """However often somebody is called who does not act."""
    await tabletop.lobby()
    clock, rests, stored = FakeClock(), list[int](), tabletop.bot.storage.bells
    bells = Bells(1, stored, clock.now)
    for _ in range(9):
        await bells.read()
        await bells.ring(11, [12])
        (row,) = await stored.of_game(1)
        rests.append(row.rest // 60)
        clock.time = row.ready_at

    assert rests == [10, 20, 40, 80, 160, 320, 640, 720, 720]


async def test_who_has_acted_is_stored_with_the_next_bell(tabletop: Table):
    """Somebody acts, and the next one is called: both are written together."""
    await tabletop.lobby()
    clock, stored = FakeClock(), tabletop.bot.storage.bells
    bells = Bells(1, stored, clock.now)
    await bells.read()
    await bells.ring(11, [12])
    bells.answered(12)
    await bells.read()
    assert [row.user_id for row in await stored.of_game(1)] == [12]
    await bells.ring(12, [13])
    assert [row.user_id for row in await stored.of_game(1)] == [13]


async def test_whoever_acts_before_the_call_is_out_may_be_called_again(tabletop: Table):
    """On a slow line somebody acts on what they see before their call is known to have arrived."""
    await tabletop.lobby()
    bells = Bells(1, tabletop.bot.storage.bells, FakeClock().now)
    await bells.read()
    bells.answered(12)
    await bells.ring(11, [12, 13])

    assert bells.ready(11, [12, 13]) == (12,)


async def test_whoever_acts_before_the_message_is_out_is_owed_no_call(tabletop: Table):
    """A message could call neither of two: one has acted meanwhile, and only the other's bell rests."""
    await tabletop.lobby()
    clock = FakeClock()
    bells = Bells(1, tabletop.bot.storage.bells, clock.now)
    await bells.read()
    await bells.ring(11, [12, 13])
    bells.answered(12)
    await bells.owe(11, 12, "undo")
    await bells.owe(11, 13, "undo")
    clock.pass_by(FIRST_REST)

    assert await bells.take_due() == ["undo"]
    assert bells.ready(11, [12, 13]) == (12, 13)
    assert await bells.take_due() == []


@pytest.mark.parametrize(("minutes", "may_ring"), [(-1, False), (1, True)])
async def test_that_somebody_acted_is_known_after_a_stop(tabletop: Table, minutes: int, may_ring: bool):
    """The news of it were stored with the move: whoever acted after a call may be called again, and else not yet."""
    await tabletop.lobby()
    clock, stored = FakeClock(), tabletop.bot.storage.bells
    bells = Bells(1, stored, clock.now)
    await bells.read()
    await bells.ring(11, [12])
    acted = NewsRow(1, 1, 1, "played", 12, NOON + timedelta(minutes=minutes))

    after = Bells(1, stored, clock.now)
    await after.read([acted])
    await after.store_acted()

    assert after.ready(11, [12]) == ((12,) if may_ring else ())
    assert len(await stored.of_game(1)) == (not may_ring)


async def test_whoever_acts_while_the_call_goes_out_has_answered_it_after_a_stop_too(tabletop: Table):
    """The call is known to be out only after the move was stored that answers it, and then the bot is killed."""
    await tabletop.lobby()
    clock, stored = FakeClock(), tabletop.bot.storage.bells
    bells = Bells(1, stored, clock.now)
    await bells.read([], clock.now())
    clock.pass_by(timedelta(seconds=1))
    acted = NewsRow(1, 1, 1, "played", 12, clock.now())
    clock.pass_by(timedelta(seconds=1))
    await bells.ring(11, [12])

    after = Bells(1, stored, clock.now)
    await after.read([acted])

    assert after.ready(11, [12]) == (12,)


async def test_a_restart_opens_no_bell(database: Any):
    """What had to be silent before a restart is silent after it, and rings when it may."""
    clock = FakeClock()
    async with table(database, clock) as tabletop:
        asker, other = await two_to_move(tabletop)
        before = len(other.notifications)
        for refuses in (False, True, False):
            await tabletop.restart()
            await (asker.command(CHANNEL, "undo", answer="refuse") if refuses else ask_to_undo(asker))
            await tabletop.settled()
        rung = len(other.notifications) - before

        await tabletop.close()
        clock.pass_by(FIRST_REST)
        await tabletop.open()
        await tabletop.settled()

        assert rung == 1
        assert len(other.notifications) - before == 2
        assert len(tabletop.having("u:")) == 1
