"""Section VIII.7: which routes are routes, where they pass, and what several trains share."""

from dataclasses import replace

import pytest

from engine.actions import Action
from engine.events import Ran
from engine.game import Game
from tests.games.t18cz.czech import Builder, legal, refused
from tests.games.t18cz.tracks import company

LINE = {"D3": "57 1", "D5": "57 1", "D7": "8 5", "E8": "8 2", "E10": "57 1"}
"""The gray town, Cheb, Karlovy Vary and Kladno on one line."""
LOOP = {"D3": "5 4", "E4": "3 2", "D5": "14 0"}
"""Karlovy Vary, Cheb and the town between them in a circle."""
FORKS = {"D5": "57 1", "C8": "8859 0", "D7": "25 5", "E8": "25 2", "E10": "5 0", "F9": "8 1", "F7": "201 3"}
"""Karlovy Vary and Chomutov merge on D7; on E8 the line forks to Kladno and Plzeň, which are joined beyond."""


def running(unit: str = "EKJ", trains: str = "2b", phase: str = "d", **tiles: str) -> Builder:
    """A company with trains and track; it has operated."""
    return company(unit, phase, **tiles).trains(**{unit: trains})


def ekj(trains: str = "2b", **tokens: str) -> Game:
    """EKJ on the line, with some trains."""
    return running("EKJ", trains, **LINE).tokens(D5="EKJ.0", **tokens).company("EKJ")


# --- trains


@pytest.mark.rule("CZ-VIII.7.1")
def test_each_train_runs_once():
    """Two trains run two routes; a third route has no train, nor has one of another kind."""
    game = ekj("2b 2b")

    assert legal(game, "run EKJ - 2b:D3.0-D5.0;2b:D5.0-D7-E8-E10.0")
    for line in ("2b:D3.0-D5.0;2b:D5.0-D7-E8-E10.0;2b:D1.0-D3.0", "3c:D3.0-D5.0", "9x:D3.0-D5.0"):
        refusal = refused(game, f"run EKJ - {line}")
        assert (refusal.key, "CZ-VIII.7.1" in refusal.clauses) == ("route_train", True)


@pytest.mark.rule("CZ-VIII.7.1", "CZ-IV.2.c.2")
def test_trains_of_another_size_do_not_run():
    """A medium company owns a small train as well, but runs the blue one alone."""
    game = running("BTE", "2b 2+2b", **LINE).company("BTE")

    assert refused(game, "run BTE - 2b:D3.0-D5.0").key == "route_train"
    assert legal(game, "run BTE - 2+2b:D3.0-D5.0")


# --- what a route is


@pytest.mark.rule("CZ-VIII.7.2")
def test_a_route_joins_two_locations():
    """One location is none, and two without track between them are none either."""
    game = ekj()

    short, apart = refused(game, "run EKJ - 2b:D5.0"), refused(game, "run EKJ - 2b:D5.0-E4.0")
    assert (short.key, short.clauses) == ("route_too_short", ("CZ-VIII.7.2",))
    assert (apart.key, apart.clauses) == ("route_unknown", ("CZ-VIII.7.2",))
    assert legal(game, "run EKJ - 2b:D5.0-D3.0")


@pytest.mark.rule("CZ-VIII.7.2")
@pytest.mark.parametrize("path", ["D5.0-D7", "D5-D3.0", "D5.1-D3.0", "Z5.0-D3.0", "D5.0-E10.0", "D5.x-D3.0"])
def test_a_route_is_written_over_the_track(path: str):
    """It begins and ends at locations that are there, hex by hex."""
    assert refused(ekj(), f"run EKJ - 2b:{path}").key == "route_unknown"


@pytest.mark.rule("CZ-VIII.7.3", "CZ-VIII.6.2")
def test_a_route_has_a_token_of_the_company():
    """The town and Cheb are joined, but EKJ has no token there; with one it may run."""
    refusal = refused(ekj(), "run EKJ - 2b:D1.0-D3.0")

    assert (refusal.key, refusal.clauses) == ("route_no_token", ("CZ-VIII.6.2", "CZ-VIII.7.3"))
    assert legal(ekj("2b", D3="EKJ.0"), "run EKJ - 2b:D1.0-D3.0")


@pytest.mark.rule("CZ-VIII.7.8")
def test_no_location_twice():
    """A circle is not closed, though all its track differs."""
    game = running(trains="4e", phase="e", **LOOP).company("EKJ")

    refusal = refused(game, "run EKJ - 4e:D5.0-D3.0-E4.0-D5.0")
    assert (refusal.key, "CZ-VIII.7.8" in refusal.clauses) == ("route_repeat", True)
    assert legal(game, "run EKJ - 4e:D5.0-D3.0-E4.0")


@pytest.mark.rule("CZ-VIII.7.9")
def test_both_cities_of_a_hex():
    """WE-09: a route from one city of the green tile to the other."""
    track = {"C8": "8859 0", "D7": "7 3", "D9": "7 1"}
    game = running(**track).tokens(C8="EKJ.0", D5="EKJ.0").company("EKJ")

    assert legal(game, "run EKJ - 2b:C8.0-D7-D9-C8.1")


@pytest.mark.rule("CZ-VIII.7.10")
def test_no_route_from_praha_to_praha():
    """WE-10, D-62: the two cities are joined through the towns to the east, but a route has only one of them."""
    track = {"D13": "7 5", "E14": "56 0", "F13": "3 2"}
    game = running("BN", "2+2b", **track).company("BN")

    refusal = refused(game, "run BN - 2+2b:E12.1-D13-E14.0-F13.0-E12.0")
    assert (refusal.key, "CZ-VIII.7.10" in refusal.clauses) == ("route_repeat", True)
    assert legal(game, "run BN - 2+2b:E12.1-D13-E14.0-F13.0")


# --- red tiles and full cities


@pytest.mark.rule("CZ-VIII.7.12")
def test_a_red_tile_is_a_terminus():
    """A route may end in München by either line, not pass from one to the other."""
    track = {"F3": "8898 3", "E4": "58 0", "D3": "5 4", "F5": "9 1", "F7": "621 1"}
    game = running("BTE", "3+3d", **track).tokens(D3="BTE.0", F7="BTE.0").company("BTE")

    refusal = refused(game, "run BTE - 3+3d:D3.0-E4.0-F3.0-F5-F7.0")
    assert (refusal.key, refusal.clauses) == ("route_red", ("CZ-VIII.7.12",))
    assert legal(game, "run BTE - 3+3d:D3.0-E4.0-F3.0")
    assert legal(game, "run BTE - 3+3d:F3.0-F5-F7.0")


@pytest.mark.rule("CZ-VIII.6.3", "CZ-VIII.6.4", "CZ-VIII.7.13", "CZ-VIII.7.14")
def test_a_city_full_of_others_is_an_end():
    """EKJ may run to Cheb or from it, but not through it while BTE fills it."""
    game = ekj("3d", D3="BTE.0")

    refusal = refused(game, "run EKJ - 3d:D1.0-D3.0-D5.0")
    assert (refusal.key, refusal.clauses) == ("route_blocked", ("CZ-VIII.7.14",))
    assert refusal.values == {"city": "D3.0"}
    assert legal(game, "run EKJ - 3d:D3.0-D5.0")
    assert legal(game, "run EKJ - 3d:D5.0-D3.0")


@pytest.mark.rule("CZ-VIII.6.3", "CZ-VIII.7.15")
@pytest.mark.parametrize(
    ("tile", "tokens", "passes"),
    [
        ("57 1", "", True),
        ("57 1", "EKJ.0", True),
        ("57 1", "BTE.0", False),
        ("14 1", "BTE.0", True),
        ("14 1", "BTE.0 KFN.0", False),
        ("14 1", "BTE.0 EKJ.0", True),
    ],
)
def test_a_city_not_full_of_others_is_passed(tile: str, tokens: str, passes: bool):
    """A free circle or an own token opens Cheb to EKJ."""
    game = running(trains="3d", **{**LINE, "D3": tile}).tokens(D3=tokens, D5="EKJ.0").company("EKJ")
    line = "run EKJ - 3d:D1.0-D3.0-D5.0"

    assert legal(game, line) if passes else refused(game, line).key == "route_blocked"


# --- track


@pytest.mark.rule("CZ-VIII.7.16")
def test_no_track_twice():
    """From Karlovy Vary round by Kladno and Plzeň to Chomutov a train would use the way from D7 to E8 twice."""
    game = running(trains="4e", phase="e", **FORKS).company("EKJ")

    refusal = refused(game, "run EKJ - 4e:D5.0-D7-E8-E10.0-F9-F7.0-E8-D7-C8.0")
    assert (refusal.key, "CZ-VIII.7.16" in refusal.clauses) == ("route_repeat", True)
    assert legal(game, "run EKJ - 4e:D5.0-D7-E8-E10.0-F9-F7.0")


@pytest.mark.rule("CZ-VIII.7.16", "CZ-VIII.6.12")
def test_no_turning_back_where_lines_merge():
    """Karlovy Vary and Chomutov both have a line to E8, but none to each other."""
    game = running(**FORKS).company("EKJ")

    refusal = refused(game, "run EKJ - 2b:D5.0-D7-C8.0")
    assert (refusal.key, refusal.clauses) == ("route_reverse", ("CZ-VIII.6.12", "CZ-VIII.7.16"))


@pytest.mark.rule("CZ-VIII.7.17")
def test_separate_tracks_of_a_tile():
    """A train crosses its own way on D7."""
    track = {"D5": "57 1", "D7": "20 0", "D9": "7 0", "E8": "8 1", "E6": "7 3", "C8": "8859 0"}
    game = running(**track).company("EKJ")

    assert legal(game, "run EKJ - 2b:D5.0-D7-D9-E8-E6-D7-C8.0")


@pytest.mark.rule("CZ-VIII.7.18")
@pytest.mark.parametrize("path", ["D3.0-D5.0-E4.0", "D3.0-D5.0-D7-E8-E10.0", "E4.0-D5.0-D7-E8-E10.0"])
def test_a_city_joins_all_its_tracks(path: str):
    """From the west, the south-west or the east a train leaves Karlovy Vary by either other line."""
    game = running(trains="3d", **{**LINE, **LOOP}).company("EKJ")

    assert legal(game, f"run EKJ - 3d:{path}")


# --- several trains


@pytest.mark.rule("CZ-VIII.7.19", "CZ-VIII.7.20")
def test_trains_share_locations_but_no_track():
    """Two trains meet in Karlovy Vary; they do not both run to Cheb."""
    game = ekj("2b 3d")

    refusal = refused(game, "run EKJ - 2b:D3.0-D5.0;3d:D1.0-D3.0-D5.0")
    assert (refusal.key, refusal.clauses) == ("route_shared", ("CZ-VIII.7.19", "CZ-VIII.7.21"))
    assert legal(game, "run EKJ - 2b:D5.0-D7-E8-E10.0;3d:D1.0-D3.0-D5.0")


@pytest.mark.rule("CZ-VIII.7.20")
def test_trains_meet_in_one_circle():
    """Two trains begin and end in the same two cities by different lines."""
    game = running(trains="2b 3d", **LOOP).company("EKJ")

    assert legal(game, "run EKJ - 2b:D5.0-D3.0;3d:D5.0-E4.0-D3.0")


@pytest.mark.rule("CZ-VIII.7.21")
def test_one_train_uses_a_junction():
    """Trains from Karlovy Vary and Chomutov cannot both go on to E8, though they run to different cities."""
    game = running(trains="2b 2b", **FORKS).tokens(C8="EKJ.0", D5="EKJ.0").company("EKJ")

    one, two = "2b:D5.0-D7-E8-E10.0", "2b:C8.0-D7-E8-F7.0"
    assert legal(game, f"run EKJ - {one}")
    assert legal(game, f"run EKJ - {two}")
    refusal = refused(game, f"run EKJ - {one};{two}")
    assert (refusal.key, refusal.clauses) == ("route_shared", ("CZ-VIII.7.19", "CZ-VIII.7.21"))


# --- what more there is


@pytest.mark.rule("CZ-VIII.7.1")
def test_who_runs_for_less_is_told_what_more_there_is():
    """Any legal run may be claimed; the best set is named, and a set that is as good as it is left alone."""
    game = ekj("2b 2b")
    (best,) = game.choices.runs
    less, wrong = (game.read(f"run EKJ - 2b:{way}") for way in ("D3.0-D5.0", "D3.0-D9.0"))
    better, refusal = game.choices.why_not_more(less), game.choices.why_not_more(wrong)

    assert less in game.choices
    assert better is not None
    assert (better.key, better.clauses) == ("route_more", ())
    assert better.values["best"] == best.facts["revenue"]
    assert better.values["best"] - better.values["short"] == revenue(game, less)
    assert better.values["routes"] == [str(one) for one in best.action.routes]
    assert refusal == game.choices.why_not(wrong)
    assert game.choices.why_not_more(best.action) is None
    assert game.choices.why_not_more(replace(best.action, routes=best.action.routes[::-1])) is None


def revenue(game: Game, run: Action) -> int:
    """What a run earns."""
    return next(event.revenue for event in game.play(run).events if isinstance(event, Ran))
