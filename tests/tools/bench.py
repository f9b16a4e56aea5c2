"""Behind ``make bench``: how fast things are, as tables. Nothing here is asserted.

``CONFORMANCE_DIR`` adds recorded games and their routes, ``BENCH_DIR`` the times of another engine.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.storage import Move, NewGame, Storage
from bot.tables import replay
from bot.tables.importing import read_record
from bot.tables.service import Service
from engine import notation
from engine.game import Game, Setup
from engine.records import open_recording
from engine.title import titles
from tests.engine.routes.bench_routes import bench, bench_known, known_table
from tests.tools import picture_bench, sight_bench, storage_bench

OWN = Path(__file__).parents[1] / "games" / "t18mag" / "records" / "3p-thrifty.json"
SEATS = ("s1", "s2", "s3")
SOME = 6
"""Recorded games that are timed; MOST=99 times all of them."""

BESIDE = ("raw_fixture_1844_160062.json.gz", "raw_gen_18cz_3p_205.json.gz")
"""Recorded games to stand beside those that another engine was timed with: the same, or one as long of its title."""


def say(text: str = "") -> None:
    """Print a line."""
    sys.stdout.write(f"{text}\n")


def games() -> list[Path]:
    """Return the recorded games to time: our own, and some of the outside ones."""
    folder = os.environ.get("CONFORMANCE_DIR")
    outside = sorted(Path(folder, "18Mag").glob("gen_18mag_[3-6]p_*.json.gz")) if folder else []
    plain = [path for path in outside if path.name.rsplit("_", 1)[0].count("_") == 2]
    beside = [Path(folder, "raw", name) for name in BESIDE] if folder else []
    return [OWN, *plain[: int(os.environ.get("MOST", SOME))], *filter(Path.exists, beside)]


def replays() -> None:
    """Print how long replays with every rule checked take."""
    say(f"{'replay, every rule checked':<34}{'recorded':>9}{'ours':>7}{'CPU s':>8}{'recorded/s':>11}")
    for path in games():
        recording = open_recording(path)
        setup, actions = recording.setup, recording.actions()
        Game.replay(setup, actions[:1])
        began = time.process_time()
        Game.replay(setup, actions)
        name = path.name.removesuffix(".gz").removesuffix(".json")
        _replayed(name, len(recording), len(actions), time.process_time() - began)
    _peer()


def _replayed(name: str, recorded: int, ours: int | str, seconds: float) -> None:
    say(f"{name:<34}{recorded:>9}{ours:>7}{seconds:>8.2f}{recorded / seconds:>11.0f}")


def _peer() -> None:
    folder = os.environ.get("BENCH_DIR")
    if not folder:
        return
    for name, times in json.loads(Path(folder, "peer_times.json").read_text())["fixtures"].items():
        _replayed(f"another engine, {name}", times["actions"], "", times["all_checks_cpu_s"])


def long_line(length: int) -> tuple[Setup, list[Move]]:
    """Return a table and so many moves of it: deals proposed and withdrawn make them many."""
    setup = Setup("18Mag", SEATS, (), 1)
    game, moves = Game.begin(setup), list[Move]()
    record = json.loads(OWN.read_text("utf-8"))
    seats = dict(zip(record["players"], SEATS, strict=True))

    def played(seat: str, text: str) -> Game:
        moves.append(Move(seat, SEATS.index(seat) + 1, text))
        return game.play(game.read(text, seat))

    for player, text in record["actions"]:
        for offer in game.choices.offers:
            while offer.facts.get("consent") and len(moves) < length - 2:
                game = played(offer.action.actor, notation.write(offer.action))
                game = played(offer.action.actor, "withdraw")
        if len(moves) == length:
            break
        game = played(seats[player], text)
    return setup, moves


async def ready(setup: Setup, moves: Sequence[Move]) -> dict[str, tuple[float, float]]:
    """Return seconds until a stored game is ready to act, and CPU seconds: by replay, and from its snapshot."""
    with tempfile.TemporaryDirectory() as folder:
        async with Storage.open(f"sqlite+aiosqlite:///{folder}/games.db") as storage:
            game_id = await _stored(storage, setup, moves)
            return {
                "by replay": await _ready(storage, game_id),
                "from its snapshot": await _ready(storage, game_id),
            }


async def _stored(storage: Storage, setup: Setup, moves: Sequence[Move]) -> int:
    wanted = NewGame(
        channel_id=1,
        title=setup.title,
        seed=setup.seed,
        places=len(setup.players),
        host_user_id=1,
        options=list(setup.options),
        engine_version=replay.begun_now(),
    )
    game_id = (await storage.games.create(wanted)).id
    for user, seat in enumerate(setup.players, 1):
        await storage.seats.join(game_id, user, seat)
    await storage.games.start(game_id, range(1, len(setup.players) + 1))
    rev = (await storage.games.find(game_id)).rev
    await storage.actions.append(game_id, rev, *moves)
    return game_id


async def _ready(storage: Storage, game_id: int) -> tuple[float, float]:
    service = Service(storage)
    began, cpu = time.perf_counter(), time.process_time()
    table = await service.tables.find(game_id)
    assert table.game is not None
    assert table.game.state.over or table.game.choices.offers
    seconds = time.perf_counter() - began, time.process_time() - cpu
    await service.settled()
    return seconds


def longest() -> Iterator[tuple[str, Setup, list[Move]]]:
    """Yield the longest recorded game of each title, as a table holds it."""
    folder = os.environ.get("CONFORMANCE_DIR")
    for title in titles() if folder else ():
        files = sorted(Path(folder or "", title).glob("*.gz"), key=lambda path: path.stat().st_size)
        for path in files[-1:]:
            read = read_record(gzip.decompress(path.read_bytes()), path.name)
            moves = [Move(seat, int(seat.removeprefix("s") or 0), text) for seat, text in read.moves]
            yield path.name.removesuffix(".json.gz"), read.setup, moves


def loading() -> None:
    """Print how long stored games take to be ready to act: one of 1,900 actions, and the longest recorded ones."""
    say(f"{'stored game, ready to act':<34}{'actions':>9}{'seconds':>9}{'CPU s':>8}")
    for name, setup, moves in (("proposals", *long_line(1900)), *longest()):
        for how, (seconds, cpu) in asyncio.run(ready(setup, moves)).items():
            say(f"{f'{name} {how}'[:44]:<34}{len(moves):>9}{seconds:>9.2f}{cpu:>8.2f}")


def pictures() -> None:
    """Print how long pictures take."""
    recording = open_recording(OWN)
    say(picture_bench.timing_table([recording.at(at).pos for at in (30, 300, 600)]))


def routes() -> None:
    """Print how long the best routes of recorded positions take."""
    folder = os.environ.get("CONFORMANCE_DIR")
    if not folder:
        say("routes: set CONFORMANCE_DIR for recorded positions")
        return
    found = bench(Path(folder), int(os.environ.get("MOST", SOME)))
    say(f"routes: {found['positions']} positions, {found['proved']} proved; CPU milliseconds")
    for part, figures in found["milliseconds"].items():
        say(f"  {part:<16}" + "".join(f"{name} {value:>8.2f}  " for name, value in figures.items()))
    if known := os.environ.get("BENCH_DIR"):
        for line in known_table(bench_known(Path(known), Path(folder))):
            say(line)


def main() -> int:
    """Print every table."""
    for part in (replays, routes, loading, pictures):
        part()
        say()
    sight_bench.main()
    say()
    return storage_bench.main()


if __name__ == "__main__":
    sys.exit(main())
