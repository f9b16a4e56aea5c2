"""What stands on the buttons of a card, and in which order: one's own first, the best run before others."""

from functools import cache

import pytest
from discord import ui

from bot.components import Style, phone_lines
from bot.menu.search import PAGE
from bot.pickers import board_buttons, move_ids
from bot.pickers.picker import TURNS, Picker
from bot.speech.decision import kind_of
from engine.actions import BuyTrain, LayTile, Par, PayDividend, PlaceToken, RunTrains
from engine.decisions import DecisionKind
from engine.game import Game
from engine.opponents import STYLES
from engine.titles.t18cz.received_trains import TurnTrain
from tests.bot.decisions import first, offers, view_at
from tests.bot.positions import late_stock_round
from tests.games.t18cz.test_inheriting import merged


@cache
def game_at(ply: int) -> Game:
    """A self-played game of 18Mag after some moves."""
    game, player = Game.start("18Mag", ("s1", "s2", "s3"), seed=7), STYLES["thrifty"](7)
    while game.state.ply < ply:
        game = game.play(game.own_move or player.choose(game))
    return game


@cache
def house_line() -> tuple[Game, ...]:
    """The positions of a game of 18Mag that the house plays, up to where its map offers more than two pages."""
    game, player, line = Game.start("18Mag", ("s1", "s2", "s3"), seed=4), STYLES["house"](4), list[Game]()
    while len(places(game)) <= 2 * (PAGE - TURNS):
        game = game.play(game.own_move or player.choose(game))
        line.append(game)
    return tuple(line)


def places(game: Game) -> set[str]:
    """Where track may be laid."""
    return {one.action.hex for one in game.choices.offers if isinstance(one.action, LayTile)}


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

    assert runs == ["Run for 50\xa0Ft; rail cars for 10\xa0Ft: G&C", "Run for 30\xa0Ft"]


def test_runs_that_differ_in_the_order_of_payment_tell_who_gets_what():
    """The first is paid less than the second."""
    facts = {"revenue": 60, "cost": 30, "prices": {"SNW": 10, "GC": 20}}
    run = RunTrains("s1", "1", ("SNW", "GC"), ())

    said = view_at(game_at(20)).bare.action(run, facts)
    assert said == "Run for 60\xa0Ft; rail cars for 30\xa0Ft: SNW 10\xa0Ft, G&C 20\xa0Ft"


def test_buttons_that_are_too_wide_for_their_rows_share_them():
    """Beside a list there are two rows: three long labels, or ten short ones, all have a place there."""
    menu = view_at(game_at(20)).menu()
    for labels_ in (["A label as long as a line of a phone"] * 3, ["Run"] * 10):
        buttons = [ui.Button(label=label, custom_id=str(number)) for number, label in enumerate(labels_)]
        placed = board_buttons.placed(menu, buttons, 2)

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


def test_what_a_card_is_seldom_for_goes_into_a_list_where_a_phone_has_no_room():
    """Shares keep their buttons; the list names what it offers, and holds the ids of buttons."""
    game, _ = late_stock_round()
    view = view_at(game)
    made = board_buttons.moves(view, view.menu())
    (*rows, (listed,)) = made
    assert isinstance(listed, ui.Select)
    asked = [move_ids.read(one.value) for one in listed.options]

    assert {"mountain", "permit"} <= {press.verb for press in asked if press}
    assert all(press is not None and press.verb not in {"buy", "par", "sell", "pass"} for press in asked)
    assert str(listed.placeholder) == f"Also: {listed.options[0].label}"[: board_buttons.ONE_LINE - 1] + "…"
    assert all(isinstance(one, ui.Button) for row in rows for one in row)
    assert sum(map(phone_lines, made)) <= board_buttons.LINES


def test_of_many_trains_the_dearest_that_can_be_had_at_once_keep_their_buttons():
    """A unit with money for three kinds of train seldom wants the smallest; consent is asked for further on."""
    game = next(one for one in house_line() if len(at_once(one)) > board_buttons.TRAINS)
    usual = [label[: len("Buy a 3-train")] for label in labels(game) if label.startswith("Buy a ")]

    assert at_once(game) == [80, 120, 200]
    assert usual[:2] == ["Buy a 3-train", "Buy a 4-train"]


def test_in_need_the_cheapest_trains_keep_their_buttons():
    """Whoever must buy looks for what costs least first; a train of 250 stands further on."""
    game, player = Game.start("18CZ", ("s1", "s2", "s3"), seed=4), STYLES["thrifty"](4)
    while len(at_once(game)) <= board_buttons.TRAINS or kind_of(view_at(game)) is not DecisionKind.EMERGENCY:
        game = game.play(game.own_move or player.choose(game))
    usual = [label for label in labels(game) if label.startswith("Buy a ") and "-train" in label]

    assert sorted(at_once(game)) == [1, 1, 250]
    assert [label.rpartition(" for ")[2] for label in usual] == ["1\xa0K", "1\xa0K"]


def test_a_train_on_credit_says_what_is_owed_afterwards():
    """And no more of the loan: whoever borrows has spent all of their own money before."""
    debts = [label for label in labels(first("1844", "emergency")) if "owe" in label]

    assert debts[1].startswith("Buy a 4H-train for 260\xa0SFR: you then owe 201\xa0SFR, ")
    assert not any("pay" in label or "borrow" in label for label in debts)


def at_once(game: Game) -> list[int]:
    """The prices of the trains that nobody need consent to."""
    found = [one for one in game.choices.offers if isinstance(one.action, BuyTrain) and one.amounts is None]
    return [
        one.action.price for one in found if not one.facts.get("consent") and isinstance(one.action, BuyTrain)
    ]


def test_a_dividend_has_its_buttons_beside_a_token():
    """Who may still place a token presses once to pay, as where nothing but the dividend is open."""
    game = next(one for one in house_line() if {PlaceToken, PayDividend} <= kinds(one))

    assert any(label.startswith("Pay ") and label != "Pay a dividend" for label in labels(game))
    assert "Pay a dividend" not in labels(game)


def kinds(game: Game) -> set[type]:
    """What may be done."""
    return {type(one.action) for one in game.choices.offers}


def test_more_places_than_two_pages_of_buttons_hold_are_lists_on_one_page():
    """Each list names its first and its last place, by the letter on the map; all of them are on it, once."""
    game = house_line()[-1]
    view = view_at(game)
    page = Picker(view, view.menu(), "lay").page({})
    assert page is not None
    lists = [one for row in page.parts for one in row if isinstance(one, ui.Select)]
    found = [option for one in lists for option in one.options]

    assert sorted(option.value for option in found) == sorted(places(game))
    assert len({one.custom_id for one in lists}) == len(lists) == 2
    assert all(one.placeholder and one.placeholder.startswith(one.options[0].label[:4]) for one in lists)


def test_what_the_decision_is_about_stands_before_a_power_and_leads():
    """A tunnel may be built at any time of a turn; the run is what the headline asks for."""
    found = first("1844", DecisionKind.RUN, offers("tunnel"))
    assert found is not None
    assert list(labels(found).items()) == [
        ("Run for 210\xa0SFR", Style.primary),
        ("Build a tunnel (3)", Style.secondary),
    ]


def test_a_closed_list_says_what_is_done_with_what_follows():
    """Whether shares are bought or sold; each sale with the price after it."""
    found = first("18Mag", DecisionKind.SHARE, lambda game: offers("sell")(game) and not offers("buy")(game))
    assert found is not None
    view = view_at(found)
    listed = next(
        one for row in board_buttons.moves(view, view.menu()) for one in row if isinstance(one, ui.Select)
    )
    assert listed.placeholder == "Sell shares · Which company?"
    assert all(": price " in option.label for option in listed.options)


def test_a_company_with_one_par_price_says_what_it_costs():
    """The press starts it: nothing more is asked."""
    found = first("18CZ", DecisionKind.SHARE, one_par_each)
    assert found is not None
    view = view_at(found)
    page = Picker(view, view.menu(), "par").page({})
    assert page is not None
    told = [str(one.label) for row in page.parts for one in row if isinstance(one, ui.Button)][:-1]
    assert told
    assert all(" at " in label and ", you pay " in label for label in told)


def one_par_each(game: Game) -> bool:
    """Whether several companies may be started, each at one price."""
    units = [one.action.unit for one in game.choices.offers if isinstance(one.action, Par)]
    return len(units) > 1 and len(set(units)) == len(units)


def test_a_plain_card_has_a_button_for_every_verb():
    """And the tools, like any other."""
    game = game_at(30)
    ids = [
        str(one.custom_id)
        for row in board_buttons.plain(view_at(game))
        for one in row
        if isinstance(one, ui.Button)
    ]
    tools = [
        str(one.custom_id)
        for row in board_buttons.tools(view_at(game))
        for one in row
        if isinstance(one, ui.Button)
    ]
    presses = [press for press in map(move_ids.read, ids) if press is not None]

    assert {press.verb for press in presses} == {one.action.verb for one in game.choices.offers}
    assert ids[len(presses) :] == tools


def test_trains_that_may_be_flipped_are_asked_for_where_a_phone_has_no_room():
    """They have no price by which some of them would be the usual ones."""
    game = merged(unit="SX", target="ATE", ATE="3c 3d")
    asked = [one.action for one in game.choices.offers if isinstance(one.action, TurnTrain)]

    assert len(asked) > 1
    assert next(iter(labels(game))) == f"Flip a train ({len(asked)})"
