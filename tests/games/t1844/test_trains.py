import pytest

from engine.actions import BuyTrain
from engine.events import Asked, TrainBought
from engine.game import Game
from engine.state import BANK, POOL
from tests.games.t1844.swiss import Builder, after, legal, paid, refused


def turn(unit: str = "FNM", phase: str = "3", *options: str, step: str = "train", **trains: str) -> Game:
    """Ann buys for the FNM, the VZ or the NOB; the RhB is hers as well, the BLS is bob's. All have 1000."""
    built = Builder(3, *options).holds("ann", FNM=60, RhB=60, VZ=60, NOB=50).holds("bob", BLS=60)
    built = built.prices(FNM=100, RhB=90, BLS=80, VZ=70, NOB=60).operated("FNM", "RhB", "BLS", "VZ", "NOB")
    built = built.cash(FNM=1000, RhB=1000, BLS=1000, VZ=1000, NOB=1000)
    return built.trains(**trains).phase(phase).company(unit, step)


# --- new trains


@pytest.mark.rule("CH-OR.TRAIN.6", "CH-OR.TRAIN.7", "CH-TR.2")
@pytest.mark.parametrize(("train", "price"), [("3", 180), ("3H", 150)])
def test_either_side_of_a_new_card(train: str, price: int):
    """The buyer chooses the side, which has its own printed price; one card is gone either way."""
    game = turn(FNM="2H")
    now = after(game, f"train FNM {train} depot {price}")

    assert paid(game, now, "FNM", BANK) == (-price, price)
    assert now.state.trains["FNM"] == ("2H", train)
    assert now.state.depot["3"] == (game.state.depot["3"] or 0) - 1
    assert TrainBought("FNM", train, price, "depot") in now.events


@pytest.mark.rule("CH-OR.TRAIN.6")
def test_the_bank_asks_the_printed_price():
    game = turn(FNM="2H")

    for price in (1, 179, 181):
        refusal = refused(game, f"train FNM 3 depot {price}")
        assert (refusal.key, refusal.values) == ("train_cost", {"train": "3", "price": 180, "cash": 1000})


@pytest.mark.rule("CH-OR.TRAIN.6", "CH-SET.7")
def test_new_trains_are_sold_in_ascending_order():
    """Only the lowest stack with a card left is open."""
    game = turn()

    refusal = refused(game, "train FNM 4H depot 260")
    assert (refusal.key, refusal.values) == ("train_order", {"train": "3"})
    assert refused(game, "train FNM 2H depot 70").key == "train_none"
    offered = {action.train for action in game.choices if isinstance(action, BuyTrain)}
    assert offered == {"3", "3H"}


@pytest.mark.rule("CH-TR.3", "CH-TR.4", "CH-TR.5", "CH-TR.6", "CH-TR.7", "CH-TR.8", "CH-TR.1")
def test_the_cards():
    """Kinds, prices of both sides, and how many cards there are."""
    game = turn()
    kinds = {train.name: (train.price, train.count, train.kind) for train in game.title.data.trains}

    assert kinds == {
        "2": (90, 13, ""),
        "2H": (70, None, "H"),
        "3": (180, 9, ""),
        "3H": (150, None, "H"),
        "4": (300, 6, ""),
        "4H": (260, None, "H"),
        "5": (450, 4, ""),
        "5H": (400, None, "H"),
        "6": (630, 4, ""),
        "6H": (550, None, "H"),
        "8E": (960, None, "E"),
        "8H": (700, None, "H"),
    }
    assert list(game.state.depot) == ["2", "3", "4", "5", "6", "8E"]


@pytest.mark.rule("CH-TR.8")
def test_the_last_trains_never_run_out():
    game = turn("BLS", "7")
    now = after(game, "train BLS 8H depot 700")

    assert game.state.depot["8E"] is None
    assert now.state.depot["8E"] is None
    assert now.state.trains["BLS"] == ("8H",)


@pytest.mark.rule("CH-CO.R.3", "CH-OR.TRAIN.7")
def test_regional_companies_own_h_trains_only():
    """Whatever the source: the bank, the pool, another company."""
    game = turn("VZ", pool="2 2H", RhB="3 3H")

    for line in ("3 depot 180", "2 pool 90", "3 RhB 100"):
        assert refused(game, f"train VZ {line}").key == "train_side"
    for line in ("3H depot 150", "2H pool 70", "3H RhB 100"):
        assert legal(game, f"train VZ {line}")


@pytest.mark.rule("CH-OR.TRAIN.15", "CH-OR.TRAIN.5", "CH-CO.R.4")
def test_several_trains_up_to_the_limit():
    game = turn("VZ")
    now = after(game, "train VZ 3H depot 150", "train VZ 3H depot 150")

    assert now.pos.acting != "VZ"
    assert now.state.trains["VZ"] == ("3H", "3H")


@pytest.mark.rule("CH-OR.TRAIN.5")
def test_a_full_company_buys_nothing_even_if_it_would_lose_a_train():
    """EX-28: at its limit with a 2H, it may not buy the first 4, which would rust the 2H."""
    full = turn("FNM", "4", step="lay", FNM="3H 4 4")
    first = Builder(3).holds("ann", VZ=60).prices(VZ=100).operated("VZ").cash(VZ=1000).trains(VZ="2H 3H")
    game = first.phase("3").depot("4").company("VZ", "lay")

    assert refused(full, "train FNM 4H depot 260").values == {"unit": "FNM", "limit": 3}
    refusal = refused(game, "train VZ 4H depot 260")
    assert (refusal.key, refusal.values) == ("train_limit", {"unit": "VZ", "limit": 2})


@pytest.mark.rule("CH-CO.H.4", "CH-CO.R.4", "CH-CO.V.3", "CH-CO.S.3", "CH-PHASE.10")
@pytest.mark.parametrize(
    ("phase", "large"), [("1", 4), ("2", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2), ("7", 2)]
)
def test_limits_by_phase(phase: str, large: int):
    """Only that of large companies ever changes."""
    phases = {one.name: one for one in turn().title.data.phases}
    expected = {"historical": large, "regional": 2, "pre_sbb": 2, "national": 4}

    assert dict(phases[phase].train_limit) == expected


@pytest.mark.rule("CH-CO.H.4", "CH-OR.TRAIN.5")
@pytest.mark.parametrize(("phase", "limit"), [("3", 4), ("4", 3), ("5", 2)])
def test_a_large_company_at_its_limit(phase: str, limit: int):
    train = {"3": "3", "4": "4", "5": "5"}[phase]
    line = {"3": "3H depot 150", "4": "4H depot 260", "5": "5H depot 400"}[phase]
    full = turn("FNM", phase, step="lay", FNM=" ".join([train] * limit))
    room = turn("FNM", phase, FNM=" ".join([train] * (limit - 1)))

    assert refused(full, f"train FNM {line}").values == {"unit": "FNM", "limit": limit}
    assert legal(room, f"train FNM {line}")


@pytest.mark.rule("CH-CO.V.3", "CH-CO.R.4")
@pytest.mark.parametrize("unit", ["NOB", "VZ"])
def test_small_companies_own_two(unit: str):
    game = turn(unit, "3", step="lay", **{unit: "3H 3H"})

    assert refused(game, f"train {unit} 3H depot 150").values == {"unit": unit, "limit": 2}


@pytest.mark.rule("CH-OR.TRAIN.1")
def test_a_bought_train_does_not_run_in_the_same_turn():
    """Trains are bought last; nothing of the turn comes after."""
    game = after(turn("FNM", FNM="2H"), "train FNM 3 depot 180")
    verbs = [step.verb.verb for step in game.pos.round.steps(game.pos)]

    assert refused(game, "run FNM - 3:L21.0-M20.0").key in {"wrong_step", "route_unknown"}
    assert verbs.index("lay") < verbs.index("token") < verbs.index("run") < verbs.index("train")


# --- the pool


@pytest.mark.rule("CH-OR.TRAIN.9", "CH-SCRAP.5")
def test_trains_in_the_pool_cost_what_is_printed():
    """The price is that of the side that shows; the money goes to the bank."""
    game = turn("FNM", "4", FNM="3H", pool="3H")
    now = after(game, "train FNM 3H pool 150")

    assert paid(game, now, "FNM", BANK) == (-150, 150)
    assert (now.state.trains["FNM"], now.state.trains[POOL]) == (("3H", "3H"), ())
    assert refused(game, "train FNM 3H pool 100").key == "train_cost"


@pytest.mark.rule("CH-OR.TRAIN.8")
def test_a_side_once_chosen_stays():
    """Neither a seller nor the pool turns a card."""
    game = turn(FNM="2H", pool="3H", RhB="3")

    assert refused(game, "train FNM 3 pool 180").key == "train_none"
    refusal = refused(game, "train FNM 3H RhB 100")
    assert (refusal.key, refusal.clauses) == ("train_none", ("CH-OR.TRAIN.10",))


# --- trades


@pytest.mark.rule("CH-OR.TRAIN.10", "CH-PHASE.4")
@pytest.mark.parametrize(("phase", "open_"), [("2", False), ("3", True), ("6", True)])
def test_companies_trade_from_the_third_phase_on(phase: str, open_: bool):
    game = turn("FNM", phase, FNM="6H", RhB="6H")

    if open_:
        assert legal(game, "train FNM 6H RhB 1")
    else:
        refusal = refused(game, "train FNM 6H RhB 1")
        assert (refusal.key, refusal.values) == ("train_phase", {"phase": "3"})


@pytest.mark.rule("CH-OR.TRAIN.10", "CH-OR.TRAIN.12")
def test_one_director_sets_any_price():
    """From 1 to the whole treasury, at once and without asking; the selling company gets it."""
    game = turn(FNM="2H", RhB="3")
    now = after(game, "train FNM 3 RhB 1000")

    assert refused(game, "train FNM 3 RhB 0").key == "train_trade_price"
    assert legal(game, "train FNM 3 RhB 1")
    assert not legal(game, "train FNM 3 RhB 1001")
    assert paid(game, now, "FNM", "RhB", BANK) == (-1000, 1000, 0)
    assert now.state.trains["FNM"] == ("2H", "3")
    assert now.state.trains["RhB"] == ()


@pytest.mark.rule("CH-OR.TRAIN.11")
def test_different_directors_trade_at_the_printed_price():
    game = turn(FNM="2H", BLS="3H")

    for price in (1, 149, 151):
        refusal = refused(game, f"train FNM 3H BLS {price}")
        assert (refusal.key, refusal.values) == ("train_face_price", {"train": "3H", "price": 150})
    assert legal(game, "train FNM 3H BLS 150")


@pytest.mark.rule("CH-OR.TRAIN.12")
def test_the_selling_director_agrees():
    """He is asked; nothing has happened until he accepts (A-41)."""
    game = turn(FNM="2H", BLS="3H")
    asked = after(game, "train FNM 3H BLS 150")
    now = after(asked, "accept")

    assert asked.pos.awaited == ("bob",)
    assert asked.events == (Asked("ann", "bob", "train FNM 3H BLS 150"),)
    assert refused(asked, "pass", "bob").key == "train_trade_consent"
    assert paid(game, now, "FNM", "BLS") == (-150, 150)
    assert now.state.trains["FNM"] == ("2H", "3H")
    assert after(asked, "refuse").state.trains == game.state.trains


@pytest.mark.rule("CH-OR.TRAIN.12", "CH-OR.EMERG.5")
@pytest.mark.parametrize(("options", "open_"), [((), True), (("deal_step=offered",), False)])
def test_a_refused_offer_leaves_sales_for_a_train_open(options: tuple[str, ...], open_: bool):
    """They end when a train is bought; in games begun before that was mended, when one is asked for."""
    built = Builder(3, *options).holds("ann", FNM=60, RhB=60).holds("bob", BLS=60)
    built = built.prices(FNM=100, RhB=90, BLS=80).operated("FNM", "RhB", "BLS").cash(FNM=100, ann=60)
    game = built.trains(BLS="3H").phase("3").company("FNM", "discard")
    refused_one = after(game, "train FNM 3H BLS 150", "refuse")

    assert legal(game, "sell FNM 10")
    assert legal(refused_one, "sell FNM 10") == open_


@pytest.mark.rule("CH-OR.TRAIN.12")
def test_nobody_is_asked_under_the_other_reading():
    game = turn("FNM", "3", "trade_consent=off", FNM="2H", BLS="3H")
    now = after(game, "train FNM 3H BLS 150")

    assert now.state.trains["FNM"] == ("2H", "3H")


@pytest.mark.rule("CH-OR.TRAIN.12")
def test_only_the_company_in_turn_buys():
    game = turn(FNM="3", RhB="2H")

    assert refused(game, "train RhB 3 FNM 1").key == "not_your_turn"
    assert refused(game, "train FNM 3 depot 180", "bob").key == "not_your_turn"


@pytest.mark.rule("CH-OR.TRAIN.13")
def test_trains_are_not_given_away():
    refusal = refused(turn(FNM="2H 3"), "discard FNM 2H")

    assert (refusal.key, refusal.clauses) == ("train_sale", ("CH-OR.TRAIN.13",))


def national(*options: str, **trains: str) -> Game:
    """Ann directs the FNM, which is in turn, and the SBB."""
    built = Builder(3, *options).formed().holds("ann", FNM=60, SBB=30).prices(FNM=200, SBB=100)
    built = built.operated("FNM").cash(FNM=900, SBB=900).trains(**trains)
    return built.phase("5").company("FNM", "train")


@pytest.mark.rule("CH-OR.TRAIN.14", "CH-CO.S.5")
def test_the_train_printed_on_the_charter_is_not_sold():
    """A second 5H of the SBB is a train like any other."""
    one = national(FNM="4", SBB="5H 4")
    two = national(FNM="4", SBB="5H 5H")

    refusal = refused(one, "train FNM 5H SBB 400")
    assert (refusal.key, refusal.clauses) == ("sbb_train", ("CH-OR.TRAIN.14", "CH-SBB.7"))
    assert legal(one, "train FNM 4 SBB 1")
    assert legal(two, "train FNM 5H SBB 1")


@pytest.mark.rule("CH-OR.TRAIN.11")
def test_the_sbb_trades_at_face_value_under_the_other_reading():
    """Even where one player directs both."""
    game = national("sbb_trade=face_value", FNM="5", SBB="5H 4")

    assert (told := refused(game, "train FNM 4 SBB 299")).key == "train_face_price"
    assert told.values["wants"] == "national"
    assert legal(game, "train FNM 4 SBB 300")


# --- the duty to own a train


@pytest.mark.rule("CH-OR.TRAIN.2", "CH-CO.H.5", "CH-OR.TRAIN.3")
def test_a_company_with_a_route_buys_a_train():
    """The FNM reaches Milan from its home, which no H-train may run to; an H-train will do all the same."""
    game = turn()
    refusal = refused(game, "pass")
    now = after(game, "train FNM 3H depot 150")

    assert (refusal.key, refusal.values) == ("train_duty", {"unit": "FNM"})
    assert refusal.clauses == ("CH-OR.TRAIN.2", "CH-OR.TRAIN.3")
    assert legal(now, "pass")


@pytest.mark.rule("CH-OR.TRAIN.2", "CH-CO.R.5")
def test_without_a_route_there_is_no_duty():
    """The tile of the VZ leads nowhere; a town beside it makes a route."""
    alone = turn("VZ")
    built = Builder(3).holds("ann", VZ=60).prices(VZ=70).operated("VZ").cash(VZ=500).phase("3")
    joined = built.tiles(K10="15 1", K8="58 2").company("VZ", "train")

    assert legal(alone, "pass")
    refusal = refused(joined, "pass")
    assert (refusal.key, refusal.clauses) == ("train_duty", ("CH-OR.TRAIN.2", "CH-OR.TRAIN.4"))


@pytest.mark.rule("CH-CO.V.3", "CH-CO.S.5")
def test_others_are_never_obliged():
    """The NOB of ann, at Zürich with a town beside it."""
    built = Builder(3).holds("ann", NOB=50).prices(NOB=70).operated("NOB").cash(NOB=500).phase("3")
    game = built.tiles(D19="57 1", D17="4 1").company("NOB", "train")

    assert legal(game, "pass")


@pytest.mark.rule("CH-OR.KEEP.2")
def test_who_runs_nothing_falls():
    """EX-22: at 100 in its first round, without a train: 90."""
    built = Builder(3).holds("ann", RhB=60).prices(RhB=100).floated("RhB")
    game = built.cash(RhB=500).company("RhB", "lay")
    now = after(game, "pass")

    assert (game.pos.price("RhB"), now.pos.price("RhB")) == (100, 90)
    assert (game.pos.cell("RhB"), now.pos.cell("RhB")) == ("1,4", "1,3")
