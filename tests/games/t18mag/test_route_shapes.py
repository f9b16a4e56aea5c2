import pytest

from engine.titles.t18mag import routing
from tests.games.t18mag.claiming import CROSS, RED_LINE, claim, cross, fault
from tests.tools.builder import position, tiles, tokens


@pytest.mark.rule("MAG-VI.2.1", "MAG-VI.2.3")
def test_a_route_needs_two_locations():
    """A single city is no route."""
    assert fault(claim(cross(n3="4"), "3", "4:E14.0")) == ("route_too_short", {})


@pytest.mark.rule("MAG-VI.2.4", "MAG-VI.3.4.2")
def test_a_route_contains_an_own_station():
    """Track without an own station on it is for others to run."""
    pos = cross(n1="4")

    assert fault(claim(pos, "1", "4:E18.0-E20.0")) == ("route_no_token", {"unit": "1"})
    assert all(("C12", 0) in run.stops for run in routing.best(pos, "1").runs)


LOOP = tiles(F17="23 0", E18="57 0", F19="57 1", G16="24 3", H15="3 3", H17="5 1")


@pytest.mark.rule("MAG-VI.2.5")
def test_no_piece_of_track_is_used_twice():
    """A loop does not bring a train back over the track that led to it."""
    pos = position(LOOP, tokens(E18="1.0"), {"1": ("6",)})
    judged = claim(pos, "1", "6:E18.0-F17-G16-H15.0-H17.0-G16-F17-F19.0")

    assert fault(judged) == ("route_repeat", {"hex": "F17"})
    assert {"E18", "H15", "H17"} == {hex_ for hex_, _ in routing.best(pos, "1").runs[0].stops}


@pytest.mark.rule("MAG-VI.2.7")
def test_a_train_does_not_reverse_at_a_junction():
    """From one branch of a junction no train gets to the other."""
    pos = position(LOOP, tokens(E18="1.0"), {"1": ("2",)})

    assert fault(claim(pos, "1", "2:E18.0-F17-F19.0")) == ("route_reverse", {"hex": "F17"})


CROSSING = tiles(F15="20 0", F13="57 1", F17="3 1", E16="5 5", G14="57 0")


@pytest.mark.rule("MAG-VI.2.6")
def test_a_route_may_use_separate_tracks_of_one_tile():
    """A route crosses itself on a tile whose tracks do not join."""
    pos = position(CROSSING, tokens(F13="1.0"), {"1": ("4",)})

    assert routing.best(pos, "1").revenue == 70
    assert claim(pos, "1", "4:F13.0-F15-F17.0-E16.0-F15-G14.0").revenue == 70


@pytest.mark.rule("MAG-VI.2.8")
def test_a_train_does_not_change_track_where_tracks_cross():
    """A crossing is no junction."""
    pos = position(CROSSING, tokens(F13="1.0"), {"1": ("4",)})

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
    pos = position(RED_LINE, tokens(C8="1.0"), {"1": ("3",)})

    assert fault(claim(pos, "1", "3:C8.0-C6.0-D7.0")) == ("route_red", {"red": "C6.0"})
    assert routing.best(pos, "1").routes[0].path in {("C6.0", "C8.0"), ("C8.0", "C6.0")}


BUDAPEST = tiles(E12="L33 2", D11="7 4", D13="3 0")


@pytest.mark.rule("MAG-VI.3.6.5")
def test_two_cities_on_one_tile_are_two_locations():
    """Pest and Buda are both visited on one route."""
    pos = position(BUDAPEST, tokens(E12="3.1"), {"3": ("3",)})

    assert routing.best(pos, "3").revenue == 70
    assert claim(pos, "3", "3:E12.0-D13.0-D11-E12.1").revenue == 70


@pytest.mark.rule("MAG-VI.3.6.4")
def test_a_location_is_visited_once():
    """A route does not come back to a city it has left."""
    pos = position(tiles(E14="611 0", D13="3 4", D15="5 0"), tokens(E14="3.0"), {"3": ("6",)})
    judged = claim(pos, "3", "6:E14.0-D13.0-D15.0-E14.0")

    assert fault(judged) == ("route_repeat", {"hex": "E14"})
    assert routing.best(pos, "3").revenue == 70


@pytest.mark.rule("MAG-VI.3.6.6")
def test_two_trains_share_no_track():
    """The second train is refused the track of the first."""
    judged = claim(cross(n3="4 6"), "3", "4:D13.0-E14.0-D15.0", "6:C12.0-D13.0-E14.0")

    assert fault(judged) == ("route_shared", {"hex": "D13"})


@pytest.mark.rule("MAG-VI.3.6.8")
def test_a_junction_serves_one_train():
    """Two branches of a junction are not for two trains."""
    pos = position(LOOP, tokens(E18="1.0", F19="1.0"), {"1": ("2", "2")})
    judged = claim(pos, "1", "2:E18.0-F17-G16-H15.0", "2:F19.0-F17-G16-H17.0")

    assert fault(judged) == ("route_shared", {"hex": "F17"})
    assert len(routing.best(pos, "1").routes) == 1


@pytest.mark.rule("MAG-VI.3.6.1")
def test_each_train_runs_once():
    """A train is not run twice, nor one that is not owned."""
    pos = cross(n3="4")

    assert fault(claim(pos, "3", "4:D13.0-E14.0", "4:E14.0-D15.0")) == ("route_train", {"train": "4"})
    assert fault(claim(pos, "3", "6:D13.0-E14.0")) == ("route_train", {"train": "6"})


@pytest.mark.rule("MAG-VI.3.6.9")
def test_a_train_without_a_route_earns_nothing():
    """Where no route exists nothing runs."""
    best = routing.best(position({}, tokens(B17="6.0"), {"6": ("2",)}), "6")

    assert (best.routes, best.revenue, best.proved) == ((), 0, True)


@pytest.mark.rule("MAG-VI.3.7.4")
def test_markers_of_majors_add_ten_each():
    """Two majors in a city make it worth 20 more for everyone; a minor's station adds nothing."""
    pos = position(CROSS, tokens(E14="3.0", D15="SIK.0 SKEV.0"), {"3": ("2",)}, "brown")

    assert claim(pos, "3", "2:E14.0-D15.0").revenue == 40 + 30 + 20


@pytest.mark.parametrize(
    "path", ["E14.0-E20.0", "E14.0-F15-G16.0", "E14.7-D15.0", "E14-D15.0", "Q99.0-E14.0", "E14.x-D15.0"]
)
def test_a_path_that_is_no_track_is_refused(path: str):
    """Something that is not track at all is called unknown."""
    assert fault(claim(cross(n3="4"), "3", f"4:{path}"))[0] == "route_unknown"
