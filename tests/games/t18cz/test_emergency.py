import pytest

from engine.actions import BuyTrain, Repay, Sell
from engine.events import Counted, GameOver, Indebted, TrainBought
from engine.game import Game
from engine.state import BANK
from engine.titles.t18cz.figures import czech_state
from tests.games.t18cz.czech import Builder, after, legal, paid, refused, sizes, until


def poor(
    *options: str, unit: str = "ATE", treasury: int = 50, cash: int = 7, phase: str = "d", **trains: str
) -> Game:
    """A company of ann without a train to run, and little money; bob's BN has 500."""
    built = sizes(*options, phase=phase, **trains).cash(**{unit: treasury, "BN": 500, "ann": cash})
    return built.company(unit, "train")


def bought(game: Game) -> set[tuple[str, str]]:
    """Which trains may be bought now, and from whom."""
    return {(one.train, one.seller) for one in game.choices if isinstance(one, BuyTrain)}


# --- who pays


@pytest.mark.rule("CZ-VIII.11.1", "CZ-VIII.11.5")
def test_the_director_pays_what_is_missing():
    """The 3+3 costs 180: 50 from the treasury, which is empty then, 130 from ann."""
    game = poor(cash=300)
    now = after(game, "train ATE 3+3d depot 180")

    assert paid(game, now, "ATE", "ann", BANK) == (-50, -130, 180)
    assert now.pos.cash("ATE") == 0
    assert now.state.trains["ATE"] == ("3+3d",)
    assert not now.state.debts
    assert not czech_state(now.pos).loans
    assert TrainBought("ATE", "3+3d", 180, "depot") in now.events


@pytest.mark.rule("CZ-VIII.11.1", "CZ-VIII.11.6", "CZ-VIII.11.7")
def test_cash_first_then_a_loan():
    """WE-44: an 8E for 1000, treasury 389, director's cash 607: he pays it all and borrows 4 (D-30)."""
    game = poor(unit="SX", treasury=389, cash=607, phase="j")
    now = after(game, "train SX 8Ej depot 1000")

    assert paid(game, now, "SX", "ann") == (-389, -607)
    assert now.state.debts == {"ann": 4}
    assert czech_state(now.pos).loans == {"ann": 4}
    assert Indebted("ann", 4, 0, "credit") in now.events
    assert Counted("penalty", 4, "ann") in now.events


@pytest.mark.rule("CZ-VIII.11.6", "CZ-VIII.11.7")
def test_a_director_without_any_cash():
    """WE-45: a 5+5 for 500, treasury 382: a loan of 118, and a penalty of 118."""
    game = poor(treasury=382, cash=0, phase="j")
    now = after(game, "train ATE 5+5j depot 500")

    assert paid(game, now, "ATE", "ann", BANK) == (-382, 0, 382)
    assert now.state.debts == {"ann": 118}
    assert Counted("penalty", 118, "ann") in now.events


@pytest.mark.rule("CZ-VIII.11.7")
def test_penalties_add_up():
    """A second loan of 123 beside an old one of 4, of which nothing was repaid."""
    built = sizes().cash(ATE=50, ann=7).loans(ann=4)
    now = after(built.company("ATE", "train"), "train ATE 3+3d depot 180")

    assert now.state.debts == {"ann": 127}
    assert czech_state(now.pos).loans == {"ann": 127}
    assert Counted("penalty", 127, "ann") in now.events


@pytest.mark.rule("CZ-VIII.11.1", "CZ-VIII.11.6")
def test_what_an_offer_says():
    """What the director would pay, and what he would owe before the penalty."""
    offers = {one.action: dict(one.facts) for one in poor(treasury=170).choices.offers}
    line = BuyTrain("ann", "ATE", "3+3d", "depot", 180)

    assert offers[line] == {"consent": "", "help": 7, "credit": 3}


# --- when


@pytest.mark.rule("CZ-VIII.11.1")
def test_no_help_without_need():
    """ATE owns a train that it can run: the treasury must pay."""
    game = poor(treasury=130, cash=1000, ATE="2+2c")

    refusal = refused(game, "train ATE 3+3d depot 180")
    assert (refusal.key, refusal.values) == ("train_cost", {"train": "3+3d", "price": 180, "cash": 130})
    assert legal(game, "pass")


@pytest.mark.rule("CZ-VIII.11.1")
def test_no_help_while_a_train_can_be_paid():
    """The treasury can pay a 3E of the pool for 250, so that nobody pays for a 4E (D-31)."""
    trains = {"unit": "SX", "phase": "f", "cash": 1000, "pool": "3Ed"}
    able, unable = poor(treasury=250, **trains), poor(treasury=249, **trains)

    refusal = refused(able, "train SX 4Ef depot 350")
    assert (refusal.key, refusal.clauses) == ("emergency_needless", ("CZ-VIII.11.1",))
    assert refusal.values == {"unit": "SX", "price": 250, "cash": 250}
    assert legal(able, "train SX 3Ed pool 250")
    assert legal(unable, "train SX 4Ef depot 350")
    assert legal(unable, "train SX 3Ed pool 250")


@pytest.mark.rule("CZ-VIII.11.1")
def test_help_at_any_time_under_the_other_reading():
    """There the director pays for any train to run while the company owns none."""
    game = poor("emergency_scope=any", unit="SX", phase="f", treasury=250, cash=1000, pool="3Ed")

    assert legal(game, "train SX 4Ef depot 350")


@pytest.mark.rule("CZ-VIII.11.1", "CZ-VIII.11.2")
def test_the_director_chooses_the_train():
    """Any train to run of the deck or the pool, but no other one."""
    game = poor(unit="SX", phase="f", treasury=0, cash=1000, pool="3Ed 3+3e")

    assert bought(game) == {("4Ef", "depot"), ("3Ed", "pool"), ("3Ee", "pool")}
    for line in ("train SX 4f depot 250", "train SX 3+3e pool 180"):
        assert refused(game, line).key == "train_cost"


@pytest.mark.rule("CZ-VIII.11.1", "CZ-VIII.10.1")
def test_the_last_money_may_be_spent_on_other_trains():
    """ATE buys a 3 for 120 of its 190; of the 180 for a 3+3 it lacks 110 then (D-35)."""
    game = after(poor(treasury=190, cash=200), "train ATE 3d depot 120")
    now = after(game, "train ATE 3+3d depot 180")

    assert refused(game, "pass").key == "train_duty"
    assert paid(game, now, "ATE", "ann") == (-70, -110)


@pytest.mark.rule("CZ-VIII.11.1")
def test_locals_need_not_be_sold_first():
    """They may be: then the director pays less (D-31)."""
    built = sizes().cash(ATE=100, ann=500).owns("ATE", "S1")
    game = built.company("ATE", "train")
    sold = after(game, "dispose ATE S1")

    assert paid(game, after(game, "train ATE 3+3d depot 180"), "ann") == (-80,)
    assert paid(sold, after(sold, "train ATE 3+3d depot 180"), "ann") == (-30,)


@pytest.mark.rule("CZ-VIII.11.1", "CZ-VIII.10.7")
def test_help_for_a_full_company():
    """ATE has two small trains at a limit of two: the director helps, then one of them is returned."""
    game = poor(phase="f", treasury=10, cash=400, ATE="3c 3d")
    now = after(game, "train ATE 4+4f depot 400")

    assert paid(game, now, "ATE", "ann") == (-10, -390)
    assert now.pos.frame.kind == "train_limit"


# --- from whom, how many, how much


@pytest.mark.rule("CZ-VIII.11.3")
def test_no_help_for_a_train_of_another_company():
    """The treasury alone pays for that; so a company may do without help (D-32)."""
    game = poor(treasury=50, cash=1000, BN="3+3d")
    now = after(game, "train ATE 3+3d BN 50", "accept")

    refusal = refused(game, "train ATE 3+3d BN 51")
    assert (refusal.key, refusal.clauses) == ("emergency_source", ("CZ-VIII.11.3", "CZ-VIII.11.4"))
    assert refusal.values == {"unit": "ATE", "price": 51, "cash": 50}
    assert paid(game, now, "ATE", "ann", "BN") == (-50, 0, 50)


@pytest.mark.rule("CZ-VIII.11.4")
def test_one_train_only():
    """With the first train the need is over, and so is the help."""
    now = after(poor(unit="SX", treasury=0, cash=1000), "train SX 3Ed depot 250")

    assert now.pos.acting != "SX"
    assert now.pos.cash("ann") == 750


@pytest.mark.rule("CZ-VIII.11.4")
def test_what_comes_after_is_paid_by_the_company():
    """A local brings 50 for another train, which is too little for one of the bank."""
    built = sizes(BN="3+3d 2+2c").cash(ATE=100, ann=1000).owns("ATE", "S1")
    game = after(built.company("ATE", "train"), "train ATE 3+3d depot 180", "dispose ATE S1")

    assert refused(game, "train ATE 3+3d depot 180").key == "train_cost"
    assert refused(game, "train ATE 2+2c BN 51").key == "train_trade_price"
    assert legal(game, "train ATE 2+2c BN 50")


@pytest.mark.rule("CZ-VIII.11.4", "CZ-IV.1.20")
@pytest.mark.parametrize(("cash", "able"), [(181, True), (180, False), (100, False)])
def test_what_comes_after_the_last_money_under_the_other_reading(cash: int, able: bool):
    """There trains are bought while there is money (D-35); a local may still be sold, and the turn ends."""
    built = sizes("train_duty=until_spent", "train_step=while_affordable", BN="3+3d 2+2c")
    built = built.cash(ATE=cash, ann=1000).owns("ATE", "S1", "S2")
    game = after(built.company("ATE", "train"), "train ATE 3+3d depot 180", "dispose ATE S1")

    assert (game.pos.unit, game.pos.cash("ATE")) == ("ATE", max(cash - 180, 0) + 50)
    assert legal(game, "train ATE 2+2c BN 50") == able
    assert able or refused(game, "train ATE 2+2c BN 50").key == "wrong_step"
    assert after(game, "dispose ATE S2", *["pass"] * able).pos.unit != "ATE"


@pytest.mark.rule("CZ-VIII.11.5")
def test_no_more_than_is_needed():
    """The price is the printed one, so that nothing is left in the treasury."""
    game = poor(cash=1000)

    assert refused(game, "train ATE 3+3d depot 181").key == "train_cost"
    assert refused(game, "train ATE 3+3d depot 179").key == "train_cost"
    assert after(game, "train ATE 3+3d depot 180").pos.cash("ATE") == 0


@pytest.mark.rule("CZ-VIII.11.12")
@pytest.mark.parametrize("verb", ["lay", "train"])
def test_no_shares_are_sold_for_it(verb: str):
    """Neither then nor before: he borrows."""
    game = sizes().cash(ATE=50, ann=7).company("ATE", verb)

    for line in ("sell ATE 20", "sell SX 10", "sell S1 10"):
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == ("emergency_shares", ("CZ-VIII.11.12",))
        assert refusal.values == {"unit": "ATE"}
    assert not [one for one in game.choices if isinstance(one, Sell)]
    assert legal(game if verb == "train" else after(game, "pass"), "train ATE 3+3d depot 180")


# --- debts


def debtor(*options: str, debt: int = 118, loan: int = 122, cash: int = 300) -> Builder:
    """Ann has borrowed 122 and owes 118 of them."""
    built = sizes(*options).cash(ann=cash, bob=500, cy=500)
    return built.debts(ann=debt).extra(loans={"ann": loan})


@pytest.mark.rule("CZ-VIII.11.9", "CZ-VII.3.8")
def test_who_owes_buys_no_shares():
    """Neither a share nor a director's certificate, until all is repaid; selling is allowed."""
    game = debtor().sr("ann")
    part, whole = after(game, "repay 117"), after(game, "repay 118")

    for now, debt in ((game, 118), (part, 1)):
        for line in ("buy BCB 25", "par EKJ 50"):
            refusal = refused(now, line)
            assert (refusal.key, refusal.values) == ("buy_in_debt", {"debt": debt})
            assert refusal.clauses == ("CZ-VII.3.8", "CZ-VIII.11.9")
    assert legal(whole, "buy BCB 25")
    assert legal(whole, "par EKJ 50")
    assert legal(game, "sell SX 10")
    assert legal(debtor().sr("bob"), "buy BCB 25")


@pytest.mark.rule("CZ-VIII.11.10")
def test_repayment_at_any_time_of_a_stock_round():
    """In one's own turn and in that of another player; any amount (D-33)."""
    for player in ("ann", "bob", "cy"):
        game = debtor().sr(player)
        now = game.play(Repay("ann", 18))
        assert paid(game, now, "ann", BANK) == (-18, 18)
        assert now.state.debts == {"ann": 100}
        assert now.pos.awaited == (player,)
        assert Indebted("ann", -18, 0, "repaid") in now.events


@pytest.mark.rule("CZ-VIII.11.10")
def test_not_in_an_operating_round():
    """A debtor waits for the next stock round."""
    game = sizes(ATE="3+3d").cash(ann=300).debts(ann=118).company("ATE", "train")

    assert refused(game, "repay 18").key == "wrong_step"


@pytest.mark.rule("CZ-VIII.11.10")
def test_a_repayment_is_at_least_one_and_at_most_the_cash():
    """Ann owes 118 and has 50."""
    game = debtor(cash=50).sr("ann")

    for total in (0, 51):
        refusal = refused(game, f"repay {total}")
        assert (refusal.key, refusal.values) == ("repay_amount", {"debt": 118, "cash": 50})
        assert refusal.clauses == ("CZ-VIII.11.10",)
    for total in (1, 50):
        assert legal(game, f"repay {total}")
    assert refused(game, "repay 1", "bob").key == "repay_amount"


@pytest.mark.rule("CZ-VIII.11.10")
def test_only_a_player_repays():
    """A company's money pays off nobody's loan."""
    refusal = refused(debtor().sr("ann"), "repay 1", "EKJ")

    assert (refusal.key, refusal.clauses) == ("not_your_turn", ("CZ-VII.2.1",))


@pytest.mark.rule("CZ-VIII.11.10")
def test_all_in_ones_own_turn_under_the_other_reading():
    """There a debtor pays in his turn only, and as much as he can."""
    option = "loan_repay=all_in_own_turn"
    rich, poor = debtor(option).sr("ann"), debtor(option, cash=50).sr("ann")

    assert legal(rich, "repay 118")
    assert refused(rich, "repay 117").key == "repay_amount"
    assert legal(poor, "repay 50")
    assert refused(debtor(option).sr("bob"), "repay 118", "ann").key == "not_your_turn"


@pytest.mark.rule("CZ-VIII.11.8")
def test_the_penalty_is_never_paid():
    """Nothing beyond the 118 is taken; afterwards the penalty is as it was."""
    game = debtor().sr("ann")
    now = after(game, "repay 118")

    refusal = refused(game, "repay 119")
    assert (refusal.key, refusal.values) == ("repay_penalty", {"debt": 118, "penalty": 122})
    assert refusal.clauses == ("CZ-VIII.11.8",)
    assert refused(now, "repay 1").key == "repay_penalty"
    assert czech_state(now.pos).loans == {"ann": 122}
    assert not now.state.debts


# --- the end


@pytest.mark.rule("CZ-VIII.11.11", "CZ-VIII.11.7", "CZ-X.2.5", "CZ-X.2.6")
def test_debt_and_penalty_are_deducted():
    """WE-62: loans of 4 and 118, 100 of them repaid: 22 and 122 are deducted."""
    free = debtor(debt=0, loan=0).change(debts={}).sr("ann")
    game = debtor(debt=22).sr("ann")

    assert free.pos.worth("ann") - game.pos.worth("ann") == 144
    assert free.pos.worth("bob") == game.pos.worth("bob")


@pytest.mark.rule("CZ-VIII.11.11", "CZ-X.2.3", "CZ-X.2.4")
def test_a_score_with_a_debt():
    """WE-46: 2360 in cash, shares for 3329, a debt of 122 and a penalty of 122: 5445."""
    built = Builder(3).holds("bob", MW=75, PR=60, Ug=60).holds("ann", False, MW=25, PR=40, Ug=20)
    built = built.holds("ann", OFE=50, BN=60, BY=60)
    built = built.prices(MW=120, OFE=120, BN=105, PR=231, BY=165, Ug=370)
    game = built.cash(ann=2360).debts(ann=122).extra(loans={"ann": 122}).sr("ann", 8)

    assert game.pos.worth("ann") == 5445


@pytest.mark.rule("CZ-VIII.11.11")
def test_the_final_score_has_it():
    """The last operating round is over: ann is told what is left after debt and penalty."""
    built = sizes(phase="j", BCB="5j", ATE="5+5j", BN="5+5j", SX="8Ej")
    built = built.cash(ann=300).loans(ann=118)
    game = until(built.company("BCB", "train", number=(8, 3)), lambda game: game.state.over)
    (event,) = [one for one in game.events if isinstance(one, GameOver)]

    assert event.scores["ann"] == 300 - 236 + 2 * 65 + 3 * 100 + 5 * 110
