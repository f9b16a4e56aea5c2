"""The bot is killed at random instants while tables are played: ``python -m tests.crash --kills 500``."""

import argparse
import asyncio
import logging
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tests import postgres
from tests.crash.killing import LONGEST_LIFE, Crash

KILLS = 500


def main(argv: Sequence[str] | None = None) -> int:
    """Print what was found; 1 if anything is not as it should be."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=KILLS)
    parser.add_argument("--seed", type=int, default=18)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument(
        "--processes", type=int, default=1, help="more than one share the tables on PostgreSQL"
    )
    parser.add_argument(
        "--life", type=float, default=LONGEST_LIFE, help="seconds a process lives at most; more when busy"
    )
    parser.add_argument("--keep", type=Path, help="a folder for what the processes have logged")
    parser.add_argument(
        "--pictures", action="store_true", help="draw every board and card, and look for them"
    )
    given = parser.parse_args(argv)
    if given.processes > 1 and given.database == "sqlite":
        parser.error("several processes need --database postgres")
    logging.getLogger("aiohttp").setLevel(logging.CRITICAL)  # the bot dies in the middle of requests
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        on_server = given.database == "postgres"
        address = stack.enter_context(postgres.server()).database() if on_server else ""
        life, keep, drawn = given.life, given.keep, given.pictures
        crash = Crash(folder, given.kills, given.seed, address, given.processes, life, keep, drawn)
        counts = asyncio.run(crash.run())
    sys.stdout.write(f"{counts}\n")
    return int(counts.faults > 0)


if __name__ == "__main__":
    sys.exit(main())
