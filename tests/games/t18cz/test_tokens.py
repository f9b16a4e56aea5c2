"""Section VIII.6: where tokens are placed, what they cost, and which places are kept for homes."""

import pytest

from engine.state import Token
from tests.games.t18cz.czech import Builder, after, legal, paid, refused
from tests.games.t18cz.tracks import company

LINE = {"D3": "57 1", "D5": "57 1", "D7": "8 5", "E8": "8 2", "E10": "57 1"}
"""The gray town, Cheb, Karlovy Vary and Kladno on one line to Praha."""


def bte(**tokens: str) -> Builder:
    """A medium company at home in Cheb; EKJ has its token in Karlovy Vary, where another circle is free."""
    built = company("BTE", **LINE).tiles(D5="14 1").trains(BTE="2+2b")
    return built.operated("BTE", "EKJ").tokens(**tokens)


# --- a token


@pytest.mark.rule("CZ-VIII.6.1", "CZ-VIII.6.8", "CZ-VIII.6.9")
def test_a_token_in_a_circle_joins_the_network():
    """The first one after the home token costs 40, paid to the bank; the company's network has it."""
    game = bte().company("BTE")

    now = after(game, "token BTE E10 0")

    assert now.state.tokens["E10"] == (Token(0, "BTE"),)
    assert set(now.pos.network.own("BTE")) == {("D3", 0), ("E10", 0)}
    assert paid(game, now, "BTE", "ann", "bank") == (-40, 0, 40)


@pytest.mark.rule("CZ-VIII.6.1")
@pytest.mark.parametrize("place", ["D1 0", "E4 0", "D7 0", "E10 1", "Z9 0"])
def test_tokens_stand_in_cities(place: str):
    """Towns, plain track, circles that are not there and hexes off the map take none."""
    game = bte().tiles(E4="3 2").company("BTE")

    refusal = refused(game, f"token BTE {place}")
    assert (refusal.key, refusal.clauses) == ("token_no_city", ("CZ-VIII.6.1",))
    assert legal(game, "token BTE E10 0")


@pytest.mark.rule("CZ-VIII.6.3")
def test_a_full_city_takes_no_token():
    """Kladno's only circle is somebody else's."""
    refusal = refused(bte(E10="BN.0").company("BTE"), "token BTE E10 0")

    assert (refusal.key, refusal.clauses) == ("token_full", ("CZ-VIII.6.3",))
    assert legal(bte().company("BTE"), "token BTE E10 0")


@pytest.mark.rule("CZ-VIII.6.8")
def test_one_token_a_turn():
    """D-19: a second token waits for the next turn, though the company has money, tokens and a free city."""
    game = bte().company("BTE")
    assert legal(game, "token BTE D5 0")

    refusal = refused(after(game, "token BTE E10 0"), "token BTE D5 0")

    assert (refusal.key, refusal.clauses) == ("token_one", ("CZ-VIII.6.8",))


@pytest.mark.rule("CZ-VIII.6.8")
def test_the_home_token_is_not_the_one_of_the_turn():
    """In its first turn BTE has its home token and may place another one."""
    game = company("BTE", **LINE).company("BTE", "")

    now = after(game, "token BTE E10 0")

    assert now.state.tokens.keys() == {"D3", "E10"}


@pytest.mark.rule("CZ-VIII.6.10")
def test_every_further_token_costs_100():
    """WE-64: with two tokens on the map the third costs 100."""
    game = bte(E10="BTE.0", D3="BTE.0").company("BTE")

    assert paid(game, after(game, "token BTE D5 0"), "BTE") == (-100,)


@pytest.mark.rule("CZ-VIII.6.9", "CZ-VIII.6.10")
@pytest.mark.parametrize(("tokens", "cost"), [({}, 40), ({"E10": "BTE.0", "D3": "BTE.0"}, 100)])
def test_the_treasury_pays_for_tokens(tokens: dict[str, str], cost: int):
    """One crown less is too little, whatever the director has."""
    short = bte(**tokens).cash(BTE=cost - 1, ann=500).company("BTE")

    refusal = refused(short, "token BTE D5 0")
    assert (refusal.key, refusal.values) == ("token_cost", {"cost": cost, "cash": cost - 1})
    assert refusal.clauses == ("CZ-VIII.6.9", "CZ-VIII.6.10", "CZ-VIII.9.14")
    assert legal(bte(**tokens).cash(BTE=cost).company("BTE"), "token BTE D5 0")


@pytest.mark.rule("CZ-XI.5.1", "CZ-IV.2.c.5", "CZ-IV.2.d.5")
@pytest.mark.parametrize(
    ("unit", "tokens"),
    [("BTE", {"D3": "BTE.0", "E10": "BTE.0", "F7": "BTE.0"}), ("SX", {"A8": "SX.0", "E10": "SX.0"})],
)
def test_who_has_no_token_left_places_none(unit: str, tokens: dict[str, str]):
    """A medium company has three, a large one two."""
    built = company(unit, **LINE).tiles(D5="14 1", A8="8896 4").operated(unit, "EKJ")

    refusal = refused(built.tokens(**tokens).company(unit), f"token {unit} D5 0")
    assert (refusal.key, refusal.clauses) == ("token_none_left", ("CZ-XI.5.1",))


@pytest.mark.rule("CZ-VIII.6.11")
@pytest.mark.parametrize(("hex_", "stop"), [("D3", 0), ("C8", 1)])
def test_one_token_a_hex(hex_: str, stop: int):
    """Neither in the other circle of a city nor in the other city of a hex."""
    tiles = {**LINE, "D3": "14 1", "D7": "8 1", "C8": "8859 0"}
    built = company("BTE", **tiles).operated("BTE", "EKJ")
    game = built.tokens(C8="BTE.0", D3="BTE.0").company("BTE")

    refusal = refused(game, f"token BTE {hex_} {stop}")
    assert (refusal.key, refusal.clauses) == ("token_same_hex", ("CZ-VIII.6.11",))


# --- connection


@pytest.mark.rule("CZ-VIII.6.5")
def test_tokens_are_placed_on_connected_track():
    """Kladno is on BTE's line while nobody fills Karlovy Vary between them, and Plzeň is not at all."""
    game = bte().tiles(F7="621 1").company("BTE")
    full = bte(D5="EKJ.0 KFN.0").company("BTE")

    assert legal(game, "token BTE E10 0")
    for now, hex_ in ((game, "F7"), (full, "E10")):
        refusal = refused(now, f"token BTE {hex_} 0")
        assert (refusal.key, refusal.clauses) == ("token_unconnected", ("CZ-VIII.6.5", "CZ-VIII.6.12"))


@pytest.mark.rule("CZ-VIII.6.12")
def test_the_way_may_be_long():
    """From the gray town's neighbour Cheb to Praha, farther than any train of the company goes."""
    game = bte().tiles(E12="8890 1").company("BTE")

    assert legal(game, "token BTE E12 0")


@pytest.mark.rule("CZ-VIII.6.12")
def test_the_way_does_not_double_back():
    """Two lines merge on D7: who comes from Karlovy Vary cannot turn round to Chomutov."""
    track = {"D5": "57 1", "C8": "8859 0"}
    merged = company(D7="25 5", **track).company("EKJ")

    assert refused(merged, "token EKJ C8 0").key == "token_unconnected"
    assert legal(company(D7="8 1", **track).company("EKJ"), "token EKJ C8 0")


# --- places kept for homes


@pytest.mark.rule("CZ-VIII.6.13")
@pytest.mark.parametrize("phase", ["b", "d"])
def test_a_home_is_kept_for_its_company(phase: str):
    """D-22: Karlovy Vary's single circle waits for EKJ, whether or not anybody has founded it."""
    game = company("BTE", phase, **LINE).company("BTE")

    refusal = refused(game, "token BTE D5 0")
    assert (refusal.key, refusal.clauses) == ("token_reserved", ("CZ-VIII.6.13", "CZ-VIII.6.15"))
    assert refusal.values == {"hex": "D5", "unit": "EKJ"}


@pytest.mark.rule("CZ-VIII.6.13")
def test_one_circle_is_enough():
    """Of two circles one may be taken before EKJ has its token, the last one only after that."""
    built = company("BTE", **LINE).tiles(D5="14 1")
    assert legal(built.company("BTE"), "token BTE D5 0")

    last = built.tokens(D5="KFN.0").company("BTE")
    assert refused(last, "token BTE D5 0").key == "token_reserved"
    placed = built.operated("BTE", "EKJ").tokens(D5="EKJ.0").company("BTE")
    assert legal(placed, "token BTE D5 0")


@pytest.mark.rule("CZ-VIII.6.13")
def test_each_city_of_praha_is_kept_for_its_own_company():
    """D-13: the third city of the yellow tile is nobody's home; the others wait for BN and NWB."""
    built = bte().tiles(E12="8890 1")

    assert legal(built.company("BTE"), "token BTE E12 0")
    turned = built.tiles(E12="8889 1", E10="6 1", D11="9 4", D13="8 4").company("BTE")
    assert refused(turned, "token BTE E12 0").values == {"hex": "E12", "unit": "BN"}


@pytest.mark.rule("CZ-VIII.6.15")
def test_ates_hex_is_kept_whole():
    """Until ATE's token is placed, neither of its two cities takes another one."""
    track = {"D5": "57 1", "D7": "9 1", "D9": "8 1", "C10": "58 0", "B9": "8863 5"}
    built = company(**track)

    for stop in (0, 1):
        refusal = refused(built.company("EKJ"), f"token EKJ B9 {stop}")
        assert (refusal.key, refusal.values) == (
            "token_reserved",
            {"hex": "B9", "unit": "ATE", "wants": "choice"},
        )
    placed = built.operated("EKJ", "ATE").tokens(B9="ATE.1").company("EKJ")
    assert legal(placed, "token EKJ B9 0")


@pytest.mark.rule("CZ-VIII.6.15", "CZ-VIII.6.13")
def test_one_circle_of_ates_brown_home_is_kept():
    """D-12: the two cities have become one, of whose two circles the last one waits for ATE."""
    track = {"D5": "57 1", "D7": "9 1", "D9": "8 1", "C10": "58 0", "B9": "8894p 3"}
    built = company(phase="g", **track)

    assert legal(built.company("EKJ"), "token EKJ B9 0")
    assert refused(built.tokens(B9="BTE.0").company("EKJ"), "token EKJ B9 0").key == "token_reserved"


@pytest.mark.rule("CZ-VIII.6.15", "CZ-VIII.6.13")
@pytest.mark.parametrize("acquired", [True, False])
def test_nothing_is_kept_for_a_company_that_is_no_more(acquired: bool):
    """D-12: SX acquires ATE before its first turn, and EKJ may have a city on B9; otherwise ATE places its own."""
    track = {"A8": "8896 4", "D5": "57 1", "D7": "9 1", "D9": "8 1", "C10": "58 0", "B9": "8863 5"}
    built = company("SX", cash=1000, **track).tokens(A8="SX.0").holds("ann", EKJ=50).holds("bob", ATE=60)
    built.trains(SX="3Ed", EKJ="3d").cash(EKJ=500).prices(SX=120, EKJ=80, ATE=70).operated("SX", "EKJ")
    game = after(built.company("SX"), "pass")

    now = after(game, "merge SX ATE 35", "accept") if acquired else game

    at_ekj = after(now, "pass")
    assert at_ekj.pos.unit == "EKJ"
    assert legal(at_ekj, "token EKJ B9 0") == acquired
