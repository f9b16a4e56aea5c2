"""Whether whoever is next is called whatever breaks: one function after another fails while a move is told.

``python -m tests.tools.broken [--to VERB] [--part N --of N]`` plays a move over sockets by which the turn passes on,
and notes the functions that tell it: words, pictures, buttons, messages. Then it plays the same move again for each
of them, which raises an error wherever it is called. It prints those for which nobody is called within three seconds,
and exits with 1 where one is none of those that post messages (`POSTING`) or that a move is read by (`READING`).
"""

from __future__ import annotations

import argparse
import asyncio
import inspect
import logging
import shutil
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType, FunctionType
from typing import Any, NoReturn, TypeAlias

from bot.storage import Storage
from engine import notation
from tests.bot.person import Person
from tests.bot.tabletop import CHANNEL, Table, address_of, table

Place: TypeAlias = tuple[str, str]
"""A module, and a function in it by its qualified name."""

TELLING = (
    "assets",
    "bot.components",
    "bot.menu",
    "bot.messages",
    "bot.pickers",
    "bot.pictures",
    "bot.speech",
    "render",
)
"""Packages and modules that put a move into words, pictures, buttons and messages."""
POSTING = (
    "assets.sentences",
    "assets.writing",
    "bot.messages.bells",
    "bot.messages.calls",
    "bot.messages.elsewhere",
    "bot.messages.marks",
    "bot.messages.message_store",
    "bot.messages.presence",
    "bot.messages.publisher",
    "bot.messages.table_messages",
    "bot.messages.write_loop",
)
"""Modules of which something must work, or nothing is posted at all."""
READING = ("bot.menu.folding", "bot.pickers.player", "bot.pickers.typed_lines", "bot.speech.table_view")
"""Modules of which something must work, or a move is not understood, and not made."""
MOVES = 12
"""How many moves are made at most before one that passes the turn on."""
WAIT, LONG_WAIT = 3.0, 20.0
"""How many seconds somebody who is to be called waits, and once more where nobody should have to."""


class Broken(Exception):
    """What every function raises in its turn."""


def _fail(*_given: Any, **_named: Any) -> NoReturn:
    raise Broken


def functions() -> dict[Place, FunctionType]:
    """Return the functions and methods of the modules that tell."""
    found: dict[Place, FunctionType] = {}

    def look(name: str, space: Any) -> None:
        for one in list(vars(space).values()):
            plain = getattr(one, "fget", None) or getattr(one, "__func__", one)
            plain = inspect.unwrap(plain) if callable(plain) else plain
            if isinstance(plain, FunctionType) and plain.__module__ == name:
                found[name, plain.__qualname__] = plain
            elif inspect.isclass(one) and one.__module__ == name and one is not space:
                look(name, one)

    for name, module in list(sys.modules.items()):
        if name.startswith(TELLING):
            look(name, module)
    return found


@contextmanager
def noted() -> Iterator[set[Place]]:
    """Note which functions are called, in every thread."""
    seen: set[Place] = set()

    def see(frame: FrameType, event: str, _given: object) -> None:
        if event == "call":
            seen.add((frame.f_globals.get("__name__", ""), frame.f_code.co_qualname))

    threading.setprofile(see)
    sys.setprofile(see)
    try:
        yield seen
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


@contextmanager
def broken(function: FunctionType) -> Iterator[None]:
    """Let a function fail wherever it is called."""
    code = function.__code__
    function.__code__ = _fail.__code__
    try:
        yield
    finally:
        function.__code__ = code


@asynccontextmanager
async def at_move(folder: Path, verb: str) -> AsyncIterator[tuple[Table, Person, str]]:
    """A game before a move by which the turn passes on, from where a verb is possible; who makes it, and the move."""
    database = shutil.copy(folder / "unused.db", folder / "games.db")
    async with table(Path(database)) as made:
        person = await made.to(verb)
        for _ in range(MOVES):
            now = (await made.bot.service.tables.find(1)).started()
            if move := _passing(now.game):
                yield made, person, move
                return
            offer = next(one for one in reversed(now.game.choices.offers) if one.amounts is None)
            await person.command(CHANNEL, "do", move=notation.write(offer.action))
            await made.settled()
            person = await made.awaited()
        raise LookupError(verb)


def _passing(game: Any) -> str:
    """A move after which others are awaited; empty if there is none."""
    for offer in game.choices.offers:
        action = offer.action if offer.amounts is None else offer.filled(offer.amounts[0])
        if not set(game.play(action).pos.awaited) & set(game.pos.awaited):
            return notation.write(action)
    return ""


async def is_called(folder: Path, verb: str, function: FunctionType, wait: float = WAIT) -> bool:
    """Whether whoever is next is called, or the move is not made."""
    async with at_move(folder, verb) as (made, person, move):
        with broken(function):
            with suppress(Exception):
                async with asyncio.timeout(2 * wait):
                    await person.command(CHANNEL, "do", move=move)
            other = await made.awaited()
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await other.until(lambda: made.pings(other.mention))
            made.server.errors.clear()  # what is broken answers presses late, or not at all
            return other is not person and bool(made.pings(other.mention))


async def uncalled(folder: Path, verb: str, part: int, parts: int) -> tuple[int, list[Place]]:
    """How many functions were broken, and those for which nobody was called."""
    async with Storage.open(address_of(folder / "unused.db")):
        pass
    async with at_move(folder, verb) as (made, person, move):
        with noted() as seen:
            await person.command(CHANNEL, "do", move=move)
            other = await made.awaited()
            await other.until(lambda: made.pings(other.mention))
            await made.settled()
    known = functions()
    tried = [place for place in sorted(seen & known.keys()) if not known[place].__code__.co_freevars][
        part::parts
    ]
    found = [one for one in tried if not await is_called(folder, verb, known[one])]
    slow = [one for one in found if one[0] not in POSTING + READING]
    late = [one for one in slow if await is_called(folder, verb, known[one], LONG_WAIT)]
    return len(tried), [one for one in found if one not in late]


def main() -> int:
    """Break one function after another."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--to", default="draft", help="from where on the move is looked for: draft, run, ...")
    parser.add_argument("--part", type=int, default=0)
    parser.add_argument("--of", type=int, default=1)
    given = parser.parse_args()
    logging.disable()
    with TemporaryDirectory() as folder:
        count, found = asyncio.run(uncalled(Path(folder), given.to, given.part, given.of))
    bad = [one for one in found if one[0] not in POSTING + READING]
    for module, name in found:
        sys.stdout.write(
            f"nobody is called without {module}.{name}{' (!)' if (module, name) in bad else ''}\n"
        )
    sys.stdout.write(
        f"{count} functions broken one by one, {len(found)} of them keep whoever is next from being called"
    )
    sys.stdout.write(f", {len(bad)} (!)\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
