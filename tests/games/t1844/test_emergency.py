import pytest

from engine.actions import BuyTrain, Sell
from engine.decisions import shortfall
from engine.events import GameOver, Indebted, TrainBought
from engine.game import Game
from engine.outlook import liquidity
from engine.state import BANK, POOL
from engine.titles.t1844.emergency import Bankrupt
from tests.games.t1844.lines import line
from tests.games.t1844.swiss import Builder, after, legal, paid, refused, round_is, until


def poor(*options: str, treasury: int = 50, cash: int = 7, phase: str = "4", **trains: str) -> Game:
    """The FNM of ann has a route to Milan, no train and little money; new trains are 4 (300) and 4H (260)."""
    return table(*options, treasury=treasury, cash=cash, phase=phase, **trains).company("FNM", "train")


def table(*options: str, treasury: int = 50, cash: int = 7, phase: str = "4", **trains: str) -> Builder:
    """Ann directs FNM, RhB and NOB, bob the BLS; ann also holds 20% of the BLS."""
    built = Builder(3, *options).holds("ann", FNM=60, RhB=40, NOB=50).holds("bob", BLS=40, RhB=20)
    built = built.holds("ann", BLS=20, director=False).prices(FNM=100, RhB=90, BLS=80, NOB=60)
    built = built.operated("FNM", "RhB", "BLS", "NOB")
    return built.cash(FNM=treasury, RhB=500, BLS=500, NOB=0, ann=cash, bob=300).trains(**trains).phase(phase)


# --- who may be helped


@pytest.mark.rule("CH-OR.EMERG.5", "CH-OR.EMERG.6")
def test_what_shares_would_bring_is_reckoned_by_the_rules_of_such_a_sale():
    """Bob would direct RhB if ann kept less than his 20%; a stock round lets her sell so much, this sale does not."""
    game = poor()
    found = shortfall(game.pos, game.choices)

    assert found is not None
    assert (found.lacks, found.cash, found.worth, found.sale) == (210, 7, 4 * 100 + 2 * 90 + 2 * 80, "may")
    assert liquidity(game.pos, "ann") > found.cash + found.worth


@pytest.mark.rule("CH-OR.EMERG.5", "CH-OR.EMERG.6")
def test_shares_that_may_not_be_sold_cover_nothing():
    """Ann's RhB would bring the rest, were it not that she must go on directing it."""
    built = Builder(3).holds("ann", RhB=20).holds("bob", RhB=20, director=False).prices(RhB=200)
    game = built.holds("ann", FNM=20).prices(FNM=100).operated("FNM", "RhB").cash(FNM=50, RhB=500, ann=7)
    game = game.phase("4").company("FNM", "train")
    found = shortfall(game.pos, game.choices)

    assert found is not None
    assert (found.worth, found.covered) == (0, False)


@pytest.mark.rule("CH-OR.EMERG.1", "CH-OR.EMERG.4", "CH-OR.EMERG.8", "CH-OR.EMERG.10")
def test_the_director_pays_and_runs_into_debt():
    """EX-25: treasury 275, director's cash 7, train 300: he pays 7 and owes 18, 27 with interest; later 41."""
    game = poor(treasury=275)
    now = after(game, "train FNM 4 depot 300")

    assert paid(game, now, "FNM", "ann", BANK) == (-275, -7, 282)
    assert now.state.trains["FNM"] == ("4",)
    assert now.state.debts == {"ann": 27}
    assert Indebted("ann", 27, 9, "debt") in now.events
    assert until(now, round_is("operating", 4, 1)).state.debts == {"ann": 41}


@pytest.mark.rule("CH-OR.EMERG.8")
def test_interest_is_rounded_up():
    """A debt of 13 grows to 20, not 19 (A-21)."""
    now = after(poor(treasury=240), "train FNM 4H depot 260")

    assert now.state.debts == {"ann": 20}


@pytest.mark.rule("CH-OR.EMERG.8")
def test_a_new_debt_is_added_to_an_old_one():
    """Interest at once is due on the new part only."""
    game = table(treasury=240).change(debts={"ann": 10}).company("FNM", "train")
    now = after(game, "train FNM 4H depot 260")

    assert now.state.debts == {"ann": 30}


@pytest.mark.rule("CH-OR.EMERG.1", "CH-OR.EMERG.8")
def test_without_debt_where_cash_suffices():
    game = poor(treasury=50, cash=400)
    now = after(game, "train FNM 4H depot 260")

    assert paid(game, now, "FNM", "ann") == (-50, -210)
    assert not now.state.debts


@pytest.mark.rule("CH-OR.EMERG.1")
def test_no_help_for_a_company_that_has_a_train():
    """It pays from its treasury, or not at all."""
    game = table(FNM="3H").company("FNM", "lay")
    refusal = refused(game, "train FNM 4H depot 260")

    assert (refusal.key, refusal.values) == ("emergency_needless", {"unit": "FNM", "price": 260, "cash": 50})
    assert refusal.clauses == ("CH-OR.EMERG.1",)
    assert legal(game, "pass")


@pytest.mark.rule("CH-OR.EMERG.1", "CH-CO.S.5")
def test_no_help_for_the_sbb():
    """It always has a train."""
    built = Builder(3).formed().holds("ann", SBB=30).prices(SBB=100).cash(SBB=50, ann=900).trains(SBB="5H")
    built = built.tokens(D19="SBB.0").phase("5")
    refusal = refused(built.company("SBB", "lay"), "train SBB 5H depot 400")

    assert (refusal.key, refusal.clauses) == ("emergency_needless", ("CH-OR.EMERG.1", "CH-CO.S.5"))


@pytest.mark.rule("CH-OR.EMERG.13", "CH-CO.V.4")
def test_no_help_for_pre_sbb_companies():
    """EX-27: treasury 50, cheapest train 70; a company that will be part of the SBB is never helped."""
    built = table(phase="2", cash=500).cash(NOB=50)
    game = built.tiles(D19="57 1", D17="4 1").company("NOB", "lay")
    refusal = refused(game, "train NOB 2H depot 70")

    assert (refusal.key, refusal.values) == ("emergency_kind", {"unit": "NOB", "price": 70, "cash": 50})
    assert legal(game, "pass")


# --- which train, at which price


@pytest.mark.rule("CH-OR.EMERG.2")
def test_the_director_chooses_the_train():
    """New ones of either side, the pool, other companies, even if the company could pay a cheaper one (A-19)."""
    game = poor(treasury=160, BLS="3H", RhB="3H", pool="3H 4")

    for deal in ("4 depot 300", "4H depot 260", "3H pool 150", "4 pool 300", "3H RhB 150", "3H BLS 150"):
        assert legal(game, f"train FNM {deal}")


@pytest.mark.rule("CH-OR.EMERG.3")
@pytest.mark.parametrize(("price", "fine"), [(50, True), (51, True), (70, True), (71, False), (80, False)])
def test_with_help_no_more_than_is_printed(price: int, fine: bool):
    """EX-26: treasury 50, an own company's 2H, printed 70."""
    game = poor(phase="3", cash=500, RhB="2H")
    deal = f"train FNM 2H RhB {price}"

    if fine:
        assert legal(game, deal)
    else:
        refusal = refused(game, deal)
        assert (refusal.key, refusal.values) == ("emergency_price", {"train": "2H", "price": 70})


@pytest.mark.rule("CH-OR.EMERG.4")
def test_the_treasury_is_used_up():
    """Private help is what is missing, never more."""
    game = poor(cash=500)
    now = after(game, "train FNM 4H depot 260")
    assert now.pos.cash("FNM") == 0


@pytest.mark.rule("CH-OR.EMERG.4")
def test_no_further_train_even_with_new_money():
    """The first 5 closes P4 of the FNM, which brings 80 for its line; the FNM's turn is over all the same."""
    built = table(cash=500, RhB="4H").privates(P4="FNM").depot("5")
    now = after(built.company("FNM", "train"), "train FNM 5H depot 400")

    assert now.pos.cash("FNM") == 80
    assert now.pos.acting == "RhB"


@pytest.mark.rule("CH-OR.EMERG.2", "CH-OR.TRAIN.12")
def test_help_waits_for_the_seller():
    """The director pays only when the other one has agreed."""
    game = poor(BLS="3H")
    asked = after(game, "train FNM 3H BLS 150")
    now = after(asked, "accept")

    assert not asked.state.debts
    assert paid(game, now, "FNM", "ann", "BLS") == (-50, -7, 150)
    assert now.state.debts == {"ann": 140}


# --- sales


@pytest.mark.rule("CH-OR.EMERG.5")
def test_shares_may_be_sold_but_need_not():
    """Normal price, normal pool; the train may be bought without."""
    game = poor()
    now = after(game, "sell BLS 10")

    assert paid(game, now, "ann") == (80,)
    assert now.pos.price("BLS") == 70
    assert now.pos.percent(POOL, "BLS") == game.pos.percent(POOL, "BLS") + 10
    assert legal(game, "train FNM 4 depot 300")
    assert legal(now, "train FNM 4 depot 300")


@pytest.mark.rule("CH-OR.EMERG.5", "CH-OR.EMERG.1")
def test_no_sale_without_an_emergency():
    """With a train, or with money enough for the dearest one, there is nothing to finance (A-20)."""
    trained = table(treasury=500, FNM="3H").company("FNM", "train")
    for game in (trained, poor(treasury=300), poor(treasury=200, cash=100)):
        assert refused(game, "sell BLS 10").key == "emergency_needless"
        assert not [action for action in game.choices if isinstance(action, Sell)]


@pytest.mark.rule("CH-OR.EMERG.5", "CH-OR.EMERG.1")
def test_a_side_the_company_may_not_own_is_no_need():
    """A regional company owns H-trains only: with 150 for the 3H there is nothing to finance, whatever a 3 costs."""
    built = (
        Builder(3)
        .holds("ann", JN=60)
        .holds("bob", FNM=60)
        .holds("ann", FNM=20)
        .prices(JN=90, FNM=100)
        .operated("JN", "FNM")
        .phase("3")
    )
    built = built.tiles(**{hex_: f"{tile} {turn}" for hex_, (tile, turn) in line("E6 F7:c E8:t F9").items()})
    enough, short = (built.cash(JN=cash, ann=0).company("JN", "train") for cash in (150, 149))

    assert legal(enough, "train JN 3H depot 150")
    assert refused(enough, "sell FNM 10").key == "emergency_needless"
    assert legal(short, "sell FNM 10")


@pytest.mark.rule("CH-OR.EMERG.5", "CH-OR.EMERG.2", "CH-OR.EMERG.1")
def test_a_train_nobody_offers_is_no_need():
    """Bob's 5 at 450 is no reason to sell; a company of ann's own would let it go, so there it is one."""
    others, own = poor(treasury=400, BLS="5"), poor(treasury=400, RhB="5")

    assert refused(others, "sell BLS 10").key == "emergency_needless"
    assert legal(own, "sell BLS 10")
    assert legal(poor("emergency_sale=any_train", treasury=400, BLS="5"), "sell BLS 10")


@pytest.mark.rule("CH-OR.EMERG.2", "CH-OR.EMERG.8")
@pytest.mark.parametrize(("option", "most"), [((), 400), (("trade_credit=none",), 57)])
def test_a_train_of_another_company_is_bought_on_credit(option: tuple[str, ...], most: int):
    """From the RhB of ann, too; under the other reading she pays only what she and the FNM have."""
    game = poor(*option, RhB="5H")
    deal = next(one for one in game.choices.offers if getattr(one.action, "seller", "") == "RhB")

    assert legal(game, f"train FNM 5H RhB {most}")
    assert refused(game, f"train FNM 5H RhB {most + 1}").clauses
    assert (deal.amounts[0], deal.amounts[-1]) == (1, most)
    assert legal(poor(*option, BLS="5H"), "train FNM 5H BLS 400")


@pytest.mark.rule("CH-OR.EMERG.5")
def test_no_more_than_is_lacking():
    """13 francs short of the 4: one share of the BLS is enough, two are too many."""
    game = poor(treasury=280)
    refusal = refused(game, "sell BLS 20")

    assert (refusal.key, refusal.values) == ("emergency_more", {"unit": "BLS", "percent": 10})
    assert refusal.clauses == ("CH-OR.EMERG.1", "CH-OR.EMERG.5")
    assert legal(game, "sell BLS 10")
    assert refused(after(game, "sell BLS 10"), "sell RhB 10").key == "emergency_needless"


@pytest.mark.rule("CH-OR.EMERG.5", "CH-SR.SELL.4")
def test_a_company_is_sold_again_for_the_rest():
    """A director may sell share by share; that is one block all the same, whose price falls once."""
    game = poor(treasury=0)
    once = after(game, "sell BLS 10")
    now = after(once, "sell BLS 10")

    assert paid(once, now, "ann") == (80,)
    assert now.pos.price("BLS") == 70
    for options in (("sales=apart",), ("emergency_sale=any_train", "sales=apart"), ("compat=peer18xx",)):
        apart = after(poor(*options, treasury=0), "sell BLS 10")
        assert refused(apart, "sell BLS 10").key == "sell_again"


@pytest.mark.rule("CH-OR.EMERG.5", "CH-SBB.16")
def test_a_debt_from_the_formation_takes_its_part_of_a_sale():
    """Ann lacks 80 for a 4 and owes as much: what she gets goes to the debt first, so it takes two shares."""
    for debt, enough in ((0, 10), (80, 20)):
        built = table(treasury=220, cash=0).extra(owed={"ann": debt} if debt else {}, pursued=("ann",))
        game = built.holds("ann", BLS=30, director=False).company("FNM", "train")

        assert legal(game, f"sell BLS {enough}")
        assert refused(game, f"sell BLS {enough + 10}").key == "emergency_more"


@pytest.mark.rule("CH-OR.EMERG.1", "CH-OR.EMERG.5", "CH-OR.EMERG.6")
def test_only_the_need_differs_under_the_other_reading():
    """With a train nothing is sold there either, no director changes, and no more goes than is lacking."""
    option = "emergency_sale=any_train"
    trained = table(option, treasury=500, FNM="3H").company("FNM", "train")

    assert refused(trained, "sell BLS 10").key == "emergency_needless"
    assert refused(poor(option, treasury=450, BLS="5"), "sell BLS 10").key == "emergency_needless"
    assert refused(poor(option), "sell RhB 30").key == "emergency_sale"
    assert refused(poor(option, treasury=430, BLS="5"), "sell BLS 20").key == "emergency_more"
    assert legal(poor(option, treasury=430, BLS="5"), "sell BLS 10")


@pytest.mark.rule("CH-OR.SEQ.5", "CH-OR.DIV.1")
def test_a_step_gone_by_is_refused_by_the_order_of_a_turn():
    """When a director may sell shares for a train it is too late to run; the rules of sales say nothing of that."""
    for text in ("run FNM -", "dividend FNM 0"):
        refusal = refused(poor(), text)
        assert (refusal.key, refusal.clauses) == ("wrong_step", ("CH-OR.SEQ.5",))


@pytest.mark.rule("CH-OR.EMERG.6")
def test_sales_change_no_director():
    """Ann keeps as many shares of her companies as the next holder, and the director's certificate."""
    game = poor()
    refusal = refused(game, "sell RhB 30")

    assert legal(game, "sell RhB 20")
    assert (refusal.key, refusal.values) == ("emergency_sale", {"unit": "RhB"})
    assert refusal.clauses == ("CH-OR.EMERG.6",)
    assert refused(game, "sell NOB 50").key == "emergency_sale"


@pytest.mark.rule("CH-OR.EMERG.6", "CH-SR.SELL.6")
def test_the_pool_takes_no_more_than_half():
    game = table().holds(POOL, BLS=40).company("FNM", "train")

    assert legal(game, "sell BLS 10")
    assert refused(game, "sell BLS 20").key == "sell_pool_full"


@pytest.mark.rule("CH-OR.EMERG.7")
def test_only_shares_are_sold():
    game = poor()

    for private in ("P1", "B1", "T1"):
        assert refused(game, f"sell {private} 10").key == "sell_private"


@pytest.mark.rule("CH-OR.SEQ.9")
def test_companies_still_to_act_are_put_in_order_again():
    """The RhB was to act before the BLS, both at 90; a sale brings it down to 80."""
    game = table().cells(RhB="2,4", BLS="1,3").company("FNM", "train")
    assert game.pos.frame.queue[:3] == ("FNM", "RhB", "BLS")
    now = after(game, "sell RhB 20", "train FNM 4H depot 260", "pass")

    assert now.pos.frame.queue[:2] == ("BLS", "RhB")


# --- no bankruptcy


@pytest.mark.rule("CH-OR.EMERG.11")
def test_there_is_no_bankruptcy():
    """Credit is always given."""
    game = poor(treasury=0, cash=0)

    refusal = refused(game, "bankrupt FNM")
    assert (refusal.key, refusal.clauses) == ("no_bankruptcy", ("CH-OR.EMERG.11",))
    assert after(game, "train FNM 4 depot 300").state.debts == {"ann": 450}


@pytest.mark.rule("CH-OR.EMERG.11")
def test_bankruptcy_under_the_other_reading():
    """Only who cannot raise the price of the cheapest train by any means may give up; that ends the game."""
    option = "bankruptcy=ends_game"
    rich = poor(option, treasury=0, cash=0)
    built = Builder(3, option).holds("ann", FNM=20).prices(FNM=100).operated("FNM")
    ruined = built.cash(FNM=200, ann=59).phase("4").company("FNM", "train")
    able = built.cash(FNM=200, ann=60).company("FNM", "train")
    now = after(ruined, "bankrupt FNM")

    assert refused(rich, "bankrupt FNM").key == "no_bankruptcy"
    assert refused(able, "bankrupt FNM").key == "no_bankruptcy"
    assert Bankrupt("ann", "FNM") in list(ruined.choices)
    assert ruined.choices.only is None, "nobody gives up without saying so"
    assert now.state.over
    assert (now.pos.cash("ann"), now.pos.cash(BANK) - ruined.pos.cash(BANK)) == (0, 59)
    assert isinstance(now.events[-1], GameOver)
    assert now.events[-1].why == "bankruptcy"


@pytest.mark.rule("CH-OR.EMERG.2")
def test_what_an_offer_says():
    """What the director pays, and what he would owe before interest."""
    offers = {
        offer.action.train: dict(offer.facts)
        for offer in poor(treasury=275).choices.offers
        if isinstance(offer.action, BuyTrain)
    }

    assert offers["4"] == {"consent": "", "help": 7, "credit": 18}
    assert offers["4H"] == {"consent": ""}
    assert TrainBought("FNM", "4", 300, "depot") in after(poor(), "train FNM 4 depot 300").events
