from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.board.hexes import EDGES, neighbour, opposite
from engine.title import Title
from render.hex_geometry import CORNERS, SIDES, HexGrid, depth, turned
from render.hex_names import shortened
from tests.render.scenes import every_title


@pytest.mark.parametrize("title", every_title(), ids=lambda title: title.name)
@pytest.mark.parametrize("width", [400, 800, 1400])
def test_pixels_lead_back_to_the_hex(title: Title, width: int):
    """The centre of each hex, and points well inside it, are found to be in that hex."""
    grid = HexGrid.fit(title.hexes, width, 20)

    for name in title.hexes:
        x, y = grid.pixel(name)
        for dx, dy in ((0, 0), *CORNERS):
            assert name == grid.name(x + 0.9 * dx * grid.side, y + 0.9 * dy * grid.side)


@pytest.mark.parametrize("title", every_title(), ids=lambda title: title.name)
def test_neighbours_meet_at_their_edges(title: Title):
    """The middle of an edge is the same place as seen from the hex on the other side."""
    grid = HexGrid.fit(title.hexes, 1400, 20)

    for name in title.hexes:
        for edge in EDGES:
            there = neighbour(name, edge)
            if there not in title.hexes:
                continue
            mine, other = (
                (
                    grid.pixel(hex_)[0] + grid.side * SIDES[side][0],
                    grid.pixel(hex_)[1] + grid.side * SIDES[side][1],
                )
                for hex_, side in ((name, edge), (there, opposite(edge)))
            )

            assert dist(mine, other) < 1


def test_edges_are_numbered_clockwise_from_the_lower_left():
    """Edge 0 is lower left, 1 left, 2 upper left; y grows downwards."""
    signs = [(round(x, 1), round(y, 2)) for x, y in SIDES]

    assert signs == [(-0.4, 0.75), (-0.9, 0.0), (-0.4, -0.75), (0.4, -0.75), (0.9, 0.0), (0.4, 0.75)]


@given(st.integers(0, 5), st.integers(0, 5))
def test_turning_moves_edges_clockwise(edge: int, rotation: int):
    """A tile turned by one step has its exit at the next edge."""
    assert dist(SIDES[(edge + rotation) % 6], turned(SIDES[edge], rotation)) < 1e-9


def test_depth_is_the_distance_to_the_border():
    """The centre is deepest; corners and sides are on the border."""
    assert pytest.approx(0.866, abs=1e-3) == depth((0, 0))
    assert all(abs(depth(point)) < 1e-9 for point in (*CORNERS, *SIDES))
    assert depth((1, 1)) < 0


@pytest.mark.parametrize(
    ("name", "shorter"),
    [
        ("Buda & Pest", ("Buda & Pest", "B. & Pest", "B. & P.", "B.")),
        ("Ústí nad Labem", ("Ú. n. Labem", "Ú. n. La.", "Ú. n.", "Ú. n.")),
        ("Székesfehérvár", ("Székesfehér.", "Székesfe.", "Székes.", "Szék.")),
    ],
)
def test_names_are_shortened_as_people_do(name: str, shorter: tuple[str, ...]):
    """Words before the last become initials, signs stay, and what is cut ends with a dot of its own."""
    assert tuple(shortened(name, letters) for letters in (12, 9, 7, 5)) == shorter
