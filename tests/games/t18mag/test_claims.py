"""Sections VI.2, VI.3.6 and VI.3.7 at the table: a claimed run that breaks a rule is refused by its name."""

import pytest

from engine import notation
from engine.actions import RunTrains
from engine.game import Game
from tests.games.t18mag.builders import Builder, legal, refused

CROSS = {
    "C12": "14 2",
    "D13": "4 2",
    "E14": "611 0",
    "D15": "14 0",
    "E16": "14 0",
    "E18": "57 1",
    "F13": "4 0",
    "G12": "57 0",
}
"""The blocked cross of the rulebook; E14 is full with #3 and #11, E16 with #3 and #5."""

LOOP = {"F17": "23 0", "E18": "57 0", "F19": "57 1", "G16": "24 3", "H15": "3 3", "H17": "5 1"}


def cross(**trains: str) -> Game:
    built = Builder().tiles(**CROSS).tokens(E10="", E14="3.0 11.0", E16="3.0 5.0", C12="1.0")
    (unit,) = trains
    return built.trains(**trains).phase("brown").minor(unit, "run")


def loop(train: str) -> Game:
    return Builder().tiles(**LOOP).tokens(E18="1.0", H17="").trains(n1=train).minor("n1", "run")


def red() -> Game:
    built = Builder().tiles(C8="57 1", D7="57 2").tokens(C8="1.0", D7="")
    return built.trains(n1="3").minor("n1", "run")


def mine() -> Game:
    return Builder().tiles(B17="6 1", B15="58 2").trains(n6="2").cash(n6=50).minor("n6", "run")


def check(game: Game, line: str, key: str) -> None:
    """The line is refused for that reason, and the best run is accepted."""
    assert refused(game, line).key == key
    best = next(action for action in game.choices if isinstance(action, RunTrains) and not action.using)
    assert legal(game, notation.write(best))


@pytest.mark.rule("MAG-VI.3.6.1")
@pytest.mark.parametrize("routes", ["4:D13.0-E14.0;4:E14.0-D15.0", "6:D13.0-E14.0"])
def test_a_train_that_is_not_there_is_refused(routes: str):
    """Each train runs once, and only trains that the minor owns."""
    check(cross(n3="4"), f"run 3 - {routes}", "route_train")


@pytest.mark.rule("MAG-VI.2.3")
def test_a_route_is_continuous():
    """Two locations that no track joins are no route."""
    check(cross(n3="4"), "run 3 - 4:E14.0-E18.0", "route_unknown")


@pytest.mark.rule("MAG-VI.2.3")
def test_one_location_is_refused():
    """A route joins at least two."""
    check(cross(n3="4"), "run 3 - 4:E14.0", "route_too_short")


@pytest.mark.rule("MAG-VI.2.4")
def test_a_route_without_an_own_station_is_refused():
    """#1 does not run between cities of others."""
    check(cross(n1="4"), "run 1 - 4:E16.0-E18.0", "route_no_token")


@pytest.mark.rule("MAG-VI.2.5")
def test_track_used_twice_is_refused():
    """A loop does not lead back over the same track."""
    line = "run 1 - 6:E18.0-F17-G16-H15.0-H17.0-G16-F17-F19.0"

    check(loop("6"), line, "route_repeat")


@pytest.mark.rule("MAG-VI.2.7")
def test_reversing_at_a_junction_is_refused():
    """From one branch no train gets to the other."""
    check(loop("2"), "run 1 - 2:E18.0-F17-F19.0", "route_reverse")


@pytest.mark.rule("MAG-VI.2.10")
def test_passing_a_red_location_is_refused():
    """No route goes through Bécs."""
    check(red(), "run 1 - 3:C8.0-C6.0-D7.0", "route_red")


@pytest.mark.rule("MAG-VI.2.11", "MAG-VI.3.4.3")
def test_passing_a_full_city_is_refused_at_the_table():
    """#1 does not pass E14, where two others stand."""
    check(cross(n1="4"), "run 1 - 4:C12.0-D13.0-E14.0-D15.0", "route_blocked")


@pytest.mark.rule("MAG-VI.3.6.2")
def test_too_many_locations_are_refused():
    """A 2-train visits two."""
    check(cross(n3="2"), "run 3 - 2:D13.0-E14.0-D15.0", "route_too_long")


@pytest.mark.rule("MAG-VI.3.6.6")
def test_two_trains_on_the_same_track_are_refused():
    """The second train finds other track."""
    line = "run 3 - 4:D13.0-E14.0-D15.0;6:C12.0-D13.0-E14.0"

    check(cross(n3="4 6"), line, "route_shared")


@pytest.mark.rule("MAG-VI.3.7.20")
def test_a_mine_without_snw_is_refused():
    """EX-18: the run to the mine is refused, and the 30 without it remain."""
    check(mine(), "run 6 - 2:A18.0-B17.0-B15.0", "route_mine")
    check(mine(), "run 6 GC 2:B17.0-B15.0", "railcar_unused")
