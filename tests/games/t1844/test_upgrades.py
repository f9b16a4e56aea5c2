"""Section 2.18: better tiles."""

import pytest

from engine.actions import LayTile
from engine.game import Game
from engine.state import BANK, Token
from engine.steps.token import free_slots
from tests.games.t1844.swiss import Builder, after, legal, paid, refused


def scb(phase: str, **tiles: str) -> Builder:
    """The SCB in Basel, with a straight tile to C10 and Liestal."""
    built = Builder().holds("ann", SCB=50).prices(SCB=100).floated("SCB").phase(phase).cash(SCB=300)
    return built.tiles(**{"C12": "57 1", **tiles}).tokens(C12="SCB.0")


def lays(game: Game, hex_: str) -> set[str]:
    return {lay.tile for lay in game.choices if isinstance(lay, LayTile) and lay.hex == hex_}


@pytest.mark.rule("CH-OR.UPG.1")
@pytest.mark.parametrize(
    ("now", "following"),
    [("57 1", {"14", "15", "619"}), ("14 1", {"611"}), ("611 0", {"915"}), ("915 0", set())],
)
def test_one_step_at_a_time(now: str, following: set[str]):
    """Yellow, green, brown, grey; Basel cannot have all tiles because nothing lies north-east of it."""
    game = scb("7", C12=now).company("SCB")

    assert lays(game, "C12") <= following
    for tile in {"14", "611", "915"} - following:
        faults = {refused(game, f"lay SCB C12 {tile} {turn}").key for turn in range(6)}
        assert faults <= {"tile_order", "tile_flip"}


@pytest.mark.rule("CH-OR.UPG.2", "CH-PHASE.2", "CH-PHASE.4", "CH-PHASE.6", "CH-PHASE.8")
@pytest.mark.parametrize(
    ("old", "new", "first"), [("C14 4 1", "87 4", "3"), ("D13 57 2", "14 2", "3"), ("D13 14 2", "611 5", "5")]
)
def test_colours_come_with_phases(old: str, new: str, first: str):
    hex_, tile, turn = old.split()
    for phase in "1234567":
        game = scb(phase, C12="5 4" if hex_ == "D13" else "57 1", **{hex_: f"{tile} {turn}"}).company("SCB")
        if phase >= first:
            assert legal(game, f"lay SCB {hex_} {new}")
        else:
            refusal = refused(game, f"lay SCB {hex_} {new}")
            assert (refusal.key, refusal.clauses) == ("tile_colour", ("CH-OR.TRACK.1", "CH-OR.UPG.2"))


@pytest.mark.rule("CH-OR.UPG.2", "CH-PHASE.8")
@pytest.mark.parametrize(("phase", "open_"), [("6", False), ("7", True)])
def test_grey_comes_in_phase_7(phase: str, open_: bool):
    built = Builder().holds("ann", BLS=60).prices(BLS=100).floated("BLS").phase(phase).cash(BLS=300)
    game = built.tiles(F11="905 0").tokens(F11="BLS.0").company("BLS")

    if open_:
        assert legal(game, "lay BLS F11 906 0")
    else:
        assert refused(game, "lay BLS F11 906 0").key == "tile_colour"


@pytest.mark.rule("CH-OR.UPG.3")
def test_a_way_to_some_track_is_enough():
    """Liestal's green tile may add track that the company cannot use yet; a tile it does not reach is refused."""
    game = scb("3", C14="4 1", D17="4 2", E8="4 0").company("SCB")

    assert legal(game, "lay SCB C14 87 4")
    assert refused(game, "lay SCB D17 87 2").key == "tile_unreachable"


@pytest.mark.rule("CH-OR.UPG.3", "CH-OR.RUN.5")
def test_no_way_through_a_full_city():
    game = scb("3", C12="5 4", D13="57 2", E14="8 2").tokens(C12="SCB.0", D13="JN.0").company("SCB")

    keys = {refused(game, f"lay SCB E14 {tile} {turn}").key for tile in ("23", "24") for turn in range(6)}
    assert keys == {"tile_blocked", "tile_keep_track"}


@pytest.mark.rule("CH-OR.UPG.4")
def test_old_track_stays():
    """Basel's straight tile leads west and east, and so does every green one that follows it."""
    game = scb("3").company("SCB")
    offers = [offer for offer in game.choices.offers if getattr(offer.action, "hex", "") == "C12"]

    assert offers
    assert all({1, 4} <= set(offer.facts["exits"]) for offer in offers)
    refusal = refused(game, "lay SCB C12 15 5")
    assert (refusal.key, refusal.clauses) == ("tile_keep_track", ("CH-OR.UPG.4",))


@pytest.mark.rule("CH-OR.UPG.5")
def test_towns_stay_towns_and_cities_cities():
    game = scb("3", C14="4 1").company("SCB")

    assert lays(game, "C14") <= {"87", "88", "204"}
    assert lays(game, "C12") <= {"14", "15", "619"}
    for line in ("lay SCB C14 14 1", "lay SCB C12 87 1", "lay SCB C12 23 1"):
        assert refused(game, line).key == "tile_wrong_kind"


@pytest.mark.rule("CH-OR.UPG.6", "CH-OR.UPG.5")
def test_tokens_move_with_their_track():
    """Two tokens in Aarau's two cities stand in the one city of the green tile."""
    built = Builder().holds("ann", STB=60).prices(STB=100).floated("STB").phase("3").cash(STB=300)
    game = built.tokens(D15="STB.0 NOB.1").company("STB")

    now = after(game, "lay STB D15 14 1")

    assert now.state.tokens["D15"] == (Token(0, "STB"), Token(0, "NOB"))
    assert free_slots(now.pos, "D15", 0) == 0


@pytest.mark.rule("CH-OR.UPG.4", "CH-OR.UPG.6")
@pytest.mark.parametrize(("tile", "turn", "wrong"), [("64", 0, 4), ("65", 2, 0), ("67", 0, 2)])
def test_two_cities_with_track_stay_two(tile: str, turn: int, wrong: int):
    """A tile that would lead the track of both into one of its cities, and none into the other, does not lie so."""
    built = Builder().holds("ann", AB=60).prices(AB=100).floated("AB").phase("5").cash(AB=300)
    built = built.tiles(D25="57 2", C24="6 5", C22="9 1", C20="59 4").tokens(D25="AB.0", C20="AB.0 NOB.1")
    game = built.company("AB")

    now = after(game, f"lay AB C20 {tile} {turn}")
    assert sorted(token.stop for token in now.state.tokens["C20"]) == [0, 1]
    refusal = refused(game, f"lay AB C20 {tile} {wrong}")
    assert (refusal.key, refusal.clauses) == ("tile_keep_track", ("CH-OR.UPG.4",))


@pytest.mark.rule("CH-OR.UPG.6", "CH-OR.UPG.7")
def test_the_cities_of_lausanne_grow_together_on_brown():
    """They stay apart on green, with the track they have, and become one on brown."""
    built = Builder().holds("ann", JS=50).prices(JS=100).floated("JS").phase("5").cash(JS=300)
    green = after(built.tokens(I4="JS.0 VZ.1").company("JS"), "lay JS I4 901 1")
    assert green.state.tokens["I4"] == (Token(0, "JS"), Token(1, "VZ"))

    built = Builder().holds("ann", JS=50).prices(JS=100).floated("JS").phase("5").cash(JS=300)
    game = built.tiles(I4="901 1").tokens(I4="JS.0 VZ.1").company("JS")
    assert refused(game, "lay JS I4 611 1").key == "tile_wrong_kind"
    brown = after(game, "lay JS I4 902 4")
    assert brown.state.tokens["I4"] == (Token(0, "JS"), Token(0, "VZ"))


@pytest.mark.rule("CH-OR.UPG.8", "CH-OR.RUN.6")
def test_a_new_place_opens_a_city():
    """Olten is full; its green tile has a free place, so the SCB passes it and could place a token."""
    built = scb("3", C12="5 4", D13="57 2", E14="9 2").tokens(C12="SCB.0", D13="JN.0")
    game = built.company("SCB")
    assert refused(game, "token SCB D13 0").key == "token_full"

    now = after(game, "lay SCB D13 14 2")

    assert legal(now, "token SCB D13 0")
    assert "E14" in now.pos.reach("SCB").hexes
    assert "E14" not in game.pos.reach("SCB").hexes


@pytest.mark.rule("CH-OR.UPG.9")
def test_upgrades_are_free():
    """Basel lies on a river: its first tile cost 20, the green one costs nothing."""
    game = scb("3").company("SCB")

    assert paid(game, after(game, "lay SCB C12 15 4"), "SCB", BANK) == (0, 0)


@pytest.mark.rule("CH-OR.UPG.10", "CH-SET.8")
def test_replaced_tiles_can_be_used_again():
    game = scb("3").company("SCB")
    now = after(game, "lay SCB C12 15 4")

    assert (game.state.supply["57"], now.state.supply["57"]) == (5, 6)
    assert (game.state.supply["15"], now.state.supply["15"]) == (7, 6)


@pytest.mark.rule("CH-OR.UPG.11", "CH-OR.TRACK.10", "CH-OR.TRACK.13")
def test_closed_sides_are_closed_for_upgrades():
    """Basel's green tile may not lead off the map, Zürich's not across the bar."""
    assert refused(scb("3").company("SCB"), "lay SCB C12 15 1").key == "tile_off_map"

    built = Builder().holds("ann", NOB=50).prices(NOB=100).floated("NOB").phase("3").cash(NOB=300)
    game = built.tiles(D19="57 0").tokens(D19="NOB.0").company("NOB")
    assert legal(game, "lay NOB D19 907 0")
    assert refused(game, "lay NOB D19 907 3").key == "tile_barrier"
