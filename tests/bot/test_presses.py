"""Few presses: what stands on a screen is a choice, and every legal move is near."""

from collections.abc import Iterator

import pytest
from discord import ui

from bot.menu.folding import Ask
from bot.pickers import board_buttons, move_ids, whole_moves
from bot.pickers.picker import Page, Picker
from bot.speech.table_view import TableView
from tests.bot.positions import FEW_TELLING, NAMES, played
from tests.tools import presses

PLIES = pytest.mark.parametrize("ply", FEW_TELLING)
SOME = 160
"""How many moves of each title are played in the quick test."""


def view_at(ply: int) -> TableView:
    """A position as a table at which people sit."""
    return presses.view_of(played()[ply], tuple(NAMES))


def pages(view: TableView, verb: str) -> Iterator[Page]:
    """Every page to which buttons lead from the first of a verb, each once."""
    menu = view.menu()
    picker, seen = Picker(view, menu, verb), set[str]()
    left = [picker.page({})]
    while left:
        page = left.pop()
        assert page is not None
        yield page
        for item in (item for row in page.parts for item in row):
            press = move_ids.read(str(getattr(item, "custom_id", "")))
            if press is None or press.purpose != move_ids.ASK or item.custom_id in seen:
                continue
            seen.add(item.custom_id)
            left.append(picker.page(move_ids.picked(menu, press) or {}, press.page))


def answers(page: Page) -> list[ui.Item[object]]:
    """What a page offers besides the ways out of it: its answers are blue, lists apart."""
    every = [item for row in page.parts for item in row]
    return [
        one
        for one in every
        if not isinstance(one, ui.Button) or one.style is not board_buttons.Style.secondary
    ]


@PLIES
def test_a_list_holds_more_than_five_and_a_question_more_than_one(ply: int):
    """Few answers are buttons; a step with one choice is left out."""
    view = view_at(ply)
    for verb in view.menu().verbs:
        for page in pages(view, verb):
            lists = [one for one in answers(page) if isinstance(one, ui.Select)]

            assert all(len(one.options) > whole_moves.FEW for one in lists), page.text
            assert page.ready or lists or len(answers(page)) > 1 or "1/" in page.text, page.text


@PLIES
def test_a_count_on_a_button_is_that_of_the_next_screen(ply: int):
    """Whoever presses "Buy a train (3)" sees three."""
    view = view_at(ply)
    for item in (item for row in board_buttons.moves(view, view.menu()) for item in row):
        press = move_ids.read(str(item.custom_id))
        if press is None or press.purpose or not str(item.label).endswith(")"):
            continue
        page = Picker(view, view.menu(), press.verb).page({})
        step = view.menu().narrow(press.verb)
        assert page is not None
        assert isinstance(step, Ask)
        shown = sum(len(one.options) if isinstance(one, ui.Select) else 1 for one in answers(page))
        if "1/" not in page.text:
            assert str(item.label).endswith(f"({shown})"), (item.label, page.text)


def board_at(ply: int) -> dict[str, board_buttons.Style]:
    """The labels under the board with their colours, in order."""
    view = view_at(ply)
    shown = [item for row in board_buttons.moves(view, view.menu()) for item in row]
    return {str(one.label): one.style for one in shown if isinstance(one, ui.Button)}


@pytest.mark.parametrize(
    ("ply", "last"),
    [(18, "No more track"), (20, "End turn"), (215, "No token"), (181, "Keep the trains"), (74, "Pass")],
)
def test_doing_nothing_more_says_what_it_ends(ply: int, last: str):
    """It stands last, gray; only a stock round has a Pass."""
    *_, (label, style) = board_at(ply).items()

    assert label == last
    assert style is board_buttons.Style.secondary


@pytest.mark.parametrize("ply", [19, 66, 132])
def test_the_best_run_is_one_blue_press_and_no_train_is_discarded_where_that_is_of_no_use(ply: int):
    """A train may be scrapped there, which only makes the company poorer."""
    shown = board_at(ply)

    assert "discard" in view_at(ply).menu().verbs
    assert not any("crap" in label or "iscard" in label for label in shown)
    assert next(shown[label] for label in shown if label.startswith("Run for")) is board_buttons.Style.primary


@pytest.mark.slow
@pytest.mark.parametrize("title", presses.TABLES)
def test_decisions_take_few_presses(title: str):
    """The beginning of a game, with no decision above its goal; ``make presses`` plays whole ones."""
    counted = presses.count(title, "thrifty", 3, SOME)

    assert sum(map(len, counted.kinds.values())) > SOME / 2
    assert presses.above(title, counted) == []


@pytest.mark.slow
@pytest.mark.parametrize("title", presses.TABLES)
def test_every_decision_of_a_whole_game_takes_few_presses(title: str):
    """And so do whole turns."""
    assert presses.above(title, presses.count(title, "random", 5, 100_000)) == []
