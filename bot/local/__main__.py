"""Start the server alone, for development: `python -m bot.local [--port N] [--database FILE]`."""

import argparse
import asyncio
import sys
from pathlib import Path

from bot.local.server import LocalDiscord


def _unchecked(*_request: object) -> list[str]:
    """Name no broken limit: a bot of ours checks its own requests before it sends them."""
    return []


async def _serve(port: int, database: Path | None) -> None:
    async with LocalDiscord(port, database, check=_unchecked) as discord:
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
    arguments = parser.parse_args()
    try:
        asyncio.run(_serve(arguments.port, arguments.database))
    except KeyboardInterrupt:
        return 0
    except OSError as error:
        sys.stderr.write(f"Cannot serve: {error.strerror}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
