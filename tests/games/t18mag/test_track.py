"""Section VI.3.2: laying track."""

import pytest

from engine.actions import LayTile
from engine.exhibits import LaysLeft
from engine.game import Game
from engine.state import Token
from tests.games.t18mag.builders import Builder, after, legal, paid, refused


def home(**cash: int) -> Builder:
    """#3 with a straight tile at home, E10, that leads to D9 and F11."""
    return Builder().tiles(E10="57 2").cash(**(cash or {"n3": 200}))


def lays(game: Game, hex_: str) -> list[LayTile]:
    """What may be laid on a hex."""
    return [action for action in game.choices if isinstance(action, LayTile) and action.hex == hex_]


# --- how many tiles


@pytest.mark.rule("MAG-VI.3.2.1")
def test_the_main_action_is_a_yellow_tile_or_a_promotion():
    """One tile of a turn costs nothing but terrain: a yellow one, or a promotion."""
    game = home().phase("green").minor("n3")

    assert paid(game, after(game, "lay 3 D9 57 2"), "n3", "SKEV") == (-20, 0)
    assert paid(game, after(game, "lay 3 E10 14 1"), "n3", "SKEV") == (0, 0)


@pytest.mark.rule("MAG-VI.3.2.2")
def test_a_second_yellow_tile_costs_ten():
    """One more yellow tile is laid for 10, paid from the treasury to SKEV; with less it is not laid."""
    game = after(Builder().cash(n3=10).minor("n3"), "lay 3 E10 57 1")

    assert paid(game, after(game, "lay 3 E8 9 1"), "n3", "SKEV", "bank") == (-10, 10, 0)

    poor = after(Builder().cash(n3=9).minor("n3"), "lay 3 E10 57 1")
    refusal = refused(poor, "lay 3 E8 9 1")
    assert (refusal.key, refusal.clauses) == ("tile_extra_cost", ("MAG-VI.3.2.2",))
    assert refusal.values == {"cost": 10, "cash": 9}


@pytest.mark.rule("MAG-VI.3.2.2", "MAG-VI.3.2.3")
def test_how_many_tiles_are_left_is_told_with_the_price_of_the_next():
    """Two, then one for 10, then none; a third is not counted below none."""
    game = home().minor("n3")
    one = after(game, "lay 3 D9 57 2")
    told = [now.title.foresight.lays(now.pos) for now in (game, one, after(one, "lay 3 F11 9 2"))]

    assert told == [LaysLeft(2, 0), LaysLeft(1, 10), LaysLeft(0, 10)]


@pytest.mark.rule("MAG-VI.3.2.3")
@pytest.mark.parametrize(
    "lines",
    [
        ("lay 3 D9 57 2", "lay 3 F11 9 2"),
        ("lay 3 D9 57 2", "lay 3 E10 14 1"),
        ("lay 3 E10 14 1", "lay 3 D9 57 2"),
    ],
)
def test_two_tiles_at_most(lines: tuple[str, str]):
    """Two yellow tiles, or a yellow one and a promotion in either order, and never a third tile."""
    game = home().phase("green").minor("n3")

    done = after(game, *lines)

    assert paid(game, done, "SKEV") == (10,)
    for third in ("lay 3 E8 9 1", "lay 3 G12 9 2"):
        refusal = refused(done, third)
        assert (refusal.key, refusal.clauses, refusal.values) == ("tile_third", ("MAG-VI.3.2.3",), {})


@pytest.mark.rule("MAG-VI.3.2.3")
def test_one_hex_may_be_built_on_twice():
    """The extra yellow tile may be promoted in the same turn."""
    game = after(Builder().cash(n3=50).phase("green").minor("n3"), "lay 3 E10 57 2")

    assert legal(game, "lay 3 E10 14 1")


@pytest.mark.rule("MAG-VI.3.2.4", "MAG-VI.3.3.1")
def test_two_promotions_are_refused():
    """A promotion is the main action: after it there is a yellow tile for 10, and no other promotion."""
    game = home().phase("green").tiles(D9="57 2").minor("n3")
    assert legal(game, "lay 3 D9 14 1")

    game = after(game, "lay 3 E10 14 1")

    refusal = refused(game, "lay 3 D9 14 1")
    assert (refusal.key, refusal.clauses) == ("tile_two_promotions", ("MAG-VI.3.2.4", "MAG-VI.3.3.1"))
    assert legal(game, "lay 3 F11 9 2")


# --- where


@pytest.mark.rule("MAG-III.1.1", "MAG-III.1.2", "MAG-III.1.3", "MAG-III.1.4", "MAG-VI.3.2.5")
@pytest.mark.parametrize(
    "hex_", ["A8", "A20", "K9", "B23", "C6", "H1", "I26", "J15", "A10", "A18", "E26", "I20"]
)
def test_no_tile_off_the_light_green(hex_: str):
    """No tile goes beyond the map's edge, on a red location or on a mine."""
    game = Builder().tokens(B17="6.0").tiles(B17="57 0").minor("n6")

    refusal = refused(game, f"lay 6 {hex_} 57 0")

    assert (refusal.key, refusal.clauses) == ("tile_forbidden_hex", ("MAG-VI.3.2.5", "MAG-III.1.2"))
    assert legal(game, "lay 6 C16 57 0")


@pytest.mark.rule("MAG-VI.3.2.5")
def test_printed_track_of_a_mine_connects():
    """From Kassa the track goes on through the mine A18 to the hex beyond it."""
    joined = Builder().tiles(B17="57 0").cash(n6=50).minor("n6")
    apart = Builder().tiles(B17="5 0").cash(n6=50).minor("n6")

    assert legal(joined, "lay 6 A16 9 1")
    assert refused(apart, "lay 6 A16 9 1").key == "tile_unreachable"


@pytest.mark.rule("MAG-VI.3.2.6")
def test_the_first_tile_goes_on_the_home_hex():
    """In its first turn a minor lays at home first, and then where it likes."""
    game = Builder().cash(n3=50).minor("n3", number=(1, 1))

    refusal = refused(game, "lay 3 E8 9 1")

    assert (refusal.key, refusal.values) == ("tile_home_first", {"hex": "E10"})
    assert refusal.clauses == ("MAG-VI.3.2.6", "MAG-VI.3.2.7")
    assert legal(after(game, "lay 3 E10 57 1"), "lay 3 E8 9 1")


@pytest.mark.rule("MAG-VI.3.2.7")
def test_budapest_and_a_home_with_a_tile_are_free():
    """The minor of Budapest lays anywhere first, and so does one whose home hex has a tile already."""
    assert legal(Builder().minor("n1", number=(1, 1)), "lay 1 D13 58 0")
    assert legal(home(n3=50).minor("n3", number=(1, 1)), "lay 3 F11 9 2")


@pytest.mark.rule("MAG-VI.3.2.8")
@pytest.mark.parametrize("line", ["lay 3 F11 9 1", "lay 3 E12 L33 2", "lay 3 C14 9 1", "lay 3 G12 9 2"])
def test_a_tile_joins_the_own_network(line: str):
    """One of its tracks meets track that leads to an own station."""
    game = home().minor("n3")

    refusal = refused(game, line)

    assert refusal.key == "tile_unreachable"
    assert "MAG-VI.3.2.8" in refusal.clauses
    assert legal(game, "lay 3 F11 9 2")
    assert legal(game, "lay 3 F11 7 1")


@pytest.mark.rule("MAG-VI.3.2.9", "MAG-VI.3.3.10")
@pytest.mark.parametrize(
    ("tile", "there", "free"),
    [("57 2", "11.0", False), ("57 2", "3.0", True), ("14 1", "11.0", True), ("14 1", "11.0 SIK.0", False)],
)
def test_the_way_does_not_pass_a_full_city(tile: str, there: str, free: bool):
    """Beyond D9 track is laid only with an own station or a free slot there; more slots open it for anybody."""
    built = home().tiles(D9=tile).tokens(D9=there, D7="" if "11" in there else "11.0")
    game = built.phase("green").minor("n3")

    if free:
        assert legal(game, "lay 3 C8 5 4")
        return
    refusal = refused(game, "lay 3 C8 5 4")
    assert (refusal.key, refusal.clauses) == ("tile_blocked", ("MAG-VI.3.2.9",))
    assert refusal.values["city"] == "D9.0"
    assert legal(game, "lay 3 F11 9 2")


@pytest.mark.rule("MAG-VI.3.2.28")
def test_home_can_be_tiled_later():
    """Who laid nothing in his first turn tiles his home hex in a later one, whatever the tile connects."""
    game = Builder().minor("n3", number=(2, 1))

    assert {offer.action.hex for offer in game.choices.offers if offer.action.verb == "lay"} == {"E10"}
    assert legal(game, "lay 3 E10 57 2")


# --- which sides


@pytest.mark.rule("MAG-VI.3.2.20")
@pytest.mark.parametrize(
    ("unit", "line", "other"),
    [
        ("n13", "lay 13 I2 57 0", "lay 13 I2 57 2"),
        ("n11", "lay 11 D7 57 1", "lay 11 D7 57 2"),
        ("n5", "lay 5 H27 57 1", "lay 5 H27 57 0"),
        ("n12", "lay 12 H23 57 2", "lay 12 H23 57 1"),
    ],
)
def test_track_stays_on_the_map(unit: str, line: str, other: str):
    """No track leads to a side without a playable hex."""
    game = Builder().owns("ann", "n13").minor(unit)

    refusal = refused(game, line)

    assert (refusal.key, refusal.clauses) == ("tile_off_map", ("MAG-VI.3.2.20",))
    assert legal(game, other)


@pytest.mark.rule("MAG-VI.3.2.21")
def test_track_may_end_at_a_neighbours_blank_side():
    """A tile may point at a tile that has no track there."""
    game = Builder().tiles(D9="57 0", F11="9 1").minor("n3")

    assert legal(game, "lay 3 E10 57 2")


@pytest.mark.rule("MAG-VI.3.2.22")
def test_budapest_lies_on_its_river():
    """The yellow tile has one orientation, with Pest to the east and Buda to the west."""
    game = Builder().tokens(E12="1.1 SIK.0").minor("n1")
    faults = {turn: refused(game, f"lay 1 E12 L33 {turn}") for turn in (0, 1, 3, 4, 5)}
    river = [turn for turn, refusal in faults.items() if refusal.key == "tile_river"]
    assert river == [0, 3, 5]
    assert {refusal.key for refusal in faults.values()} <= {"tile_river", "tile_keep_track"}
    assert faults[river[0]].clauses == ("MAG-VI.3.2.22",)

    laid = after(game, "lay 1 E12 L33 2")

    assert {("D13", 0), ("F13", 2)} <= laid.pos.reach("1").sides
    assert {("F11", 3), ("D11", 5)} <= laid.pos.reach("SIK").sides


@pytest.mark.rule("MAG-VI.3.2.24")
@pytest.mark.parametrize(
    ("unit", "there", "line", "other"),
    [
        ("n11", {}, "lay 11 D7 57 0", "lay 11 D7 5 4"),
        ("n3", {"D9": "57 2"}, "lay 3 C8 5 5", "lay 3 C8 5 4"),
        ("n8", {"H5": "57 2"}, "lay 8 G4 8 3", "lay 8 G4 7 4"),
        ("n3", {"E10": "57 1", "E8": "8 4", "F7": "8 1"}, "lay 3 F5 8 4", "lay 3 F5 7 3"),
        ("n8", {"H5": "57 2"}, "lay 8 I6 8 0", "lay 8 I6 7 1"),
        ("n8", {"H5": "57 0", "I4": "8 3"}, "lay 8 J5 7 2", "lay 8 J5 7 1"),
    ],
)
def test_no_track_leads_to_a_barrier(unit: str, there: dict[str, str], line: str, other: str):
    """A barrier closes its side from both hexes, and another side of the same hex is open."""
    game = Builder().tiles(**{"E10": "57 2", **there}).cash(**{unit: 50}).minor(unit)

    refusal = refused(game, line)

    assert refusal.key == "tile_barrier"
    assert "MAG-VI.3.2.24" in refusal.clauses
    assert legal(game, other)


@pytest.mark.rule("MAG-VI.3.2.25")
def test_track_stays_on_one_shore_of_the_lake():
    """F9 takes a narrow or a wide curve along one shore, and nothing that joins both shores."""
    game = Builder().tiles(E10="57 0").minor("n3")

    assert {f"{lay.tile} {lay.rotation}" for lay in lays(game, "F9")} == {"7 2", "8 1"}
    south = Builder().tiles(G10="L32 0").tokens(G10="7.0").minor("n7")
    assert {f"{lay.tile} {lay.rotation}" for lay in lays(south, "F9")} == {"7 4", "7 5"}
    for across in ("9 0", "8 3", "7 3"):
        refusal = refused(game, f"lay 3 F9 {across}")
        assert (refusal.key, "MAG-VI.3.2.25" in refusal.clauses) == ("tile_barrier", True)


@pytest.mark.rule("MAG-VI.3.2.27")
def test_red_arrows_are_track():
    """Track to the side with an arrow joins the red location at once; track elsewhere does not."""
    game = Builder().owns("ann", "n13").minor("n13")

    assert ("H1", 0) in after(game, "lay 13 I2 57 2").pos.reach("13").stops
    assert ("H1", 0) not in after(game, "lay 13 I2 5 3").pos.reach("13").stops


# --- tokens move along


@pytest.mark.rule("MAG-VI.3.2.23")
@pytest.mark.parametrize(
    ("before", "seats"),
    [
        ("4.1", {"4": 0}),
        ("SIK.0 4.1", {"4": 0, "SIK": 1}),
        ("3.0 4.1", {"4": 0, "3": 1}),
        ("SIK.0 3.1", {"3": 0, "SIK": 1}),
        ("SIK.1 RABA.0", {"SIK": 0, "RABA": 1}),
    ],
)
def test_who_gets_the_connected_city_of_a_yellow_oo_tile(before: str, seats: dict[str, int]):
    """The home minor gets the city with track, else another minor, else the marker that came first."""
    built = Builder().tokens(G14=before, G16="10.0", H17="").tiles(G16="57 1").cash(n10=50)
    if "4" not in before:
        built.tokens(F13="4.0")
    game = after(built.minor("n10"), "lay 10 G14 L32 2")

    assert {one.unit: one.stop for one in game.state.tokens["G14"]} == seats


@pytest.mark.rule("MAG-VI.3.2.23")
def test_stations_of_budapest_stay_on_their_bank():
    """The tile shows Pest first, and the tokens go where their track went."""
    game = after(Builder().tokens(E12="1.1 SIK.0").minor("n1"), "lay 1 E12 L33 2")

    assert set(game.state.tokens["E12"]) == {Token(0, "1"), Token(1, "SIK")}
    assert [game.pos.stop_called("E12", stop) for stop in (0, 1)] == ["Pest", "Buda"]
    green = Builder().tiles(E12="L33 2").tokens(E12="1.0 SIK.1").phase("green").cash(n1=20).minor("n1")
    merged = after(green, "lay 1 E12 209 2")
    assert set(merged.state.tokens["E12"]) == {Token(0, "1"), Token(0, "SIK")}
    assert merged.pos.stop_called("E12", 0) == ""
