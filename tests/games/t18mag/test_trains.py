import pytest

from engine.actions import BuyTrain, Pass
from engine.events import Ran
from engine.game import Game
from tests.games.t18mag.builders import Builder, after, legal, paid, refused
from tests.games.t18mag.going_on import go_on

PHASES = ("yellow", "green", "brown", "gray")


def buyer(cash: int = 400, trains: str = "", phase: str = "yellow", **others: int) -> Game:
    """#3, owned by cy, is to buy trains."""
    return Builder().cash(n3=cash, **others).trains(n3=trains).phase(phase).minor("3", "train")


def depot(game: Game) -> set[str]:
    return {one.train for one in game.choices if isinstance(one, BuyTrain) and one.seller == "depot"}


@pytest.mark.rule("MAG-VI.3.8.6", "MAG-VI.3.8.7", "MAG-III.3.3.14", "MAG-III.3.3.15")
@pytest.mark.parametrize(
    ("train", "price", "seller", "share"),
    [("2", 80, "LDSTEG", 40), ("3", 120, "MAVAG", 60), ("4", 200, "LDSTEG", 100), ("6", 320, "MAVAG", 160)],
)
def test_ex_20_half_of_the_price_goes_to_the_seller(train: str, price: int, seller: str, share: int):
    """EX-20: 2- and 4-trains pay LDSTEG half, 3- and 6-trains MAVAG; the bank gets the rest."""
    game = buyer()
    other = "MAVAG" if seller == "LDSTEG" else "LDSTEG"
    now = after(game, f"train 3 {train} depot {price}")

    assert paid(game, now, "n3", seller, "bank", other, "cy") == (-price, share, price - share, 0, 0)
    assert now.state.trains["3"] == (train,)


@pytest.mark.rule("MAG-VI.3.8.6")
@pytest.mark.parametrize(("train", "price"), [("2", 80), ("3", 120), ("4", 200), ("6", 320)])
def test_bank_prices_are_fixed(train: str, price: int):
    """Neither less nor more than the printed price is taken."""
    game = buyer(500)

    for wrong in (price - 10, price + 10, 1):
        refusal = refused(game, f"train 3 {train} depot {wrong}")
        assert (refusal.key, refusal.clauses[0]) == ("train_cost", "MAG-VI.3.8.6")
    assert legal(game, f"train 3 {train} depot {price}")


@pytest.mark.rule("MAG-VI.3.8.8")
def test_the_treasury_alone_pays():
    """An owner full of money does not help a minor that has 119."""
    poor = Builder().cash(n3=119, cy=1000).trains(n3="").minor("3", "train")
    refusal = refused(poor, "train 3 3 depot 120")

    assert (refusal.key, refusal.values["cash"]) == ("train_cost", 119)
    assert "MAG-VI.3.8.8" in refusal.clauses
    assert legal(buyer(120), "train 3 3 depot 120")


@pytest.mark.rule("MAG-VI.3.8.4", "MAG-II.3.4")
def test_all_types_are_sold_from_the_first_round_on():
    """In OR 1.1 every type is for sale, and the stacks never run out."""
    game = Builder().cash(n3=400).trains(n3="").minor("3", "train", (1, 1))

    assert depot(game) == {"2", "3", "4", "6"}
    assert set(game.state.depot.values()) == {None}
    assert set(after(game, "train 3 2 depot 80").state.depot.values()) == {None}


@pytest.mark.rule("MAG-VI.3.8.1")
def test_one_or_two_trains_may_be_bought():
    """A minor without trains buys two, or one and passes."""
    game = buyer()
    one = after(game, "train 3 2 depot 80")

    assert one.pos.unit == "3"
    assert after(one, "train 3 3 depot 120").state.trains["3"] == ("2", "3")
    assert after(one, "pass").pos.unit == "4"


@pytest.mark.rule("MAG-VI.3.8.1", "MAG-VI.3.1.3")
def test_buying_is_the_last_step():
    """When a train was bought, neither track nor tokens nor scrapping come again."""
    game = after(buyer(trains=""), "train 3 2 depot 80")

    assert refused(game, "lay 3 E10 57 2").key == "wrong_step"
    assert refused(game, "discard 3 2").key == "discard_time"


@pytest.mark.rule("MAG-VI.3.8.3", "MAG-III.3.2.5")
@pytest.mark.parametrize("phase", PHASES)
def test_two_trains_are_the_limit_in_every_phase(phase: str):
    """With one train there is room, with two there is none, neither from the bank nor from others."""
    full = buyer(trains="2 2", phase=phase)
    game = after(buyer(trains="2", phase=phase), "train 3 2 depot 80")
    both = Builder().cash(n3=400).trains(n3="2 2").phase(phase).minor("3", "lay")

    assert full.pos.unit == "4"
    assert game.state.trains["3"] == ("2", "2")
    assert both.choices.why_not(BuyTrain("cy", "3", "2", "depot", 80)).key == "train_limit"
    refusal = refused(both, "train 3 2 5 10")
    assert refusal.key == "train_limit"
    assert {"MAG-III.3.2.5", "MAG-VI.3.8.3"} <= set(refusal.clauses)


@pytest.mark.rule("MAG-VI.3.8.5", "MAG-III.3.2.6")
def test_nobody_must_own_a_train():
    """A rich minor without trains passes, and the round goes on without it."""
    game = buyer(1000)
    now = after(game, "pass")

    assert Pass("cy") in game.choices
    assert (now.pos.unit, now.state.trains["3"]) == ("4", ())


@pytest.mark.rule("MAG-VI.3.8.2")
def test_a_train_does_not_run_in_the_turn_it_is_bought():
    """The minor ran without trains before; what it buys runs in the next round only."""
    line = {"E10": "57 2", "D9": "57 2"}
    game = Builder().tiles(**line).cash(n3=100).trains(n3="").minor("3", "lay", rounds=2)
    bought = after(game, "pass", "train 3 2 depot 80", "pass")
    later, events = go_on(bought, lambda now: now.pos.unit == "3" and now.pos.frame.number == (2, 2))

    assert bought.pos.unit == "4"
    assert not [event for event in events if isinstance(event, Ran) and event.unit == "3"]
    assert legal(later, "run 3 - 2:E10.0-D9.0")


@pytest.mark.rule("MAG-VI.3.8.2")
def test_running_after_buying_is_refused():
    """With one train bought and room for another, the new one still does not run."""
    line = {"E10": "57 2", "D9": "57 2"}
    game = Builder().tiles(**line).cash(n3=300).trains(n3="").minor("3", "train")

    assert refused(after(game, "train 3 2 depot 80"), "run 3 - 2:E10.0-D9.0").key == "wrong_step"


STACKS, TRADE = ("MAG-III.3.3.14", "MAG-III.3.3.15"), ("MAG-III.3.2.8",)


@pytest.mark.rule("MAG-III.3.3.14", "MAG-III.3.3.15")
@pytest.mark.parametrize(
    ("seller", "clauses"),
    [("LDSTEG", STACKS), ("MAVAG", STACKS), ("bank", TRADE), ("nobody", TRADE), ("", TRADE)],
)
def test_trains_come_from_the_stacks(seller: str, clauses: tuple[str, ...]):
    """No major has trains of its own to sell, only the stacks have; and only minors trade them."""
    refusal = refused(buyer(), f"train 3 2 {seller or '-'} 80")

    assert refusal.key == "train_none"
    assert refusal.clauses == clauses
    assert legal(buyer(), "train 3 2 depot 80")


@pytest.mark.rule("MAG-VI.3.8.10")
def test_trains_never_rust():
    """When the last phase has begun every 2-train is where it was."""
    game = Builder().cash(n3=900).trains(n3="").phase("yellow").minor("3", "train")
    owned = {unit: trains for unit, trains in game.state.trains.items() if unit != "3"}
    brown = after(game, "train 3 3 depot 120", "train 3 4 depot 200")
    now = Builder().cash(n3=900).trains(n3="2").phase("brown").minor("3", "train")
    gray = after(now, "train 3 6 depot 320")

    assert {unit: brown.state.trains[unit] for unit in owned} == owned
    assert (gray.pos.phase.name, gray.state.trains["3"], gray.state.trains["1"]) == (
        "gray",
        ("2", "6"),
        ("2",),
    )


@pytest.mark.rule("MAG-VI.3.8.11")
def test_a_purchase_may_start_a_phase():
    """The first 3-train starts green, a 2-train starts nothing."""
    assert after(buyer(), "train 3 3 depot 120").pos.phase.name == "green"
    assert after(buyer(), "train 3 2 depot 80").pos.phase.name == "yellow"


@pytest.mark.rule("MAG-IV.4", "MAG-VI.1.2")
def test_only_the_owner_buys_for_a_minor():
    """Neither another player nor another minor buys in this turn."""
    for line, actor in (
        ("train 3 2 depot 80", "ann"),
        ("train 1 2 depot 80", "ann"),
        ("train 6 2 depot 80", "cy"),
    ):
        assert refused(buyer(), line, actor).key == "not_your_turn"
