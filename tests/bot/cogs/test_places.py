"""Channels, threads and servers that go, lock and come back: a table rests, moves or goes on."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.cogs.places import Watch
from bot.local.channels import ANNOUNCEMENT, FORUM, VOICE
from bot.local.ids import BOT, GUILD
from bot.local.permissions import bits
from bot.storage.shards import SHIFT, Shard
from bot.tables.service import Service
from tests.bot.hand_clock import HandClock
from tests.bot.local.moderator import archive, permit
from tests.bot.seen import SeenMessage
from tests.bot.settling import until
from tests.bot.tabletop import CHANNEL, DRAFT, Table, letters, rung, table


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


@pytest.mark.parametrize(
    "kind",
    [
        *(pytest.param(kind, marks=pytest.mark.slow) for kind in ("announcements", "voice")),
        "post",
        "private thread",
    ],
)
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


async def told_of_rest(tabletop: Table) -> bool:
    """Tell whether the table rests, and its players were told."""
    return await resting(tabletop) and not await tabletop.bot.storage.outbox.news(1)


async def delete(tabletop: Table, place: str) -> None:
    """Delete a channel, and wait until its table rests and its players know."""
    tabletop.server.world.drop_channel(tabletop.server.world.channel(place))
    await until(lambda: told_of_rest(tabletop))
    await tabletop.settled()


async def in_the_club(tabletop: Table) -> str:
    """Begin a game in a channel of its own and return the channel; the general one stays."""
    return await game_in(tabletop, "announcements")


async def game_in_club_deleted(tabletop: Table) -> None:
    """Begin a game in a channel of its own, play a move, and delete the channel."""
    place = await in_the_club(tabletop)
    table_ = await tabletop.bot.service.tables.find(1)
    await tabletop.bot.service.moves.act(1, None, table_.awaited[0].user_id, DRAFT[0])
    await tabletop.settled()
    await delete(tabletop, place)


async def test_a_deleted_channel_lets_its_table_rest(tabletop: Table):
    """Nobody is reminded any more, every move stays, and each player is told in private how to go on."""
    await game_in_club_deleted(tabletop)

    storage = tabletop.bot.storage
    assert await state(tabletop, "running")
    assert await storage.reminders.next_due() is None
    assert len(await storage.actions.in_force(1)) == 1
    assert not tabletop.bot.publisher.table_messages(1).loop.retrying
    assert await storage.outbox.news(1) == ()
    for person in tabletop.people:
        (letter,) = letters(person)
        assert "18Mag" in letter.text
        assert "/game reopen" in letter.text


async def test_a_deleted_thread_lets_its_table_rest(tabletop: Table):
    """A thread is a channel like any other."""
    await delete(tabletop, await in_thread(tabletop))

    assert await state(tabletop, "running")


async def test_a_channel_deleted_behind_our_back_lets_its_table_rest_at_the_next_word(tabletop: Table):
    """While the bot was away the channel went; Discord says so when something is to be posted."""
    await tabletop.game()
    tabletop.server.faults.refuse(404, 10003, "Unknown Channel", path="/channels/*/messages*", times=1)
    table_ = await tabletop.bot.service.tables.find(1)

    await tabletop.bot.service.moves.act(1, None, table_.awaited[0].user_id, DRAFT[0])
    await until(lambda: resting(tabletop))
    await tabletop.settled()

    assert await state(tabletop, "running")
    assert not tabletop.bot.publisher.table_messages(1).loop.retrying
    assert [len(letters(person)) for person in tabletop.people] == [1, 1, 1]


async def test_whoever_takes_no_direct_messages_keeps_nobody_from_hearing(tabletop: Table):
    """A private message that is refused costs nothing."""
    place = await in_the_club(tabletop)
    for code, text in ((50007, "Cannot send messages to this user"), (0, "broken")):
        status = 403 if code else 500
        tabletop.server.faults.refuse(status, code, text, path="/users/@me/channels", times=1)
    await delete(tabletop, place)

    assert sum(len(letters(person)) for person in tabletop.people) >= 1
    assert not tabletop.bot.publisher.table_messages(1).loop.retrying
    assert await tabletop.bot.storage.outbox.news(1) == ()


async def test_a_restart_tells_of_a_rest_what_a_stop_kept_back(tabletop: Table):
    """The bot ended between the rest and the private messages; nobody hears of it twice either."""
    await in_the_club(tabletop)
    await tabletop.bot.service.places.rest(1, "gone")
    await tabletop.restart()
    await tabletop.settled()
    once = [len(letters(person)) for person in tabletop.people]
    await tabletop.restart()
    await tabletop.settled()

    assert once == [1, 1, 1]
    assert [len(letters(person)) for person in tabletop.people] == once


async def test_a_table_whose_channel_is_gone_stays_in_the_list(tabletop: Table):
    """It is marked, by its number, and an open lobby beside it stands as ever."""
    await game_in_club_deleted(tabletop)
    told = (await tabletop.people[1].command(CHANNEL, "me games")).text

    assert "18Mag" in told
    assert "rests" in told
    assert "game 1" in told
    assert "/game reopen" in told


async def test_any_player_opens_a_resting_table_elsewhere(tabletop: Table):
    """The others are called there, the board stands there, and the game goes on where it was."""
    await game_in_club_deleted(tabletop)
    alder, birch, cedar = tabletop.people
    before = [rung(person) for person in tabletop.people]
    offered = await birch.autocomplete(CHANNEL, "game reopen", "game")
    accented = await birch.autocomplete(CHANNEL, "game reopen", "game", "ÁLDER 18mag")
    elsewhere = await birch.autocomplete(CHANNEL, "game reopen", "game", "18CZ")
    reply = await birch.command(CHANNEL, "game reopen", game=1)
    await tabletop.settled()

    (call,) = tabletop.pings("again")
    assert [one.value for one in offered] == [1]
    assert "18Mag" in offered[0].name
    assert [one.value for one in accented] == [1]
    assert elsewhere == []
    assert reply.ephemeral
    assert alder.mention in call.text
    assert cedar.mention in call.text
    assert [rung(person) - was for person, was in zip(tabletop.people, before, strict=True)] == [1, 0, 1]
    assert "Move 1" in tabletop.sheets.text
    assert tabletop.board.content.startswith(f"**{birch.name}** 18Mag")  # who has opened it knows
    assert not await resting(tabletop)
    assert await tabletop.bot.storage.reminders.next_due() is not None
    await tabletop.type_moves(DRAFT[1:2])
    assert len(await tabletop.bot.storage.actions.in_force(1)) == 2


async def test_a_table_whose_channel_went_behind_our_back_is_opened_elsewhere(tabletop: Table):
    """The bot was away and had nothing to post: the channel is looked for when the table is opened."""
    place = await in_the_club(tabletop)
    tabletop.server.faults.refuse(404, 10003, "Unknown Channel", path=f"/channels/{place}", times=1)
    await tabletop.people[1].command(CHANNEL, "game reopen", game=1)
    await tabletop.settled()

    row = await tabletop.bot.storage.games.find(1)
    assert str(row.channel_id) == tabletop.people[1].channel_id(CHANNEL)
    assert not await resting(tabletop)
    assert len(tabletop.pings("again")) == 1


async def test_nobody_else_opens_a_resting_table(tabletop: Table):
    """A stranger is refused, and so are a number that means nothing and a channel that is taken."""
    await game_in_club_deleted(tabletop)
    stray = (await tabletop.seat(4))[3]
    told = [
        (await stray.command(CHANNEL, "game reopen", game=1)).text,
        (await tabletop.people[0].command(CHANNEL, "game reopen", game=99)).text,
        (await tabletop.people[0].command(CHANNEL, "game reopen", game=-1)).text,
    ]
    offered = await stray.autocomplete(CHANNEL, "game reopen", "game")
    await stray.command(CHANNEL, "game new", title="18CZ")
    told.append((await tabletop.people[0].command(CHANNEL, "game reopen", game=1)).text)

    assert "no seat" in told[0]
    assert "number 99" in told[1]
    assert "open game in the channel already" in told[3]
    assert offered == []
    assert await resting(tabletop)


async def test_a_table_that_runs_is_not_opened_a_second_time(tabletop: Table):
    """Whoever has a seat learns where it is played, and that it may be moved."""
    place = await in_the_club(tabletop)
    reply = await tabletop.people[0].command(CHANNEL, "game reopen", game=1)

    assert f"<#{place}>" in reply.text
    assert "/game move" in reply.text
    assert str((await tabletop.bot.storage.games.find(1)).channel_id) == place


async def test_a_player_cannot_hide_a_table_from_the_others(tabletop: Table):
    """A channel that one of the players cannot see is no place for it."""
    await game_in_club_deleted(tabletop)
    world, alder = tabletop.server.world, tabletop.people[0]
    hidden = world.new_channel("backroom")
    world.overwrite(hidden["id"], tabletop.people[2].id, deny=bits("view_channel"))
    await alder.until(lambda: hidden["id"] in alder.channels)
    reply = await alder.command(hidden["id"], "game reopen", game=1)

    assert "Cedar" in reply.text
    assert await resting(tabletop)


async def test_the_host_moves_a_running_table(tabletop: Table):
    """Everybody is called in the new channel; the old one says where the table has gone, and has no board."""
    place = await in_the_club(tabletop)
    alder, birch, cedar = tabletop.people
    general = alder.channel_id(CHANNEL)
    before = [rung(person) for person in tabletop.people]
    await alder.command(place, "game move", channel=general)
    await tabletop.settled()

    (call,) = tabletop.pings("moved")
    old = [message for message in alder.messages(place) if not message.ephemeral]
    assert f"<#{place}>" in call.text
    assert birch.mention in call.text
    assert cedar.mention in call.text
    assert [rung(person) - was for person, was in zip(tabletop.people, before, strict=True)] == [0, 1, 1]
    assert any(f"<#{general}>" in message.text for message in old)
    assert not any(b.get("custom_id", "").startswith("b:") for one in old for b in one.buttons)
    assert tabletop.board
    await tabletop.type_moves(DRAFT[:1])
    again = await birch.command(place, "game new", title="18CZ")
    assert "is open" in again.text


def question(tabletop: Table, place: str) -> SeenMessage:
    """The message in a place that asks the players."""
    shown = tabletop.people[0].messages(place)
    (asked,) = [one for one in shown if any(b.get("custom_id", "")[:2] == "v:" for b in one.buttons)]
    return asked


async def test_more_than_half_of_the_players_move_a_table(tabletop: Table):
    """Whoever is not the host asks the others; with the second of three it moves, once, and the question goes."""
    place = await in_the_club(tabletop)
    alder, birch, cedar = tabletop.people
    general = alder.channel_id(CHANNEL)
    reply = await birch.command(place, "game move", channel=general)
    await tabletop.settled()
    asked = question(tabletop, place)
    text, mentioned = asked.content, [one["id"] for one in asked.raw["mentions"]]
    before = (await tabletop.bot.storage.games.find(1)).channel_id
    await cedar.press(asked, "Agree")
    await until(lambda: stands_in(tabletop, general))
    await tabletop.settled()

    assert "The others are asked" in reply.text
    assert f"<#{general}>" in text
    assert sorted(mentioned) == [alder.id, cedar.id]
    assert str(before) == place
    assert asked.deleted
    assert tabletop.pings("moved")
    assert tabletop.board
    assert (await tabletop.bot.service.tables.find(1)).requests == ()


async def test_a_table_stays_where_most_want_it(tabletop: Table):
    """Two of three refuse; who asked learns of it, and another channel may be asked for."""
    place = await in_the_club(tabletop)
    alder, birch, cedar = tabletop.people
    await birch.command(place, "game move", channel=alder.channel_id(CHANNEL))
    await tabletop.settled()
    asked = question(tabletop, place)
    await alder.press(asked, "Refuse")
    await cedar.press(asked, "Refuse")
    await until(lambda: unasked(tabletop))
    await tabletop.settled()

    assert str((await tabletop.bot.storage.games.find(1)).channel_id) == place
    assert any(birch.mention in one.text and "refuses" in one.text for one in alder.messages(place))


async def stands_in(tabletop: Table, place: str) -> bool:
    """Tell whether the table is played in a place."""
    return str((await tabletop.bot.storage.games.find(1)).channel_id) == place


async def unasked(tabletop: Table) -> bool:
    """Tell whether nothing is asked of the players."""
    return not (await tabletop.bot.service.tables.find(1)).requests


async def test_a_move_that_the_host_may_not_make_is_refused(tabletop: Table):
    """To where it is, to a channel that is taken, to one that somebody cannot see, by a stranger."""
    place = await in_the_club(tabletop)
    world, alder = tabletop.server.world, tabletop.people[0]
    hidden = world.new_channel("backroom")
    world.overwrite(hidden["id"], tabletop.people[2].id, deny=bits("view_channel"))
    stray = (await tabletop.seat(4))[3]
    await alder.until(lambda: hidden["id"] in alder.channels)
    await stray.command(CHANNEL, "game new", title="18CZ")
    told = [
        (await alder.command(place, "game move", channel=place)).text,
        (await alder.command(place, "game move", channel=alder.channel_id(CHANNEL))).text,
        (await alder.command(place, "game move", channel=hidden["id"])).text,
        (await stray.command(place, "game move", channel=alder.channel_id(CHANNEL))).text,
    ]

    assert "open game in the channel already" in told[0]
    assert "open game in the channel already" in told[1]
    assert "Cedar" in told[2]
    assert "no seat" in told[3]
    assert str((await tabletop.bot.storage.games.find(1)).channel_id) == place


async def test_a_game_is_exported_and_copied_by_its_number(tabletop: Table):
    """By its players, wherever they are; others are refused."""
    await game_in_club_deleted(tabletop)
    stray, birch = (await tabletop.seat(4))[3], tabletop.people[1]
    refused = [
        (await stray.command(CHANNEL, "game export", game=1)).text,
        (await stray.command(CHANNEL, "game copy", game=1)).text,
    ]
    exported = await birch.command(CHANNEL, "game export", game=1)
    copied = await birch.command(CHANNEL, "game copy", game=1)

    assert all("no seat" in text for text in refused)
    assert [file["filename"] for file in exported.message.raw["attachments"]] == ["18mag-1.json"]
    assert "1 move in." in copied.text
    assert (await tabletop.bot.storage.games.find(2)).rev == 1


async def test_a_lobby_whose_channel_is_gone_opens_again(tabletop: Table):
    """Whoever sat down still sits there, and the rest join by the card in the new channel."""
    people = await tabletop.seat()
    place = str(tabletop.server.world.new_channel("club")["id"])
    for person in people:
        await person.until(lambda person=person: place in person.channels)
    await people[0].command(place, "game new", title="18Mag", seats=3, seed=7)
    await people[1].command(place, "game join")
    await tabletop.settled()
    await delete(tabletop, place)
    await people[1].command(CHANNEL, "game reopen", game=1)
    await tabletop.settled()

    card = await people[0].until(lambda: tabletop.card)
    assert "Birch" in card.text
    await people[2].press(card, "Join")
    await people[0].press(card, "Start")
    await people[0].until(lambda: tabletop.having("b:"))
    await tabletop.settled()
    assert await state(tabletop, "running")


async def test_a_rest_while_the_channel_is_gone_ends_with_no_invitation(tabletop: Table):
    """The bot is removed and invited again: the channel has not come back by that."""
    await game_in_club_deleted(tabletop)
    tabletop.server.world.kick(GUILD)
    await tabletop.settled()
    tabletop.server.world.invite(GUILD)
    await tabletop.settled()

    assert await resting(tabletop)


async def test_whoever_loses_the_bot_is_told(tabletop: Table):
    """The server has removed it: the players know that nothing is lost, and how it goes on."""
    await tabletop.game()
    tabletop.server.world.kick(GUILD)
    await until(lambda: told_of_rest(tabletop))
    await tabletop.settled()

    for person in tabletop.people:
        (letter,) = letters(person)
        assert "/game reopen" in letter.text
        assert "server" in letter.text


async def test_no_clock_and_no_house_moves_on_while_a_table_rests(tabletop: Table):
    """What nobody can see or answer does not happen."""
    place = await in_the_club(tabletop)
    table_ = await tabletop.bot.service.tables.find(1)
    await delete(tabletop, place)
    await tabletop.bot.service.house.stand_in(1, table_.awaited[0].user_id, table_.awaited[0].id)
    await tabletop.acted()

    assert await tabletop.bot.storage.actions.in_force(1) == ()


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


async def test_my_games_that_another_process_serves_are_listed_as_they_stand(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
):
    """Whose turn it is, and where its card is: neither need change the revision by which memory is judged."""
    await tabletop.game()
    me, storage = await tabletop.awaited(), tabletop.bot.storage
    mine, theirs = storage.database.shard, Shard(1 - (int(GUILD) >> SHIFT) % 2, 2)
    monkeypatch.setattr(storage.database, "shard", theirs)
    first = (await me.command(CHANNEL, "me games")).text
    other = Service(storage.of_shard(mine))
    seat = (await other.tables.find(1)).seat_of(int(me.id))
    assert seat is not None
    await other.house.stand_in(1, int(me.id), seat.id)
    await storage.messages.remember(1, "card", int(tabletop.board.raw["channel_id"]), 4711, 0)
    second = (await me.command(CHANNEL, "me games")).text
    monkeypatch.setattr(storage.database, "shard", mine)
    await other.settled()

    assert "your turn" in first
    assert "your turn" not in second
    assert "/4711>" in second


@pytest.mark.parametrize("change", ["options = '[\"deck=mine\"]'", "title = '1899'"])
async def test_a_table_that_this_process_cannot_set_up_hides_no_other(tabletop: Table, change: str):
    """A deck that only another process has, or a title of another version: it is listed by what is stored of it."""
    place = await in_the_club(tabletop)
    me = tabletop.people[0]
    await me.command(CHANNEL, "game new", title="18CZ", seats=3, seed=7)
    await tabletop.settled()
    async with tabletop.bot.storage.database.writing() as connection:
        await connection.exec_driver_sql(f"UPDATE games SET {change} WHERE id = 1")
    tabletop.bot.service.tables.drop(1)
    mine = (await me.command(CHANNEL, "me games")).text.splitlines()
    here = (await me.command(CHANNEL, "game list")).text.splitlines()
    await me.command(CHANNEL, "me colour", colour="3")
    other = await tabletop.bot.service.tables.find(2)

    assert [f"<#{place}>" in line for line in mine] == [False, True]
    assert "is being played" in mine[1]
    assert mine[1] in here
    assert len(here) == 2
    assert other.settings.colours == {me.id: 3}


@pytest.mark.parametrize("may", [False, True], ids=["shut out", "moderator"])
async def test_a_locked_thread_rests_at_once_unless_the_bot_may_open_it(tabletop: Table, *, may: bool):
    """A clock that ran on there would decide for people who can press nothing."""
    place = await in_thread(tabletop)
    permit(tabletop.server.world, "Stationmaster", "manage_threads", allowed=may)
    archive(tabletop.server.world, place, locked=True)
    if may:
        table_ = await tabletop.bot.service.tables.find(1)
        await tabletop.bot.service.moves.act(1, None, table_.awaited[0].user_id, DRAFT[0])
    else:
        await until(lambda: told_of_rest(tabletop))
    await tabletop.acted()

    assert await resting(tabletop) != may
    assert [["was locked" in one.text for one in letters(person)] for person in tabletop.people] == [
        [] if may else [True]
    ] * 3
    tabletop.server.errors.clear()  # the first edit finds the thread archived


async def test_whoever_presses_in_a_locked_thread_rings_nobody_again(tabletop: Table):
    """Its table rests until it is unlocked; what was decided meanwhile is stored, and shown then."""
    place = await in_thread(tabletop)
    world, people = tabletop.server.world, tabletop.people
    archive(world, place, archived=False, locked=True)
    await until(lambda: told_of_rest(tabletop))
    await tabletop.acted()
    before = [rung(person) for person in people]
    table_ = await tabletop.bot.service.tables.find(1)
    me = next(one for one in people if int(one.id) == table_.awaited[0].user_id)
    done = await me.command(place, "do", move=DRAFT[0])
    await tabletop.acted()
    rests, after = await resting(tabletop), [rung(person) for person in people]
    archive(world, place, archived=False, locked=False)
    await people[0].until(lambda: any("Move 1" in one.text for one in people[0].messages(place)))

    assert done.text.startswith("✓")
    assert rests
    assert after == before


async def test_the_last_reminder_in_a_thread_says_how_to_wake_it(database: Path, clock: HandClock):
    """Discord archives a thread in which nothing is written, and takes no commands there then."""
    async with table(database, clock) as made:
        thread = await in_thread(made)
        await made.people[0].command(thread, "table reminders", interval="2h", stop=2)
        await clock.on(3)
        first = reminders(made, thread)
        await clock.on(3)
        second = reminders(made, thread)
        await clock.on(3)
        notice = [one.text for one in made.people[0].messages(thread) if "no more reminders" in one.text]

    assert "write anything here" not in first
    assert "write anything here" in second
    assert len(notice) == 1
    assert "write anything here" in notice[0]


async def test_a_reminder_in_a_thread_asleep_takes_the_place_of_the_one_before(
    database: Path, clock: HandClock
):
    """Discord archives a thread sooner than the next reminder comes."""
    async with table(database, clock) as made:
        thread = await in_thread(made)
        await made.people[0].command(thread, "table reminders", interval="2h", stop=3)
        for _ in range(2):
            await clock.on(3)
            archive(made.server.world, thread)
        await clock.on(3)
        shown = reminders(made, thread)
        made.server.errors.clear()  # each removal finds the thread archived

    assert shown.count("<@") == 1


async def test_a_thread_asleep_in_which_the_bot_may_not_write_is_no_locked_one(tabletop: Table):
    """Its players are told, once however often it sleeps, that the bot may not write there, and not of a lock."""
    thread = await in_thread(tabletop)
    world, people = tabletop.server.world, tabletop.people
    parent = world.channel(thread)["parent_id"]
    archive(world, thread)
    world.overwrite(parent, BOT, deny=bits("send_messages_in_threads"))
    for move in DRAFT[:2]:
        table_ = await tabletop.bot.service.tables.find(1)
        await tabletop.bot.service.moves.act(1, None, table_.awaited[0].user_id, move)
        await until(lambda: resting(tabletop))
        await tabletop.acted()
        archive(world, thread, archived=False)  # somebody has written there
        archive(world, thread)
    world.overwrite(parent, BOT)
    await people[0].until(lambda: any("Move 2" in one.text for one in people[0].messages(thread)))

    assert [["may no longer write" in one.text for one in letters(person)] for person in people] == [
        [True]
    ] * 3
    tabletop.server.errors.clear()  # the first edit finds the thread archived


SHUT_OUT: dict[str, Callable[[Table, bool], None]] = {
    "its own overwrite": lambda made, shut: overwritten(made, BOT, shut=shut),
    "everybody's overwrite": lambda made, shut: overwritten(made, GUILD, shut=shut),
    "its roles": lambda made, shut: demoted(made, shut=shut),
}
"""How a moderator keeps the bot from writing in a channel, and lets it again."""


def demoted(tabletop: Table, *, shut: bool) -> None:
    """Take the permission to write anywhere from the bot's roles, or give it back."""
    for role in (GUILD, "Stationmaster"):
        permit(tabletop.server.world, role, "send_messages", allowed=not shut)


def overwritten(tabletop: Table, who: str, *names: str, shut: bool) -> None:
    """Take the permission to write in the table's channel from a role or member, or give it back."""
    denied = bits(*(names or ("send_messages",))) if shut else 0
    tabletop.server.world.overwrite(tabletop.people[0].channel_id(CHANNEL), who, deny=denied)


@pytest.mark.parametrize("way", SHUT_OUT)
async def test_a_table_rests_while_the_bot_may_not_write_in_its_channel(tabletop: Table, way: str):
    """Nobody could be called, so no clock runs; what is decided meanwhile is stored, and shown when it may again."""
    await tabletop.game()
    people, storage = tabletop.people, tabletop.bot.storage
    before = len(tabletop.shown)

    SHUT_OUT[way](tabletop, True)
    await until(lambda: told_of_rest(tabletop))
    owed, me = await storage.reminders.next_due(), await tabletop.awaited()
    await me.command(CHANNEL, "do", move=DRAFT[0])
    await tabletop.acted()
    silent, rests = len(tabletop.shown), await resting(tabletop)
    SHUT_OUT[way](tabletop, False)
    await people[0].until(lambda: "Move 1" in tabletop.sheets.text)
    await tabletop.settled()

    assert [["may no longer write" in one.text for one in letters(person)] for person in people] == [
        [True]
    ] * 3
    assert (owed, silent, rests) == (None, before, True)
    assert not await resting(tabletop)
    assert await storage.reminders.next_due() is not None


async def test_a_bot_invited_again_that_may_not_write_goes_on_when_it_may(tabletop: Table):
    """Nothing is posted in between, and nobody told twice that the table rests."""
    await tabletop.game()
    world, people = tabletop.server.world, tabletop.people
    world.kick(GUILD)
    await until(lambda: told_of_rest(tabletop))
    overwritten(tabletop, GUILD, shut=True)
    world.invite(GUILD)
    await tabletop.acted()
    rests = await resting(tabletop)
    overwritten(tabletop, GUILD, shut=False)

    async def awake() -> bool:
        return not await resting(tabletop)

    await until(awake)
    assert rests
    assert [["was removed" in one.text for one in letters(person)] for person in people] == [[True]] * 3


async def test_discord_is_asked_after_no_channel_of_a_table_that_plays(tabletop: Table):
    """A server that comes back may have a thousand of them."""
    await tabletop.game()
    (guild,), before = tabletop.bot.guilds, len(tabletop.server.log)
    await tabletop.bot.on_guild_available(guild)
    await tabletop.bot.on_guild_channel_update(guild.text_channels[0], guild.text_channels[0])
    await tabletop.settled()

    assert [sent for _, sent in tabletop.server.log[before:] if sent.method == "GET"] == []


async def test_a_table_whose_channel_is_hidden_rests_with_the_next_move(tabletop: Table):
    """Discord need not say that a channel is hidden; it refuses what is written there."""
    await tabletop.game()
    overwritten(tabletop, BOT, "view_channel", shut=True)
    await (await tabletop.awaited()).command(CHANNEL, "do", move=DRAFT[0])
    await until(lambda: resting(tabletop))
    await tabletop.acted()
    overwritten(tabletop, BOT, shut=False)
    await tabletop.people[0].until(lambda: "Move 1" in tabletop.sheets.text)

    assert not await resting(tabletop)
    tabletop.server.errors.clear()  # what was sent to a hidden place was refused


async def test_a_channel_that_shut_while_the_bot_was_away_lets_its_table_rest(tabletop: Table):
    """What a moderator changed meanwhile is noticed at the start, both ways."""
    await tabletop.game()
    await tabletop.close()
    demoted(tabletop, shut=True)
    await tabletop.open()
    await until(lambda: told_of_rest(tabletop))
    await tabletop.close()
    demoted(tabletop, shut=False)
    await tabletop.open()

    async def awake() -> bool:
        return not await resting(tabletop)

    await until(awake)


async def test_a_channel_that_shut_is_noticed_where_its_server_is_named_after_the_start(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
):
    """Discord names the servers when it can, and the bot does not wait for all of them."""
    await tabletop.game()
    await tabletop.close()
    demoted(tabletop, shut=True)

    async def on_tables_ready(_watch: Watch) -> None:
        """None of its servers has been named yet."""

    async def named() -> bool:
        return bool(tabletop.bot.guilds[0].channels)

    monkeypatch.setattr(Watch, "on_tables_ready", on_tables_ready)
    await tabletop.open()
    await until(named)
    await tabletop.bot.on_guild_available(tabletop.bot.guilds[0])
    await until(lambda: told_of_rest(tabletop))


@pytest.mark.parametrize("muted", [True, False])
async def test_what_is_stored_of_a_table_comes_before_it_goes_on(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch, muted: bool
):
    """Discord may tell of a server twice at once, or of a thread that is locked and open again."""

    async def is_muted(*_given: object) -> bool:
        return muted

    monkeypatch.setattr("bot.messages.resting.is_muted", is_muted)
    await tabletop.game()
    publisher = tabletop.bot.publisher
    async with tabletop.bot.service.tables.locked(1):
        rests = asyncio.create_task(publisher.rest(1, "muted" if muted else "locked"))
        await asyncio.sleep(0.05)
        goes_on = asyncio.create_task(publisher.go_on(1, seen=True))
        await asyncio.sleep(0.05)
    await rests
    await goes_on

    assert await resting(tabletop) == muted


async def put_out(tabletop: Table, place: str) -> dict[str, Any]:
    """Put the bot out of a private thread, where it finds out by a move; return the thread."""
    thread = tabletop.server.world.channel(place)
    tabletop.server.world.step_out(thread, BOT)
    table_ = await tabletop.bot.service.tables.find(1)
    await tabletop.bot.service.moves.act(1, None, table_.awaited[0].user_id, DRAFT[0])
    await until(lambda: resting(tabletop))
    return thread


async def test_a_private_thread_that_the_bot_is_put_out_of_lets_its_table_rest(tabletop: Table):
    """Its parent says nothing of who is in it; let in again, the table goes on."""
    place = await game_in(tabletop, "private thread")
    world, people = tabletop.server.world, tabletop.people
    thread = await put_out(tabletop, place)
    for person in people:
        await person.until(lambda person=person: letters(person))
    world.enter(thread, BOT)
    await people[0].until(lambda: any("Move 1" in one.text for one in people[0].messages(place)))

    assert [["may no longer write" in one.text for one in letters(person)] for person in people] == [
        [True]
    ] * 3
    tabletop.server.errors.clear()  # what was sent to a shut place was refused


async def test_a_table_that_may_not_write_looks_again_by_itself(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
):
    """Discord need not say that the bot may write again: a timeout ends without a word."""
    monkeypatch.setattr("bot.messages.resting.MUTED_FOR", timedelta(seconds=0.05))
    place = await game_in(tabletop, "private thread")
    world, people = tabletop.server.world, tabletop.people
    thread = await put_out(tabletop, place)
    thread["seats"].append(BOT)
    world.store.put_channel(thread)

    await people[0].until(lambda: any("Move 1" in one.text for one in people[0].messages(place)))
    tabletop.server.errors.clear()  # what was sent to a shut place was refused


def reminders(tabletop: Table, place: str) -> str:
    """What the reminders in a place say."""
    shown = tabletop.people[0].messages(place)
    return "\n".join(
        one.text for one in shown if any(b.get("custom_id", "").startswith("z:") for b in one.buttons)
    )
