"""Whatever is typed at the wrong moment is refused in words that fit: the rule, its clauses, both languages."""

import random

import pytest

from assets import sentences
from bot.speech.teller import Teller
from engine.title import Title, titles
from tests.engine.walks import walk
from tests.tools.refusals import INTERNAL, Answer, answers

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


@pytest.mark.parametrize("lang", sentences.languages())
@pytest.mark.parametrize("title", titles().values(), ids=lambda title: title.name)
def test_every_clause_is_a_sentence_without_codes(title: Title, lang: str):
    """In every language, for readers who know neither the rulebook's numbers nor short names of kinds."""
    said = Teller(title, {}, lang)
    texts = {clause: said.clause(clause) for clause in title.texts.clauses}

    assert lang == "en" or set(texts) <= {key.removeprefix("clause.") for key in sentences.messages(lang)}
    assert {clause: text for clause, text in texts.items() if text[-1] != "." or INTERNAL.search(text)} == {}
