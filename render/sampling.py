"""Drawing many positions of recorded games: whether it works, what time and memory it takes, how large files are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median, quantiles
from time import process_time

from engine.position import Position
from engine.records.data_folder import processes
from engine.records.files import open_actions, open_recording
from engine.refusals import IllegalAction
from render.history import replayed
from render.look import Look
from render.paint import png
from render.pictures import PICTURES

KIB = 1024


@dataclass(frozen=True, slots=True)
class DrawnSample:
    """A picture that was drawn: which, how long it took in milliseconds of CPU, and its bytes.

    ``memory`` are the most MiB that the process has had until then, with the game that was replayed for it.
    """

    kind: str
    took: float
    size: int
    memory: float


def draw_samples(
    paths: Sequence[Path], count: int, kinds: Sequence[str], scheme: str, jobs: int = 1
) -> Iterator[list[DrawnSample]]:
    """Yield what was drawn of each recorded game, at so many positions evenly spread over it.

    :raises Refused: when a file cannot be read or replayed.
    """
    work = partial(_surveyed, count=count, kinds=tuple(kinds), scheme=scheme)
    if jobs == 1:
        yield from map(work, paths)
        return
    with processes(jobs) as pool:
        yield from pool.map(work, paths)


def _surveyed(path: Path, count: int, kinds: tuple[str, ...], scheme: str) -> list[DrawnSample]:
    return [drawn for pos in sampled_positions(path, count) for drawn in _draw(pos, kinds, scheme)]


def sampled_positions(path: Path, count: int) -> Iterator[Position]:
    """Yield positions of a recorded game, evenly spread, the last among them."""
    try:
        recording, actions, _ = open_actions(path)
    except IllegalAction:
        yield from _as_far(path, count)
        return
    wanted = {round(len(actions) * (index + 1) / count) for index in range(count)}
    for at, game in enumerate(replayed(recording.setup, actions)):
        if at in wanted:
            yield game.pos


def _as_far(path: Path, count: int) -> Iterator[Position]:
    """Yield positions of a game that cannot be replayed to its end, as far as it can."""
    recording = open_recording(path)
    for index in range(count):
        try:
            yield recording.at(round(len(recording) * index / count)).pos
        except IllegalAction:
            return


def _draw(pos: Position, kinds: tuple[str, ...], scheme: str) -> Iterator[DrawnSample]:
    for kind, picture in PICTURES.items():
        if kind in kinds:
            began = process_time()
            data = png(picture.draw(pos, look=Look(scheme)))
            yield DrawnSample(kind, 1000 * (process_time() - began), len(data), _memory())


def _memory() -> float:
    return getrusage(RUSAGE_SELF).ru_maxrss / KIB


def sample_table(found: Iterable[DrawnSample]) -> Iterator[str]:
    """Yield the lines of a table: milliseconds and KiB of each kind of picture, median, 95th percentile, largest.

    Last come the most MiB that a process has had.
    """
    heads = ("ms p50", "ms p95", "ms max", "KiB p50", "KiB p95", "KiB max", "MiB max")
    yield f"{'picture':<10}{'count':>7}" + "".join(f"{head:>9}" for head in heads)
    by: dict[str, list[DrawnSample]] = {}
    for one in found:
        by.setdefault(one.kind, []).append(one)
    for kind, mine in by.items():
        times, sizes = [one.took for one in mine], [one.size / KIB for one in mine]
        values = (*_spread(times), *_spread(sizes), max(one.memory for one in mine))
        yield f"{kind:<10}{len(mine):>7}" + "".join(f"{value:>9.0f}" for value in values)


def _spread(values: Sequence[float]) -> tuple[float, float, float]:
    high = quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
    return median(values), min(high, max(values)), max(values)
