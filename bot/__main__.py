"""Start the bot: ``python -m bot`` on Discord, ``python -m bot --local`` at a table on this machine.

``python -m bot COMMAND`` looks after what is stored.
"""

import argparse
import asyncio
import gc
import logging
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from ctypes import CDLL
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import discord

from assets import sentences
from bot.client import Bot
from bot.errors.storage import StorageProblem
from bot.limits import check_request
from bot.local.address import find_discord, point_discord_at
from bot.logs import set_up_logs
from bot.operate import lasting
from bot.operate.commands import add_commands, run_command, run_doctor
from bot.operate.metrics import Metrics
from bot.operate.shards import ShardKeeper
from bot.reminders import SystemClock
from bot.settings import (
    HERE,
    SYSTEM,
    BadSettings,
    Settings,
    find_file,
    read_settings,
    settings_and_faults,
    unknown_settings,
)
from bot.speech import error_sentences
from bot.storage import Storage
from bot.storage.sole_user import leased, locked_file
from engine.records import data_folder
from engine.refusals import Refused

log = logging.getLogger(__name__)

DATA = Path("data")
PORT = 1846
FAILED = 1
TURN = 0.0005
"""Seconds after which a thread that computes lets others run: a request to the database waits for many such turns."""
ARENA_MAX, ARENAS = -8, 2
"""The number by which the C library knows the limit of its arenas, and the limit that we set."""
NO_TOKEN = "local"  # noqa: S105 - the local table hands out its own
REFUSED = (discord.LoginFailure, discord.PrivilegedIntentsRequired)
BAD_TOKEN = "Discord refuses the token; check STATIONMASTER_TOKEN."  # noqa: S105 - a sentence
CLOSED = {
    4004: BAD_TOKEN,
    4010: "Discord knows no such shard; check STATIONMASTER_SHARDS and STATIONMASTER_SHARD_IDS.",
    4011: "Discord wants so many servers divided among shards; set STATIONMASTER_SHARDS (docs/scale.md).",
}
"""What it means when Discord closes a connection for good, whenever that is."""


class CannotStart(Exception):
    """One sentence that tells why."""


def _arguments(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Stationmaster, a Discord bot for 18xx railway games. Settings come from the environment"
        f" or from one file, {HERE} in this folder or {SYSTEM}; see .env.example.",
    )
    parser.add_argument("--local", action="store_true", help="open a table on this machine, without Discord")
    parser.add_argument("--port", type=_port, help=f"port of the local table's page (default: {PORT})")
    parser.add_argument("--database", help="address of the database, e.g. sqlite+aiosqlite:///data/games.db")
    parser.add_argument("--settings", default="", metavar="FILE", help="the file of settings")
    add_commands(parser)
    arguments = parser.parse_args(argv)
    if arguments.local and arguments.command:
        parser.error("--local takes no command")
    if arguments.port is not None and not arguments.local:
        parser.error("--port belongs to --local")
    return arguments


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port")
    return int(text)


def _settings(arguments: argparse.Namespace) -> Settings:
    """The settings of the bot, or of a command that needs them whole.

    :raises BadSettings, CannotStart: when it cannot go on with them
    """
    file = HERE if arguments.local else find_file(arguments.settings)
    settings = read_settings(file, **_given(arguments))
    set_up_logs(settings)
    data_folder.look_in(settings.decks)
    if arguments.command:
        return settings
    for unknown in unknown_settings(file):
        log.warning("%s", unknown)
    if not settings.token.get_secret_value().strip():
        raise CannotStart(
            "No token: set STATIONMASTER_TOKEN in the environment or in .env (see .env.example),"
            " or try `python -m bot --local`, which needs none."
        )
    if f"///{DATA}/" in settings.database.get_secret_value():
        DATA.mkdir(exist_ok=True)
    return settings


def _given(arguments: argparse.Namespace) -> dict[str, str]:
    given = {"database": arguments.database} if arguments.database else {}
    return {**given, "token": NO_TOKEN} if arguments.local else given


async def _serve(settings: Settings, token: str, greet: Callable[[], None] | None = None) -> None:
    """Run the bot on its database; ``greet`` is called when it is ready.

    What is stored is timed by the clock that its reminders and deadlines go by: neither believes a jump at once.
    """
    address, clock = settings.database.get_secret_value(), SystemClock()
    for warning in lasting.warnings(address):
        log.warning("%s", warning)
    with locked_file(address):
        async with Storage.open(address, now=clock.now) as storage, _measured(settings) as metrics:
            connect = partial(_connect, partial(Bot, settings, clock=clock), token, metrics, greet)
            if settings.shards > 1:
                await ShardKeeper(settings, storage, connect).run()
                return
            async with leased(storage) as lease:
                await _first(connect(storage), lease)


@asynccontextmanager
async def _measured(settings: Settings) -> AsyncIterator[Metrics]:
    """Yield the figures of this process, served where a port is set."""
    metrics = Metrics()
    if not settings.metrics_port:
        yield metrics
        return
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(metrics.served(settings.metrics_host, settings.metrics_port))
        except OSError as error:
            raise CannotStart(f"Cannot serve at port {settings.metrics_port}: {error.strerror}.") from None
        yield metrics


async def _connect(
    make: Callable[[Storage], Bot],
    token: str,
    metrics: Metrics,
    greet: Callable[[], None] | None,
    storage: Storage,
) -> None:
    """Keep one connection to Discord for the tables of a storage."""
    async with make(storage) as bot, metrics.watching(bot):
        bot.greet = partial(_greet_frozen, greet or bot.greet)
        await bot.start(token)


def _greet_frozen(greet: Callable[[], None]) -> None:
    """Greet, and keep what the start has loaded out of every later garbage collection.

    It stays until the end, and to look at it again would hold up every answer for a tenth of a second. The second
    collection finds little to look at, and the next ones come the sooner for it, so no garbage lies about for long.
    """
    gc.collect()
    gc.freeze()
    gc.collect()
    greet()


async def _first(work: Coroutine[Any, Any, None], lease: asyncio.Task[None]) -> None:
    """Do some work, but no longer than a lease is kept.

    :raises LeaseLost: when the lease ends before the work
    """
    task = asyncio.create_task(work)
    try:
        await asyncio.wait([task, lease], return_when=asyncio.FIRST_COMPLETED)
        if lease.done():
            lease.result()
        await task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _until_stopped(work: Awaitable[None]) -> None:
    """Await something, or an interrupt or a request to end, whichever comes first."""
    loop = asyncio.get_running_loop()
    task = asyncio.ensure_future(work)
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, task.cancel)
    try:
        await task
    except asyncio.CancelledError:
        log.info("stopping")


async def _online(settings: Settings) -> None:
    """Serve Discord, or another server that speaks like it."""
    token = settings.token.get_secret_value()
    if settings.discord:
        await find_discord(settings.discord, token)
    await _serve(settings, token)


async def _local(settings: Settings, port: int) -> None:
    """Serve the local table and the bot in one process."""
    from bot.local.server import LocalDiscord  # noqa: PLC0415 - on Discord nobody needs a server
    from bot.local.store import UnusableFile  # noqa: PLC0415 - likewise

    async with AsyncExitStack() as stack:
        try:
            server = await stack.enter_async_context(
                LocalDiscord(
                    port, _discord_file(settings), check=check_request, languages=sentences.languages()
                )
            )
        except UnusableFile as error:
            raise CannotStart(f"The local table's file {error.strerror}.") from None
        except OSError as error:
            raise CannotStart(f"Cannot listen at port {port}: {error.strerror}. Try --port 0.") from None
        point_discord_at(server.url)
        near = settings.model_copy(update={"always_sync": True, "ready_timeout": 0.05})
        await _serve(near, server.token, partial(_tell, server.page_url))


def _tell(address: str) -> None:
    """Print where the page is."""
    sys.stdout.write(f"Stationmaster's local table: {address}\n")
    sys.stdout.flush()


def _discord_file(settings: Settings) -> Path:
    """Return where the local table keeps its channels: beside the games."""
    address = settings.database.get_secret_value()
    path = Path(address.partition(":///")[2]) if address.startswith("sqlite") else DATA / "local.db"
    return path.with_name(f"{path.stem}-channels.db")


def main(argv: list[str] | None = None) -> int:
    """Run until stopped; whatever prevents it is one sentence on standard error."""
    arguments = _arguments(argv)
    sys.setswitchinterval(TURN)
    _keep_few_arenas()
    try:
        return _run(arguments)
    except (BadSettings, CannotStart, StorageProblem) as error:
        return _fail(str(error))
    except REFUSED:
        return _fail(BAD_TOKEN)
    except discord.ConnectionClosed as closed:
        return _fail(CLOSED.get(closed.code, f"Discord has closed the connection for good ({closed.code})."))
    except (aiohttp.ClientError, discord.HTTPException, discord.GatewayNotFound, OSError) as error:
        return _fail(f"Discord cannot be reached: {error}")
    except KeyboardInterrupt:
        return 0


def _run(arguments: argparse.Namespace) -> int:
    """Do what the arguments say, and return the exit code."""
    if arguments.command == "doctor":
        return _done(_doctor(arguments))
    settings = _settings(arguments)
    if arguments.command:
        return _done(run_command(arguments, settings))
    if arguments.local:
        port = PORT if arguments.port is None else arguments.port
        asyncio.run(_until_stopped(_local(settings, port)))
    else:
        asyncio.run(_until_stopped(_online(settings)))
    return 0


async def _doctor(arguments: argparse.Namespace) -> int:
    """Say all that is wrong, the settings included, in one run."""
    try:
        file, ambiguous = find_file(arguments.settings), []
    except BadSettings as error:
        file, ambiguous = None, [str(error)]
    settings, faults = settings_and_faults(file, **_given(arguments))
    set_up_logs(settings)
    data_folder.look_in(settings.decks)
    wrong = [*ambiguous, *faults, *unknown_settings(file)]
    return await run_doctor(settings, file, wrong, offline=arguments.offline)


def _done(command: Coroutine[Any, Any, int]) -> int:
    """Do what a command says; what the system refuses is one sentence."""
    try:
        return asyncio.run(command)
    except StorageProblem:
        raise
    except Refused as error:
        return _fail(error_sentences.refused(error.refusal, sentences.ENGLISH))
    except OSError as error:
        return _fail(f"The system refuses: {error}")


def _keep_few_arenas() -> None:
    """Let threads share their free memory, where the C library would keep some for each of them."""
    tell = getattr(CDLL(None), "mallopt", None)
    if tell is not None:
        tell(ARENA_MAX, ARENAS)


def _fail(sentence: str) -> int:
    sys.stderr.write(f"{sentence}\n")
    return FAILED


if __name__ == "__main__":
    sys.exit(main())
