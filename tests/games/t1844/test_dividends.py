import pytest

from engine.game import Game
from engine.retrospect import places
from engine.titles.t1844 import revenue
from tests.games.t1844.swiss import Builder, after, legal, paid, refused


def geneva(**percents: int) -> Game:
    """JS at 100 with a 2-train from Genève to Lyon, which earns 70; shares as said, the rest on offer."""
    built = Builder().prices(JS=100).operated("JS").trains(JS="2").tokens(K2="JS.0")
    for player, percent in percents.items():
        built.holds(player, JS=percent)
    return after(built.company("JS", "run"), "run JS - 2:K2.0-L1.0")


@pytest.mark.rule("CH-OR.DIV.2", "CH-OR.DIV.5", "CH-OR.DIV.6")
def test_every_player_gets_his_part_rounded_up():
    """EX-19: of 70 three quarters are 53 and one quarter 18; the price goes from 100 to 110."""
    before = geneva(ann=75, bob=25)
    now = after(before, "dividend JS 70")

    assert paid(before, now, "ann", "bob", "cy", "JS") == (53, 18, 0, 0)
    assert now.pos.price("JS") == 110


@pytest.mark.rule("CH-OR.DIV.4", "CH-OR.DIV.5")
def test_shares_in_the_pool_pay_the_company():
    """EX-20: of 170 the players get 60, 17 and 85, the company 8 for 5% in the pool."""
    built = Builder().formed().holds("ann", SBB=35).holds("bob", SBB=10, director=False)
    pos = built.holds("cy", SBB=50, director=False).sr().pos

    assert pos.percent("pool", "SBB") == 5
    assert revenue.parts(pos, "SBB", 170) == {"ann": 60, "bob": 17, "cy": 85, "SBB": 8}


@pytest.mark.rule("CH-OR.DIV.3")
def test_shares_on_offer_pay_nobody():
    """A quarter of 70 lies on offer: the bank keeps that part."""
    before = geneva(ann=75)
    now = after(before, "dividend JS 70")

    assert paid(before, now, "ann", "JS", "bank") == (53, 0, -53)


@pytest.mark.rule("CH-OR.KEEP.1", "CH-OR.KEEP.2")
def test_what_is_kept_goes_to_the_treasury():
    """Keeping 70 gives the company 70 and nobody else anything; the price falls from 100 to 90."""
    before = geneva(ann=75, bob=25)
    now = after(before, "dividend JS 0")

    assert paid(before, now, "ann", "bob", "JS") == (0, 0, 70)
    assert now.pos.price("JS") == 90


@pytest.mark.rule("CH-OR.DIV.1")
def test_nothing_between_all_and_nothing():
    """Half of the revenue cannot be paid out, and the director has to say what happens to it."""
    game = geneva(ann=75, bob=25)

    assert refused(game, "dividend JS 35").clauses == ("CH-OR.DIV.1",)
    assert refused(game, "pass").key == "must_act"
    assert legal(game, "dividend JS 0")
    assert legal(game, "dividend JS 70")


@pytest.mark.rule("CH-SCORE.5")
def test_equal_totals_share_the_win():
    """The highest total wins; two of them win together."""
    assert places({"ann": 700, "bob": 900, "cy": 900}) == {"bob": 1, "cy": 1, "ann": 3}
    assert places({"ann": 701, "bob": 700}) == {"ann": 1, "bob": 2}
