"""Sections VII.5 and VII.5.a: initial prices, capital, and the first turn of a company."""

import pytest

from engine.game import Game
from engine.state import BANK
from tests.games.t18cz.czech import Builder, after, legal, paid, refused, until

PRICES = {
    "EKJ": (50, 55, 60, 65, 70),
    "BTE": (60, 70, 80, 90, 100),
    "BY": (90, 100, 110, 120),
}
OUTLAY = {"EKJ": (2, 0, 25), "BTE": (2, 1, 20), "BY": (2, 3, 10)}
"""Shares of the director's certificate, further shares until a company is active, and the size of one."""
CAPITAL = {"EKJ": 4, "BTE": 5, "BY": 10}
EVERY = [(unit, price) for unit, prices in PRICES.items() for price in prices]


def rich(*options: str) -> Builder:
    """Everybody has 900, in phase d."""
    return Builder(3, *options).cash(ann=900, bob=900, cy=900).phase("d")


# --- initial prices


@pytest.mark.rule("CZ-VII.5.3", "CZ-VII.5.4", "CZ-VII.5.5", "CZ-VII.3.5")
@pytest.mark.parametrize("unit", PRICES)
def test_initial_prices(unit: str):
    """Of all prices of the chart only those marked for the size may be chosen."""
    game = rich().sr()
    chart = sorted(game.title.prices.values())
    assert len(chart) == 46

    assert tuple(price for price in chart if legal(game, f"par {unit} {price}")) == PRICES[unit]
    for price in (40, 53, 75, 126):
        refusal = refused(game, f"par {unit} {price}")
        assert (refusal.key, refusal.values["prices"]) == ("par_price", list(PRICES[unit]))
        assert refusal.clauses == ({"EKJ": "CZ-VII.5.3", "BTE": "CZ-VII.5.4", "BY": "CZ-VII.5.5"}[unit],)


@pytest.mark.rule("CZ-VII.5.1", "CZ-VII.3.5")
def test_the_buyer_sets_the_price_at_once():
    """Ann buys the director's certificate of EKJ at 65: it directs at once, and the marker stands on 65."""
    game = after(rich().sr(), "par EKJ 65")

    assert game.pos.director("EKJ") == "ann"
    assert game.state.pars["EKJ"] == 65
    assert game.pos.price("EKJ") == 65


@pytest.mark.rule("CZ-VII.5.2")
def test_the_marker_goes_under_the_stack():
    """Three companies are founded at 60: the first one's marker lies on top."""
    game = after(rich().sr(), "par MW 60", "par BTE 60", "par EKJ 60")

    assert game.state.market[game.pos.cell("MW")] == ("MW", "BTE", "EKJ")


# --- capital


def activated(unit: str, price: int) -> tuple[Game, Game]:
    """A company is founded, and shares are bought until it is active; one player after another pays."""
    start = rich().sr()
    _, more, percent = OUTLAY[unit]
    return start, after(start, f"par {unit} {price}", *[f"buy {unit} {percent}"] * more)


@pytest.mark.rule("CZ-VII.5.a.2", "CZ-VII.5.a.3", "CZ-VII.5.a.4", "CZ-VII.5.a.7")
@pytest.mark.parametrize(("unit", "price"), EVERY)
def test_the_table_of_capital(unit: str, price: int):
    """WE-04: what the players pay until a company is active, and what the bank pays to it."""
    start, game = activated(unit, price)
    outlay = price * sum(OUTLAY[unit][:2])
    treasury = price * CAPITAL[unit]

    assert -sum(paid(start, game, "ann", "bob", "cy")) == outlay
    assert paid(start, game, unit, BANK) == (treasury, outlay - treasury)


@pytest.mark.rule("CZ-VII.5.a.2", "CZ-VII.5.a.3", "CZ-VII.5.a.4", "CZ-VII.5.a.7")
def test_some_numbers_of_the_table():
    """WE-04: 70 - 140 - 280, 90 - 270 - 450, 120 - 600 - 1200."""
    for unit, price, outlay, treasury in (
        ("EKJ", 70, 140, 280),
        ("BTE", 90, 270, 450),
        ("BY", 120, 600, 1200),
    ):
        start, game = activated(unit, price)
        assert (-sum(paid(start, game, "ann", "bob", "cy")), game.pos.cash(unit)) == (outlay, treasury)


@pytest.mark.rule("CZ-VII.5.a.1")
def test_capital_is_paid_once():
    """Neither further shares bought, nor one sold and bought again, bring a company more."""
    start = rich().holds("bob", EKJ=50).sr()
    _, game = activated("BTE", 60)
    more = after(game, "buy BTE 20")
    assert more.pos.cash("BTE") == 300

    again = after(more, "pass", "sell BTE 20", "pass", "buy BTE 20")
    assert again.pos.cash("BTE") == 300
    assert paid(start, after(start, "buy EKJ 25"), "EKJ") == (0,)


@pytest.mark.rule("CZ-VII.5.a.5")
def test_the_initial_price_counts():
    """D-25: founded at 110, fallen to 105 by a sale before it is active: the treasury gets 10 times 110."""
    game = after(rich().sr(), "par BY 110", "buy BY 10", "buy BY 10", "pass", "sell BY 10", "pass")
    assert (game.pos.price("BY"), game.pos.cash("BY")) == (105, 0)

    game = after(game, "buy BY 10", "buy BY 10")
    assert game.pos.cash("BY") == 10 * 110


@pytest.mark.rule("CZ-VII.5.a.6")
def test_the_capital_is_the_companys():
    """Ann pays 100 for shares worth 100, and the 200 that the bank pays are not hers."""
    start, game = activated("EKJ", 50)

    assert paid(start, game, "ann", "EKJ") == (-100, 200)
    assert game.pos.worth("ann") == start.pos.worth("ann")


# --- the first turn


@pytest.mark.rule("CZ-VII.5.6")
def test_the_holder_of_the_certificate_gets_the_company():
    """Bob, not the last buyer, decides for BTE with its three tokens; before that it has no turn."""
    game = rich().holds("bob", BTE=40, EKJ=50).trains(EKJ="3d").sr("ann")
    game = until(after(game, "buy BTE 20"), lambda now: now.pos.unit == "BTE")

    assert game.pos.awaited == ("bob",)
    assert len(game.state.tokens_left["BTE"]) + len(game.state.tokens["D3"]) == 3


@pytest.mark.rule("CZ-VII.5.7")
def test_the_home_token_stands_when_the_first_turn_begins():
    """D-18: not before the company's own turn, and for nothing."""
    built = rich().holds("bob", EKJ=50, MW=50).trains(EKJ="3d").operated("EKJ").prices(EKJ=50)
    game = built.company("EKJ", "train")
    assert "F23" not in game.state.tokens

    later = until(game, lambda now: now.pos.unit == "MW")
    assert [one.unit for one in later.state.tokens["F23"]] == ["MW"]
    assert paid(game, later, "MW") == (0,)


@pytest.mark.rule("CZ-VII.5.8")
def test_the_home_tile_is_due():
    """D-17: nothing else is laid before it, and the track is not left without it; with it both is possible."""
    game = rich().holds("ann", EKJ=50).cash(EKJ=200).tiles(D3="57 1").company("EKJ", "")

    for line in ("lay EKJ D7 9 1", "pass"):
        refusal = refused(game, line)
        assert (refusal.key, refusal.values["hex"]) == ("tile_home_first", "D5")
        assert refusal.clauses == ("CZ-VII.5.8", "CZ-VIII.4.7")
    laid = after(game, "lay EKJ D5 57 1")
    assert legal(laid, "lay EKJ D7 9 1")
    assert laid.pos.frame.stage == game.pos.frame.stage


@pytest.mark.rule("CZ-VII.5.8")
def test_no_home_tile_where_one_lies():
    """A hex with a tile needs none: the company may lay elsewhere at once, or nothing at all."""
    built = rich().holds("ann", EKJ=50).cash(EKJ=200).trains(EKJ="3d").tiles(D5="57 1")
    game = built.company("EKJ", "")

    assert legal(game, "lay EKJ D7 9 1")
    assert legal(game, "pass")


@pytest.mark.rule("CZ-VII.5.8")
@pytest.mark.parametrize(("options", "must"), [((), True), (("home_tile=optional",), False)])
def test_recorded_games_leave_the_home_bare(options: tuple[str, ...], must: bool):
    """Under the other reading the home tile may be left out."""
    game = rich(*options).holds("ann", EKJ=50).cash(EKJ=200).trains(EKJ="3d").company("EKJ", "")

    assert legal(game, "pass") != must


@pytest.mark.rule("CZ-VII.5.8")
@pytest.mark.parametrize(("cash", "must"), [(9, False), (10, True)])
def test_a_home_that_cannot_be_built_is_left(cash: int, must: bool):
    """D-17: with 9 crowns BCB cannot pay for the river and goes on to buy trains; with 10 it must lay the tile."""
    built = rich().holds("ann", BCB=50, EKJ=50).trains(BCB="3d", EKJ="3d").cash(BCB=cash)
    game = built.company("BCB", "")

    assert any(action.verb == "lay" for action in game.choices) == must
    assert legal(game, "pass") != must
    assert legal(game, "train BCB 3d EKJ 1") != must
