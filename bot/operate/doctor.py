"""``python -m bot doctor``: whether all that the bot needs is there, and what to mend."""

import asyncio
import base64
import binascii
import json
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from assets import sentences
from bot.client import Bot
from bot.command_limits import commands_limits
from bot.errors.storage import BadAddress, OlderSchema, StorageProblem
from bot.operate import lasting
from bot.operate.transfer import PATIENCE, copied
from bot.settings import SYSTEM, Settings
from bot.storage import Storage
from bot.storage.connect import file_of, read_address
from bot.storage.database_file import beside
from engine.game import Game, Setup
from engine.title import titles
from render import draw_map, faces, png
from render.fonts import has

DATA = Path("data")
"""The folder that the bot makes itself."""
LEAST_ROOM = 64 << 20
"""How many bytes the disk of the games should have left."""
LETTERS = "AZaz09őŐűŰžŽřŘčČßéñ→"
"""Letters of the maps, and of the languages to come."""


@dataclass(frozen=True)
class Finding:
    """Something to mend, or where it is not ``wrong`` something to know."""

    text: str
    wrong: bool = True


@dataclass
class Findings:
    """What was looked at: ``tell`` gets a line of each finding."""

    tell: Callable[[str], None]
    checks: int = 0
    problems: int = 0

    async def check(self, about: str, found: AsyncIterator[Finding]) -> None:
        """Print the findings of one check, or that all is well."""
        self.checks += 1
        good = True
        async for one in found:
            good = good and not one.wrong
            self.problems += one.wrong
            self.tell(f"{'WRONG' if one.wrong else 'note':<6}{about}: {one.text}")
        if good:
            self.tell(f"{'ok':<6}{about}")

    def __str__(self) -> str:
        return f"{self.checks} checks, {self.problems} problems"


async def examine(
    settings: Settings, tell: Callable[[str], None], file: Path | None = None, wrong: Sequence[str] = ()
) -> Findings:
    """Look at everything that can be seen without Discord; ``wrong`` is what the settings' reader has found."""
    report = Findings(tell)
    await report.check("settings", _in_a_thread(partial(_settings, file=file, wrong=wrong), settings))
    for about, check in PLAIN.items():
        await report.check(about, _in_a_thread(check, settings))
    await report.check("database", _database(settings))
    await report.check("commands", _commands(settings))
    return report


async def _in_a_thread(
    check: Callable[[Settings], Iterator[Finding]], settings: Settings
) -> AsyncIterator[Finding]:
    for one in await asyncio.to_thread(lambda: list(check(settings))):
        yield one


def _settings(settings: Settings, file: Path | None, wrong: Sequence[str]) -> Iterator[Finding]:
    yield Finding(f"they come from {file.absolute() if file else 'the environment alone'}", wrong=False)
    for sentence in wrong:
        yield Finding(sentence.removesuffix("."))
    token = settings.token.get_secret_value().strip()
    if not token:
        yield Finding("STATIONMASTER_TOKEN is missing; copy it from the developer portal, Bot > Reset Token")
    elif not settings.discord and not _has_form_of_token(token):
        yield Finding(
            "STATIONMASTER_TOKEN has not the form of a bot's token, three parts with dots between them;"
            " copy it from the developer portal, Bot > Reset Token"
        )
    if settings.decks and not Path(settings.decks).is_dir():
        yield Finding(f"STATIONMASTER_DECKS names {settings.decks}, which is no folder")
    address = settings.database.get_secret_value()
    if file == SYSTEM and _is_relative(address):
        yield Finding(
            "STATIONMASTER_DATABASE is a path that counts from whatever folder one starts in; write it whole"
        )
    for warning in lasting.warnings(address):
        yield Finding(warning, wrong=False)


def _is_relative(address: str) -> bool:
    try:
        file = file_of(read_address(address))
    except BadAddress:
        return False
    return file is not None and not file.is_absolute()


def _has_form_of_token(token: str) -> bool:
    """Tell whether a text is of the form of Discord's tokens: the first part is the bot's number."""
    parts = token.split(".")
    try:
        number = base64.urlsafe_b64decode(f"{parts[0]}==")
    except (ValueError, binascii.Error):
        return False
    return len(parts) == 3 and all(parts) and number.isdigit()


def _decks(settings: Settings) -> Iterator[Finding]:
    for path in sorted(Path(settings.decks).glob("*.json")) if settings.decks else ():
        try:
            json.loads(path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            yield Finding(f"{path}: {error}")


async def _database(settings: Settings) -> AsyncIterator[Finding]:
    try:
        async for one in _stored(settings.database.get_secret_value()):
            yield one
    except OlderSchema:
        yield Finding(
            "its tables are older than this version; the next start brings them up to date", wrong=False
        )
    except StorageProblem as trouble:
        yield Finding(str(trouble))


async def _stored(address: str) -> AsyncIterator[Finding]:
    """Look at a database without changing it.

    :raises StorageProblem: when it cannot be used
    """
    file = file_of(read_address(address))
    if file is None:
        async with Storage.open_unchanged(address, patience=PATIENCE) as storage:
            yield Finding(f"{await storage.games.count()} games are stored", wrong=False)
            if not await storage.database.is_writable():
                yield Finding(
                    f"{storage.database.place} may only be read; give the bot's user the right to write"
                )
        return
    if file.exists():
        async with copied(file) as storage:
            yield Finding(f"{await storage.games.count()} games are stored", wrong=False)
    else:
        yield Finding(f"{file.absolute()} is made at the first start", wrong=False)
    for sentence in _unwritable(file):
        yield Finding(sentence)


def _unwritable(file: Path) -> Iterator[str]:
    """A sentence for each reason why nothing could be written into a file or beside it."""
    folder = file.parent
    if not folder.is_dir():
        if folder != DATA:
            yield f"the folder {folder} does not exist"
        return
    if not os.access(folder, os.W_OK | os.X_OK):
        yield f"nothing may be written in {folder}; give it to the bot's user"
    for path in (file, *beside(file)):
        if path.exists() and not os.access(path, os.W_OK):
            yield f"{path} may not be written; give it to the bot's user"
    if shutil.disk_usage(folder).free < LEAST_ROOM:
        yield f"the disk of {folder} has less than {LEAST_ROOM >> 20} MiB left"


def _pictures(_settings: Settings) -> Iterator[Finding]:
    try:
        missing = [letter for letter in LETTERS if not has(letter)]
    except OSError as error:
        yield Finding(f"the font cannot be read ({error}); install the package font-source-sans-pro anew")
        return
    if missing:
        yield Finding(f"the font lacks {' '.join(missing)}")
    if not faces.joins():
        missing_names = "names in Arabic, Hindi or Thai cannot be drawn; those of the accounts stand in"
        yield Finding(f"{missing_names}; install FriBiDi (Debian: libfribidi0)", wrong=False)
    for name, title in titles().items():
        players = tuple("abcdefg"[: title.data.players[0]])
        try:
            _draw(name, players)
        except Exception as error:  # noqa: BLE001 - whatever it is, the picture is missing
            yield Finding(f"the map of {name} cannot be drawn: {type(error).__name__}, {error}")


def _draw(title: str, players: tuple[str, ...]) -> None:
    png(draw_map(Game.begin(Setup(title, players, (), 1)).pos))


def _translations(_settings: Settings) -> Iterator[Finding]:
    english = sentences.messages(sentences.ENGLISH)
    for lang in sentences.languages():
        other = sentences.messages(lang)
        if missing := sorted(english.keys() - other.keys()):
            yield Finding(f"{lang} lacks {len(missing)} sentences, {missing[0]} first")
        for key in sorted(english.keys() & other.keys()):
            if surplus := other[key].fields - english[key].fields:
                yield Finding(f"{lang}: {key} names {', '.join(sorted(surplus))}, which nobody fills in")


async def _commands(settings: Settings) -> AsyncIterator[Finding]:
    with tempfile.TemporaryDirectory(prefix="stationmaster-") as folder:
        async with Storage.open(f"sqlite:///{folder}/empty.db") as storage:
            bot = Bot(settings.model_copy(update={"route_workers": 0}), storage)
            try:
                await bot.add_commands()
                for sentence in commands_limits(await bot.command_payload()):
                    yield Finding(sentence)
            finally:
                bot.pictures.close()


PLAIN: dict[str, Callable[[Settings], Iterator[Finding]]] = {
    "decks": _decks,
    "font and pictures": _pictures,
    "translations": _translations,
}
"""What is looked at without waiting for anything."""
