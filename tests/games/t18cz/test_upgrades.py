"""Section VIII.5: better tiles, in which colours, on whose track, and what becomes of the old ones."""

import pytest

from engine.actions import LayTile
from engine.game import Game
from engine.state import Token
from engine.titles.t18cz.purple import LayPurple
from tests.games.t18cz.czech import after, legal, paid, refused
from tests.games.t18cz.tracks import company

ROADS = {
    "D5": ("D5", {}),
    "D7": ("D5", {"D5": "14 1"}),
    "E4": ("D3", {"D3": "5 4"}),
    "F21": ("F23", {"F23": "57 1"}),
    "G20": ("G20", {}),
    "E12": ("E12", {}),
    "B9": ("B9", {}),
}
"""Where a token stands that reaches a hex, and the track by which it does."""


def on(hex_: str, now: str, phase: str) -> Game:
    """A large company that owns a large local and a token, once acquired, that reaches a hex with a tile on it."""
    at, roads = ROADS[hex_]
    built = company("SX", phase, A8="8896 4", **roads, **{hex_: now}).owns("SX", "L1")
    return built.tokens(**{"A8": "SX.0", at: "SX.0"}).company("SX")


def laid(game: Game, hex_: str, kind: type[LayTile] | type[LayPurple]) -> set[str]:
    """The tiles that may be laid on a hex, in the track action or by a local."""
    return {one.tile for one in game.choices if isinstance(one, kind) and one.hex == hex_}


# --- what follows what


@pytest.mark.rule(
    "CZ-VIII.5.2",
    "CZ-VIII.5.3",
    "CZ-VIII.5.4",
    "CZ-VIII.5.8",
    "CZ-VIII.5.10",
    "CZ-VIII.5.14",
    "CZ-VIII.5.15",
    "CZ-VIII.5.23",
)
@pytest.mark.parametrize(
    ("hex_", "old", "new", "purple"),
    [
        ("D7", "9 1", "19 20 23 24 26 27", ""),
        ("D7", "7 0", "26 27 28 29 30 31", ""),
        ("D7", "8 1", "16 19 23 24 25 28 29 30 31", ""),
        ("D7", "20 1", "44 47", ""),
        ("D7", "23 1", "41 43 45 47", ""),
        ("D7", "47 1", "", ""),
        ("D5", "5 4", "14 15 619", "14p 15p"),
        ("D5", "14 1", "611", "611p"),
        ("D5", "611 1", "", "595p"),
        ("G20", "621 1", "207 208 622", ""),
        ("G20", "208 1", "216", "216p"),
        ("G20", "216 1", "", "8857p"),
        ("E12", "8889 1", "8891", ""),
        ("E12", "8890 1", "8891", ""),
        ("E12", "8891 1", "8892", ""),
        ("E12", "8892 0", "8893", ""),
        ("E12", "8893 0", "", ""),
        ("E4", "3 2", "", "887p 888p 8866p"),
        ("E4", "887p 0", "", "889p"),
        ("F21", "1 0", "", "888p"),
        ("F21", "2 1", "", "887p"),
        ("F21", "55 0", "", "888p"),
        ("F21", "56 1", "", "887p"),
        ("F21", "69 0", "", "8866p"),
        ("B9", "8859 5", "", "8896p"),
        ("B9", "8860 5", "", "8896p"),
        ("B9", "8863 5", "", "8894p"),
        ("B9", "8864 5", "", "8895p"),
        ("B9", "8865 5", "", "8895p"),
        ("B9", "8885 5", "", "8894p"),
    ],
)
def test_the_chart_says_what_follows(hex_: str, old: str, new: str, purple: str):
    """D-14: with all colours open, one colour further, of the same kind and on all old track; purple with a local."""
    game = on(hex_, old, "j")

    assert laid(game, hex_, LayTile) == set(new.split())
    assert laid(game, hex_, LayPurple) == set(purple.split())


@pytest.mark.rule("CZ-VIII.5.2", "CZ-VIII.5.3", "CZ-VIII.5.4")
@pytest.mark.parametrize(
    ("hex_", "old", "line", "key"),
    [
        ("D5", "57 1", "D5 611 1", "tile_order"),
        ("D5", "611 1", "D5 14 1", "tile_order"),
        ("D5", "57 1", "D5 5 4", "tile_flip"),
        ("D5", "14 1", "D5 619 1", "tile_flip"),
        ("E12", "8891 1", "E12 8893 0", "tile_order"),
        ("D7", "9 1", "D7 47 1", "tile_order"),
    ],
)
def test_one_colour_at_a_time(hex_: str, old: str, line: str, key: str):
    """No colour is left out, none is laid again, and there is no way back."""
    refusal = refused(on(hex_, old, "j"), f"lay SX {line}")

    assert refusal.key == key
    assert {"CZ-VIII.5.2", "CZ-VIII.5.3", "CZ-VIII.5.4"} & set(refusal.clauses)


@pytest.mark.rule("CZ-VIII.5.5", "CZ-VIII.5.6", "CZ-VIII.5.7")
@pytest.mark.parametrize(
    ("old", "new", "phase"), [("8889 1", "8891 1", "d"), ("8891 1", "8892 0", "g"), ("8892 0", "8893 0", "i")]
)
def test_colours_come_with_phases(old: str, new: str, phase: str):
    """Green comes with the first d-train, brown with the first g, gray with the first i."""
    for now in "abcdefghij":
        game = company("BN", now, E12=old).company("BN")
        if now >= phase:
            assert legal(game, f"lay BN E12 {new}")
        else:
            refusal = refused(game, f"lay BN E12 {new}")
            assert refusal.key == "tile_colour"
            assert refusal.clauses[0] == {"d": "CZ-VIII.5.5", "g": "CZ-VIII.5.6", "i": "CZ-VIII.5.7"}[phase]


@pytest.mark.rule("CZ-VIII.5.13")
def test_old_track_stays():
    """A straight line may get a branch, but not become a curve; a city keeps both its lines."""
    game = company(D5="57 1", D7="9 1").company("EKJ")

    for line in ("lay EKJ D7 28 1", "lay EKJ D5 14 2"):
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == ("tile_keep_track", ("CZ-VIII.5.13", "CZ-VIII.5.15"))
    assert legal(game, "lay EKJ D7 23 1")
    assert legal(game, "lay EKJ D5 14 1")


@pytest.mark.rule("CZ-VIII.5.14", "CZ-VIII.5.15")
@pytest.mark.parametrize(
    ("hex_", "old", "line"),
    [
        ("D7", "9 1", "D7 14 1"),
        ("D5", "57 1", "D5 23 1"),
        ("D5", "57 1", "D5 207 1"),
        ("G20", "621 1", "G20 14 1"),
    ],
)
def test_locations_stay_what_they_are(hex_: str, old: str, line: str):
    """Plain track does not become a city, a city no plain track, and only Y follows Y."""
    refusal = refused(on(hex_, old, "d"), f"lay SX {line}")

    labelled, city, plain = "CZ-VIII.4.13", "CZ-VIII.5.15", "CZ-VIII.5.14"
    cited = {"D7 14 1": plain, "D5 23 1": city}.get(line, labelled)
    assert refusal.key == "tile_wrong_kind"
    assert cited in refusal.clauses


@pytest.mark.rule("CZ-VIII.5.15")
@pytest.mark.parametrize(
    ("phase", "old", "new", "stops"),
    [
        ("c", {}, "8889 1", (0, 2)),
        ("c", {}, "8890 1", (1, 2)),
        ("d", {"E12": "8890 1"}, "8891 5", (3, 0)),
        ("g", {"E12": "8891 5"}, "8892 0", (0, 0)),
    ],
)
def test_tokens_stay_on_their_track(phase: str, old: dict[str, str], new: str, stops: tuple[int, int]):
    """Of Praha's cities BN has the line to the north-east and NWB that to the south-east, till they become one."""
    game = company("BN", phase, **old).operated("BN", "NWB").company("BN")

    now = after(game, f"lay BN E12 {new}")

    assert set(now.state.tokens["E12"]) == {Token(stops[0], "BN"), Token(stops[1], "NWB")}


# --- whose track


@pytest.mark.rule("CZ-VIII.5.11")
def test_some_track_must_be_usable_afterwards():
    """D7's line runs past EKJ's: an upgrade that joins EKJ's line is legal, another one is not."""
    game = company(D5="57 1", D7="9 0").company("EKJ")

    assert legal(game, "lay EKJ D7 20 0")
    refusal = refused(game, "lay EKJ D7 19 0")
    assert (refusal.key, refusal.clauses) == ("tile_unreachable", ("CZ-VIII.4.8", "CZ-VIII.5.11"))


@pytest.mark.rule("CZ-VIII.5.12")
def test_new_track_need_not_be_usable():
    """EKJ's line goes straight through D7; the line across it belongs to nobody's network."""
    game = company(D5="57 1", D7="9 1").company("EKJ")

    now = after(game, "lay EKJ D7 20 1")

    assert not {("C8", 0), ("E6", 3)} & now.pos.reach("EKJ").sides
    assert ("D9", 1) in now.pos.reach("EKJ").sides


@pytest.mark.rule("CZ-VIII.5.16")
def test_a_green_city_has_another_circle():
    """Cheb's yellow tile is full with its own token; on the green one there is room for EKJ."""
    track = {"D5": "57 1", "D3": "5 4"}
    game = company(**track).operated("BTE", "EKJ").company("EKJ")
    assert refused(game, "token EKJ D3 0").key == "token_full"

    now = after(game, "lay EKJ D3 15 3")

    assert legal(now, "token EKJ D3 0")


@pytest.mark.rule("CZ-VIII.5.17")
def test_a_free_circle_lets_builders_through():
    """Behind Cheb EKJ builds and upgrades while one of two circles is free, not when both are taken."""
    built = company(D5="57 1", D3="15 3", E4="4 2", F5="9 2").operated("BTE", "EKJ")
    free = built.company("EKJ")
    full = built.tokens(D3="BTE.0 KFN.0").company("EKJ")

    for line in ("lay EKJ G6 8 0", "lay EKJ F5 23 2"):
        assert legal(free, line)
        refusal = refused(full, line)
        assert (refusal.key, refusal.values["city"]) == ("tile_blocked", "D3.0")


# --- the supply


@pytest.mark.rule("CZ-VIII.5.18")
def test_replaced_tiles_are_used_again():
    """The piece that was on the hex goes back, the new one is taken."""
    game = company(D5="57 1").company("EKJ")

    now = after(game, "lay EKJ D5 14 1")

    changed = {tile: count for tile, count in now.state.supply.items() if count != game.state.supply[tile]}
    assert changed == {"57": 4, "14": 3}


@pytest.mark.rule("CZ-VIII.5.18")
def test_a_tile_out_of_supply_waits_for_an_upgrade():
    """D-64: with the only crossing of its kind on the map there is none to lay, until that one is replaced."""
    track = {"D5": "14 1", "D7": "9 1", "D9": "9 1", "D21": "20 0"}
    refusal = refused(company(phase="g", **track).company("EKJ"), "lay EKJ D9 20 1")
    assert (refusal.key, refusal.clauses) == ("tile_supply", ("CZ-VIII.5.18",))

    freed = {**track, "D21": "44 0"}
    assert legal(company(phase="g", **freed).company("EKJ"), "lay EKJ D9 20 1")


# --- hexes with two cities, and Praha


@pytest.mark.rule("CZ-VIII.5.19")
def test_the_first_green_tile_counts_as_an_upgrade():
    """In a first turn no yellow tile precedes C8's green one, and none follows it."""
    track = {"D5": "57 1", "D7": "8 1"}
    game = company(**track).trains(EKJ="2b").company("EKJ", "")
    assert legal(game, "lay EKJ C8 8859 0")

    first = refused(after(game, "lay EKJ D3 5 4"), "lay EKJ C8 8859 0")
    second = refused(after(game, "lay EKJ C8 8859 0"), "lay EKJ D3 5 4")

    assert (first.key, second.key) == ("tile_two_promotions", "tile_two_promotions")
    assert (first.values, second.values) == ({}, {})


@pytest.mark.rule("CZ-VIII.3.2", "CZ-VIII.5.1")
def test_praha_is_improved_instead_of_other_tiles():
    """D-09: as printed, Praha's first tile is the whole track action of a first turn."""
    game = company("BN", "c").company("BN", "")

    assert legal(game, "lay BN E12 8890 1")
    for first, second in (("E12 8890 1", "D13 9 0"), ("D13 9 0", "E12 8890 1")):
        refusal = refused(after(game, f"lay BN {first}"), f"lay BN {second}")
        assert (refusal.key, refusal.clauses) == ("tile_two_promotions", ("CZ-VIII.3.2", "CZ-VIII.5.1"))
        assert refusal.values == {"hex": "E12"}


@pytest.mark.rule("CZ-VIII.3.2")
def test_praha_is_one_of_two_tiles_in_another_reading():
    """D-09: as others play it, its first tile is a yellow one like any other."""
    game = company("BN", "c", "praha_first_tile=lay").company("BN", "")

    now = after(game, "lay BN E12 8890 1")

    assert legal(now, "lay BN D13 9 0")
    assert refused(after(now, "lay BN D13 9 0"), "lay BN D11 9 1").key == "tile_third"


# --- costs


@pytest.mark.rule("CZ-VIII.5.22")
@pytest.mark.parametrize(
    ("hex_", "old", "line"), [("C4", "8 3", "C4 30 5"), ("E6", "9 2", "E6 23 2"), ("D11", "9 1", "D11 23 1")]
)
def test_upgrades_are_free(hex_: str, old: str, line: str):
    """Mountain, hill and river have been paid for with the first tile; a company without money upgrades."""
    roads = {"D5": "57 2", **({"D7": "9 1", "D9": "9 1", "D5": "57 1"} if hex_ == "D11" else {})}
    game = company(cash=0, **roads, **{hex_: old}).cash(ann=50).trains(EKJ="3d").company("EKJ")

    assert paid(game, after(game, f"lay EKJ {line}"), "EKJ", "ann") == (0, 0)


@pytest.mark.rule("CZ-VIII.4.18", "CZ-VIII.5.22")
@pytest.mark.parametrize(
    ("unit", "phase", "track", "line"),
    [
        ("BCB", "c", {"D17": "57 1", "D15": "9 1", "D13": "8 4"}, "E12 8890 1"),
        ("EKJ", "d", {"D5": "57 1", "D7": "9 1", "D9": "8 1", "C10": "58 0"}, "B9 8863 5"),
    ],
)
def test_the_first_tile_pays_even_if_it_counts_as_an_upgrade(
    unit: str, phase: str, track: dict[str, str], line: str
):
    """D-10, WE-38: Praha and Teplice lie by a river, which the first tile pays: 10."""
    game = company(unit, phase, **track).company(unit)

    assert paid(game, after(game, f"lay {unit} {line}"), unit) == (-10,)
    assert (
        refused(company(unit, phase, cash=9, **track).company(unit), f"lay {unit} {line}").key
        == "terrain_cost"
    )
