from collections.abc import Iterator
from itertools import pairwise
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assets.places import in_language
from engine.board.hexes import EDGES, neighbour, opposite
from engine.position import Position
from engine.title import Title
from render import fonts, symbols
from render.hex_geometry import CORNERS, SIDES, HexGrid, depth, turned
from render.hex_layout import lay_out
from render.hex_names import names_of, shortened, syllables
from render.map_hexes import map_hexes
from render.schemes import SCHEMES
from render.shapes import Polygon, Text
from render.sizes import CARD, PHONE, PRINT, WHOLE, Sizes
from tests.render.scenes import PEOPLE, every_board, every_title, filled, first, opening


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
    ("name", "parts"),
    [
        ("Székesfehérvár", "Szé-kes-fe-hér-vár"),
        ("Nyíregyháza", "Nyí-regy-há-za"),
        ("Selmecbánya", "Sel-mec-bá-nya"),
        ("Winterthur", "Win-ter-thur"),
        ("Innsbruck", "Inns-bruck"),
        ("Budějovice", "Bu-dě-jo-vi-ce"),
        ("Debreczen", "De-bre-czen"),
    ],
)
def test_words_are_broken_between_syllables(name: str, parts: str):
    """In each language of the maps: letters that are one sound stay together."""
    places = [0, *syllables(name), len(name)]

    assert "-".join(name[one:two] for one, two in pairwise(places)) == parts


def written(pos: Position, sizes: Sizes) -> Iterator[tuple[str, str]]:
    """Each line of a name on a map without its break, and the hex it stands on."""
    for cell in map_hexes(pos, sizes=sizes):
        for mark in lay_out(cell.hex, cell.face, cell.rotation, cell.around, cell.sizes).of("name"):
            yield cell.hex.id, mark.text


def whole_forms(text: str) -> set[str]:
    """What a line may be without its break: between words, within one, at a hyphen of its own."""
    return {text.replace("\n", between) for between in (" ", "")} | {text.replace("-\n", "")}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sizes", "most"),
    [
        pytest.param(WHOLE, 0, id="whole"),
        pytest.param(PRINT, 0, id="print"),
        pytest.param(PHONE, 6, id="phone"),
    ],
)
def test_towns_have_their_whole_names(sizes: Sizes, most: int):
    """On every board, bare and with tiles of every colour; on a phone the largest cities leave too little room."""
    cut: set[tuple[str, str, str]] = set()
    for title in every_board():
        for pos in (
            first(title),
            *(filled(title, colour) for colour in ("yellow", "green", "brown", "gray")),
        ):
            for hex_, text in written(pos, sizes):
                printed = names_of(pos.title.hexes[hex_], pos.face(hex_)[0])
                names = {in_language(name, "en") for name, _ in printed}
                if not names & whole_forms(text):
                    cut.add((title.name, hex_, text))

    assert len(cut) <= most, cut


@pytest.mark.parametrize(
    ("name", "lines"),
    [("Buda & Pest", ["Buda & Pest"]), ("Pécs & Mohács", ["Pécs", "Mohács"]), ("Brassó", ["Brassó"])],
)
@pytest.mark.parametrize("stops", [1, 2])
def test_only_a_long_name_of_two_places_has_a_line_for_each(name: str, lines: list[str], stops: int):
    """Each at its own stop, or both at the only one that the tile has."""
    title = opening().title
    hex_ = next(one for one in title.hexes.values() if one.name == name)
    tile = next(one for one in title.tiles.values() if len(one.stops) == stops)

    assert names_of(hex_, tile) == [(line, min(at, stops - 1)) for at, line in enumerate(lines)]


def test_neuchatel_has_its_circumflex():
    """As it is printed."""
    assert "Neuchâtel" in {hex_.name for hex_ in opening("1844").title.hexes.values()}


@pytest.mark.parametrize(
    ("name", "shorter"),
    [
        ("Buda & Pest", ("Buda & Pest", "B. & Pest", "B. & P.", "B.")),
        ("Ústí nad Labem", ("Ú. n. Labem", "Ú. n. La.", "Ú. n.", "Ú. n.")),
        ("Székesfehérvár", ("Székesfehér.", "Székesfe.", "Székes.", "Szék.")),
        ("Dijon/Paris", ("Dijon/Paris", "Dijon", "Dijon", "Dijon")),
    ],
)
def test_names_are_shortened_as_people_do(name: str, shorter: tuple[str, ...]):
    """Words before the last become initials, signs stay, and what is cut ends with a dot of its own."""
    assert tuple(shortened(name, letters) for letters in (12, 9, 7, 5)) == shorter


@pytest.mark.parametrize(
    ("title", "hex_", "name"),
    [("1844", "C8", "Belfort"), ("18Mag", "C6", "Vienna"), ("18CZ", "G12", "Tábor")],
)
def test_a_short_name_is_whole_on_a_card(title: str, hex_: str, name: str):
    """Above the values of an area, which lie a little lower for it, or above the slot of a city."""
    pos = opening(title, PEOPLE[:4])

    assert [text for at, text in written(pos, CARD) if at == hex_] == [name]


@pytest.mark.parametrize("title", every_title(), ids=lambda title: title.name)
def test_no_cost_stands_without_the_sign_of_its_terrain(title: Title):
    """Alone it would read as what a stop earns; on the card of a turn both lie in the room of their mark."""
    costs = [
        mark
        for hex_ in title.hexes.values()
        for mark in lay_out(hex_, hex_, 0, sizes=CARD).of("terrain")
        if mark.terrain is not None and mark.terrain.cost and mark.short
    ]

    assert costs
    for mark in costs:
        assert mark.terrain is not None
        *sign, cost = symbols.tight_cost(mark.spot.at, mark.terrain, mark.size, "#ffffff", SCHEMES["light"])
        points = [
            point for one in sign for point in (one.points if isinstance(one, Polygon) else (one.centre,))
        ]
        assert isinstance(cost, Text)
        assert len(points) >= 4
        assert mark.spot.at[0] - mark.spot.half[0] - 1e-6 <= min(x for x, _ in points)
        assert max(x for x, _ in points) <= cost.at[0] - fonts.width(cost.text, bold=True) * cost.size
