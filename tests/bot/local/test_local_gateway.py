import json
from typing import Any

import pytest
from discord.gateway import DiscordWebSocket

from bot.local.address import find_discord
from bot.local.ids import BOT, GUILD
from tests.bot.local.rest import rest, wire
from tests.bot.person import Person
from tests.bot.servers import TriedDiscord, local_discord


@pytest.mark.parametrize("compress", ["", "&compress=zlib-stream"])
async def test_every_frame_has_its_four_fields_plain_or_packed(discord: TriedDiscord, compress: str):
    async with wire(discord, f"?v=10&encoding=json{compress}") as bare:
        hello = await bare.read()
        await bare.send(1)
        acknowledged = await bare.until(11)
        await bare.identify()
        ready = await bare.until(0, "READY")
        guild = await bare.until(0, "GUILD_CREATE")

    assert all(set(frame) == {"op", "d", "s", "t"} for frame in (hello, acknowledged, ready, guild))
    assert (hello["s"], hello["t"], ready["s"], guild["s"]) == (None, None, 1, 2)
    assert ready["d"]["guilds"] == [{"id": GUILD, "unavailable": True}]
    assert [member["user"]["id"] for member in guild["d"]["members"]] == [BOT]


async def test_bytes_are_read_like_text_and_the_token_may_say_that_it_is_a_bot(discord: TriedDiscord):
    async with wire(discord) as bare:
        about = {"token": f"Bot {discord.token}", "intents": 1, "properties": {}}
        await bare.socket.send_bytes(json.dumps({"op": 2, "d": about}).encode())

        assert (await bare.until(0))["t"] == "READY"


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (["nonsense"], 4002),
        (["[]"], 4002),
        ([{"op": 99}], 4001),
        ([{"op": 3, "d": {}}], 4003),
        ([{"op": 8, "d": {}}], 4003),
        ([{"op": 2, "d": {"token": "wrong", "intents": 1, "properties": {}}}], 4004),
        ([{"op": 2, "d": {"intents": 1}}], 4002),
        ([{"op": 2, "d": "login"}, {"op": 2, "d": "login"}], 4005),
        ([{"op": 2, "d": "login"}, {"op": 6, "d": "login"}], 4005),
        ([{"op": 2, "d": "login", "intents": 1 << 40}], 4013),
        ([{"op": 2, "d": "login", "intents": 1 << 15}], 4014),
        ([{"op": 2, "d": "login", "shard": [2, 2]}], 4010),
        ([{"op": 1}] * 121, 4008),
    ],
)
async def test_whoever_breaks_the_rules_of_the_gateway_is_cut_off(
    discord: TriedDiscord, frames: list[Any], code: int
):
    async with wire(discord) as bare:
        for frame in frames:
            if isinstance(frame, dict) and frame.get("d") == "login":
                changed = {key: frame[key] for key in ("intents", "shard") if key in frame}
                about = {"token": discord.token, "intents": 1, "properties": {}, **changed}
                frame = {"op": frame["op"], "d": about}
            await bare.socket.send_str(frame if isinstance(frame, str) else json.dumps(frame))

        assert await bare.closed() == code


async def test_a_session_resumes_where_it_was_and_not_further(discord: TriedDiscord):
    async with wire(discord) as bare:
        session = (await (await bare.identify()).until(0, "READY"))["d"]["session_id"]
        await bare.until(0, "GUILD_CREATE")
    discord.world.new_channel("meanwhile")
    async with wire(discord) as bare:
        await bare.send(6, {"token": discord.token, "session_id": session, "seq": 40})
        assert await bare.closed() == 4007
    async with wire(discord) as bare:
        await bare.send(6, {"token": discord.token, "session_id": session, "seq": 2})
        missed, resumed = await bare.until(0), await bare.until(0)
    async with wire(discord) as bare:
        await bare.send(6, {"token": discord.token, "session_id": "another", "seq": 2})
        refused = await bare.until(9)

    assert (missed["t"], missed["d"]["name"], missed["s"]) == ("CHANNEL_CREATE", "meanwhile", 3)
    assert resumed["t"] == "RESUMED"
    assert refused["d"] is False


async def test_a_second_login_hears_everything_once_on_its_own_socket(discord: TriedDiscord):
    async with wire(discord) as first:
        await (await first.identify()).until(0, "GUILD_CREATE")
        await first.identify()
        assert await first.closed() == 4005
        async with wire(discord) as second:
            await (await second.identify()).until(0, "GUILD_CREATE")
            discord.world.new_channel("once")
            heard = await second.read()

    assert heard["t"] == "CHANNEL_CREATE"
    assert len(discord.backend.gateway.sessions) == 1


async def test_a_heart_that_has_stopped_ends_the_connection_and_the_session_can_be_resumed():
    async with local_discord(heartbeat=0.1) as server, wire(server) as bare:
        session = (await (await bare.identify()).until(0, "READY"))["d"]["session_id"]

        assert await bare.closed() == 4000
        async with wire(server) as again:
            await again.send(6, {"token": server.token, "session_id": session, "seq": 1})
            assert (await again.until(0, "RESUMED"))["t"] == "RESUMED"


async def test_members_are_sent_to_whoever_asks_for_them(discord: TriedDiscord):
    birch = discord.world.seat("Birch")["id"]
    async with wire(discord) as bare:
        await (await bare.identify()).until(0, "GUILD_CREATE")
        await bare.send(8, {"guild_id": GUILD, "user_ids": [birch, "1"], "nonce": "n"})
        named = (await bare.until(0, "GUILD_MEMBERS_CHUNK"))["d"]
        await bare.send(8, {"guild_id": GUILD, "query": "ce", "limit": 5})
        found = (await bare.until(0, "GUILD_MEMBERS_CHUNK"))["d"]

    assert ([one["user"]["id"] for one in named["members"]], named["nonce"]) == ([birch], "n")
    assert named["not_found"] == ["1"]
    assert [one["user"]["global_name"] for one in found["members"]] == ["Cedar"]


@pytest.mark.parametrize(("approved", "read"), [(0, ""), (1 << 15, "For people only")])
async def test_what_people_write_is_read_with_its_intent_alone(approved: int, read: str):
    async with local_discord() as server, wire(server) as bare:
        server.backend.gateway.approved = approved
        await (await bare.identify(intents=1 | 1 << 9 | approved)).until(0, "GUILD_CREATE")
        async with await Person.join(server.url) as person:
            await person.say("general", "For people only")
            hidden = await bare.until(0, "MESSAGE_CREATE")
            await person.say("general", f"<@{BOT}> this is for you")
            told = await bare.until(0, "MESSAGE_CREATE")

    assert hidden["d"]["content"] == read
    assert told["d"]["content"] == f"<@{BOT}> this is for you"


async def test_the_gateway_is_found_where_discord_says_it_is(discord: TriedDiscord):
    async with rest(discord) as ask:
        _, plain = await ask("GET", "/gateway")
        _, about = await ask("GET", "/gateway/bot")

    assert plain["url"] == about["url"] == f"ws{discord.url.removeprefix('http')}/gw/"
    assert about["session_start_limit"]["max_concurrency"] == 1


async def test_a_bot_finds_the_gateway_of_any_server_that_says_where_it_is(discord: TriedDiscord):
    elsewhere = "wss://gateway.example/socket"
    own = f"ws{discord.url.removeprefix('http')}/gw/"
    discord.backend.gateway.url = elsewhere
    await find_discord(f"{discord.url}/", discord.token)
    told = str(DiscordWebSocket.DEFAULT_GATEWAY)
    discord.faults.server_error(503, path="/gateway/bot")
    await find_discord(discord.url, discord.token)

    assert told == elsewhere
    assert str(DiscordWebSocket.DEFAULT_GATEWAY) == own
