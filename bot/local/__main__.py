"""Start the server alone, for development: `python -m bot.local [--port N] [--database FILE] [--latency MS]`."""

import argparse
import asyncio
import sys
from pathlib import Path

from bot.local.latency import Latency
from bot.local.server import LocalDiscord


def _unchecked(*_request: object) -> list[str]:
    """Name no broken limit: a bot of ours checks its own requests before it sends them."""
    return []


async def _serve(port: int, database: Path | None, latency: Latency) -> None:
    async with LocalDiscord(port, database, check=_unchecked, latency=latency) as discord:
        sys.stdout.write(f"page {discord.page_url}\nDiscord {discord.url}\ntoken {discord.token}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def main() -> int:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(
        prog="python -m bot.local", description="Serve the local Discord without a bot."
    )
    parser.add_argument("--port", type=int, default=0, help="port to listen at (default: any free one)")
    parser.add_argument("--database", type=Path, default=None, help="SQLite file (default: in memory)")
    parser.add_argument(
        "--latency", type=float, default=0, metavar="MS", help="milliseconds a request and its answer take"
    )
    parser.add_argument(
        "--jitter", type=float, default=0.5, help="share of the latency that varies (default: 0.5)"
    )
    arguments = parser.parse_args()
    latency = Latency(arguments.latency / 1000, arguments.jitter)
    try:
        asyncio.run(_serve(arguments.port, arguments.database, latency))
    except KeyboardInterrupt:
        return 0
    except OSError as error:
        sys.stderr.write(f"Cannot serve: {error.strerror}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
