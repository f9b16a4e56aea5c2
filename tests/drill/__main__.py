"""Copies made and put back while tables are played: ``python -m tests.drill --games 200 --tables 10``."""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.drill.copying import Drill


def main(argv: Sequence[str] | None = None) -> int:
    """Print what was found; 1 if anything is not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m tests.drill", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="stored besides those in play")
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=10.0, help="of play around each backup")
    given = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        drill = Drill(Path(folder), given.games, given.tables, seconds=given.seconds)
        report = asyncio.run(drill.run())
    tally = drill.players.tally
    sys.stdout.write(
        f"{report.games} games, {tally.acknowledged} moves acknowledged, {tally.unanswered} presses unanswered while "
        f"nobody served; {report.compared} replays compared, {len(report.faults)} faults\n"
    )
    return int(bool(report.faults))


if __name__ == "__main__":
    sys.exit(main())
