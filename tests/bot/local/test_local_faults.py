import asyncio
import subprocess
import sys
from pathlib import Path

import aiohttp
import discord as library
import pytest
from discord.gateway import KeepAliveHandler

from bot.local.address import point_discord_at
from bot.local.latency import Latency
from bot.local.wire import SentRequest
from tests.bot.local.demo import Demo, running
from tests.bot.local.long_waits import HandTimers, LongWaits
from tests.bot.person import Person, PersonRefused
from tests.bot.servers import TriedDiscord, local_discord
from tests.bot.spec import required


async def test_silence_is_told_when_the_clock_has_run_out(
    discord: TriedDiscord, bot: Demo, alder: Person, waits: LongWaits, timers: HandTimers
):
    typed = asyncio.create_task(alder.command("general", "slow", seconds=60.0))
    thinking = await waits.one()
    timers.on(discord.backend.interactions.answer_within)
    reply = await typed
    thinking.end()
    await bot.failed.wait()

    assert reply.kind == "failed"
    assert [failure.code for failure in bot.failures if isinstance(failure, library.NotFound)] == [10062]
    assert "Unknown interaction" in discord.errors[0]


async def test_a_token_dies_after_its_time(
    discord: TriedDiscord, bot: Demo, alder: Person, waits: LongWaits, timers: HandTimers
):
    typed = asyncio.create_task(alder.command("general", "think", seconds=901.0))
    thinking = await waits.one()
    timers.on(900)
    thinking.end()
    await bot.failed.wait()
    typed.cancel()

    assert [one.loading for one in alder.messages()] == [True]
    assert [failure.code for failure in bot.failures if isinstance(failure, library.HTTPException)] == [50027]
    assert len(discord.errors) == 1


async def test_a_rate_limit_is_waited_for_and_the_request_repeated(
    discord: TriedDiscord, alder: Person, waits: LongWaits
):
    discord.faults.rate_limit(300, method="POST", path="/channels/*/messages")
    await alder.command("general", "call", who="Birch")
    limited = await waits.one()
    meanwhile = len(alder.messages())
    limited.end()
    await alder.until(lambda: len(alder.messages()) == 3)

    assert (limited.seconds, meanwhile) == (300, 1)
    assert discord.faults.struck == 1
    assert discord.errors == []


async def test_a_server_error_is_tried_again(discord: TriedDiscord, alder: Person):
    discord.faults.server_error(500, method="POST", path="/channels/*/messages")
    await alder.command("general", "call", who="Birch")
    await alder.until(lambda: len(alder.messages()) == 3)

    assert discord.faults.struck == 1


async def test_a_missing_permission_comes_back_as_forbidden(discord: TriedDiscord, bot: Demo, alder: Person):
    discord.faults.refuse(403, 50013, "Missing Permissions", method="POST", path="/channels/*")
    await alder.command("general", "call", who="Birch")
    await bot.failed.wait()

    assert isinstance(bot.failures[0], library.Forbidden)
    assert bot.failures[0].code == 50013


async def test_latency_is_felt_by_presses_answers_and_events(
    discord: TriedDiscord, bot: Demo, alder: Person, waits: LongWaits
):
    """One way here with the command, one with the answer, one with what Discord says to that."""
    received = list[object]()

    async def on_interaction(interaction: object) -> None:
        received.append(interaction)

    bot.event(on_interaction)
    discord.backend.latency.slow(3600, jitter=0)
    typed = asyncio.create_task(alder.command("general", "bid"))
    here = await waits.one()
    before = len(received)
    here.end()
    back = await waits.one()
    sent = typed.done()
    back.end()
    reply = await typed
    receipt = await waits.one()
    receipt.end()

    assert (before, sent, reply.kind) == (0, False, "modal")
    assert 1000 < here.seconds <= back.seconds == receipt.seconds == 1800


def test_latency_varies_within_its_jitter():
    waits = [Latency(0.2, jitter=0.5).one_way() for _ in range(100)]

    assert 0.05 <= min(waits) < 0.09
    assert 0.11 < max(waits) <= 0.15


async def test_a_request_that_is_held_arrives_when_it_is_let_go(discord: TriedDiscord, alder: Person):
    held = discord.faults.hold(path="/interactions/*/callback")
    typed = asyncio.create_task(alder.command("general", "bid"))
    await held.arrived.wait()
    answered = [one.answered for one in discord.backend.interactions.live.values()]
    held.let_go()

    assert answered == [False]
    assert (await typed).kind == "modal"


async def test_an_answer_that_is_held_leaves_what_it_answers_done(
    discord: TriedDiscord, bot: Demo, alder: Person
):
    held = discord.faults.hold(after=True, path="/interactions/*/callback")
    reply = await alder.command("general", "slow", seconds=0.0)
    await held.arrived.wait()

    assert reply.text == "At last"
    assert bot.failures == []
    held.let_go()


@pytest.mark.parametrize("after", [False, True])
async def test_of_a_lost_request_the_bot_cannot_tell_whether_it_took_effect(
    discord: TriedDiscord, bot: Demo, alder: Person, after: bool
):
    discord.faults.lose(after=after, method="POST", path="/channels/*/messages")
    await alder.command("general", "call", who="Birch")
    await bot.failed.wait()

    assert isinstance(bot.failures[0], aiohttp.ClientConnectionError)
    assert len([one for one in alder.messages() if not one.ephemeral]) == after


async def test_a_request_delayed_alone_leaves_the_others_quick(
    discord: TriedDiscord, alder: Person, waits: LongWaits
):
    discord.faults.delay(300, method="POST", path="/channels/*/messages")
    await alder.command("general", "call", who="Birch")
    await alder.command("general", "bid")
    delayed = await waits.one()
    meanwhile = len(alder.messages())
    delayed.end()
    await alder.until(lambda: len(alder.messages()) == 3)

    assert (delayed.seconds, meanwhile) == (300, 1)


class NotedBeats(KeepAliveHandler):
    """Notes in which order a heartbeat is known to be sent and to be acknowledged."""

    order: list[str]

    def __setattr__(self, name: str, value: object) -> None:
        if name == "_last_send" and hasattr(self, "_last_send"):
            self.order.append("sent")
        super().__setattr__(name, value)

    def ack(self) -> None:
        """Take an acknowledgement."""
        self.order.append("acknowledged")
        super().ack()


@pytest.mark.slow
async def test_an_idle_bot_is_not_told_that_it_cannot_keep_up(monkeypatch: pytest.MonkeyPatch):
    """A heartbeat acknowledged sooner than the library notes that it was sent counts as one interval late."""
    order = NotedBeats.order = list[str]()
    monkeypatch.setattr("discord.gateway.KeepAliveHandler", NotedBeats)
    monkeypatch.setattr("bot.local.connection.A_WAY", 0.5)
    async with local_discord(heartbeat=1.0, latency=Latency(0)) as server, running(server):
        while len(order) < 7:  # noqa: ASYNC110 - a thread of the library's own
            await asyncio.sleep(0.02)

    assert order[:7] == ["acknowledged", *["sent", "acknowledged"] * 3]  # the first is sent with the login


async def test_the_bot_resumes_when_asked_to_reconnect_and_misses_nothing(
    discord: TriedDiscord,
    bot: Demo,
    alder: Person,
):
    discord.reconnect()
    reply = await alder.command("general", "board")
    await bot.resumed.wait()

    assert "turn 1" in reply.text
    assert (discord.backend.gateway.identified, discord.backend.gateway.resumed) == (1, 1)


async def test_the_bot_identifies_anew_when_its_session_is_gone(
    discord: TriedDiscord, bot: Demo, alder: Person
):
    discord.invalidate()
    await bot.wait_for("ready")
    reply = await alder.command("general", "board")

    assert "turn 1" in reply.text
    assert discord.backend.gateway.identified == 2


async def test_everything_is_there_after_a_restart_and_old_buttons_work(tmp_path: Path):
    database = tmp_path / "local.sqlite"
    async with local_discord(database=database) as server, running(server):
        async with await Person.join(server.url) as person:
            await person.command("general", "board")
            await person.command("general", "game new", title="1844")
            await person.command("general", "call", who=1)
            await person.until(lambda: len(person.messages()) == 5)
            texts = [message.text for message in person.messages() if not message.ephemeral]
        token, errors = server.token, server.errors
    async with local_discord(database=database) as server, running(server):
        async with await Person.join(server.url) as person:
            assert [message.text for message in person.messages()] == texts
            assert len(person.notifications) == 1
            picture = person.messages()[0].pictures[0]
            assert picture.url.startswith(server.url)
            assert (await person.fetch(picture.url)).startswith(b"\x89PNG")
            assert "turn 2" in (await person.press(person.messages()[0], "Done")).text
            assert "Alder joins" in (await person.press(person.messages()[1], "Join")).text
        assert server.token == token
        assert server.errors == errors == []


async def test_what_the_server_does_not_know_is_refused_and_written_down(discord: TriedDiscord):
    headers = {"Authorization": f"Bot {discord.token}"}
    async with aiohttp.ClientSession(f"{discord.url}/api/v10/", headers=headers) as session:
        for method, path, status in (
            ("GET", "voice/regions", 404),
            ("PUT", "users/@me", 405),
            ("GET", "channels/1", 404),
            ("POST", "webhooks/1/stolen", 401),
        ):
            async with session.request(
                method, path, json={"content": "x"} if method == "POST" else None
            ) as answer:
                assert answer.status == status
                assert "message" in await answer.json()

    assert len([error for error in discord.errors if error[:3].isdecimal()]) == 4


@pytest.mark.parametrize(
    "text",
    ["", "[]", "5", "{}", '{"id": 1}', '{"id": 1, "do": "fly"}', '{"id": 1, "do": "press", "message": 5}'],
)
async def test_nonsense_from_a_page_is_answered_with_an_error(discord: TriedDiscord, text: str):
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{discord.url}/page?seat=1") as socket:
        await socket.receive_json()
        await socket.send_str(text)
        answer = await socket.receive_json()

    assert answer["error"]


async def test_nonsense_from_a_bot_is_answered_with_an_error(discord: TriedDiscord):
    headers = {"Authorization": f"Bot {discord.token}"}
    channel = discord.backend.store.channels()[0]["id"]
    async with aiohttp.ClientSession(f"{discord.url}/api/v10/channels/", headers=headers) as session:
        for path in (f"{channel}/messages/{9**30}", f"{channel}/messages?limit=many"):
            async with session.get(path) as answer:
                assert answer.status == 400
        for body in ("{", "[]", '{"content": 5}', '{"components": [7]}'):
            async with session.post(f"{channel}/messages", data=body) as answer:
                assert answer.status == 400


async def test_a_wrong_token_gets_nowhere(discord: TriedDiscord):
    async with aiohttp.ClientSession() as session:
        url = f"{discord.url}/api/v10/users/@me"
        async with session.get(url, headers={"Authorization": "Bot wrong"}) as answer:
            assert answer.status == 401
        async with session.ws_connect(f"{discord.url}/gw/") as socket:
            await socket.receive_json()
            await socket.send_json({"op": 2, "d": {"token": "wrong", "intents": 1}})
            await socket.receive()

            assert socket.close_code == 4004


@pytest.mark.parametrize("headers", [{"Origin": "http://elsewhere.example"}, {"Host": "elsewhere.example"}])
async def test_pages_of_other_sites_stay_outside(discord: TriedDiscord, headers: dict[str, str]):
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
            await session.ws_connect(f"{discord.url}/page", headers=headers)

    assert refusal.value.status == 403


async def test_a_port_that_is_taken_is_reported(discord: TriedDiscord):
    with pytest.raises(OSError, match="in use"):
        async with local_discord(discord.port):
            pass


def test_the_server_alone_says_in_one_line_what_it_lacks(tmp_path: Path):
    broken = tmp_path / "broken.db"
    broken.write_text("no database at all, only a line of text that is long enough to be looked at")
    command = [sys.executable, "-m", "bot.local", "--database", str(broken)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)

    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "broken.db cannot be used" in done.stderr


async def test_a_sharded_bot_finds_its_guild(discord: TriedDiscord):
    point_discord_at(discord.url)
    async with library.AutoShardedClient(
        intents=library.Intents(guilds=True), guild_ready_timeout=0.05
    ) as client:
        task = asyncio.create_task(client.start(discord.token))
        await client.wait_for("ready")

        assert [guild.name for guild in client.guilds] == ["The local table"]
        assert discord.errors == []
    await task


async def test_names_of_seats_are_kept_apart(discord: TriedDiscord, alder: Person):
    answer = await alder._ask("seat", who=alder.id, name="Ákos", locale="hu")
    with pytest.raises(PersonRefused):
        await alder._ask("seat", name="birch")

    assert answer["seat"]["name"] == alder.name == "Ákos"
    assert discord.errors == []


def test_discords_description_finds_what_the_hand_rules_leave_to_it():
    spec = required()

    def check(payload: object, path: str = "/channels/1/messages") -> list[str]:
        return spec.check(SentRequest("POST", path, {}, payload, {}))

    assert check({"content": "x", "attachments": [{"id": 0}]}) == []
    assert check({"content": 5}) != []
    assert check({"type": 4, "data": {"content": "x" * 2001}}, "/interactions/1/token/callback") != []
    assert check({}, "/nowhere") != []


async def test_an_answer_is_not_late_for_want_of_a_processor(
    discord: TriedDiscord, bot: Demo, alder: Person, monkeypatch: pytest.MonkeyPatch
):
    """The time in which a busy machine gave this process none does not count."""
    counted = iter((10.0, 10.3))
    monkeypatch.setattr("tests.bot.servers.waited", lambda _process: next(counted, 10.3))
    discord.backend.interactions.answer_within = 0.2
    began = asyncio.get_running_loop().time()
    reply = await alder.command("general", "slow", seconds=0.9)
    passed = asyncio.get_running_loop().time() - began
    await bot.failed.wait()

    assert reply.kind == "failed"
    assert passed >= 0.5
