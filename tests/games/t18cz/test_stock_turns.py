"""Sections VII.1 and VII.2: turns of a stock round, and the order of players after it."""

import pytest

from engine.events import OrderChanged
from engine.game import Game
from engine.state import BANK, POOL
from tests.games.t18cz.czech import Builder, after, legal, paid, refused, round_is, until


def table(players: int = 3, *options: str) -> Builder:
    """Ann holds 75 per cent of EKJ and OFE, bob directs MW; everybody can deal."""
    return Builder(players, *options).holds("ann", EKJ=75, OFE=75).holds("bob", MW=50)


def actors(game: Game, *lines: str) -> list[str]:
    """Who acts line by line, and who would act next."""
    found = [game.pos.acting]
    for line in lines:
        game = after(game, line)
        found.append(game.pos.acting)
    return found


# --- a turn


@pytest.mark.rule("CZ-VII.1.1", "CZ-V.5")
def test_players_buy_and_sell():
    """In one turn ann sells a share of EKJ to the bank and buys one of MW from it."""
    game = table().sr()
    sold = after(game, "sell EKJ 25")
    bought = after(sold, "buy MW 25")

    assert (sold.pos.percent("ann", "EKJ"), sold.pos.percent(POOL, "EKJ")) == (50, 50)
    assert (bought.pos.percent("ann", "MW"), bought.pos.percent(POOL, "MW")) == (25, 25)


@pytest.mark.rule("CZ-VII.1.2")
def test_players_do_not_deal_with_each_other():
    """Bob's shares of MW are not for sale, nor is a second director's certificate; a share of the bank is."""
    game = table().holds("cy", BCB=50).holds("bob", MW=75).sr()

    refusal = refused(game, "buy MW 25 bob")
    assert (refusal.key, refusal.clauses) == ("players_deal", ("CZ-VII.1.2",))
    refusal = refused(game, "buy MW 50")
    assert (refusal.key, refusal.clauses) == ("buy_none", ("CZ-III.3.3", "CZ-VII.1.2"))
    assert refused(game, "buy MW 25 EKJ").key == "buy_none"
    assert legal(game, "buy MW 25")


@pytest.mark.rule("CZ-VII.1.3", "CZ-VII.3.6", "CZ-IX.1.1")
@pytest.mark.parametrize("price", [40, 53, 65, 370])
def test_the_marker_says_the_price(price: int):
    """Founded at 50, a share is sold and bought for what the marker shows now."""
    game = table().cash(ann=900, cy=900).prices(EKJ=price).sr()

    assert paid(game, after(game, "sell EKJ 25"), "ann", BANK) == (price, -price)
    game = after(game, "pass", "pass")
    assert paid(game, after(game, "buy EKJ 25"), "cy", BANK) == (-price, price)


@pytest.mark.rule("CZ-VII.1.4")
def test_one_certificate_a_turn():
    """After the purchase the next player acts; a second purchase, of shares or a new company, is refused."""
    game = after(table().sr(), "buy MW 25")

    assert game.pos.acting == "bob"
    for line in ("buy MW 25", "par BCB 50"):
        refusal = refused(game, line, "ann")
        assert (refusal.key, refusal.clauses) == ("buy_one", ("CZ-VII.1.4",))
    assert legal(game, "buy MW 25", "bob")
    assert refused(after(table().sr(), "par BCB 50"), "buy MW 25", "ann").key == "buy_one"


@pytest.mark.rule("CZ-VII.1.4", "CZ-VII.6.3")
def test_many_sales_in_one_turn():
    """Shares of two companies are sold one after another, then one is bought."""
    game = table().sr()

    sold = after(game, "sell EKJ 25", "sell OFE 25")
    assert sold.pos.acting == "ann"
    assert paid(game, sold, "ann") == (100,)
    assert after(sold, "buy MW 25").pos.percent("ann", "MW") == 25


@pytest.mark.rule("CZ-VII.1.5")
def test_nothing_is_sold_after_the_purchase():
    """What was legal before the purchase is refused after it, until the next turn."""
    game = table().sr()
    assert legal(game, "sell EKJ 25")

    bought = after(game, "buy MW 25")
    refusal = refused(bought, "sell EKJ 25", "ann")
    assert (refusal.key, refusal.clauses) == ("sell_after_buy", ("CZ-VII.1.5",))
    assert legal(after(bought, "pass", "pass"), "sell EKJ 25", "ann")


@pytest.mark.rule("CZ-VII.1.6")
def test_who_does_nothing_passes():
    """A pass moves nothing but the turn."""
    game = table().sr()
    passed = after(game, "pass")

    assert passed.pos.acting == "bob"
    for column in ("cash", "certificates", "market", "owners"):
        assert getattr(passed.state, column) == getattr(game.state, column)


# --- turn after turn


@pytest.mark.rule("CZ-VII.2.1", "CZ-VII.1.7")
def test_turns_go_round_by_order_card():
    """The order is that of the cards, not of the seats, and after the last the first comes again."""
    game = table().change(order=("cy", "ann", "bob")).sr("cy")

    assert actors(game, "buy MW 25", "sell EKJ 25", "pass", "buy EKJ 25") == ["cy", "ann", "ann", "bob", "cy"]
    refusal = refused(game, "buy MW 25", "bob")
    assert (refusal.key, refusal.values["who"]) == ("not_your_turn", ["cy"])
    assert "CZ-VII.2.1" in refusal.clauses


@pytest.mark.rule("CZ-VII.2.2")
def test_the_round_ends_when_all_pass_in_succession():
    """Three passes in a row end it; passes before a purchase do not count."""
    game = table().sr()
    assert round_is("stock", 2)(after(game, "pass", "pass"))

    over = after(game, "pass", "pass", "pass")
    assert not round_is("stock", 2)(over)
    bought = after(game, "pass", "pass", "buy MW 25", "pass", "pass")
    assert (bought.pos.frame.number, bought.pos.acting) == ((2,), "cy")
    assert not round_is("stock", 2)(after(bought, "pass"))


@pytest.mark.rule("CZ-VII.3.10")
@pytest.mark.parametrize("line", ["buy MW 25", "par BCB 50", "sell EKJ 25"])
def test_a_deal_gives_everybody_one_more_turn(line: str):
    """Bob and cy have passed; ann deals, and all three are asked again."""
    game = table().sr("bob")
    game = after(game, "pass", "pass", line)
    game = after(game, "pass") if game.pos.acting == "ann" else game

    assert actors(game, "pass", "pass") == ["bob", "cy", "ann"]


# --- the new order


@pytest.mark.rule("CZ-VII.2.3", "CZ-VII.2.4")
@pytest.mark.parametrize(
    ("cash", "order"),
    [
        ((200, 200, 350), ("cy", "bob", "ann")),
        ((300, 200, 100), ("ann", "bob", "cy")),
        ((200, 200, 200), ("bob", "ann", "cy")),
        ((100, 100, 200), ("cy", "bob", "ann")),
    ],
)
def test_the_most_cash_comes_first(cash: tuple[int, int, int], order: tuple[str, ...]):
    """WE-65, D-51: bob had the first card, ann the second; who has the most gets it now, equals keep their order."""
    built = table().cash(ann=cash[0], bob=cash[1], cy=cash[2]).change(order=("bob", "ann", "cy"))
    game = after(built.trains(EKJ="2a", OFE="2a", MW="2a").sr("bob"), "pass", "pass", "pass")

    assert OrderChanged(order) in game.events
    assert game.state.order == order


@pytest.mark.rule("CZ-VII.2.3")
def test_the_new_order_opens_the_next_stock_round():
    """Cy has the most cash after the round, and begins the next one."""
    built = table().cash(ann=100, bob=200, cy=350).trains(EKJ="2a", OFE="2a", MW="2a")
    game = after(built.sr("ann"), "pass", "pass", "pass")

    later = until(game, round_is("stock", 3))
    assert later.pos.acting == "cy"
