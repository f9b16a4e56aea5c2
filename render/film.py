"""A whole game as a moving picture: the map after each change, in a file small enough to post."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO

from PIL import Image

from assets import sentences
from engine.actions import Action
from engine.game import Game, Setup
from engine.position import Position
from render import fonts, paint
from render.changes import changed_hexes
from render.history import replayed
from render.labels import round_title
from render.look import PLAIN, Look
from render.map_picture import MapContent
from render.maps import draw_closeup, draw_map
from render.palette import Scheme
from render.recolour import in_scheme
from render.seats import named, seat_colour, seat_plate, seat_signs
from render.shapes import Box, Layer, Shape, Text

FORMATS = {".webp": "WEBP", ".gif": "GIF"}
LIMIT = 8 * 1024 * 1024
"""Bytes that a file may have."""
WIDTH = 800
PANEL, ZOOM = 230, 300
"""Height of the strip below the map, and width of the enlarged part in it."""
TYPE = 22
FRAMES = 160
"""Pictures that tell a game; where the map changes more often, several changes are shown at once."""
PACE, PAUSE = 260, 3500
"""Milliseconds for a picture, and for the last."""
TRIES = ((1.0, 70), (1.0, 45), (0.75, 40), (0.5, 35), (0.35, 30))
"""Sizes and qualities to try until a file is small enough."""


NOBODY: Mapping[int, str] = {}


@dataclass(frozen=True, slots=True)
class FilmFrame:
    """A position worth a picture, and the hexes that changed since the last."""

    pos: Position
    changed: tuple[str, ...]
    caption: str


def make_film(  # noqa: PLR0913 - what of a game is shown, and how
    setup: Setup,
    actions: Iterable[Action],
    suffix: str,
    look: Look = PLAIN,
    by_bot: Mapping[int, str] = NOBODY,
    *,
    since: int = 0,
) -> bytes:
    """Return a game as a moving picture, of a kind known by the suffix of its file, from after ``since`` actions.

    ``by_bot`` names the players in whose place a bot has decided actions, by the number of these, counted from 1.

    :raises KeyError: when such files cannot be written.
    :raises IllegalAction: when one of the actions is against the rules.
    """
    kind = FORMATS[suffix]
    played = (game for game in replayed(setup, actions) if game.state.ply >= since)
    shown = thinned(list(film_frames(played, look, by_bot)), FRAMES)
    frames = [draw_frame(one, look) for one in shown]
    frames = _level(frames, look.colours.page)
    for size, quality in TRIES:
        data = _written(frames, kind, size, quality)
        if len(data) <= LIMIT:
            break
    return data


def draw_frame(one: FilmFrame, look: Look = PLAIN) -> Image.Image:
    """Return the map of a frame, and below it what the players are worth, beside what changed last, enlarged."""
    dress = replace(look, caption=one.caption, width=WIDTH, names=look.known)
    above = draw_map(one.pos, MapContent(one.changed), dress)
    pos, scheme = in_scheme(one.pos, look)
    frame = Image.new("RGB", (WIDTH, above.height + PANEL), scheme.page)
    frame.paste(above, (0, 0))
    shapes = [*_phase(pos, scheme, look.lang), *_worth(pos, named(pos, look, pos.state.players), scheme)]
    frame.paste(paint.sheet((WIDTH - ZOOM, PANEL), shapes, scheme.page, 1), (0, above.height))
    if one.changed:
        near = draw_closeup(one.pos, MapContent(one.changed[-1:]), look)
        near.thumbnail((ZOOM - 12, PANEL - 12), Image.Resampling.LANCZOS)
        left, top = WIDTH - ZOOM + (ZOOM - near.width) // 2, above.height + (PANEL - near.height) // 2
        frame.paste(near, (left, top))
    return frame


def _phase(pos: Position, scheme: Scheme, lang: str) -> Iterator[Shape]:
    """Yield the phase on the colour of its tiles."""
    phase = pos.phase
    text = sentences.say_first([f"board.phase/{phase.name}", "board.phase"], lang, phase=phase.name)
    fill = scheme.tiles.get(phase.colours[-1], scheme.card)
    wide = fonts.width(text, bold=True) * TYPE + 24
    yield Box((12, 10), (12 + wide, 44), fill, radius=8, layer=Layer.GROUND)
    yield Text((24, 27), text, TYPE, scheme.ink, bold=True, anchor="l")


def _worth(pos: Position, names: Mapping[str, str], scheme: Scheme) -> Iterator[Shape]:
    """Yield a bar for each player with what they are worth, all on one scale."""
    worth = {player: pos.worth(player) for player in pos.state.players}
    most = max(1, *worth.values())
    signs, room = seat_signs(pos, names), WIDTH - ZOOM - 170
    high = min(34.0, (PANEL - 60) / len(worth))
    for index, (player, value) in enumerate(worth.items()):
        y, colour = 54 + (index + 0.5) * high, seat_colour(pos, player, scheme)
        yield from seat_plate((32, y), signs[player], colour, (40, high - 3))
        wide = max(3.0, room * max(0, value) / most)
        yield Box((58, y - high / 2 + 3), (58 + wide, y + high / 2 - 3), colour, radius=3, layer=Layer.GROUND)
        yield Text((66 + wide, y), str(value), min(TYPE, high), scheme.ink, bold=True, anchor="l")


def _level(frames: Sequence[Image.Image], page: str) -> list[Image.Image]:
    """Return pictures of one height, so that the map stays where it is however many lines its head has."""
    height = max(frame.height for frame in frames)
    level = [Image.new("RGB", (frame.width, height), page) for frame in frames]
    for whole, frame in zip(level, frames, strict=True):
        whole.paste(frame, (0, height - frame.height))
    return level


def film_frames(
    played: Iterable[Game], look: Look = PLAIN, by_bot: Mapping[int, str] = NOBODY
) -> Iterator[FilmFrame]:
    """Yield the start of a game, each change of the map, and the end; the caption says where a bot has decided."""
    before: Game | None = None
    for game in played:
        changed = changed_hexes(before.pos, game.pos) if before else ()
        if before is None or changed or game.state.over:
            caption, player = _caption(game.pos, look.lang), by_bot.get(game.state.ply, "")
            if player:
                name = look.known.get(player, player)
                caption += f" · {sentences.say('log.by_bot.film', look.lang, player=name)}"
            yield FilmFrame(game.pos, changed, caption)
        before = game


def _caption(pos: Position, lang: str) -> str:
    frames = [frame for frame in pos.state.frames if frame.number]
    if not frames:
        return pos.title.name
    number = ".".join(map(str, frames[-1].number))
    return f"{pos.title.name} · {round_title(frames[-1].kind, number, lang)}"


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
