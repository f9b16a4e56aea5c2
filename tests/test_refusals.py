"""Whatever is typed at the wrong moment is refused in words that fit: the rule, its clauses, both languages."""

import random

import pytest

from engine.title import titles
from tests.engine.walks import walk
from tests.refusals import Answer, answers

MOMENTS, EACH = 8, 1


def kinds(title: str, *, most: bool) -> dict[object, Answer]:
    """Return an answer of each kind that a game gives."""
    played = walk(title, most, "random", 150)
    found = answers(played.sample(MOMENTS), played.actions, random.Random(title), EACH)
    return {answer.case: answer for answer in found}


@pytest.mark.parametrize("most", [False, True])
@pytest.mark.parametrize("title", titles())
def test_every_refusal_fits_what_was_tried(title: str, most: bool):
    """It cites a clause that speaks of it, is whole in every language, and shows nothing internal."""
    found = kinds(title, most=most)

    assert len(found) > 60
    assert [(case, answer.faults) for case, answer in found.items() if answer.faults] == []
