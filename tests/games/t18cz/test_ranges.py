"""Sections VIII.7 and VIII.8: how far trains of each size go, what they leave out, and what they earn."""

import pytest

from engine.game import Game
from engine.refusals import Refusal
from tests.games.t18cz.czech import after, legal, refused
from tests.games.t18cz.tracks import company

TOWNS = {
    "D3": "57 1",
    "E2": "58 2",
    "E4": "58 1",
    "D5": "6 4",
    "D7": "8 5",
    "E8": "8 2",
    "E10": "6 5",
    "F11": "58 2",
    "F13": "8866p 0",
    "E14": "1 0",
}
"""A line from Cheb by three towns to Karlovy Vary and Kladno, then by three more towns to the east of Praha."""
PATH = "D3.0-D1.0-E2.0-E4.0-D5.0-D7-E8-E10.0-F11.0-F13.0-E14.1"

BAVARIA = {
    "F3": "8898 3",
    "E4": "58 0",
    "D3": "5 4",
    "D5": "57 1",
    "D7": "8 5",
    "E8": "8 2",
    "E10": "57 1",
    "E12": "8890 1",
}
"""München, a town, Cheb, Karlovy Vary, Kladno and Praha on one line."""
SOUTH = "F3.0-E4.0-D3.0-D5.0-D7-E8-E10.0-E12.0"

SAXONY = {
    "A8": "8896 4",
    "B9": "8885 2",
    "B11": "15 0",
    "C10": "58 3",
    "D11": "8 0",
    "E10": "15 0",
    "A10": "58 5",
}
"""Dresden with one line by Teplice, Děčín and a town to Kladno, and another one to a town."""

AROUND = {
    "F3": "8898 3",
    "E4": "58 4",
    "E6": "8 5",
    "F7": "8857p 0",
    "F9": "9 1",
    "F11": "3 1",
    "E10": "595p 0",
    "D11": "8 0",
    "C10": "4 2",
    "B9": "8894p 0",
    "B11": "595p 0",
    "C12": "4 2",
    "D13": "8 0",
    "E12": "8893 0",
    "F13": "58 0",
    "G12": "611 0",
    "H11": "8 3",
    "I12": "216 0",
    "J11": "3 2",
}
"""From München by Plzeň, Kladno, Teplice, Děčín and Praha to Tábor, České Budějovice and a last town."""


def upto(path: str, last: str) -> str:
    """A path to a stop of it."""
    return path[: path.index(last) + len(last)]


def with_train(
    unit: str, train: str, phase: str, tracks: dict[str, str], *options: str, **tokens: str
) -> Game:
    """A company with one train or several and track; it has operated."""
    return company(unit, phase, *options, **tracks).trains(**{unit: train}).tokens(**tokens).company(unit)


def revenue(game: Game, line: str) -> int:
    """What a run earns; each of its trains alone."""
    return after(game, line).state.runs[game.pos.unit].revenue


def tell_apart(game: Game, train: str, good: str, bad: str) -> Refusal:
    """One way is a run of the train; a longer one is refused for its length."""
    unit = game.pos.unit
    assert legal(game, f"run {unit} - {train}:{good}")
    refusal = refused(game, f"run {unit} - {train}:{bad}")
    assert refusal.key == "route_too_long"
    return refusal


# --- normal trains


@pytest.mark.rule("CZ-VIII.7.4", "CZ-VIII.7.5")
@pytest.mark.parametrize(
    ("train", "good", "bad"),
    [
        ("2b", "E4.0-D5.0", "E2.0-E4.0-D5.0"),
        ("2b", "D5.0-D7-E8-E10.0", "D5.0-D7-E8-E10.0-F11.0"),
        ("3d", "E2.0-E4.0-D5.0", "D1.0-E2.0-E4.0-D5.0"),
        ("3d", "D5.0-D7-E8-E10.0-F11.0", "E4.0-D5.0-D7-E8-E10.0-F11.0"),
        ("4e", "D1.0-E2.0-E4.0-D5.0", "D3.0-D1.0-E2.0-E4.0-D5.0"),
        ("5g", "D3.0-D1.0-E2.0-E4.0-D5.0", "D3.0-D1.0-E2.0-E4.0-D5.0-D7-E8-E10.0"),
    ],
)
def test_a_normal_train_counts_every_location(train: str, good: str, bad: str):
    """Towns and cities alike, and none is left out; how long the track is does not matter."""
    refusal = tell_apart(with_train("EKJ", train, "g", TOWNS), train, good, bad)

    assert refusal.clauses == ("CZ-VIII.7.5", "CZ-VIII.7.4")


# --- plus trains


@pytest.mark.rule("CZ-VIII.7.4", "CZ-VIII.7.6")
@pytest.mark.parametrize(
    ("train", "good", "bad"),
    [("2+2b", "E4.0", "D5.0"), ("3+3d", "E10.0", "F11.0"), ("4+4g", "F13.0", "E14.1"), ("5+5h", "E14.1", "")],
)
def test_a_plus_train_counts_up_to_the_sum(train: str, good: str, bad: str):
    """D-07, WE-12: 2+2 has one city and three towns, 3+3 three and three, 5+5 three and six; not one more."""
    game = with_train("BTE", train, "h", TOWNS)

    assert legal(game, f"run BTE - {train}:{upto(PATH, good)}")
    if bad:
        assert refused(game, f"run BTE - {train}:{upto(PATH, bad)}").key == "route_too_long"


@pytest.mark.rule("CZ-VIII.7.6", "CZ-VIII.7.11")
@pytest.mark.parametrize(
    ("train", "good", "bad"),
    [
        ("2+2b", "D3.0-D5.0", "D3.0-D5.0-D7-E8-E10.0"),
        ("2+2b", "F3.0-E4.0-D3.0", "F3.0-E4.0-D3.0-D5.0"),
        ("3+3d", "F3.0-E4.0-D3.0-D5.0", "F3.0-E4.0-D3.0-D5.0-D7-E8-E10.0"),
    ],
)
def test_the_first_number_caps_cities_and_red_tiles(train: str, good: str, bad: str):
    """D-07: places for towns are not for cities, and München is a city."""
    tell_apart(with_train("BTE", train, "d", BAVARIA), train, good, bad)


# --- express trains


@pytest.mark.rule("CZ-VIII.7.4", "CZ-VIII.7.7", "CZ-VIII.7.11")
@pytest.mark.parametrize(
    ("train", "last", "beyond"), [("3Ed", "D5.0", "E10.0"), ("4Ef", "E10.0", "E12.0"), ("5Eh", "E12.0", "")]
)
def test_an_express_train_counts_all_cities(train: str, last: str, beyond: str):
    """D-06, D-08: the town on the way is left out, no city and no red tile is."""
    game = with_train("BY", train, "h", BAVARIA, F3="BY.0")

    assert legal(game, f"run BY - {train}:{upto(SOUTH, last)}")
    if beyond:
        assert refused(game, f"run BY - {train}:{upto(SOUTH, beyond)}").key == "route_too_long"


@pytest.mark.rule("CZ-VIII.7.7", "CZ-VIII.8.1")
@pytest.mark.parametrize(
    ("train", "last", "worth"),
    [("3Ed", "E4.0", 90), ("3Ed", "D3.0", 110), ("3Ed", "D5.0", 120), ("4Ef", "D5.0", 130)],
)
def test_a_town_counts_while_there_is_room(train: str, last: str, worth: int):
    """Own München 30 + 50, a town 10, cities 20 each: the third city takes the place of the town."""
    game = with_train("BY", train, "f", BAVARIA, F3="BY.0")

    assert revenue(game, f"run BY - {train}:{upto(SOUTH, last)}") == worth


@pytest.mark.rule("CZ-VIII.7.7")
@pytest.mark.parametrize(
    ("train", "path", "worth"),
    [
        ("3Ed", upto(SOUTH, "E10.0"), 70 + 50),
        ("4Ef", upto(SOUTH, "E12.0"), 100 + 50),
        ("3Ed", SOUTH[SOUTH.index("E4.0") :], 70),
    ],
)
def test_any_location_may_go_unpaid(train: str, path: str, worth: int):
    """Read as 18xx.games does, the best locations are paid: Praha and München 30, cities 20; 50 for the visit."""
    game = with_train("BY", train, "f", BAVARIA, "e_train_skip=any", F3="BY.0", D3="BY.0")

    assert revenue(game, f"run BY - {train}:{path}") == worth
    assert game.title.routes(game.pos, "BY").revenue >= worth


@pytest.mark.rule("CZ-VIII.7.7")
@pytest.mark.parametrize(("train", "last", "beyond"), [("3Ed", "D5.0", "E10.0"), ("4Ef", "E10.0", "E12.0")])
def test_cities_that_go_unpaid_are_visited_within_the_number(train: str, last: str, beyond: str):
    """As 18xx.games does: an express train visits no more cities and red tiles than it counts."""
    game = with_train("BY", train, "f", BAVARIA, "e_train_skip=any_within", F3="BY.0")

    assert legal(game, f"run BY - {train}:{upto(SOUTH, last)}")
    assert refused(game, f"run BY - {train}:{upto(SOUTH, beyond)}").key == "route_too_long"


@pytest.mark.rule("CZ-VIII.7.7")
@pytest.mark.parametrize(("option", "worth"), [("e_train_skip=any", 300), ("e_train_skip=any_within", 290)])
def test_at_most_three_towns_are_paid(option: str, worth: int):
    """As 18xx.games does: four cities are worth 260, each of four towns 10."""
    game = with_train("BY", "8Ej", "j", AROUND, option, F3="BY.0", E10="BY.0")
    route = "F11.0-E10.0-D11-C10.0-B9.0-B11.0-C12.0-D13-E12.0-F13.0"

    assert revenue(game, f"run BY - 8Ej:{route}") == worth


@pytest.mark.rule("CZ-VIII.7.7")
def test_a_6e_counts_five_cities_and_a_town():
    """WE-13: München 100, a town 10, cities 20, 20, 20 and 30."""
    game = with_train("BY", "6Ei", "i", BAVARIA, F3="BY.0")

    assert revenue(game, f"run BY - 6Ei:{upto(SOUTH, 'E12.0')}") == 200


@pytest.mark.rule("CZ-VIII.7.7", "CZ-VIII.8.1")
def test_a_poor_city_counts_before_a_rich_town():
    """D-08: München 40 + 50 and two cities of 20 fill a 3E; the brown town of 30 is left out."""
    game = with_train("BY", "3Ed", "g", {**BAVARIA, "E4": "889p 1"}, F3="BY.0")

    assert revenue(game, f"run BY - 3Ed:{upto(SOUTH, 'D5.0')}") == 130


@pytest.mark.rule("CZ-VIII.7.7", "CZ-VIII.8.1")
@pytest.mark.parametrize(("train", "worth"), [("4Ef", 260), ("8Ej", 280)])
def test_the_best_towns_count(train: str, worth: int):
    """WE-42: cities 80 and 60, own red tile 50 + 50, towns 20, 10 and 10; a 4E counts the town of 20."""
    track = {"A8": "8896 4", "A10": "58 5", "B11": "595p 0", "C12": "4 2", "D13": "8 0", "E12": "8893 0"}
    game = with_train("SX", train, "j", {**track, "F13": "8866p 0"}, A8="SX.0")

    assert revenue(game, f"run SX - {train}:A8.0-A10.0-B11.0-C12.0-D13-E12.0-F13.0") == worth


@pytest.mark.rule("CZ-VIII.7.7", "CZ-VIII.8.1", "CZ-VIII.8.5")
def test_an_8e_leaves_six_towns_out():
    """WE-43: 70 + 60 + 60 + 60 + 80 + 40 + 50 and own red 50 + 50."""
    game = with_train("BY", "8Ej", "j", AROUND, F3="BY.0")
    west, east = (
        "F3.0-E4.0-E6-F7.0-F9-F11.0-E10.0-D11-C10.0-B9.0",
        "B11.0-C12.0-D13-E12.0-F13.0-G12.0-H11-I12.0-J11.0",
    )

    assert revenue(game, f"run BY - 8Ej:{west}-{east}") == 520


# --- values


@pytest.mark.rule("CZ-VIII.4.1", "CZ-VIII.8.1", "CZ-VIII.8.3")
def test_locations_are_cities_towns_and_red_tiles():
    """München 30, a yellow town 10, a yellow city 20 and a green one 30; plain track is nothing."""
    game = with_train("BTE", "3+3d", "d", {**BAVARIA, "D5": "14 1"})

    assert revenue(game, "run BTE - 3+3d:F3.0-E4.0-D3.0") == 60
    assert revenue(game, "run BTE - 3+3d:D3.0-D5.0-D7-E8-E10.0") == 70


@pytest.mark.rule("CZ-VIII.8.3")
def test_printed_values_count_as_well():
    """The gray town is worth 10 and Praha's printed cities 20."""
    game = with_train("BN", "2+2b", "d", {"D13": "7 5", "E14": "56 0", "F13": "3 2"})

    assert revenue(game, "run BN - 2+2b:E12.1-D13-E14.0-F13.0") == 40
    assert revenue(with_train("BTE", "2+2b", "d", {"D3": "57 1"}), "run BTE - 2+2b:D1.0-D3.0") == 30


@pytest.mark.rule("CZ-VIII.8.4", "CZ-VIII.8.5", "CZ-VIII.12.9", "CZ-VIII.12.16", "CZ-VIII.12.21")
@pytest.mark.parametrize(("phases", "red"), [("def", 30), ("gh", 40), ("ij", 50)])
def test_red_tiles_are_worth_more_as_colours_come(phases: str, red: int):
    """WE-59: a visitor gets 30, 40 and 50; the company at home there 50 more."""
    path = "F3.0-E4.0-D3.0"
    for phase in phases:
        visitor = with_train("BTE", "3+3d", phase, BAVARIA, F3="BY.0")
        owner = with_train("BY", "3Ed", phase, BAVARIA, F3="BY.0")
        assert revenue(visitor, f"run BTE - 3+3d:{path}") == red + 30
        assert revenue(owner, f"run BY - 3Ed:{path}") == red + 50 + 30


@pytest.mark.rule("CZ-VIII.8.5")
def test_another_large_company_has_no_bonus():
    """SX with a token in Cheb gets what everybody gets in München."""
    game = with_train("SX", "3Ed", "d", {**BAVARIA, "A8": "8896 4"}, A8="SX.0", D3="SX.0", F3="BY.0")

    assert revenue(game, "run SX - 3Ed:F3.0-E4.0-D3.0") == 60


@pytest.mark.rule("CZ-VIII.8.2", "CZ-VIII.8.5")
def test_the_bonus_counts_for_each_train():
    """WE-41, D-49: 4E 40 + 30 + 30 + own red 30 without the town, 3E a town 10 and red 30, each with 50 more."""
    game = with_train("SX", "4Ef 3Ed", "f", SAXONY, A8="SX.0")
    four, three = "4Ef:A8.0-B9.0-B11.0-C10.0-D11-E10.0", "3Ed:A8.0-A10.0"

    assert revenue(game, f"run SX - {four}") == 180
    assert revenue(game, f"run SX - {three}") == 90
    assert revenue(game, f"run SX - {four};{three}") == 270


@pytest.mark.rule("CZ-VIII.8.1")
def test_a_city_of_two_on_a_hex_counts():
    """WE-40: a 3E with a green city of 40, one of 30 and the own red tile 30 + 50."""
    game = with_train("SX", "3Ed", "d", SAXONY, A8="SX.0")

    assert revenue(game, "run SX - 3Ed:A8.0-B9.0-B11.0") == 150


@pytest.mark.rule("CZ-VIII.8.2")
def test_the_revenue_is_the_sum_over_the_trains():
    """WE-26: KFN's two 2+2 earn 20 + 30 and 30 + 20 + 30."""
    track = {"F23": "57 2", "G24": "15 0", "G22": "888p 0", "G20": "621 1"}
    game = with_train("KFN", "2+2b 2+2b", "d", track, G20="KFN.0", G24="KFN.0")

    assert revenue(game, "run KFN - 2+2b:F23.0-G24.0;2+2b:G20.0-G22.0-G24.0") == 130
