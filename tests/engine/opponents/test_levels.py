"""What the levels do in positions put together by hand: debts, dead money, deals, free trains."""

from math import inf
from typing import Any

import pytest

from engine import notation
from engine.actions import (
    Buy,
    BuyTrain,
    Draft,
    LayTile,
    Par,
    Pass,
    PayDividend,
    Refuse,
    Repay,
    RunTrains,
    Sell,
)
from engine.game import Game
from engine.opponents import LEVELS, Journeyman
from engine.opponents.course import Course
from engine.opponents.forecast import Forecast
from engine.opponents.reasons import advice, reasons
from engine.routes import Looks
from engine.state import LastRun
from tests.games.t18cz import czech
from tests.games.t18cz.tracks import earned
from tests.games.t18mag import builders as mag
from tests.games.t18mag.test_railcars import EAST
from tests.games.t1844 import swiss

EACH = pytest.mark.parametrize("level", [*LEVELS])


def chosen(level: str, game: Game) -> Any:
    """What a player of a level does at the seat that is awaited."""
    action = LEVELS[level](1, game.pos.awaited[0]).choose(game)
    assert action in game.choices
    return action


@EACH
def test_debts_are_repaid(level: str):
    """With 900 in hand nobody lets 30 grow by half each round."""
    game = swiss.Builder().debts(ann=30).cash(ann=900).sr("ann")

    assert chosen(level, game) == Repay("ann", 30)


@EACH
def test_of_equal_locals_the_cheapest_is_drafted(level: str):
    """Whatever the temper: they pay the same and are worth the same in the end."""
    game = czech.opening()
    known, prices = game.title.privates, {offer.action: offer for offer in game.choices.offers}
    for seed in range(1, 16):
        draft = LEVELS[level](seed, game.pos.awaited[0]).choose(game)

        assert isinstance(draft, Draft)
        income = known[draft.certificate].income
        alike = [one.certificate for one in prices if isinstance(one, Draft)]
        alike = [one for one in alike if known[one].income == income]
        assert known[draft.certificate].price == min(known[one].price for one in alike)


@EACH
def test_supporters_cost_nothing_and_are_drafted_all_the_same(level: str):
    """A card without a price and an income is worth nothing to begin with; the draft goes on to its end."""
    game = Game.start("18Mag", ("ann", "bob", "cy"), options=("supporters",), seed=1)
    taken = []
    while game.pos.frame.kind == "draft":
        taken.append(chosen(level, game))
        game = game.play(taken[-1])

    assert {one.certificate for one in taken} & {*game.title.privates}


@EACH
@pytest.mark.parametrize("seeds", [range(1, 3), pytest.param(range(3, 6), marks=pytest.mark.slow)])
def test_no_company_is_started_that_cannot_float(level: str, seeds: range):
    """For 200 one gets a fifth of a large company, and never the other three tenths that make it active."""
    for seed in seeds:
        game = czech.Builder(3).cash(ann=200).phase("d").sr("ann", 7)
        action = LEVELS[level](seed, "ann").choose(game)

        assert action in game.choices
        assert not (isinstance(action, Par) and game.pos.kind(action.unit) == "large")


@EACH
def test_no_company_is_started_for_which_there_is_no_room(level: str):
    """With twelve of fourteen certificates a large company, which takes four, stays asleep."""
    built = czech.Builder(3).cash(ann=2000).phase("d")
    built = built.holds("ann", EKJ=75, OFE=75, BCB=75, MW=75, VBW=75, NWB=60)
    game = built.trains(EKJ="3d", OFE="3d", BCB="3d", MW="3d", VBW="3d", NWB="3+3d").sr("ann", 7)
    action = LEVELS[level](1, "ann").choose(game)

    assert any(
        isinstance(one.action, Par) and game.pos.kind(one.action.unit) == "large"
        for one in game.choices.offers
    )
    assert not (isinstance(action, Par) and game.pos.kind(action.unit) == "large")


def test_shares_in_the_pool_float_nothing():
    """In 18CZ the rest of a company lies in the pool from the start: what players hold counts."""
    forecast = Forecast(czech.opening().title.insight, Looks(60))
    asleep = czech.Builder(3).holds("bob", SX=20).cash(bob=50).phase("d").sr("ann", 7).pos
    awake = czech.Builder(3).holds("bob", SX=50).cash(bob=50, SX=900).phase("d").sr("ann", 7).pos

    assert asleep.title.insight.missing(asleep, "SX") == (3, 3 * asleep.price("SX"))
    assert (
        forecast.prospects(asleep, "SX", 6.0).dividends < forecast.prospects(awake, "SX", 6.0).dividends / 4
    )


def course(**said: float) -> list[float]:
    """What a unit pays out in five turns that earns 100 with a train, and whose next train costs 80."""
    given = {
        "revenue": 100.0,
        "later": 100.0,
        "falls": 9.0,
        "life": 9.0,
        "treasury": 0.0,
        "cost": 80.0,
        "lasting": 9.0,
    }
    return [round(paid) for paid in Course(**{**given, **said}, must=False, growth=0.04).paid(5.0)]


def test_a_unit_without_a_train_earns_a_turn_later():
    """It buys at the end of its turn what it can pay for; with less it earns little."""
    assert course() == [100, 104, 108, 112, 116]
    assert course(life=0, falls=0, treasury=80) == [0, 104, 108, 112, 116]
    assert course(life=0, falls=0, treasury=70) == [30, 31, 32, 34, 35]


def test_trains_that_rust_are_foreseen():
    """What is left earns less from then on; a unit that has no other misses a turn, and pays for the next one."""
    assert course(falls=2, later=50) == [100, 104, 54, 56, 58]
    assert course(life=2, falls=2, treasury=200) == [100, 104, 0, 112, 116]


def test_what_rusts_is_replaced_while_there_is_money():
    """So a second train is no loss to a unit whose first one will rust before it."""
    assert course(falls=2, later=50, treasury=111) == [100, 104, 54, 56, 58]
    assert course(falls=2, later=50, treasury=112) == [100, 104, 108, 112, 116]


def test_a_train_that_is_bought_a_turn_later_rusts_no_later():
    """The one that replaces it is dearer."""
    assert course(life=0, falls=0, treasury=192, lasting=2) == [0, 104, 0, 112, 116]
    assert course(life=0, falls=0, treasury=191, lasting=2) == [0, 104, 32, 34, 35]


def test_a_better_train_earns_more():
    """Where the next one alone would earn more than those that rust."""
    assert course(life=2, falls=2, treasury=200, renewed=50) == [100, 104, 0, 112, 116]
    assert course(life=2, falls=2, treasury=200, renewed=200) == [100, 104, 0, 224, 232]


def duty(rounds: float, **said: float) -> float:
    """What a director must add who has nothing in the treasury of a unit whose next train costs 100."""
    given = {"revenue": 100.0, "later": 100.0, "treasury": 0.0, "cost": 100.0, "lasting": inf, "falls": inf}
    return Course(**{**given, **said}, must=True).duty(rounds)


def test_a_director_pays_for_the_next_train():
    """All that is lacking where there is none; nearly all of it, at a higher price, where the last one rusts soon."""
    assert duty(6.0, life=0.0) == 100
    assert duty(6.0, life=0.0, treasury=70.0) == 30
    assert duty(6.0, life=0.0, treasury=100.0) == 0
    assert duty(6.0, life=0.5) > duty(6.0, life=0.5, treasury=50.0) > 50
    assert duty(6.0, life=0.5) > duty(6.0, life=2.0) > duty(6.0, life=4.0) > 0
    assert duty(6.0, life=5.0) == duty(6.0, life=inf) == 0


def test_nobody_pays_for_a_train_of_the_last_rounds():
    """It is not replaced then."""
    assert duty(0.5, life=0.0) == 0
    assert duty(2.0, life=1.0) == 0


@pytest.mark.parametrize("level", ["journeyman", "master"])
def test_a_poor_company_builds_its_first_route(level: str):
    """BLS cannot pay for a train, and reaches nothing a train could run to: it spends 30 on the way to a stop."""
    built = swiss.Builder().holds("ann", BLS=60).prices(BLS=60).floated("BLS").phase("3").tiles(F11="57 1")
    lay = chosen(level, built.tokens(F11="BLS.0").cash(BLS=100).company("BLS", "lay"))

    assert isinstance(lay, LayTile)
    assert lay.hex in ("F9", "F13")


def last_round(unit: str = "ATE", verb: str = "dividend") -> Game:
    """Ann's ATE has run in the last operating round of 18CZ."""
    built = czech.sizes(phase="d", ATE="3+3d").tiles(B9="8865 0", A10="3 5").tokens(B9="ATE.1")
    game = built.company(unit, "lay", (8, 3))
    while not any(isinstance(offer.action, PayDividend) for offer in game.choices.offers):
        game = game.play(
            next(one.action for one in game.choices.offers if one.action.verb in ("run", "pass"))
        )
    return game


@EACH
def test_nothing_is_kept_in_the_last_round(level: str):
    """Treasuries are worth nothing then."""
    action = chosen(level, last_round())

    assert isinstance(action, PayDividend)
    assert action.total == last_round().pos.turn.revenue


@EACH
def test_no_train_is_bought_that_never_runs(level: str):
    """A company that has one ends its last turn without another."""
    game = last_round()
    game = game.play(PayDividend("ann", "ATE", int(game.pos.turn.revenue)))
    while game.pos.unit == "ATE" and not game.state.over:
        action = chosen(level, game)
        assert not isinstance(action, BuyTrain)
        game = game.play(action)


@EACH
def test_a_free_train_is_taken(level: str):
    """Nobody pays 450 for a train while EVA lies there for nothing."""
    built = swiss.Builder().holds("ann", BLS=60).prices(BLS=100).floated("BLS").phase("5")
    game = built.tiles(F11="57 2").tokens(F11="BLS.0").cash(BLS=900).extra(eva="ann").company("BLS")

    assert notation.write(chosen(level, game)) == "eva BLS"


@pytest.mark.parametrize("mine", ["GC", "RABA", "SNW"])
def test_a_major_of_ones_own_is_paid_most(mine: str):
    """Of three rail cars the dearest comes from the major of which one holds more than half."""
    built = mag.Builder().owns("ann", "n12").holds("ann", **{mine: 60}).tiles(**EAST).phase("yellow")
    run = chosen("journeyman", built.cash(n12=90).trains(n12="3").minor("12", "run"))

    assert isinstance(run, RunTrains)
    assert run.using[-1] == mine


@pytest.mark.parametrize(("trains", "stripped"), [("2b", True), ("2b 3c", False)])
def test_no_company_of_ones_own_loses_the_last_train_that_it_can_run(trains: str, stripped: bool):
    """It would miss a turn, and buy another one for more."""
    built = (
        czech.Builder(3).holds("ann", BCB=50, OFE=50).trains(BCB="3c", OFE=trains).cash(BCB=300).phase("d")
    )
    player: Any = Journeyman(1, "ann")
    player._game = built.operated("BCB", "OFE").company("BCB", "train", (6, 1))
    player._pos = player._game.pos

    assert player._strips(BuyTrain("ann", "BCB", "2b", "OFE", 50)) == stripped


def test_a_company_is_valued_with_the_money_it_will_have():
    """Its treasury is empty until it floats, and what it hopes for needs no more than that money."""
    asleep = czech.Builder(3).holds("bob", SX=20).cash(bob=2000).phase("d").sr("ann", 7).pos
    awake = czech.Builder(3).holds("bob", SX=50).cash(bob=50, SX=900).phase("d").sr("ann", 7).pos
    forecast = Forecast(asleep.title.insight, Looks(60))

    far, near = (forecast.prospects(pos, "SX", 6.0).dividends for pos in (asleep, awake))
    assert 0.8 * near < far < near


def deal(price: int) -> Game:
    """Bob is offered a price for BCB, of which he holds half."""
    built = czech.Builder(3).holds("ann", ATE=60).holds("bob", BCB=50).prices(ATE=100, BCB=65)
    built = built.operated("ATE", "BCB").trains(ATE="3+3d", BCB="2a").cash(ATE=1000, BCB=20).phase("d")
    return czech.after(built.company("ATE", "merge", (8, 3)), f"merge ATE BCB {price}")


@pytest.mark.parametrize("level", ["journeyman", "master"])
def test_deals_are_answered_by_what_they_are_worth(level: str):
    """At the very end 97 for a share of 65 is a gift; 33 is an insult."""
    assert chosen(level, deal(97)).verb == "accept"
    assert chosen(level, deal(33)).verb == "refuse"


def test_a_refusal_names_the_price_that_would_do():
    """Whoever asks why hears what the house would take."""
    game = deal(33)
    found = {one.key: one.values for one in reasons(game, Refuse("bob"))}

    assert set(found) == {"refuses", "would_take"}
    assert 33 < found["would_take"]["price"] <= 97
    assert chosen("journeyman", deal(found["would_take"]["price"])).verb == "accept"


def test_a_dividend_is_told_as_it_is_paid():
    """Three quarters of 30 are 23: what a holder gets is rounded up."""
    game = earned(czech.Builder(3).holds("ann", EKJ=75).trains(EKJ="2a"), "EKJ", 30)
    found = {one.key: one.values for one in reasons(game, PayDividend("ann", "EKJ", 30))}

    assert found == {"pays": {"unit": "EKJ", "yours": 23}}


def test_a_company_that_owns_no_trains_keeps_its_money_for_none():
    """The majors of 18Mag never buy any, and nothing is told of a sum that is none."""
    game = mag.Builder(3).cash(SIK=40).holds("ann", SIK=20).major("SIK", "dividend")

    assert [one.key for one in reasons(game, PayDividend("ann", "SIK", 0))] == ["sound"]


@pytest.mark.parametrize(("title", "players"), [("18Mag", 3), ("18CZ", 3), ("1844", 3)])
def test_advice_comes_with_a_reason(title: str, players: int):
    """From the first decision on, for whoever is awaited, and the same for the same seed."""
    game = Game.start(title, swiss.PLAYERS[:players], seed=4)
    for _ in range(30):
        found = advice(game, game.pos.awaited[0], 4)
        assert found.reasons
        game = game.play(found.action)
    assert advice(game, game.pos.awaited[0], 4) == advice(game, game.pos.awaited[0], 4)


@pytest.mark.parametrize("level", ["journeyman", "master"])
def test_a_player_made_anew_is_told_what_its_seat_has_bought_in_the_round(level: str):
    """Of its own seat, and since companies last operated: none of it does it think of selling."""
    builder = swiss.Builder().holds("bob", FNM=20, BLS=20, STB=20)
    game = builder.holds("ann", director=False, FNM=10, BLS=10, STB=10).sr("ann")
    player: Any = LEVELS[level](1, "ann")
    bought = [
        Buy("ann", "BLS", 10),
        PayDividend("bob", "FNM", 0),
        Buy("ann", "FNM", 10),
        Buy("bob", "STB", 10),
    ]
    player.recall(game, [*bought, Pass("cy")])
    player._pos = game.pos

    assert [unit for unit in ("BLS", "FNM", "STB") if not player._may_sell(Sell("ann", unit, 10))] == ["FNM"]


@pytest.mark.parametrize("level", ["journeyman", "master"])
def test_money_for_two_companies_is_left_after_a_draft(level: str):
    """Of five small companies each of three players can start two: whoever has spent too much starts one, or none."""
    game = czech.opening()
    player = {name: LEVELS[level](1, name) for name in game.pos.state.players}
    while game.state.frames[0].kind == "draft":
        game = game.play(player[game.pos.awaited[0]].choose(game))

    assert all(game.pos.cash(name) >= 240 for name in player)


def test_trains_last_to_the_end_once_nobody_buys_any():
    """Towards the end so few cards leave the deck that what would rust many cards later does not rust any more."""
    early, late = (czech.Builder(3).phase("d").sr("ann", number).pos for number in (3, 8))

    assert early.title.insight.lasts(early, "3d") < inf
    assert late.title.insight.lasts(late, "3d") == inf


def test_six_cards_are_no_longer_bought_in_five_rounds():
    """They were before; in six whole tables of 18CZ no card of the next letter was reached after the last g."""
    before, after = (czech.Builder(3).phase("g").sr("ann", number).pos for number in (6, 7))

    assert before.title.insight.lasts(before, "3Ed") < inf
    assert after.title.insight.lasts(after, "3Ed") == inf


@pytest.mark.parametrize("level", ["journeyman", "master"])
@pytest.mark.parametrize(("number", "replaced"), [(1, True), (3, False)])
def test_no_train_is_replaced_for_the_last_run(level: str, number: int, replaced: bool):
    """The run without it is lost for nothing then."""
    built = mag.Builder().owns("ann", "n12").tiles(**EAST).phase("gray", last_set=8).trains(n12="3 2")
    game = built.cash(n12=330).minor("12", "discard", (8, number), 3)

    assert (chosen(level, game).verb == "discard") == replaced


@pytest.mark.parametrize("level", ["journeyman", "master"])
@pytest.mark.parametrize(("owner", "verb"), [("ann", "token"), ("bob", "dividend")])
def test_a_major_puts_its_marker_where_ones_own_minors_run(level: str, owner: str, verb: str):
    """Each run to it brings 10 more; where others run one rather takes the dividend."""
    built = mag.Builder().owns(owner, "n12").holds("ann", GC=60).tiles(**EAST).phase("green")
    built = built.trains(n12="4").cash(GC=100)
    game = built.change(runs={"12": LastRun(100, ("4:H23.0-G24.0-G26.0-H27.0",))}).major("GC", number=(5, 1))

    assert chosen(level, game).verb == verb
