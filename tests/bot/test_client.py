"""The client: no press without an answer, errors as sentences, commands sent only when they changed, clean starts."""

import asyncio
import gc
import logging
import os
import sqlite3
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import ui

import bot.__main__ as program
from bot.__main__ import _greet_frozen, main
from bot.errors.storage import Unreachable
from bot.limits import check_request
from bot.logs import Censor
from bot.presses import on_press
from bot.reminders import SystemClock
from bot.replies import guarded
from bot.settings import BadSettings, Settings, read_settings
from bot.storage import Storage, utc_now
from tests.bot.person import Person
from tests.bot.seen import SeenMessage
from tests.bot.servers import local_discord
from tests.bot.tabletop import CHANNEL, Table, address_of, own_process, said_at_the_end

PATIENCE = 60
"""How many seconds a command may take on a busy machine."""


async def run(*arguments: str, **environment: str) -> tuple[int, str, str]:
    """Run the bot's command until it ends; return its code and what it wrote."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("STATIONMASTER_")}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *arguments),
        env={**kept, **environment},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            out, err = await process.communicate()
    finally:
        await ended(process)
    return process.returncode or 0, out.decode(), err.decode()


async def ended(process: asyncio.subprocess.Process) -> None:
    """Leave no process behind, whatever a test has met."""
    if process.returncode is None:
        process.kill()
        await process.wait()


async def posted(table: Table, label: str, custom_id: str) -> tuple[Person, SeenMessage]:
    """Post a message with one button, and return it with the person who sees it."""
    alder = (await table.seat())[0]
    channel = table.bot.get_partial_messageable(int(alder.channel_id(CHANNEL)))
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label=label, custom_id=custom_id))
    view.stop()
    await channel.send("Look", view=view)
    return alder, (await alder.until(lambda: alder.messages(CHANNEL)))[-1]


async def test_a_missing_token_is_one_sentence():
    """No trace, exit code 1."""
    code, out, err = await run(STATIONMASTER_TOKEN="")

    assert (code, out) == (1, "")
    assert err.startswith("No token")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("line", "code"), [("--seat 3", 2), ("--port 80", 2), ("--local --port x", 2), ("-h", 0)]
)
def test_bad_usage_and_help(line: str, code: int, capsys: pytest.CaptureFixture[str]):
    """Exit code 2 for what cannot be understood, 0 for help."""
    with pytest.raises(SystemExit) as ended:
        main(line.split())

    told = capsys.readouterr()
    assert ended.value.code == code
    assert "--local" in (told.err if code else told.out)


@pytest.mark.parametrize(
    ("code", "told"), [(4004, "STATIONMASTER_TOKEN"), (4011, "STATIONMASTER_SHARDS"), (4013, "(4013)")]
)
def test_a_connection_closed_for_good_is_one_sentence(
    code: int, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """The token was reset, or the bot is in so many servers that Discord wants shards: no trace, exit code 1."""

    async def closed(*_: object) -> None:
        raise discord.ConnectionClosed(SimpleNamespace(), shard_id=None, code=code)  # type: ignore[arg-type]

    monkeypatch.setattr(program, "_online", closed)
    monkeypatch.setenv("STATIONMASTER_TOKEN", "abc")

    assert main([]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line


async def test_moves_are_timed_by_the_clock_that_deadlines_go_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A jump of the machine's clock that neither believes empties nobody's bank of hours."""
    made: list[tuple[Storage, Any]] = []

    class Stopped(Exception):
        pass

    def make(_settings: Settings, storage: Storage, *, clock: SystemClock) -> None:
        made.append((storage, clock))
        raise Stopped

    monkeypatch.setattr(program, "Bot", make)
    with pytest.raises(Stopped):
        await program._serve(read_settings(database=address_of(tmp_path / "games.db")), "abc")
    ((storage, clock),) = made
    before = clock.now()
    clock._wall = lambda: utc_now() + timedelta(days=1)

    assert timedelta() <= clock.now() - before < timedelta(minutes=5)
    assert timedelta() <= storage.now() - before < timedelta(minutes=5)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("prepare", "told"),
    [
        (lambda path: path.write_bytes(b"not a database at all, but long enough to look"), "not a database"),
        (
            lambda path: sqlite3.connect(path).execute("CREATE TABLE cats (name)").connection.close(),
            "another program",
        ),
        (lambda path: path.mkdir(), "cannot be opened"),
    ],
)
async def test_a_broken_database_is_one_sentence(
    tmp_path: Path, prepare: Callable[[Path], object], told: str
):
    """Whatever is there is left as it is, and said so without a trace."""
    path = tmp_path / "games.db"
    prepare(path)

    code, _, err = await run(STATIONMASTER_TOKEN="secret-token-123", STATIONMASTER_DATABASE=address_of(path))

    assert code == 1
    assert told in err
    assert "Traceback" not in err
    assert "secret-token-123" not in err


UNPRIVILEGED = ("setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override")
"""Root may write anywhere; without this capability even root keeps to the modes of files."""


@pytest.mark.slow
@pytest.mark.parametrize("local", [True, False])
async def test_a_read_only_folder_is_one_sentence(tmp_path: Path, local: bool):
    """Neither the bot nor the local table starts where it may not write, and nothing is left behind."""
    folder = tmp_path / "readonly"
    folder.mkdir()
    folder.chmod(0o555)
    prefix = UNPRIVILEGED if os.geteuid() == 0 else ()
    address = address_of(folder / "games.db")
    chosen = ("--local", "--port", "0") if local else ()

    process = await asyncio.create_subprocess_exec(
        *(*prefix, sys.executable, "-m", "bot", *chosen, "--database", address),
        env={**os.environ, "STATIONMASTER_TOKEN": "secret-token-123"},
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            _, err = await process.communicate()
    finally:
        await ended(process)

    assert process.returncode == 1
    assert len(said_at_the_end(err)) == 1
    assert list(folder.iterdir()) == []


@pytest.mark.slow
async def test_a_file_in_the_way_of_the_local_table_is_one_sentence(tmp_path: Path):
    """Where the folder should be lies a file."""
    (tmp_path / "data").write_text("not a folder")

    code, _, err = await run(
        "--local", "--port", "0", "--database", address_of(tmp_path / "data" / "games.db")
    )

    assert code == 1
    assert "cannot be used" in err
    assert len(err.splitlines()) == 1


@pytest.mark.slow
async def test_a_discord_that_is_not_there_is_one_sentence(tmp_path: Path):
    """No server at that address."""
    code, _, err = await run(
        STATIONMASTER_TOKEN="secret-token-123",
        STATIONMASTER_DATABASE=address_of(tmp_path / "games.db"),
        STATIONMASTER_DISCORD="http://127.0.0.1:9",
    )

    assert code == 1
    assert "Discord cannot be reached" in err
    assert "Traceback" not in err


@pytest.mark.slow
async def test_a_refused_token_is_one_sentence(tmp_path: Path):
    """Discord says no."""
    async with local_discord() as server:
        code, _, err = await run(
            STATIONMASTER_TOKEN="wrong-token-123",
            STATIONMASTER_DATABASE=address_of(tmp_path / "games.db"),
            STATIONMASTER_DISCORD=server.url,
        )

    assert code == 1
    assert "refuses the token" in err
    assert "wrong-token-123" not in err


def test_settings_that_make_no_sense_are_named_without_their_value(monkeypatch: pytest.MonkeyPatch):
    """The name of the variable is told, its value is not."""
    monkeypatch.setenv("STATIONMASTER_PICTURE_WORKERS", "hush")

    with pytest.raises(BadSettings, match="STATIONMASTER_PICTURE_WORKERS") as caught:
        read_settings()

    assert "hush" not in str(caught.value)


def test_secrets_never_reach_the_log():
    """Token and database address are blotted out, in traces too."""
    censor = Censor(("token-of-the-bot", "postgresql://me:pw@host/db"))
    trouble = ValueError("postgresql://me:pw@host/db")
    record = logging.LogRecord("x", 30, "f", 1, "login token-of-the-bot", (), (ValueError, trouble, None))

    text = censor.format(record)

    assert "token-of-the-bot" not in text
    assert "me:pw" not in text


@pytest.mark.slow
async def test_the_local_table_opens_and_closes(tmp_path: Path):
    """The address is printed, the page is served, an interrupt ends it cleanly."""
    import aiohttp  # noqa: PLC0415

    address = address_of(tmp_path / "games.db")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "--local", "--port", "0", "--database", address),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        line = (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode()
        url = line.removeprefix("Stationmaster's local table: ").strip()
        async with aiohttp.ClientSession() as session, session.get(url) as page:
            status = page.status
        process.terminate()
        _, err = await asyncio.wait_for(process.communicate(), PATIENCE)
    finally:
        await ended(process)

    assert status == 200
    assert process.returncode == 0
    assert b"Traceback" not in err


def test_what_the_start_has_loaded_is_never_looked_at_again_for_garbage():
    """It would hold every answer up for a tenth of a second, now and then."""
    left: list[int] = []
    loaded: list[list[int]] = [[] for _ in range(10_000)]

    _greet_frozen(lambda: left.append(len(gc.get_objects())))

    assert left[0] < len(loaded)


@pytest.mark.slow
async def test_commands_are_sent_only_when_they_changed(database: Path):
    """The second start finds what it sent before."""
    async with local_discord() as server:
        async with own_process(server, database, STATIONMASTER_ALWAYS_SYNC="false"):
            pass
        async with own_process(server, database, STATIONMASTER_ALWAYS_SYNC="false"):
            pass
        sent = [one for _, one in server.log if one.path.endswith("/commands")]

    assert len(sent) == 1


async def test_a_press_nobody_serves_is_answered(tabletop: Table):
    """A button of another time: the fallback says so before Discord gives up."""
    await tabletop.restart(answer_after=0.1)
    alder, message = await posted(tabletop, "Old", "v0:something")

    reply = await alder.press(message, "Old")

    assert reply.ephemeral
    assert "out of date" in reply.text


async def test_a_button_that_fails_apologises_with_a_reference(
    tabletop: Table, caplog: pytest.LogCaptureFixture
):
    """The person gets a reference, the log has it with the trace."""

    async def break_(_interaction: discord.Interaction, _match: object) -> None:
        raise ZeroDivisionError

    tabletop.bot.add_dynamic_items(on_press("x:break", break_))  # type: ignore[arg-type]
    alder, message = await posted(tabletop, "Break", "x:break")

    reply = await alder.press(message, "Break")

    reference = reply.text.rstrip(".").split()[-1]
    assert "Sorry" in reply.text
    assert reference in caplog.text
    assert "ZeroDivisionError" in caplog.text


async def test_a_slow_answer_is_held_and_then_given(tabletop: Table):
    """The fallback only asks for patience where somebody is at work."""
    await tabletop.restart(answer_after=0.05)

    @guarded
    async def slow(interaction: discord.Interaction, _match: object) -> None:
        from bot.replies import reply  # noqa: PLC0415

        await asyncio.sleep(0.3)
        await reply(interaction, "At last")  # type: ignore[arg-type]

    tabletop.bot.add_dynamic_items(on_press("x:slow", slow))  # type: ignore[arg-type]
    alder, message = await posted(tabletop, "Slow", "x:slow")

    await alder.press(message, "Slow")
    await alder.until(lambda: alder.last().text == "At last")

    assert alder.last().ephemeral


async def test_a_locked_database_is_told_and_nothing_lost(tabletop: Table, database: Path):
    """Another program holds the file: a sentence; after that the same move is played."""
    tabletop.patience = 0.5
    await tabletop.restart()
    await tabletop.game()
    person = await tabletop.awaited()
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    person.patience = 15
    refused = await person.command(CHANNEL, "do", move="draft 5")
    other.execute("ROLLBACK")
    other.close()
    played = await person.command(CHANNEL, "do", move="draft 5")

    assert "busy" in refused.text
    assert "✓" in played.text
    assert len(await tabletop.bot.storage.actions.in_force(1)) == 1


async def test_every_string_of_the_command_tree_fits(tabletop: Table):
    """Nine groups and a command a verb are far below Discord's limits; the server has judged them."""
    payload = [command.to_dict(tabletop.bot.tree) for command in tabletop.bot.tree.get_commands()]

    assert check_request("PUT", "/applications/1/commands", payload) == []
    assert len(payload) < 50


async def test_an_event_that_meets_no_database_is_one_line(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Whoever pressed is told in a sentence; the log says once what was left, without a trace."""

    async def unreachable(_channel: int) -> int:
        raise Unreachable(place="games")

    monkeypatch.setattr(tabletop.bot.service.places, "resting_in", unreachable)
    tabletop.bot.dispatch("used_in", 1, SimpleNamespace(id=1))
    await asyncio.sleep(0.05)

    lines = [(one.levelname, one.getMessage()) for one in caplog.records if "on_used_in" in one.getMessage()]
    assert [kind for kind, _ in lines] == ["WARNING"]
    assert lines[0][1].startswith("on_used_in was left: ")
    assert not any(one.exc_info for one in caplog.records)
