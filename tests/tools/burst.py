"""``make burst``: at two hundred tables at once three moves within ten seconds; none is lost, and how long they wait.

A move waits for the one before it at its table, as people do, and for nothing else.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bot.storage import Storage
from engine import notation
from tests.bot.person import PersonRefused
from tests.tools.load import PATIENCE, Found, Load, Table, after, p95

TABLES, PRESSES, WITHIN = 200, 3, 10.0
LOOKS = 0.2
"""Seconds between two looks whether the last board is shown."""


class Burst(Load):
    """All tables press a few times within a moment; afterwards what is stored is counted."""

    presses = PRESSES

    def __init__(self, folder: Path, tables: int, seconds: float) -> None:
        super().__init__(folder, tables, tables, 0.0, seconds)
        self.doubtful: set[str] = set()
        """Channels in which a move was not said to be made, though it may be."""

    async def _sit(self, table: Table) -> None:
        """Press at moments of one's own, then wait for the board of the last move."""
        began = time.monotonic()
        for moment in sorted(self.dice.uniform(0, self.seconds) for _ in range(self.presses)):
            await asyncio.sleep(max(0.0, began + moment - time.monotonic()))
            if not await self._moved(table):
                self.doubtful.add(table.channel)
                return
        await self._last_board(table, time.monotonic())

    async def _moved(self, table: Table) -> bool:
        """Make a move, note how long its answer took, and tell whether it said that the move is made."""
        action = await asyncio.to_thread(self._chosen, table.game)
        person, began = self.people[action.actor], time.monotonic()
        person.patience = PATIENCE
        try:
            reply = await person.command(table.channel, "do", move=notation.write(action))
            text = reply.text
        except (TimeoutError, PersonRefused, LookupError) as trouble:
            text = f"{type(trouble).__name__} {trouble}"
        if not text.startswith("✓"):
            self.found.refused.append(text)
            return False
        assert reply.taken_at is not None
        self.found.taken.append(reply.taken_at - began)
        self.found.answers.append(time.monotonic() - began)
        played = await asyncio.to_thread(after, table.game, action)
        table.moves += played.state.ply - table.game.state.ply
        table.game = played
        return True

    async def _last_board(self, table: Table, began: float) -> None:
        """Note how long the board of the last move took from its answer."""
        person = next(iter(self.people.values()))
        while not self._shown(person, table):
            if time.monotonic() - began > 4 * PATIENCE:
                self.found.refused.append(f"the board of move {table.moves} in {table.channel}")
                return
            await asyncio.sleep(LOOKS)
        self.found.boards.append(time.monotonic() - began)

    async def lost(self) -> int:
        """Return how many moves are stored too few, or too many where each was answered."""
        wrong = 0
        async with Storage.open(self.address) as storage:
            for table in self.tables:
                row = await storage.games.in_channel(int(table.channel))
                assert row is not None
                more = len(await storage.actions.in_force(row.id)) - table.moves
                wrong += abs(more) if more < 0 or table.channel not in self.doubtful else 0
        return wrong


def report(found: Found, burst: Burst, lost: int) -> int:
    """Print what was waited for, and return 1 where something was lost."""
    say = sys.stdout.write
    wanted = burst.count * burst.presses
    say(f"{burst.count} tables, {burst.presses} moves each within {burst.seconds:.0f} s\n")
    for name, times in {
        "acknowledged": found.taken,
        "done": found.answers,
        "last board": found.boards,
    }.items():
        say(f"{name:<14}p95 {p95(times):>6.2f} s, the longest wait {max(times, default=0):>6.2f} s\n")
    say(f"held open from {found.held[0]} to {found.held[-1]} files and connections\n")
    done, first = len(found.answers), found.refused[:1]
    say(f"{done} of {wanted} moves made, {lost} lost, {len(found.refused)} refused or never shown {first}\n")
    return int(bool(found.refused) or lost > 0 or done != wanted or found.leaks)


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.burst", description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument(
        "--seconds", type=float, default=WITHIN, help="in which every table moves three times"
    )
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        burst = Burst(Path(folder), given.tables, given.seconds)
        found = asyncio.run(burst.run())
        return report(found, burst, asyncio.run(burst.lost()))


if __name__ == "__main__":
    sys.exit(main())
