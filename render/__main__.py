"""``python -m render``: the pictures of recorded games."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter

from PIL import Image

from assets import sentences
from engine.cli.errors import sentence
from engine.records import data_folder
from engine.records.files import open_actions, open_game
from engine.refusals import Refused
from render.charts import CHARTS, draw_chart
from render.film import FORMATS, make_film
from render.history import round_ends
from render.look import Look
from render.paint import png
from render.pictures import EVERY_MOVE, PICTURES
from render.sampling import draw_samples, sample_table
from render.schemes import SCHEMES


def parser() -> argparse.ArgumentParser:
    """Return the description of the command line."""
    made = argparse.ArgumentParser(
        prog="python -m render", description="Draw the pictures of recorded games."
    )
    made.add_argument("files", type=Path, nargs="+", metavar="FILE", help="a recorded game, plain or gzipped")
    made.add_argument("--at", type=int, metavar="I", help="the position before entry I; the last if left out")
    known = (*PICTURES, *CHARTS)
    made.add_argument(
        "--only", type=_kinds, default=EVERY_MOVE, metavar="KINDS", help=f"some of {','.join(known)}"
    )
    made.add_argument("--scheme", choices=tuple(SCHEMES), default="light", help="colours")
    made.add_argument(
        "--lang", choices=sentences.languages(), default=sentences.ENGLISH, help="language of the labels"
    )
    made.add_argument("-j", "--jobs", type=int, default=1, help="processes for --sample")
    what = made.add_mutually_exclusive_group(required=True)
    what.add_argument("--out", type=Path, metavar="DIR", help="where the pictures of one game are written")
    what.add_argument(
        "--replay", type=_film, metavar="OUT", help=f"write the whole game as {' or '.join(FORMATS)}"
    )
    what.add_argument(
        "--sample",
        type=int,
        metavar="N",
        help="draw N positions of every game; print times, sizes and memory",
    )
    return made


def _kinds(text: str) -> tuple[str, ...]:
    chosen, known = tuple(text.split(",")), (*PICTURES, *CHARTS)
    unknown = [kind for kind in chosen if kind not in known]
    if unknown:
        raise argparse.ArgumentTypeError(f"no such picture: {unknown[0]} (known: {', '.join(known)})")
    return chosen


def _film(text: str) -> Path:
    path = Path(text)
    if path.suffix.lower() not in FORMATS:
        raise argparse.ArgumentTypeError(
            f"not a kind of moving picture: {text} (known: {', '.join(FORMATS)})"
        )
    return path


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pictures; return 0, or 1 with a line on standard error if that is not possible."""
    made = parser()
    chosen = made.parse_args(arguments)
    if chosen.sample is None and len(chosen.files) > 1:
        made.error("one game at a time, except with --sample")
    if chosen.sample is not None and chosen.sample < 1:
        made.error("--sample needs at least one position")
    if chosen.jobs < 1:
        made.error("--jobs needs at least one process")
    data_folder.look_in(os.environ.get(data_folder.VARIABLE, ""))
    try:
        _work(chosen)
    except Refused as error:
        return _fail(sentence(error, chosen.lang))
    except OSError as error:
        return _fail(f"{error.filename or chosen.out or chosen.replay}: {error.strerror or error}")
    return 0


def _work(chosen: argparse.Namespace) -> None:
    if chosen.sample is not None:
        _sample(chosen)
    elif chosen.replay is not None:
        recording, actions, _ = open_actions(chosen.files[0])
        suffix = chosen.replay.suffix.lower()
        _write(
            chosen.replay,
            lambda: make_film(recording.setup, actions, suffix, Look(chosen.scheme, chosen.lang)),
        )
    else:
        chosen.out.mkdir(parents=True, exist_ok=True)
        for kind, draw in _drawings(chosen).items():
            if kind in chosen.only:
                _write(chosen.out / f"{kind}.png", draw)


def _sample(chosen: argparse.Namespace) -> None:
    found = []
    for drawn in draw_samples(chosen.files, chosen.sample, chosen.only, chosen.scheme, chosen.jobs):
        found += drawn
    sys.stdout.write("\n".join([*sample_table(found), f"{len(chosen.files)} games, {len(found)} pictures\n"]))


def _drawings(chosen: argparse.Namespace) -> dict[str, Callable[[], bytes]]:
    """Return the function that draws each picture; charts need the whole game, the others its position."""
    path, look = chosen.files[0], Look(chosen.scheme, chosen.lang)
    pos = open_game(path, chosen.at).pos
    made = {name: _png(kind.draw, pos, look=look) for name, kind in PICTURES.items()}
    if set(chosen.only) & set(CHARTS):
        recording, actions, _ = open_actions(path)
        rounds = round_ends(recording.setup, actions)
        made |= {chart: _png(draw_chart, pos, chart, rounds, look) for chart in CHARTS}
    return made


def _png(draw: Callable[..., Image.Image], *given: object, **how: object) -> Callable[[], bytes]:
    return lambda: png(draw(*given, **how))


def _fail(line: str) -> int:
    sys.stderr.write(f"{' '.join(line.split())}\n")
    return 1


def _write(path: Path, draw: Callable[[], bytes]) -> None:
    began = perf_counter()
    data = draw()
    took = 1000 * (perf_counter() - began)
    path.write_bytes(data)
    sys.stdout.write(f"{path.name} {took:.0f} ms {len(data) / 1024:.0f} KiB\n")


if __name__ == "__main__":
    sys.exit(main())
