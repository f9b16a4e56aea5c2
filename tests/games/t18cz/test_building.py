"""Section VIII.4: laying yellow tiles, where they fit, what they cost, and how many a turn allows."""

import pytest

from engine.actions import LayTile
from engine.board.tiles import exits
from engine.exhibits import LaysLeft
from engine.game import Game
from tests.games.t18cz.czech import after, legal, paid, refused
from tests.games.t18cz.tracks import company

YELLOW_TILES = {
    "open": {"7", "8", "9"},
    "town": {"3", "58", "4"},
    "towns": {"1", "2", "55", "56", "69"},
    "city": {"5", "6", "57"},
    "Y": {"201", "202", "621"},
    "P": {"8889", "8890"},
}


def laid(game: Game, hex_: str) -> set[str]:
    """The tiles that may be laid on a hex."""
    return {action.tile for action in game.choices if isinstance(action, LayTile) and action.hex == hex_}


def keys(game: Game, hex_: str, tile: str) -> set[str]:
    """Why a tile is refused on a hex, at any rotation."""
    return {refused(game, f"lay {game.pos.unit} {hex_} {tile} {turn}").key for turn in range(6)}


# --- hexes and tiles


@pytest.mark.rule("CZ-VIII.4.2")
def test_tiles_are_laid_on_the_hexes_of_the_map():
    """Every hex takes tiles, Praha too; but not the red ones, the one with a printed town, or none at all."""
    game = company(D5="57 1").company("EKJ")

    keys_ = {hex_: refused(game, f"lay EKJ {hex_} 216 0").key for hex_ in game.pos.title.hexes}
    taken = {hex_ for hex_, key in keys_.items() if key == "tile_forbidden_hex"}
    assert taken == {"D1", "A8", "B5", "A22", "B19", "F3", "H5", "J15", "I18", "G28", "I24"}
    nowhere = refused(game, "lay EKJ Z9 9 1")
    assert (nowhere.key, nowhere.clauses) == ("tile_forbidden_hex", ("CZ-VIII.4.2",))
    assert legal(game, "lay EKJ D7 9 1")


@pytest.mark.rule(
    "CZ-VIII.4.9",
    "CZ-VIII.4.10",
    "CZ-VIII.4.12",
    "CZ-VIII.4.13",
    "CZ-VIII.4.14",
    "CZ-VIII.4.15",
    "CZ-VIII.4.16",
    "CZ-VIII.4.17",
)
@pytest.mark.parametrize(
    ("unit", "track", "hex_", "kind"),
    [
        ("EKJ", {"D5": "57 1"}, "D7", "open"),
        ("EKJ", {"D5": "57 1", "D3": "5 4"}, "E4", "town"),
        ("MW", {"F23": "57 1"}, "F21", "towns"),
        ("EKJ", {"D5": "57 1"}, "D3", "city"),
        ("EKJ", {"D5": "57 1", "D7": "8 5", "E8": "8 0"}, "F7", "Y"),
        ("BN", {}, "E12", "P"),
    ],
)
def test_a_hex_takes_tiles_of_its_kind_only(unit: str, track: dict[str, str], hex_: str, kind: str):
    """Of all yellow tiles only those with the towns, cities and letter of the hex are legal, no others."""
    game = company(unit, **track).company(unit)

    assert laid(game, hex_) == YELLOW_TILES[kind]
    for other, tiles in YELLOW_TILES.items():
        if other != kind:
            assert set().union(*(keys(game, hex_, tile) for tile in tiles)) == {"tile_wrong_kind"}


@pytest.mark.rule("CZ-VIII.4.11")
def test_one_of_two_tracks_needs_to_be_connected():
    """The line of one town joins Přerov, that of the other joins nothing."""
    game = company("MW", F23="57 1").company("MW")
    assert legal(game, "lay MW F21 55 0")

    reached = after(game, "lay MW F21 55 0").pos.reach("MW").stops

    assert reached == {("F23", 0), ("F21", 1)}


@pytest.mark.rule("CZ-VIII.4.3", "CZ-VIII.4.4")
@pytest.mark.parametrize(
    ("unit", "track", "hex_", "green"),
    [
        ("EKJ", {"D5": "57 1", "D7": "8 1"}, "C8", "8859 0"),
        ("EKJ", {"D5": "57 1", "D7": "9 1", "D9": "8 1", "C10": "58 0"}, "B9", "8863 5"),
        ("OFE", {"C26": "201 5"}, "D27", "8860 0"),
    ],
)
def test_two_cities_take_green_tiles_at_once(unit: str, track: dict[str, str], hex_: str, green: str):
    """No yellow tile fits where two cities are printed on yellow; a green one does from phase d on."""
    game = company(unit, "d", **track).company(unit)

    for tiles in YELLOW_TILES.values():
        for tile in tiles:
            refusal = refused(game, f"lay {unit} {hex_} {tile} 0")
            assert (refusal.key, "CZ-VIII.5.19" in refusal.clauses) == ("tile_order", True)
    assert legal(game, f"lay {unit} {hex_} {green}")
    early = company(unit, "c", **track).company(unit)
    assert refused(early, f"lay {unit} {hex_} {green}").key == "tile_colour"


# --- how many in a turn


def mw(phase: str = "c") -> Game:
    """The first turn of a small company in Přerov, where there is no track yet."""
    return company("MW", phase).trains(MW="2a").company("MW", "")


def left(game: Game) -> LaysLeft | None:
    """What is told of the tiles that the turn still has."""
    return game.title.foresight.lays(game.pos)


@pytest.mark.rule("CZ-VIII.4.5")
def test_the_first_turn_allows_two_yellow_tiles():
    """A third one is refused."""
    game = after(mw(), "lay MW F23 57 1")
    assert legal(game, "lay MW F25 9 1")
    assert [left(mw()), left(game)] == [LaysLeft(2), LaysLeft(1)]

    refusal = refused(after(game, "lay MW F25 9 1"), "lay MW F21 55 0")

    assert (refusal.key, refusal.values) == ("tile_third", {"most": 2})
    assert refusal.clauses == ("CZ-VIII.4.5", "CZ-VIII.4.6")


@pytest.mark.rule("CZ-VIII.4.5", "CZ-VIII.5.1", "CZ-VIII.3.2")
def test_the_first_turn_allows_an_upgrade_instead():
    """With track on its home a company may upgrade at once, but then no more; nor after a yellow tile."""
    game = company("MW", "g", F23="57 1").trains(MW="3c").company("MW", "")
    assert legal(game, "lay MW F23 14 1")

    for first, second in (("F23 14 1", "F25 9 1"), ("F25 9 1", "F23 14 1"), ("F23 14 1", "F23 611 1")):
        refusal = refused(after(game, f"lay MW {first}"), f"lay MW {second}")
        assert (refusal.key, refusal.clauses) == ("tile_two_promotions", ("CZ-VIII.3.2", "CZ-VIII.5.1"))
    assert left(after(game, "lay MW F23 14 1")) == LaysLeft(0)


@pytest.mark.rule("CZ-VIII.4.6", "CZ-VIII.5.1", "CZ-VIII.3.2")
def test_later_turns_allow_one_tile():
    """After a yellow tile or an upgrade no other tile is laid."""
    game = company("MW", "d", F23="57 1").trains(MW="2a").company("MW")

    assert left(game) == LaysLeft(1)
    for first, second in (("F25 9 1", "F21 55 0"), ("F25 9 1", "F23 14 1"), ("F23 14 1", "F25 9 1")):
        assert legal(game, f"lay MW {second}")
        refusal = refused(after(game, f"lay MW {first}"), f"lay MW {second}")
        assert (refusal.key, refusal.values) == ("tile_third", {"most": 1})


@pytest.mark.rule("CZ-VIII.4.5", "CZ-VIII.4.6", "CZ-VIII.5.1")
def test_how_many_tiles_are_left_is_told():
    """Two in the first turn, one later; none after an upgrade."""
    early = after(mw(), "lay MW F23 57 1")
    built = company("MW", "g", F23="57 1").trains(MW="3c")
    first, later = built.company("MW", ""), built.company("MW")
    games = (early, after(early, "lay MW F25 9 1"), first, after(first, "lay MW F23 14 1"), later)

    assert [game.title.foresight.lays(game.pos).count for game in games] == [1, 0, 2, 0, 1]


# --- connection


@pytest.mark.rule("CZ-VIII.4.8")
def test_tiles_extend_connected_track():
    """Karlovy Vary's line leads to D7, not beyond, and not to the south."""
    game = company(D5="57 1").company("EKJ")

    assert legal(game, "lay EKJ D7 9 1")
    for line in ("lay EKJ D7 9 0", "lay EKJ D9 9 1", "lay EKJ E6 9 2"):
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == ("tile_unreachable", ("CZ-VIII.4.8", "CZ-VIII.5.11"))


@pytest.mark.rule("CZ-VIII.4.8")
def test_tokens_of_others_cut_the_connection():
    """Cheb's only circle is taken by its own company: nobody else builds beyond."""
    track = {"D5": "57 1", "D3": "5 4"}
    taken = company(**track).tokens(D3="BTE.0").company("EKJ")

    refusal = refused(taken, "lay EKJ E4 3 2")

    assert (refusal.key, refusal.clauses) == ("tile_blocked", ("CZ-VIII.4.8",))
    assert refusal.values["city"] == "D3.0"
    assert legal(company(**track).company("EKJ"), "lay EKJ E4 3 2")


# --- costs


@pytest.mark.rule("CZ-VIII.4.18")
@pytest.mark.parametrize(
    ("track", "line", "cost"),
    [
        ({"D5": "57 1", "D7": "9 1", "D9": "8 1"}, "lay EKJ C10 3 0", 10),
        ({"D5": "57 2"}, "lay EKJ E6 9 2", 20),
        ({"D5": "57 2"}, "lay EKJ C4 8 3", 40),
        ({"D5": "57 1"}, "lay EKJ D7 9 1", 0),
    ],
)
def test_the_first_tile_on_a_hex_pays_for_the_terrain(track: dict[str, str], line: str, cost: int):
    """River 10, hill 20, mountain 40, from the treasury to the bank; open country is free."""
    game = company(cash=cost, **track).company("EKJ")

    assert legal(game, line)
    assert paid(game, after(game, line), "EKJ", "ann", "bank") == (-cost, 0, cost)


@pytest.mark.rule("CZ-VIII.4.18")
def test_who_cannot_pay_the_terrain_does_not_build():
    """The director's money does not help."""
    game = company(cash=19, D5="57 2").cash(ann=500).company("EKJ")

    refusal = refused(game, "lay EKJ E6 9 2")
    assert (refusal.key, refusal.clauses) == ("terrain_cost", ("CZ-VIII.4.18", "CZ-V.7"))
    assert refusal.values == {"cost": 20, "cash": 19}
    assert legal(company(cash=20, D5="57 2").company("EKJ"), "lay EKJ E6 9 2")


@pytest.mark.rule("CZ-VIII.4.18", "CZ-VIII.4.5")
def test_two_tiles_on_rivers_pay_twice():
    """WE-17: at a home by the river a company pays for it, and for the next river hex."""
    game = company("BCB", cash=260).company("BCB", "")

    now = after(game, "lay BCB D17 57 1")
    assert paid(game, now, "BCB") == (-10,)
    assert paid(now, after(now, "lay BCB D15 9 1"), "BCB") == (-10,)


# --- where track may point


@pytest.mark.rule("CZ-VIII.4.19")
def test_track_stays_on_the_map():
    """Nothing lies west or north-west of C4."""
    game = company(D5="57 2").company("EKJ")

    refusal = refused(game, "lay EKJ C4 9 2")
    assert (refusal.key, refusal.clauses) == ("tile_off_map", ("CZ-VIII.4.19",))
    assert refusal.values == {"hex": "C4", "side": 2}
    assert legal(game, "lay EKJ C4 8 3")


@pytest.mark.rule("CZ-VIII.4.20")
@pytest.mark.parametrize("red", [{}, {"F3": "8898 3"}])
def test_track_may_point_at_a_red_hex(red: dict[str, str]):
    """München may be there already or not."""
    game = company(D5="57 1", D3="5 4", **red).company("EKJ")

    assert legal(game, "lay EKJ E4 58 0")


@pytest.mark.rule("CZ-VIII.4.21")
@pytest.mark.parametrize(("line", "side"), [("lay EKJ E4 3 2", ("D5", 0)), ("lay EKJ E4 58 0", ("F3", 3))])
def test_track_need_not_join_what_lies_beside(line: str, side: tuple[str, int]):
    """Karlovy Vary and München have track elsewhere than where the new tile points."""
    game = company("EKJ", "d", D5="57 1", D3="5 4", F3="8898 4").company("EKJ")
    face, rotation = game.pos.face(side[0])
    assert side[1] not in exits(face.track, rotation)
    assert legal(game, line)

    assert side in after(game, line).pos.reach("EKJ").sides


@pytest.mark.rule("CZ-VIII.4.22")
@pytest.mark.parametrize(
    ("track", "hex_", "good", "bad"),
    [
        ({"E10": "6 1", "D11": "8 4"}, "D13", "7 0", "9 1"),
        ({"E10": "5 5", "F11": "58 2"}, "F13", "3 1", "4 1"),
    ],
)
def test_tiles_beside_praha_keep_the_way_to_it(track: dict[str, str], hex_: str, good: str, bad: str):
    """They are refused without an exit to Praha, whatever they join."""
    game = company("BTE", **track).tokens(E10="BTE.0").company("BTE")

    refusal = refused(game, f"lay BTE {hex_} {bad}")
    assert (refusal.key, refusal.clauses) == ("tile_stub", ("CZ-VIII.4.22",))
    assert legal(game, f"lay BTE {hex_} {good}")
