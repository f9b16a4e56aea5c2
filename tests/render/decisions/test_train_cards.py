"""What trains are on sale, and what the first sale of each brings: all of it, or it is seen that there is more."""

from functools import cache

import pytest

from assets import sentences
from engine.decisions import DecisionKind
from engine.milestones import milestones, next_card
from engine.position import Position
from render.compose import HIGH, ZOOM
from render.decisions import draw_decision
from render.look import Look
from render.prospects import Prospects
from render.train_table import cards_by_stack
from tests.render.decisions.kinds import asked, positions
from tests.render.drawn_texts import texts_drawn

SHOWN = 3
"""Cards that have a row of their own where cards are sold in order."""


@cache
def written(kind: DecisionKind, title: str, lang: str) -> tuple[Position, tuple[str, ...], int]:
    """A position, what is written in the picture of its decision, and how high that is."""
    pos = positions(title, 4 if title == "1844" else 3)[kind]
    with texts_drawn() as found:
        image = draw_decision(pos, asked(pos, kind), Look("light", lang))
    return pos, tuple(one.text for one in found), image.height


@pytest.mark.slow
@pytest.mark.parametrize("lang", sentences.languages())
@pytest.mark.parametrize("kind", [DecisionKind.TRAIN, DecisionKind.EMERGENCY])
def test_what_a_sale_brings_is_told_to_its_end(kind: DecisionKind, lang: str):
    """Of the cards that are sold next; where there is no room an ellipsis says that there is more."""
    pos, texts, high = written(kind, "1844", lang)
    ahead, said = milestones(pos), Prospects(pos, {}, lang)
    cards = [card for card in cards_by_stack(pos) if pos.state.depot.get(card, 0) != 0][:SHOWN]
    whole = " ".join(texts).replace(" · ", " ")
    lacking = [card for card in cards if card in ahead and " ".join(said.sale(ahead[card])) not in whole]

    assert sum(text.endswith("…") for text in texts) == len(lacking)
    assert len(lacking) < len([card for card in cards if card in ahead])
    assert high <= HIGH * ZOOM


@pytest.mark.parametrize("kind", [DecisionKind.TRAIN, DecisionKind.SHARE])
def test_all_trains_that_are_on_sale_at_once_look_alike(kind: DecisionKind):
    """Each with its price and how many there are; none is framed or pale as if it came later."""
    pos, texts, _ = written(kind, "18Mag", "en")
    trains = pos.title.data.trains

    assert next_card(pos) == ""
    assert [texts.count("∞") >= len(trains), *(str(one.price) in texts for one in trains)] == [True] * 5
