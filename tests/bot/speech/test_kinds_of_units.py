"""A move is told in the words that fit the unit that makes it: 18Mag's minors place stations, its majors markers."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from assets import sentences
from bot.menu.folding import Menu
from bot.speech import action_log, chronicles, sheets
from bot.speech.guides import guides
from bot.speech.names import of_kind
from bot.speech.teller import Teller
from engine.chronicle import UnitDeeds
from engine.decisions import awaited_offers, decision_kind
from engine.game import Game
from engine.refusals import Refusal
from render import Look
from render.charters import charters_sheet
from render.legend import legend
from tests.games.t18mag.builders import Builder, after, refused
from tests.render.scenes import texts

NAMES = {"ann": "Anna", "bob": "Béla", "cy": "Cy"}
LANGUAGES = [lang for lang in sentences.languages() if lang != sentences.ENGLISH]
MARKER = {"de": "marker", "cs": "žeton", "hu": "jelző", "es": "marcador"}
STATION = {"de": "bahnh", "cs": "stanic", "hu": "állomás", "es": "estaci"}
OURS = {"SIK": ("D9", "F13"), "3": ("D9", "C8")}


def acting(unit: str, *, cash: int = 500, placed: int = 0) -> Game:
    """The turn of SIK or of #3, come to its tokens, with some of them on the map."""
    here = dict.fromkeys(OURS[unit][:placed], f"{unit}.0")
    built = Builder().prices(SIK=75).holds("ann", SIK=20).owns("ann", "3")
    built = built.tiles(E10="57 2", D9="57 2", C8="6 5").tokens(**here)
    if unit == "3":
        return built.cash(n3=cash).minor("3", "token")
    return built.cash(SIK=cash).major("SIK", "token")


def speaking(lang: str) -> Teller:
    """Who speaks of 18Mag in a language."""
    return Teller(acting("SIK").title, NAMES, lang)


def said(lang: str, unit: str) -> Iterator[str]:
    """What is said of the token of a unit: button, line of the log, call, headline, means and summary."""
    teller, game = speaking(lang), acting(unit)
    menu = Menu(game.choices)
    offer = menu.offers("token")[0]
    yield teller.offer(offer)
    yield teller.action(offer.action)
    yield teller.verb_in(menu, "token")
    yield teller.needs(menu).partition(" · ")[0]
    yield teller.task(decision_kind(game.pos, game.choices), awaited_offers(game.pos, game.choices))
    yield action_log.log(teller, game.play(offer.action).events)[0]
    yield sheets.unit_line(teller, game.pos, game.title.units[unit])
    yield next(chronicles._unit_deeds(teller, unit, UnitDeeds(tokens=("D9",))))


def refusals(unit: str) -> Iterator[Refusal]:
    """Why a unit may place no token: too poor, on one hex twice, one in a turn."""
    yield refused(acting(unit, cash=10), f"token {unit} D9 0")
    yield refused(acting(unit, placed=1), f"token {unit} D9 0")
    yield refused(after(acting(unit), f"token {unit} D9 0"), f"token {unit} C8 0")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_major_has_markers_and_a_minor_stations(lang: str):
    """Wherever its token is told of; the Spanish word for the piece is the same for both."""
    majors, minors = ([text.casefold() for text in said(lang, unit)] for unit in ("SIK", "3"))

    assert [text for text in majors if MARKER[lang] not in text or STATION[lang] in text] == []
    assert lang == "es" or [text for text in minors if STATION[lang] not in text] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_refused_to_a_major_is_a_marker(lang: str):
    """Whatever forbids it; a refusal knows the kind of the unit that it is told of."""
    teller = speaking(lang)
    one, two = ([*refusals(unit)] for unit in ("SIK", "3"))
    majors, minors = ([teller.fault(found).casefold() for found in each] for each in (one, two))

    keys = ["token_cost", "token_same_hex", "token_one"]
    assert [[found.key for found in each] for each in (one, two)] == [keys, keys]
    assert [{found.kind for found in each} for each in (one, two)] == [{"major"}, {"minor"}]
    assert [text for text in majors if MARKER[lang] not in text or STATION[lang] in text] == []
    assert lang == "es" or [text for text in minors if STATION[lang] not in text] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_verb_in_a_refusal_is_called_as_on_its_button(lang: str):
    """What it is time for instead, or what is not possible now."""
    teller, menu = speaking(lang), Menu(acting("SIK").choices)
    values = ({"verb": "lay", "now": "token"}, {"verb": "token", "now": "dividend"})
    found = [Refusal("wrong_step", one, kind=kind) for kind in ("major", "minor", "") for one in values]
    faults = [teller.fault(one) for one in found]

    assert all(teller.verb_in(menu, "token") in text for text in faults[:2])
    assert all(teller.verb("token") in text for text in faults[2:])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_last_marker_is_gone(lang: str):
    """With both on the map."""
    found = refused(acting("SIK", placed=2), "token SIK F23 0")
    text = speaking(lang).fault(found).casefold()

    assert (found.key, found.kind) == ("token_none_left", "major")
    assert (MARKER[lang] in text, STATION[lang] in text) == (True, False)


@pytest.mark.parametrize("lang", sentences.languages())
def test_a_marker_is_explained_once_besides_a_station(lang: str):
    """No route begins at it: what has just become possible is something else."""
    teller = speaking(lang)
    moves: list[Any] = [
        SimpleNamespace(action=Menu(acting(unit).choices).offers("token")[0].action, events=())
        for unit in ("3", "SIK")
    ]
    found = guides(teller, moves, ())

    assert list(found) == ["18Mag/token", "18Mag/token/major"]
    assert " 10" not in found["18Mag/token"]
    assert " 10" in found["18Mag/token/major"]
    assert guides(teller, moves, [*found]) == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pictures_call_it_so_too(lang: str):
    """The column of the majors has another head than that of the minors; the legend of the map names both."""
    game = acting("SIK")
    written = texts(charters_sheet(game.pos, Look(lang=lang)).shapes)
    legends = [mark.words.casefold() for mark in legend(game.pos, Look(lang=lang))]
    keys = "in.18Mag.picture.head.tokens/major", "picture.head.tokens"

    assert [sentences.say(key, lang) in written for key in keys] == [True, True]
    assert any(MARKER[lang] in words and STATION[lang] in words for words in legends)


def test_names_of_messages_end_in_the_kind():
    """The one for a kind goes before the one for all; nothing is added where no unit acts."""
    teller = speaking("en")

    assert of_kind(["a", "b"], teller.kind("SIK")) == ["a/major", "a", "b/major", "b"]
    assert of_kind(["a", "b"], teller.kind("")) == ["a", "b"]
    assert teller.wordings("verb.token") == ["verb.token", "in.18Mag.verb.token/major"]
