"""Appends to a game until it is killed; prints each acknowledged revision."""

import asyncio
import sys

from bot.storage import Move, Storage
from tests.bot.storage.notation import in_notation


def say(what: str, rev: int) -> None:
    sys.stdout.write(f"{what} {rev}\n")
    sys.stdout.flush()


async def main(address: str, game_id: int) -> None:
    async with Storage.open(address) as storage:
        rev = (await storage.games.find(game_id)).rev
        while True:
            if rev % 7 == 6:
                rev = await storage.actions.retract(
                    game_id, rev, max(0, len(await in_notation(storage, game_id)) - 2), 1
                )
                say("undo", rev)
            rev = await storage.actions.append(
                game_id, rev, Move("s1", 1, f"move {rev + 1}"), interaction_id=rev + 1
            )
            say("move", rev)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
