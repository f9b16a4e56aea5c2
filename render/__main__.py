"""``python -m render``: the pictures of a recorded game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter

from PIL import Image

from engine.cli.words import sentence
from engine.game import Game
from engine.records.files import open_game
from engine.rules import EngineError
from render import words
from render.board import board
from render.charters import charters
from render.market import market
from render.paint import png
from render.schemes import SCHEMES

KINDS = ("map", "market", "charters")


def parser() -> argparse.ArgumentParser:
    """Return the description of the command line."""
    made = argparse.ArgumentParser(
        prog="python -m render", description="Draw the pictures of a recorded game."
    )
    made.add_argument("file", type=Path, help="a recorded game, plain or gzipped")
    made.add_argument("--at", type=int, metavar="I", help="the position before entry I; the last if left out")
    made.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the pictures are written")
    made.add_argument(
        "--only", type=_kinds, default=KINDS, metavar="KINDS", help=f"some of {','.join(KINDS)}"
    )
    made.add_argument("--scheme", choices=tuple(SCHEMES), default="light", help="colours")
    made.add_argument(
        "--lang", choices=words.languages(), default=words.ENGLISH, help="language of the labels"
    )
    return made


def _kinds(text: str) -> tuple[str, ...]:
    chosen = tuple(text.split(","))
    unknown = [kind for kind in chosen if kind not in KINDS]
    if unknown:
        raise argparse.ArgumentTypeError(f"no such picture: {unknown[0]} (known: {', '.join(KINDS)})")
    return chosen


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pictures; return 0, or 1 with a line on standard error if that is not possible."""
    chosen = parser().parse_args(arguments)
    try:
        game = open_game(chosen.file, chosen.at)
        chosen.out.mkdir(parents=True, exist_ok=True)
        for kind, draw in _drawn(game, chosen.scheme, chosen.lang).items():
            if kind in chosen.only:
                _write(chosen.out / f"{kind}.png", draw)
    except EngineError as error:
        return _fail(_sentence(error, chosen.lang))
    except OSError as error:
        return _fail(f"{error.filename or chosen.out}: {error.strerror or error}")
    return 0


def _sentence(error: EngineError, lang: str) -> str:
    key = f"error.{error.key}"
    return words.say(key, lang, **error.values) if words.known(key) else sentence(error)


def _fail(line: str) -> int:
    sys.stderr.write(f"{' '.join(line.split())}\n")
    return 1


def _drawn(game: Game, scheme: str, lang: str) -> dict[str, Callable[[], Image.Image]]:
    return {
        "map": lambda: board(game.pos, scheme=scheme, lang=lang),
        "market": lambda: market(game.pos, scheme=scheme),
        "charters": lambda: charters(game.pos, scheme=scheme, lang=lang),
    }


def _write(path: Path, draw: Callable[[], Image.Image]) -> None:
    began = perf_counter()
    data = png(draw())
    took = 1000 * (perf_counter() - began)
    path.write_bytes(data)
    sys.stdout.write(f"{path.name} {took:.0f} ms {len(data) / 1024:.0f} KiB\n")


if __name__ == "__main__":
    sys.exit(main())
