"""Whatever picture shows whose turn it is calls people by the names they have at the table."""

import pytest

import render
from bot.pictures.kinds import WHOLE, PartDrawing
from engine.game import Game
from render import Look
from tests.render.drawn_texts import texts_drawn

SEATS = ("s1", "s2", "s3")
NAMES = dict(zip(SEATS, ("Zoltán", "Dóra", "Béla"), strict=True))


@pytest.mark.parametrize("kind", ["phone", "part1", "map", "market", "charters", "supply"])
def test_nobody_is_called_by_a_seat(kind: str):
    """In the head of every picture that a board or a command shows, when it is the turn of players."""
    pos, shown = Game.start("1844", SEATS, seed=1).pos, WHOLE.get(kind, PartDrawing())
    with texts_drawn() as found:
        render.painted(shown.draw(pos, Look(names=NAMES, caption="A caption")))
    texts = {one.text for one in found}

    assert not texts & set(SEATS)
    assert texts >= set(NAMES.values())
