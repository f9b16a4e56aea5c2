"""Section XI.2.1: which cities István promotes, and who turns the tile."""

import pytest

from engine.actions import LayTile
from engine.events import TileLaid
from engine.game import Game
from engine.titles.t18mag import istvan
from tests.games.t18mag.alone import HIM, Alone, wanted
from tests.games.t18mag.builders import legal, paid, refused

LINE = {"E10": "15 D9 D11", "D9": "57 E10 C8", "D11": "8 E10 C10", "C10": "14 D11 C12"}
"""From Szeged, the home of #4, to Kecskemét beside it and to Szolnok, two hexes away."""


def szeged(phase: str = "brown", **more: str) -> Alone:
    built = Alone("level=difficult").track(**{**LINE, **more}).phase(phase, "").his(n4="18")
    return built.owns("ann", "n3").trains(n4="").cash(n4=0)


def promoted(game: Game) -> Game:
    """The game after the first promotion he may make, by whoever is asked."""
    return game.play(next(one for one in game.choices if isinstance(one, LayTile)))


def laid(game: Game) -> tuple[str, str]:
    """Hex and colour of the tile just laid."""
    event = next(one for one in game.events if isinstance(one, TileLaid))
    return event.hex, game.title.tiles[event.tile].colour


def colours(start: Alone, turns: int) -> list[tuple[str, str]]:
    """What he promotes in so many turns of a minor with nothing else between."""
    found = []
    tiles = dict(start._scratch.state.tiles)
    for _ in range(turns):
        start.change(tiles=tiles)
        now = promoted(start.minor("4" if "4" in start._scratch.state.owners else "1"))
        found.append(laid(now))
        tiles = dict(now.state.tiles)
    return found


# --- track


@pytest.mark.rule("MAG-XI.2.1.5", "MAG-XI.2.1.2")
def test_ex_30_home_first_then_the_nearest_city():
    """EX-30: A to brown, B to green and to brown, then C to brown, one promotion a turn."""
    assert colours(szeged(), 4) == [
        ("E10", "brown"),
        ("D9", "green"),
        ("D9", "brown"),
        ("C10", "brown"),
    ]


def budapest() -> Alone:
    """#1 at Budapest: Győr beside it, Székesfehérvár and Szolnok two hexes away."""
    track = {
        "C8": "209 D9 D7 B9",
        "D9": "6 C8 E8",
        "D7": "7 C8 C6",
        "C6": "15 D7 B5 C4",
        "B9": "3 C8 C10",
        "C10": "15 B9 C12 D11",
    }
    built = Alone("level=difficult").track(**track).phase("brown", "").his(n1="15").owns("ann", "n2")
    return built.tokens(C8="1.0", B15="2.0")


@pytest.mark.rule("MAG-XI.2.1.5", "MAG-XI.2.1.6")
def test_ex_31_the_person_chooses_between_cities_as_near():
    """EX-31: C to brown, B to green and to brown, then the person promotes A or D."""
    start = budapest().trains(n1="").cash(n1=0)
    tiles = dict(start._scratch.state.tiles)
    found = []
    for _ in range(3):
        now = promoted(start.change(tiles=tiles).minor("1"))
        found.append(laid(now))
        tiles = dict(now.state.tiles)
    last = start.change(tiles=tiles).minor("1")

    assert found == [("C8", "brown"), ("D9", "green"), ("D9", "brown")]
    assert last.pos.awaited == ("ann",)
    assert {lay.hex for lay in wanted(last)} == {"C6", "C10"}
    assert {laid(last.play(one))[1] for one in last.choices} == {"brown"}


@pytest.mark.rule("MAG-XI.2.1.5")
def test_another_city_than_the_nearest_is_refused():
    """The refusal names the city and how many tracks are to be joined."""
    game = szeged().minor("4")
    named = refused(game, "lay 4 D9 14 0", game.pos.awaited[0])

    assert named.key == "istvan_target"
    assert named.values["targets"] == ["E10"]


@pytest.mark.rule("MAG-XI.2.1.5")
def test_a_city_without_a_tile_left_is_passed_over():
    """With no brown tile in the supply the next city is promoted, to green."""
    start = szeged()
    game = start.minor("4")
    game.state.supply = {**game.state.supply, "611": 0}

    assert {lay.hex for lay in istvan.promotions(game.pos)} == {"D9"}


@pytest.mark.rule("MAG-XI.2.1.2")
def test_a_city_beyond_a_full_one_is_out_of_reach():
    """Kecskemét full of the person's station bars the way to Budapest; what is full may itself be promoted."""
    budapest = {"C8": "L33 B9 D9 B7 D7", "E10": "611 D9 D11", "C10": "611 D11 C12"}
    open_ = szeged("green", **budapest).minor("4")
    barred = szeged("green", **budapest).tokens(D9="3.0", E10="4.0").minor("4")

    assert istvan.distances(open_.pos, "4") == {"E10": 0, "D9": 1, "C10": 2, "C8": 2}
    assert istvan.distances(barred.pos, "4") == {"E10": 0, "D9": 1, "C10": 2}
    assert {lay.hex for lay in wanted(barred)} == {"D9"}


@pytest.mark.rule("MAG-XI.2.1.1", "MAG-XI.2.1.3")
def test_he_lays_no_yellow_tile_and_promotes_no_plain_track():
    """In yellow nothing is laid at all; in green only cities are, though towns and track could be promoted."""
    yellow = szeged("yellow", E10="6 D11 F11").minor("4")
    green = szeged("green", D9="14 E10 C8").minor("4")

    assert wanted(yellow) == []
    assert wanted(green) == []


@pytest.mark.rule("MAG-XI.2.1.4")
def test_the_bank_pays_his_terrain():
    """Budapest costs 20 at its promotion: SIK gets them from the bank, an empty treasury is no bar."""
    start = Alone("level=easy").track(C8="L33 B9 D9 B7 D7").phase("green").his(n1="1").owns("ann", "n2")
    game = start.trains(n1="").cash(n1=0).minor("1")
    now = promoted(game)

    assert laid(now) == ("C8", "green")
    assert paid(game, now, "n1", "SIK", "bank") == (0, 20, -20)


@pytest.mark.rule("MAG-XI.2.1.7")
def test_he_takes_up_as_many_loose_tracks_as_possible():
    """Two loose tracks lead to Kecskemét, and one tile joins both: it is laid, and nobody is asked."""
    start = szeged("green", D7="8 C6 D9", E8="8 D9 E6").minor("4")

    assert [(lay.hex, lay.tile, istvan.joined(start.pos, lay)) for lay in wanted(start)] == [("D9", "15", 2)]
    assert start.pos.awaited == (HIM,)
    assert laid(start.play(start.own_move)) == ("D9", "green")
    assert refused(start, "lay 4 D9 14 1", HIM).values["count"] == 2


@pytest.mark.rule("MAG-XI.2.1.7", "MAG-XI.2.1.6")
def test_the_person_turns_the_tile_where_ways_are_equal():
    """Several turns join as much: ann is asked, and her action is for his minor."""
    game = szeged("green").minor("4")
    mine = [one for one in game.choices if isinstance(one, LayTile)]

    assert game.pos.awaited == ("ann",)
    assert len(mine) > 1
    assert {(one.actor, one.unit) for one in mine} == {("ann", "4")}
    assert game.own_move is None
    assert refused(game, f"lay 4 {mine[0].hex} {mine[0].tile} {mine[0].rotation}", HIM).key == "not_your_turn"


@pytest.mark.rule("MAG-XI.2.1.7", "MAG-VI.3.2.21")
def test_a_turn_towards_a_blank_side_is_as_good_as_another():
    """At Sopron no green tile joins a loose track: those towards A4 are for the person to choose, too."""
    built = Alone("level=difficult").track(B3="6 A2 B5", B5="6 B3 C6").phase("green").his(n11="21")
    start = built.owns("ann", "n3").trains(n11="").minor("11")

    assert start.pos.awaited == ("ann",)
    assert {(lay.hex, lay.tile, lay.rotation) for lay in wanted(start)} == {
        ("B3", "619", 0),
        ("B3", "619", 2),
        ("B3", "15", 2),
    }
    assert legal(start, "lay 11 B3 15 2")


@pytest.mark.rule("MAG-XI.2.1.7")
def test_games_begun_before_keep_his_tiles_inland():
    """There he lays at Sopron what leads to no blank side, and nobody is asked."""
    built = Alone("level=difficult", "istvan_tile=inland").track(B3="6 A2 B5", B5="6 B3 C6").phase("green")
    start = built.his(n11="21").owns("ann", "n3").trains(n11="").minor("11")

    assert len(wanted(start)) == 1
    assert start.pos.awaited == (HIM,)


@pytest.mark.rule("MAG-XI.2.1.8")
@pytest.mark.parametrize(
    ("phase", "train", "cash", "fee"), [("yellow", "2", 10, 10), ("yellow", "2", 9, 0), ("yellow", "", 50, 0)]
)
def test_in_yellow_he_pays_for_track(phase: str, train: str, cash: int, fee: int):
    """10 to SKEV from the treasury of a minor with a train, if they are there."""
    start = Alone("level=easy").his(n4="4").owns("ann", "n7").phase(phase).trains(n4=train).cash(n4=cash)

    assert start.minor("4").pos.cash("SKEV") == fee


@pytest.mark.rule("MAG-XI.2.1.8")
def test_from_green_on_he_pays_nothing_for_track():
    """The payment belongs to the yellow phase."""
    start = Alone("level=easy").his(n4="4").owns("ann", "n7").phase("green").trains(n4="2").cash(n4=50)

    assert start.minor("4").pos.cash("SKEV") == 0
