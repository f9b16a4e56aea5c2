"""The picture for the decision of a table: asked for by the table alone, drawn in another process, told in words."""

import pickle

from bot.pictures.decision import decision_request
from bot.pictures.drawing import draw
from bot.speech.table_view import view_of
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
