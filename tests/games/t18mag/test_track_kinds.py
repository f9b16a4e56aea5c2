"""Which hex takes which tile, and what a promotion keeps: sections VI.3.2, VI.3.3 and VI.3.3T."""

import pytest

from engine.actions import LayTile
from engine.game import Game
from tests.games.t18mag.builders import Builder, after, legal, refused


def laid(game: Game, hex_: str) -> set[str]:
    """The tiles that may be laid on a hex."""
    return {action.tile for action in game.choices if isinstance(action, LayTile) and action.hex == hex_}


def wrong_kind(game: Game, line: str, clause: str) -> bool:
    refusal = refused(game, line)
    return refusal.key == "tile_wrong_kind" and clause in refusal.clauses


@pytest.mark.rule("MAG-VI.3.2.10")
def test_a_town_takes_town_tiles():
    """D13 has a town: neither plain track nor a city goes there."""
    game = Builder().minor("n1")

    assert laid(game, "D13") == {"3", "4", "58"}
    for line in ("lay 1 D13 9 0", "lay 1 D13 57 0"):
        assert wrong_kind(game, line, "MAG-VI.3.2.10")
    assert wrong_kind(game, "lay 1 D13 L32 4", "MAG-VI.3.2.12")
    assert legal(game, "lay 1 D13 4 0")


@pytest.mark.rule("MAG-VI.3.2.11")
def test_a_city_takes_city_tiles():
    """E10 has a city: neither plain track nor a town goes there, nor a labelled city."""
    game = Builder().minor("n3")

    assert laid(game, "E10") == {"5", "6", "57"}
    for line in ("lay 3 E10 9 0", "lay 3 E10 4 0"):
        assert wrong_kind(game, line, "MAG-VI.3.2.11")
    assert wrong_kind(game, "lay 3 E10 L32 4", "MAG-VI.3.2.12")
    assert legal(game, "lay 3 E10 57 0")


OO = {"n2": "D19", "n7": "G10", "n4": "G14", "n9": "I14"}


@pytest.mark.rule("MAG-VI.3.2.12")
@pytest.mark.parametrize(("unit", "hex_"), OO.items())
def test_double_cities_take_oo_tiles(unit: str, hex_: str):
    """D19, G10, G14 and I14 take OO tiles and no other city."""
    game = Builder().minor(unit)

    assert laid(game, hex_) == {"L32"}
    assert wrong_kind(game, f"lay {unit[1:]} {hex_} 57 1", "MAG-VI.3.2.12")


@pytest.mark.rule("MAG-VI.3.2.12")
def test_oo_tiles_go_nowhere_else():
    """An OO tile is refused on a city, on Budapest and in the open."""
    game = Builder().tiles(E10="57 1").minor("n3")

    assert wrong_kind(Builder().minor("n3"), "lay 3 E10 L32 0", "MAG-VI.3.2.12")
    assert wrong_kind(game, "lay 3 E12 L32 4", "MAG-VI.3.2.13")
    assert wrong_kind(game, "lay 3 E8 L32 4", "MAG-VI.3.2.12")
    assert legal(game, "lay 3 E8 9 1")


@pytest.mark.rule("MAG-VI.3.2.13")
def test_budapest_takes_b_tiles():
    """E12 takes B tiles, and B tiles go nowhere else, in every colour."""
    game = Builder().minor("n1")
    assert laid(game, "E12") == {"L33"}
    for tile in ("57", "6", "L32"):
        assert wrong_kind(game, f"lay 1 E12 {tile} 0", "MAG-VI.3.2.13")
    assert wrong_kind(Builder().minor("n3"), "lay 3 E10 L33 2", "MAG-VI.3.2.13")

    green = Builder().tiles(E12="L33 2", E10="57 1").tokens(E12="1.0").cash(n1=20).phase("green")
    assert laid(green.minor("n1"), "E12") == {"209"}
    assert wrong_kind(green.minor("n1"), "lay 1 E12 619 0", "MAG-VI.3.2.13")
    assert wrong_kind(green.minor("n3"), "lay 3 E10 209 2", "MAG-VI.3.2.13")


K = {"n13": "I2", "n12": "H23", "n5": "H27"}


@pytest.mark.rule("MAG-VI.3.2.14")
@pytest.mark.parametrize(
    ("unit", "hex_", "straight"), [("n13", "I2", 2), ("n12", "H23", 1), ("n5", "H27", 0)]
)
def test_k_hexes_take_k_tiles_from_green_on(unit: str, hex_: str, straight: int):
    """I2, H23 and H27 begin with common yellow cities and go on with K tiles only."""
    yellow = Builder().owns("ann", "n13").minor(unit)
    assert laid(yellow, hex_) <= {"5", "6", "57"}
    assert legal(yellow, f"lay {unit[1:]} {hex_} 57 {straight}")

    green = Builder().owns("ann", "n13").tiles(**{hex_: f"57 {straight}"}).phase("green").minor(unit)
    assert laid(green, hex_) <= {"236", "237", "238"}
    assert laid(green, hex_)
    for tile in ("14", "15", "619"):
        assert wrong_kind(green, f"lay {unit[1:]} {hex_} {tile} {straight}", "MAG-VI.3.2.14")


@pytest.mark.rule("MAG-VI.3.2.14")
def test_k_tiles_go_nowhere_else():
    """On another city green, brown and gray K tiles are refused, and a K city goes on as a K city."""
    game = Builder().tiles(E10="57 0").phase("green").minor("n3")
    assert wrong_kind(game, "lay 3 E10 237 0", "MAG-VI.3.2.14")
    assert laid(game, "E10") == {"14", "15", "619"}

    brown = Builder().owns("ann", "n13").tiles(I2="237 2").phase("brown").minor("n13")
    assert wrong_kind(brown, "lay 13 I2 611 2", "MAG-VI.3.2.14")
    assert laid(brown, "I2") == {"L34"}
    gray = Builder().owns("ann", "n13").tiles(I2="L34 5").phase("gray", last_set=9).minor("n13")
    assert laid(gray, "I2") == {"L36"}


@pytest.mark.rule("MAG-VI.3.2.15")
def test_open_land_takes_plain_track():
    """E8 takes neither towns nor cities."""
    game = Builder().tiles(E10="57 1").minor("n3")

    assert laid(game, "E8") == {"7", "8", "9"}
    for line in ("lay 3 E8 4 1", "lay 3 E8 57 1"):
        assert wrong_kind(game, line, "MAG-VI.3.2.15")


@pytest.mark.rule("MAG-III.1.5")
def test_circles_are_cities_and_dots_are_towns():
    """Cities have a name and room for tokens; towns have neither."""
    game = Builder().tiles(D13="58 0", C12="57 2").cash(n1=100).minor("n1", "token")
    for hex_ in game.title.hexes.values():
        for stop in hex_.stops:
            if stop.kind in {"city", "town"}:
                named = bool(hex_.name or stop.name)
                assert (stop.kind == "city") == named == bool(stop.slots), hex_.id

    assert refused(game, "token 1 D13 0").key == "token_no_city"
    assert legal(game, "token 1 C12 0")


# --- what a promotion makes of a tile


@pytest.mark.rule("MAG-VI.3.3.7")
def test_plain_track_stays_plain():
    """No stop comes or goes by a promotion of plain track."""
    game = Builder().tiles(E10="57 1", E8="9 1").phase("green").minor("n3")

    assert laid(game, "E8") == {"19", "20", "23", "24", "26", "27"}
    for tile in ("204", "87", "619", "14"):
        assert wrong_kind(game, f"lay 3 E8 {tile} 1", "MAG-VI.3.3.7")


@pytest.mark.rule("MAG-VI.3.3.8")
def test_towns_stay_towns_and_cities_stay_cities():
    """A town becomes neither plain nor a city, a city neither plain nor a town; all their tracks stay joined."""
    town = Builder().tiles(D13="4 0").phase("green").minor("n1")
    city = Builder().tiles(E10="57 0").phase("green").minor("n3")

    assert laid(town, "D13") == {"204", "88", "87"}
    assert laid(city, "E10") == {"14", "15", "619"}
    for line in ("lay 1 D13 23 0", "lay 1 D13 14 0"):
        assert wrong_kind(town, line, "MAG-VI.3.3.8")
    for line in ("lay 3 E10 23 0", "lay 3 E10 204 0"):
        assert wrong_kind(city, line, "MAG-VI.3.3.8")


@pytest.mark.rule("MAG-VI.3.3.8")
@pytest.mark.parametrize(
    ("unit", "before", "phase", "tile", "slots"),
    [("n4", {"G14": "8860 0"}, "brown", "L17", 2), ("n1", {"E12": "L33 2"}, "green", "209", 3)],
)
def test_two_cities_become_one(unit: str, before: dict[str, str], phase: str, tile: str, slots: int):
    """The two cities of an OO tile merge in brown, those of Budapest in green, with all their track."""
    (hex_,) = before
    game = Builder().tiles(**before).tokens(**{hex_: f"{unit[1:]}.0 SIK.1"}).phase(phase)
    game = game.cash(**{unit: 20}).minor(unit)
    assert laid(game, hex_) == {tile}
    line = next(action for action in game.choices if isinstance(action, LayTile) and action.tile == tile)

    after_it = game.play(line)

    face, _ = after_it.pos.face(hex_)
    assert [stop.slots for stop in face.stops] == [slots]
    assert {one.stop for one in after_it.state.tokens[hex_]} == {0}


@pytest.mark.rule("MAG-VI.3.3.6")
@pytest.mark.parametrize(("before", "tile", "turns"), [("9 1", "23", {1, 4}), ("7 4", "26", {5})])
def test_existing_track_stays(before: str, tile: str, turns: set[int]):
    """A tile is promoted only by one that contains all its track in the same place."""
    game = Builder().tiles(E10="57 1", E8=before).phase("green").minor("n3")

    for turn in range(6):
        line = f"lay 3 E8 {tile} {turn}"
        if turn in turns:
            assert legal(game, line)
        else:
            refusal = refused(game, line)
            assert (refusal.key, refusal.clauses) == ("tile_keep_track", ("MAG-VI.3.3.6",))


SUCCESSORS = {
    "7": {"26", "27", "28", "29", "30", "31"},
    "8": {"16", "19", "23", "24", "25", "28", "29", "30", "31"},
    "9": {"19", "20", "23", "24", "26", "27"},
}


@pytest.mark.rule("MAG-VI.3.3.14")
@pytest.mark.parametrize(("tile", "successors"), SUCCESSORS.items())
def test_only_tiles_that_contain_the_old_one_follow(tile: str, successors: set[str]):
    """The green tiles that may follow each plain yellow one, where nothing else is in the way."""
    game = Builder().tiles(E14="57 1", E16=f"{tile} 1").tokens(E14="1.0", E12="").phase("green").minor("n1")

    assert laid(game, "E16") == successors
    for other in {"16", "19", "20", "23", "24", "25", "26", "27", "28", "29", "30", "31"} - successors:
        assert {refused(game, f"lay 1 E16 {other} {turn}").key for turn in range(6)} == {"tile_keep_track"}


@pytest.mark.rule("MAG-VI.3.3.13")
def test_the_lake_goes_on_with_one_shore():
    """On F9 #28 or #29 follow, then #39, and nothing that reaches the other shore."""
    green = Builder().tiles(E10="57 0", F9="7 2").phase("green").minor("n3")
    assert laid(green, "F9") == {"28"}
    faults = {refused(green, f"lay 3 F9 26 {turn}").key for turn in range(6)}
    assert faults == {"tile_keep_track", "tile_barrier"}
    wide = Builder().tiles(E10="57 0", F9="8 1").phase("green").minor("n3")
    assert laid(wide, "F9") == {"28", "29"}

    brown = Builder().tiles(E10="57 0", F9="28 3").phase("brown").minor("n3")

    assert laid(brown, "F9") == {"39"}
    across = next(turn for turn in range(6) if refused(brown, f"lay 3 F9 43 {turn}").key == "tile_barrier")
    assert "MAG-VI.3.3.13" in refused(brown, f"lay 3 F9 43 {across}").clauses
    gray = Builder().tiles(E10="57 0", F9="39 1").phase("gray", last_set=9).minor("n3")
    assert laid(gray, "F9") == set()


# --- pieces with two sides


@pytest.mark.rule("MAG-II.3.9")
def test_only_tiles_of_the_manifest_are_laid():
    """A tile that the box does not have is refused, and so is a seventh side."""
    game = Builder().minor("n3")

    for line in ("lay 3 E10 999 1", "lay 3 E10 L31 1", "lay 3 E10 57 6"):
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == ("tile_unknown", ("MAG-II.3.9",))
    assert legal(game, "lay 3 E10 57 5")


FAR = ("A12", "A14", "A16", "B11", "B13", "D15")


def pieces(green: str, count: int, other: str = "", rest: int = 0) -> Builder:
    """D11 straight and reached by #3; so many pieces with two sides lie elsewhere."""
    sides = [green] * count + [other] * rest
    elsewhere = {hex_: f"{tile} 0" for hex_, tile in zip(FAR, sides, strict=False)}
    return Builder().tiles(E10="57 0", D11="9 0", **elsewhere).phase("green")


@pytest.mark.rule("MAG-VI.3.3T.1", "MAG-VI.3.3T.2")
def test_ex_08_both_sides_share_one_count():
    """EX-08: six pieces 23/24 make six times #23, or four and two, but not four and three."""
    assert legal(pieces("23", 5).minor("n3"), "lay 3 D11 23 0")
    assert legal(pieces("23", 4, "24", 1).minor("n3"), "lay 3 D11 24 0")

    seven = pieces("23", 4, "24", 2).minor("n3")

    for line in ("lay 3 D11 24 0", "lay 3 D11 23 0"):
        refusal = refused(seven, line)
        assert (refusal.key, "MAG-VI.3.3T.1" in refusal.clauses) == ("tile_supply", True)
    assert legal(seven, "lay 3 D11 26 0")


@pytest.mark.rule("MAG-VI.3.3T.2")
def test_either_side_may_be_chosen():
    """While a piece is left, it is laid with one side up or the other."""
    game = pieces("23", 5).minor("n3")

    assert {"23", "24"} <= laid(game, "D11")
    assert after(game, "lay 3 D11 24 0").state.supply["23/24"] == 0


@pytest.mark.rule("MAG-VI.3.3T.3")
@pytest.mark.parametrize("phase", ["green", "brown"])
def test_ex_09_a_laid_tile_is_not_turned_over(phase: str):
    """EX-09: #23 on a hex is not replaced by #24, nor turned, nor laid again; a promotion it may get."""
    game = Builder().tiles(E10="57 0", D11="23 0").phase(phase).minor("n3")

    for line in ("lay 3 D11 24 0", "lay 3 D11 23 3", "lay 3 D11 23 0"):
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == ("tile_flip", ("MAG-VI.3.3T.3",))
    assert bool(laid(game, "D11")) == (phase == "brown")


@pytest.mark.rule("MAG-VI.3.3T.4", "MAG-VI.3.3.11")
def test_a_used_up_tile_waits_for_one_to_return():
    """With all pieces of a tile on the map nobody lays it, until a promotion brings one back."""
    hexes = Builder().minor("n1").title.hexes.values()
    bare = [hex_.id for hex_ in hexes if hex_.tiled and not hex_.stops and hex_.id not in {"E8", "F11"}]
    built = Builder().tiles(E10="14 1", E8="9 1", **dict.fromkeys(bare[:20], "8 0")).phase("green")
    game = built.cash(n3=100).minor("n3")
    assert game.state.supply["8/9"] == 0
    assert laid(game, "F11") == {"7"}

    refusal = refused(game, "lay 3 F11 9 2")
    promoted = after(game, "lay 3 E8 23 1")

    assert (refusal.key, "MAG-VI.3.3T.4" in refusal.clauses) == ("tile_supply", True)
    assert promoted.state.supply["8/9"] == 1
    assert laid(promoted, "F11") == {"7", "8", "9"}
