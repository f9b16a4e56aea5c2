"""The picture for each kind of decision: it can be read where it is shown as wide as a phone, and be enlarged."""

import pytest

from engine.decisions import DecisionKind
from render import fonts, paint, png
from render.compose import HIGH, WIDTH, ZOOM
from render.decisions import COMPOSED, draw_decision
from render.look import Look
from render.schemes import SCHEMES
from tests.render.decisions.kinds import LONG, PEOPLE, TABLES, asked, positions
from tests.tools.legible import measure_cards


def test_every_kind_has_a_picture():
    """None is left out."""
    assert set(COMPOSED) == set(DecisionKind)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "players"),
    [("18CZ", 4), *(pytest.param(*one, marks=pytest.mark.slow) for one in TABLES if one != ("18CZ", 4))],
)
def test_each_is_wide_and_light_and_can_be_read_on_a_phone(title: str, players: int):
    """11:7 or wider, 1,400 pixels, below 300 KiB; what must be read has capitals of seven pixels at 350."""
    look = Look("dark", "hu", dict(zip(PEOPLE, LONG, strict=True)))
    for kind, pos in positions(title, players).items():
        with paint.texts_drawn() as found:
            image = draw_decision(pos, asked(pos, kind), look)

        assert all(map(fonts.has, "".join(one.text for one in found))), kind
        assert image.width == WIDTH * ZOOM >= 1400
        assert image.height <= HIGH * ZOOM
        assert len(png(image)) < 300 * 1024, kind
    assert [one for one in measure_cards(title, players) if one.low("phone") or one.low("desk")] == []


@pytest.mark.parametrize(
    "scheme", [pytest.param(name, marks=() if name == "light" else pytest.mark.slow) for name in SCHEMES]
)
def test_equal_positions_give_equal_pictures(scheme: str):
    """In each scheme one of its own."""
    pos = positions("18Mag", 3)[DecisionKind.LAY]
    one, two = (draw_decision(pos, asked(pos, DecisionKind.LAY), Look(scheme)).tobytes() for _ in range(2))

    assert one == two
