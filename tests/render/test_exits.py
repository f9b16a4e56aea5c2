"""No exit is hidden: whatever is written in a hex leaves at least half of every visible end of track."""

import os
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from engine.board.tiles import Face, Tile
from engine.position import Position
from engine.title import Title
from render import Look, paint
from render.hex_geometry import Point
from render.hex_layout import HexLayout, exit_stubs, lay_out
from render.hex_shapes import hex_shapes
from render.map_hex import MapHex
from render.map_hexes import map_hexes
from render.room import Spot
from render.sampling import sampled_positions
from render.schemes import SCHEMES, scheme
from render.shapes import Layer, Shape
from render.sizes import PHONE, PRINT, WHOLE, Sizes
from tests.engine.peer18xx import kept_games
from tests.render.scenes import every_board, looks

FOLDER = os.environ.get("CONFORMANCE_DIR", "")
LEAST = 0.5
"""The part of an exit that must be seen."""
SIDE = 64
"""Pixels of the side of a hex that is looked at."""
TITLES = pytest.mark.parametrize("title", every_board(), ids=lambda title: title.name)
SIZES = pytest.mark.parametrize(
    "sizes",
    [
        pytest.param(PRINT, id="print"),
        pytest.param(WHOLE, id="whole", marks=pytest.mark.slow),
        pytest.param(PHONE, id="phone", marks=pytest.mark.slow),
    ],
)


def seen(face: Face, rotation: int, plan: HexLayout, sizes: Sizes) -> Iterator[float]:
    """The part of each exit that lies below no mark."""
    for stub in exit_stubs(face, rotation, plan.stops, sizes):
        covered = sum(any(mark.spot.room(point) < 0 for mark in plan.marks) for point in stub)
        yield 1 - covered / len(stub)


@SIZES
@TITLES
@pytest.mark.parametrize("every", [19, pytest.param(1, marks=pytest.mark.slow)])
def test_no_mark_hides_an_exit(title: Title, sizes: Sizes, every: int):
    """On every tile, in every rotation and on every hex it may lie on, or some of these, and on every bare hex."""
    bare = ((hex_, hex_, 0) for hex_ in title.hexes.values())
    for hex_, face, rotation in (*bare, *islice(looks(title, sizes), 0, None, every)):
        plan = lay_out(hex_, face, rotation, sizes=sizes)

        assert all(part >= LEAST for part in seen(face, rotation, plan, sizes)), (hex_.id, face.id, rotation)


def drawn(shapes: tuple[Shape, ...]):
    """A hex on its own."""
    size = round(2.2 * SIDE), round(2.2 * SIDE)
    return paint.picture(size, shapes, "#000000", scale=SIDE, origin=(size[0] / 2, size[1] / 2), over=2)


def shown(map_hex: MapHex, name: str) -> Iterator[tuple[Point, float]]:
    """Each exit of a hex as it is drawn, and the part of its pixels that what is written there leaves as they are."""
    plan = lay_out(map_hex.hex, map_hex.face, map_hex.rotation, map_hex.around, map_hex.sizes)
    every = hex_shapes(map_hex, name)
    whole, bare = drawn(every), drawn(tuple(shape for shape in every if shape.layer < Layer.MARK))
    track = scheme(name).track
    ink = tuple(int(track[at : at + 2], 16) for at in (1, 3, 5))
    for stub in exit_stubs(map_hex.face, map_hex.rotation, plan.stops, map_hex.sizes):
        spots = [(round((x + 1.1) * SIDE), round((y + 1.1) * SIDE)) for x, y in stub]
        before = [at for at in spots if near(bare.getpixel(at), ink)]
        if before:
            yield stub[0], sum(near(whole.getpixel(at), ink) for at in before) / len(before)


def near(one: tuple[int, ...], two: tuple[int, ...]) -> bool:
    return max(abs(a - b) for a, b in zip(one, two, strict=True)) < 40


@pytest.mark.parametrize(
    "spot", [Spot((0.1, 0.2), (0.5, 0.1)), Spot((0.1, 0.2), radius=0.1)], ids=["name", "disc"]
)
def test_a_mark_covers_what_lies_below_it(spot: Spot):
    """The middle of a rectangle without rounded corners as well as that of a disc."""
    assert spot.covers((0.12, 0.21))
    assert spot.room((0.1, 0.2)) == pytest.approx(-0.1)
    assert not spot.covers((0.1, 0.35))


@SIZES
@TITLES
@pytest.mark.parametrize("every", [47, pytest.param(5, marks=pytest.mark.slow)])
def test_no_exit_is_hidden_as_it_is_drawn(title: Title, sizes: Sizes, every: int):
    """On the pixels of some tiles on some hexes: plates and outlines of names count as well."""
    for hex_, face, rotation in islice(looks(title, sizes), 0, None, every):
        found = shown(MapHex(hex_, face, rotation, sizes=sizes), "light")

        assert all(part >= LEAST for _, part in found), (hex_.id, face.id, rotation)


CROWDED = {"18CZ": {"B9", "I12"}}
"""Hexes on whose last tiles a name has no room beside the track in any size: it lies on a plate above it."""
QUICK = ("czech-two", "mag-two", "swiss-sbb")
"""A game of each title."""


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=() if one in QUICK else pytest.mark.slow) for one in kept_games.NAMES]
)
def test_no_name_is_crossed_by_track_at_the_end_of_our_games(name: str):
    """Whole and beside all track, in every view, but for the few that have no such room."""
    record = kept_games.kept(name).record
    pos = record.at(len(record)).pos
    for sizes in (PRINT, WHOLE, PHONE):
        for cell in map_hexes(pos, sizes=sizes):
            for mark in lay_out(cell.hex, cell.face, cell.rotation, cell.around, sizes).of("name"):
                where = cell.hex.id, mark.text

                assert not mark.over or cell.hex.id in CROWDED.get(pos.title.name, ()), where
                assert not mark.text.endswith("."), where


@cache
def last_positions() -> tuple[Position, ...]:
    """The last position of every recorded game."""
    files = sorted(Path(FOLDER).glob("*/*.json.gz"))
    return tuple(pos for path in files if path.parent.name != "raw" for pos in sampled_positions(path, 1))


@pytest.mark.long
@pytest.mark.skipif(not FOLDER, reason="CONFORMANCE_DIR does not name the folder of recorded games")
@pytest.mark.parametrize("name", SCHEMES)
@SIZES
def test_no_exit_is_hidden_at_the_end_of_any_game(sizes: Sizes, name: str):
    """On the pixels of every laid hex at the end of every recorded game, in every view and scheme."""
    known: dict[MapHex, str] = {}
    for pos in last_positions():
        for map_hex in map_hexes(pos, (), Look(scheme=name), sizes=sizes):
            known.setdefault(map_hex, pos.title.name)
    for map_hex, title in known.items():
        where = title, map_hex.hex.id, map_hex.face.id, map_hex.rotation

        assert all(part >= LEAST for _, part in shown(map_hex, name)), where
    assert any(isinstance(map_hex.face, Tile) for map_hex in known)
