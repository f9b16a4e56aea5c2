"""A whole game as a moving picture: the map after each change, in a file small enough to post."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from assets import sentences
from engine.actions import Action
from engine.game import Game, Setup
from engine.position import Position
from render.history import replayed
from render.maps import draw_map

FORMATS = {".webp": "WEBP", ".gif": "GIF"}
LIMIT = 8 * 1024 * 1024
"""Bytes that a file may have."""
WIDTH = 800
FRAMES = 160
"""Pictures that tell a game; where the map changes more often, several changes are shown at once."""
PACE, PAUSE = 260, 3500
"""Milliseconds for a picture, and for the last."""
TRIES = ((1.0, 70), (1.0, 45), (0.75, 40), (0.5, 35), (0.35, 30))
"""Sizes and qualities to try until a file is small enough."""


@dataclass(frozen=True, slots=True)
class FilmFrame:
    """A position worth a picture, and the hexes that changed since the last."""

    pos: Position
    changed: tuple[str, ...]
    caption: str


def make_film(
    setup: Setup, actions: Iterable[Action], suffix: str, *, scheme: str = "light", lang: str = "en"
) -> bytes:
    """Return a game as a moving picture, of a kind known by the suffix of its file.

    :raises KeyError: when such files cannot be written.
    :raises IllegalAction: when one of the actions is against the rules.
    """
    kind = FORMATS[suffix]
    shown = thinned(list(film_frames(replayed(setup, actions), lang)), FRAMES)
    frames = [
        draw_map(one.pos, highlight=one.changed, width=WIDTH, scheme=scheme, caption=one.caption, lang=lang)
        for one in shown
    ]
    for size, quality in TRIES:
        data = _written(frames, kind, size, quality)
        if len(data) <= LIMIT:
            break
    return data


def film_frames(played: Iterable[Game], lang: str) -> Iterator[FilmFrame]:
    """Yield the start of a game, each change of the map, and the end."""
    before: Game | None = None
    for game in played:
        changed = _changed(before.pos, game.pos) if before else ()
        if before is None or changed or game.state.over:
            yield FilmFrame(game.pos, changed, _caption(game.pos, lang))
        before = game


def _changed(one: Position, two: Position) -> tuple[str, ...]:
    """Return the hexes that look different in two positions."""
    columns = (
        (one.state.tiles, two.state.tiles),
        (one.state.tokens, two.state.tokens),
        (one.state.layers, two.state.layers),
    )
    return tuple(
        dict.fromkeys(
            hex_ for old, new in columns for hex_ in {**old, **new} if old.get(hex_) != new.get(hex_)
        )
    )


def _caption(pos: Position, lang: str) -> str:
    frames = [frame for frame in pos.state.frames if frame.number]
    if not frames:
        return pos.title.name
    number = ".".join(map(str, frames[-1].number))
    keys = (f"round.{frames[-1].kind}", "round.other")
    return (
        f"{pos.title.name} · {sentences.say_first(keys, lang, kind=frames[-1].kind, number=number).strip()}"
    )


def thinned(found: Sequence[FilmFrame], most: int) -> list[FilmFrame]:
    """Return at most so many frames, evenly spread, each with all that changed since the last; the end stays."""
    if len(found) <= most:
        return list(found)
    ends = [round((index + 1) * len(found) / most) for index in range(most)]
    groups = [found[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    return [
        FilmFrame(
            group[-1].pos,
            tuple(dict.fromkeys(hex_ for one in group for hex_ in one.changed)),
            group[-1].caption,
        )
        for group in groups
    ]


def _written(frames: Sequence[Image.Image], kind: str, size: float, quality: int) -> bytes:
    height = max(frame.height for frame in frames)
    to = round(WIDTH * size), round(height * size)
    shown = [frame if size == 1 else frame.resize(to, Image.Resampling.LANCZOS) for frame in frames]
    if kind == "GIF":
        palette = shown[-1].quantize(128, method=Image.Quantize.MEDIANCUT)
        shown = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in shown]
    times = [PACE] * (len(shown) - 1) + [PAUSE]
    file = BytesIO()
    shown[0].save(
        file,
        kind,
        save_all=True,
        append_images=shown[1:],
        duration=times,
        loop=0,
        **({"quality": quality, "method": 2} if kind == "WEBP" else {"optimize": False}),
    )
    return file.getvalue()
