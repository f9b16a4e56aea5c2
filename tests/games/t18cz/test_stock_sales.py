"""Section VII.6: shares are sold to the bank."""

import pytest

from engine.state import BANK, POOL
from tests.games.t18cz.czech import Builder, after, legal, paid, refused


def table(*options: str, **ann: int) -> Builder:
    """Ann holds as said; everybody has 500, in phase d."""
    built = Builder(3, *options).cash(ann=500, bob=500, cy=500).phase("d")
    return built.holds("ann", **ann)


@pytest.mark.rule("CZ-VII.6.1", "CZ-VII.6.2")
def test_the_bank_buys_at_the_current_price():
    """Founded at 60 and at 75 now: two shares bring 150, and lie in the bank."""
    game = table(BTE=40).holds("bob", BTE=20).prices(BTE=75).sr("bob")
    sold = after(game, "sell BTE 20")

    assert game.state.pars["BTE"] == 60
    assert paid(game, sold, "bob", BANK) == (75, -75)
    assert (sold.pos.percent("bob", "BTE"), sold.pos.percent(POOL, "BTE")) == (0, 60)


@pytest.mark.rule("CZ-VII.6.2")
def test_what_was_sold_is_for_sale_again():
    """The one share of EKJ that nobody holds is ann's of before: bob buys it, at the price after her sale."""
    game = table(EKJ=75).holds("bob", EKJ=25).sr()
    assert refused(game, "buy EKJ 25").key == "buy_none"
    game = after(game, "sell EKJ 25", "pass")
    now = after(game, "pass", "buy EKJ 25")

    assert now.pos.percent("cy", "EKJ") == 25
    assert paid(game, now, "cy") == (-45,)


@pytest.mark.rule("CZ-VII.6.2", "CZ-VII.6.3")
@pytest.mark.parametrize(("percent", "fits"), [(0, False), (5, False), (10, True), (30, True), (40, False)])
def test_whole_shares_that_one_has(percent: int, fits: bool):
    """Bob has three shares of By: one to three are sold, no part of one, not four, nor what he has nothing of."""
    game = table(BY=60).holds("bob", BY=30).sr("bob")

    assert legal(game, f"sell BY {percent}") == fits
    if not fits:
        refusal = refused(game, f"sell BY {percent}")
        assert (refusal.key, refusal.values["percent"]) == ("sell_holding", 30)
        assert refusal.clauses == ("CZ-VII.6.2",)
    for line in ("sell EKJ 25", "sell XYZ 10"):
        assert refused(game, line).key == "sell_holding"


@pytest.mark.rule("CZ-VII.6.3")
def test_the_bank_may_hold_any_number():
    """It has four shares of By; four more are sold to it, and all but the director's certificate is there."""
    game = table(BY=40).holds("bob", BY=20).sr()
    now = after(game, "sell BY 20", "pass", "sell BY 20")

    assert now.pos.percent(POOL, "BY") == 80
    assert now.pos.percent("ann", "BY") == 20


@pytest.mark.rule("CZ-VII.6.4")
def test_no_sales_in_the_first_stock_round():
    """What is legal in the second round is refused in the first."""
    built = table(EKJ=75)
    refusal = refused(built.sr(number=1), "sell EKJ 25")

    assert (refusal.key, refusal.clauses) == ("sell_first_round", ("CZ-VII.6.4",))
    assert legal(table(EKJ=75).sr(number=2), "sell EKJ 25")


@pytest.mark.rule("CZ-VII.6.4")
@pytest.mark.parametrize(("unit", "held", "share", "price"), [("BTE", 40, 20, 60), ("BY", 30, 10, 90)])
def test_young_companies_are_sold(unit: str, held: int, share: int, price: int):
    """D-23: a company that has never operated, or is not even active, is sold, and its price falls."""
    game = table(OFE=50).holds("bob", **{unit: held}).holds("ann", **{unit: share}).sr()
    assert not game.state.extra.operated
    now = after(game, f"sell {unit} {share}")

    assert paid(game, now, "ann") == (price,)
    assert now.pos.price(unit) < price


@pytest.mark.rule("CZ-VII.6.6")
def test_locals_of_players_are_not_sold():
    """Whatever the size, while a share of the same player is."""
    game = table(EKJ=75).owns("ann", "S1", "M1", "L1").sr()

    for local in ("S1", "M1", "L1"):
        refusal = refused(game, f"sell {local} 100")
        assert (refusal.key, refusal.values["private"]) == ("sell_private", local)
        assert refusal.clauses == ("CZ-IV.1.10", "CZ-VII.6.6")
    assert legal(game, "sell EKJ 25")


@pytest.mark.rule("CZ-VII.6.7")
@pytest.mark.parametrize(
    ("lines", "stack"), [(("EKJ", "OFE"), ("EKJ", "OFE")), (("OFE", "EKJ"), ("OFE", "EKJ"))]
)
def test_the_seller_chooses_the_order(lines: tuple[str, str], stack: tuple[str, str]):
    """Both fall from 60 to 58; whose sale comes first lies on top and will operate first."""
    game = table(EKJ=75, OFE=75).prices(EKJ=60, OFE=60).sr()
    now = after(game, *(f"sell {unit} 25" for unit in lines))

    assert now.state.market[now.pos.cell("EKJ")] == stack


@pytest.mark.rule("CZ-VII.6.8")
def test_the_price_falls_with_the_sale():
    """From 70 to 68, for the sales of a turn together (CZ-IX.3.1), and that is what the next seller gets."""
    game = table(EKJ=50).holds("bob", EKJ=25).holds("cy", EKJ=25).prices(EKJ=70).sr("bob")
    now = after(game, "sell EKJ 25", "pass", "sell EKJ 25")

    assert paid(game, now, "bob", "cy") == (70, 68)
    assert now.pos.price("EKJ") == 65
