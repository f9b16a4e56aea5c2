import pytest

from engine.events import PriceMoved, RoundBegan
from engine.finance import market
from engine.game import Game
from tests.games.t18mag.builders import Builder, after, opening
from tests.games.t18mag.going_on import go_on
from tests.games.t18mag.whole_game import positions


def stack(game: Game, price: int) -> tuple[str, ...]:
    """The markers on a price, the top one first."""
    cells = {value: cell for cell, value in game.title.prices.items()}
    return game.state.market.get(cells[price], ())


@pytest.mark.rule("MAG-VIII.1.1", "MAG-III.3.2.13", "MAG-III.3.3.1")
def test_majors_have_prices_and_minors_have_none():
    """From the start every major stands on the chart, though nobody owns a share of it."""
    game = opening()
    minors = [unit.id for unit in game.title.data.units if unit.kind == "minor"]

    assert all(60 <= game.pos.price(unit.id) <= 80 for unit in game.pos.units("major"))
    assert [game.pos.price(minor) for minor in minors] == [0] * 13


@pytest.mark.rule("MAG-VIII.1.2")
def test_a_marker_goes_beneath_those_already_there():
    """GC falls to 75, where RABA and SIK are: it becomes the third."""
    built = Builder().prices(GC=80, RABA=75, SIK=75).holds("ann", GC=10)
    now = after(built.sr(), "sell GC 10")

    assert stack(now, 75)[:3] == ("RABA", "SIK", "GC")


@pytest.mark.rule("MAG-VIII.1.3")
@pytest.mark.parametrize("top", [True, False])
def test_a_marker_that_stays_keeps_its_place(top: bool):
    """A payout of 10 moves nothing, neither on the top nor within the stack."""
    order = ("GC", "RABA", "SIK") if top else ("RABA", "GC", "SIK")
    built = Builder().prices(**dict.fromkeys(order, 95)).cash(GC=10, RABA=10, SIK=10)
    game = built.holds("ann", GC=20, RABA=20, SIK=20).major("GC", "dividend")

    assert stack(after(game, "dividend GC 10"), 95)[:3] == order


@pytest.mark.rule("MAG-VIII.1.3", "MAG-VIII.3.2")
def test_on_the_leftmost_space_a_sale_moves_nothing():
    """GC stays on 55 and on top of its stack, though shares are sold."""
    built = Builder().prices(GC=55, RABA=55).holds("ann", GC=10)
    now = after(built.sr(), "sell GC 10")

    assert stack(now, 55) == ("GC", "RABA")


@pytest.mark.rule("MAG-VIII.3.2")
def test_on_the_leftmost_space_nothing_paid_moves_nothing():
    """In an OR a marker on 55 stays there as well; one on 60 goes to 55."""
    built = Builder().prices(GC=55, RABA=60).cash(GC=10, RABA=10).holds("ann", GC=20, RABA=20)
    now = after(built.major("RABA", "dividend"), "dividend RABA 0", "dividend GC 0")

    assert (now.pos.price("GC"), now.pos.price("RABA")) == (55, 55)


@pytest.mark.rule("MAG-VIII.3.4")
@pytest.mark.parametrize(("start", "end"), [(400, 400), (380, 400), (340, 400), (320, 400), (300, 380)])
def test_the_rightmost_space_is_the_end(start: int, end: int):
    """However much is paid, no marker goes beyond 400."""
    built = Builder().prices(GC=start).cash(GC=300).holds("ann", GC=20)

    assert after(built.major("GC", "dividend"), "dividend GC 300").pos.price("GC") == end


@pytest.mark.rule("MAG-VIII.3.1")
@pytest.mark.parametrize("percent", [10, 20, 40])
def test_a_sale_moves_one_space(percent: int):
    """One share or four, the marker goes one space left."""
    built = Builder().prices(GC=100).holds("bob", GC=50).holds("ann", GC=40)

    assert after(built.sr(), f"sell GC {percent}").pos.price("GC") == 95


@pytest.mark.rule("MAG-VIII.2.1")
def test_in_operating_rounds_payouts_alone_move_prices():
    """In a whole game every move of an OR is a payout, and every other one a sale or a sell-out."""
    kind, seen = "", {"operating": set(), "stock": set()}
    for game in positions():
        for event in game.events:
            if isinstance(event, RoundBegan):
                kind = event.kind
            elif isinstance(event, PriceMoved):
                seen[kind].add(event.why)

    assert seen["operating"] == {"dividend"}
    assert seen["stock"] <= {"sale", "sold_out"}
    assert seen["stock"]


def sold_out(**more: int) -> Builder:
    """All of GC is with players."""
    return Builder().prices(**{"GC": 80, **more}).holds("ann", GC=60).holds("bob", GC=40).cash(cy=100)


@pytest.mark.rule("MAG-VIII.3.3")
def test_a_sold_out_major_moves_right_after_the_share_round():
    """With 100% in players' hands it goes from 80 to 85, with 90% it stays."""
    full, rest = sold_out().sr(), sold_out().holds("bob", GC=30).sr()

    assert after(full, "pass", "pass", "pass").pos.price("GC") == 85
    assert after(rest, "pass", "pass", "pass").pos.price("GC") == 80
    assert after(full, "pass", "pass").pos.price("GC") == 80


@pytest.mark.rule("MAG-VIII.3.3", "MAG-VIII.1.2")
def test_sold_out_majors_move_from_the_highest_price_down():
    """Both stand on 80; the upper one moves first and stays above (decision A34)."""
    built = Builder().prices(SIK=80, GC=80).cash(cy=100)
    for major in ("GC", "SIK"):
        built.holds("ann", **{major: 60}).holds("bob", **{major: 40})
    now = after(built.sr(), "pass", "pass", "pass")

    assert stack(now, 85)[:2] == ("SIK", "GC")


@pytest.mark.rule("MAG-VIII.3.4")
def test_a_sold_out_major_on_the_last_space_stays():
    """At 400 a sell-out moves nothing either."""
    now = after(sold_out(GC=400).sr(), "pass", "pass", "pass")

    assert now.pos.price("GC") == 400


@pytest.mark.rule("MAG-VIII.3.3")
def test_a_director_certificate_in_the_bank_is_not_sold_out():
    """Nothing moves while the bank has a certificate of any kind."""
    game = Builder().prices(GC=80).holds("ann", GC=10).cash(cy=100).sr()

    assert after(game, "pass", "pass", "pass").pos.price("GC") == 80


@pytest.mark.rule("MAG-VIII.3.3")
def test_nothing_moves_after_the_last_operating_round():
    """At the end of the game there is no sell-out (decision A34)."""
    built = sold_out(GC=80).phase("gray", last_set=5).cash(GC=0)
    over, events = go_on(built.minor("12", "train", (5, 3), rounds=3), lambda game: game.state.over)

    assert [event.why for event in events if isinstance(event, PriceMoved) and event.unit == "GC"] == [
        "dividend"
    ]
    assert over.pos.price("GC") == 75


def test_the_order_of_the_chart():
    """Markers are ranked by price, then by their place in the stack."""
    game = Builder().prices(SIK=100, GC=120, RABA=100, SNW=55).sr()

    assert market.order(game.pos, ["SNW", "RABA", "SIK", "GC"]) == ["GC", "SIK", "RABA", "SNW"]
