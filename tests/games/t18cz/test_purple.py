"""Section VIII.5, and the tiles with a purple border that take the power of a local."""

import pytest

from engine.state import Token
from tests.games.t18cz.czech import after, legal, paid, refused
from tests.games.t18cz.tracks import company


@pytest.mark.rule("CZ-VIII.5.8", "CZ-VIII.5.10")
def test_a_purple_border_takes_the_power_of_a_local():
    """Neither the track action nor a local that spares terrain lays one; the power lays no other tile."""
    game = company(D5="57 1").owns("EKJ", "S1").company("EKJ")

    for line in ("lay EKJ D5 15p 1", "lay EKJ D5 15p 1 S1", "purple EKJ S1 D5 14 1"):
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == ("tile_purple", ("CZ-VIII.5.8", "CZ-VIII.5.10"))
    assert legal(game, "purple EKJ S1 D5 15p 1")
    assert refused(company(D5="57 1").company("EKJ"), "purple EKJ S1 D5 15p 1").key == "power_owner"


@pytest.mark.rule("CZ-VIII.5.5", "CZ-VIII.5.6", "CZ-VIII.5.7")
@pytest.mark.parametrize(
    ("unit", "old", "line", "phases", "colour"),
    [
        ("EKJ", "57 1", "purple EKJ S1 D5 15p 1", "cd", "green"),
        ("BTE", "15 1", "purple BTE M1 D5 611p 1", "fg", "brown"),
        ("SX", "611 1", "purple SX L1 D5 595p 0", "hi", "gray"),
    ],
)
def test_purple_tiles_wait_for_their_colour(unit: str, old: str, line: str, phases: str, colour: str):
    """D-15: the power of a local lays no colour before its phase."""
    built = company(unit, D5=old).owns(unit, line.split()[2])
    built.tokens(D5=f"{unit}.0")
    early, late = (built.phase(phase).company(unit) for phase in phases)

    refusal = refused(early, line)
    assert (refusal.key, refusal.values["colour"]) == ("power_colour", colour)
    assert legal(late, line)


@pytest.mark.rule("CZ-VIII.5.9")
def test_anybody_upgrades_a_purple_tile():
    """EKJ, without a local, lays plain brown on a purple green tile in Cheb."""
    game = company("EKJ", "g", D5="57 1", D3="15p 3").company("EKJ")

    now = after(game, "lay EKJ D3 611 3")

    assert now.state.supply["15p"] == game.state.supply["15p"] + 1


@pytest.mark.rule("CZ-VIII.5.10", "CZ-VIII.5.22")
def test_purple_tiles_come_on_top_of_the_track_action():
    """D-15: an upgrade, then a purple tile on the same hex and another elsewhere, all for nothing."""
    built = company("EKJ", "g", D5="57 1", D3="5 4").owns("EKJ", "M1", "S1").trains(EKJ="4e")
    game = built.company("EKJ")

    now = after(game, "lay EKJ D5 14 1", "purple EKJ M1 D5 611p 1", "purple EKJ S1 D3 15p 3")

    assert (now.state.tiles, paid(game, now, "EKJ")) == ({"D5": ("611p", 1), "D3": ("15p", 3)}, (0,))
    assert refused(now, "lay EKJ E4 3 2").key == "tile_third"


@pytest.mark.rule("CZ-VIII.5.11")
def test_purple_tiles_need_usable_track():
    """D-15: Kladno is on no line of EKJ's; E4 is, unless Cheb before it is full of another company."""
    track = {"D5": "57 1", "D3": "5 4", "E4": "3 2", "E10": "57 1"}
    built = company(**track).owns("EKJ", "S1")

    assert refused(built.company("EKJ"), "purple EKJ S1 E10 15p 1").key == "tile_unreachable"
    assert legal(built.company("EKJ"), "purple EKJ S1 E4 887p 2")
    full = built.operated("BTE", "EKJ").company("EKJ")
    assert refused(full, "purple EKJ S1 E4 887p 2").key == "tile_blocked"


@pytest.mark.rule("CZ-VIII.5.15")
def test_two_cities_become_one_for_both_tokens():
    """ATE's and EKJ's tokens in Teplice and Ústí share the two circles of the brown tile."""
    built = company("ATE", "g", B9="8865 5").owns("ATE", "M1")
    game = built.tokens(B9="ATE.0 EKJ.1").company("ATE")

    now = after(game, "purple ATE M1 B9 8895p 4")

    assert set(now.state.tokens["B9"]) == {Token(0, "ATE"), Token(0, "EKJ")}
