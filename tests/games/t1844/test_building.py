"""Section 2.17: track on new hexes."""

import pytest

from engine.actions import LayTile
from engine.events import TileLaid
from engine.exhibits import LaysLeft
from engine.game import Game
from engine.state import BANK
from tests.games.t1844.swiss import Builder, after, legal, paid, refused


def scb(**cash: int) -> Builder:
    """Basel with a straight tile that leads to C10 and Liestal; the SCB has its token there."""
    built = Builder().holds("ann", SCB=50).prices(SCB=100).floated("SCB").phase("3")
    return built.cash(**(cash or {"SCB": 300})).tiles(C12="57 1").tokens(C12="SCB.0")


def turns(game: Game, hex_: str, tile: str) -> set[int]:
    """Rotations at which a tile may be laid on a hex."""
    lays = (action for action in game.choices if isinstance(action, LayTile))
    return {lay.rotation for lay in lays if (lay.hex, lay.tile, lay.using) == (hex_, tile, "")}


# --- one tile a turn


@pytest.mark.rule("CH-OR.TRACK.1")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("lay SCB C14 4 1", "lay SCB C10 9 1"),
        ("lay SCB C12 14 1", "lay SCB C14 4 1"),
        ("lay SCB C14 4 1", "lay SCB C12 14 1"),
    ],
)
def test_one_tile_a_turn(first: str, second: str):
    """A new tile or an upgrade, and no other tile after it."""
    game = scb().owns("ann", "T1").company("SCB")
    assert legal(game, first)
    assert legal(game, second)

    refusal = refused(after(game, first), second, "ann")

    assert refusal.key == "tile_one"


@pytest.mark.rule("CH-OR.TRACK.1")
def test_how_many_tiles_are_left_is_told():
    game = scb().company("SCB")
    told = [now.title.foresight.lays(now.pos) for now in (game, after(game, "lay SCB C14 4 1"))]

    assert told == [LaysLeft(1), LaysLeft(0)]


@pytest.mark.rule("CH-OR.TRACK.17")
def test_building_is_optional():
    game = scb().company("SCB")

    now = after(game, "pass")

    assert now.state.tiles == game.state.tiles


@pytest.mark.rule("CH-OR.TRACK.17", "CH-SET.8")
def test_tiles_run_out():
    """There are three tiles 3; while one of them is left it is legal."""
    laid = {"B23": "3 5", "D17": "3 0", "E8": "3 0"}
    assert legal(scb().tiles(**dict(list(laid.items())[1:])).company("SCB"), "lay SCB C14 3 0")

    refusal = refused(scb().tiles(**laid).company("SCB"), "lay SCB C14 3 0")
    assert (refusal.key, refusal.clauses) == ("tile_supply", ("CH-SET.8", "CH-OR.TRACK.17"))


@pytest.mark.rule("CH-SET.8")
@pytest.mark.parametrize("tile", ["1 0", "999 1", "4 6"])
def test_tiles_of_other_games_are_unknown(tile: str):
    """Neither a tile that is not among those of the game nor a seventh rotation."""
    refusal = refused(scb().company("SCB"), f"lay SCB C14 {tile}")

    assert (refusal.key, refusal.clauses) == ("tile_unknown", ("CH-SET.8",))


@pytest.mark.parametrize("layer", ["X78", "OP2", "XM1"])
def test_what_lies_on_top_of_a_hex_is_no_tile(layer: str):
    """A tunnel, a piece of the Furka-Oberalp line and a panel are not laid as tiles, however they are turned."""
    game = scb().company("SCB")

    assert {refused(game, f"lay SCB C14 {layer} {turn}").key for turn in range(6)} == {"tile_unknown"}


@pytest.mark.rule("CH-OR.TRACK.2", "CH-OR.UPG.1")
@pytest.mark.parametrize("line", ["lay SCB C12 57 1", "lay SCB C12 6 5"])
def test_yellow_tiles_go_on_hexes_without_a_tile(line: str):
    assert refused(scb().company("SCB"), line).key == "tile_flip"


@pytest.mark.rule("CH-OR.TRACK.2", "CH-OR.UPG.1")
def test_printed_yellow_hexes_have_a_tile():
    """Aarau is printed yellow with two cities: no yellow tile goes there, a green one does."""
    built = Builder().holds("ann", STB=50).prices(STB=100).floated("STB").phase("3").cash(STB=300)
    game = built.tokens(D15="STB.0").company("STB")

    assert refused(game, "lay STB D15 57 1").key == "tile_flip"
    assert turns(game, "D15", "14") == {1, 4}


# --- the right kind of tile


@pytest.mark.rule("CH-OR.TRACK.3")
@pytest.mark.parametrize(
    ("hex_", "good", "bad"),
    [("C14", "4 1", ("57 1", "9 1")), ("C10", "9 1", ("4 1", "57 1")), ("D13", "57 2", ("4 2", "9 2"))],
)
def test_towns_cities_and_open_ground(hex_: str, good: str, bad: tuple[str, str]):
    """Liestal is a town, C10 open ground, Olten a city."""
    game = scb().tiles(C12="5 4" if hex_ == "D13" else "57 1").company("SCB")

    assert legal(game, f"lay SCB {hex_} {good}")
    for tile in bad:
        assert refused(game, f"lay SCB {hex_} {tile}").key == "tile_wrong_kind"


def at_oo(**tiles: str) -> Game:
    """The VSB reaches Winterthur and Frauenfeld from St. Gallen."""
    built = Builder().holds("ann", VSB=50).prices(VSB=100).floated("VSB").phase("3").cash(VSB=300)
    built = built.tiles(C24="6 5", C22="9 1", **tiles)
    return built.tokens(C24="VSB.0").company("VSB")


@pytest.mark.rule("CH-OR.TRACK.4", "CH-OR.UPG.7", "CH-OR.UPG.1")
def test_oo_hexes_start_with_a_green_oo_tile():
    """Two cities without track are printed yellow; no other green tile fits."""
    game = at_oo()

    assert turns(game, "C20", "59") == {2, 4}
    for tile in ("14", "15", "619", "901"):
        assert refused(game, f"lay VSB C20 {tile} 1").key == "tile_wrong_kind"
    assert refused(game, "lay VSB C20 57 1").key == "tile_flip"


@pytest.mark.rule("CH-OR.TRACK.4", "CH-OR.UPG.7")
def test_lausanne_takes_tiles_with_l():
    built = Builder().holds("ann", JS=50).prices(JS=100).floated("JS").phase("3").cash(JS=300)
    game = built.tokens(I4="JS.0").company("JS")

    assert turns(game, "I4", "901") == {1}
    assert refused(game, "lay JS I4 59 2").key == "tile_wrong_kind"
    assert refused(game, "lay JS I4 14 1").key == "tile_wrong_kind"


@pytest.mark.rule("CH-OR.TRACK.5", "CH-OR.UPG.7")
@pytest.mark.parametrize(
    ("unit", "hex_", "yellow", "green", "others"),
    [
        ("NOB", "D19", "57 0", {"907", "908"}, ("14", "904")),
        ("BLS", "F11", "57 2", {"904"}, ("14", "15", "907")),
    ],
)
def test_zurich_and_bern_get_letters(
    unit: str, hex_: str, yellow: str, green: set[str], others: tuple[str, ...]
):
    """The yellow tile has no letter of its own; green tiles without the letter of the city are refused."""
    built = Builder().holds("ann", **{unit: 50 if unit == "NOB" else 60}).prices(**{unit: 100}).floated(unit)
    built = built.phase("3").cash(**{unit: 300}).tokens(**{hex_: f"{unit}.0"})
    assert legal(built.company(unit), f"lay {unit} {hex_} {yellow}")

    game = built.tiles(**{hex_: yellow}).company(unit)
    lays = {action.tile for action in game.choices if isinstance(action, LayTile) and action.hex == hex_}
    assert lays == green
    for tile in others:
        faults = {refused(game, f"lay {unit} {hex_} {tile} {turn}").key for turn in range(6)}
        assert faults == {"tile_wrong_kind"}


# --- what it costs


@pytest.mark.rule("CH-OR.TRACK.6")
@pytest.mark.parametrize(
    ("hex_", "tile", "cost"), [("C14", "4 1", 0), ("C10", "9 1", 0), ("D13", "57 2", 20), ("D11", "8 1", 30)]
)
def test_the_first_tile_pays_the_terrain(hex_: str, tile: str, cost: int):
    """The printed price goes from the treasury to the bank at once."""
    basel = {"D13": "5 4", "D11": "5 0"}.get(hex_, "57 1")
    game = scb().tiles(C12=basel).company("SCB")

    now = after(game, f"lay SCB {hex_} {tile}")

    assert paid(game, now, "SCB", BANK, "ann") == (-cost, cost, 0)
    number, rotation = tile.split()
    assert TileLaid("SCB", hex_, number, int(rotation), "", cost) in now.events


@pytest.mark.rule("CH-OR.TRACK.6", "CH-OR.UPG.9")
def test_the_first_tile_on_printed_track_pays_as_well():
    """Aarau is printed with two cities and a river: its green tile costs 20, the brown one nothing."""
    built = Builder().holds("ann", STB=50).prices(STB=100).floated("STB").cash(STB=300)
    built = built.tokens(D15="STB.0").phase("5")
    green = built.company("STB")
    assert paid(green, after(green, "lay STB D15 14 1"), "STB") == (-20,)

    brown = built.tiles(D15="14 1").company("STB")
    assert paid(brown, after(brown, "lay STB D15 611 4"), "STB") == (0,)


@pytest.mark.rule("CH-OR.TRACK.7", "CH-OR.TRACK.6", "CH-OR.DEST.5")
def test_money_from_a_destination_comes_too_late():
    """EX-23: a tile that costs 30 and would bring 500 is refused with 10 or 29 in the treasury."""

    def ab(cash: int) -> Game:
        built = Builder().holds("ann", AB=60).prices(AB=100).floated("AB").phase("3").owns("ann", "P1")
        built = built.tiles(D25="57 2", C24="6 5", C20="59 4").tokens(D25="AB.0")
        return built.cash(AB=cash).company("AB")

    for cash in (10, 29):
        refusal = refused(ab(cash), "lay AB C22 9 1")
        assert (refusal.key, refusal.values) == ("terrain_cost", {"cost": 30, "cash": cash})
        assert refusal.clauses == ("CH-OR.TRACK.6", "CH-OR.TRACK.7")
    game = ab(30)
    assert paid(game, after(game, "lay AB C22 9 1"), "AB") == (470,)


# --- where


@pytest.mark.rule("CH-OR.TRACK.8")
def test_the_home_comes_first():
    """A company whose home has no track builds there."""
    built = Builder().holds("ann", SCB=50).prices(SCB=100).floated("SCB").cash(SCB=300)
    game = built.company("SCB", "")

    assert {action.hex for action in game.choices if isinstance(action, LayTile)} == {"C12"}
    refusal = refused(game, "lay SCB C14 4 1")
    assert (refusal.key, refusal.values) == ("tile_home_first", {"hex": "C12"})


@pytest.mark.rule("CH-OR.TRACK.8")
@pytest.mark.parametrize(
    ("unit", "line", "tiles"),
    [
        ("STB", "lay STB D17 4 1", {}),
        ("BLS", "lay BLS G12 9 2", {}),
        ("SCB", "lay SCB C14 4 1", {"C12": "57 1"}),
    ],
)
def test_not_where_there_is_track(unit: str, line: str, tiles: dict[str, str]):
    """Printed track or a tile on the home lets a company build elsewhere in its first turn."""
    built = Builder().holds("ann", **{unit: 50 if unit == "SCB" else 60}).prices(**{unit: 100}).floated(unit)
    line = "lay STB C14 58 5" if unit == "STB" else line
    game = built.cash(**{unit: 300}).tiles(**tiles).company(unit, "")

    assert legal(game, line)


@pytest.mark.rule("CH-OR.TRACK.9")
def test_track_continues_track():
    """A tile must touch track that is joined to a token of the company."""
    game = scb().company("SCB")

    assert turns(game, "C14", "4") == {1, 4}
    for line in ("lay SCB C14 4 2", "lay SCB D13 57 1", "lay SCB D19 57 1"):
        assert refused(game, line).key in ("tile_unreachable", "tile_off_map")
    assert refused(game, "lay SCB D13 57 1").key == "tile_unreachable"


@pytest.mark.rule("CH-OR.TRACK.9", "CH-OR.UPG.8")
def test_not_beyond_a_full_city():
    """A city full of others ends the connection, one with a free place does not."""
    built = scb().tiles(C12="5 4", D13="57 2").phase("3")

    blocked = built.tokens(C12="SCB.0", D13="JN.0").company("SCB")
    refusal = refused(blocked, "lay SCB E14 8 2")
    assert (refusal.key, refusal.values["city"]) == ("tile_blocked", "D13.0")

    free = scb().tiles(C12="5 4", D13="14 2").tokens(C12="SCB.0", D13="JN.0").company("SCB")
    assert legal(free, "lay SCB E14 8 2")


@pytest.mark.rule("CH-OR.TRACK.10")
def test_no_track_off_the_map():
    """North-east of Basel there is no hex."""
    built = Builder().holds("ann", SCB=50).prices(SCB=100).floated("SCB").cash(SCB=300)
    game = built.company("SCB", "")

    assert turns(game, "C12", "57") == {1, 2, 4, 5}
    for turn in (0, 3):
        refusal = refused(game, f"lay SCB C12 57 {turn}")
        assert (refusal.key, refusal.values) == ("tile_off_map", {"hex": "C12", "side": 3})


def from_zug(**tiles: str) -> Game:
    """The NOB has a token in Zug, with track to E20 and E16."""
    built = Builder().holds("ann", NOB=50).prices(NOB=100).floated("NOB").phase("3").cash(NOB=300)
    built = built.tiles(**{"D19": "57 0", "E18": "57 1", **tiles})
    return built.tokens(D19="NOB.0", E18="NOB.0").company("NOB")


@pytest.mark.rule("CH-OR.TRACK.11")
def test_no_track_into_closed_grey_sides():
    """The Rigi has no track towards E20."""
    game = from_zug()

    assert legal(game, "lay NOB E20 9 1")
    refusal = refused(game, "lay NOB E20 7 0")
    assert (refusal.key, refusal.values["side"]) == ("tile_barrier", 0)
    assert refusal.clauses == ("CH-OR.TRACK.11",)


@pytest.mark.rule("CH-OR.TRACK.13")
def test_no_track_into_thick_bars():
    """A bar lies between Zürich and E20, another between Rapperswil and E20."""
    game = from_zug()

    for tile, side in (("7 1", 2), ("8 1", 3)):
        refusal = refused(game, f"lay NOB E20 {tile}")
        assert (refusal.key, refusal.values["side"]) == ("tile_barrier", side)
        assert refusal.clauses == ("CH-OR.TRACK.13",)


@pytest.mark.rule("CH-OR.TRACK.14")
def test_no_track_into_red_sides_without_an_arrow():
    """Belfort can be entered from C10 and D7, not from D9."""
    game = scb().tiles(C12="57 1", C10="8 4").company("SCB")

    assert legal(game, "lay SCB D9 9 0")
    refusal = refused(game, "lay SCB D9 7 2")
    assert (refusal.key, refusal.clauses) == ("tile_barrier", ("CH-OR.TRACK.14",))
    assert refused(game, "lay SCB C10 9 1").key == "tile_flip"


@pytest.mark.rule("CH-OR.TRACK.12")
def test_no_track_into_tunnel_hexes_but_at_mouths():
    """From Gstaad track leads to the mouth on J9, not to the Lötschberg, which has none there."""
    built = Builder().holds("ann", MOB=60).prices(MOB=100).floated("MOB").cash(MOB=300)
    game = built.tiles(I6="57 1", I8="9 1").tokens(I6="MOB.0").company("MOB")

    assert legal(game, "lay MOB I10 3 0")
    assert refused(game, "lay MOB I10 4 1").key == "tile_barrier"


@pytest.mark.rule("CH-OR.TRACK.15")
def test_track_need_not_meet_the_next_tile():
    """Liestal's tile leads to D13 although the track there leads elsewhere."""
    game = scb().tiles(C12="57 1", D13="57 1").company("SCB")

    assert legal(game, "lay SCB C14 3 0")


@pytest.mark.rule("CH-OR.TRACK.16")
@pytest.mark.parametrize("hex_", ["B11", "K2", "F19", "H19", "G20", "K16", "J17"])
def test_printed_hexes_are_never_built_on(hex_: str):
    """Red and grey hexes, mountains, tunnel hexes and lakes take no tile."""
    refusal = refused(scb().company("SCB"), f"lay SCB {hex_} 9 1")
    clause = "CH-OR.TUN.3" if hex_ == "H19" else "CH-OR.TRACK.16"
    assert (refusal.key, refusal.clauses) == ("tile_forbidden_hex", (clause,))
