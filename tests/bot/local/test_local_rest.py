"""What the server refuses and how, what it obeys, and that every answer is one of Discord's."""

import asyncio
import json
from urllib.parse import urlsplit

import aiohttp
import pytest

from bot.limits import check_request
from bot.local.ids import BOT, GUILD
from tests.bot.local.moderator import new_guild
from tests.bot.local.rest import Rest, rest
from tests.bot.servers import TriedDiscord
from tests.bot.spec import required

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360000002000001"
    "e221bc330000000049454e44ae426082"
)
GALLERY = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}


async def test_every_kind_of_answer_is_one_that_discord_describes(discord: TriedDiscord):
    spec = required()
    thread = discord.world.new_thread(discord.world.channels()[0], {"name": "t", "type": 11})["id"]
    async with rest(discord) as ask:
        _, message = await ask("POST", f"{ask.room}/messages", {"content": "x", "embeds": [{"title": "t"}]})
        place = f"{ask.room}/messages/{message['id']}"
        before = spec.answers
        for method, path, body in (
            ("GET", "/users/@me", None),
            ("GET", "/users/@me/guilds", None),
            ("GET", f"/users/{BOT}", None),
            ("POST", "/users/@me/channels", {"recipient_id": discord.world.seats()[0]["id"]}),
            ("GET", "/oauth2/applications/@me", None),
            ("GET", "/applications/@me", None),
            ("GET", "/gateway", None),
            ("GET", "/gateway/bot", None),
            ("GET", f"/guilds/{GUILD}", None),
            ("GET", f"/guilds/{GUILD}?with_counts=true", None),
            ("GET", f"/guilds/{GUILD}/channels", None),
            ("GET", f"/guilds/{GUILD}/roles", None),
            ("GET", f"/guilds/{GUILD}/threads/active", None),
            ("GET", f"/guilds/{GUILD}/members/{BOT}", None),
            ("POST", f"/applications/{BOT}/commands", {"name": "go", "description": "Go"}),
            ("GET", f"/applications/{BOT}/commands", None),
            ("PUT", f"/applications/{BOT}/guilds/{GUILD}/commands", [{"name": "on", "description": "On"}]),
            ("GET", ask.room, None),
            ("GET", f"/channels/{thread}", None),
            ("GET", f"/channels/{thread}/thread-members", None),
            ("PUT", f"/channels/{thread}/thread-members/@me", None),
            ("GET", f"{ask.room}/messages", None),
            ("GET", place, None),
            ("PATCH", place, {"content": "y"}),
            ("POST", f"{place}/threads", {"name": "new"}),
            ("POST", f"{ask.room}/typing", {}),
            ("DELETE", place, None),
            ("GET", "/channels/1", None),
            ("POST", f"{ask.room}/messages", {"content": "x" * 2001}),
            ("POST", f"{ask.room}/messages", {}),
        ):
            status, _ = await ask(method, path, body)
            assert status < 500

    assert spec.answers - before == 30
    assert [error for error in discord.errors if error[3:7] == " to "] == []


async def test_errors_lie_in_a_tree_that_says_where(discord: TriedDiscord):
    async with rest(discord) as ask:
        status, body = await ask("POST", f"{ask.room}/messages", {"content": "x" * 2001})

    assert (status, body["code"]) == (400, 50035)
    assert "2001 characters" in body["errors"]["request"]["_errors"][0]["message"]


async def test_a_message_without_anything_is_refused_as_empty(discord: TriedDiscord):
    async with rest(discord) as ask:
        assert await ask.code("POST", f"{ask.room}/messages", {"content": ""}) == (400, 50006)
        _, message = await ask("POST", f"{ask.room}/messages", {"content": "x"})
        emptied = await ask.code("PATCH", f"{ask.room}/messages/{message['id']}", {"content": ""})

    assert emptied == (400, 50006)


async def numbered(ask: Rest, count: int) -> list[str]:
    """Post messages and return their numbers, oldest first."""
    posted = [await ask("POST", f"{ask.room}/messages", {"content": str(one)}) for one in range(count)]
    return [message["id"] for _, message in posted]


async def test_history_obeys_its_bounds(discord: TriedDiscord):
    discord.rates.pace = 1e6
    async with rest(discord) as ask:
        ids = await numbered(ask, 7)

        async def asked(query: str) -> list[int]:
            _, found = await ask("GET", f"{ask.room}/messages?{query}")
            return [ids.index(one["id"]) for one in found]

        assert await asked("limit=2") == [6, 5]
        assert await asked(f"before={ids[3]}&limit=2") == [2, 1]
        assert await asked(f"after={ids[3]}&limit=2") == [5, 4]
        around = await asked(f"around={ids[3]}&limit=4")
        assert 3 in around
        assert len(around) == 4
        for query in ("limit=0", "limit=101", f"around={ids[0]}&after={ids[1]}"):
            assert await ask.code("GET", f"{ask.room}/messages?{query}") == (400, 50035)


async def test_a_body_may_come_as_a_form(discord: TriedDiscord):
    async with rest(discord) as ask:
        plain = await ask("POST", f"{ask.room}/messages", data={"content": "as a form"})
        wrapped = await ask(
            "POST", f"{ask.room}/messages", data={"payload_json": json.dumps({"content": "x"})}
        )

    assert (plain[0], plain[1]["content"]) == (200, "as a form")
    assert (wrapped[0], wrapped[1]["content"]) == (200, "x")


def upload(body: object, **files: bytes) -> aiohttp.FormData:
    form = aiohttp.FormData()
    form.add_field("payload_json", json.dumps(body), content_type="application/json")
    for place, data in enumerate(files.values()):
        form.add_field(f"files[{place}]", data, filename="a.png", content_type="image/png")
    return form


async def test_a_file_that_is_shown_cannot_be_dropped_and_its_link_expires(discord: TriedDiscord):
    async with rest(discord) as ask:
        shown = {"flags": 1 << 15, "components": [GALLERY], "attachments": [{"id": 0}]}
        _, message = await ask("POST", f"{ask.room}/messages", data=upload(shown, a=PIXEL))
        place = f"{ask.room}/messages/{message['id']}"
        refused = await ask.code("PATCH", place, {"attachments": []})
        _, kept = await ask("GET", place)
        link = kept["attachments"][0]["url"]
        async with ask.session.get(link) as answer:
            fresh = answer.status
        async with ask.session.get(link.partition("?")[0]) as answer:
            bare = answer.status
        discord.backend.links.life = 1e-6
        _, again = await ask("GET", place)
        async with ask.session.get(again["attachments"][0]["url"]) as answer:
            expired = answer.status

    assert refused == (400, 50035)
    assert kept["components"][0]["items"][0]["media"]["url"] == link
    assert (fresh, bare, expired) == (200, 404, 404)


async def test_a_nonce_is_obeyed_for_a_while_and_refused_when_its_message_is_gone(discord: TriedDiscord):
    body = {"content": "once", "nonce": "abc", "enforce_nonce": True}
    async with rest(discord) as ask:
        _, first = await ask("POST", f"{ask.room}/messages", body)
        _, second = await ask("POST", f"{ask.room}/messages", body)
        await ask("DELETE", f"{ask.room}/messages/{first['id']}")
        gone = await ask.code("POST", f"{ask.room}/messages", body)
        discord.backend.messages.nonces.life = 0.0
        _, later = await ask("POST", f"{ask.room}/messages", body)
        long = await ask.code("POST", f"{ask.room}/messages", {**body, "nonce": "x" * 26})

    assert first["id"] == second["id"] != later["id"]
    assert gone == (404, 10008)
    assert long == (400, 50035)


async def test_a_nonce_is_its_authors_whatever_the_channel(discord: TriedDiscord):
    """The same one in another channel posts nothing: what was posted first comes back."""
    other = discord.world.new_channel("other")
    body = {"content": "once", "nonce": "abc", "enforce_nonce": True}
    async with rest(discord) as ask:
        _, first = await ask("POST", f"{ask.room}/messages", body)
        _, second = await ask("POST", f"/channels/{other['id']}/messages", {**body, "content": "twice"})
        _, shown = await ask("GET", f"/channels/{other['id']}/messages")

    assert (second["id"], second["channel_id"]) == (first["id"], first["channel_id"])
    assert shown == []


async def test_whom_a_message_mentions_is_worked_out_anew_from_each_edit(discord: TriedDiscord):
    """From the text as it stands and from what that very edit allows; what was allowed before does not count."""
    alder, birch = (seat["id"] for seat in discord.world.seats()[:2])
    text = f"<@{alder}> <@{birch}>"
    first = {"content": text, "allowed_mentions": {"users": [alder, birch]}}
    edits = [
        {"content": text, "allowed_mentions": {"users": [birch]}},
        {"content": text, "allowed_mentions": {"parse": []}},
        {"content": f"<@{alder}>", "allowed_mentions": {"users": [alder, birch]}},
    ]
    async with rest(discord) as ask:
        _, message = await ask("POST", f"{ask.room}/messages", first)
        found = [[one["id"] for one in message["mentions"]]]
        for edit in edits:
            _, changed = await ask("PATCH", f"{ask.room}/messages/{message['id']}", edit)
            found.append([one["id"] for one in changed["mentions"]])

    assert found == [[alder, birch], [birch], [], [alder]]


async def test_commands_can_be_changed_one_by_one_and_guild_by_guild(discord: TriedDiscord):
    other = new_guild(discord.world, "Elsewhere").id
    path = f"/applications/{BOT}/guilds/{{}}/commands"
    async with rest(discord) as ask:
        status, made = await ask("POST", path.format(GUILD), {"name": "go", "description": "Go"})
        again, same = await ask("POST", path.format(GUILD), {"name": "go", "description": "Go on"})
        one = f"{path.format(GUILD)}/{made['id']}"
        _, changed = await ask("PATCH", one, {"description": "Gone"})
        _, elsewhere = await ask("GET", path.format(other))
        await ask("DELETE", one)
        missing = await ask.code("GET", one)
        strange = await ask.code("GET", path.format("1"))

    assert (status, again, same["id"], changed["description"]) == (201, 200, made["id"], "Gone")
    assert elsewhere == []
    assert (missing, strange) == ((404, 10063), (404, 10004))


def test_options_of_a_sub_command_in_a_group_are_legal_and_stand_nowhere_deeper():
    def tree(*options: dict[str, object]) -> list[dict[str, object]]:
        return [{"name": "a", "description": "A", "options": list(options)}]

    value = {"type": 3, "name": "v", "description": "V"}
    sub = {"type": 1, "name": "s", "description": "S", "options": [value]}
    group = {"type": 2, "name": "g", "description": "G", "options": [sub]}
    path = f"/applications/{BOT}/commands"

    assert check_request("PUT", path, tree(group)) == []
    for wrong in ({**group, "options": [value]}, {**sub, "options": [sub]}, {**value, "options": [value]}):
        assert check_request("PUT", path, tree(wrong)) != []


async def test_whoever_hangs_up_in_the_middle_of_a_request_leaves_no_trace(
    discord: TriedDiscord, caplog: pytest.LogCaptureFixture
):
    """A bot that is stopped, or whose table has ended, breaks its requests off."""
    address = urlsplit(discord.url)
    _, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(
        b"POST /api/v10/channels/1/messages HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    )
    writer.write(b"Content-Length: 100\r\n\r\n{")
    await writer.drain()
    await asyncio.sleep(0.2)
    writer.transport.abort()
    await asyncio.sleep(0.3)

    assert caplog.text == ""
    assert discord.errors == []
