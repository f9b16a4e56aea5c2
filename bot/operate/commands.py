"""The commands beside the bot: doctor, backup, restore, move, verify, tables, rehearse."""

import argparse
import sys
from pathlib import Path

from bot.operate import doctor, tables, transfer, verifying
from bot.operate.at_discord import discord_findings
from bot.operate.rehearsal import rehearse
from bot.settings import Settings
from bot.storage import utc_now
from bot.tables.record_file import OWN, PEER

FOUND = 1
DATABASE = (
    "address of the database, e.g. sqlite+aiosqlite:///data/games.db; without it the one of the settings"
)


def add_commands(parser: argparse.ArgumentParser) -> None:
    """Add the commands to the arguments of ``python -m bot``."""
    commands = parser.add_subparsers(dest="command", title="besides", metavar="COMMAND")
    check = _command(commands, "doctor", "see whether all that the bot needs is there, and what to mend")
    check.add_argument("--offline", action="store_true", help="do not ask Discord")
    save = _command(commands, "backup", "copy all games into one SQLite file, while the bot may be playing")
    save.add_argument(
        "to", metavar="TO", type=Path, help="a file, or a folder in which it is named by the time"
    )
    back = _command(commands, "restore", "put the games of a backup into the database; stop the bot before")
    back.add_argument("source", metavar="FROM", type=Path, help="a file that backup wrote")
    move = _command(
        commands, "move", "copy all games to another database; stop the bot before", database=False
    )
    move.add_argument(
        "source", metavar="FROM", help="an SQLite file or an address (postgres://user@host/name)"
    )
    move.add_argument("to", metavar="TO", help="likewise")
    for one in (save, back, move):
        one.add_argument("--force", action="store_true", help="replace what is there")
    check = _command(
        commands, "verify", "replay the running games by the rules of this version; before an upgrade"
    )
    check.add_argument("--all", action="store_true", help="the finished and abandoned ones too")
    try_out = _command(
        commands,
        "rehearse",
        "try in a channel what the bot relies on, and tell what is not as here",
        database=False,
    )
    try_out.add_argument(
        "channel", metavar="CHANNEL", help="the number of a channel that the bot may write in"
    )
    try_out.add_argument(
        "--person", default="", help="the number of who is rung; the application's owner if none"
    )
    _add_tables(commands)


def _add_tables(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    kept = _command(commands, "tables", "list open tables, open one again in another channel, export one")
    what = kept.add_subparsers(dest="what", required=True, metavar="WHAT")
    _command(what, "list", "a line for each open table, those that rest first; the bot may play")
    again = _command(what, "reopen", "let a table go on in a channel; stop the bot before")
    again.add_argument("game", metavar="GAME", type=int, help="its number")
    again.add_argument("channel", metavar="CHANNEL", type=int, help="the number of the channel or thread")
    again.add_argument(
        "--server", type=int, help="the number of its server, if it is another one than before"
    )
    out = _command(what, "export", "the record of a game; the bot may play")
    out.add_argument("game", metavar="GAME", type=int, help="its number")
    out.add_argument("--to", choices=(OWN, PEER), default=OWN, help="in which form (default: our own)")
    out.add_argument("-o", dest="out", metavar="OUT", type=Path, help="a file; without it, standard output")


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    about: str,
    *,
    database: bool = True,
) -> argparse.ArgumentParser:
    made = commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
    if database:
        made.add_argument("--database", default=argparse.SUPPRESS, help=DATABASE)
    return made


async def run_command(given: argparse.Namespace, settings: Settings) -> int:
    """Do what a command says, print what came of it, and return the exit code.

    :raises StorageProblem: when a database cannot be used
    """
    if given.command == "rehearse":
        return await rehearse(settings, given.channel, given.person, _say)
    address = settings.database.get_secret_value()
    if given.command == "verify":
        found = await verifying.verify(address, _say, closed=given.all)
        _say(str(found))
        return FOUND if found.mismatches else 0
    if given.command == "tables":
        for line in await _of_tables(given, address):
            _say(line)
        return 0
    _say(await _copy(given, address))
    return 0


async def _of_tables(given: argparse.Namespace, address: str) -> list[str]:
    """Carry out a command about tables and return its report."""
    if given.what == "list":
        return await tables.listed(address)
    if given.what == "reopen":
        await tables.reopen(address, given.game, given.channel, given.server)
        return [
            f"Game {given.game} goes on in channel {given.channel}; its players are called at the next start."
        ]
    text = await tables.exported(address, given.game, given.to)
    if given.out is None:
        return [text]
    given.out.write_text(text, "utf-8")
    return [f"Game {given.game} is in {given.out}."]


async def run_doctor(settings: Settings, file: Path | None, wrong: list[str], *, offline: bool) -> int:
    """Print the findings and what is ``wrong``, with the settings of a file if one is given; return the exit code."""
    report = await doctor.examine(settings, _say, file, wrong)
    if settings.token.get_secret_value().strip() and not offline:
        await report.check("Discord", discord_findings(settings))
    _say(str(report))
    return FOUND if report.problems else 0


async def _copy(given: argparse.Namespace, address: str) -> str:
    """Copy games from one place to another, and return what was done."""
    if given.command == "backup":
        return f"All games are in {await transfer.backup(address, given.to, utc_now(), force=given.force)}."
    if given.command == "restore":
        number = await transfer.restore(given.source, address, force=given.force)
        return f"{number} games are restored."
    source, target = transfer.as_address(given.source), transfer.as_address(given.to)
    number = await transfer.move(source, target, force=given.force)
    return f"{number} games are moved; set STATIONMASTER_DATABASE to the new address. The old database is as it was."


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
