"""Places and people: who sees what, who may do what, and what the bot is told of it."""

import asyncio

import pytest

from bot.local.channels import ANNOUNCEMENT, FORUM, VOICE
from bot.local.ids import BOT, GUILD
from bot.local.permissions import bits
from bot.local.shapes import role_json
from tests.bot.local.demo import Demo
from tests.bot.local.moderator import add_role, archive, leave, lose_sight, new_guild, nick, permit
from tests.bot.local.rest import rest
from tests.bot.local.test_local_rest import PIXEL, upload
from tests.bot.person import Person, PersonRefused
from tests.bot.servers import TriedDiscord

SAID = {"content": "x"}
FORBIDDEN, UNSEEN = (403, 50013), (403, 50001)


async def test_an_interaction_says_truly_what_the_bot_may_do_there(discord: TriedDiscord, alder: Person):
    before = (await alder.command("general", "may")).text
    permit(discord.world, "Stationmaster", "attach_files", allowed=False)
    permit(discord.world, "@everyone", "attach_files", allowed=False)
    discord.world.overwrite(alder.channel_id("general"), BOT, allow=bits("manage_threads"))
    after = (await alder.command("general", "may")).text

    assert "attach_files" in before
    assert "manage_threads" not in before
    assert "attach_files" not in after
    assert "manage_threads" in after


@pytest.mark.parametrize(
    ("denied", "files", "refusal"),
    [
        ("attach_files", {"a": PIXEL}, FORBIDDEN),
        ("send_messages", {}, FORBIDDEN),
        ("view_channel", {}, UNSEEN),
    ],
)
async def test_a_channel_may_deny_the_bot_what_its_role_has(
    discord: TriedDiscord, denied: str, files: dict[str, bytes], refusal: tuple[int, int]
):
    async with rest(discord) as ask:
        fine = await ask("POST", f"{ask.room}/messages", data=upload(SAID, **files))
        discord.world.overwrite(ask.channel, GUILD, deny=bits(denied))
        refused = await ask.code("POST", f"{ask.room}/messages", data=upload(SAID, **files))
        discord.world.overwrite(ask.channel, BOT, allow=bits(denied))
        again = await ask("POST", f"{ask.room}/messages", data=upload(SAID, **files))

    assert (fine[0], refused, again[0]) == (200, refusal, 200)


async def test_threads_need_their_own_permission_and_a_locked_one_stays_shut(discord: TriedDiscord):
    world = discord.world
    async with rest(discord) as ask:
        thread = world.new_thread(world.channel(ask.channel), {"name": "t", "type": 11}, owner="1")["id"]
        world.overwrite(ask.channel, GUILD, deny=bits("send_messages"))
        posted = (await ask("POST", f"/channels/{thread}/messages", SAID))[0]
        archive(world, thread)
        edited = await ask.code("PATCH", f"/channels/{thread}", {"name": "u"})
        opened = (await ask("POST", f"/channels/{thread}/messages", SAID))[0]
        archive(world, thread, locked=True)
        locked = await ask.code("POST", f"/channels/{thread}/messages", SAID)
        unlocked = await ask.code("PATCH", f"/channels/{thread}", {"archived": False})
        world.overwrite(ask.channel, GUILD, deny=bits("send_messages", "send_messages_in_threads"))
        world.overwrite(ask.channel, BOT, deny=bits("send_messages_in_threads"))
        archive(world, thread, archived=False, locked=False)
        denied = await ask.code("POST", f"/channels/{thread}/messages", SAID)

    assert (posted, opened) == (200, 200)
    assert edited == locked == (400, 50083)
    assert unlocked == denied == FORBIDDEN


async def test_a_private_thread_is_for_its_members(discord: TriedDiscord, alder: Person, birch: Person):
    world = discord.world
    general = world.channel(alder.channel_id("general"))
    thread = world.new_thread(general, {"name": "secret", "type": 12}, owner=alder.id)
    async with rest(discord) as ask:
        path = f"/channels/{thread['id']}"
        unseen = await ask.code("POST", f"{path}/messages", SAID)
        world.enter(thread, BOT)
        await alder.until(lambda: thread["id"] in alder.channels)
        before = thread["id"] in birch.channels
        await ask("POST", f"{path}/messages", {"content": f"Come in, {birch.mention}"})
        await birch.until(lambda: thread["id"] in birch.channels and birch.notifications)
        _, members = await ask("GET", f"{path}/thread-members")
        await ask("DELETE", f"{path}/thread-members/@me")
        left = await ask.code("GET", path)

    assert unseen == left == UNSEEN
    assert not before
    assert {member["user_id"] for member in members} == {alder.id, BOT, birch.id}


async def test_each_kind_of_channel_takes_what_it_takes(discord: TriedDiscord):
    world = discord.world
    kinds = {kind: world.new_channel(f"kind-{kind}", kind)["id"] for kind in (VOICE, ANNOUNCEMENT, FORUM)}
    async with rest(discord) as ask:
        posts = {kind: (await ask("POST", f"/channels/{kinds[kind]}/messages", SAID)) for kind in kinds}
        plain = {"name": "t", "type": 11}
        nowhere = await ask.code("POST", f"/channels/{kinds[VOICE]}/threads", plain)
        news = await ask("POST", f"/channels/{kinds[ANNOUNCEMENT]}/threads", {"name": "t", "type": 10})
        status, post = await ask("POST", f"/channels/{kinds[FORUM]}/threads", {"name": "t", "message": SAID})
        within = await ask("POST", f"/channels/{post['id']}/messages", SAID)

    assert [posts[kind][0] for kind in (VOICE, ANNOUNCEMENT, FORUM)] == [200, 200, 400]
    assert posts[FORUM][1]["code"] == 50008
    assert nowhere == (400, 50024)
    assert (news[1]["type"], status, post["type"], post["message"]["content"]) == (10, 201, 11, "x")
    assert within[0] == 200
    assert [error[:3] for error in discord.errors] == ["400", "400"]


async def test_a_bot_is_taken_from_a_guild_and_invited_again(discord: TriedDiscord, bot: Demo, alder: Person):
    world = discord.world
    second = new_guild(world, "Elsewhere")
    await bot.wait_for("guild_join", timeout=5)
    names = sorted(guild.name for guild in bot.guilds)
    lobby = next(one["id"] for one in world.of_guild(second.id))
    await alder.until(lambda: lobby in alder.channels)
    reply = await alder.command("lobby", "may")
    world.kick(second.id)
    await bot.wait_for("guild_remove", timeout=5)
    with pytest.raises(PersonRefused, match="not here"):
        await alder.command("lobby", "may")
    async with rest(discord) as ask:
        gone = await ask.code("POST", f"/channels/{lobby}/messages", SAID)
        unknown = await ask.code("GET", f"/guilds/{second.id}")
    world.invite(second.id)
    await bot.wait_for("guild_join", timeout=5)

    assert names == ["Elsewhere", "The local table"]
    assert reply.message.raw["guild_id"] == second.id
    assert (gone, unknown) == (UNSEEN, (404, 10004))
    assert (await alder.command("lobby", "may")).text == reply.text


async def test_a_guild_out_of_reach_is_no_guild_left(discord: TriedDiscord, bot: Demo):
    lose_sight(discord.world, GUILD)
    await bot.wait_for("guild_unavailable", timeout=5)
    async with rest(discord) as ask:
        status, _ = await ask("POST", f"{ask.room}/messages", SAID)
    lose_sight(discord.world, GUILD, lost=False)
    await bot.wait_for("guild_available", timeout=5)

    assert status == 503
    assert [guild.id for guild in bot.guilds] == [int(GUILD)]


async def test_whoever_left_is_no_member_and_called_by_nothing(
    discord: TriedDiscord, alder: Person, birch: Person
):
    leave(discord.world, birch.id)
    async with rest(discord) as ask:
        missing = await ask.code("GET", f"/guilds/{GUILD}/members/{birch.id}")
        await ask("POST", f"{ask.room}/messages", {"content": f"{birch.mention}, it is your turn"})
        await alder.until(alder.messages)
        discord.world.join(GUILD, birch.id)
        await ask("POST", f"{ask.room}/messages", {"content": f"{birch.mention}, and now?"})
        await birch.until(lambda: birch.notifications)

    assert missing == (404, 10007)
    assert [ping.message for ping in birch.notifications] == [alder.last().id]


async def test_two_members_may_bear_one_name(discord: TriedDiscord, alder: Person, birch: Person):
    nick(discord.world, GUILD, birch.id, "Alder")
    told = [(await person.command("general", "may")).text for person in (alder, birch)]

    assert [text.partition(":")[0] for text in told] == ["Alder", "Alder"]


async def test_channels_roles_and_mentionables_are_told_as_the_library_reads_them(
    discord: TriedDiscord, bot: Demo, alder: Person, birch: Person
):
    add_role(discord.world, role_json("77", "Hosts", bits("manage_guild")), [birch.id])
    await asyncio.sleep(0)
    general = alder.channel_id("general")
    named = await alder.command("general", "name", channel=general, role="Hosts", anybody="Birch")
    chosen = await alder.choose(named.message, "choose", "Hosts", "Cedar")

    assert named.text == "general True Hosts birch"
    assert set(chosen.text.split()) == {"Hosts", "cedar"}
    assert bot.failures == []


async def test_a_role_calls_those_who_have_it(discord: TriedDiscord, birch: Person):
    add_role(discord.world, role_json("77", "Hosts", 0, mentionable=True), [birch.id])
    async with rest(discord) as ask:
        await ask("POST", f"{ask.room}/messages", {"content": "<@&77>", "allowed_mentions": {"parse": []}})
        _, message = await ask("POST", f"{ask.room}/messages", {"content": "<@&77>, come"})
    await birch.until(lambda: len(birch.messages()) == 2)

    assert [ping.message for ping in birch.notifications] == [message["id"]]


async def test_a_form_opened_by_a_command_may_be_acknowledged_and_answered_later(
    discord: TriedDiscord, bot: Demo, alder: Person
):
    form = await bot.form(alder, "later")
    reply = await alder.submit(form, {"line": "well"})
    await alder.until(lambda: reply.messages)

    assert reply.text == "Later: well"
    assert discord.errors == []
