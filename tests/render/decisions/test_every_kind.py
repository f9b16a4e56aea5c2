"""The picture for each kind of decision: it can be read where it is shown as wide as a phone, and be enlarged."""

from itertools import pairwise

import pytest

from assets import sentences
from engine import stakes
from engine.decisions import DecisionKind
from engine.turn_order import line_up
from render import fonts, png
from render.compose import HIGH, ROW, WIDTH, ZOOM, Dressed
from render.decisions import COMPOSED, draw_decision
from render.decisions.lot_cards import lots
from render.decisions.map_cards import add_order, add_unit
from render.decisions.train_cards import add_depot
from render.look import Look
from render.schemes import SCHEMES
from render.shapes import Text
from render.sheet import Sheet
from render.sheet_parts import unit_sign
from render.supply import power_in_words
from tests.render.decisions.kinds import LONG, PEOPLE, TABLES, asked, positions
from tests.render.drawn_texts import texts_drawn
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
        with texts_drawn() as found:
            image = draw_decision(pos, asked(pos, kind), look)

        assert all(map(fonts.has, "".join(one.text for one in found))), kind
        assert image.width == WIDTH * ZOOM >= 1400
        assert image.height <= HIGH * ZOOM
        assert len(png(image)) < 300 * 1024, kind
    assert [one for one in measure_cards(title, players) if one.low("phone") or one.low("desk")] == []


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
def test_equal_positions_give_equal_pictures(scheme: str):
    """In each scheme one of its own."""
    pos = positions("18Mag", 3)[DecisionKind.LAY]
    one, two = (draw_decision(pos, asked(pos, DecisionKind.LAY), Look(scheme)).tobytes() for _ in range(2))

    assert one == two


@pytest.mark.parametrize("wide", range(WIDTH - 50, WIDTH + 1, 10))
def test_the_price_of_a_train_to_come_stands_beside_its_plate(wide: int):
    """However the row ends: a price alone at the beginning of the next would be that of nothing."""
    pos = positions("18CZ", 4)[DecisionKind.TRAIN]
    sheet = Sheet(Look(), width=wide)
    add_depot(sheet, Dressed(pos, Look()), ())
    names = {train.name: str(train.price) for train in pos.title.data.trains}
    written = [shape for shape in sheet.shapes if isinstance(shape, Text)]
    beside = [(one, two) for one, two in pairwise(written) if two.text == names.get(one.text)]

    assert len(beside) > 12
    assert [one.text for one, two in beside if one.at[1] != two.at[1]] == []


@pytest.mark.parametrize("lang", sentences.languages())
@pytest.mark.parametrize(("title", "players"), [("18CZ", 4), ("18Mag", 3)])
def test_what_can_be_drafted_is_told_in_full(title: str, players: int, lang: str):
    """Each power to its last word, in every language, within the height that Discord shows."""
    pos = positions(title, players)[DecisionKind.DRAFT]
    question = asked(pos, DecisionKind.DRAFT)
    with texts_drawn() as found:
        draw_decision(pos, question, Look(lang=lang))
    told = " ".join(one.text for one in found)
    powers = {power_in_words(pos, lot, lang) for lot in stakes.for_sale(question.offers)}

    assert len(powers) > 2
    assert [power for power in powers if power not in told] == []
    assert "\u2026" not in told
    assert lots(Dressed(pos, Look(lang=lang)), question)[1] <= HIGH + 4


def test_the_last_run_stands_beside_its_label():
    """Where a row ends before it, both go to the next: an amount alone would be anything."""
    pos = positions("18Mag", 3)[DecisionKind.TRAIN]
    for wide in range(400, WIDTH):
        sheet = Sheet(Look(), width=wide)
        add_unit(sheet, Dressed(pos, Look()), pos.unit)
        written = [shape for shape in sheet.shapes if isinstance(shape, Text)]
        label = next(one for one in written if one.text == sheet.label("head.runs"))

        assert [one.at[1] for one in written[written.index(label) :]][:2] == [label.at[1]] * 2, wide


@pytest.mark.parametrize("owners", [True, False])
def test_who_comes_next_is_shown_or_counted_in_one_row(*, owners: bool):
    """Minors and corporations, however long the row is: the first of them, and how many have no room in it."""
    pos = positions("18Mag", 3)[DecisionKind.RUN]
    turns = line_up(pos)
    assert turns is not None
    names = [unit_sign(pos.title.units[one]) for one in turns.ahead]
    shown = set[int]()
    for wide in range(300, 2 * WIDTH, 7):
        sheet = Sheet(Look(), width=wide)
        add_order(sheet, Dressed(pos, Look()), owners=owners)
        written = [shape for shape in sheet.shapes if isinstance(shape, Text)]
        found = [one.text for one in written if one.text in names]
        more = [one.text for one in written if one.text.startswith("+")]

        heights = [one.at[1] for one in written]
        assert max(heights) - min(heights) < ROW / 2, wide
        assert found == names[: len(found)]
        assert more == ([f"+{len(names) - len(found)}"] if len(found) < len(names) else []), wide
        shown.add(len(found))
    assert {*range(3, len(names) - 1), len(names)} <= shown
