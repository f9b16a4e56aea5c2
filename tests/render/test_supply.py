"""The sheet of the bank: phases, trains and what their sales bring, privates and their powers, the end."""

import pytest

from assets import sentences
from engine.position import Position
from engine.state import POOL
from engine.title import titles
from render import PLAIN, Look, fonts, schemes
from render.charters import ROOMY, TALL, charters_sheet, draw_charters
from render.prospects import Prospects
from render.shapes import Box, Text
from render.sheet import SMALL
from render.supply import (
    are_privates_in_play,
    draw_supply,
    power_in_words,
    privates_sheet,
    supply_sheet,
    trains_sheet,
)
from tests.render import scenes
from tests.render.scenes import changed, texts

LOOK = schemes.LIGHT


def sheet(pos: Position, lang: str = "en") -> list[str]:
    return texts(supply_sheet(pos, Look(lang=lang)).shapes)


def test_every_card_stands_with_its_sides_and_how_many_are_left():
    """Names, prices, left of how many; the card for sale now is framed."""
    pos = scenes.opening("1844")
    found = supply_sheet(pos, PLAIN).shapes

    assert {train.name for train in pos.title.data.trains} <= set(texts(found))
    assert "13/13" in texts(found)
    assert [shape for shape in found if isinstance(shape, Box) and shape.fill == LOOK.accent]


def test_cards_that_are_sold_out_stand_together():
    """They bring nothing more."""
    pos = scenes.opening("18CZ")
    late = changed(pos, depot={**pos.state.depot, "2a": 0, "2b": 0}, phase=1)
    found = sheet(late)

    assert found.index("2b") == found.index("2a") + 1
    assert "Sold out" in found
    assert "Sold out" not in sheet(pos)


def test_what_the_next_4_does_is_told():
    """Phase, train limit, rust and turning, in one place."""
    found = " · ".join(sheet(scenes.opening("1844")))

    for text in ("phase 4", "train limit: historical 3", "rusts 2, 2H", "turns 3 into 3H", "the SBB forms"):
        assert text in found


@pytest.mark.parametrize("title", ["18Mag", "1844", "18CZ"])
def test_when_the_game_is_over_nothing_more_is_to_come(title: str):
    """No train is exported any more, and nothing is said of the end."""
    pos = scenes.opening(title)
    lost = set(sheet(pos)) - set(sheet(changed(pos, over=True, frames=())))

    assert Prospects(pos, {}).sentences()
    assert lost >= {line for line in sheet(pos) if "game ends" in line}
    assert Prospects(changed(pos, over=True, frames=()), {}).sentences() == []


@pytest.mark.parametrize("title", ["18Mag", "1844", "18CZ"])
def test_nothing_is_said_of_a_next_sale_that_brings_nothing(title: str):
    """When the game is over, or the last card has been sold, the head of that column is left out as well."""
    pos = scenes.opening(title)
    over = changed(pos, over=True, frames=())

    assert "The next sale brings" in sheet(pos)
    assert "The next sale brings" not in sheet(over)
    assert not any("phase" in text and "tiles" in text for text in sheet(over))
    assert not [
        shape for shape in supply_sheet(over, PLAIN).shapes if isinstance(shape, Box) and shape.radius == 9
    ]


def test_the_sign_of_an_owner_is_as_large_as_all_type():
    """A company with a broad sign that owns a private has a broader plate; what follows makes room."""
    pos = scenes.opening("1844")
    for unit in pos.title.units:
        owned = changed(pos, owners={"P1": unit, "P2": unit})
        found = [one for one in supply_sheet(owned, PLAIN).shapes if isinstance(one, Text)]
        signs = [one for one in found if one.text == unit]

        assert len(signs) >= 2
        assert min(one.size for one in signs) > SMALL - 0.8


@pytest.mark.parametrize("lang", sentences.languages())
@pytest.mark.parametrize("title", ["18Mag", "1844", "18CZ"])
def test_nothing_reaches_beyond_the_sheet(title: str, lang: str):
    """Whatever a sale brings is broken into lines, at the smallest table with the longest names too."""
    low, high = titles()[title].data.players
    for count in (max(2, low), high):
        pos = scenes.opening(title, scenes.PEOPLE[:count])
        names = dict.fromkeys(pos.everybody, "Bartholomew W.")
        image = draw_supply(pos, look=Look(lang=lang, names=names, caption="A caption"))

        assert image.height <= TALL * image.width + 1
        for brief in (False, True):
            found = [
                one
                for one in supply_sheet(pos, Look(lang=lang, names=names), brief=brief).shapes
                if isinstance(one, Text)
            ]
            ends = {
                one.text: one.at[0] + fonts.width(one.text) * one.size for one in found if one.anchor == "l"
            }
            assert not [text for text, end in ends.items() if end > ROOMY - 4]


def test_only_kinds_in_play_have_a_train_limit():
    """A national company that is not formed yet needs no limit."""
    [limit] = [text for text in sheet(scenes.opening("1844")) if "regional 2" in text]

    assert "historical 4" in limit
    assert "national" not in limit


@pytest.mark.parametrize(("title", "head"), [("1844", "Privates"), ("18CZ", "Locals")])
def test_privates_stand_under_what_their_title_calls_them(title: str, head: str):
    """18CZ has locals."""
    assert [text for text in sheet(scenes.opening(title)) if text in ("Privates", "Locals")] == [head]


@pytest.mark.parametrize(("title", "rounds"), [("1844", "Po této sérii"), ("18CZ", "Po této sadě")])
def test_an_export_comes_after_what_the_title_calls_a_set_of_rounds(title: str, rounds: str):
    """Where a language has the words of each rulebook, as Czech has."""
    pos = scenes.opening(title)
    while not (told := [line for line in Prospects(pos, {}, "cs").sentences() if "export" in line]):
        pos = changed(pos, phase=pos.state.phase + 1)

    assert all(line.startswith(rounds) for line in told)


def test_trains_in_the_pool_lie_beside():
    """While there are any."""
    pos = scenes.opening("1844")

    assert "Trains in the pool" in sheet(changed(pos, trains={POOL: ("3H",)}))
    assert "Trains in the pool" not in sheet(pos)


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("title", ["1844", "18CZ"])
def test_every_private_says_what_it_can_do(title: str, lang: str):
    """Those that can do the same stand together."""
    pos = scenes.opening(title)
    told = {power_in_words(pos, private.id, lang) for private in pos.title.data.privates}
    found = " ".join(sheet(pos, lang))

    assert all(told)
    assert all(private.id in found for private in pos.title.data.privates)


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("title", ["1844", "18CZ", "18Mag"])
@pytest.mark.parametrize("count", [3, 5, 6])
def test_sheets_are_not_tall_and_can_be_read_on_a_phone(title: str, lang: str, count: int):
    """At most 1.4 times as high as wide; capitals of seven pixels where the picture is 400 wide."""
    names = dict(
        zip(scenes.PEOPLE, ("Bartholomew", "Mercedes Fernández", "Cy", "Dóra", "Ede", "Fay"), strict=False)
    )
    pos, look = scenes.opening(title, scenes.PEOPLE[:count]), Look("light", lang, names, "A caption")
    for make, draw in ((charters_sheet, draw_charters), (supply_sheet, draw_supply)):
        found = make(pos, look)
        image = draw(pos, look)

        assert image.height <= TALL * image.width + 1
        sizes = [(shape.size, shape.text) for shape in found.shapes if isinstance(shape, Text)]
        assert min(sizes)[0] > SMALL - 0.8, min(sizes)


@pytest.mark.parametrize("title", titles())
@pytest.mark.parametrize("lang", ["en", "de"])
def test_trains_and_privates_are_told_apart_where_a_phone_shows_one_below_the_other(title: str, lang: str):
    """Together they say what the whole sheet says; the trains have a sheet to themselves then."""
    pos, look = scenes.opening(title), Look(lang=lang)
    whole, trains, privates = (make(pos, look) for make in (supply_sheet, trains_sheet, privates_sheet))

    if not are_privates_in_play(pos):
        assert texts(trains.shapes) == texts(whole.shapes)
        return
    assert sorted(texts(trains.shapes) + texts(privates.shapes)) == sorted(texts(whole.shapes))
    assert max(trains.y, privates.y) < whole.y
