"""The gallery can be made: every kind of view is drawn for a game of the title that has most of them."""

import re

import pytest

from engine.decisions import DecisionKind, awaited_offers
from engine.title import titles
from tests.gallery.__main__ import DOCS, decided, few, shots
from tests.gallery.games import RARE, USUAL, play

DECISION = re.compile(r"^### decision: (\w+)\n\n(.*)\n(?:.+\n)*\n!\[.*\]\((.*)\)$", re.MULTILINE)
"""A decision on the page: its name, its first line of figures, and the file of its picture."""


@pytest.mark.slow
def test_every_view_can_be_drawn():
    """Each has a name of its own; every kind of decision that came up has its picture."""
    game = play("18Mag", USUAL)
    drawn = [(name, picture) for _, name, picture in shots(game)]
    names = [name for name, _ in drawn]

    assert len(set(names)) == len(names) > 40
    assert {f"decision-{kind}" for kind in decided(game)} <= set(names)
    assert "decision-" + DecisionKind.END in names
    assert all(min(picture.size) > 100 for _, picture in drawn)
    assert [name for _, name, _ in few(game)][-1] == "market"


def on_the_page(title: str) -> dict[str, str]:
    """The decisions of a title on the page that have a line of figures, with the files of their pictures."""
    parts = (DOCS / "gallery.md").read_text("utf-8").split("\n## ")
    own = [part for part in parts if part.startswith(f"{title}, ")]
    found = [match for part in own for match in DECISION.findall(part)]
    assert len(found) == sum(part.count("\n### decision: ") for part in own)
    return {name: file for name, _, file in found}


def test_every_kind_of_decision_and_every_verb_of_a_title_is_on_the_page():
    """Each with its picture and its figures, also what needs an option, or comes once in hundreds of games."""
    shown = {name: on_the_page(name) for name in titles()}

    assert set(DecisionKind) <= {kind for kinds in shown.values() for kind in kinds}
    for name, title in titles().items():
        assert {action.verb for action in title.verbs} <= shown[name].keys()
        assert all((DOCS / file).exists() for file in shown[name].values())


@pytest.mark.parametrize(("title", "verb"), [(title, verb) for title, rare in RARE.items() for verb in rare])
def test_what_is_rare_is_asked_where_it_is_shown(title: str, verb: str):
    """The position is one in which this may be done."""
    game = RARE[title][verb]()

    assert verb in {offer.action.verb for offer in awaited_offers(game.pos, game.choices)}
    assert verb in {action.verb for action in game.title.verbs}
