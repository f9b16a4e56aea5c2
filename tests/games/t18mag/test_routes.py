import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.actions import Route
from engine.position import Position
from engine.titles.t18mag import running

sys.path.insert(0, str(Path(__file__).parents[2] / "engine" / "board"))

from recorded_runs import games, runs
from route_boards import position, stations, tiles


def claim(pos: Position, unit: str, *texts: str, using: tuple[str, ...] = ()) -> running.Judged:
    """Judge routes written ``4:E12.0-E14-F13.0``."""
    routes = [text.partition(":") for text in texts]
    return running.judge(
        pos, unit, using, tuple(Route(train, tuple(path.split("-"))) for train, _, path in routes)
    )


def fault(judged: running.Judged) -> tuple[str, dict]:
    """The rule that a set of routes breaks, and the values for the sentence."""
    assert judged.fault is not None
    return judged.fault.key, dict(judged.fault.values)


# --- the blocked cross of the rulebook: I-E-G-H, A-B-D-G-F-C

CROSS = tiles(
    C12="14 2", D13="4 2", E14="611 0", D15="14 0", E16="14 0", E18="57 1", E20="L34 1", F13="4 0", G12="57 0"
)
"""I, E, G, H, D, B, A, F and C in this order."""


def cross(**trains: str) -> Position:
    owned = {unit.lstrip("n"): tuple(names.split()) for unit, names in trains.items()}
    placed = stations(E14="3.0 11.0", E16="3.0 5.0", C12="1.0")
    return position(CROSS, placed, owned, "brown")


@pytest.mark.rule("MAG-VI.3.6.2", "MAG-VI.3.6.7", "MAG-VI.3.7.2")
def test_two_trains_meet_in_a_city_on_different_track():
    """EX-10: a 4-train and a 6-train that meet only in one city earn 280 together."""
    pos = cross(n3="4 6")

    assert running.best(pos, "3").revenue == 280
    ways = "4:C12.0-D13.0-E14.0-D15.0", "6:E20.0-E18.0-E16.0-E14.0-F13.0-G12.0"
    assert [run.revenue for run in claim(pos, "3", *ways).runs] == [110, 170]


@pytest.mark.rule("MAG-VI.2.11", "MAG-VI.3.4.3")
def test_a_full_city_ends_a_route():
    """EX-11: with D full a 4-train earns 110."""
    assert running.best(cross(n11="4"), "11").revenue == 110


@pytest.mark.rule("MAG-VI.2.12")
def test_a_free_slot_lets_a_route_pass():
    """EX-11: with D open the same train goes on to A for 140."""
    pos = position(CROSS, stations(E14="3.0 11.0", E16="3.0"), {"11": ("4",)}, "brown")

    assert running.best(pos, "11").revenue == 140


@pytest.mark.rule("MAG-VI.3.4.3", "MAG-VI.2.11")
def test_a_stranger_only_ends_in_a_full_city():
    """EX-12: who has no station in G runs to it and no further."""
    best = running.best(cross(n1="4"), "1")

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

    assert running.best(pos, "3", trains=("6",)).revenue == 180
    assert running.best(pos, "3").revenue == 280


# --- the other examples

SOUTH = tiles(G14="8860 0", H13="58 3", I14="8859 1")


@pytest.mark.rule("MAG-VI.3.6.2", "MAG-VI.3.7.1", "MAG-VI.3.7.3")
def test_a_train_earns_the_values_of_all_its_locations():
    """EX-13: two cities, a town and a red location by phase make 110."""
    pos = position(SOUTH, stations(I14="9.0"), {"9": ("4",)}, "green")

    assert running.best(pos, "9").revenue == 110


@pytest.mark.rule("MAG-VI.3.7.3")
@pytest.mark.parametrize(("phase", "red"), [("yellow", 20), ("green", 30), ("brown", 40), ("gray", 50)])
def test_red_locations_are_worth_more_in_later_phases(phase: str, red: int):
    """Fiume to Trieszt earns what the phase says."""
    pos = position(tiles(I2="57 2"), stations(I2="13.0"), {"13": ("2",)}, phase)

    assert running.best(pos, "13").revenue == 20 + red


@pytest.mark.rule("MAG-VI.3.7.10")
@pytest.mark.parametrize(("phase", "total"), [("yellow", 60), ("green", 70), ("brown", 90), ("gray", 100)])
def test_raba_adds_to_a_red_location(phase: str, total: int):
    """EX-14: 20 more in yellow and green, 30 in brown and gray."""
    pos = position(tiles(I2="57 2"), stations(I2="13.0"), {"13": ("2",)}, phase)

    assert running.best(pos, "13", ("RABA",)).revenue == total
    assert claim(pos, "13", "2:I2.0-H1.0", using=("RABA",)).revenue == total


EAST = tiles(G22="4 2", H23="5 2", G24="58 4", G26="58 5", H27="236 0")
EAST_STATION = stations(H23="12.0")


def east(*trains: str) -> Position:
    return position(EAST, EAST_STATION, {"12": trains}, "green")


@pytest.mark.rule("MAG-VI.3.6.2")
def test_a_train_stops_at_its_number():
    """EX-15: a 3-train without help earns 40."""
    assert running.best(east("3"), "12").revenue == 40


@pytest.mark.rule("MAG-VI.3.7.12")
def test_gc_lets_a_train_visit_towns_besides():
    """EX-16: as 3+3 it visits three towns more, for 120."""
    best = running.best(east("3"), "12", ("GC",))

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
    pos = position(line, stations(E14="1.0"), {"1": ("2",)})
    judged = claim(pos, "1", "2:E14.0-F15.0-G16.0", using=("GC",))

    assert fault(judged) == ("route_too_long", {"count": 3, "train": "2+2"})
    assert fault_of_best(pos, "1", "GC") == ("railcar_unused", {"car": "GC"})


def fault_of_best(pos: Position, unit: str, *cars: str) -> tuple[str, dict]:
    found = running.best(pos, unit, cars)
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
MINE_STATION = stations(B17="6.0")


def mine(*trains: str, phase: str = "yellow") -> Position:
    return position(MINE, MINE_STATION, {"6": trains}, phase)


@pytest.mark.rule("MAG-VI.3.7.15", "MAG-VI.3.7.18", "MAG-VI.2.2")
def test_snw_lets_a_train_run_to_a_mine():
    """EX-17: a 2-train visits the mine in addition to two locations."""
    best = running.best(mine("2"), "6", ("SNW",))

    assert (best.revenue, best.subsidy) == (30, 30)
    judged = claim(mine("2"), "6", "2:A18.0-B17.0-B15.0", using=("SNW",))
    assert (judged.revenue, judged.subsidy) == (30, 30)


@pytest.mark.rule("MAG-VI.3.7.20")
def test_without_snw_no_train_runs_to_a_mine():
    """EX-18: the run to the mine is refused and the rest remains."""
    judged = claim(mine("2"), "6", "2:A18.0-B17.0-B15.0")
    best = running.best(mine("2"), "6")

    assert fault(judged) == ("route_mine", {"hex": "A18"})
    assert (best.revenue, best.subsidy) == (30, 0)


@pytest.mark.rule("MAG-VI.3.7.15")
def test_snw_lets_a_train_pass_a_mine():
    """With the mine paid for, a route may go on behind it."""
    laid = tiles(B17="6 1", A16="57 4") | tiles(B19="57 1")
    pos = position(laid, MINE_STATION, {"6": ("2",)})

    assert running.best(pos, "6").revenue == 0
    assert running.best(pos, "6", ("SNW",)).revenue == 40


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
    pos = position(laid, stations(B17="6.0", A14="6.0", B13="6.0"), {"6": ("4", "4")})
    first, second = "4:A18.0-B17.0-B15.0", "4:A10.0-A12-A14.0-B13.0"
    both = "4:A10.0-A12-A14.0-A16-A18.0-B17.0"

    assert claim(pos, "6", first, using=("SNW",)).subsidy == 30
    assert claim(pos, "6", second, using=("SNW",)).subsidy == 30
    assert fault(claim(pos, "6", first, second, using=("SNW",))) == ("route_mine", {"hex": "A10"})
    assert fault(claim(pos, "6", both, using=("SNW",))) == ("route_mine", {"hex": "A18"})


# --- rail cars together

RED_LINE = tiles(C8="57 1", D7="57 2")


@pytest.mark.rule("MAG-VI.3.7.24")
@pytest.mark.parametrize("car", ["RABA", "GC", "SNW"])
def test_a_paid_rail_car_must_be_of_use(car: str):
    """Routes that make nothing of a rail car are refused, and none is proposed."""
    pos = position(tiles(E14="57 2", F15="57 2"), stations(E14="1.0"), {"1": ("2",)})

    assert fault(claim(pos, "1", "2:E14.0-F15.0", using=(car,))) == ("railcar_unused", {"car": car})
    assert fault_of_best(pos, "1", car) == ("railcar_unused", {"car": car})


@pytest.mark.rule("MAG-VI.3.7.11")
def test_raba_counts_once_between_two_red_locations():
    """A route from Isztambul to Galicia gets one bonus."""
    way = tiles(H27="236 0", G26="9 2", F25="9 2", E24="9 2", D23="8 3", C24="8 0")
    pos = position(way, stations(H27="12.0"), {"12": ("3",)}, "green")
    path = "3:I26.0-H27.0-G26-F25-E24-D23-C24-B23.0"

    assert running.best(pos, "12").revenue == 110
    assert running.best(pos, "12", ("RABA",)).revenue == 130
    assert claim(pos, "12", path, using=("RABA",)).revenue == 130


@pytest.mark.rule("MAG-VI.3.7.11")
def test_raba_counts_for_one_train():
    """Two trains at red locations get one bonus together."""
    pos = position(SOUTH | tiles(I2="57 2"), stations(I2="13.0", I14="13.0"), {"13": ("2", "4")}, "green")

    assert running.best(pos, "13").revenue == 160
    assert running.best(pos, "13", ("RABA",)).revenue == 180


@pytest.mark.rule("MAG-VI.3.7.23")
def test_rail_cars_may_serve_the_same_train():
    """One train uses the plus and the bonus."""
    best = running.best(east("3"), "12", ("GC", "RABA"))

    assert best.revenue == 140


# --- what a route may be


@pytest.mark.rule("MAG-VI.2.1", "MAG-VI.2.3")
def test_a_route_needs_two_locations():
    """A single city is no route."""
    assert fault(claim(cross(n3="4"), "3", "4:E14.0")) == ("route_too_short", {})


@pytest.mark.rule("MAG-VI.2.4", "MAG-VI.3.4.2")
def test_a_route_contains_an_own_station():
    """Track without an own station on it is for others to run."""
    pos = cross(n1="4")

    assert fault(claim(pos, "1", "4:E18.0-E20.0")) == ("route_no_station", {"unit": "1"})
    assert all(("C12", 0) in run.stops for run in running.best(pos, "1").runs)


LOOP = tiles(F17="23 0", E18="57 0", F19="57 1", G16="24 3", H15="3 3", H17="5 1")


@pytest.mark.rule("MAG-VI.2.5")
def test_no_piece_of_track_is_used_twice():
    """A loop does not bring a train back over the track that led to it."""
    pos = position(LOOP, stations(E18="1.0"), {"1": ("6",)})
    judged = claim(pos, "1", "6:E18.0-F17-G16-H15.0-H17.0-G16-F17-F19.0")

    assert fault(judged) == ("route_repeat", {"hex": "F17"})
    assert {"E18", "H15", "H17"} == {hex_ for hex_, _ in running.best(pos, "1").runs[0].stops}


@pytest.mark.rule("MAG-VI.2.7")
def test_a_train_does_not_reverse_at_a_junction():
    """From one branch of a junction no train gets to the other."""
    pos = position(LOOP, stations(E18="1.0"), {"1": ("2",)})

    assert fault(claim(pos, "1", "2:E18.0-F17-F19.0")) == ("route_reverse", {"hex": "F17"})


CROSSING = tiles(F15="20 0", F13="57 1", F17="3 1", E16="5 5", G14="57 0")


@pytest.mark.rule("MAG-VI.2.6")
def test_a_route_may_use_separate_tracks_of_one_tile():
    """A route crosses itself on a tile whose tracks do not join."""
    pos = position(CROSSING, stations(F13="1.0"), {"1": ("4",)})

    assert running.best(pos, "1").revenue == 70
    assert claim(pos, "1", "4:F13.0-F15-F17.0-E16.0-F15-G14.0").revenue == 70


@pytest.mark.rule("MAG-VI.2.8")
def test_a_train_does_not_change_track_where_tracks_cross():
    """A crossing is no junction."""
    pos = position(CROSSING, stations(F13="1.0"), {"1": ("4",)})

    assert fault(claim(pos, "1", "4:F13.0-F15-G14.0")) == ("route_reverse", {"hex": "F15"})


@pytest.mark.rule("MAG-VI.2.9")
@pytest.mark.parametrize(("behind", "value"), [("D15", 30), ("E16", 30), ("F13", 10)])
def test_a_train_leaves_a_location_by_any_other_track(behind: str, value: int):
    """Through a city every track leads to every other."""
    judged = claim(cross(n3="4"), "3", f"4:D13.0-E14.0-{behind}.0")

    assert judged.revenue == 10 + 40 + value


@pytest.mark.rule("MAG-VI.2.10")
def test_a_red_location_is_only_an_end():
    """No route passes a red location."""
    pos = position(RED_LINE, stations(C8="1.0"), {"1": ("3",)})

    assert fault(claim(pos, "1", "3:C8.0-C6.0-D7.0")) == ("route_red", {"red": "C6.0"})
    assert running.best(pos, "1").routes[0].path in {("C6.0", "C8.0"), ("C8.0", "C6.0")}


BUDAPEST = tiles(E12="L33 2", D11="7 4", D13="3 0")


@pytest.mark.rule("MAG-VI.3.6.5")
def test_two_cities_on_one_tile_are_two_locations():
    """Pest and Buda are both visited on one route."""
    pos = position(BUDAPEST, stations(E12="3.1"), {"3": ("3",)})

    assert running.best(pos, "3").revenue == 70
    assert claim(pos, "3", "3:E12.0-D13.0-D11-E12.1").revenue == 70


@pytest.mark.rule("MAG-VI.3.6.4")
def test_a_location_is_visited_once():
    """A route does not come back to a city it has left."""
    pos = position(tiles(E14="611 0", D13="3 4", D15="5 0"), stations(E14="3.0"), {"3": ("6",)})
    judged = claim(pos, "3", "6:E14.0-D13.0-D15.0-E14.0")

    assert fault(judged) == ("route_repeat", {"hex": "E14"})
    assert running.best(pos, "3").revenue == 70


@pytest.mark.rule("MAG-VI.3.6.6")
def test_two_trains_share_no_track():
    """The second train is refused the track of the first."""
    judged = claim(cross(n3="4 6"), "3", "4:D13.0-E14.0-D15.0", "6:C12.0-D13.0-E14.0")

    assert fault(judged) == ("route_shared", {"hex": "D13"})


@pytest.mark.rule("MAG-VI.3.6.8")
def test_a_junction_serves_one_train():
    """Two branches of a junction are not for two trains."""
    pos = position(LOOP, stations(E18="1.0", F19="1.0"), {"1": ("2", "2")})
    judged = claim(pos, "1", "2:E18.0-F17-G16-H15.0", "2:F19.0-F17-G16-H17.0")

    assert fault(judged) == ("route_shared", {"hex": "F17"})
    assert len(running.best(pos, "1").routes) == 1


@pytest.mark.rule("MAG-VI.3.6.1")
def test_each_train_runs_once():
    """A train is not run twice, nor one that is not owned."""
    pos = cross(n3="4")

    assert fault(claim(pos, "3", "4:D13.0-E14.0", "4:E14.0-D15.0")) == ("route_train", {"train": "4"})
    assert fault(claim(pos, "3", "6:D13.0-E14.0")) == ("route_train", {"train": "6"})


@pytest.mark.rule("MAG-VI.3.6.9")
def test_a_train_without_a_route_earns_nothing():
    """Where no route exists nothing runs."""
    best = running.best(position({}, stations(B17="6.0"), {"6": ("2",)}), "6")

    assert (best.routes, best.revenue, best.proved) == ((), 0, True)


@pytest.mark.rule("MAG-VI.3.7.4")
def test_markers_of_majors_add_ten_each():
    """Two majors in a city make it worth 20 more for everyone; a minor's station adds nothing."""
    pos = position(CROSS, stations(E14="3.0", D15="SIK.0 SKEV.0"), {"3": ("2",)}, "brown")

    assert claim(pos, "3", "2:E14.0-D15.0").revenue == 40 + 30 + 20


@pytest.mark.parametrize(
    "path", ["E14.0-E20.0", "E14.0-F15-G16.0", "E14.7-D15.0", "E14-D15.0", "Q99.0-E14.0", "E14.x-D15.0"]
)
def test_a_path_that_is_no_track_is_refused(path: str):
    """What is no track at all is called unknown."""
    assert fault(claim(cross(n3="4"), "3", f"4:{path}"))[0] == "route_unknown"


# --- questions beyond the rules


def test_other_trains_can_be_asked_for():
    """The answer for trains that are not owned leaves the position as it is."""
    pos = cross(n3="2")

    assert running.best(pos, "3", trains=("4", "6")).revenue == 280
    assert running.best(pos, "3").revenue == 70


def test_stations_everywhere_take_all_blocks_away():
    """With a station in every city even a stranger's train goes where it likes."""
    assert running.best(cross(n1="6"), "1", everywhere=True).revenue == 180


# --- recorded games


@pytest.fixture
def recorded() -> Iterator:
    """Runs of recorded games: of three of them, or of as many as CONFORMANCE_GAMES says."""
    folder = os.environ.get("CONFORMANCE_DIR")
    if not folder:
        pytest.skip("CONFORMANCE_DIR does not name the folder of recorded games")
    some = games(Path(folder))[: int(os.environ.get("CONFORMANCE_GAMES", "3"))]
    return (run for path in some for run in runs(path))


@pytest.mark.rule("MAG-VI.3.7.1", "MAG-VI.3.7.2", "MAG-VI.3.7.5")
def test_recorded_runs_are_priced_alike_and_never_beat_the_best(recorded: Iterator):
    """Every recorded run is legal and worth what was paid, and the best set earns at least as much."""
    for run in recorded:
        judged = running.judge(run.pos, run.unit, run.using, run.routes())
        best = running.best(run.pos, run.unit, run.using)
        if run.event["trains"]:
            assert judged.fault is None, run
        assert (judged.revenue, judged.subsidy) == (run.event["revenue"], run.event.get("subsidy", 0)), run
        assert best.revenue >= judged.revenue, run
