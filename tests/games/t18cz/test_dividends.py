"""Section VIII.8: paying dividends or keeping the revenue, and what that does to the price."""

import pytest

from engine.game import Game
from tests.games.t18cz.czech import Builder, after, legal, paid, refused, until
from tests.games.t18cz.tracks import company, earned

LINE = {"D3": "57 1", "D5": "57 1"}
"""Cheb and Karlovy Vary, 40 for a train between them."""


def shares(unit: str = "EKJ", price: int = 60, **percents: int) -> Builder:
    """A company of which players hold so much, at a price."""
    built = Builder().prices(**{unit: price}).phase("d").tiles(**LINE, A8="8896 4").tokens(A8="SX.0")
    for player, percent in percents.items():
        built.holds(player, **{unit: percent})
    return built.cash(**{unit: 500}).prices(**{unit: price})


def divided(built: Builder, unit: str, revenue: int, paid_out: bool = True) -> tuple[Game, Game]:
    """Before and after a company with some revenue has paid it out, or kept it."""
    before = earned(built, unit, revenue)
    return before, after(before, f"dividend {unit} {revenue if paid_out else 0}")


# --- all or nothing


@pytest.mark.rule("CZ-VIII.8.6")
def test_everything_is_paid_or_kept():
    """D-47: no part of 110 is paid out, and no more than that."""
    game = earned(shares(ann=50), "EKJ", 110)

    for amount in (1, 55, 109, 111):
        refusal = refused(game, f"dividend EKJ {amount}")
        assert (refusal.key, refusal.clauses) == ("dividend_all", ("CZ-VIII.8.6",))
    assert legal(game, "dividend EKJ 0")
    assert legal(game, "dividend EKJ 110")


@pytest.mark.rule("CZ-VIII.8.6")
def test_the_director_alone_decides_about_the_revenue():
    """Another shareholder is not asked, nor could he answer."""
    game = earned(shares(ann=50, bob=25), "EKJ", 110)

    assert game.pos.awaited == ("ann",)
    assert refused(game, "dividend EKJ 110", "bob").key == "not_your_turn"
    assert legal(game, "dividend EKJ 110", "ann")


@pytest.mark.rule("CZ-VIII.8.1")
def test_nothing_is_paid_to_help_a_run():
    """A run that would spend a local is refused; without that it is legal."""
    game = company(**LINE).trains(EKJ="2b").owns("EKJ", "S1").company("EKJ")

    refusal = refused(game, "run EKJ S1 2b:D3.0-D5.0")
    assert (refusal.key, refusal.clauses) == ("run_using", ("CZ-VIII.8.1",))
    assert legal(game, "run EKJ - 2b:D3.0-D5.0")


# --- dividends


@pytest.mark.rule("CZ-VIII.8.7", "CZ-VIII.8.9")
@pytest.mark.parametrize(
    ("unit", "revenue", "percents", "parts"),
    [
        ("EKJ", 110, {"ann": 50, "bob": 25}, (55, 28, 0)),
        ("EKJ", 110, {"ann": 75, "bob": 25}, (83, 28, 0)),
        ("EKJ", 70, {"ann": 75, "bob": 25}, (53, 18, 0)),
        ("EKJ", 90, {"ann": 50, "bob": 25}, (45, 23, 0)),
        ("EKJ", 190, {"ann": 75, "bob": 25}, (143, 48, 0)),
        ("KFN", 130, {"ann": 60, "bob": 20}, (78, 26, 0)),
        ("SX", 95, {"ann": 40, "bob": 30, "cy": 10}, (38, 29, 10)),
    ],
)
def test_players_get_their_percentage_rounded_up(
    unit: str, revenue: int, percents: dict[str, int], parts: tuple[int, ...]
):
    """WE-01, WE-03, WE-19, WE-20, WE-21, WE-26, D-46: what a player holds is added up, then rounded."""
    before, now = divided(shares(unit, **percents), unit, revenue)

    assert paid(before, now, "ann", "bob", "cy") == parts


@pytest.mark.rule("CZ-VIII.8.9")
def test_two_certificates_are_rounded_once():
    """WE-02: two certificates of 25 % get exactly 55 of 110."""
    built = shares(ann=50).holds("bob", False, EKJ=50)

    before, now = divided(built, "EKJ", 110)

    assert len(before.pos.certificates("bob", "EKJ")) == 2
    assert paid(before, now, "ann", "bob") == (55, 55)


@pytest.mark.rule("CZ-VIII.8.6", "CZ-VIII.8.8")
def test_the_bank_keeps_its_part():
    """Half of the company is the bank's: it pays 55 of 110 to the director, and the company gets nothing."""
    before, now = divided(shares(ann=50), "EKJ", 110)

    assert paid(before, now, "ann", "bob", "EKJ", "bank") == (55, 0, 0, -55)


@pytest.mark.rule("CZ-VIII.8.13")
def test_what_is_kept_goes_to_the_treasury():
    """WE-23: a company that keeps 90 has 90 more, and its shareholders nothing."""
    before, now = divided(shares(ann=50, bob=25), "EKJ", 90, paid_out=False)

    assert paid(before, now, "EKJ", "ann", "bob", "bank") == (90, 0, 0, -90)


# --- prices


@pytest.mark.rule("CZ-VIII.8.10", "CZ-VIII.8.11", "CZ-VIII.8.12", "CZ-IX.2.1", "CZ-IX.2.2")
@pytest.mark.parametrize(
    ("unit", "price", "after_"),
    [
        ("EKJ", 58, 63),
        ("EKJ", 60, 65),
        ("EKJ", 320, 350),
        ("EKJ", 350, 350),
        ("EKJ", 370, 370),
        ("KFN", 60, 65),
        ("KFN", 335, 370),
        ("KFN", 350, 350),
        ("SX", 85, 105),
        ("SX", 290, 350),
        ("SX", 320, 350),
        ("SX", 335, 370),
        ("SX", 350, 350),
        ("SX", 370, 370),
    ],
)
def test_a_dividend_moves_the_price_to_the_right(unit: str, price: int, after_: int):
    """WE-19, WE-22, WE-52: one space, two for a large company, never beyond the end of the row."""
    _, now = divided(shares(unit, price, ann=50 if unit != "KFN" else 60), unit, 100)

    assert now.pos.price(unit) == after_


@pytest.mark.rule("CZ-VIII.8.14", "CZ-VIII.8.15", "CZ-IX.2.3")
@pytest.mark.parametrize(
    ("unit", "price", "after_"),
    [
        ("EKJ", 70, 65),
        ("EKJ", 45, 45),
        ("EKJ", 40, 40),
        ("KFN", 63, 58),
        ("SX", 105, 95),
        ("SX", 50, 40),
        ("SX", 53, 45),
    ],
)
def test_keeping_moves_the_price_to_the_left(unit: str, price: int, after_: int):
    """WE-23, WE-52: one space whatever the size, never beyond the beginning of the row."""
    _, now = divided(shares(unit, price, ann=50 if unit != "KFN" else 60), unit, 100, paid_out=False)

    assert now.pos.price(unit) == after_


@pytest.mark.rule("CZ-VIII.8.14")
@pytest.mark.parametrize("trains", ["2b", ""])
def test_without_revenue_the_price_falls(trains: str):
    """WE-18, D-47: a company without a route, or without a train, has nothing to settle and falls from 65 to 60."""
    built = shares(price=65, ann=50).tiles(D3="6 5").trains(EKJ=trains).owns("ann", "S1")

    now = until(built.company("EKJ"), lambda game: "EKJ" in game.state.runs)

    assert (now.pos.unit, now.pos.price("EKJ"), now.pos.cash("EKJ")) == ("EKJ", 60, 500)
    assert now.state.runs["EKJ"].revenue == 0


@pytest.mark.rule("CZ-VIII.8.16")
@pytest.mark.parametrize(("start", "paid_out"), [(65, True), (75, False)])
def test_a_marker_goes_under_those_already_there(start: int, paid_out: bool):
    """EKJ comes to 70, or 68, where MW is already, and will act after it."""
    there = 70 if paid_out else 68
    built = shares(price=start, ann=50).holds("bob", MW=50).prices(MW=there)

    _, now = divided(built, "EKJ", 40, paid_out)

    assert now.state.market[now.pos.cell("MW")] == ("MW", "EKJ")


@pytest.mark.rule("CZ-VIII.8.12", "CZ-VIII.8.15")
@pytest.mark.parametrize(("price", "paid_out"), [(350, True), (40, False)])
def test_a_marker_that_stays_keeps_its_place(price: int, paid_out: bool):
    """At either end of a row the upper marker remains the upper one."""
    built = shares(price=price, ann=50).holds("bob", MW=50).prices(MW=price)

    _, now = divided(built, "EKJ", 40, paid_out)

    assert now.state.market[now.pos.cell("MW")] == ("EKJ", "MW")
