"""Levels of opponents against each other, by title and number of players; seats go round, games differ.

``python -m tests.tools.tournament [--titles 18CZ ...] [--players 3 ...] [--games N] [--pairs ONE:OTHERS ...]``
plays ONE:OTHERS with one seat against the others, prints one table and exits with 1 where a share of wins misses its
figure, or where two games of a line are the same. Seconds are those of the processor.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from engine import notation
from engine.game import Game, Setup
from engine.opponents import STYLES, RandomPlayer
from engine.title import titles
from tests.tools.one_ply import OnePlyPerson, PlanningPerson

KINDS: dict[str, Callable[[int], RandomPlayer]] = {
    **STYLES,
    "person": OnePlyPerson,
    "planner": PlanningPerson,
}
PAIRS = (
    "apprentice:random",
    "journeyman:apprentice",
    "master:journeyman",
    "person:journeyman",
    "person:master",
    "planner:journeyman",
    "planner:master",
)
LEAST = {"apprentice:random": 0.9, "journeyman:apprentice": 0.65, "master:journeyman": 0.65}
"""The least share of wins of the one, with three players."""
MOST = {
    "person:journeyman": 0.45,
    "person:master": 0.33,
    "planner:journeyman": 0.45,
    "planner:master": 0.33,
}
"""The greatest."""
TOO_LONG = 20_000


@dataclass(frozen=True)
class Line:
    """A line of the table: who plays against whom, and at what."""

    title: str
    players: int
    pair: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(f"seat{seat}" for seat in range(1, self.players + 1))


@dataclass
class Outcome:
    """How a game ended, and how long the one thought, in milliseconds a decision."""

    won: float
    scores: tuple[int, int]
    print_: str
    times: list[float] = field(default_factory=list)


def play(line: Line, seed: int) -> Outcome:
    """Play a game; a victory that is shared counts in parts."""
    one, _, others = line.pair.partition(":")
    seat = line.names[seed % line.players]
    game = Game.begin(Setup(line.title, line.names, (), seed))
    seats = {name: KINDS[one if name == seat else others](seed) for name in line.names}
    for name, player in seats.items():
        player.seat = name
    times, told = list[float](), hashlib.sha256()
    while not game.state.over and game.state.ply < TOO_LONG:
        who = next(name for name in game.pos.awaited)
        began = time.process_time()
        action = seats[who].choose(game)
        if who == seat:
            times.append(1000 * (time.process_time() - began))
        told.update(notation.write(action).encode())
        game = game.play(action)
    worth = {name: game.pos.worth(name) for name in line.names}
    best = [name for name in line.names if worth[name] == max(worth.values())]
    rest = max(worth[name] for name in line.names if name != seat)
    return Outcome((seat in best) / len(best), (worth[seat], rest), told.hexdigest(), times)


def row(line: Line, outcomes: Sequence[Outcome]) -> tuple[str, bool]:
    """A line of the table, and whether it holds its figures."""
    count = len(outcomes)
    share = sum(one.won for one in outcomes) / count
    near = (share * count + 2) / (count + 4)  # so that a few games without a loss do not look certain
    error = (near * (1 - near) / (count + 4)) ** 0.5
    alike = count - len({one.print_ for one in outcomes})
    times = sorted(one for outcome in outcomes for one in outcome.times) or [0.0]
    half, most = times[len(times) // 2], times[-1]
    late = times[min(int(len(times) * 0.95), len(times) - 1)]
    mine, rest = (sum(column) // count for column in zip(*(one.scores for one in outcomes), strict=True))
    kept = not alike
    if line.players == 3:
        kept = kept and LEAST.get(line.pair, 0) <= share <= MOST.get(line.pair, 1)
    text = (
        f"{line.title:6} {line.players} {line.pair:22} {share:4.0%} ± {error:3.0%} of {count:3}"
        f"  {mine:6} : {rest:6}  ms {half:7.1f} {late:7.1f} {most:7.1f}"
    )
    return text + (f"  {alike} alike" if alike else "") + ("" if kept else "  MISSED"), kept


def lines(arguments: argparse.Namespace) -> Iterator[Line]:
    """The lines that are asked for."""
    for name in arguments.titles or sorted(titles()):
        low, high = titles()[name].data.players
        for players in arguments.players:
            if max(low, 2) <= players <= high:
                yield from (Line(name, players, pair) for pair in arguments.pairs)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(given: Sequence[str] | None = None) -> int:
    """Play, print the table and tell whether every figure is kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--titles", nargs="*")
    parser.add_argument("--players", nargs="*", type=int, default=[3])
    parser.add_argument("--pairs", nargs="*", default=PAIRS)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-j", "--jobs", type=int, default=1)
    arguments = parser.parse_args(given)
    seeds, kept = range(arguments.seed, arguments.seed + arguments.games), True
    _say("title  n one:others              won            score, best other  p50     p95    most")
    with ProcessPoolExecutor(arguments.jobs) as pool:
        for line in lines(arguments):
            text, good = row(line, list(pool.map(partial(play, line), seeds)))
            _say(text)
            kept = kept and good
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
