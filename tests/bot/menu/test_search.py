"""Whatever is typed finds what it names: whole codes first, accents or none, in every title."""

import unicodedata

import pytest

from bot.errors.tables import NoSuchHex, NoSuchUnit
from bot.menu.folding import Menu
from bot.menu.search import exact, holds, is_form, meant, search
from bot.pickers.typed_names import hex_meant, private_meant, unit_meant
from bot.speech import times
from engine.game import Game
from engine.title import titles
from tests.bot.positions import NAMES, having

TITLES = tuple(titles())


def plain(text: str) -> str:
    """A text as it is typed on a keyboard without accents."""
    apart = unicodedata.normalize("NFKD", text.replace("đ", "d"))
    return "".join(mark for mark in apart if not unicodedata.combining(mark)).lower()


@pytest.fixture(params=TITLES)
def game(request: pytest.FixtureRequest) -> Game:
    """A game of each title."""
    return Game.start(request.param, tuple(NAMES), seed=7)


def test_every_place_is_found_without_accents(game: Game):
    """By its name alone, by its hex, and by both."""
    hexes = {hex_: known.name for hex_, known in game.title.hexes.items() if known.name}

    assert any(plain(name) != name.lower() for name in hexes.values())
    for hex_, name in hexes.items():
        assert hexes[hex_meant(game, plain(name))] == name
        assert hex_meant(game, f"{hex_.lower()} {plain(name)}") == hex_meant(game, hex_.lower()) == hex_
    with pytest.raises(NoSuchHex):
        hex_meant(game, "Atlantis")


@pytest.mark.parametrize("typed", ["Vienna", "Wien", "becs", "Viden", "c6 wien", "C6"])
def test_a_place_is_found_by_its_name_in_any_language(typed: str):
    """Whatever the map prints, and whatever language the table speaks."""
    assert hex_meant(Game.start("18Mag", tuple(NAMES), seed=7), typed) == "C6"


def test_every_company_is_found_without_accents(game: Game):
    """By sign, by id and by name; a sign that occurs in another's name is the sign's."""
    for unit in game.title.data.units:
        for typed in (unit.id, unit.abbr, unit.name, f"#{unit.id}"):
            assert unit_meant(game, plain(typed)) == unit.id
    for private in game.title.privates.values():
        assert private_meant(game, plain(private.id)) == private.id
        assert not private.name or private_meant(game, plain(private.name)) == private.id
    with pytest.raises(NoSuchUnit):
        unit_meant(game, "XYZ")


def test_a_whole_code_comes_first():
    """Whoever types STB means STB, though another company has these letters in its name."""
    companies = {unit.id: unit.name for unit in titles()["1844"].data.units}
    found = search(companies, "stb", str, companies.__getitem__)

    assert found[0] == "STB"
    assert "NOB" in found
    assert meant(companies, "stb", str, companies.__getitem__) == "STB"
    assert meant(companies, "bahn", str, companies.__getitem__) is None
    assert exact(companies, "", str) is None


def test_what_is_typed_is_held_in_any_order_and_case():
    """Every word of it occurs; an empty text is held by anything."""
    assert holds("Székesfehérvár E10", "e10 szekes")
    assert not holds("Székesfehérvár E10", "e12 szekes")
    assert holds("anything", " ")


def test_words_have_forms_and_numbers_have_none():
    """A verb is typed as it stands in the log; a tile is never another."""
    assert is_form("lays", "lay")
    assert is_form("coloca", "colocar")
    assert not is_form("d1", "d13")
    assert not is_form("no", "nova")


def test_zones_are_found_by_their_city():
    """Wherever it lies, and however it is written."""
    assert times.zone("zurich") == times.zone("ZÜRICH") == "Europe/Zurich"
    assert times.zone("new york") == "America/New_York"
    assert times.keyword("nie", "de") == times.OFF


def test_what_is_possible_instead_keeps_to_what_was_typed():
    """A hex stays that hex, with each tile once; one that takes nothing gives way to others, each once."""
    menu = Menu(having("lay").choices)
    for hex_ in {option.word for option in menu.values("lay", "hex", {})}:
        near = menu.nearest("lay", {"unit": "1", "hex": hex_, "tile": "8", "rotation": "9"}, 9)
        tiles = [offer.action.tile for offer in near]  # type: ignore[attr-defined]

        assert {offer.action.hex for offer in near} == {hex_}  # type: ignore[attr-defined]
        assert len(tiles) == len(set(tiles)) or set(tiles) == {"8"}
    elsewhere = [offer.action.hex for offer in menu.nearest("lay", {"hex": "Z9"}, 9)]  # type: ignore[attr-defined]

    assert len(elsewhere) == len(set(elsewhere)) > 1
    assert menu.nearest("fly", {}) == []
