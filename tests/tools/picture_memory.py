"""``python -m tests.tools.picture_memory 1000``: the memory of a process that draws so many different games.

Boards of every title are filled at random, each with tiles and tokens of its own, and drawn in turn as the bot draws
them, in every scheme.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path
from random import Random

from bot.pictures.drawing import draw, warm_up
from bot.pictures.kinds import BOARD, WHOLE
from bot.pictures.requests import PictureRequest
from engine.position import Position
from engine.state import Token
from engine.title import Title
from render import Look
from render.schemes import SCHEMES
from tests.render import scenes

KINDS = (*BOARD, "phone")
LIMIT = 120
"""MiB that a process may have."""


def boards(seed: int = 1) -> Iterator[Position]:
    """Yield one random board after another, the titles in turn; only what lies on the board is of a game."""
    chance = Random(seed)
    every = [(title, _lays(title)) for title in scenes.every_board()]
    for title, lays in cycle(every):
        pos = scenes.first(title)
        tiles = {hex_: chance.choice(found) for hex_, found in lays.items() if chance.random() < 0.6}
        board = scenes.changed(pos, tiles=tiles, tokens={})
        phase = chance.randrange(len(title.data.phases))
        yield scenes.changed(board, tokens=dict(_tokens(board, chance)), phase=phase)


def _lays(title: Title) -> dict[str, list[tuple[str, int]]]:
    found: dict[str, list[tuple[str, int]]] = {}
    for hex_, tile, rotation in scenes.lays(title):
        if (hex_.colour == "red") == (tile.colour == "red"):
            found.setdefault(hex_.id, []).append((tile.id, rotation))
    return found


def _tokens(board: Position, chance: Random) -> Iterator[tuple[str, tuple[Token, ...]]]:
    units = [unit.id for unit in board.title.data.units]
    for hex_ in board.title.hexes:
        slots = [at for at, stop in enumerate(board.face(hex_)[0].stops) for _ in range(stop.slots)]
        if slots and chance.random() < 0.5:
            yield hex_, (Token(slots[0], chance.choice(units)),)


def memory(count: int) -> list[int]:
    """Return the MiB of this process after every tenth of so many boards."""
    warm_up()
    found, looks = [], cycle(SCHEMES)
    for number, pos in enumerate(islice(boards(), count), 1):
        draw(pos, PictureRequest(tuple(WHOLE[kind] for kind in KINDS), Look(next(looks))))
        if number % max(1, count // 10) == 0:
            found.append(resident())
    return found


def resident() -> int:
    lines = Path("/proc/self/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) // 1024


def measured(count: int) -> list[int]:
    """Return what a process of its own has after every tenth of so many boards."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(memory, (count,))


def main() -> int:
    """Print the memory; 1 where it is more than a process may have."""
    found = measured(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
    sys.stdout.write(f"MiB after each tenth: {' '.join(map(str, found))}; at most {LIMIT}\n")
    return 1 if max(found) > LIMIT else 0


if __name__ == "__main__":
    sys.exit(main())
