import unicodedata
from multiprocessing import get_context

import pytest
from PIL import Image, ImageChops

from assets import sentences
from engine.title import Title
from render import Look, faces, fonts, paint
from render.head import head_shapes
from render.map_hexes import unit_sign
from render.scripts import JOINERS, clusters, face_of, runs
from render.seats import named, seat_signs
from render.shapes import Text
from tests.render.scenes import every_title, opening, texts
from tests.tools.picture_memory import resident

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
    assert not faces.has("NotoCJK", "⬡")


NAMES = {
    "Latin": "Béla Žďár",
    "Greek": "Ολυμπία",
    "Cyrillic": "Дмитрий",
    "Chinese": "漢字 太郎",
    "Japanese": "さくら キング",
    "Korean": "김철수",
    "Arabic": "محمد علی",
    "Persian": "مَریَم\u200cها",  # noqa: RUF001 - a name of two letters that look like Latin ones
    "Hebrew": "מֹשֶׁה כהן",
    "Devanagari": "अनिल क्षत्रिय",
    "Thai": "สมชาย น้ำ",
    "Tamil": "தமிழ்",
    "Georgian": "თამარ",
    "Ethiopic": "አበበ",
    "small capitals": "ᴀɴɴᴀ",
    "emoji": "👩\u200d🚀 🚂",
    "two directions": "Ed العربية (fox)",
}
"""Names in twelve scripts and more, one of which is written in several of these."""


def drawn(text: str, **how: object) -> Image.Image:
    """A text in black on white, as it stands on a sheet."""
    wide = round(fonts.width(text, bold=True) * 30)
    shape = Text((40, 40), text, 30, "#000000", bold=True, anchor="l", **how)
    return paint.sheet((wide + 80, 80), [shape], "#ffffff", 1)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_people_are_called_as_they_write_themselves(name: str):
    """Every letter of every script is drawn by a font that has it, within the room the text is said to take."""
    assert fonts.drawable(name) == unicodedata.normalize("NFC", name)
    assert fonts.legible(name)
    letters = [one for run in runs(name) for one in run.text if one not in JOINERS and not one.isspace()]
    assert sorted(letters) == sorted(
        one for one in fonts.drawable(name) if one not in JOINERS and not one.isspace()
    )
    assert all(faces.has(run.face, one) for run in runs(name) for one in run.text if one not in JOINERS)
    image = drawn(name)
    left, top, right, bottom = ImageChops.invert(image.convert("L")).getbbox()
    assert left >= 35
    assert right <= image.width - 35
    assert bottom - top >= 12


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_no_two_letters_of_a_name_look_the_same(name: str):
    """Where a font lacks a letter it draws one and the same box for each: here all differ."""
    parts = dict.fromkeys(one for one in clusters(fonts.drawable(name)) if one.isalpha())
    pixels = {part: drawn(part).tobytes() for part in parts}

    assert len(set(pixels.values())) == len(pixels)


def test_names_that_are_read_from_the_right_begin_there():
    """The first letter of a Hebrew or Arabic name is at the right, and a name in two directions has each its way."""
    assert [(run.text, run.leftward) for run in runs("אב גד")] == [("גד", True), (" ", True), ("אב", True)]
    assert [run.text for run in runs("Ed אב fox")] == ["Ed ", "אב", " fox"]
    assert next(run.text for run in runs("(אב) 12")) == "12"
    assert "".join(run.seen for run in runs("(אב) x") if run.face == faces.MAIN) == "x ()"


def test_letters_are_joined_as_their_script_wants_it():
    """An Arabic name is not its letters one by one, and a person in space is one sign."""
    assert drawn("محمد").tobytes() != drawn("\u200c".join("محمد")).tobytes()
    assert fonts.width("क्ष") < fonts.width("क्\u200cष")
    assert fonts.width("👩\u200d🚀") == pytest.approx(fonts.width("🚀"), rel=0.1)


def test_without_the_library_that_joins_letters_only_scripts_that_need_it_give_way(
    monkeypatch: pytest.MonkeyPatch,
):
    """What would be drawn wrongly is not drawn: another name stands in."""
    monkeypatch.setattr(faces, "joins", lambda: False)
    for known in (faces.has, faces._other, face_of, fonts.drawable, runs):
        known.cache_clear()
    try:
        assert [name for name in ("محمد", "अनिल", "漢字", "כהן", "ᴀɴɴᴀ", "🚂") if fonts.legible(name)] == [
            "漢字",
            "כהן",
            "ᴀɴɴᴀ",
            "🚂",
        ]
        assert [run.seen for run in runs("כהן")] == ["ןהכ"]
        drawn("כהן")
    finally:
        for known in (faces.has, faces._other, face_of, fonts.drawable, runs):
            known.cache_clear()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\U0001d4d0\U0001d4f7\U0001d4f7", "Ann"),
        ("Ann ⬡", "Ann"),
        (" a\n b\x00", "a b"),
        ("\u202eabc", "abc"),
        ("\u3164", ""),
        ("\U00012000", ""),
        ("Z" + "\u0334" * 40, "Z" + "\u0334" * 4),
    ],
)
def test_names_of_people_show_no_boxes(name: str, shown: str):
    """Letters that no font has are left out, accents that none has are dropped, and nothing is turned or covered."""
    assert shown == fonts.drawable(name)


@pytest.mark.parametrize(
    ("name", "known"),
    [("\U0001d4d0\U0001d4f7\U0001d4f7", True), ("Ann ⬡", True), ("a\U00012000", False), ("\u3164", False)],
)
def test_a_name_is_legible_if_no_letter_of_it_is_missing(name: str, known: bool):
    """Signs may be missing; a name of which nothing can be seen is none."""
    assert fonts.legible(name) is known


def test_a_letter_that_no_font_has_leaves_no_box():
    """Whatever else is written: other languages, captions."""
    assert drawn("a\U00012000b").tobytes() == drawn("ab").tobytes()


def test_a_seat_is_never_called_by_its_id():
    """Where nothing of a name can be drawn, the player is called by number, in the language of the picture."""
    pos = opening(players=("s1", "s2", "s3"))
    look = Look(names={"s1": "漢字", "s2": "\u3164", "s3": "אבא"}, lang="de")

    assert named(pos, look, ("s3", "s2", "s1")) == {"s3": "אבא", "s2": "Spieler 2", "s1": "漢字"}
    assert "s2" not in texts(head_shapes(pos, look)[0])


def test_signs_of_seats_keep_to_the_script_of_the_name():
    """Two letters of it, or one with a number."""
    names = {"s1": "漢字", "s2": "漢字", "s3": "🚂", "s4": "אבא"}

    assert seat_signs(opening(), names) == {"s1": "漢字", "s2": "漢1", "s3": "🚂1", "s4": "אב"}


def test_names_in_many_scripts_take_little_memory():
    """The files of the fonts are read where they are needed: a name in each script costs a few MiB."""
    with get_context("spawn").Pool(1) as pool:
        before, after = pool.apply(_memory_of_names)

    assert after - before < 24


def _memory_of_names() -> tuple[int, int]:
    drawn("Ann")
    before = resident()
    for name in NAMES.values():
        drawn(name)
    return before, resident()


def test_long_names_are_cut_to_their_room():
    """A cut name ends in an ellipsis and is no wider than its room."""
    cut = fonts.shorten("Bartholomew the Railwayman", 20, 100)

    assert cut.endswith("…")
    assert fonts.width(cut) * 20 <= 100
    assert fonts.shorten("Ann", 20, 100) == "Ann"
