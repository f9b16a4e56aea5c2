"""``make waits``: how long a player waits between the press of "Lay track" and a tile, over real sockets.

Games are stored one move before somebody may lay; the bot runs in a process of its own with its workers. That move
is played, a little later the button is pressed, and the hex with the most ways is chosen. Exits with 1 where a p95 is
above its goal. Nothing else should run meanwhile.
"""

import argparse
import asyncio
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.local.ids import GUILD
from bot.local.wire import JsonObject
from bot.menu.folding import Ask, Menu
from bot.pickers import move_ids, sights
from bot.storage import Move, NewGame, Storage
from bot.tables import replay
from engine import notation
from engine.game import Game
from engine.opponents import ThriftyPlayer
from engine.title import titles
from tests.bot.person import Person
from tests.bot.seen import SeenMessage
from tests.bot.servers import TriedDiscord, local_discord
from tests.bot.tabletop import address_of, own_process
from tests.bot.untold import forget_untold

SEATS = ("s1", "s2", "s3", "s4")
PATIENCE, CATCHING_UP = 30.0, 600.0
MANY = 12
"""How many ways a hex may have for its hints to have a goal."""
HINT = re.compile(r"^`\d+\W.*\b(?:run|with)\b", re.MULTILINE)
"""A line of a sheet that says what a run would earn."""
GOALS = {
    "acknowledged": 0.1,
    "picture of places": 1.0,
    "sheet of ways": 1.0,
    f"hints, {MANY} ways or fewer": 1.0,
}


@dataclass
class Moment:
    """A table at which the last stored move leads to somebody who may lay track."""

    title: str
    game: Game
    moves: list[Move]
    channel: str = ""
    number: int = 0


class Watcher(Person):
    """A person who notes when the first sign of an answer came."""

    def _receive(self, frame: JsonObject) -> None:
        if "re" not in frame and frame.get("interaction"):
            self.seen().setdefault(str(frame["interaction"]), time.perf_counter())
        super()._receive(frame)

    def seen(self) -> dict[str, float]:
        """Return when each interaction was answered first."""
        known: dict[str, float] = self.__dict__.setdefault("first_seen", {})
        return known


def moments(title: str, most: int) -> list[Moment]:
    """Return positions of a game in which track may be laid, evenly over it."""
    game, player, moves = Game.start(title, SEATS, seed=7), ThriftyPlayer(7), list[Move]()
    found, before = list[Moment](), None
    while not game.state.over:
        if before is not None and before.own_move is None and game.own_move is None and _lays(game):
            found.append(Moment(title, game, list(moves)))
        action = game.own_move or player.choose(game)
        moves.append(Move(action.actor, 1, notation.write(action)))
        before, game = game, game.play(action)
    return found[:: max(1, len(found) // most)][:most]


def _lays(game: Game) -> sights.LetteredPlaces | None:
    """Return the hexes on which track may be laid."""
    menu = Menu(game.choices)
    step = menu.narrow("lay") if "lay" in menu.verbs else None
    return sights.places(game.pos, step) if isinstance(step, Ask) else None


class Waits:
    """Plays to each moment and measures what follows."""

    def __init__(self, think: float) -> None:
        self.think = think
        self.found: dict[str, list[float]] = {name: [] for name in GOALS}
        self.found[f"hints, more than {MANY} ways"] = []
        self.people: dict[str, Watcher] = {}

    async def run(self, folder: Path, wanted: Sequence[Moment]) -> None:
        """Store the tables, start the bot, and measure one table after the other."""
        address = address_of(folder / "games.db")
        async with local_discord(database=folder / "channels.db") as server, AsyncExitStack() as stack:
            for place, seat in enumerate(SEATS, 1):
                self.people[seat] = await stack.enter_async_context(await Watcher.join(server.url, place))
            async with Storage.open(address) as storage:
                for one in wanted:
                    await self._store(storage, server, one)
            await stack.enter_async_context(own_process(server, address))
            first = self.people[SEATS[0]]
            for one in wanted:  # the bot shows every table first that it does not know to be shown
                await first.until(lambda one=one: self._board(first, one.channel, "b:"), CATCHING_UP)
            for one in wanted:
                await self._measure(one)

    async def _store(self, storage: Storage, server: TriedDiscord, one: Moment) -> None:
        one.channel = str(server.world.new_channel(f"wait-{one.title}-{len(one.moves)}".lower())["id"])
        ids = [int(person.id) for person in self.people.values()]
        new = NewGame(
            int(one.channel), one.title, 7, len(SEATS), ids[0], int(GUILD), engine_version=replay.begun_now()
        )
        game = await storage.games.create(new)
        for person in self.people.values():
            await storage.seats.join(game.id, int(person.id), person.name)
        await storage.games.start(game.id, ids)
        await storage.actions.append(game.id, 0, *one.moves[:-1])
        await forget_untold(storage, game.id)
        one.number = game.id

    async def _measure(self, one: Moment) -> None:
        last = one.moves[-1]
        mover = self.people[last.seat]
        mover.patience = PATIENCE
        await mover.command(one.channel, "do", move=last.text)
        actor = one.game.choices.offers[0].action.actor
        person = self.people[actor]
        start = f"g:{one.number}:{len(one.moves)}:lay"
        board = await person.until(lambda: self._board(person, one.channel, start), PATIENCE)
        await asyncio.sleep(self.think)
        picker = await self._press(person, board, start, "picture of places", lambda shown: shown.pictures)
        if picker is not None:
            await self._choose(person, picker, one.game)

    @staticmethod
    def _board(person: Person, channel: str, start: str) -> SeenMessage | None:
        """Return the board once it shows the position with its pictures."""
        for shown in person.messages(channel):
            ids = [str(button.get("custom_id", "")) for button in shown.buttons]
            if not shown.ephemeral and shown.pictures and any(one.startswith(start) for one in ids):
                return shown
        return None

    async def _press(
        self, person: Watcher, shown: SeenMessage, start: str, name: str, done: Callable[[SeenMessage], Any]
    ) -> SeenMessage | None:
        """Press what begins like that; note when it was acknowledged, and when what follows was there."""
        custom_id = next(
            str(one["custom_id"]) for one in shown.buttons if str(one.get("custom_id")).startswith(start)
        )
        began = time.perf_counter()
        reply = await person.press(shown, custom_id)
        self.found["acknowledged"].append(person.seen()[reply.interaction] - began)
        await person.until(lambda: reply.messages and done(reply.message), PATIENCE)
        self.found[name].append(time.perf_counter() - began)
        return reply.message if reply.message.ephemeral else None

    async def _choose(self, person: Watcher, picker: SeenMessage, game: Game) -> None:
        """Choose the hex with the most ways, and wait for its sheet and for what runs would earn."""
        menu, seen = Menu(game.choices), _lays(game)
        assert seen is not None
        counts = {
            hex_: len(sights.distinct_offers(game.pos, menu.rest("lay", {sights.HEX: hex_})))
            for hex_ in seen.letters
            if self._answer(picker, hex_)
        }
        hex_ = max(counts, key=counts.__getitem__, default="")
        if not hex_ or counts[hex_] < 2:
            return
        started = time.perf_counter()
        custom_id = self._answer(picker, hex_)
        sheet = await self._press(
            person, picker, custom_id, "sheet of ways", lambda shown: shown.pictures and "`1" in shown.text
        )
        if sheet is None:
            return
        try:
            await person.until(lambda: HINT.search(sheet.text), PATIENCE / 2)
        except TimeoutError:
            sys.stdout.write(f"{game.title.name}, move {game.state.ply}, {hex_}: no hints\n{sheet.text}\n")
            return
        many = counts[hex_] > MANY
        name = f"hints, more than {MANY} ways" if many else f"hints, {MANY} ways or fewer"
        self.found[name].append(time.perf_counter() - started)

    @staticmethod
    def _answer(picker: SeenMessage, hex_: str) -> str:
        """Return the id of the button that asks on for a hex, empty where none does."""
        for one in picker.buttons:
            press = move_ids.read(str(one.get("custom_id", "")))
            if press is not None and hex_ in press.words and press.purpose == move_ids.ASK:
                return str(one["custom_id"])
        return ""


def report(found: dict[str, list[float]]) -> int:
    """Print the table; 1 where a p95 is above its goal or nothing was measured."""
    above = 0
    say = sys.stdout.write
    head = f"from a press (ms); load {os.getloadavg()[0]:.1f}"
    say(f"{head:<34}{'count':>6}{'median':>9}{'p95':>9}{'most':>9}{'goal':>9}\n")
    for name, seconds in found.items():
        ranked = sorted(seconds) or [0.0]
        p95 = ranked[int(0.95 * (len(ranked) - 1))]
        goal = GOALS.get(name)
        above += goal is not None and (p95 > goal or not seconds)
        picks = (ranked[len(ranked) // 2], p95, ranked[-1])
        told = f"{1000 * goal:>9.0f}" if goal else ""
        say(f"{name:<34}{len(seconds):>6}" + "".join(f"{1000 * one:>9.0f}" for one in picks) + told + "\n")
    return int(above > 0)


def main() -> int:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.waits", description=__doc__)
    parser.add_argument("titles", nargs="*", default=list(titles()))
    parser.add_argument("--moments", type=int, default=25, help="positions of each title")
    parser.add_argument("--think", type=float, default=1.0, help="seconds between a board and the press")
    given = parser.parse_args()
    waits = Waits(given.think)
    wanted = [one for title in given.titles for one in moments(title, given.moments)]
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(waits.run(Path(folder), wanted))
    return report(waits.found)


if __name__ == "__main__":
    sys.exit(main())
