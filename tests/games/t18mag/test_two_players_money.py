"""Section X: what two players pay and earn otherwise: trains, the benefits of RABA, payouts, the chart."""

import pytest

from engine.actions import RunTrains
from engine.events import Ran
from engine.game import Game
from engine.titles.t18mag import TITLE
from tests.games.t18mag.builders import Builder, after, legal, paid, refused
from tests.games.t18mag.going_on import idle

TWO = TITLE.of(2)
CHART = [int(cell.rstrip("*")) for cell in TWO.data.market.rows[0]]
SOUTH = {"E10": "14 2", "F9": "3 3"}
"""Szeged, the home of #4, joined to Belgrád, and by a town to Belgrád once more."""
DIRECT, ROUND_ABOUT = "2:E10.0-F11.0", "2:E10.0-F9.0-F11.0"


def south(phase: str = "green", cash: int = 100, trains: str = "2", number: tuple[int, int] = (2, 1)) -> Game:
    """#4 of bob is to run; both of RABA's benefits are of use to it."""
    built = Builder(2).tiles(**SOUTH).phase(phase).cash(n4=cash, ann=500, bob=500).trains(n4=trains)
    return built.minor("4", "run", number, rounds=2)


def selections(game: Game) -> set[tuple[str, ...]]:
    return {one.using for one in game.choices if isinstance(one, RunTrains)}


# --- trains


@pytest.mark.rule("MAG-X.6", "MAG-X.5")
@pytest.mark.parametrize(("train", "price", "part"), [("2", 80, 20), ("3", 120, 30), ("4", 200, 50)])
def test_ex_29_a_quarter_of_every_price_goes_to_ldsteg(train: str, price: int, part: int):
    """EX-29: a 4-train pays LDSTEG 50 and the bank 150; 2- and 3-trains likewise."""
    game = Builder(2).cash(n3=400).trains(n3="").minor("3", "train")
    now = after(game, f"train 3 {train} depot {price}")

    assert paid(game, now, "n3", "LDSTEG", "bank") == (-price, part, price - part)
    assert paid(game, now, "SIK", "SKEV", "RABA") == (0, 0, 0)


@pytest.mark.rule("MAG-X.6")
def test_the_whole_price_is_asked():
    """The quarter is no rebate: what LDSTEG gets, or a forint less than the price, is refused."""
    game = Builder(2).cash(n3=200).trains(n3="").minor("3", "train")

    for wrong in (50, 150, 199, 201):
        refusal = refused(game, f"train 3 4 depot {wrong}")
        assert (refusal.key, refusal.clauses[0]) == ("train_cost", "MAG-X.6")
    assert legal(game, "train 3 4 depot 200")


@pytest.mark.rule("MAG-X.6")
def test_a_scrapped_train_is_sold_by_ldsteg_again():
    """It returns to its stack, and a quarter of the price is paid for it once more (decision A54)."""
    game = Builder(2).cash(n3=120).trains(n3="3 3").minor("3", "discard")
    now = after(game, "discard 3 3")
    while now.pos.open_steps[0].verb.verb != "train":
        now = idle(now)
    bought = after(now, "train 3 3 depot 120")

    assert paid(now, bought, "LDSTEG") == (30,)


# --- what RABA sells


@pytest.mark.rule("MAG-X.7")
def test_the_off_board_bonus():
    """Szeged 30 and Belgrád 20 are worth 70 with the bonus in green, 90 in brown, half of it to the owner."""
    game = south()
    now = after(game, f"run 4 bonus {DIRECT}")
    brown = after(south("brown"), f"run 4 bonus {DIRECT}")

    assert [one.revenue for one in now.events if isinstance(one, Ran)] == [70]
    assert paid(game, now, "n4", "bob", "RABA") == (25, 35, 10)
    assert [one.revenue for one in brown.events if isinstance(one, Ran)] == [30 + 30 + 30]


@pytest.mark.rule("MAG-X.7")
def test_the_conversion_into_a_plus_train():
    """As a 2+2-train it stops in the town as well: 60; without paying three locations are too many."""
    game = south()
    now = after(game, f"run 4 plus {ROUND_ABOUT}")
    refusal = refused(game, f"run 4 - {ROUND_ABOUT}")

    assert [one.revenue for one in now.events if isinstance(one, Ran)] == [60]
    assert paid(game, now, "n4", "bob", "RABA") == (20, 30, 10)
    assert (refusal.key, refusal.clauses) == ("route_too_long", ("MAG-VI.3.6.2", "MAG-X.7"))


@pytest.mark.rule("MAG-X.7")
def test_the_player_says_which_it_is():
    """Both are offered beside running without; whichever is named must be of use (decision A39)."""
    game = south()

    assert selections(game) == {(), ("bonus",), ("plus",)}
    assert refused(game, f"run 4 plus {DIRECT}").key == "railcar_unused"
    assert refused(game, "run 4 bonus 2:E10.0-F9.0").key == "railcar_unused"
    assert refused(game, f"run 4 bonus {ROUND_ABOUT}").key == "route_too_long"
    assert legal(game, f"run 4 - {DIRECT}")


@pytest.mark.rule("MAG-X.7")
def test_the_bonus_is_for_one_red_location():
    """Two trains run to Belgrád, a 2- and a 3-train; only one of them earns 20 more."""
    game = south(trains="2 3")
    runs = [one for one in game.choices if isinstance(one, RunTrains)]
    worth = {one.using: game.play(one).state.runs["4"].revenue for one in runs}

    assert (worth[()], worth[("bonus",)]) == (50 + 60, 50 + 60 + 20)


@pytest.mark.rule("MAG-X.8")
@pytest.mark.parametrize("both", ["bonus,plus", "plus,bonus"])
def test_at_most_one_of_the_two(both: str):
    """Both in a turn are refused even to who can pay for them; either alone is legal."""
    game = south(cash=500, trains="2 2")
    refusal = refused(game, f"run 4 {both} {ROUND_ABOUT};{DIRECT}")

    assert (refusal.key, refusal.clauses) == ("railcar_one", ("MAG-X.8",))
    assert max(map(len, selections(game))) == 1
    assert legal(game, f"run 4 bonus {DIRECT};2:E10.0-F9.0")


@pytest.mark.rule("MAG-X.8")
def test_the_same_one_twice_is_refused():
    """Neither is bought twice in a turn."""
    refusal = refused(south(), f"run 4 bonus,bonus {DIRECT}")

    assert (refusal.key, refusal.clauses) == ("railcar_twice", ("MAG-VI.3.7.21", "MAG-X.8"))
    assert legal(south(), f"run 4 bonus {DIRECT}")


@pytest.mark.rule("MAG-X.9")
@pytest.mark.parametrize(("phase", "price"), [("yellow", 10), ("green", 10), ("brown", 20)])
@pytest.mark.parametrize("benefit", [f"bonus {DIRECT}", f"plus {ROUND_ABOUT}"])
def test_ten_and_from_brown_on_twenty(phase: str, price: int, benefit: str):
    """The price is paid to RABA from the treasury as it is before the run; a forint less is refused."""
    game, poor = south(phase, price), south(phase, price - 1)
    refusal = refused(poor, f"run 4 {benefit}")
    now = after(game, f"run 4 {benefit}")

    assert paid(game, now, "RABA") == (price,)
    assert (refusal.key, refusal.values) == ("railcar_cash", {"cost": price, "cash": price - 1})
    assert refusal.clauses == ("MAG-X.9",)
    assert selections(poor) == {()}


@pytest.mark.rule("MAG-X.10")
def test_there_are_no_mines():
    """No hex is a mine; the gray hexes are towns of 10 that any train may visit."""
    kinds = {kind for hex_ in TWO.hexes.values() for kind in hex_.kinds}
    gray = [hex_ for hex_ in TWO.hexes.values() if hex_.colour == "gray"]
    tiles = {"A12": "57 2", "A10": "7 3", "B9": "4 0", "B11": "9 0"}
    game = Builder(2).tiles(**tiles).trains(n6="2").minor("6", "run")

    assert kinds == {"city", "town", "offboard"}
    assert [(hex_.id, hex_.kinds, hex_.stops[0].revenue) for hex_ in gray] == [
        ("a11", ("town",), 10),
        ("A4", ("town",), 10),
    ]
    assert legal(game, "run 6 - 2:A12.0-a11.0")


@pytest.mark.rule("MAG-X.10")
@pytest.mark.parametrize("service", ["SNW", "GC", "MAVAG", "RABA", "mine"])
def test_no_other_service_is_sold(service: str):
    """What majors of the other game sell is refused by its name; the two benefits have names of their own."""
    game = south()
    refusal = refused(game, f"run 4 {service} {DIRECT}")

    assert (refusal.key, refusal.values["car"]) == ("railcar_none", service)
    assert refusal.clauses == ("MAG-X.7", "MAG-X.10")
    assert set(TWO.data.benefits.values()) == {"RABA"}
    assert legal(game, f"run 4 bonus {DIRECT}")


# --- the share chart


@pytest.mark.rule("MAG-X.11")
def test_the_highest_price_is_300():
    """A marker on 280 stops at 300 however much is paid, and one on 300 stays there."""
    for start in (280, 300):
        built = Builder(2).prices(SIK=start).cash(SIK=500).holds("ann", SIK=20)
        assert after(built.major("SIK", "dividend"), "dividend SIK 500").pos.price("SIK") == 300
    assert (CHART[0], CHART[-1]) == (55, 300)
    assert sorted(TITLE.prices.values())[: len(CHART)] == CHART


@pytest.mark.rule("MAG-X.12")
@pytest.mark.parametrize(
    ("total", "moved"),
    [(0, -1), (10, 0), (20, 1), (40, 1), (50, 2), (80, 2), (90, 3), (120, 3), (130, 4), (500, 4)],
)
def test_ex_26_payouts_move_the_marker(total: int, moved: int):
    """EX-26: 0 one left; 10 stays; 20 to 40 one, 50 to 80 two, 90 to 120 three, more four to the right."""
    built = Builder(2).prices(SIK=100).cash(SIK=500).holds("ann", SIK=20)
    now = after(built.major("SIK", "dividend"), f"dividend SIK {total}")

    assert CHART.index(now.pos.price("SIK")) - CHART.index(100) == moved
