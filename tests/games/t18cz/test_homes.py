"""Homes: first tokens, home tiles, the red tiles of large companies, and ATE between two cities."""

import pytest

from engine.events import TileLaid, TokenPlaced, TokenSettled
from engine.game import Game
from engine.state import Token
from tests.games.t18cz.czech import Builder, after, legal, paid, refused
from tests.games.t18cz.tracks import MEDIUM, company

CITIES = {
    **dict.fromkeys(("B11", "C24", "D3", "D5"), "5 4"),
    **dict.fromkeys(("D17", "E10", "E16", "E22"), "57 1"),
    **dict.fromkeys(("G12", "G16", "G24", "I10"), "6 1"),
}
"""All twelve yellow tiles with a plain city, each on the map."""


LARGE = ("SX", "PR", "BY", "kk", "Ug")


def first(unit: str, phase: str = "c", *options: str, cash: int = 400, **tiles: str) -> Game:
    """The beginning of a company's first turn; it owns a train that it can run."""
    train = "2+2b" if unit in MEDIUM else "3Ed" if unit in LARGE else "2b"
    built = company(unit, phase, *options, cash=cash, **tiles)
    return built.trains(**{unit: train}).company(unit, "")


# --- first tokens


@pytest.mark.rule("CZ-VIII.6.6", "CZ-VIII.6.7")
@pytest.mark.parametrize(
    ("unit", "hex_", "stop"), [("MW", "F23", 0), ("BN", "E12", 1), ("NWB", "E12", 0), ("BTE", "D3", 0)]
)
def test_the_first_turn_begins_with_a_free_token_at_home(unit: str, hex_: str, stop: int):
    """D-13, D-18: of Praha's two cities BN has the northern one and NWB the southern one."""
    game = first(unit)

    assert game.state.tokens == {hex_: (Token(stop, unit),)}
    assert (game.pos.cash(unit), game.state.tokens_left[unit]) == (400, (40, 100))


@pytest.mark.rule("CZ-VIII.6.6")
def test_the_home_of_bcb_is_another_one_in_another_reading():
    """D-04: Hradec Králové as printed; Pardubice as others have it."""
    assert first("BCB").state.tokens == {"D17": (Token(0, "BCB"),)}
    assert first("BCB", "c", "bcb_home=pardubice").state.tokens == {"E16": (Token(0, "BCB"),)}


# --- the home tile


@pytest.mark.rule("CZ-VIII.4.7")
def test_the_home_tile_is_laid_in_the_first_turn():
    """D-17: the company may neither go on without it nor begin elsewhere."""
    game = first("MW")

    for line in ("pass", "lay MW F25 9 1"):
        refusal = refused(game, line)
        assert (refusal.key, refusal.values) == ("tile_home_first", {"hex": "F23"})
        assert refusal.clauses == ("CZ-VII.5.8", "CZ-VIII.4.7")
    assert legal(after(game, "lay MW F23 57 1"), "pass")
    assert legal(after(game, "lay MW F23 57 1"), "lay MW F25 9 1")


@pytest.mark.rule("CZ-VIII.4.7")
@pytest.mark.parametrize(("unit", "tiles"), [("BN", {}), ("MW", {"F23": "57 1"})])
def test_no_home_tile_is_due_where_there_is_track(unit: str, tiles: dict[str, str]):
    """Praha has track from the beginning, and somebody else may have been faster."""
    assert legal(first(unit, "c", **tiles), "pass")


@pytest.mark.rule("CZ-VIII.4.7")
def test_the_home_tile_may_be_left_out_in_another_reading():
    """D-17: as others play it, the first turn may pass without it."""
    assert legal(first("MW", "c", "home_tile=optional"), "pass")


@pytest.mark.rule("CZ-VIII.4.7")
def test_who_cannot_lay_its_home_tile_goes_on():
    """D-17: no plain city tile is left, so the company builds nothing and may end its turn."""
    game = first("MW", **CITIES)

    assert {refused(game, f"lay MW F23 {tile} 1").key for tile in ("5", "6", "57")} == {"tile_supply"}
    assert legal(game, "pass")


@pytest.mark.rule("CZ-VIII.4.7", "CZ-VIII.4.18")
def test_who_cannot_pay_its_home_tile_goes_on():
    """D-17: with 9 BCB cannot build by its river; in a later turn that is an ordinary lay which it may leave out."""
    poor = Builder().holds("ann", BCB=50).cash(BCB=9).phase("c").company("BCB", "")
    later = Builder().holds("ann", BCB=50).cash(BCB=100).phase("c").company("BCB")

    assert poor.pos.unit == "BCB"
    assert refused(poor, "lay BCB D17 57 1").key == "terrain_cost"
    assert legal(later, "lay BCB D17 57 1")
    assert legal(later, "pass")


# --- the red tiles of large companies


@pytest.mark.rule("CZ-VIII.4.23", "CZ-VIII.4.24")
def test_a_large_company_lays_its_red_tile_in_its_first_turn():
    """It chooses between two hexes and begins with the tile, which brings the token; nothing is paid."""
    game = first("SX", "d")

    refusal = refused(game, "pass")
    assert (refusal.key, refusal.clauses) == ("red_tile", ("CZ-VIII.4.23", "CZ-VIII.4.24", "CZ-VIII.4.27"))
    assert game.state.tokens == {}
    for hex_, turn in (("A8", 4), ("A8", 5), ("B5", 4), ("B5", 5)):
        now = after(game, f"home SX {hex_} {turn}")
        assert now.state.tiles == {hex_: ("8896", turn)}
        assert TileLaid("SX", hex_, "8896", turn, "", 0) in now.events
        assert (now.state.tokens, paid(game, now, "SX")) == ({hex_: (Token(0, "SX"),)}, (0,))


@pytest.mark.rule("CZ-VIII.4.23", "CZ-VIII.4.19")
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_both_tracks_of_a_red_tile_face_the_map(turn: int):
    """Dresden at the northern edge has two ways to lie."""
    assert refused(first("SX", "d"), f"home SX A8 {turn}").key == "tile_off_map"


@pytest.mark.rule("CZ-VIII.4.23")
def test_a_red_tile_has_six_rotations():
    refusal = refused(first("SX", "d"), "home SX A8 6")

    assert (refusal.key, refusal.values) == ("tile_unknown", {"tile": "8896", "rotation": 6})


@pytest.mark.rule("CZ-VIII.4.23")
@pytest.mark.parametrize("hex_", ["A22", "B19", "D5", "B9", "Z9"])
def test_a_red_tile_lies_on_its_own_hexes_only(hex_: str):
    """Berlin belongs to another company, and other hexes take no red tile."""
    refusal = refused(first("SX", "d"), f"home SX {hex_} 4")

    assert (refusal.key, refusal.values) == ("red_tile", {"unit": "SX", "hexes": ["A8", "B5"]})


@pytest.mark.rule("CZ-VIII.4.23")
def test_smaller_companies_have_no_red_tile():
    """Neither a small nor a medium company lays one."""
    assert refused(first("MW", "d"), "home MW A8 4").key == "red_tile"
    assert refused(first("BTE", "d"), "home BTE F3 3").key == "red_tile"


@pytest.mark.rule("CZ-VIII.4.24", "CZ-VIII.4.27")
def test_the_other_red_hex_stays_empty():
    """Neither in the same turn nor later does the company use it, and no tile of the supply goes there."""
    game = after(first("SX", "d"), "home SX A8 4")
    built = Builder().holds("ann", SX=50).cash(SX=400).phase("d").trains(SX="3Ed")
    later = built.tiles(A8="8896 4").tokens(A8="SX.0").company("SX")

    for now in (game, later):
        assert refused(now, "home SX B5 4").key == "red_tile"
        assert refused(now, "lay SX B5 9 0").key == "tile_forbidden_hex"


def test_it_is_told_whose_home_a_red_hex_may_become():
    """Both hexes are told until one of them is chosen."""
    game = first("SX", "d")
    told = [
        {flag.hex: flag.unit for flag in now.title.flags(now.pos) if flag.stop is None}
        for now in (game, after(game, "home SX A8 4"))
    ]

    assert (told[0]["A8"], told[0]["B5"], told[0]["A22"]) == ("SX", "SX", "PR")
    assert set(told[0]) - set(told[1]) == {"A8", "B5"}


@pytest.mark.rule("CZ-VIII.4.25", "CZ-VIII.4.26")
def test_a_large_company_lays_up_to_three_tiles():
    """WE-11, WE-39: Ug lays Budapest and two yellow tiles, no third one, and places a token for 40."""
    game = after(first("Ug", "d", cash=1000), "home Ug I24 1", "lay Ug H23 8 3", "lay Ug G24 57 0")

    refusal = refused(game, "lay Ug I22 9 1")
    assert (refusal.key, refusal.values) == ("tile_third", {"most": 2})
    assert legal(game, "token Ug G24 0")
    assert paid(game, after(game, "token Ug G24 0"), "Ug") == (-40,)


@pytest.mark.rule("CZ-VIII.4.25")
def test_a_red_tile_leaves_the_upgrade_of_the_turn():
    """Beside Budapest a company may upgrade instead of laying yellow tiles."""
    game = after(first("Ug", "d", H23="8 3"), "home Ug I24 1")

    assert legal(game, "lay Ug H23 24 3")
    assert refused(after(game, "lay Ug H23 24 3"), "lay Ug I22 9 1").key == "tile_two_promotions"


# --- ATE


@pytest.mark.rule("CZ-VIII.5.20")
def test_ate_waits_on_its_bare_home_before_green():
    """D-11: in phase c its token stands on B9, nothing can be laid, and that is no matter."""
    game = first("ATE", "c")

    assert game.state.tokens["B9"] == (Token(0, "ATE"),)
    assert refused(game, "lay ATE B9 8865 0").key == "tile_colour"
    assert refused(game, "lay ATE B11 57 1").key == "tile_ate"
    assert legal(game, "pass")


@pytest.mark.rule("CZ-VIII.5.19", "CZ-VIII.5.20", "CZ-VIII.4.4")
def test_ate_lays_its_green_home_tile_and_nothing_else():
    """From phase d on the tile is due, costs 10 for the river, and is the whole track action."""
    game = first("ATE", "d")
    refusal = refused(game, "lay ATE B11 57 1")
    assert (refusal.key, refusal.clauses) == ("tile_ate", ("CZ-VIII.5.20",))
    assert refusal.values == {"hex": "B9", "unit": "ATE"}
    assert refused(game, "pass").key == "tile_home_first"

    now = after(game, "lay ATE B9 8865 0", "settle ATE B9 0")

    assert paid(game, now, "ATE") == (-10,)
    assert refused(now, "lay ATE B11 57 1").key == "tile_two_promotions"


@pytest.mark.rule("CZ-VIII.6.14")
def test_ate_chooses_its_city_after_laying_the_tile():
    """WE-37: the token stood between two cities without track; its director says where it goes."""
    asked = after(first("ATE", "d"), "lay ATE B9 8865 0")

    assert asked.pos.awaited == ("ann",)
    for stop in (0, 1):
        now = after(asked, f"settle ATE B9 {stop}")
        assert now.state.tokens["B9"] == (Token(stop, "ATE"),)
        told = [event for event in now.events if isinstance(event, TokenPlaced | TokenSettled)]
        assert told == [TokenSettled("ATE", "B9", stop)]


@pytest.mark.rule("CZ-VIII.6.14")
def test_ate_chooses_a_city_of_a_green_tile():
    """Its first turn begins with the question; the token is free and stands where the director says."""
    asked = first("ATE", "d", B9="8865 0")
    assert asked.state.tokens == {}

    now = after(asked, "settle ATE B9 1")

    assert now.state.tokens == {"B9": (Token(1, "ATE"),)}
    assert (now.pos.cash("ATE"), now.state.tokens_left["ATE"]) == (400, (40, 100))


@pytest.mark.rule("CZ-VIII.6.14")
@pytest.mark.parametrize("line", ["pass", "settle ATE B9 2", "settle ATE C8 0", "settle BTE B9 0"])
def test_the_question_of_the_city_must_be_answered(line: str):
    """There are two cities on B9, and it is ATE's token and home."""
    refusal = refused(first("ATE", "d", B9="8865 0"), line)

    assert (refusal.key, refusal.clauses) == ("token_choice", ("CZ-VIII.6.14",))


@pytest.mark.rule("CZ-VIII.6.14")
def test_a_city_is_chosen_only_when_somebody_is_asked():
    """The choice belongs to an operating round, but to no step of a turn."""
    refusal = refused(first("ATE", "c"), "settle ATE B9 0")

    assert (refusal.key, refusal.clauses) == ("wrong_step", ("CZ-VIII.6.14",))
    assert refusal.values == {"verb": "settle", "round": "asked"}


@pytest.mark.rule("CZ-VIII.6.14")
def test_a_city_full_of_others_is_none_to_choose():
    """The BTE stands in one of both: the question is left out, or has one answer."""
    built = company("ATE", "d", B9="8865 0").trains(ATE="2+2b").tokens(B9="BTE.0")
    game = built.company("ATE", "")

    assert refused(game, "settle ATE B9 0").key == "token_choice"
    assert legal(game, "settle ATE B9 1")


@pytest.mark.rule("CZ-VIII.6.14")
def test_nobody_else_chooses_for_ate():
    """The director of another company is not asked."""
    asked = first("ATE", "d", B9="8865 0")

    assert refused(asked, "settle ATE B9 0", "bob").key == "not_your_turn"
    assert legal(asked, "settle ATE B9 0", "ann")


@pytest.mark.rule("CZ-VIII.6.14")
@pytest.mark.parametrize(("options", "asked"), [((), "ann"), (("oo_station_choice=layer",), "bob")])
def test_another_company_lays_the_tile_under_ate(options: tuple[str, ...], asked: str):
    """D-12: ATE's director chooses the city; in another reading the director who lays the tile does."""
    built = Builder(3, *options).holds("ann", ATE=60).holds("bob", EKJ=50).phase("d").cash(EKJ=100)
    built.tiles(D5="57 1", D7="9 1", D9="8 1", C10="58 0").operated("ATE", "EKJ").prices(ATE=60, EKJ=50)

    now = after(built.company("EKJ"), "lay EKJ B9 8863 5")

    assert now.pos.awaited == (asked,)
    assert after(now, "settle ATE B9 1").state.tokens["B9"] == (Token(1, "ATE"),)


@pytest.mark.rule("CZ-VIII.5.21")
def test_ate_builds_like_others_if_its_home_is_green():
    """In its first turn it lays two yellow tiles or upgrades one."""
    game = after(first("ATE", "d", B9="8865 0", B11="57 1"), "settle ATE B9 1")

    two = after(game, "lay ATE A10 58 4", "lay ATE A12 9 1")
    assert two.state.tiles.keys() == {"B9", "B11", "A10", "A12"}
    assert legal(game, "lay ATE B11 14 1")
