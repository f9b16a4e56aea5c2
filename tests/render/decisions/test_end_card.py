"""How a game ended: the scores, with room for everybody."""

import pytest

from assets import sentences
from engine.decisions import DecisionKind
from engine.position import Position
from engine.retrospect import places
from render import Look
from render.compose import HIGH, Dressed
from render.decisions import Question
from render.decisions.end_cards import end
from render.shapes import Box, Layer, Shape, Text, moved
from tests.render import scenes
from tests.render.decisions.kinds import LONG


def card(count: int, lang: str = "en") -> list[Shape]:
    """The card of a game of so many players."""
    people = scenes.PEOPLE[:count]
    pos = scenes.opening(players=people)
    return _whole(pos, Look(lang=lang, names=dict(zip(people, LONG, strict=False))))


def _whole(pos: Position, look: Look) -> list[Shape]:
    parts, _ = end(Dressed(pos, look), Question(DecisionKind.END))
    return [moved(shape, part.left, part.top) for part in parts for shape in part.shapes]


def texts(shapes: list[Shape]) -> list[Text]:
    """All that is written."""
    return [shape for shape in shapes if isinstance(shape, Text)]


@pytest.mark.parametrize("lang", sorted(sentences.languages()))
@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_everybody_has_room(count: int, lang: str):
    """Nothing is written below the card, and all have their score."""
    found = texts(card(count, lang))

    assert max(one.at[1] + one.size / 2 for one in found) <= HIGH
    assert len([one for one in found if one.size == 27]) == count


@pytest.mark.parametrize("count", [4, 5])
def test_a_tint_holds_all_of_a_player(count: int):
    """The rows of every second player, however many there are, lie on one tint; those of the others on none."""
    found = card(count, "hu")
    tints = [one for one in found if isinstance(one, Box) and one.layer is Layer.GROUND]
    scores = [one for one in texts(found) if one.size == 27]

    assert len(tints) == (count + 1) // 2
    for index, one in enumerate(scores):
        inside = [tint for tint in tints if tint.low[1] <= one.at[1] <= tint.high[1]]
        assert len(inside) == (index % 2 == 0), one.text


def test_equal_scores_share_a_place_and_the_best_come_first():
    """The place, then the name, then the score."""
    pos = scenes.opening(players=scenes.PEOPLE[:3])
    cash = {"ann": 5, "bob": 9, "cy": 9}
    pos.state.cash = {**pos.state.cash, **cash}
    found = [one.text for one in texts(_whole(pos, Look()))]

    ranked = places({one: pos.worth(one) for one in cash})
    assert [one for one in found if one.endswith(".")] == ["1.", "1.", "3."]
    assert [one for one in found if one in cash] == [*ranked] == ["bob", "cy", "ann"]
