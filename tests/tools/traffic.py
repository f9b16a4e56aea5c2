"""``make traffic``: what a game at one move a second costs: requests a move and a turn, and how late the board is.

The real bot shows a game of computer players, whose moves are typed by the people whose turn it is, while Discord's
limits count. ``--old-after 0`` lets every message count as an old one, of which a channel takes three edits in six
seconds; ``--blank`` draws nothing, which leaves the limits alone. Exits with 1 where a game costs more, or its boards
come later, than when lines, calls and a board were messages of their own. Nothing else should run meanwhile.
"""

import argparse
import asyncio
import os
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from bot.local.rates import HOUR
from bot.local.wire import JsonObject, SentRequest
from bot.pictures.workers import PictureWorkers
from engine import notation
from engine.actions import Action
from engine.game import Game
from engine.opponents import ThriftyPlayer
from engine.title import titles
from tests.bot.person import Person
from tests.bot.seen import SeenMessage
from tests.bot.servers import TriedDiscord, local_discord
from tests.bot.tabletop import CHANNEL, LAYOUT, Table
from tests.tools.load import after, p95

PLAYERS, MOVES, EVERY = 3, 400, 1.0
PATIENCE, RESTING = 60.0, 3.0
REQUESTS = 45.0
"""In a second, as the bot sends them to Discord."""
POST, EDIT, DELETE, ANSWER, OTHER = KINDS = ("posts", "edits", "deletions", "answers to people", "others")
MESSAGE = re.compile(r"/channels/\d+/messages(/\d+)?")
BY_METHOD = {"POST": POST, "PATCH": EDIT, "DELETE": DELETE}
SHOWN = re.compile(r"\bMove (\d+)")
MOST_A_MOVE = 2171 / 400
"""Requests: what lines, calls and a board of their own cost."""
LATEST = 1.1
"""Seconds after which half of the boards were shown then."""


@dataclass
class Cost:
    """What a part of a game has cost."""

    title: str
    moves: int = 0
    turns: int = 0
    requests: Counter[str] = field(default_factory=Counter)
    refused: int = 0
    """Requests that were one too many."""
    seconds: float = 0.0
    lags: list[float] = field(default_factory=list)
    """Seconds from a move to the board that shows it, or a later one."""
    never_shown: int = 0

    @property
    def is_good(self) -> bool:
        """Tell whether it costs no more and is no later than before, and all of it was shown."""
        costs_more = self.requests.total() > MOST_A_MOVE * self.moves
        return bool(self.lags) and not (self.never_shown or costs_more or median(self.lags) > LATEST)


class BoardWatcher(Person):
    """A person who notes when a board first showed a move with its pictures."""

    def _notice_message(self, frame: JsonObject) -> None:
        super()._notice_message(frame)
        seen = SeenMessage(frame["message"])
        if frame["event"] == "delete" or seen.ephemeral or not seen.raw["flags"] & LAYOUT:
            return
        shown = SHOWN.search(seen.text)
        if shown and seen.pictures:
            self.boards.setdefault(int(shown[1]), time.monotonic())

    @property
    def boards(self) -> dict[int, float]:
        """When each move was shown first."""
        known: dict[int, float] = self.__dict__.setdefault("first_shown", {})
        return known


def kind_of(sent: SentRequest) -> str:
    """The kind of a request."""
    if sent.path.startswith(("/interactions/", "/webhooks/")):
        return ANSWER
    return BY_METHOD.get(sent.method, OTHER) if MESSAGE.fullmatch(sent.path) else OTHER


class Traffic:
    """Plays the beginning of a game at a table of its own, and counts."""

    def __init__(self, title: str, moves: int, every: float, seed: int) -> None:
        self.cost = Cost(title)
        self.moves, self.every = moves, every
        self.player = ThriftyPlayer(seed)
        self.game = Game.start(title, tuple(f"s{place}" for place in range(1, PLAYERS + 1)), seed=seed)
        self.made: dict[int, float] = {}
        """When the move that led to a version was typed."""

    async def run(self, server: TriedDiscord, table: Table, watcher: BoardWatcher) -> Cost:
        """Begin the game, then count what its moves cost."""
        await table.game(PLAYERS, title=self.cost.title, seed=self.game.setup.seed)
        server.api.listeners.append(lambda sent: self.cost.requests.update([kind_of(sent)]))
        met, began = len(server.rates.met), time.monotonic()
        await self._play(table)
        self.cost.seconds = time.monotonic() - began
        await self._rest(watcher)
        self.cost.refused = len(server.rates.met) - met
        self._judge(watcher.boards)
        return self.cost

    async def _play(self, table: Table) -> None:
        """Make all moves, each so many seconds after the one before, or as soon as that is answered."""
        due = time.monotonic()
        while self.cost.moves < self.moves and not self.game.state.over:
            due = max(due + self.every, time.monotonic())
            await asyncio.sleep(due - time.monotonic())
            await self._move(table, self.player.choose(self.game))

    async def _move(self, table: Table, action: Action) -> None:
        """Type a move."""
        row = (await table.bot.service.tables.find(1)).started()
        seat, before, began = row.seat(action.actor), self.game.pos.awaited, time.monotonic()
        person = next(one for one in table.people if seat is not None and int(one.id) == seat.user_id)
        reply = await person.command(CHANNEL, "do", move=notation.write(action))
        assert reply.failed or reply.text.startswith("✓"), (action, reply.text)
        async with asyncio.timeout(PATIENCE):  # an answer that was late is none, and the move is made
            while (await table.bot.service.tables.find(1)).rev == row.rev:  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(0.01)
        self.game = after(self.game, action)
        self.made[self.game.state.ply] = began
        self.cost.moves += 1
        self.cost.turns += self.game.pos.awaited != before

    async def _rest(self, watcher: BoardWatcher) -> None:
        """Wait until the board shows the last move, and what is left is told."""
        with suppress(TimeoutError):
            await watcher.until(lambda: max(watcher.boards, default=0) >= self.game.state.ply, PATIENCE)
            await asyncio.sleep(RESTING)

    def _judge(self, boards: dict[int, float]) -> None:
        """Find the board of each move: the first that shows it or a later one."""
        for move, began in self.made.items():
            shown = [at for number, at in boards.items() if number >= move]
            if shown:
                self.cost.lags.append(min(shown) - began)
            else:
                self.cost.never_shown += 1


async def spent(
    title: str,
    moves: int = MOVES,
    every: float = EVERY,
    *,
    drawn: bool = True,
    old_after: float = HOUR,
    seed: int = 7,
    pace: float = 1,
) -> Cost:
    """What the beginning of a game costs; where nothing is ``drawn`` its pictures are blank sheets."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = await stack.enter_async_context(local_discord(pace=pace))
        server.rates.old_after = old_after
        table = Table(server, folder / "games.db")
        if drawn:
            table.pictures = PictureWorkers(os.cpu_count() or 1)  # type: ignore[assignment]
        await table.open(requests_a_second=REQUESTS * pace)
        stack.push_async_callback(table.close)
        watcher = await BoardWatcher.join(server.url, 1)
        table.people.append(watcher)
        await table.seat(PLAYERS)
        for person in table.people:
            person.patience = PATIENCE
            stack.push_async_callback(person.close)
        return await Traffic(title, moves, every, seed).run(server, table, watcher)


def report(costs: Sequence[Cost]) -> int:
    """Print what each game has cost; 1 where one costs more than before, or is later."""
    say = sys.stdout.write
    for cost in costs:
        total, posts, moves = cost.requests.total(), cost.requests[POST], max(cost.moves, 1)
        turns, lags = max(cost.turns, 1), cost.lags or [0.0]
        say(f"{cost.title}: {cost.moves} moves, {cost.turns} turns in {cost.seconds:.0f} s; ")
        say(f"load {os.getloadavg()[0]:.1f}\n")
        kinds = ", ".join(f"{cost.requests[kind]} {kind}" for kind in KINDS)
        say(f"  {total} requests: {kinds}; {cost.refused} more were too many\n")
        say(
            f"  requests a move {total / moves:.2f} (at most {MOST_A_MOVE:.2f}), a turn {total / turns:.2f}; "
        )
        say(f"messages a turn {posts / turns:.2f}\n")
        say(f"  board after p50 {median(lags):.2f} s (at most {LATEST}), p95 {p95(lags):.2f} s; ")
        say(f"{cost.never_shown} moves never shown\n")
    bad = [cost.title for cost in costs if not cost.is_good]
    say(f"{len(bad)} of {len(costs)} games cost more than before, or are shown later {bad}\n")
    return int(bool(bad) or not costs)


def main() -> int:
    """Play, and print what it cost."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.traffic", description=__doc__)
    parser.add_argument("titles", nargs="*", default=list(titles()))
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--every", type=float, default=EVERY, help="seconds between two moves")
    parser.add_argument("--old-after", type=float, default=HOUR, help="the age at which messages are old")
    parser.add_argument("--blank", action="store_true", help="draw nothing: Discord's limits alone")
    given = parser.parse_args()
    told = {"drawn": not given.blank, "old_after": given.old_after}
    some = [asyncio.run(spent(title, given.moves, given.every, **told)) for title in given.titles]
    return report(some)


if __name__ == "__main__":
    sys.exit(main())
