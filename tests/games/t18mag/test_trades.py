import pytest

from engine.actions import BuyTrain
from engine.events import Answered, Asked, Ran, TrainBought
from engine.game import Game
from tests.games.t18mag.builders import Builder, after, legal, paid, refused
from tests.games.t18mag.going_on import go_on


def buyer(*options: str, cash: int = 100, **trains: str) -> Game:
    """#3 of cy may buy; #6 and #9 are his too, #1 belongs to ann, #2 to bob."""
    owned = {"n3": "", "n1": "3", **trains}
    return Builder(3, *options).cash(n3=cash).trains(**owned).phase("green", "4 6").minor("3", "train")


def asked(price: int = 70) -> Game:
    return after(buyer(), f"train 3 3 1 {price}")


@pytest.mark.rule("MAG-VI.3.8.9", "MAG-III.3.2.8")
def test_the_selling_minor_gets_the_whole_price():
    """Nothing of it goes to a major, to the bank or to the owners."""
    game = buyer()
    now = after(asked(), "accept")

    assert paid(game, now, "n3", "n1", "MAVAG", "bank", "ann", "cy") == (-70, 70, 0, 0, 0, 0)
    assert (now.state.trains["3"], now.state.trains["1"]) == (("3",), ())


@pytest.mark.rule("MAG-VI.3.8.9", "MAG-III.3.2.8")
@pytest.mark.parametrize(("price", "fine"), [(0, False), (1, True), (99, True), (100, True), (101, False)])
def test_the_price_is_from_one_to_the_treasury(price: int, fine: bool):
    """Any whole amount that the buyer has, but not nothing."""
    game = buyer()
    line = f"train 3 3 1 {price}"

    if fine:
        assert legal(game, line)
    else:
        refusal = refused(game, line)
        assert (refusal.key, refusal.values) == ("train_trade_price", {"cash": 100})
        assert refusal.clauses == ("MAG-III.3.2.8", "MAG-VI.3.8.9")


@pytest.mark.rule("MAG-III.3.2.8")
def test_the_owner_of_the_seller_is_asked():
    """The buyer proposes, the other owner decides; until then nothing else happens (decision A25)."""
    game = asked()
    refusal = refused(game, "pass", "ann")

    assert game.pos.awaited == ("ann",)
    assert game.events == (Asked("cy", "ann", "train 3 3 1 70"),)
    assert game.state.trains["3"] == ()
    assert (refusal.key, refusal.clauses) == ("train_trade_consent", ("MAG-III.3.2.8",))


@pytest.mark.rule("MAG-III.3.2.8")
def test_a_refused_trade_changes_nothing():
    """The buyer goes on with its turn as before, and may propose something else."""
    game = after(asked(), "refuse")

    assert paid(buyer(), game, "n3", "n1") == (0, 0)
    assert game.pos.awaited == ("cy",)
    assert game.events == (Answered("ann", "refuse", "train 3 3 1 70"),)
    assert legal(game, "train 3 3 1 80")


@pytest.mark.rule("MAG-III.3.2.8")
def test_a_proposal_can_be_taken_back():
    """Only its proposer takes it back; nobody but the owner answers it."""
    game = asked()
    now = game.play(game.read("withdraw", "cy"))

    assert now.state.trains["3"] == ()
    for line, actor in (("withdraw", "ann"), ("accept", "cy"), ("refuse", "bob"), ("accept", "bob")):
        assert refused(game, line, actor).key == "not_your_turn"


@pytest.mark.rule("MAG-III.3.2.8")
def test_whoever_acts_while_a_proposal_is_open_is_told_of_it():
    """The turn is still that of the minor that proposes; only before and after is it simply somebody's."""
    game = asked()
    told = [refused(game, line, "cy").values for line in ("pass", "accept", "train 3 2 LDSTEG 80")]

    assert told == [{"who": ["ann"], "round": "consent"}] * 3
    assert "round" not in refused(after(game, "refuse"), "pass", "ann").values


@pytest.mark.rule("MAG-III.3.2.8")
def test_minors_of_one_owner_trade_without_asking():
    """Who owns both minors agrees with himself."""
    game = buyer(n6="2")
    now = after(game, "train 3 2 6 60")

    assert paid(game, now, "n3", "n6") == (-60, 60)
    assert now.pos.awaited == ("cy",)


@pytest.mark.rule("MAG-III.3.2.8")
def test_a_table_may_trade_without_consent():
    """Under the reading of recorded games the buyer just takes the train."""
    now = after(buyer("trade_consent=off"), "train 3 3 1 1")

    assert (now.state.trains["3"], now.state.trains["1"]) == (("3",), ())


@pytest.mark.rule("MAG-III.3.2.8")
def test_trades_begin_with_the_first_operating_round():
    """In OR 1.1 a minor may already buy from another."""
    game = Builder().trains(n3="").minor("3", "train", (1, 1))

    assert legal(game, "train 3 2 6 1")


@pytest.mark.rule("MAG-III.3.2.5")
def test_a_traded_train_needs_room():
    """A full minor buys from nobody; one with room does."""
    full = Builder().cash(n3=100).trains(n3="2 2").minor("3", "lay")

    assert refused(full, "train 3 2 6 1").key == "train_limit"
    assert legal(buyer(n3="2", n6="2"), "train 3 2 6 1")


@pytest.mark.rule("MAG-III.3.2.8")
def test_only_what_a_minor_owns_is_sold():
    """A minor sells no train that it has not, and none to itself."""
    game = buyer(n3="2")

    assert refused(game, "train 3 6 1 1").key == "train_none"
    assert refused(game, "train 3 2 3 1").key == "train_none"
    assert refused(game, "train 3 3 RABA 1").key == "train_none"


@pytest.mark.rule("MAG-III.3.2.8")
def test_a_sold_train_does_not_run_for_the_seller():
    """#6 sells before its turn and has nothing to run in it; nor does #3 run again (decision A25)."""
    line = {"B17": "6 1", "B15": "4 1"}
    game = Builder().tiles(**line).cash(n3=50).trains(n3="", n6="2").minor("3", "train")
    sold = after(game, "train 3 2 6 10")
    _, events = go_on(sold, lambda now: now.pos.unit == "7")
    _, kept = go_on(game, lambda now: now.pos.unit == "7")

    def runs(what: list) -> dict:
        return {event.unit: event.revenue for event in what if isinstance(event, Ran) and event.revenue}

    assert runs(kept) == {"6": 30}
    assert runs(events) == {}


@pytest.mark.rule("MAG-VI.3.9.4")
def test_a_trade_changes_no_phase():
    """A 4-train that changes hands between minors leaves the stack untouched."""
    game = buyer(n6="4")
    now = after(game, "train 3 4 6 100")

    assert now.pos.phase.name == "green"
    assert now.state.extra.stacks == ("4", "6")
    assert [type(event) for event in now.events if isinstance(event, TrainBought)] == [TrainBought]


@pytest.mark.rule("MAG-III.3.2.8")
def test_every_price_is_one_offer():
    """A trade is offered once, with all its prices."""
    offers = [one for one in buyer().choices.offers if getattr(one.action, "seller", "") == "1"]

    assert [offer.amounts for offer in offers] == [range(1, 101)]
    assert offers[0].filled(55) == BuyTrain("cy", "3", "3", "1", 55)
    assert offers[0].facts == {"consent": "ann"}
