"""Section 2.21: tokens."""

import pytest

from engine.events import TokenPlaced
from engine.game import Game
from engine.state import BANK, Token
from tests.games.t1844.swiss import Builder, after, legal, paid, refused


def stb(cash: int = 300, **tokens: str) -> Builder:
    """EX-14: the STB in Aarau is joined to Basel and, beyond, to Olten; the SCB has not operated."""
    built = Builder().holds("ann", STB=60).prices(STB=100).floated("STB").cash(STB=cash).phase("3")
    built = built.tiles(C14="58 5", C12="5 4", D13="57 2").owns("ann", "P1")
    return built.tokens(**{"D15": "STB.0", **tokens})


@pytest.mark.rule("CH-OR.TOKEN.3", "CH-OR.TOKEN.5")
def test_a_home_is_kept():
    """EX-14: a token in Olten costs 40; the only place in Basel is kept for the SCB."""
    game = stb().company("STB", "token")

    now = after(game, "token STB D13 0")
    assert paid(game, now, "STB", BANK) == (-40, 40)
    assert now.state.tokens["D13"] == (Token(0, "STB"),)
    assert TokenPlaced("STB", "D13", 0, 40) in now.events

    refusal = refused(game, "token STB C12 0")
    assert (refusal.key, refusal.clauses) == ("token_reserved", ("CH-OR.TOKEN.5",))
    assert refusal.values == {"hex": "C12", "unit": "SCB"}


@pytest.mark.rule("CH-OR.TOKEN.5")
def test_once_the_company_has_operated_nothing_is_kept():
    """With the SCB's token in Basel, the second place of the green tile is free for all."""
    game = stb(C12="SCB.0").tiles(C12="14 1").company("STB", "token")

    assert legal(game, "token STB C12 0")


@pytest.mark.rule("CH-OR.TOKEN.5", "CH-OR.UPG.8")
def test_one_place_is_kept_and_no_more():
    """In a city with two places another company may take one while the home company has not operated."""
    built = stb().tiles(C12="14 1")
    assert legal(built.company("STB", "token"), "token STB C12 0")

    built = stb(C12="JN.0").tiles(C12="14 1")
    assert refused(built.company("STB", "token"), "token STB C12 0").key == "token_reserved"


@pytest.mark.rule("CH-OR.TOKEN.5")
@pytest.mark.parametrize(
    ("tiles", "tokens", "kept", "free"),
    [({}, "", "D15 0", "D15 1"), ({"D15": "14 1"}, "JN.0", "D15 0", "")],
)
def test_a_home_in_one_of_two_cities(tiles: dict[str, str], tokens: str, kept: str, free: str):
    """In Aarau the place of the STB is in the city that leads to Liestal; on green it is one of the two."""
    built = Builder().holds("ann", NOB=50).prices(NOB=100).floated("NOB").cash(NOB=300).phase("3")
    built = built.tiles(D19="57 1", D17="4 1", C14="58 5", C12="57 1", **tiles).owns("ann", "T1")
    placed = {"D15": tokens} if tokens else {}
    game = built.tokens(D19="NOB.0", **placed).company("NOB", "token")

    refusal = refused(game, f"token NOB {kept}")
    assert refusal.key == "token_reserved"
    if free:
        assert legal(game, f"token NOB {free}")


@pytest.mark.rule("CH-OR.TOKEN.2")
def test_one_token_a_turn():
    game = after(stb().company("STB", "token"), "token STB D13 0")

    refusal = refused(game, "token STB D15 1", "ann")

    assert (refusal.key, refusal.clauses) == ("token_one", ("CH-OR.TOKEN.2",))


@pytest.mark.rule("CH-OR.TOKEN.3", "CH-OR.TOKEN.8")
def test_prices_and_number_of_tokens():
    """The first token besides the home costs 40, all others 100; at par 80 there are two of them."""
    built = stb(D13="STB.0").tiles(E14="8 2", E16="8 5", D17="4 0", C12="14 1")
    second = built.company("STB", "token")
    assert second.state.tokens_left["STB"] == (100, 100, 100)
    assert paid(second, after(second, "token STB C12 0"), "STB") == (-100,)

    built = Builder().holds("ann", STB=60).prices(STB=70).floated("STB").cash(STB=300).phase("3")
    built = built.tiles(C14="58 5", C12="14 1", D13="57 2").owns("ann", "P1")
    none = built.tokens(D15="STB.0", D13="STB.0").company("STB", "token")
    assert refused(none, "token STB C12 0", "ann").key == "token_none_left"


@pytest.mark.rule("CH-OR.TOKEN.3")
def test_the_treasury_pays():
    refusal = refused(stb(cash=39).company("STB", "token"), "token STB D13 0", "ann")

    assert (refusal.key, refusal.values) == ("token_cost", {"cost": 40, "cash": 39})
    assert refusal.clauses == ("CH-OR.TOKEN.3",)
    assert legal(stb(cash=40).company("STB", "token"), "token STB D13 0")


@pytest.mark.rule("CH-OR.TOKEN.4")
@pytest.mark.parametrize("place", ["C14 0", "B11 0", "H7 0", "C10 0", "G20 0"])
def test_tokens_stand_in_cities(place: str):
    """Towns, off-board areas, mountains and open ground take none."""
    assert refused(stb().company("STB", "token"), f"token STB {place}").key == "token_no_city"


@pytest.mark.rule("CH-OR.TOKEN.4")
def test_a_full_city_takes_none():
    refusal = refused(stb(D13="JN.0").company("STB", "token"), "token STB D13 0", "ann")

    assert (refusal.key, refusal.clauses) == ("token_full", ("CH-OR.TOKEN.4",))


@pytest.mark.rule("CH-OR.TOKEN.6", "CH-OR.RUN.5")
def test_the_city_must_be_reachable():
    """Geneva is far away; beyond a full Basel Olten is out of reach too."""
    refusal = refused(stb().company("STB", "token"), "token STB K2 0")
    assert (refusal.key, refusal.clauses) == ("token_unconnected", ("CH-OR.TOKEN.6",))

    game = stb(C12="SCB.0").company("STB")
    assert refused(game, "token STB D13 0").key == "token_unconnected"


@pytest.mark.rule("CH-OR.TOKEN.7")
def test_one_token_on_a_hex():
    """Aarau has two cities, the STB one token there."""
    game = stb().tiles(D17="4 1", D19="57 1").tokens(D15="STB.0", D19="STB.0").company("STB")

    refusal = refused(game, "token STB D15 1")

    assert (refusal.key, refusal.clauses) == ("token_same_hex", ("CH-OR.TOKEN.7",))


@pytest.mark.rule("CH-OR.TOKEN.9")
def test_the_sbb_pays_100_for_every_token():
    title = stb().company("STB").title

    assert title.units["SBB"].tokens == (100,) * 10


def placed(game: Game) -> int:
    return sum(one.unit == "STB" for here in game.state.tokens.values() for one in here)


@pytest.mark.rule("CH-OR.TOKEN.8", "CH-CO.H.6")
def test_with_par_60_there_is_the_home_token_only():
    built = Builder().holds("ann", STB=60).prices(STB=60).floated("STB").cash(STB=300).phase("3")
    game = built.tiles(C14="58 5", C12="5 4", D13="57 2").owns("ann", "P1").company("STB", "")

    assert placed(game) == 1
    assert game.state.tokens_left["STB"] == ()
    assert refused(game, "token STB D13 0").key == "token_none_left"
