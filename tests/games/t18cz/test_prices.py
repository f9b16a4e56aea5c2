"""Section IX: how share prices move."""

import pytest

from engine.events import PriceMoved
from engine.game import Game
from engine.titles.t18cz import stock
from tests.games.t18cz.czech import Builder, after, paid, until


def running(unit: str, price: int) -> Game:
    """A company about to divide what it earned, at a price: EKJ 40, BY 120."""
    built = Builder().cash(ann=100).phase("d").tiles(D3="57 1", D5="14 0", E4="4 0", F3="8898 3")
    if unit == "EKJ":
        game = built.holds("ann", EKJ=50).trains(EKJ="3d").prices(EKJ=price).company("EKJ", "run")
        return after(game, "run EKJ - 3d:D3.0-D5.0")
    built = built.holds("ann", BY=50).trains(BY="3Ed").tokens(F3="BY.0")
    return after(built.prices(BY=price).company("BY", "run"), "run BY - 3Ed:F3.0-E4.0-D5.0")


def divided(unit: str, price: int, paid_out: bool) -> int:
    """The price of a company after it has paid a dividend or not."""
    game = running(unit, price)
    total = max(offer.amounts[-1] for offer in game.choices.offers if offer.action.verb == "dividend")
    assert total > 0
    now = after(game, f"dividend {unit} {total if paid_out else 0}")
    return now.pos.price(unit)


def table(*options: str, **ann: int) -> Builder:
    """Ann holds as said, in phase d; nobody can operate."""
    return Builder(3, *options).cash(ann=300, bob=300, cy=300).phase("d").holds("ann", **ann)


def ended(built: Builder) -> Game:
    """The game after the last pass of a stock round."""
    return until(built.sr("ann"), lambda now: now.pos.frame.kind == "operating")


# --- in an operating round


@pytest.mark.rule("CZ-IX.2.1", "CZ-IX.1.1")
@pytest.mark.parametrize(
    ("unit", "before", "then"),
    [
        ("EKJ", 58, 63),
        ("EKJ", 50, 55),
        ("EKJ", 335, 370),
        ("BY", 85, 105),
        ("BY", 90, 110),
        ("BY", 305, 370),
    ],
)
def test_a_dividend_moves_the_price_right(unit: str, before: int, then: int):
    """WE-19, WE-22: one space along the row for a small company, two for a large one."""
    assert divided(unit, before, True) == then


@pytest.mark.rule("CZ-IX.2.1")
def test_a_medium_company_moves_one_space():
    """BTE pays 40 at 80: its price is 90."""
    built = table(BTE=60).tiles(D3="57 1", D5="57 1").trains(BTE="3+3d").prices(BTE=80)
    game = after(built.company("BTE", "run"), "run BTE - 3+3d:D3.0-D5.0", "dividend BTE 40")

    assert game.pos.price("BTE") == 90


@pytest.mark.rule("CZ-IX.2.2")
@pytest.mark.parametrize(
    ("unit", "before", "then"),
    [
        ("EKJ", 350, 350),
        ("EKJ", 370, 370),
        ("BY", 320, 350),
        ("BY", 335, 370),
        ("BY", 350, 350),
        ("BY", 370, 370),
    ],
)
def test_the_end_of_the_row(unit: str, before: int, then: int):
    """WE-52: no further, and a large company with one space left moves one."""
    assert divided(unit, before, True) == then


@pytest.mark.rule("CZ-IX.2.3")
@pytest.mark.parametrize(
    ("unit", "before", "then"),
    [("EKJ", 70, 65), ("EKJ", 53, 45), ("EKJ", 45, 45), ("EKJ", 40, 40), ("BY", 105, 95), ("BY", 40, 40)],
)
def test_no_dividend_moves_it_left(unit: str, before: int, then: int):
    """WE-23, WE-52: one space for every size, at the beginning of the row none."""
    assert divided(unit, before, False) == then


@pytest.mark.rule("CZ-IX.2.3")
def test_no_revenue_is_no_dividend():
    """WE-18: BCB does not run at all, and falls from 65 to 60."""
    built = table(BCB=50).prices(BCB=65).trains(BCB="3d").owns("BCB", "S1")
    game = built.company("BCB", "run")

    assert game.pos.price("BCB") == 60


# --- in a stock round


@pytest.mark.rule("CZ-IX.3.1", "CZ-IX.3.2")
def test_two_shares_one_step():
    """WE-24: two shares at 70 bring 140, and the price is 68."""
    game = table(OFE=50).holds("bob", OFE=50).prices(OFE=70).sr("bob")
    now = after(game, "sell OFE 50")

    assert paid(game, now, "bob") == (140,)
    assert now.pos.price("OFE") == 68


@pytest.mark.rule("CZ-IX.3.1")
def test_one_step_a_turn():
    """D-26: a second sale of the turn brings the same price and moves nothing; in the next turn it falls again."""
    built = table(BY=20).holds("bob", BY=20, OFE=50).prices(BY=100)
    game = built.sr("bob")
    now = after(game, "sell BY 10", "sell BY 10")
    assert (paid(game, now, "bob"), now.pos.price("BY")) == ((200,), 95)

    later = after(game, "sell BY 10", "pass", "pass", "pass", "sell BY 10")
    assert (paid(game, later, "bob"), later.pos.price("BY")) == ((195,), 90)


@pytest.mark.rule("CZ-IX.3.1")
def test_recorded_games_drop_with_every_sale():
    """D-26: under the other reading the second sale of a turn is paid at the new price, and is a second step."""
    game = table("sale_drop=per_action", BY=20).holds("bob", BY=20).prices(BY=100).sr("bob")
    now = after(game, "sell BY 10", "sell BY 10")

    assert (paid(game, now, "bob"), now.pos.price("BY")) == ((195,), 90)


@pytest.mark.rule("CZ-IX.3.2", "CZ-IX.3.3")
@pytest.mark.parametrize(("before", "then"), [(45, 40), (50, 45), (53, 50), (350, 335), (370, 350), (40, 40)])
def test_a_sale_is_one_step_down_the_whole_list(before: int, then: int):
    """WE-52: diagonally to the left, from either row to the other; on 40 it stays."""
    game = table(EKJ=75).prices(EKJ=before).sr()

    assert after(game, "sell EKJ 25").pos.price("EKJ") == then


@pytest.mark.rule("CZ-IX.3.2", "CZ-IX.3.4")
def test_the_list_of_all_prices():
    """The 46 values run from row to row: one step down and up again is where it was, from every one but the ends."""
    pos = table(EKJ=50).sr().pos
    cells = sorted(pos.title.prices, key=pos.title.prices.__getitem__)

    assert len(cells) == 46
    for cell in cells[1:-1]:
        down, up = stock.diagonal(pos, cell, -1), stock.diagonal(pos, cell, 1)
        assert {down[0], up[0]} == {"1" if cell[0] == "0" else "0"}
        assert stock.diagonal(pos, down, 1) == cell


@pytest.mark.rule("CZ-IX.3.4", "CZ-IX.3.5")
@pytest.mark.parametrize(("before", "then"), [(55, 58), (40, 45), (68, 70), (350, 370), (370, 370)])
def test_sold_out_companies_rise(before: int, then: int):
    """WE-25, WE-52: all four shares are in two players' hands at the end of the round; on 370 it stays."""
    built = table(EKJ=75).holds("bob", EKJ=25).prices(EKJ=before)

    assert ended(built).pos.price("EKJ") == then


@pytest.mark.rule("CZ-IX.3.4")
def test_a_share_in_the_bank_keeps_the_price():
    """One quarter is not sold, or was sold to the bank and not bought again."""
    assert ended(table(EKJ=75).prices(EKJ=55)).pos.price("EKJ") == 55
    game = after(table(EKJ=75).holds("bob", EKJ=25).prices(EKJ=55).sr(), "sell EKJ 25")

    now = until(game, lambda now: now.pos.frame.kind == "operating")
    assert now.pos.price("EKJ") == 53


@pytest.mark.rule("CZ-IX.3.4")
def test_the_highest_rises_first():
    """D-65: MW at 55 rises to 58 before OFE follows from 53 to 55."""
    built = table(MW=75, OFE=75).holds("bob", MW=25, OFE=25).prices(MW=55, OFE=53)
    game = ended(built)
    moved = [event.unit for event in game.events if isinstance(event, PriceMoved) and event.why == "sold_out"]

    assert moved == ["MW", "OFE"]
    assert (game.pos.price("MW"), game.pos.price("OFE")) == (58, 55)


# --- stacks


@pytest.mark.rule("CZ-IX.3.6")
def test_an_arriving_marker_goes_beneath():
    """After a dividend, after a sale and at the end of a round alike."""
    built = table(EKJ=50, OFE=50).tiles(D3="57 1", D5="57 1").trains(EKJ="3d").prices(EKJ=50, OFE=55)
    game = after(built.company("EKJ", "run"), "run EKJ - 3d:D3.0-D5.0", "dividend EKJ 40")
    assert game.state.market[game.pos.cell("OFE")] == ("OFE", "EKJ")

    sold = after(table(EKJ=75, OFE=50).prices(EKJ=60, OFE=58).sr(), "sell EKJ 25")
    assert sold.state.market[sold.pos.cell("OFE")] == ("OFE", "EKJ")

    rises = ended(table(EKJ=75, OFE=50).holds("bob", EKJ=25).prices(EKJ=55, OFE=58))
    assert rises.state.market[rises.pos.cell("OFE")] == ("OFE", "EKJ")


@pytest.mark.rule("CZ-IX.3.6")
def test_a_marker_that_cannot_move_keeps_its_place():
    """Two companies on 40: the upper one is sold, and stays on top."""
    game = table(EKJ=75, OFE=50).prices(EKJ=40, OFE=40).sr()
    now = after(game, "sell EKJ 25")

    assert now.state.market[now.pos.cell("EKJ")] == ("EKJ", "OFE")
