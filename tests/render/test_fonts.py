import pytest

from assets import sentences
from engine.title import Title
from render import fonts
from render.map_hexes import unit_sign
from tests.render.scenes import every_title

LETTERS = "aábcčdďeéěfghiíjklmnňoóöőpqrřsštťuúůüűvwxyýzž äöüß ñ¿¡ 0123456789 €£½§–—…×∞·→←„“”‘’%&+-/()"  # noqa: RUF001 - these very letters are to be drawn


def written(title: Title):
    """Every text of a title that a picture may show."""
    yield from (hex_.name for hex_ in title.hexes.values())
    yield from (stop.name for hex_ in title.hexes.values() for stop in hex_.stops)
    yield from (hex_.label + hex_.id for hex_ in title.hexes.values())
    yield from (tile.id + tile.label for tile in title.tiles.values())
    yield from (text for unit in title.data.units for text in (unit.abbr, unit.name, unit_sign(unit)))
    yield from (train.name for train in title.data.trains)
    yield from (phase.name for phase in title.data.phases)


@pytest.mark.parametrize("title", every_title(), ids=lambda title: title.name)
def test_the_font_has_every_letter_of_a_title(title: Title):
    """No name or abbreviation shows a box."""
    missing = {letter for text in written(title) for letter in text if not fonts.has(letter)}

    assert set() == missing


def test_the_font_has_the_letters_of_our_languages():
    """English, Spanish, German, Hungarian and Czech are drawn by real glyphs, and all labels."""
    said = (sentences.messages(lang).items() for lang in sentences.languages())
    labels = "".join(
        form for found in said for key, text in found if "picture." in key for form in text.forms
    )
    text = LETTERS + LETTERS.upper().replace("SS", "") + labels

    assert set() == {letter for letter in text if not fonts.has(letter)}


def test_a_letter_the_font_lacks_is_noticed():
    """The test above can fail."""
    assert not fonts.has("⬡")
    assert not fonts.has("漢")


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Béla", "Béla"), ("Ede 🚂", "Ede"), ("①nn", "1nn"), ("漢字", ""), (" a\n b\x00", "a b")],
)
def test_names_of_people_show_no_boxes(name: str, shown: str):
    """Letters the font lacks are left out, and accents it lacks are dropped."""
    assert shown == fonts.drawable(name)


def test_long_names_are_cut_to_their_room():
    """A cut name ends in an ellipsis and is no wider than its room."""
    cut = fonts.shorten("Bartholomew the Railwayman", 20, 100)

    assert cut.endswith("…")
    assert fonts.width(cut) * 20 <= 100
    assert fonts.shorten("Ann", 20, 100) == "Ann"
