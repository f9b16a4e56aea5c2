"""A translation is its own sentence: it may leave out what English names, and name what else is known."""

from typing import Any

import pytest

from assets import sentences
from bot.local.wire import as_read
from bot.speech import action_log
from bot.speech.teller import Teller
from engine.events import Event, TileLaid, TrainBought
from engine.title import find

OWN = {
    "event.train_bought": "{unit}: pociąg {train}",
    "event.train_bought.trade": "{unit} ← {seller}: pociąg {train}, {price}",
    "event.tile_laid.up": "{place}: płytka {tile}",
    "event.tile_laid": "płytka {tile}, obrót {rotation}",
}
"""Without the price, the sides or the tile before, and one with the rotation, which English does not tell."""


@pytest.fixture
def teller(monkeypatch: pytest.MonkeyPatch) -> Teller:
    read = sentences._catalogue
    own = {**read("en")[0], **{key: sentences.Message((text,)) for key, text in OWN.items()}}

    def catalogue(lang: str) -> tuple[dict[str, sentences.Message], Any]:
        return (own, read("en")[1]) if lang == "pl" else read(lang)

    monkeypatch.setattr(sentences, "_catalogue", catalogue)
    monkeypatch.setattr(sentences, "language", str)
    return Teller(find("18Mag"), {}, "pl")


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (TrainBought("1", "3", 150, "depot"), "#1: pociąg 3"),
        (TrainBought("1", "3", 1, "2"), "#1 ← #2: pociąg 3, 1 Ft"),
        (TileLaid("1", "D9", "14", 2, "57", 0), "D9 Győr: płytka 14"),
        (TileLaid("1", "D13", "57", 2, "", 0), "płytka 57, obrót 2"),
    ],
)
def test_a_translation_chooses_its_own_facts(teller: Teller, event: Event, told: str):
    """The message is the one that the facts ask for, whichever of them the translation names."""
    assert told == as_read(action_log.sentence(teller, event))
