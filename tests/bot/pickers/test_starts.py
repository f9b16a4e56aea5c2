"""Starting a company: every company and price on one screen of a phone, and what each price costs and brings."""

from functools import cache

import pytest

from assets import sentences
from bot.components import button, phone_lines
from bot.pickers import move_ids, starts
from bot.pickers.picker import Page, Picker
from bot.pickers.whole_moves import WholeMove
from bot.speech.table_view import view_of
from engine.actions import Par
from engine.choices import Offer
from engine.game import Game
from tests.bot.decisions import games
from tests.tools import presses

LANGUAGES = sentences.languages()
LINES = 9
"""Lines of buttons below a text of seven lines that a phone shows at once."""


def page_of(game: Game, lang: str = sentences.ENGLISH, **picked: str) -> Page:
    """What a press on *Start a company* shows."""
    view = view_of(presses.view_of(game, game.setup.players).table, lang)
    page = Picker(view, view.menu(), "par").page(picked)
    assert page is not None
    return page


@cache
def starting(title: str) -> list[Game]:
    """Positions of a game in which companies may be started, those of one turn once."""
    found = [one for one in games(title) if any(offer.action.verb == "par" for offer in one.choices.offers)]
    return found[::3]


def offered(game: Game) -> list[Par]:
    """What may be started at which price."""
    return [offer.action for offer in game.choices.offers if isinstance(offer.action, Par)]


def labels(page: Page) -> list[str]:
    """What can be pressed."""
    return [str(getattr(item, "label", "")) for row in page.parts for item in row]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_twenty_starts_stand_on_one_screen_with_what_each_price_means(lang: str):
    """A row for each company; cost and treasury are said once by price, as they are the same for all."""
    game = next(one for one in games("18CZ") if len(offered(one)) == 20)
    page = page_of(game, lang)
    every = offered(game)

    assert labels(page)[:20] == [f"{one.unit} {one.price}" for one in every]
    assert [len({str(item.label).split()[0] for item in row}) for row in page.parts[:4]] == [1] * 4
    assert sum(map(phone_lines, page.parts)) <= LINES
    assert "**70**:\u00a0140\u00a0→\u00a0280" in page.text
    assert max(map(len, page.text.splitlines())) < 120
    for item, start in zip((item for row in page.parts for item in row), every, strict=False):
        press = move_ids.read(str(item.custom_id))
        assert press is not None
        assert press.purpose == move_ids.DO
        assert page_action(game, press) == start


@pytest.mark.parametrize(
    ("companies", "prices", "rows"), [(3, 5, 4), (4, 5, 5), (5, 4, 5), (5, 5, 0), (6, 2, 0), (2, 6, 0)]
)
def test_a_company_has_a_row_where_a_message_has_five(companies: int, prices: int, rows: int):
    """What leads out stands below them, or beside the last; 0 rows are none of their own."""
    actions = [Par("s1", f"U{at}", price) for at in range(companies) for price in range(prices)]
    moves = [WholeMove({"unit": one.unit, "price": str(one.price)}, one, Offer(one), {}) for one in actions]
    buttons, out = [button(str(one), str(one)) for one in actions], button("Cancel", "out")

    found = starts.by_company(moves, buttons, [out])

    assert len(found or ()) == rows
    assert found is None or found[-1][-1] is out
    assert found is None or [item for row in found for item in row] == [*buttons, out]


def page_action(game: Game, press: move_ids.Press) -> Par:
    """The action that a button plays."""
    view = presses.view_of(game, game.setup.players)
    picked = move_ids.picked(view.menu(), press)
    assert picked is not None
    return Par(game.pos.awaited[0], picked["unit"], int(picked["price"]))


def test_companies_that_are_started_on_other_terms_are_told_apart():
    """A medium company of 18CZ becomes active later, with more than a small one at the same price."""
    found = (one for one in games("18CZ") if 5 < len(offered(one)) < 25)
    game = next(one for one in found if len({one.pos.kind(start.unit) for start in offered(one)}) == 2)
    text = page_of(game).text.replace("\u00a0", " ")

    assert text.count("Active at") == 2
    assert "MW: Active at 50% sold" in text
    assert "**60**: 120 → 240" in text
    assert "**60**: 120 → 300" in text


@pytest.mark.parametrize("title", ["18CZ", pytest.param("1844", marks=pytest.mark.slow)])
def test_where_a_price_is_chosen_it_is_said_what_it_costs_and_brings(title: str):
    """Also to a treasury that gets the second half at its destination."""
    for game in starting(title):
        for start in offered(game):
            page = page_of(game, unit=start.unit)
            terms = game.title.foresight.start(game.pos, start.unit, start.price)
            assert terms is not None
            if page.ready is None:
                later = f" + {terms.later}" if terms.later else ""
                assert f" → {terms.capital}{later}" in page.text.replace("\u00a0", " ")
