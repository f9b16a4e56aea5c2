from engine.game import Game
from render import draw_closeup, draw_map
from render.hex_geometry import HexGrid
from render.maps import CLOSE, FRAME, WIDTH


def test_a_closeup_is_the_map_around_its_hexes():
    """The close-up shows the very pixels of a large map, with the hex in its middle where there is room."""
    pos = Game.start("18Mag", ("ann", "bob", "cy"), seed=1).pos
    part = draw_closeup(pos, ["F15"])
    x, y = HexGrid.fit(tuple(pos.title.hexes), CLOSE, FRAME * CLOSE // WIDTH).pixel("F15")

    whole = draw_map(pos, highlight=["F15"], width=CLOSE)

    assert part.width < CLOSE / 2
    half = part.width // 2, part.height // 2
    assert part.tobytes() == whole.crop((x - half[0], y - half[1], x + half[0], y + half[1])).tobytes()


def test_a_closeup_ends_at_the_edge_of_the_map():
    """A hex in the corner is shown without anything from beyond the picture."""
    pos = Game.start("18Mag", ("ann", "bob", "cy"), seed=1).pos

    part = draw_closeup(pos, ["H1"])
    whole = draw_map(pos, highlight=["H1"], width=CLOSE)
    top = HexGrid.fit(tuple(pos.title.hexes), CLOSE, FRAME * CLOSE // WIDTH).pixel("H1")[1] - part.height // 2

    assert part.width < part.height
    assert part.tobytes() == whole.crop((0, top, part.width, top + part.height)).tobytes()
