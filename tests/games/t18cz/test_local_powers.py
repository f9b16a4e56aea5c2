"""Sections IV.1.14 to IV.1.19: the two powers of locals, purple tiles and free terrain."""

import pytest

from engine.state import BANK
from engine.titles.t18cz.figures import czech_state
from tests.games.t18cz.czech import Builder, after, legal, paid, refused, round_is, until

LOCALS = ("S1", "M1", "L1")
PURPLE = {"green": ("E4", "888p 1"), "brown": ("D5", "611p 0"), "gray": ("F7", "8857p 0")}


def bavaria(phase: str = "i", owner: str = "BY") -> Builder:
    """By in München, with a yellow town, Karlovy Vary in green, Plzeň in brown, and a local of each size."""
    built = Builder().holds("ann", BY=50).cash(BY=300).trains(BY="5Eh").phase(phase).owns(owner, *LOCALS)
    return built.tiles(F3="8898 3", E4="4 0", D5="14 0", F5="9 1", F7="216 0").tokens(F3="BY.0")


def brno(*options: str, phase: str = "d") -> Builder:
    """KFN in Brno, with a yellow town in the east and two medium locals."""
    built = Builder(3, *options).holds("ann", KFN=60).cash(KFN=300).trains(KFN="3+3d").phase(phase)
    return built.tiles(G20="621 1", G22="4 1").owns("KFN", "M1", "M2")


# --- purple tiles


@pytest.mark.rule("CZ-IV.1.15")
def test_a_purple_tile_besides_the_tile_of_the_turn():
    """WE-27: KFN lays 888p on G22 for nothing; its own tile is still to come, before or after it."""
    game = brno().company("KFN")
    laid = after(game, "purple KFN M1 G22 888p 0")
    assert dict(laid.state.tiles)["G22"] == ("888p", 0)
    assert paid(game, laid, "KFN", BANK) == (0, 0)
    assert legal(laid, "lay KFN G20 622 1")

    both = after(game, "lay KFN G20 622 1", "purple KFN M1 G22 888p 0")
    assert refused(both, "lay KFN G24 57 1").key == "tile_third"


@pytest.mark.rule("CZ-IV.1.15")
@pytest.mark.parametrize("verb", ["lay", "token", "run", "train"])
def test_at_any_moment_of_the_turn(verb: str):
    """D-15: also after trains have run or been bought, and the turn goes on where it was."""
    game = brno().company("KFN", verb)
    laid = after(game, "purple KFN M1 G22 888p 0")

    assert laid.pos.frame.stage == game.pos.frame.stage
    assert czech_state(laid.pos).used == ("M1",)


@pytest.mark.rule("CZ-IV.1.15")
def test_several_locals_and_one_hex_twice():
    """D-15: Brno turns green by the action of the turn and brown by a local, then another one is used elsewhere."""
    game = brno(phase="g").company("KFN")
    game = after(game, "lay KFN G20 622 1", "purple KFN M1 G20 216p 1", "purple KFN M2 G22 888p 0")

    assert dict(game.state.tiles)["G20"] == ("216p", 1)
    assert dict(game.state.tiles)["G22"] == ("888p", 0)


@pytest.mark.rule("CZ-IV.1.15")
def test_it_lies_where_the_company_has_track():
    """D-15: out of reach it is refused like any tile."""
    game = brno().tiles(C14="4 1").company("KFN")

    assert refused(game, "purple KFN M1 C14 888p 0").key == "tile_unreachable"
    assert legal(game, "purple KFN M1 G22 888p 0")


@pytest.mark.rule("CZ-IV.1.16")
@pytest.mark.parametrize("local", LOCALS)
@pytest.mark.parametrize("colour", PURPLE)
def test_colours_of_the_sizes(local: str, colour: str):
    """A small local lays green, a medium one also brown, a large one also gray."""
    hex_, tile = PURPLE[colour]
    game = bavaria().company("BY")
    line = f"purple BY {local} {hex_} {tile}"

    if list(PURPLE).index(colour) <= LOCALS.index(local):
        assert legal(game, line)
    else:
        refusal = refused(game, line)
        assert (refusal.key, refusal.values["colour"]) == ("power_colour", colour)
        assert "CZ-IV.1.16" in refusal.clauses


@pytest.mark.rule("CZ-IV.1.16")
@pytest.mark.parametrize(
    ("phase", "open_"), [("d", ("green",)), ("g", ("green", "brown")), ("h", ("green", "brown"))]
)
def test_colours_of_the_phases(phase: str, open_: tuple[str, ...]):
    """D-15: a large local lays no colour before the phase has it."""
    game = bavaria(phase).company("BY")

    for colour, (hex_, tile) in PURPLE.items():
        line = f"purple BY L1 {hex_} {tile}"
        assert legal(game, line) if colour in open_ else refused(game, line).key == "power_colour"


# --- free terrain

TERRAIN = {
    "river": ("SX", {"A8": "8896 4"}, "A10 3 0", 10),
    "hill": ("BY", {"H5": "8898 3"}, "H7 4 1", 20),
    "mountain": ("SX", {"B5": "8896 5"}, "C6 4 2", 40),
}
"""A large company, its red tile, a first tile on such terrain, and what it costs."""


def terrain(kind: str) -> Builder:
    unit, red, _, _ = TERRAIN[kind]
    built = Builder().holds("ann", **{unit: 50}).cash(**{unit: 300}).trains(**{unit: "3Ed"}).phase("d")
    return built.tiles(**red).tokens(**{next(iter(red)): f"{unit}.0"}).owns(unit, *LOCALS)


@pytest.mark.rule("CZ-IV.1.17", "CZ-IV.1.18")
@pytest.mark.parametrize("local", LOCALS)
@pytest.mark.parametrize("kind", TERRAIN)
def test_what_each_size_covers(local: str, kind: str):
    """A small local saves the cost of a river, a medium one also of a hill, a large one also of a mountain."""
    unit, _, lay, cost = TERRAIN[kind]
    game = terrain(kind).company(unit)
    assert paid(game, after(game, f"lay {unit} {lay}"), unit) == (-cost,)

    line = f"lay {unit} {lay} {local}"
    if list(TERRAIN).index(kind) <= LOCALS.index(local):
        assert paid(game, after(game, line), unit, BANK) == (0, 0)
    else:
        refusal = refused(game, line)
        assert (refusal.key, refusal.clauses) == ("power_terrain", ("CZ-IV.1.18",))
        assert refusal.values["terrain"] == kind


@pytest.mark.rule("CZ-IV.1.17")
def test_one_tile_is_free_of_cost():
    """D-16: it is the tile of the turn, not another one; the next river is paid for."""
    game = terrain("river").company("SX")
    laid = after(game, "lay SX A10 3 0 S1")

    assert czech_state(laid.pos).used == ("S1",)
    assert refused(laid, "lay SX B9 8863 1").key == "tile_third"
    later = until(laid, round_is("operating", 4, 1))
    assert refused(later, "lay SX B9 8863 1 S1").key == "power_used"


@pytest.mark.rule("CZ-IV.1.18")
def test_only_where_there_is_a_cost():
    """D-16: nothing is saved on open ground, nor on a river hex that has a tile already."""
    built = bavaria("d").tiles(D17="57 1").company("BY")

    assert refused(built, "lay BY E4 3 0 L1").key == "power_terrain"
    home = Builder().holds("ann", BCB=50).tiles(D17="57 1").owns("BCB", "S1").trains(BCB="3d").phase("d")
    assert refused(home.company("BCB"), "lay BCB D17 15 1 S1").key == "power_terrain"
    assert legal(home.company("BCB"), "lay BCB D17 15 1")


# --- once altogether


@pytest.mark.rule("CZ-IV.1.14", "CZ-IV.1.19")
def test_one_of_two_powers_once():
    """A local that has saved a river lays no purple tile, nor the other way round; a fresh one does."""
    built = (
        Builder().holds("ann", BCB=50).tiles(D17="57 1").owns("BCB", "S1", "S2").trains(BCB="3d").phase("d")
    )
    game = built.company("BCB")
    game = after(game, "purple BCB S1 D17 15p 1")
    refusal = refused(game, "lay BCB D15 9 1 S1")
    assert (refusal.key, refusal.clauses) == ("power_used", ("CZ-IV.1.14", "CZ-IV.1.19"))
    assert legal(game, "lay BCB D15 9 1 S2")

    game = after(built.company("BCB"), "lay BCB D15 9 1 S1")
    assert refused(game, "purple BCB S1 D17 15p 1").key == "power_used"
    assert legal(game, "purple BCB S2 D17 15p 1")


@pytest.mark.rule("CZ-IV.1.14")
@pytest.mark.parametrize("owner", ["ann", "BTE", BANK])
def test_only_locals_of_the_company(owner: str):
    """The director's own local, another company's and the bank's serve nobody; its own does."""
    built = terrain("river").holds("ann", BTE=60).owns("SX", "S2").owns(owner, "S1")
    game = built.tiles(B9="8863 5").prices(SX=100).company("SX")

    refusal = refused(game, "lay SX A10 3 0 S1")
    assert (refusal.key, refusal.clauses) == ("power_owner", ("CZ-IV.1.14",))
    assert refused(game, "purple SX S1 A10 888p 0").key == "power_owner"
    assert legal(game, "lay SX A10 3 0 S2")


@pytest.mark.rule("CZ-IV.1.14")
def test_only_in_its_own_turn():
    """Neither while another company acts, nor in a stock round."""
    built = brno().holds("bob", EKJ=50).trains(EKJ="3d").prices(EKJ=50)
    line = "purple KFN M1 G22 888p 0"

    assert refused(built.company("EKJ"), line, "ann").key == "not_your_turn"
    assert refused(built.sr(), line, "ann").key == "wrong_step"
    assert legal(built.company("KFN"), line, "ann")


@pytest.mark.rule("CZ-IV.1.19")
def test_a_used_local_goes_on_paying():
    """In the next operating round the treasury gets its 10 as before."""
    game = after(brno().company("KFN"), "purple KFN M1 G22 888p 0")
    stocks = until(game, round_is("stock"))
    assert czech_state(stocks.pos).used == ("M1",)

    later = until(stocks, round_is("operating"))
    assert paid(stocks, later, "KFN") == (20,)
