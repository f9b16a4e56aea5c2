"""What building costs: terrain, terrain tokens, and who is paid."""

import pytest

from engine.events import Counted
from engine.game import Game
from engine.titles.t18mag.figures import mag_state
from tests.games.t18mag.builders import Builder, after, legal, named, paid, refused


def tokens(game: Game, unit: str) -> int:
    return mag_state(game.pos).terrain.get(named(unit), 0)


def at_d23(cash: int, count: int = 0) -> Game:
    """#2 next to D23, with two mountains and a river."""
    return Builder().tiles(D19="L32 2", D21="9 1").cash(n2=cash).terrain(n2=count).minor("n2")


@pytest.mark.rule("MAG-VI.3.2.16", "MAG-III.3.3.12")
def test_ex_03_two_mountains():
    """EX-03: the first tile on C14 costs 20, to SIK."""
    game = Builder().tiles(C16="57 1").tokens(C16="6.0", B17="").cash(n6=50).minor("n6")

    assert paid(game, after(game, "lay 6 C14 9 1"), "n6", "SIK", "SKEV", "bank") == (-20, 20, 0, 0)


@pytest.mark.rule("MAG-VI.3.2.16", "MAG-III.3.3.12")
def test_ex_04_three_rivers():
    """EX-04: the first tile on H11 costs 30, to SIK."""
    game = Builder().tiles(G10="L32 3").tokens(G10="7.0").cash(n7=50).minor("n7")

    assert paid(game, after(game, "lay 7 H11 58 0"), "n7", "SIK", "SKEV", "bank") == (-30, 30, 0, 0)


@pytest.mark.rule("MAG-VI.3.2.16")
def test_ex_05_two_mountains_and_a_river():
    """EX-05: without a token the treasury pays 30 to SIK for D23; with less nothing is laid."""
    game = at_d23(30)

    assert paid(game, after(game, "lay 2 D23 9 1"), "n2", "SIK", "bank") == (-30, 30, 0)
    refusal = refused(at_d23(29), "lay 2 D23 9 1")
    assert (refusal.key, refusal.values) == ("terrain_cost", {"cost": 30, "cash": 29})
    assert "MAG-VI.3.2.16" in refusal.clauses


@pytest.mark.rule("MAG-VI.3.2.18", "MAG-III.3.2.10")
def test_ex_06_a_token_pays_for_the_hex():
    """EX-06: with a token the bank pays 30 to SIK and the minor nothing; the token leaves the game."""
    game = at_d23(0, 2)

    laid = after(game, "lay 2 D23 9 1 terrain")

    assert paid(game, laid, "n2", "SIK", "bank") == (0, 30, -30)
    assert (tokens(game, "n2"), tokens(laid, "n2")) == (2, 1)
    assert Counted("terrain_tokens", 1, "2") in laid.events
    assert refused(game, "lay 2 D23 9 1").key == "terrain_cost"


@pytest.mark.rule("MAG-VI.3.2.2", "MAG-VI.3.2.16", "MAG-III.3.3.13")
def test_ex_07_two_yellow_tiles():
    """EX-07: #3 lays E10 for nothing and F11 for 10 and 20: 20 of 50 are left."""
    game = Builder().cash(n3=50).minor("n3", number=(1, 1))

    laid = after(game, "lay 3 E10 57 2", "lay 3 F11 9 2")

    assert laid.pos.cash("3") == 20
    assert paid(game, laid, "SKEV", "SIK", "bank") == (10, 20, 0)


SYMBOLS = {
    10: "B9 B11 B17 F23 G24 H23 H27 I4 I6 I18 J3 J5 C18 D17 E14 F15 G6 G8 H9 H15 J19",
    20: "D9 D11 F11 G12 I12 B13 C14 C22 E22 E24 F21 F25 G20 G26 H3 H19 H21 H25 C20 D21",
    30: "H11 D23 A12 A14 A16 B19 B21 C24 D25 F27 G28",
}
"""What the symbols of hexes cost; all others are free."""


@pytest.mark.rule("MAG-VI.3.2.16")
def test_every_symbol_costs_ten():
    """The first tile on each hex costs what its mountains and rivers say."""
    hexes = Builder().minor("n1").title.hexes.values()
    costs = {hex_.id: cost for cost, names in SYMBOLS.items() for hex_ in hexes if hex_.id in names.split()}

    assert costs == {hex_.id: hex_.cost for hex_ in hexes if hex_.cost}
    assert all(hex_.cost == 10 * sum(one.count for one in hex_.terrain) for hex_ in hexes)
    assert {one.kind for hex_ in hexes for one in hex_.terrain} == {"mountain", "river"}


@pytest.mark.rule("MAG-VI.3.2.17")
def test_promotions_cost_no_terrain():
    """The symbols of a hex are paid once: green, brown and gray tiles are free."""
    steps = [("9 1", "green", "23 1"), ("23 1", "brown", "43 1")]
    for before, phase, tile in steps:
        game = Builder().tiles(D19="L32 2", D21="9 1", D23=before).cash(n2=0).phase(phase).minor("n2")
        turns = [f"lay 2 D23 {tile.split()[0]} {turn}" for turn in range(6)]
        line = next(line for line in turns if legal(game, line))
        assert paid(game, after(game, line), "n2", "SIK") == (0, 0)


@pytest.mark.rule("MAG-VI.3.2.18", "MAG-VI.3.2.19")
def test_no_token_is_spent_for_nothing():
    """A token is refused where no terrain is to be paid, and where none is left."""
    home = Builder().terrain(n3=1).minor("n3")
    refusal = refused(home, "lay 3 E10 57 1 terrain")
    assert (refusal.key, refusal.clauses) == ("terrain_token", ("MAG-VI.3.2.18", "MAG-VI.3.2.19"))
    assert legal(home, "lay 3 E10 57 1")

    assert refused(at_d23(50, 0), "lay 2 D23 9 1 terrain").key == "terrain_token"


@pytest.mark.rule("MAG-VI.3.2.19")
def test_a_token_covers_one_hex_and_not_the_extra_tile():
    """The 10 for a second tile are paid beside a token, and every other hex needs its own."""
    both = Builder().tiles(E10="57 2", D9="57 2").cash(n3=10).terrain(n3=2).minor("n3")

    laid = after(both, "lay 3 F11 9 2 terrain", "lay 3 G12 9 2 terrain")

    assert paid(both, laid, "n3", "SKEV", "SIK", "bank") == (-10, 10, 40, -40)
    assert tokens(laid, "n3") == 0
    one = Builder().tiles(E10="57 2").cash(n3=29).terrain(n3=1).minor("n3")
    one = after(one, "lay 3 F11 9 2 terrain")
    assert refused(one, "lay 3 G12 9 2").key == "terrain_cost"
    assert refused(one, "lay 3 G12 9 2 terrain").key == "terrain_token"
    poor = Builder().tiles(E10="57 2").cash(n3=9).terrain(n3=2).minor("n3")
    assert refused(after(poor, "lay 3 F11 9 2 terrain"), "lay 3 G12 9 2 terrain").key == "tile_extra_cost"


@pytest.mark.rule("MAG-VI.3.2.26")
@pytest.mark.parametrize(("cash", "key"), [(9, "tile_extra_cost"), (29, "terrain_cost"), (30, "")])
def test_the_treasury_covers_the_whole_lay(cash: int, key: str):
    """A second tile on two rivers takes 30 at once; nobody goes into debt, and the owner does not help."""
    game = Builder().cash(n3=cash, ann=500, bob=500, cy=500).minor("n3")
    game = after(game, "lay 3 E10 57 2")

    if key:
        assert refused(game, "lay 3 F11 9 2").key == key
    else:
        assert after(game, "lay 3 F11 9 2").pos.cash("3") == 0


@pytest.mark.rule("MAG-VI.3.3.12")
@pytest.mark.parametrize(
    ("unit", "hex_", "yellow", "track"),
    [("n4", "G14", "L32", "lay 4 G14 8859 1"), ("n1", "E12", "L33", "lay 1 E12 209 2")],
)
def test_green_costs_terrain_in_double_cities(unit: str, hex_: str, yellow: str, track: str):
    """Yellow is free on OO hexes and Budapest; green costs 20, or a terrain token; brown is free again."""
    number = named(unit)
    bare = Builder().cash(**{unit: 0}).minor(unit)
    assert paid(bare, after(bare, f"lay {number} {hex_} {yellow} 2"), unit, "SIK") == (0, 0)

    def green(cash: int, count: int = 0) -> Game:
        built = Builder().tiles(**{hex_: f"{yellow} 2"}).tokens(**{hex_: f"{number}.0"}).phase("green")
        return built.cash(**{unit: cash}).terrain(**{unit: count}).minor(unit)

    line = next(one for one in (f"{track[:-1]}{turn}" for turn in range(6)) if legal(green(20), one))
    assert paid(green(20), after(green(20), line), unit, "SIK") == (-20, 20)
    refusal = refused(green(19), line)
    assert (refusal.key, "MAG-VI.3.3.12" in refusal.clauses) == ("terrain_cost", True)
    paying = green(0, 1)
    assert paid(paying, after(paying, f"{line} terrain"), unit, "SIK", "bank") == (0, 20, -20)

    tile, turn = line.split()[3:]
    brown = Builder().tiles(**{hex_: f"{tile} {turn}"}).tokens(**{hex_: f"{number}.0"}).phase("brown")
    game = brown.cash(**{unit: 0}).minor(unit)
    onward = next(action for action in game.choices if getattr(action, "hex", "") == hex_)
    assert paid(game, game.play(onward), unit, "SIK") == (0, 0)


@pytest.mark.rule("MAG-III.3.3.13")
@pytest.mark.parametrize(("placed", "half"), [("", 20), ("3.0", 40)])
def test_half_of_stations_goes_to_skev(placed: str, half: int):
    """Besides 10 for an extra tile SKEV earns 20 or 40 by a minor's second and third station."""
    game = Builder().tiles(E10="57 2", D9="57 2").tokens(C12=placed).cash(n3=500).minor("n3", "token")

    assert paid(game, after(game, "token 3 D9 0"), "SKEV", "bank", "n3") == (half, half, -2 * half)


def test_a_token_given_up_beforehand():
    """Where a table plays so, a token is spent before the lay and pays for the next terrain, once."""
    built = Builder(3, "terrain_token=prepaid").tiles(E10="57 2").cash(n3=0).terrain(n3=1)
    game = built.minor("n3")
    assert refused(game, "lay 3 F11 9 2").key == "terrain_cost"
    assert (told := refused(game, "lay 3 F11 9 2 terrain")).key == "terrain_token"
    assert told.values["duty"] == "beforehand"

    spent = after(game, "prepay 3")

    assert tokens(spent, "n3") == 0
    assert (again := refused(spent, "prepay 3")).key == "terrain_token"
    assert again.values["duty"] == "prepay"
    assert paid(spent, after(spent, "lay 3 F11 9 2"), "n3", "SIK", "bank") == (0, 20, -20)
    assert refused(Builder().terrain(n3=1).minor("n3"), "prepay 3").key == "terrain_token"
