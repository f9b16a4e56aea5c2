"""How a game ended: the scores with where they came from, and a chart that has room for everybody."""

from itertools import pairwise

import pytest

from assets import sentences
from engine.decisions import DecisionKind
from engine.position import Position
from engine.retrospect import Retrospect
from render import Look
from render.compose import HIGH, Dressed
from render.decisions import Question
from render.decisions.end_cards import end
from render.history import RoundEnd
from render.shapes import Box, Layer, Polyline, Shape, Text, moved
from tests.render import scenes
from tests.render.decisions.kinds import LONG

SOURCES = {"start": 480, "dividends": 3755, "shares": -1246, "privates": 1567, "other": -882}


def card(count: int, lang: str = "en", *, told: bool = True, rounds: int = 9) -> list[Shape]:
    """The card of a game of so many players, who all ended with nearly the same."""
    people = scenes.PEOPLE[:count]
    pos = scenes.opening(players=people)
    scores = {player: 3674 - 10 * index for index, player in enumerate(people)}
    course = tuple(
        RoundEnd(
            "stock", (number,), {player: score * number // 8 for player, score in scores.items()}, {}, {}
        )
        for number in range(rounds)
    )
    asked = Question(
        DecisionKind.END,
        course=course,
        told=Retrospect(scores, dict.fromkeys(people, SOURCES)) if told else None,
    )
    return _whole(pos, asked, Look(lang=lang, names=dict(zip(people, LONG, strict=False))))


def _whole(pos: Position, asked: Question, look: Look) -> list[Shape]:
    parts, _ = end(Dressed(pos, look), asked)
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


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_names_of_lines_keep_apart(count: int):
    """Where all lines end together their names stand one above the other, within the card."""
    found = card(count)
    lines = [one for one in found if isinstance(one, Polyline) and one.layer is Layer.ROUTE]
    ends = max((point[0] for line in lines for point in line.points), default=0)
    heights = sorted(one.at[1] for one in texts(found) if lines and one.at[0] > ends and one.anchor == "l")

    assert len(heights) == len(lines)
    assert all(two - one >= 14 for one, two in pairwise(heights))


@pytest.mark.parametrize("count", [4, 5])
def test_a_tint_holds_all_of_a_player(count: int):
    """The rows of every second player, however many there are, lie on one tint; those of the others on none."""
    found = card(count, "hu")
    tints = [one for one in found if isinstance(one, Box) and one.layer is Layer.GROUND]
    scores = [one for one in texts(found) if one.size == 27]
    details = [one for one in texts(found) if one.anchor == "l" and one.at[0] < 600 and one.size < 23]

    assert len(tints) == (count + 1) // 2
    for one in (*scores, *details):
        above = max(index for index, score in enumerate(scores) if score.at[1] - 15 <= one.at[1])
        inside = [tint for tint in tints if tint.low[1] <= one.at[1] <= tint.high[1]]
        assert len(inside) == (above % 2 == 0), one.text


def test_sources_are_told_of_few():
    """Of five players at most each source that brought or cost something; of more only the scores."""
    few, many = ([one.text for one in texts(card(count))] for count in (3, 6))

    assert sum("3,755" in text for text in few) == 3
    assert not any("3,755" in text for text in many)


def test_equal_scores_share_a_place_and_the_best_come_first():
    """The place, then the name, then the score."""
    people = scenes.PEOPLE[:3]
    pos = scenes.opening(players=people)
    told = Retrospect({"ann": 5, "bob": 9, "cy": 9}, dict.fromkeys(people, dict.fromkeys(SOURCES, 0)))
    found = [one.text for one in texts(_whole(pos, Question(DecisionKind.END, told=told), Look()))]

    assert [one for one in found if one.endswith(".")] == ["1.", "1.", "3."]
    assert [one for one in found if one in people] == ["bob", "cy", "ann"]
    assert not any("0 Ft" in one for one in found)


@pytest.mark.parametrize(("rounds", "charted"), [(0, False), (1, False), (2, True)])
def test_a_chart_needs_two_rounds(rounds: int, charted: bool):
    """A single point is no line."""
    found = card(3, rounds=rounds)

    assert any(isinstance(one, Polyline) and one.layer is Layer.ROUTE for one in found) is charted
