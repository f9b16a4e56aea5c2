"""What stands on the buttons of a card, and in which order: one's own first, the best run before others."""

from functools import cache

import pytest
from discord import ui

from bot.components import Style, phone_lines
from bot.pickers import board_buttons, move_ids
from engine.actions import RunTrains
from engine.game import Game
from engine.opponents import STYLES
from tests.bot.decisions import view_at


@cache
def game_at(ply: int) -> Game:
    """A self-played game of 18Mag after some moves."""
    game, player = Game.start("18Mag", ("s1", "s2", "s3"), seed=7), STYLES["thrifty"](7)
    while game.state.ply < ply:
        game = game.play(game.own_move or player.choose(game))
    return game


def labels(game: Game) -> dict[str, Style]:
    """The buttons that do something, in order."""
    view = view_at(game)
    found = (one for row in board_buttons.moves(view, view.menu()) for one in row)
    return {str(one.label): one.style for one in found if isinstance(one, ui.Button)}


def test_whoever_is_asked_stands_before_whoever_asks():
    """The proposer may withdraw: his button is the last, grey, and bears his name."""
    *own, last = labels(game_at(30)).items()

    assert last == ("Alder: Withdraw: #3 offers 1\xa0Ft for #1's 2-train", Style.secondary)
    assert [label.partition(":")[0] for label, _ in own] == ["Refuse", "Accept"]


def test_the_run_that_earns_most_after_what_it_costs_comes_first():
    """A helper is paid for what it adds."""
    runs = [label for label in labels(game_at(20)) if label.startswith("Run for")]

    assert runs == ["Run for 50\xa0Ft, pay 10\xa0Ft: G&C", "Run for 30\xa0Ft"]


def test_runs_that_differ_in_the_order_of_payment_tell_who_gets_what():
    """The first is paid less than the second."""
    facts = {"revenue": 60, "cost": 30, "prices": {"SNW": 10, "GC": 20}}
    run = RunTrains("s1", "1", ("SNW", "GC"), ())

    said = view_at(game_at(20)).bare.action(run, facts)
    assert said == "Run for 60\xa0Ft, pay 30\xa0Ft: SNW 10\xa0Ft, G&C 20\xa0Ft"


def test_buttons_that_are_too_wide_for_their_rows_share_them():
    """Beside a list there are two rows: three long labels, or ten short ones, all have a place there."""
    for labels_ in (["A label as long as a line of a phone"] * 3, ["Run"] * 10):
        buttons = [ui.Button(label=label, custom_id=str(number)) for number, label in enumerate(labels_)]
        placed = board_buttons.placed(buttons, 2)

        assert [one for row in placed for one in row] == buttons
        assert len(placed) == 2


@pytest.mark.parametrize("title", ["18Mag", "18CZ", "1844"])
def test_no_card_has_more_rows_of_moves_than_are_shown(title: str):
    """What does not fit above the tools would be lost."""
    game, player = Game.start(title, ("s1", "s2", "s3"), seed=3), STYLES["thrifty"](3)
    for _ in range(150):
        game = game.play(game.own_move or player.choose(game))
        if not game.own_move:
            view = view_at(game)
            shown = board_buttons.moves(view, view.menu())
            assert len(shown) <= board_buttons.ROWS - board_buttons.TOOLS
            assert all(len(row) <= 5 for row in shown)


@cache
def late_stock_round() -> Game:
    """A stock round of 1844 in which mountain railways and tunnels are for sale besides shares."""
    game, player = Game.start("1844", ("s1", "s2", "s3"), seed=3), STYLES["thrifty"](3)
    while not {"buy", "par", "mountain", "permit"} <= {one.action.verb for one in game.choices.offers}:
        game = game.play(game.own_move or player.choose(game))
    return game


def test_what_a_card_is_seldom_for_goes_into_a_list_where_a_phone_has_no_room():
    """Shares keep their buttons; the list names what it offers, and holds the ids of buttons."""
    view = view_at(late_stock_round())
    made = board_buttons.moves(view, view.menu())
    (*rows, (listed,)) = made
    assert isinstance(listed, ui.Select)
    asked = [move_ids.read(one.value) for one in listed.options]

    assert {"mountain", "permit"} <= {press.verb for press in asked if press}
    assert all(press is not None and press.verb not in {"buy", "par", "sell", "pass"} for press in asked)
    assert str(listed.placeholder) == f"Also: {listed.options[0].label}"[: board_buttons.ONE_LINE - 1] + "…"
    assert all(isinstance(one, ui.Button) for row in rows for one in row)
    assert sum(map(phone_lines, made)) <= board_buttons.LINES
