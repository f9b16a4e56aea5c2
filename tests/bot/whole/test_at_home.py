"""A Discord that is slow, forbids, or is not there yet; a bot that is stopped while somebody waits."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

import bot
from bot.permissions import NEEDED, NEEDED_IN_THREADS
from tests.bot.local.moderator import permit
from tests.bot.person import COMES, Person
from tests.bot.servers import local_discord
from tests.bot.tabletop import CHANNEL, DRAFT, Table, own_process
from tests.bot.test_answers import answer, searching, told

BOARD = ["map-1.png", "market-1.png", "charters-1.png"]


# starting


@pytest.mark.slow
async def test_a_first_handshake_that_fails_is_tried_again(database: Path):
    """The gateway is overloaded while the bot starts: two sentences, no trace, then it is ready."""
    server = local_discord()
    serve, refused = server.backend.gateway.serve, []

    async def overloaded(request: web.Request) -> web.StreamResponse:
        if len(refused) < 2:
            refused.append(request)
            raise web.HTTPServiceUnavailable
        return await serve(request)

    server.backend.gateway.serve = overloaded  # type: ignore[method-assign]
    async with server, own_process(server, database, STATIONMASTER_RETRY_AFTER="0.05") as process:
        said = "\n".join(process.said)

    assert len(refused) == 2
    assert "Discord does not answer" in said
    assert "Traceback" not in said


@pytest.mark.slow
@pytest.mark.parametrize("status", [503, 429])
async def test_a_login_that_fails_is_tried_again(database: Path, status: int):
    """Discord is down when the bot starts, or shuts out the address that it shares with others, and comes back."""
    async with local_discord() as server:
        server.faults.server_error(status, path="/users/@me", times=2)
        async with own_process(server, database, STATIONMASTER_RETRY_AFTER="0.05") as process:
            said = "\n".join(process.said)

    assert "Discord does not answer" in said
    assert "Traceback" not in said


@pytest.mark.slow
async def test_a_token_that_is_reset_ends_the_bot_in_a_sentence(database: Path):
    """Discord refuses it when the connection is to be taken up again, long after the start."""
    async with local_discord() as server, own_process(server, database) as process:
        server.backend.token = server.backend.gateway.token = "another"
        server.invalidate()
        async with asyncio.timeout(30):
            await process.wait()
        while not process.said[-1].startswith("Discord refuses the token"):  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.02)

    assert process.returncode == 1
    assert "Traceback" not in "\n".join(process.said)


# stopping


async def test_a_stop_waits_for_what_is_being_answered(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """A move that was typed before the stop is stored and confirmed."""
    await tabletop.game()
    person = await tabletop.awaited()
    before = told(person)
    searching(tabletop, monkeypatch)
    press = asyncio.create_task(person.command(CHANNEL, "do", move=DRAFT[0]))
    await tabletop.reached()
    await tabletop.restart()
    await press

    assert (await answer(person, before)).text.startswith("✓")
    assert len(await tabletop.bot.storage.actions.in_force(1)) == 1


async def test_what_comes_after_the_end_is_told_to_nobody(tabletop: Table):
    """The library waits for the last of the servers longer than it lives, and then tells that it is ready."""
    ended = tabletop.bot
    await tabletop.restart()

    ended.dispatch("ready")

    assert ended.is_closed()


async def test_a_stop_tells_whoever_would_wait_in_vain(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """A search that takes longer than a stop may: the person learns that the bot is being restarted."""
    await tabletop.game()
    person = await tabletop.awaited()
    before = told(person)
    monkeypatch.setattr("bot.replies.LAST_ANSWERS", 0.1)
    searching(tabletop, monkeypatch, 30)
    press = asyncio.create_task(person.command(CHANNEL, "draft"))
    await tabletop.reached()
    await tabletop.restart()
    await press

    assert "being restarted" in (await answer(person, before)).text


@pytest.mark.slow
async def test_a_signal_to_end_leaves_nobody_without_an_answer(database: Path):
    """SIGTERM comes while the first acknowledgement is on its way: the answer arrives, then the process ends."""
    async with (
        local_discord() as server,
        own_process(server, database) as process,
        await Person.join(server.url) as person,
    ):
        held = server.faults.hold(path="/interactions/*")
        typed = asyncio.create_task(person.command(CHANNEL, "game new", title="18Mag", seats=3, seed=7))
        await held.arrived.wait()
        process.terminate()
        await asyncio.sleep(0.2)
        held.let_go()
        await typed
        said = await person.until(lambda: [one for one in told(person) if not one.loading])
        async with asyncio.timeout(COMES):
            code = await process.wait()

    assert said[0].text.startswith("Table 1 is open")
    assert code == 0


# permissions


def test_a_thread_needs_the_permissions_of_threads():
    """Discord asks there for Send Messages in Threads, and not for Send Messages."""
    assert (NEEDED.send_messages, NEEDED.send_messages_in_threads) == (True, False)
    assert (NEEDED_IN_THREADS.send_messages, NEEDED_IN_THREADS.send_messages_in_threads) == (False, True)


async def test_a_table_that_cannot_be_shown_is_not_opened(tabletop: Table):
    """Discord takes no message: the person is told, and the channel stays free."""
    person = (await tabletop.seat())[0]
    tabletop.server.faults.refuse(403, 50013, "Missing Permissions", method="POST", path="/channels/*")

    refused = await person.command(CHANNEL, "game new", title="18Mag", seats=3, seed=7)
    opened = await person.command(CHANNEL, "game new", title="18Mag", seats=3, seed=7)

    assert "I lack permissions in this channel" in refused.text
    assert "is open" in opened.text
    assert len(tabletop.having("l:")) == 1


async def test_whoever_plays_learns_what_the_bot_lacks(tabletop: Table):
    """The move is made; the answer names the permission that somebody has taken away."""
    await tabletop.game()
    person = await tabletop.awaited()
    for role in ("@everyone", "Stationmaster"):
        permit(tabletop.server.world, role, "attach_files", allowed=False)

    reply = await person.command(CHANNEL, "do", move=DRAFT[0])

    permit(tabletop.server.world, "Stationmaster", "attach_files", allowed=True)
    await person.until(lambda: [one.name for one in tabletop.sheets.pictures] == BOARD)
    tabletop.server.errors.clear()  # the board was refused

    assert reply.text.startswith("✓")
    assert "Permissions I lack: Attach Files" in reply.text


def test_the_invitation_asks_for_what_is_needed_and_no_more():
    """The number in the address is the sum of the permissions that a table needs anywhere."""
    about = (Path(bot.__file__).parents[1] / "docs" / "discord.md").read_text("utf-8")

    assert f"permissions={(NEEDED | NEEDED_IN_THREADS).value}\n" in about


def test_commands_are_for_servers_only(tabletop: Table):
    """Nobody can take the bot along as an app of their own; only what one sets for oneself works in private."""
    payload = {one.name: one.to_dict(tabletop.bot.tree) for one in tabletop.bot.tree.get_commands()}

    assert {tuple(one["integration_types"]) for one in payload.values()} == {(0,)}
    assert {name for name, one in payload.items() if one["contexts"] != [0]} == {"me"}


async def test_an_admin_sees_what_is_missing(tabletop: Table):
    """The status counts what Discord refused, and names what the bot lacks in the channel."""
    await tabletop.game()
    host = tabletop.people[0]
    complete = await host.command(CHANNEL, "admin status")
    for role in ("@everyone", "Stationmaster"):
        permit(tabletop.server.world, role, "attach_files", allowed=False)
    await tabletop.type_moves(DRAFT[:1])
    lacking = await host.command(CHANNEL, "admin status")
    permit(tabletop.server.world, "Stationmaster", "attach_files", allowed=True)
    await host.until(lambda: [one.name for one in tabletop.sheets.pictures] == BOARD)
    tabletop.server.errors.clear()  # the board was refused

    assert "refused: 0" in complete.text
    assert "all the permissions" in complete.text
    assert "refused: 0" not in lacking.text
    assert "Attach Files" in lacking.text


# typing


async def test_typing_does_not_wait_for_a_search(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """While routes are searched the suggestions say so; moves of the past and hexes are there at once."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:1])
    person = await tabletop.awaited()
    forever = asyncio.Event()

    async def search(*_: Any) -> bool:
        return await forever.wait()

    monkeypatch.setattr(tabletop.bot.service.precompute, "ready", search)
    async with asyncio.timeout(5):
        moves = await person.autocomplete(CHANNEL, "do", "move", "dra")
        undo = await person.autocomplete(CHANNEL, "undo", "to", "")
        hexes = await person.autocomplete(CHANNEL, "show lays", "hex", "")

    assert [(one.value, "searched" in one.name) for one in moves] == [("dra", True)]
    assert len(undo) == 1
    assert len(hexes) == 25


async def test_where_no_table_is_nothing_is_suggested(tabletop: Table, caplog: pytest.LogCaptureFixture):
    """An empty list, and not an error for every letter typed."""
    person = (await tabletop.seat())[0]

    offered = [
        await person.autocomplete(CHANNEL, "do", "move", "l"),
        await person.autocomplete(CHANNEL, "undo", "to", ""),
        await person.autocomplete(CHANNEL, "show lays", "hex", "D"),
        await person.autocomplete(CHANNEL, "game replace", "seat", ""),
    ]

    assert offered == [[], [], [], []]
    assert "failed" not in caplog.text


async def test_a_search_does_not_keep_anybody_from_looking(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """Map, history and belongings need no search."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:1])

    async def search(*_: Any) -> bool:
        return await asyncio.Event().wait()

    monkeypatch.setattr(tabletop.bot.service.precompute, "ready", search)
    async with asyncio.timeout(5):
        for label in ("Market", "More", "Trains"):
            shown = await tabletop.people[1].press(tabletop.board, label)
            assert shown.messages, label
