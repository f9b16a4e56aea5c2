import pytest

from engine.actions import PlaceToken
from engine.game import Game
from tests.games.t18mag.builders import Builder, after, legal, paid, refused
from tests.games.t18mag.whole_game import positions

ROAD = {"E10": "57 2", "D9": "57 2", "C8": "6 5"}
"""Székesfehérvár, the home of #3, then Győr, then Pozsony."""


def road(*options: str) -> Builder:
    return Builder(3, *options).tiles(**ROAD).cash(n3=200)


def token_at(unit: str, **cash: int) -> Game:
    return road().cash(**cash).minor(unit, "token")


def places(game: Game) -> set[str]:
    return {action.hex for action in game.choices if isinstance(action, PlaceToken)}


@pytest.mark.rule("MAG-VI.3.4.6", "MAG-VI.3.4.7", "MAG-III.3.3.13")
@pytest.mark.parametrize(("second", "price"), [(False, 40), (True, 80)])
def test_half_of_a_station_goes_to_skev(second: bool, price: int):
    """The second station costs 40, the last 80; half of it SKEV gets, half the bank."""
    placed = {"E10": "3.0", "D9": "3.0"} if second else {"E10": "3.0"}
    game = road().tokens(**placed).minor("3", "token")
    now = after(game, "token 3 C8 0")

    assert paid(game, now, "n3", "SKEV", "bank", "cy") == (-price, price // 2, price // 2, 0)


@pytest.mark.rule("MAG-VI.3.4.6")
def test_a_station_that_cannot_be_paid_is_refused():
    """40 are enough for the second station, 39 are not, whatever the owner has."""
    assert legal(token_at("3", n3=40), "token 3 D9 0")
    refusal = refused(token_at("3", n3=39, cy=500), "token 3 D9 0")

    assert (refusal.key, refusal.values) == ("token_cost", {"cost": 40, "cash": 39})
    assert "MAG-VI.3.4.6" in refusal.clauses


@pytest.mark.rule("MAG-VI.3.4.6")
def test_the_home_station_was_free():
    """After the draft the home station stands and the treasury is whole."""
    game = Builder().minor("3", "lay")

    assert [one.unit for one in game.state.tokens["E10"]] == ["3"]
    assert game.pos.cash("3") == 50


@pytest.mark.rule("MAG-VI.3.4.4", "MAG-VI.3.4.9")
def test_a_station_needs_a_connection():
    """Places at the end of own track are open, places beyond it are not."""
    game = token_at("3")
    refusal = refused(game, "token 3 F13 0")

    assert (refusal.key, refusal.clauses) == ("token_unconnected", ("MAG-VI.3.4.9",))
    assert places(game) == {"D9", "C8"}


@pytest.mark.rule("MAG-VI.3.4.9")
def test_a_full_city_on_the_way_blocks():
    """The connection does not pass a city full of others; it does while a slot or an own station is there."""
    full = road().tokens(E10="3.0", D9="11.0").minor("3", "token")
    own = road().tokens(E10="3.0", D9="3.0").minor("3", "token")

    assert refused(full, "token 3 C8 0").key == "token_unconnected"
    assert legal(token_at("3"), "token 3 C8 0")
    assert legal(own, "token 3 C8 0")


@pytest.mark.rule("MAG-VI.3.4.9")
def test_a_connection_does_not_reverse_at_a_junction():
    """From one branch of a junction to the other there is no way but round a curve."""
    fork = {"F17": "23 0", "E18": "57 0", "F19": "57 1", "G16": "57 0"}
    base = Builder().tiles(**fork).tokens(E18="3.0").cash(n3=100)
    game = base.minor("3", "token")

    assert refused(game, "token 3 F19 0").key == "token_unconnected"
    assert legal(game, "token 3 G16 0")


@pytest.mark.rule("MAG-VI.3.4.9")
def test_a_connection_passes_mines_but_no_red_location():
    """Through a mine the way goes on; a red location ends it (decisions A14 and A49)."""
    mine = Builder().tiles(B17="6 1", B19="8 0", C18="8 1", C16="57 1").cash(n6=40).minor("6", "token")
    red = Builder().tiles(D7="57 2", C8="6 5").cash(n11=40).minor("11", "token")

    assert legal(mine, "token 6 C16 0")
    assert refused(red, "token 11 C8 0").key == "token_unconnected"


@pytest.mark.rule("MAG-VI.3.4.10")
def test_a_full_city_takes_no_station():
    """A city of one slot is full with one station; with two slots there is room for another."""
    full = road().tokens(E10="3.0", D9="11.0").minor("3", "token")
    wide = road().tiles(D9="14 2").phase("green").tokens(E10="3.0", D9="11.0").minor("3", "token")
    refusal = refused(full, "token 3 D9 0")

    assert (refusal.key, refusal.clauses[0]) == ("token_full", "MAG-VI.3.4.10")
    assert legal(wide, "token 3 D9 0")


@pytest.mark.rule("MAG-VI.3.4.8")
def test_a_company_has_one_station_on_a_hex():
    """#1 in Pest takes no place in Buda; another minor that is connected does."""
    loop = {"E12": "L33 2", "D11": "7 4", "D13": "3 0"}
    game = Builder().tiles(**loop).cash(n1=100).minor("1", "token")
    other = Builder().tiles(**loop).tokens(E12="3.1").cash(n3=100).minor("3", "token")
    joined = Builder().tiles(**loop, E10="57 2", F11="7 2").tokens(E12="1.0").cash(n3=100)

    for refusal in (refused(game, "token 1 E12 0"), refused(other, "token 3 E12 0")):
        assert (refusal.key, refusal.clauses[0]) == ("token_same_hex", "MAG-VI.3.4.8")
    assert legal(joined.minor("3", "token"), "token 3 E12 1")


@pytest.mark.rule("MAG-VI.3.4.5")
def test_one_station_a_turn():
    """After one station the next waits for the next OR."""
    game = after(token_at("3"), "token 3 D9 0")
    refusal = refused(game, "token 3 C8 0")

    assert (refusal.key, refusal.clauses) == ("token_one", ("MAG-VI.3.4.5",))
    later = road().tokens(E10="3.0", D9="3.0").minor("3", "token", (2, 2), rounds=2)
    assert legal(later, "token 3 C8 0")


@pytest.mark.rule("MAG-VI.3.4.11")
def test_three_stations_are_all():
    """With three tokens on the map none is left, however rich the minor is."""
    base = road().tiles(F11="9 2", G12="57 2").tokens(E10="3.0", D9="3.0")
    two, three = base.minor("3", "token"), base.tokens(C8="3.0").cash(n3=500).minor("3", "token")

    assert legal(two, "token 3 G12 0")
    assert two.state.tokens_left["3"] == (80,)
    refusal = refused(three, "token 3 G12 0")
    assert (refusal.key, refusal.clauses[0]) == ("token_none_left", "MAG-VI.3.4.11")


@pytest.mark.rule("MAG-VI.3.4.1")
@pytest.mark.parametrize("place", ["D11 0", "C6 0", "B15 0", "A10 0", "ZZ 0", "D9 1"])
def test_stations_stand_in_cities(place: str):
    """Open land, red locations, towns and mines take no station."""
    assert refused(token_at("3"), f"token 3 {place}").key == "token_no_city"


@pytest.mark.rule("MAG-VI.3.4.1")
def test_a_station_stays():
    """From turn to turn to the end of the game no station ever goes away."""
    held: set[tuple[str, str]] = set()
    for game in positions():
        now = {(one.unit, hex_) for hex_, here in game.state.tokens.items() for one in here}
        assert held <= now
        held = now

    assert len(held) > 9 + 5
