"""Games written in the form of 18xx.games and read again: the actions are equal, and none comes too late there.

What a file of a played game names - copies of trains and tiles, cities, subsidies - is held against a book of its own
(``tests/engine/peer_book.py``).

``python -m tests.tools.round_trips [FILE ...] [--games N] [--seed S] [-j J] [--keep DIR]`` does it with recorded
games, and with N games that computer players play: every title, number of players and option that 18xx.games has,
by chance. It prints every game with the first place that differs, and how many recorded games are written as they
were recorded; it exits with 1 where a game comes back as another. ``--keep`` writes the played games there in our
own form.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from pathlib import Path

from engine import notation
from engine.actions import Action
from engine.game import Game, Setup
from engine.opponents import STYLES
from engine.peer18xx import written_game
from engine.peer18xx.dialects import dialect_of
from engine.peer18xx.recorded_game import Peer
from engine.peer18xx.writer import Writer
from engine.records import own
from engine.records.files import Recording, open_recording
from engine.refusals import Refused
from engine.retrace import Stuck
from engine.title import titles
from tests.engine.peer_book import PeerBook
from tests.engine.peer_entries import otherwise

NAMES = ("ann", "bob", "cy", "dan", "eve", "flo", "gus")
AROUND = 3
"""How many actions are shown before one that differs."""


@dataclass(frozen=True)
class Trip:
    """What came of a game: name, length, where it differs, and where it was written otherwise than recorded."""

    name: str
    actions: int
    fault: str = ""
    otherwise: str | None = None

    def __str__(self) -> str:
        how = "" if self.otherwise is None else ", as recorded" if self.exact else ", not as recorded"
        lines = [f"{self.name}: {self.actions} actions{how}"]
        lines += [f"  recorded otherwise: {self.otherwise}"] if self.otherwise else []
        return "\n".join([*lines, f"  DIFFERS {self.fault}"] if self.fault else lines)

    @property
    def exact(self) -> bool:
        """Tell whether a recorded game was written as it had been recorded."""
        return self.otherwise == ""


def setup_by_chance(seed: int) -> Setup:
    """Return a set-up with any title, number of players and options that 18xx.games has."""
    chance = random.Random(seed)
    title = chance.choice([one for one in titles().values() if dialect_of(one.name) is not None])
    dialect = dialect_of(title.name)
    assert dialect is not None
    low, high = title.data.players
    count = chance.randint(max(low, 2), high)
    known = {option.id: option for option in title.data.options}
    fitting = [
        option
        for option in dialect.options.values()
        if not known[option.partition("=")[0]].players or count in known[option.partition("=")[0]].players
    ]
    chosen = [option for option in fitting if chance.random() < 0.4]
    single = {option.partition("=")[0]: option for option in chosen}
    return Setup(title.name, NAMES[:count], (*dialect.preset, *single.values()), seed)


def played(setup: Setup) -> list[Action]:
    """Return a whole game of computer players whose kind the seed gives."""
    player = STYLES["mixed"](setup.seed)
    game = Game.begin(setup)
    actions: list[Action] = []
    while not game.state.over:
        actions.append(player.choose(game))
        game = game.play(actions[-1])
    return actions


def returned(record: Recording, actions: Sequence[Action], name: str) -> Trip:
    """Write a game, read it, and compare."""
    try:
        writer = written_game.written(record.setup, actions)
        again = Peer(json.loads(json.dumps(written_game.complete(writer, names=record.called))))
        other = otherwise(record, again) if isinstance(record, Peer) else None
        told = actions if writer.stop is None else actions[: writer.stop.ply]
        fault = difference(told, again.actions()) or (_late(writer) if isinstance(record, Peer) else "")
        if not fault and not isinstance(record, Peer):
            fault = "; ".join(PeerBook(Game.begin(record.setup), writer.entries).keep(told))
    except (Refused, AssertionError, LookupError, StopIteration) as error:
        return Trip(name, len(actions), f"{type(error).__name__} {error}")
    if again.setup.options != record.setup.options and not fault:
        fault = f"options {again.setup.options}"
    return Trip(name, len(actions), fault, other)


def difference(wanted: Sequence[Action], found: Sequence[Action]) -> str:
    """Return the first place where two games differ, empty if they do not."""
    for at, (ours, theirs) in enumerate(zip_longest(wanted, found)):
        if ours != theirs:
            before = "; ".join(map(_line, wanted[max(at - AROUND, 0) : at]))
            return f"at {at}, after {before}: wrote {_line(ours)}, read {_line(theirs)}"
    return ""


def _late(writer: Writer) -> str:
    """What of a recorded game is held to be too late there, though it was not."""
    stop = writer.stop
    return f"too late for 18xx.games: {_line(stop.action)}" if stop and stop.why.key == "untold_late" else ""


def _line(action: Action | None) -> str:
    return f"{action.actor} {notation.write(action)}" if action is not None else "nothing"


def of_file(path: Path) -> Trip:
    """Take a recorded game there and back, up to a run that is known to break the rules."""
    record, name = open_recording(path), path.name.partition(".")[0]
    try:
        actions = record.actions()
    except Stuck as error:
        if not (isinstance(record, Peer) and record.faulty(error.at)):
            return Trip(name, 0, f"from entry {error.at}, which the rules refuse: {error.refusal}")
        actions = record.reader(error.at).ours.played
        return replace(returned(record, actions, f"{name}, up to entry {error.at}"), otherwise=None)
    return returned(record, actions, name)


def by_chance(folder: Path | None, seed: int) -> Trip:
    """Take a game of computer players there and back."""
    setup = setup_by_chance(seed)
    name = " ".join([setup.title, f"{len(setup.players)}p", f"seed {seed}", *setup.options[1:]])
    actions = played(setup)
    text = own.dump(setup, actions)
    if folder is not None:
        (folder / f"{setup.title.lower()}-{len(setup.players)}p-{seed}.json").write_text(text, "utf-8")
    return returned(own.Own(json.loads(text)), actions, name)


def trips(chosen: argparse.Namespace) -> Iterator[Trip]:
    """Yield what came of every game."""
    seeds = range(chosen.seed, chosen.seed + chosen.games)
    with ProcessPoolExecutor(chosen.jobs) as pool:
        yield from pool.map(of_file, chosen.files)
        yield from pool.map(partial(by_chance, chosen.keep), seeds)


def main(arguments: Sequence[str] | None = None) -> int:
    """Take games there and back; return 1 if one of them came back as another."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.round_trips")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--games", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="J")
    parser.add_argument("--keep", type=Path, metavar="DIR")
    count: Counter[str] = Counter()
    for trip in trips(parser.parse_args(arguments)):
        sys.stdout.write(f"{trip}\n")
        sys.stdout.flush()
        count.update(games=1, actions=trip.actions, differ=int(bool(trip.fault)), exact=int(trip.exact))
    sys.stdout.write(
        f"{count['games']} games, {count['actions']} actions, {count['differ']} differ, "
        f"{count['exact']} written as recorded\n"
    )
    return int(count["differ"] > 0)


if __name__ == "__main__":
    sys.exit(main())
