"""The picture for the decision of a table: asked for by the table alone, drawn in another process, told in words."""

import pickle

import pytest

from bot.pictures.decision import decision_request
from bot.pictures.drawing import draw
from bot.speech.table_view import view_of
from engine.decisions import DecisionKind
from tests.bot.tabletop import Table


async def test_the_card_asks_with_the_table_alone(tabletop: Table):
    """A request that another process draws, with an alt text below the limit."""
    await tabletop.game()
    table = await tabletop.bot.service.tables.find(1)
    view = view_of(table)

    request = decision_request(view, "dark")
    (picture,) = draw(view.game.pos, pickle.loads(pickle.dumps(request)))

    assert request.kinds == ("decision",)
    assert picture.data.startswith(b"\x89PNG")
    assert 20 < len(request.drawings[0].alt_text(view.bare, view.game.pos)) <= 1000


@pytest.mark.parametrize("state", ["lay"])
async def test_a_decision_on_the_map_outlines_what_changed(tabletop: Table, state: str):
    """What has changed since is handed along."""
    await tabletop.to(state)
    view = view_of(await tabletop.bot.service.tables.find(1))

    (shown,) = decision_request(view, "light", ("D13",)).drawings

    assert shown.asked.kind is DecisionKind.LAY
    assert shown.asked.shown.highlight == ("D13",)
