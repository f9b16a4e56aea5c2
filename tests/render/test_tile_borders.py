"""What sets tiles apart on the map: a border of their own colour, and a worth that the phase decides."""

from math import dist

import pytest

from engine.title import Title
from render.hex_shapes import hex_shapes
from render.map_hex import MapHex, ShownToken
from render.scenery import BORDER
from render.shapes import Disc, Polyline, Text
from tests.render.scenes import opening

TRIO = ("ann", "bob", "cy")
RED = "#e31e24"
COLOURS = ("yellow", "green", "brown", "gray")


@pytest.fixture
def title() -> Title:
    """A title with bordered tiles, and with cities that are worth more from phase to phase."""
    return opening("18CZ", TRIO).title


def borders(title: Title, tile: str) -> list[Polyline]:
    """The strokes that go all around a hex inside its edge, where a tile lies on it."""
    drawn = hex_shapes(MapHex(title.hexes["E10"], title.tiles[tile]))
    around = [shape for shape in drawn if isinstance(shape, Polyline) and len(shape.points) == 7]
    return [line for line in around if max(abs(y) for _, y in line.points) == pytest.approx(BORDER)]


def home(title: Title, phases: int) -> MapHex:
    """A home tile off the map with its token, once so many colours have come."""
    token = ShownToken(0, "Sx", RED, "#ffffff")
    return MapHex(title.hexes["A8"], title.tiles["8896"], 5, (token,), COLOURS[:phases])


def test_a_tile_with_a_border_is_drawn_with_it(title: Title):
    """A line runs around it that a tile of the same colour without a border has not."""
    assert title.tiles["14p"].border == "purple"
    assert len(borders(title, "14p")) == 1
    assert borders(title, "14") == []


@pytest.mark.parametrize(("phases", "worth"), [(2, "30"), (3, "40"), (4, "50")])
def test_a_city_shows_what_it_is_worth_in_the_phase(title: Title, phases: int, worth: str):
    """Every value is written, in the order of the phases, and what it brings now in bold and in full ink."""
    texts = [shape for shape in hex_shapes(home(title, phases)) if isinstance(shape, Text)]
    values = [shape for shape in texts if shape.text in ("30", "40", "50")]
    now = [shape for shape in values if shape.text == worth]

    assert [shape.text for shape in values] == ["30", "40", "50"]
    assert {shape.colour for shape in now}.isdisjoint(shape.colour for shape in values if shape not in now)


def test_the_worth_of_a_city_covers_no_token(title: Title):
    """The values lie beside the token."""
    drawn = hex_shapes(home(title, 2))
    token = next(shape for shape in drawn if isinstance(shape, Disc) and shape.fill == RED)
    values = [shape for shape in drawn if isinstance(shape, Text) and shape.text in ("30", "40", "50")]

    assert all(dist(shape.at, token.centre) > token.radius + shape.size / 2 for shape in values)
