"""Channels, threads and servers that go, lock and come back: a table ends, rests or goes on."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.local.channels import ANNOUNCEMENT, FORUM, VOICE
from bot.local.ids import BOT, GUILD
from tests.bot.settling import until
from tests.bot.tabletop import CHANNEL, DRAFT, Table


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
    await tabletop.people[0].until(lambda: "Move 1" in tabletop.sheets.text)
    await tabletop.settled()

    assert silent == before
    assert owed is None
    assert not await resting(tabletop)
    assert await storage.reminders.next_due() is not None


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
