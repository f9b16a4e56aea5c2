import pytest

from engine.actions import PayDividend, PlaceToken
from engine.events import DividendPaid, Paid
from engine.events import DividendPaid as Divided
from engine.game import Game
from engine.scratch import Scratch
from engine.titles.t18mag import revenue, routing
from engine.titles.t18mag.revenue import dividend_move
from tests.games.t18mag.builders import Builder, after, legal, paid, refused
from tests.games.t18mag.going_on import go_on
from tests.games.t18mag.whole_game import positions

MAJORS = ("RABA", "GC", "SNW", "SIK", "SKEV", "LDSTEG", "MAVAG")
MINORS = tuple(str(number) for number in range(1, 14))


def sik(cash: int = 160, verb: str = "token", **held: int) -> Builder:
    """SIK is directed by ann, others may hold shares besides."""
    built = Builder().prices(SIK=75).cash(SIK=cash).holds("ann", SIK=held.pop("ann", 20))
    for player, percent in held.items():
        built.holds(player, SIK=percent)
    return built


def acting(cash: int = 160, verb: str = "token", **held: int) -> Game:
    return sik(cash, **held).major("SIK", verb)


# --- the order of majors


@pytest.mark.rule("MAG-VI.4.0.1", "MAG-VI.1.3")
def test_the_highest_price_acts_first():
    """Majors act in falling order of their prices, all of them after the last minor."""
    prices = {"MAVAG": 95, "GC": 90, "SKEV": 85, "RABA": 80, "LDSTEG": 70, "SIK": 65, "SNW": 60}
    built = Builder().prices(**prices).cash(MAVAG=10).holds("ann", MAVAG=20)
    game = after(built.minor("12", "train"), "pass")

    assert game.state.frames[-1].queue == tuple(prices)


@pytest.mark.rule("MAG-VI.4.0.2")
def test_the_upper_marker_acts_first():
    """On one space the marker on top of the stack comes before those beneath."""
    built = Builder().prices(SNW=100, RABA=100, SIK=100).cash(SNW=10).holds("ann", SNW=20)
    game = after(built.minor("12", "train"), "pass")

    assert game.state.frames[-1].queue[:3] == ("SNW", "RABA", "SIK")


@pytest.mark.rule("MAG-VI.4.0.1")
def test_a_payout_does_not_change_the_order():
    """The order is that of the first major's turn; a marker that falls behind acts no second time (A50)."""
    built = Builder().prices(SNW=100, RABA=95, SIK=90).cash(SNW=50, RABA=300)
    built.holds("ann", SNW=20, RABA=20)
    game = built.major("SNW", "dividend")
    now = after(game, "dividend SNW 0", "dividend RABA 300")

    assert now.pos.price("RABA") > now.pos.price("SNW")
    events = (*after(game, "dividend SNW 0").events, *now.events)
    acted = [event.unit for event in events if isinstance(event, Divided) and event.unit in {"SNW", "RABA"}]
    assert acted == ["SNW", "RABA"]


@pytest.mark.rule("MAG-VI.4.1.1")
def test_markers_come_first_and_payout_must():
    """A marker is optional, the payout is not, and after it no marker is placed."""
    game = acting()
    others = Builder().cash(SIK=50, SNW=50).holds("ann", SIK=20, SNW=20).prices(SIK=75, SNW=70)
    paid_out = after(others.major("SIK"), "dividend SIK 0")

    assert legal(game, "token SIK D9 0")
    assert legal(game, "dividend SIK 0")
    assert legal(after(game, "token SIK D9 0"), "dividend SIK 0")
    refusal = refused(game, "pass")
    assert (refusal.key, "MAG-VI.4.1.1" in refusal.clauses) == ("must_act", True)
    assert refused(after(game, "token SIK D9 0"), "pass").key == "must_act"
    assert refused(paid_out, "token SIK D9 0").key == "not_your_turn"


# --- who decides


@pytest.mark.rule("MAG-III.3.3.4", "MAG-IV.4")
def test_only_the_director_decides():
    """Another shareholder has no say about markers and payouts."""
    game = acting(bob=10)

    for line in ("token SIK D9 0", "dividend SIK 10"):
        refusal = refused(game, line, "bob")
        assert (refusal.key, refusal.clauses) == ("not_director", ("MAG-III.3.3.4",))
        assert refusal.values["director"] == "ann"
        assert legal(game, line, "ann")


@pytest.mark.rule("MAG-VI.4.2.5")
def test_a_major_without_director_places_no_marker():
    """While SIK acts nobody places one for RABA, not even a shareholder; SIK may."""
    built = sik().holds("bob", RABA=10).cash(RABA=100)
    game = built.major("SIK")

    for actor in ("ann", "bob"):
        refusal = refused(game, "token RABA D9 0", actor)
        assert (refusal.key, refusal.clauses[0]) == ("major_no_director", "MAG-VI.4.2.5")
    assert legal(game, "token SIK D9 0")


@pytest.mark.rule("MAG-VI.4.3.7")
def test_a_major_without_director_pays_everything():
    """Nobody is asked: 90 go out, 9 of it to the only shareholder, and the price moves as always."""
    built = Builder().prices(RABA=80).cash(RABA=90).holds("bob", RABA=10)
    game = built.minor("12", "train")
    now, _ = go_on(after(game, "pass"), lambda one: one.pos.frame.number != (2, 1))

    assert paid(game, now, "RABA", "bob") == (-90, 9)
    assert now.pos.price("RABA") == 90


@pytest.mark.rule("MAG-VI.4.3.7")
def test_an_empty_treasury_without_director_moves_left():
    """Nothing is paid and the marker goes one space left."""
    game = Builder().prices(RABA=80).cash(RABA=0).minor("12", "train")

    assert after(game, "pass").pos.price("RABA") == 75


# --- markers


@pytest.mark.rule("MAG-VI.4.2.2")
@pytest.mark.parametrize("place", ["D9 0", "E12 0", "F23 0", "D19 1"])
def test_a_marker_needs_no_connection(place: str):
    """Any free city slot of the map will do, with or without a tile, on home hexes too (decision A17)."""
    now = after(acting(), f"token SIK {place}")
    hex_, stop = place.split()

    assert ("SIK", int(stop)) in {(one.unit, one.stop) for one in now.state.tokens[hex_]}


@pytest.mark.rule("MAG-VI.4.2.2")
def test_a_marker_needs_a_free_slot_in_a_city():
    """Full cities, towns, mines, red locations and open land take none."""
    game = acting()

    assert refused(game, "token SIK E10 0").key == "token_full"
    assert "MAG-VI.4.2.2" in refused(game, "token SIK E10 0").clauses
    for place in ("B15 0", "A10 0", "C6 0", "E8 0", "D9 1"):
        refusal = refused(game, f"token SIK {place}")
        assert (refusal.key, "MAG-VI.4.2.2" in refusal.clauses) == ("token_no_city", True)
    assert len([one for one in game.choices if isinstance(one, PlaceToken)]) > 10


@pytest.mark.rule("MAG-VI.4.2.2")
def test_one_marker_a_round():
    """After one marker the director is left with the payout, though money and a marker are there."""
    game = after(acting(300), "token SIK D9 0")

    assert refused(game, "token SIK F13 0").key == "token_one"
    later = sik(300).tokens(D9="SIK.0").major("SIK", number=(2, 2), rounds=2)
    assert legal(later, "token SIK F13 0")


@pytest.mark.rule("MAG-VI.4.2.3", "MAG-VI.4.2.1")
def test_markers_cost_forty_and_eighty():
    """The first costs 40, the second 80, and all of it goes to the bank."""
    game = acting()
    first = after(game, "token SIK D9 0")
    second_turn = sik(160).tokens(D9="SIK.0").major("SIK")
    second = after(second_turn, "token SIK F13 0")

    assert paid(game, first, "SIK", "bank", "ann", "SKEV") == (-40, 40, 0, 0)
    assert paid(second_turn, second, "SIK", "bank") == (-80, 80)
    assert (first.state.tokens_left["SIK"], second.state.tokens_left["SIK"]) == ((80,), ())


@pytest.mark.rule("MAG-VI.4.2.1")
def test_two_markers_are_all():
    """With both on the map none is left."""
    game = sik(500).tokens(D9="SIK.0", F13="SIK.0").major("SIK", "dividend")
    refusal = refused(game, "token SIK F23 0")

    assert (refusal.key, "MAG-VI.4.2.1" in refusal.clauses) == ("token_none_left", True)
    assert legal(sik(500).tokens(D9="SIK.0").major("SIK"), "token SIK F23 0")


@pytest.mark.rule("MAG-VI.4.2.4", "MAG-VI.4.2.3")
@pytest.mark.parametrize(("markers", "price"), [({}, 40), ({"D9": "SIK.0"}, 80)])
def test_a_marker_is_paid_by_the_treasury(markers: dict, price: int):
    """One forint short is too little, however rich the director is."""
    poor = sik(price - 1).cash(ann=500).tokens(**markers).major("SIK")
    refusal = refused(poor, "token SIK F23 0")

    assert (refusal.key, refusal.values) == ("token_cost", {"cost": price, "cash": price - 1})
    assert "MAG-VI.4.2.4" in refusal.clauses
    assert legal(sik(price).tokens(**markers).major("SIK"), "token SIK F23 0")


@pytest.mark.rule("MAG-VI.4.2.6")
def test_a_marker_fills_a_slot_and_blocks():
    """#3 passes Győr to Pozsony while a slot is free there, and no more when SIK stands in it."""
    road = {"E10": "57 2", "D9": "57 2", "C8": "6 5"}
    free = Builder().tiles(**road).trains(n3="3").minor("3", "run")
    full = Builder().tiles(**road).tokens(D9="SIK.0").trains(n3="3").cash(n3=100).minor("3", "token")

    assert free.title.routes(free.pos, "3", ()).revenue == 20 + 20 + 20
    assert full.title.routes(full.pos, "3", ()).revenue == 20 + 20 + 10
    assert refused(full, "token 3 D9 0").key == "token_full"
    assert refused(full, "token 3 C8 0").key == "token_unconnected"


@pytest.mark.rule("MAG-VI.4.2.7")
def test_one_marker_of_a_major_on_a_hex():
    """A second one of SIK is refused there, also in another city of the hex; one of SNW is welcome (A16)."""
    built = sik(300).tokens(E14="SIK.0").tiles(E14="14 1").phase("green")
    same, other = built.major("SIK"), built.holds("ann", SNW=20).cash(SNW=40).major("SNW")
    buda = sik(300).owns("ann", "n1").tokens(E12="SIK.0").major("SIK")

    refusal = refused(same, "token SIK E14 0")
    assert (refusal.key, "MAG-VI.4.2.7" in refusal.clauses) == ("token_same_hex", True)
    assert refused(buda, "token SIK E12 1").key == "token_same_hex"
    assert legal(other, "token SNW E14 0")


@pytest.mark.rule("MAG-VI.4.2.8")
def test_each_marker_raises_its_city_by_ten():
    """For every company, and twice with two markers."""
    for units, worth in (("", 30), ("SIK.0", 40), ("SIK.0 SNW.0", 50), ("3.0", 30)):
        placed = {"E14": units} if units else {}
        game = Builder().tiles(E14="14 1").phase("green").tokens(**placed).minor("4", "lay")
        assert routing.value(game.pos, ("E14", 0)) == worth


@pytest.mark.rule("MAG-VI.4.2.9")
def test_only_the_city_with_the_marker_is_raised():
    """A marker in Buda leaves Pest as it was."""
    game = Builder().tokens(E12="1.1 SIK.0").minor("1", "lay")

    assert (routing.value(game.pos, ("E12", 0)), routing.value(game.pos, ("E12", 1))) == (30, 20)


# --- payouts


@pytest.mark.rule("MAG-VI.4.3.1", "MAG-III.3.3.12", "MAG-III.3.3.13")
def test_majors_live_on_what_minors_pay():
    """In a whole game majors get money for their services only: from minors, or terrain from the bank."""
    services = {
        "RABA": {"rail_car"},
        "GC": {"rail_car"},
        "SNW": {"rail_car"},
        "SIK": {"terrain"},
        "SKEV": {"track", "token"},
        "LDSTEG": {"train"},
        "MAVAG": {"train"},
    }
    got: dict[str, set[str]] = {major: set() for major in MAJORS}
    for game in positions():
        for event in game.events:
            if isinstance(event, Paid) and event.payee in MAJORS:
                assert event.payer in MINORS or (event.payer, event.why) == ("bank", "terrain")
                got[event.payee].add(event.why)

    assert all(got[major] <= services[major] for major in MAJORS)
    assert len([major for major in MAJORS if got[major]]) >= 5


@pytest.mark.rule("MAG-VI.4.3.2")
@pytest.mark.parametrize("total", [5, 15, 170, 161, 1])
def test_payouts_are_whole_tens_up_to_the_treasury(total: int):
    """With 160 there are 17 possible payouts, 0 and 160 among them."""
    game = acting(160, "dividend")
    refusal = refused(game, f"dividend SIK {total}")

    assert (refusal.key, refusal.clauses) == ("dividend_step", ("MAG-VI.4.3.2",))
    offered = [one.total for one in game.choices if isinstance(one, PayDividend)]
    assert offered == list(range(0, 161, 10))


@pytest.mark.rule("MAG-VI.4.3.3", "MAG-VI.4.3.4", "MAG-VI.4.3.5", "MAG-VI.4.3.7")
def test_ex_24_without_a_director_everything_is_paid():
    """EX-24: of 160, 16 go to the one shareholder and 144 to the bank; the price goes from 75 to 90."""
    built = Builder().prices(SIK=75).cash(SIK=160).holds("cy", SIK=10)
    game = built.minor("12", "train")
    now = after(game, "pass")

    assert paid(game, now, "SIK", "cy", "bank") == (-160, 16, 144)
    assert now.pos.price("SIK") == 90


@pytest.mark.rule("MAG-VI.4.3.3", "MAG-VI.4.3.4", "MAG-III.3.3.5")
def test_each_share_gets_a_tenth():
    """The director certificate counts as two shares; what nobody holds goes to the bank."""
    game = acting(100, "dividend", ann=30, bob=20, cy=10)
    now = after(game, "dividend SIK 100")

    assert paid(game, now, "ann", "bob", "cy", "bank", "SIK") == (30, 20, 10, 40, -100)
    assert DividendPaid("SIK", 100, 0, {"ann": 30, "bob": 20, "cy": 10}, apart=True) in now.events


@pytest.mark.rule("MAG-VI.4.3.6", "MAG-III.3.3.8")
def test_what_is_not_paid_stays():
    """The director pays 40 of 160 and 120 stay; when he keeps everything the shareholders get nothing."""
    game = acting(160, "dividend", bob=10)
    kept = after(game, "dividend SIK 0")

    assert after(game, "dividend SIK 40").pos.cash("SIK") == 120
    assert paid(game, kept, "SIK", "ann", "bob", "bank") == (0, 0, 0, 0)
    assert kept.pos.price("SIK") == 70
    assert kept.pos.state.runs["SIK"].kept


@pytest.mark.parametrize(("cash", "kept"), [(1, True), (0, False)])
def test_whoever_has_nothing_keeps_nothing(cash: int, kept: bool):
    """What a major keeps is noted with its run, and nothing is noted where there is nothing to keep."""
    game = sik(cash).major("SIK")
    scratch = Scratch.upon(game.pos)
    revenue.pay_out(scratch, "SIK", 0)

    assert scratch.state.runs["SIK"].kept is kept


@pytest.mark.rule("MAG-III.3.3.8")
def test_money_spent_on_a_marker_is_not_paid_out():
    """After a marker for 40 of 50, 10 are left to be paid."""
    game = after(acting(50), "token SIK D9 0")

    assert refused(game, "dividend SIK 20").values == {"cash": 10}
    assert paid(game, after(game, "dividend SIK 10"), "ann", "bank") == (2, 8)


@pytest.mark.rule("MAG-VI.4.3.5")
@pytest.mark.parametrize(
    ("total", "steps"),
    [(0, -1), (10, 0), (20, 0), (30, 1), (50, 1), (60, 2), (100, 2), (110, 3), (200, 3), (210, 4)],
)
def test_ex_25_the_payout_moves_the_price(total: int, steps: int):
    """EX-25: nothing paid moves left, more moves up to four spaces right."""
    game = acting(400, "dividend")
    chart = sorted(game.title.prices.values())
    now = after(game, f"dividend SIK {total}")

    assert chart.index(now.pos.price("SIK")) - chart.index(75) == steps
    assert dividend_move(game.pos, total) == steps


@pytest.mark.rule("MAG-VI.1.4")
def test_the_round_ends_after_the_last_major():
    """Majors without money or director have their turn as well, each of them one."""
    game = Builder().cash(SIK=50).holds("ann", SIK=20).minor("12", "train")
    _, events = go_on(game, lambda now: now.pos.frame.number != (2, 1))
    units = [event.unit for event in events if isinstance(event, Divided) and event.unit in MAJORS]

    assert sorted(units[:7]) == sorted(MAJORS)
