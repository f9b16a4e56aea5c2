import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.position import Position
from engine.titles.t18mag import routing
from tests.engine.routes.recorded_runs import games, runs
from tests.games.t18mag.claiming import CROSS, claim, cross, fault
from tests.tools.builder import position, tiles, tokens


@pytest.mark.rule("MAG-VI.3.6.2", "MAG-VI.3.6.7", "MAG-VI.3.7.2")
def test_two_trains_meet_in_a_city_on_different_track():
    """EX-10: a 4-train and a 6-train that meet only in one city earn 280 together."""
    pos = cross(n3="4 6")

    assert routing.best(pos, "3").revenue == 280
    ways = "4:C12.0-D13.0-E14.0-D15.0", "6:E20.0-E18.0-E16.0-E14.0-F13.0-G12.0"
    assert [run.revenue for run in claim(pos, "3", *ways).runs] == [110, 170]


@pytest.mark.rule("MAG-VI.2.11", "MAG-VI.3.4.3")
def test_a_full_city_ends_a_route():
    """EX-11: with D full a 4-train earns 110."""
    assert routing.best(cross(n11="4"), "11").revenue == 110


@pytest.mark.rule("MAG-VI.2.12")
def test_a_free_slot_lets_a_route_pass():
    """EX-11: with D open the same train goes on to A for 140."""
    pos = position(CROSS, tokens(E14="3.0 11.0", E16="3.0"), {"11": ("4",)}, "brown")

    assert routing.best(pos, "11").revenue == 140


@pytest.mark.rule("MAG-VI.3.4.3", "MAG-VI.2.11")
def test_a_stranger_only_ends_in_a_full_city():
    """EX-12: who has no station in G runs to it and no further."""
    best = routing.best(cross(n1="4"), "1")

    assert (best.revenue, len(best.runs[0].stops)) == (80, 3)


@pytest.mark.rule("MAG-VI.2.11")
def test_passing_a_full_city_is_refused():
    """The refusal names the city that is full."""
    judged = claim(cross(n1="4"), "1", "4:C12.0-D13.0-E14.0-D15.0")

    assert fault(judged) == ("route_blocked", {"city": "E14.0"})


@pytest.mark.rule("MAG-VI.2.12")
def test_an_own_station_lets_a_route_pass_a_full_city():
    """The owner of a station passes its city although it is full."""
    assert claim(cross(n3="4"), "3", "4:C12.0-D13.0-E14.0-D15.0").revenue == 110


@pytest.mark.rule("MAG-VI.3.7.5")
def test_the_highest_sum_is_claimed():
    """Two trains earn the highest sum, not twice what one of them could earn alone."""
    pos = cross(n3="6 6")

    assert routing.best(pos, "3", trains=("6",)).revenue == 180
    assert routing.best(pos, "3").revenue == 280


# --- the other examples

SOUTH = tiles(G14="8860 0", H13="58 3", I14="8859 1")


@pytest.mark.rule("MAG-VI.3.6.2", "MAG-VI.3.7.1", "MAG-VI.3.7.3")
def test_a_train_earns_the_values_of_all_its_locations():
    """EX-13: two cities, a town and a red location by phase make 110."""
    pos = position(SOUTH, tokens(I14="9.0"), {"9": ("4",)}, "green")

    assert routing.best(pos, "9").revenue == 110


@pytest.mark.rule("MAG-VI.3.7.3")
@pytest.mark.parametrize(("phase", "red"), [("yellow", 20), ("green", 30), ("brown", 40), ("gray", 50)])
def test_red_locations_are_worth_more_in_later_phases(phase: str, red: int):
    """Fiume to Trieszt earns what the phase says."""
    pos = position(tiles(I2="57 2"), tokens(I2="13.0"), {"13": ("2",)}, phase)

    assert routing.best(pos, "13").revenue == 20 + red


@pytest.mark.rule("MAG-VI.3.7.10")
@pytest.mark.parametrize(("phase", "total"), [("yellow", 60), ("green", 70), ("brown", 90), ("gray", 100)])
def test_raba_adds_to_a_red_location(phase: str, total: int):
    """EX-14: 20 more in yellow and green, 30 in brown and gray."""
    pos = position(tiles(I2="57 2"), tokens(I2="13.0"), {"13": ("2",)}, phase)

    assert routing.best(pos, "13", ("RABA",)).revenue == total
    assert claim(pos, "13", "2:I2.0-H1.0", using=("RABA",)).revenue == total


EAST = tiles(G22="4 2", H23="5 2", G24="58 4", G26="58 5", H27="236 0")
EAST_STATION = tokens(H23="12.0")


def east(*trains: str) -> Position:
    return position(EAST, EAST_STATION, {"12": trains}, "green")


@pytest.mark.rule("MAG-VI.3.6.2")
def test_a_train_stops_at_its_number():
    """EX-15: a 3-train without help earns 40."""
    assert routing.best(east("3"), "12").revenue == 40


@pytest.mark.rule("MAG-VI.3.7.12")
def test_gc_lets_a_train_visit_towns_besides():
    """EX-16: as 3+3 it visits three towns more, for 120."""
    best = routing.best(east("3"), "12", ("GC",))

    assert best.revenue == 120
    assert claim(east("3"), "12", *map(str, best.routes), using=("GC",)).revenue == 120


@pytest.mark.rule("MAG-VI.3.6.2", "MAG-VI.3.6.3")
def test_no_location_on_the_way_is_left_out():
    """Every town on the route counts against the number of the train."""
    judged = claim(east("3"), "12", "3:H23.0-G24.0-G26.0-H27.0")

    assert fault(judged) == ("route_too_long", {"count": 4, "train": "3"})


@pytest.mark.rule("MAG-VI.3.7.13")
def test_the_further_locations_are_towns():
    """A 2+2 visits no third city."""
    line = tiles(E14="57 2", F15="57 2", G16="57 2")
    pos = position(line, tokens(E14="1.0"), {"1": ("2",)})
    judged = claim(pos, "1", "2:E14.0-F15.0-G16.0", using=("GC",))

    assert fault(judged) == ("route_too_long", {"count": 3, "train": "2+2"})
    assert fault_of_best(pos, "1", "GC") == ("railcar_unused", {"car": "GC"})


def fault_of_best(pos: Position, unit: str, *cars: str) -> tuple[str, dict]:
    found = routing.best(pos, unit, cars)
    assert not found.routes
    assert found.fault is not None
    return found.fault.key, dict(found.fault.values)


@pytest.mark.rule("MAG-VI.3.7.14")
def test_gc_counts_for_one_train():
    """Of two trains only one may visit more than its number."""
    judged = claim(east("2", "2"), "12", "2:H23.0-G24.0-G26.0", "2:G22.0-H23.0", using=("GC",))
    both = claim(east("2", "3"), "12", "2:H23.0-G24.0-G26.0", "3:H23.0-G24.0-G26.0-H27.0", using=("GC",))

    assert judged.revenue == 70
    assert fault(both) == ("route_too_long", {"count": 4, "train": "3"})


# --- mines

MINE = tiles(B17="6 1", B15="4 1")
MINE_STATION = tokens(B17="6.0")


def mine(*trains: str, phase: str = "yellow") -> Position:
    return position(MINE, MINE_STATION, {"6": trains}, phase)


@pytest.mark.rule("MAG-VI.3.7.15", "MAG-VI.3.7.18", "MAG-VI.2.2")
def test_snw_lets_a_train_run_to_a_mine():
    """EX-17: a 2-train visits the mine in addition to two locations."""
    best = routing.best(mine("2"), "6", ("SNW",))

    assert (best.revenue, best.subsidy) == (30, 30)
    judged = claim(mine("2"), "6", "2:A18.0-B17.0-B15.0", using=("SNW",))
    assert (judged.revenue, judged.subsidy) == (30, 30)


@pytest.mark.rule("MAG-VI.3.7.20")
def test_without_snw_no_train_runs_to_a_mine():
    """EX-18: the run to the mine is refused and the rest remains."""
    judged = claim(mine("2"), "6", "2:A18.0-B17.0-B15.0")
    best = routing.best(mine("2"), "6")

    assert fault(judged) == ("route_mine", {"hex": "A18"})
    assert (best.revenue, best.subsidy) == (30, 0)


@pytest.mark.rule("MAG-VI.3.7.15")
def test_snw_lets_a_train_pass_a_mine():
    """With the mine paid for, a route may go on behind it."""
    laid = tiles(B17="6 1", A16="57 4") | tiles(B19="57 1")
    pos = position(laid, MINE_STATION, {"6": ("2",)})

    assert routing.best(pos, "6").revenue == 0
    assert routing.best(pos, "6", ("SNW",)).revenue == 40


@pytest.mark.rule("MAG-VI.3.7.17", "MAG-VI.2.3")
def test_a_mine_and_one_location_are_no_route():
    """A mine does not help to reach two locations."""
    pos = position(tiles(B17="6 1"), MINE_STATION, {"6": ("2",)})

    assert fault(claim(pos, "6", "2:A18.0-B17.0", using=("SNW",))) == ("route_too_short", {})
    assert fault_of_best(pos, "6", "SNW") == ("railcar_unused", {"car": "SNW"})


@pytest.mark.rule("MAG-VI.3.7.19")
def test_snw_counts_for_one_mine():
    """Two mines in one turn are refused, on one route or on two."""
    laid = tiles(B17="14 0", B15="4 1", A16="9 1", A14="14 0", A12="9 1", B13="57 0")
    pos = position(laid, tokens(B17="6.0", A14="6.0", B13="6.0"), {"6": ("4", "4")})
    first, second = "4:A18.0-B17.0-B15.0", "4:A10.0-A12-A14.0-B13.0"
    both = "4:A10.0-A12-A14.0-A16-A18.0-B17.0"

    assert claim(pos, "6", first, using=("SNW",)).subsidy == 30
    assert claim(pos, "6", second, using=("SNW",)).subsidy == 30
    assert fault(claim(pos, "6", first, second, using=("SNW",))) == ("route_mine", {"hex": "A10"})
    assert fault(claim(pos, "6", both, using=("SNW",))) == ("route_mine", {"hex": "A18"})


# --- rail cars together


@pytest.mark.rule("MAG-VI.3.7.24")
@pytest.mark.parametrize("car", ["RABA", "GC", "SNW"])
def test_a_paid_rail_car_must_be_of_use(car: str):
    """Routes that make nothing of a rail car are refused, and none is proposed."""
    pos = position(tiles(E14="57 2", F15="57 2"), tokens(E14="1.0"), {"1": ("2",)})

    assert fault(claim(pos, "1", "2:E14.0-F15.0", using=(car,))) == ("railcar_unused", {"car": car})
    assert fault_of_best(pos, "1", car) == ("railcar_unused", {"car": car})


@pytest.mark.rule("MAG-VI.3.7.11")
def test_raba_counts_once_between_two_red_locations():
    """A route from Isztambul to Galicia gets one bonus."""
    way = tiles(H27="236 0", G26="9 2", F25="9 2", E24="9 2", D23="8 3", C24="8 0")
    pos = position(way, tokens(H27="12.0"), {"12": ("3",)}, "green")
    path = "3:I26.0-H27.0-G26-F25-E24-D23-C24-B23.0"

    assert routing.best(pos, "12").revenue == 110
    assert routing.best(pos, "12", ("RABA",)).revenue == 130
    assert claim(pos, "12", path, using=("RABA",)).revenue == 130


@pytest.mark.rule("MAG-VI.3.7.11")
def test_raba_counts_for_one_train():
    """Two trains at red locations get one bonus together."""
    pos = position(SOUTH | tiles(I2="57 2"), tokens(I2="13.0", I14="13.0"), {"13": ("2", "4")}, "green")

    assert routing.best(pos, "13").revenue == 160
    assert routing.best(pos, "13", ("RABA",)).revenue == 180


@pytest.mark.rule("MAG-VI.3.7.23")
def test_rail_cars_may_serve_the_same_train():
    """One train uses the plus and the bonus."""
    best = routing.best(east("3"), "12", ("GC", "RABA"))

    assert best.revenue == 140


# --- questions beyond the rules


def test_other_trains_can_be_asked_for():
    """The answer for trains that are not owned leaves the position as it is."""
    pos = cross(n3="2")

    assert routing.best(pos, "3", trains=("4", "6")).revenue == 280
    assert routing.best(pos, "3").revenue == 70


def test_stations_everywhere_take_all_blocks_away():
    """With a station in every city even a stranger's train goes where it likes."""
    assert routing.best(cross(n1="6"), "1", everywhere=True).revenue == 180


# --- recorded games


@pytest.fixture
def recorded() -> Iterator:
    """Runs of recorded games: of three of them, or of as many as CONFORMANCE_GAMES says."""
    folder = os.environ.get("CONFORMANCE_DIR")
    if not folder:
        pytest.skip("CONFORMANCE_DIR does not name the folder of recorded games")
    some = games(Path(folder))[: int(os.environ.get("CONFORMANCE_GAMES", "3"))]
    return (run for path in some for run in runs(path))


@pytest.mark.slow
@pytest.mark.rule("MAG-VI.3.7.1", "MAG-VI.3.7.2", "MAG-VI.3.7.5")
def test_recorded_runs_are_priced_alike_and_never_beat_the_best(recorded: Iterator):
    """Every recorded run is legal and worth what was paid, and the best set earns at least as much."""
    for run in recorded:
        judged = routing.judge(run.pos, run.unit, run.using, run.routes())
        best = routing.best(run.pos, run.unit, run.using)
        if run.event["trains"]:
            assert judged.fault is None, run
        assert (judged.revenue, judged.subsidy) == (run.event["revenue"], run.event.get("subsidy", 0)), run
        assert best.revenue >= judged.revenue, run
