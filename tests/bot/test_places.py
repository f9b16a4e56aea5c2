"""Channels, threads and servers that go, lock and come back: a table ends, rests or goes on."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from bot.local.channels import ANNOUNCEMENT, FORUM, VOICE
from bot.local.ids import BOT, GUILD
from bot.local.person import Person
from bot.messages.bells import FIRST_REST, Bells
from bot.storage import NewsRow
from tests.bot.reminding import NOON, FakeClock
from tests.bot.settling import until
from tests.bot.tabletop import CHANNEL, DRAFT, Table, ask_to_undo, table


async def state(tabletop: Table, wanted: str) -> bool:
    """Tell whether the game is in a state."""
    return (await tabletop.bot.storage.games.find(1)).state == wanted


async def resting(tabletop: Table) -> bool:
    """Tell whether the table rests."""
    return bool((await tabletop.bot.storage.games.find(1)).settings.get("paused"))


def kinds_of_places(tabletop: Table) -> dict[str, Callable[[], dict[str, Any]]]:
    """How to make each kind of place in which a table is possible."""
    world, owner = tabletop.server.world, tabletop.people[0].id
    general = world.channel(tabletop.people[0].channel_id(CHANNEL))

    def private() -> dict[str, Any]:
        thread = world.new_thread(general, {"name": "secret", "type": 12}, owner=owner)
        for member in (BOT, *(person.id for person in tabletop.people)):
            world.enter(thread, member)
        return thread

    return {
        "announcements": lambda: world.new_channel("news", ANNOUNCEMENT),
        "voice": lambda: world.new_channel("talk", VOICE),
        "thread": lambda: world.new_thread(general, {"name": "table", "type": 11}, owner=owner),
        "post": lambda: world.new_thread(
            world.new_channel("posts", FORUM), {"name": "post", "type": 11}, owner=owner
        ),
        "private thread": private,
    }


async def game_in(tabletop: Table, kind: str) -> str:
    """Begin a game in a place of a kind and return the place."""
    people = await tabletop.seat()
    place = str(kinds_of_places(tabletop)[kind]()["id"])
    for person in people:
        await person.until(lambda person=person: place in person.channels)
    await people[0].command(place, "game new", title="18Mag", seats=3, seed=7)
    for person in people[1:]:
        await person.command(place, "game join")
    await people[0].command(place, "game start")
    await tabletop.settled()
    return place


async def in_thread(tabletop: Table) -> str:
    """Begin a game in a thread and return the thread."""
    return await game_in(tabletop, "thread")


@pytest.mark.parametrize("kind", ["announcements", "voice", "post", "private thread"])
async def test_a_table_is_played_in_each_kind_of_place(tabletop: Table, kind: str):
    """Lobby, board, calls and moves are there as in any channel."""
    place = await game_in(tabletop, kind)
    people = tabletop.people
    table_ = await tabletop.bot.service.tables.find(1)
    person = next(one for one in people if int(one.id) == table_.awaited[0].user_id)

    reply = await person.command(place, "do", move=DRAFT[0])
    await person.until(lambda: any("Move 1" in one.text for one in person.messages(place)))

    assert reply.text.startswith("✓")
    assert [len(one.notifications) for one in people if one is person] == [1]


async def test_a_private_thread_without_the_bot_is_refused(tabletop: Table):
    """The person learns how to let it in."""
    people = await tabletop.seat()
    world = tabletop.server.world
    general = world.channel(people[0].channel_id(CHANNEL))
    thread = world.new_thread(general, {"name": "secret", "type": 12}, owner=people[0].id)
    await people[0].until(lambda: thread["id"] in people[0].channels)

    reply = await people[0].command(thread["id"], "game new", title="18Mag", seats=3, seed=7)

    assert "Mention me here" in reply.text


async def test_a_deleted_channel_ends_its_table(tabletop: Table):
    """Nobody is reminded any more, the table is listed nowhere, and its moves stay stored."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:1])
    world = tabletop.server.world

    world.drop_channel(world.channel(tabletop.people[0].channel_id(CHANNEL)))
    await until(lambda: state(tabletop, "ended"))

    storage = tabletop.bot.storage
    assert await storage.reminders.next_due() is None
    assert await storage.games.in_state("lobby", "running") == ()
    assert len(await storage.actions.in_force(1)) == 1
    assert not tabletop.bot.publisher.table_messages(1).loop.retrying


async def test_a_deleted_thread_ends_its_table(tabletop: Table):
    """A thread is a channel like any other."""
    thread = await in_thread(tabletop)
    world = tabletop.server.world

    world.drop_channel(world.channel(thread))

    await until(lambda: state(tabletop, "ended"))


async def test_a_channel_deleted_behind_our_back_ends_its_table_at_the_next_word(tabletop: Table):
    """While the bot was away the channel went; Discord says so when something is to be posted."""
    await tabletop.game()
    tabletop.server.faults.refuse(404, 10003, "Unknown Channel", path="/channels/*", times=50)
    table_ = await tabletop.bot.service.tables.find(1)

    await tabletop.bot.service.moves.act(1, None, table_.awaited[0].user_id, DRAFT[0])
    await until(lambda: state(tabletop, "ended"))
    await tabletop.bot.publisher.settled()

    assert not tabletop.bot.publisher.table_messages(1).loop.retrying
    assert await tabletop.bot.storage.outbox.games_to_tell() == ()


async def test_a_table_rests_while_the_bot_is_not_invited(tabletop: Table):
    """Removed from the server it posts and reminds nothing; invited again it goes on where it was."""
    await tabletop.game()
    server, storage = tabletop.server, tabletop.bot.storage
    before = len(tabletop.shown)

    server.world.kick(GUILD)
    await until(lambda: resting(tabletop))
    table_ = await tabletop.bot.service.tables.find(1)
    await tabletop.bot.service.moves.act(1, None, table_.awaited[0].user_id, DRAFT[0])
    await tabletop.settled()
    silent, owed = len(tabletop.shown), await storage.reminders.next_due()
    server.world.invite(GUILD)
    await tabletop.people[0].until(lambda: "Move 1" in tabletop.board.text)
    await tabletop.settled()

    assert silent == before
    assert owed is None
    assert not await resting(tabletop)
    assert await storage.reminders.next_due() is not None


def wanted(tabletop: Table, *games: int) -> Callable[[], Any]:
    """Whether tables have been verified after the start."""

    async def look() -> bool:
        meta = tabletop.bot.storage.meta
        return all([await meta.read(f"proved:{game}") for game in games])

    return look


@pytest.mark.parametrize("change", ["title = '1899'", "options = '[\"fast\"]'", "options = '7'"])
async def test_a_game_that_cannot_be_read_keeps_no_other_from_play(tabletop: Table, change: str):
    """A title or an option that this version does not know: the other tables rest, wake and are verified."""
    people = await tabletop.seat()
    world = tabletop.server.world
    other = str(world.new_channel("other")["id"])
    await tabletop.game()
    await people[0].until(lambda: other in people[0].channels)
    await people[0].command(other, "game new", title="18Mag", seats=3, seed=7)
    for person in people[1:]:
        await person.command(other, "game join")
    await people[0].command(other, "game start")
    await tabletop.settled()
    async with tabletop.bot.storage.database.writing() as connection:
        await connection.execute(text(f"UPDATE games SET {change} WHERE id = 1"))

    await tabletop.restart()
    await until(wanted(tabletop, 2))
    world.kick(GUILD)
    await until(lambda: paused(tabletop, 2))
    world.invite(GUILD)
    await until(lambda: awake(tabletop, 2))
    tabletop.server.errors.clear()


async def paused(tabletop: Table, game: int) -> bool:
    """Tell whether a table rests."""
    return bool((await tabletop.bot.storage.games.find(game)).settings.get("paused"))


async def awake(tabletop: Table, game: int) -> bool:
    """Tell whether a table does not rest."""
    return not await paused(tabletop, game)


async def test_a_locked_thread_rests_until_it_is_unlocked(tabletop: Table):
    """Nothing is tried for ever; when a moderator unlocks it, the table shows what happened."""
    thread = await in_thread(tabletop)
    world, people = tabletop.server.world, tabletop.people
    channel = world.channel(thread)
    channel["thread_metadata"] |= {"archived": True, "locked": True}
    world.save_channel(channel)
    tabletop.server.faults.refuse(
        403, 50013, "Missing Permissions", method="PATCH", path=f"/channels/{thread}", times=9
    )
    table_ = await tabletop.bot.service.tables.find(1)

    await tabletop.bot.service.moves.act(1, None, table_.awaited[0].user_id, DRAFT[0])
    await until(lambda: resting(tabletop))
    retrying = tabletop.bot.publisher.table_messages(1).loop.retrying
    channel["thread_metadata"] |= {"archived": False, "locked": False}
    world.save_channel(channel)
    await people[0].until(lambda: any("Move 1" in one.text for one in people[0].messages(thread)))

    assert not retrying
    tabletop.server.errors.clear()


# bells


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
        await tabletop.game()
        await tabletop.type_moves(DRAFT[:2])
        asker = await first_to_move(tabletop)
        second = (await tabletop.bot.storage.actions.in_force(1))[1].user_id
        other = next(one for one in tabletop.people if int(one.id) == second)
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


async def test_my_games_are_listed_from_every_server(tabletop: Table):
    """Where I am awaited stands first, then a lobby on another server, with its channel."""
    await tabletop.game()
    me = await tabletop.awaited()
    elsewhere = int(tabletop.server.world.new_channel("elsewhere")["id"])
    lobbies = tabletop.bot.service.lobbies
    await lobbies.create(elsewhere, "1844", int(me.id), me.name, guild_id=1 << 40, seats=3, seed=7)
    await tabletop.settled()

    first, second = (await me.command(CHANNEL, "me games")).text.splitlines()
    here = (await me.command(CHANNEL, "game list")).text

    assert "18Mag" in first
    assert "your turn" in first
    assert second.startswith(f"<#{elsewhere}>: [1844](<")
    assert "1844" not in here


async def test_a_bell_rests_twice_as_long_each_time(tabletop: Table):
    """Ten minutes, twenty, forty, also for whoever reads it later; one who acts may be called by everybody again."""
    await tabletop.lobby()
    clock, rings, stored = FakeClock(), [], tabletop.bot.storage.bells
    for minute in range(0, 101, 5):
        clock.time = NOON + timedelta(minutes=minute)
        bells = Bells(1, stored, clock.now)
        await bells.settle()
        if bells.ready(11, [12]):
            await bells.ring(11, [12])
            rings.append(minute)
    other, same = bells.ready(13, [12]), bells.ready(11, [12])
    bells.answered(12)
    await bells.settle()
    await bells.store_acted()

    assert rings == [0, 10, 30, 70]
    assert (other, same) == ((12,), ())
    assert bells.ready(11, [12]) == (12,)
    assert await stored.of_game(1) == ()


async def test_a_bell_rests_for_half_a_day_at_most(tabletop: Table):
    """However often somebody is called who does not act."""
    await tabletop.lobby()
    clock, rests, stored = FakeClock(), list[int](), tabletop.bot.storage.bells
    bells = Bells(1, stored, clock.now)
    for _ in range(9):
        await bells.settle()
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
    await bells.settle()
    await bells.ring(11, [12])
    bells.answered(12)
    await bells.settle()
    assert [row.user_id for row in await stored.of_game(1)] == [12]
    await bells.ring(12, [13])
    assert [row.user_id for row in await stored.of_game(1)] == [13]


async def test_whoever_acts_before_the_call_is_out_may_be_called_again(tabletop: Table):
    """On a slow line somebody acts on what they see before their call is known to have arrived."""
    await tabletop.lobby()
    bells = Bells(1, tabletop.bot.storage.bells, FakeClock().now)
    await bells.settle()
    bells.answered(12)
    await bells.ring(11, [12, 13])

    assert bells.ready(11, [12, 13]) == (12,)


async def test_whoever_acts_before_the_message_is_out_is_owed_no_call(tabletop: Table):
    """A message could call neither of two: one has acted meanwhile, and only the other's bell rests."""
    await tabletop.lobby()
    clock = FakeClock()
    bells = Bells(1, tabletop.bot.storage.bells, clock.now)
    await bells.settle()
    await bells.ring(11, [12, 13])
    bells.answered(12)
    await bells.owe(11, [12, 13], "undo")
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
    await bells.settle()
    await bells.ring(11, [12])
    acted = NewsRow(1, 1, 1, "played", 12, NOON + timedelta(minutes=minutes))

    after = Bells(1, stored, clock.now)
    await after.settle([acted])
    await after.store_acted()

    assert after.ready(11, [12]) == ((12,) if may_ring else ())
    assert len(await stored.of_game(1)) == (not may_ring)


async def test_whoever_acts_while_the_call_goes_out_has_answered_it_after_a_stop_too(tabletop: Table):
    """The call is known to be out only after the move was stored that answers it, and then the bot is killed."""
    await tabletop.lobby()
    clock, stored = FakeClock(), tabletop.bot.storage.bells
    bells = Bells(1, stored, clock.now)
    await bells.settle([], clock.now())
    clock.pass_by(timedelta(seconds=1))
    acted = NewsRow(1, 1, 1, "played", 12, clock.now())
    clock.pass_by(timedelta(seconds=1))
    await bells.ring(11, [12])

    after = Bells(1, stored, clock.now)
    await after.settle([acted])

    assert after.ready(11, [12]) == (12,)


async def test_a_restart_opens_no_bell(database: Any):
    """What had to be silent before a restart is silent after it, and rings when it may."""
    clock = FakeClock()
    async with table(database, clock) as tabletop:
        await tabletop.game()
        await tabletop.type_moves(DRAFT[:2])
        asker = await first_to_move(tabletop)
        second = (await tabletop.bot.storage.actions.in_force(1))[1].user_id
        other = next(one for one in tabletop.people if int(one.id) == second)
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
