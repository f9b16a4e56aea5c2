import pytest

from engine.actions import RunTrains
from engine.events import Ran
from engine.game import Game
from engine.invariants import violations
from engine.titles.t18mag import revenue
from tests.games.t18mag.builders import Builder, after, legal, paid, refused

NORTH = {"B17": "6 1", "B15": "4 1"}
"""Kassa, the home of #6, between the mine A18 and a town."""

FIUME = {"I2": "57 2"}
"""Fiume, joined to Trieszt."""


def north(cash: int = 50, phase: str = "yellow", *trains: str) -> Game:
    own = " ".join(trains) or "2"
    return Builder().tiles(**NORTH).cash(n6=cash).trains(n6=own).phase(phase).minor("6", "run")


def fiume(cash: int = 50, phase: str = "yellow", **more: str) -> Game:
    built = Builder().owns("cy", "n13").tiles(**FIUME).cash(n13=cash).phase(phase)
    return built.trains(**{"n13": "2", **more}).minor("13", "run")


EAST = {"H21": "9 0", "G22": "3 5", "H23": "5 2", "G24": "58 4", "G26": "58 5", "H27": "236 0"}
"""The mine I20, a town, Nagyszeben, two towns, Brassó, Isztambul."""


def all_three(phase: str, cash: int = 90) -> Game:
    """#12 has a use for each rail car: a mine, a red location, more towns than its train may visit."""
    built = Builder().tiles(**EAST).phase(phase).cash(n12=cash).trains(n12="3")
    return built.minor("12", "run")


@pytest.mark.rule("MAG-VI.3.7.19", "MAG-VI.3.7.7")
def test_a_rail_car_that_alone_brings_a_route_need_not_be_bought():
    """The only route leads through the mine: #6 is offered the run that pays for it, and the run of nothing."""
    game = Builder().tiles(B17="57 0", A16="58 2").cash(n6=50).trains(n6="2").minor("6", "run")
    runs = {one.action.using: one for one in game.choices.offers if isinstance(one.action, RunTrains)}
    nothing = runs[()]

    assert set(runs) == {(), ("SNW",)}
    assert (nothing.action.routes, nothing.facts["revenue"]) == ((), 0)
    assert paid(game, game.play(nothing.action), "n6", "cy", "SNW") == (0, 0, 0)
    assert refused(game, "pass").key == "must_act"


# --- the split


@pytest.mark.rule("MAG-VI.3.7.6", "MAG-III.3.2.7", "MAG-VI.3.7.10", "MAG-VI.3.7.9", "MAG-III.3.3.9")
def test_ex_14_raba_pays_for_itself():
    """EX-14: 60 of revenue is shared with the owner, after 10 to RABA: the treasury ends at 70."""
    game = fiume()
    now = after(game, "run 13 RABA 2:I2.0-H1.0")

    assert now.state.runs["13"].revenue == 60
    assert now.pos.cash("13") == 70
    assert paid(game, now, "cy", "RABA", "bank") == (30, 10, -60)


@pytest.mark.rule("MAG-VI.3.7.6", "MAG-III.3.2.7")
def test_half_of_the_revenue_goes_to_the_owner():
    """Without rail cars 30 is 15 for the owner and 15 for the treasury; nobody is asked about it."""
    game = north()
    now = after(game, "run 6 - 2:B17.0-B15.0")

    assert paid(game, now, "n6", "cy", "bank") == (15, 15, -30)
    assert "dividend" not in {action.verb for action in now.choices}


@pytest.mark.rule("MAG-VI.3.7.16", "MAG-III.3.3.11")
def test_ex_17_a_mine_is_for_the_treasury_alone():
    """EX-17: 30 shared as 15 and 15, 30 of the mine on top: 50 - 10 + 15 + 30 = 85."""
    game = north()
    now = after(game, "run 6 SNW 2:A18.0-B17.0-B15.0")

    assert now.pos.cash("6") == 85
    assert paid(game, now, "cy", "SNW") == (15, 10)
    assert [(one.revenue, one.subsidy) for one in now.events if isinstance(one, Ran)] == [(30, 30)]


@pytest.mark.rule("MAG-VI.3.7.6")
def test_halves_are_whole():
    """Values are multiples of ten, so no forint is lost in a split (decision A23)."""
    for cars in ("-", "RABA"):
        now = after(fiume(), f"run 13 {cars} 2:I2.0-H1.0")
        ran = next(one for one in now.events if isinstance(one, Ran))
        assert ran.revenue % 10 == 0


# --- paying for rail cars


@pytest.mark.rule("MAG-VI.3.7.8", "MAG-III.3.3.9", "MAG-III.3.3.10", "MAG-III.3.3.11")
@pytest.mark.parametrize(
    ("phase", "steps"),
    [("yellow", (10, 20, 30)), ("green", (10, 20, 30)), ("brown", (20, 30, 40)), ("gray", (20, 30, 40))],
)
@pytest.mark.parametrize("order", [("RABA", "GC", "SNW"), ("SNW", "RABA", "GC")])
def test_ex_19_each_further_rail_car_costs_more(phase: str, steps: tuple, order: tuple):
    """EX-19: three cost 60, from brown on 90, and the owner chooses who gets which part."""
    game = all_three(phase)
    run = next(one for one in game.choices if isinstance(one, RunTrains) and one.using == order)
    now = game.play(run)

    assert paid(game, now, *order) == steps
    assert sum(steps) == {"yellow": 60, "green": 60, "brown": 90, "gray": 90}[phase]
    assert not list(violations(now.pos))


@pytest.mark.rule("MAG-VI.3.7.7")
def test_any_number_of_rail_cars_may_be_used():
    """None, one, two in either order, or all three in any order."""
    used = {one.using for one in all_three("yellow").choices if isinstance(one, RunTrains)}

    assert {len(cars) for cars in used} == {0, 1, 2, 3}
    assert len([cars for cars in used if len(cars) == 3]) == 6


@pytest.mark.rule("MAG-VI.3.7.8", "MAG-VI.3.7.9")
def test_rail_cars_are_paid_before_the_run():
    """With 9 in the treasury the first is refused, whatever the run would bring (decision A18)."""
    refusal = refused(fiume(9), "run 13 RABA 2:I2.0-H1.0")

    assert (refusal.key, refusal.values) == ("railcar_cash", {"cost": 10, "cash": 9})
    assert refusal.clauses == ("MAG-VI.3.7.8", "MAG-VI.3.7.9")
    assert legal(fiume(10), "run 13 RABA 2:I2.0-H1.0")
    assert refused(fiume(19, "brown"), "run 13 RABA 2:I2.0-H1.0").values["cost"] == 20


@pytest.mark.rule("MAG-VI.3.7.8")
def test_two_rail_cars_cost_thirty():
    """29 pay for one of them only."""
    poor = {one.using for one in all_three("yellow", 29).choices if isinstance(one, RunTrains)}
    rich = {one.using for one in all_three("yellow", 30).choices if isinstance(one, RunTrains)}

    assert max(map(len, poor)) == 1
    assert max(map(len, rich)) == 2


@pytest.mark.rule("MAG-VI.3.7.21")
def test_no_rail_car_is_bought_twice():
    """The same one a second time is refused."""
    game = fiume(100)

    refusal = refused(game, "run 13 RABA,RABA 2:I2.0-H1.0")
    assert (refusal.key, refusal.clauses) == ("railcar_twice", ("MAG-VI.3.7.21",))
    assert legal(game, "run 13 RABA 2:I2.0-H1.0")


@pytest.mark.rule("MAG-VI.3.7.7")
@pytest.mark.parametrize("cars", ["SIK", "RABA,MAVAG", "nobody", "bonus"])
def test_there_are_three_rail_cars(cars: str):
    """One that nobody sells is refused by its name."""
    refusal = refused(fiume(100), f"run 13 {cars} 2:I2.0-H1.0")

    assert (refusal.key, refusal.clauses) == ("railcar_none", ("MAG-VI.3.7.7",))
    assert refusal.values["car"] == cars.rpartition(",")[2]


@pytest.mark.rule("MAG-VI.3.7.22")
def test_a_rail_car_is_used_up():
    """In the next OR the bonus must be paid again; without paying the run earns what it is worth."""
    board = Builder().owns("cy", "n13").tiles(**FIUME).cash(n13=100, ann=0).trains(n13="2")
    first = after(board.minor("13", "run", (2, 1), rounds=2), "run 13 RABA 2:I2.0-H1.0", "pass")
    while first.pos.unit != "13":
        first = first.play(list(first.choices)[-1])
    first = after(first, "run 13 - 2:I2.0-H1.0")

    assert first.pos.frame.number == (2, 2)
    assert first.state.runs["13"].revenue == 40
    assert first.pos.cash("RABA") == 0


@pytest.mark.rule("MAG-VI.3.7.24")
def test_a_rail_car_of_no_use_is_refused():
    """SNW without a mine on any route is refused in play as well, and not offered."""
    refusal = refused(fiume(100), "run 13 SNW 2:I2.0-H1.0")

    assert (refusal.key, refusal.clauses) == ("railcar_unused", ("MAG-VI.3.7.24",))
    assert {one.using for one in fiume(100).choices if isinstance(one, RunTrains)} == {(), ("RABA",)}


def two_ways(*options: str) -> Game:
    """From Székesfehérvár one way leads to Sopron (20), the other to a town (10)."""
    ways = {"E10": "6 1", "E8": "8 2", "D7": "57 2", "D11": "8 4", "D13": "4 1"}
    return Builder(3, *options).tiles(**ways).minor("3", "run")


@pytest.mark.rule("MAG-VI.3.7.5")
def test_less_than_the_best_is_refused():
    """The best total for the rail cars chosen must be claimed; the refusal shows it (decision A19)."""
    game = two_ways()
    refusal = refused(game, "run 3 - 2:E10.0-D11-D13.0")

    assert (refusal.key, refusal.clauses) == ("route_not_best", ("MAG-VI.3.7.5",))
    assert refusal.values["best"] == 40
    assert legal(game, "run 3 - 2:D7.0-E8-E10.0")


@pytest.mark.rule("MAG-VI.3.7.5")
def test_rail_cars_that_would_bring_more_are_free_to_choose():
    """Who does not pay for RABA claims the best without it, although more was possible."""
    assert legal(fiume(100), "run 13 - 2:I2.0-H1.0")


@pytest.mark.rule("MAG-VI.3.7.5")
def test_a_table_may_claim_less():
    """Under the reading of recorded games any legal routes may be run."""
    game = two_ways("revenue_claim=free")

    assert legal(game, "run 3 - 2:E10.0-D11-D13.0")
    assert refused(game, "run 3 - 2:E10.0-D9.0").key == "route_unknown"


def test_prices_are_known_for_any_selection():
    """The price list of a phase is as long as there are rail cars."""
    pos = fiume().pos

    assert revenue.car_prices(pos, ()) == ()
    assert revenue.car_prices(pos, ("SNW", "GC", "RABA")) == (10, 20, 30)


@pytest.mark.rule("MAG-VI.3.7.5")
def test_a_table_that_claims_less_is_told_what_more_there_is():
    """The better set with the same rail cars is named, whether it must be claimed or not."""
    free, strict = two_ways("revenue_claim=free"), two_ways()
    less, most = (free.read(f"run 3 - {way}") for way in ("2:E10.0-D11-D13.0", "2:D7.0-E8-E10.0"))
    better, refusal = free.choices.why_not_more(less), strict.choices.why_not_more(less)

    assert better is not None
    assert refusal == strict.choices.why_not(less)
    assert (better.key, better.clauses) == ("route_more", ())
    assert better.values == {"short": 10, **refusal.values}
    assert free.choices.why_not_more(most) is None
    assert strict.choices.why_not_more(most) is None


def test_rail_cars_not_bought_are_no_reason_to_complain():
    """A run is compared with others that pay for the same."""
    game = fiume(100)

    assert game.choices.why_not_more(game.read("run 13 - 2:I2.0-H1.0")) is None
