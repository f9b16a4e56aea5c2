import pytest

from engine.events import Bought, Directed, Priced, RoundBegan
from engine.state import BANK, OFFER, POOL
from engine.titles.t1844.figures import swiss_state
from tests.games.t1844.swiss import Builder, after, legal, paid, refused


def table(*options: str, players: int = 3) -> Builder:
    """Everybody has 500; the FNM has operated."""
    return Builder(players, *options).cash(ann=500, bob=500, cy=500).operated("FNM")


@pytest.mark.rule("CH-SR.BUY.2", "CH-SR.BUY.3", "CH-SR.BUY.4")
def test_the_offer_costs_par_and_the_pool_the_price_of_the_day():
    """EX-08: the AB has par 80 and stands on 60; Jack pays 60 for the pool's share, Vince 80, both to the bank."""
    built = table().holds("cy", AB=20).holds(POOL, AB=10).prices(AB=60).change(pars={"AB": 80})
    game = built.sr("ann")
    jack = after(game, "buy AB 10 pool")
    vince = after(jack, "buy AB 10 offer")

    assert paid(game, jack, "ann", BANK, "AB") == (-60, 60, 0)
    assert paid(jack, vince, "bob", BANK, "AB") == (-80, 80, 0)
    assert Bought("bob", "AB", 10, 80, OFFER) in vince.events


@pytest.mark.rule("CH-SR.BUY.1")
def test_a_purchase_is_one_certificate():
    game = table().holds("cy", AB=20).prices(AB=80).sr("ann")

    assert refused(game, "buy AB 20 offer").key == "buy_none"
    assert refused(game, "buy AB 10 pool").values == {"unit": "AB", "percent": 10, "seller": "pool"}
    assert refused(game, "buy XX 10 offer").key == "buy_none"


@pytest.mark.rule("CH-SR.BUY.5", "CH-SET.9", "CH-CO.H.1", "CH-CO.R.1", "CH-CO.V.1")
@pytest.mark.parametrize(("unit", "director", "single"), [("AB", 20, 10), ("JN", 40, 20), ("VSB", 50, 25)])
def test_the_director_certificate_goes_first(unit: str, director: int, single: int):
    game = table().sr("ann")

    assert refused(game, f"buy {unit} {single} offer").key == "buy_director_first"
    assert refused(game, f"buy {unit} {director} offer").key == "buy_director_first"
    now = after(game, f"par {unit} 60")
    assert now.pos.percent("ann", unit) == director
    assert now.pos.director(unit) == "ann"
    assert legal(now, f"buy {unit} {single} offer")


@pytest.mark.rule("CH-SR.BUY.6", "CH-SR.BUY.15")
@pytest.mark.parametrize("price", [60, 70, 80, 90, 100])
def test_the_director_certificate_costs_two_shares(price: int):
    """That is the same for all kinds of companies: their director's certificates are two shares."""
    for unit in ("AB", "JN", "VSB"):
        game = table().cash(ann=2 * price).sr("ann")
        now = after(game, f"par {unit} {price}")
        assert paid(game, now, "ann") == (-2 * price,)
        assert Priced(unit, price) in now.events
        assert Directed(unit, "ann") in now.events
        poor = table().cash(ann=2 * price - 1).sr("ann")
        assert refused(poor, f"par {unit} {price}").values["cash"] == 2 * price - 1


@pytest.mark.rule("CH-SR.BUY.6", "CH-MKT.7")
def test_par_prices_are_marked():
    game = table().sr("ann")

    assert refused(game, "par AB 110").values["prices"] == [60, 70, 80, 90, 100]
    cells = {price: after(game, f"par AB {price}").pos.cell("AB") for price in (100, 90, 80, 70, 60)}
    assert cells == {100: "1,4", 90: "2,4", 80: "3,4", 70: "4,4", 60: "5,4"}


@pytest.mark.rule("CH-SR.BUY.7")
def test_a_new_marker_goes_beneath_and_par_is_remembered():
    game = after(table().sr("ann"), "par AB 80", "par RhB 80")

    assert game.state.market["3,4"] == ("AB", "RhB")
    assert game.state.pars == {"AB": 80, "RhB": 80}


@pytest.mark.rule("CH-SR.BUY.8")
def test_what_was_sold_is_not_bought_back_in_that_round():
    built = table().holds("ann", AB=40).prices(AB=80)
    game = after(built.sr("ann"), "sell AB 10")

    assert refused(game, "buy AB 10 pool").values["unit"] == "AB"
    assert refused(game, "buy AB 10 offer").key == "buy_after_sale"
    later = after(game, "pass", "pass", "buy AB 10 pool")
    assert refused(later, "buy AB 10 offer").key == "buy_after_sale"


@pytest.mark.rule("CH-SR.BUY.9")
@pytest.mark.parametrize(("unit", "most", "share"), [("AB", 60, 10), ("JN", 60, 20), ("VSB", 75, 25)])
def test_a_majority_grows_from_the_pool_only(unit: str, most: int, share: int):
    """Up to that share the offer is open."""
    prices = {unit: 60}
    game = table().holds("ann", **{unit: most}).prices(**prices).sr("ann")
    assert refused(game, f"buy {unit} {share} offer").key == "buy_majority"

    pooled = table().holds("ann", **{unit: most}).holds(POOL, **{unit: share}).prices(**prices)
    assert legal(pooled.sr("ann"), f"buy {unit} {share} pool")
    less = table().holds("ann", **{unit: most - share}).prices(**prices)
    assert legal(less.sr("ann"), f"buy {unit} {share} offer")


@pytest.mark.rule("CH-SR.BUY.12", "CH-SR.DIR.1")
def test_more_shares_than_the_director_take_his_place():
    """Equality changes nothing."""
    built = table().holds("ann", AB=20).holds("bob", AB=10).prices(AB=60)
    equal = after(built.sr("bob"), "buy AB 10 offer")
    assert equal.pos.director("AB") == "ann"
    more = after(equal, "pass", "pass", "buy AB 10 offer")

    assert more.pos.director("AB") == "bob"
    assert Directed("AB", "bob", "ann") in more.events


@pytest.mark.rule("CH-SR.BUY.13", "CH-ISR.12")
def test_the_fnm_is_not_to_be_had_without_p6():
    """Its director's certificate goes with P6; afterwards its shares are like others."""
    game = table().holds("cy", FNM=20).holds(POOL, FNM=30).prices(FNM=60).sr("ann")

    assert refused(game, "par FNM 60").key == "par_unit"
    assert legal(game, "buy FNM 10 pool")
    assert legal(game, "buy FNM 10 offer")


@pytest.mark.rule("CH-SR.BUY.14", "CH-SET.10")
def test_the_sbb_has_no_shares_before_its_formation():
    game = table().sr("ann")

    assert refused(game, "buy SBB 5 pool").key == "buy_not_formed"
    assert refused(game, "buy SBB 10 offer").key == "buy_not_formed"
    assert refused(game, "par SBB 100").key == "buy_not_formed"


@pytest.mark.rule("CH-SR.BUY.15")
def test_the_buyer_has_the_money():
    built = (
        table()
        .holds("cy", AB=20)
        .holds(POOL, AB=10)
        .prices(AB=60)
        .change(pars={"AB": 80})
        .cash(ann=59, bob=79)
    )
    game = built.sr("ann")

    assert refused(game, "buy AB 10 pool").values == {"unit": "AB", "price": 60, "cash": 59}
    assert refused(after(game, "pass"), "buy AB 10 offer").values == {"unit": "AB", "price": 80, "cash": 79}
    seller = table().holds("ann", AB=40).prices(AB=80).cash(ann=49).sr("ann")
    assert refused(seller, "mountain B1 H7 XM1").values == {"unit": "B1", "price": 150, "cash": 49}
    assert refused(seller, "permit T1").values == {"unit": "T1", "price": 50, "cash": 49}


@pytest.mark.rule("CH-SR.BUY.16", "CH-OR.EMERG.9")
@pytest.mark.parametrize("text", ["buy AB 10 offer", "par MOB 60"])
def test_a_debtor_buys_no_share(text: str):
    built = table().holds("cy", AB=20).prices(AB=80)
    game = built.change(debts={"ann": 27}).sr("ann")

    assert refused(game, text).values["debt"] == 27
    assert legal(after(game, "repay 27"), text)


@pytest.mark.rule("CH-OR.EMERG.9", "CH-SR.BUY.16")
@pytest.mark.parametrize("options", [(), ("debtor_certificates=allowed",)])
def test_mountains_and_tunnels_are_no_shares_for_a_debtor(options: tuple[str, ...]):
    """Page 7 does not count them among the shares, which alone page 15 bars."""
    built = table(*options).holds("cy", AB=20).prices(AB=80)
    game = built.change(debts={"ann": 27}).sr("ann")

    assert refused(game, "buy AB 10 offer").key == "buy_in_debt"
    assert legal(game, "permit T1")
    assert legal(game, "mountain B1 H7 XM1")


def test_under_another_reading_a_debtor_buys_nothing():
    built = table("debtor_certificates=barred").holds("cy", AB=20).prices(AB=80)
    game = built.change(debts={"ann": 27}).sr("ann")

    assert refused(game, "permit T1").key == "buy_in_debt"
    assert refused(game, "mountain B1 H7 XM1").key == "buy_in_debt"


@pytest.mark.rule("CH-OR.EMERG.9", "CH-OR.EMERG.12")
def test_a_debtor_repays_what_he_likes_on_his_turn():
    """Repaying is neither a sale nor a purchase, and nobody need sell for it."""
    built = table().holds("ann", AB=40).prices(AB=80)
    game = built.change(debts={"ann": 27}).cash(ann=20).operated("FNM", "AB").sr("ann", passes=2)

    assert refused(game, "repay 21").values == {"debt": 27, "cash": 20}
    assert refused(game, "repay 0").key == "repay_amount"
    assert refused(game, "repay 5", "bob").key == "not_your_turn"
    now = after(game, "repay 5", "repay 6")
    assert paid(game, now, "ann", BANK) == (-11, 11)
    assert now.state.debts == {"ann": 16}
    assert now.pos.awaited == ("ann",)
    sold = after(now, "sell AB 10", "repay 16")
    assert sold.state.debts == {}
    assert RoundBegan("operating", (2, 1)) in after(now, "pass").events


@pytest.mark.rule("CH-SR.LAUNCH.1")
def test_the_share_of_p5_counts_towards_floating():
    """EX-11: its owner buys the director's certificate and two singles: floated with 5 x par."""
    game = table().holds("ann", MOB=10).sr("ann")
    game = after(game, "par MOB 100", "pass", "pass", "buy MOB 10 offer", "pass", "pass")
    assert "MOB" not in swiss_state(game.pos).floated
    now = after(game, "buy MOB 10 offer")

    assert "MOB" in swiss_state(now.pos).floated
    assert now.pos.percent("ann", "MOB") == 50
    assert paid(game, now, "MOB", BANK) == (500, 100 - 500)


@pytest.mark.rule("CH-SR.BUY.16")
def test_under_another_reading_a_debtor_opens_a_company():
    """Recorded games let a debtor set a par; single shares are still refused."""
    built = table("par_in_debt=allowed").holds("cy", AB=20).prices(AB=80)
    game = built.change(debts={"ann": 27}).sr("ann")

    assert legal(game, "par MOB 60")
    assert refused(game, "buy AB 10 offer").key == "buy_in_debt"


@pytest.mark.rule("CH-OR.EMERG.12")
@pytest.mark.parametrize(("cash", "most"), [(20, 20), (40, 27)])
def test_a_debtor_repays_all_he_can_under_the_other_reading(cash: int, most: int):
    """In recorded games nothing says how much: it is always the most."""
    built = table("loan_repay=the_most").change(debts={"ann": 27}).cash(ann=cash)
    game = built.sr("ann")

    assert legal(game, f"repay {most}")
    assert refused(game, f"repay {most - 1}").key == "repay_amount"
    assert refused(game, f"repay {most + 1}").key == "repay_amount"


@pytest.mark.rule("CH-OR.EMERG.12")
@pytest.mark.parametrize(("cash", "owed"), [(20, 0), (0, 27)])
def test_who_owes_or_has_nothing_repays_nothing_under_the_other_reading(cash: int, owed: int):
    """Not even 1."""
    debts = {"ann": owed} if owed else {}
    game = table("loan_repay=the_most").change(debts=debts).cash(ann=cash).sr("ann")

    assert refused(game, "repay 1").key == "repay_amount"


@pytest.mark.rule("CH-OR.EMERG.12")
def test_a_debtor_who_can_do_nothing_else_pays_under_the_other_reading():
    """He may not pass with money; with shares to sell, or nothing to pay with, he may."""
    poor = table("repay_due=nothing_else").change(debts={"ann": 27}).cash(ann=20)
    refusal = refused(poor.sr("ann"), "pass")

    assert (refusal.key, refusal.clauses) == ("must_act", ("CH-OR.EMERG.12",))
    assert legal(after(poor.sr("ann"), "repay 20"), "pass", "bob")
    for free in (poor.cash(ann=0), poor.holds("ann", MOB=20).extra(operated=("MOB",))):
        assert legal(free.sr("ann"), "pass")
