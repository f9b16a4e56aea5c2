"""What sets tiles apart on the board: a border of their own colour, and a worth that the phase decides."""

from dataclasses import replace

import pytest
from scenes import changed, opening

from engine.board.tiles import Tile
from engine.position import Position
from engine.state import Station
from render import cells, theme
from render.cell import Cell
from render.scenery import BORDER
from render.shapes import Disc, Line, Text
from render.tile import shapes

LOOK = theme.scheme("light")
TRIO = ("ann", "bob", "cy")


@pytest.fixture
def czech() -> Position:
    """18CZ with a home tile and its station on A8, in the green phase."""
    pos = opening("18CZ", TRIO)
    return changed(pos, tiles={"A8": ("8896", 5)}, stations={"A8": (Station(0, "SX"),)}, phase=3)


def cell(pos: Position, hex_: str) -> Cell:
    return next(one for one in cells.cells(pos, LOOK) if one.hex.id == hex_)


def borders(one: Cell) -> list[Line]:
    """The strokes that go all around a hex inside its edge."""
    found = [shape for shape in shapes(one) if isinstance(shape, Line) and len(shape.points) == 7]
    return [line for line in found if max(abs(y) for _, y in line.points) == pytest.approx(BORDER)]


def test_a_tile_with_a_border_is_drawn_with_it(czech: Position):
    """Purple tiles have a line around them that ordinary ones of the same track have not."""
    purple, plain = czech.title.tiles["14p"], czech.title.tiles["14"]
    ground = cell(czech, "E10")
    line = borders(replace(ground, face=purple))

    assert isinstance(purple, Tile)
    assert [one.colour for one in line] == [theme.mix(LOOK.tiles["purple"], LOOK.ink, 0.35)]
    assert borders(replace(ground, face=plain)) == []


@pytest.mark.parametrize(("phase", "worth"), [(3, "30"), (6, "40"), (8, "50")])
def test_a_city_shows_what_it_is_worth_in_the_phase(czech: Position, phase: int, worth: str):
    """A home tile off the board says what it brings now."""
    drawn = shapes(cell(changed(czech, phase=phase), "A8"))
    texts = [shape.text for shape in drawn if isinstance(shape, Text)]

    assert worth in texts
    assert not {"30", "40", "50"} - {worth} & set(texts)


def test_the_worth_of_a_city_covers_no_station(czech: Position):
    """The circle with the revenue lies beside the station."""
    discs = [shape for shape in shapes(cell(czech, "A8")) if isinstance(shape, Disc)]
    station = next(one for one in discs if one.fill == czech.title.units["SX"].colour)
    circle = min(discs, key=lambda disc: disc.radius)
    (x, y), (x2, y2) = station.centre, circle.centre

    assert ((x - x2) ** 2 + (y - y2) ** 2) ** 0.5 > station.radius + circle.radius
