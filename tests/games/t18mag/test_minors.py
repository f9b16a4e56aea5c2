"""Section III: the boards, what minors are, and which services majors sell."""

import pytest

from engine.events import DividendPaid
from engine.game import Game
from engine.state import POOL, LastRun
from engine.titles.t18mag.figures import figures, mag_state
from tests.games.t18mag.builders import Builder, after, legal, opening, paid, refused, table, turn_of, until

PHASES = ("yellow", "green", "brown", "gray")
RED = {"yellow": 20, "green": 30, "brown": 40, "gray": 50}
MINES = [("yellow", 30, 10), ("green", 30, 10), ("brown", 50, 20), ("gray", 50, 20)]
"""Phase, value of a mine, price of the way there."""


def phased(built: Builder, phase: str) -> Builder:
    return built.phase(phase, **({"last_set": 9} if phase == "gray" else {}))


def running(**more: str) -> Builder:
    """#3 between E10 and D9, with a 2-train worth 40."""
    return Builder().tiles(**{"E10": "57 2", "D9": "57 2", **more}).trains(n3="2").cash(n3=100)


RUN = "run 3 - 2:E10.0-D9.0"

# --- III.1, III.2: the boards


@pytest.mark.rule("MAG-III.1.6")
@pytest.mark.parametrize(("phase", "red"), RED.items())
def test_red_locations_are_worth_what_the_phase_says(phase: str, red: int):
    """From Fiume to Trieszt a train earns 20 and the red value of the phase."""
    built = Builder().owns("ann", "n13").tiles(I2="57 2").trains(n13="2")
    game = phased(built, phase).minor("n13", "run")

    ran = after(game, "run 13 - 2:I2.0-H1.0")

    assert paid(game, ran, "ann", "n13") == ((20 + red) // 2, (20 + red) // 2)


@pytest.mark.rule("MAG-III.1.7")
@pytest.mark.parametrize(("phase", "mine", "price"), MINES)
def test_mines_are_worth_what_the_phase_says(phase: str, mine: int, price: int):
    """Through the mine A18 a minor earns 30, from brown on 50, whole for its treasury."""
    built = Builder().tiles(B17="6 1", B15="58 2").trains(n6="2").cash(n6=50)
    game = phased(built, phase).minor("n6", "run")

    run = next(action for action in game.choices if getattr(action, "using", ()) == ("SNW",))
    ran = game.play(run)

    assert paid(game, ran, "cy", "n6", "SNW") == (15, 15 + mine - price, price)


@pytest.mark.rule("MAG-III.1.8")
def test_the_income_table_only_displays():
    """What a minor earned last is noted, and changes nothing that may be done."""
    game = running().minor("n3", "run")
    ran = after(game, RUN)
    assert (game.state.runs.get("3"), ran.state.runs["3"].revenue) == (None, 40)

    noted = running().change(runs={"3": LastRun(500)}).minor("n3", "run")

    assert list(noted.choices) == list(game.choices)
    assert after(noted, RUN).state.runs["3"].revenue == ran.state.runs["3"].revenue


@pytest.mark.rule("MAG-III.2.1")
def test_the_chart_is_one_row_of_rising_prices():
    """Prices rise from 55 to 400; those from 60 to 80 are start prices."""
    (row,) = opening().title.data.market.rows
    prices = [int(cell.rstrip("*")) for cell in row]

    assert prices == sorted(set(prices))
    assert (prices[0], prices[-1], len(prices)) == (55, 400, 29)
    assert [int(cell[:-1]) for cell in row if cell.endswith("*")] == [60, 65, 70, 75, 80]


@pytest.mark.rule("MAG-III.2.2")
def test_the_share_price_board_keeps_tables_and_certificates():
    """Rail cars cost 10, 20, 30, from brown on 20, 30, 40; director certificates lie with the bank, not for sale."""
    pos = opening().pos
    prices = {phase: figures(pos).rail_car_prices[phase] for phase in PHASES}
    assert prices == {
        "yellow": (10, 20, 30),
        "green": (10, 20, 30),
        "brown": (20, 30, 40),
        "gray": (20, 30, 40),
    }
    moves = {
        paid: [cells for least, cells in figures(pos).dividend_moves if paid >= least][-1] for paid in PAYOUTS
    }
    assert moves == PAYOUTS

    game = Builder().cash(ann=500).sr("ann")
    assert {game.state.certificates[f"{unit}.0"] for unit in figures(pos).sellers.values()} == {POOL}
    assert refused(game, "buy SIK 20").key == "buy_director"
    assert legal(game, "buy SIK 10")


PAYOUTS = {0: -1, 10: 0, 20: 0, 30: 1, 50: 1, 60: 2, 100: 2, 110: 3, 200: 3, 210: 4}

# --- III.3.2: minors


@pytest.mark.rule("MAG-III.3.2.1")
def test_minors_are_taken_in_the_first_share_round_only():
    """A minor is free then and not to be had later, at no price."""
    game = opening()
    assert paid(game, after(game, "draft 13"), "ann") == (0,)

    for later in (Builder().minor("n1"), Builder().cash(ann=900).sr("ann")):
        assert refused(later, "draft 13").key == "wrong_step"
    assert refused(Builder().cash(ann=900).sr("ann"), "buy 13 10").key == "buy_none"


@pytest.mark.rule("MAG-III.3.2.2")
def test_minors_are_not_for_sale():
    """Nobody sells a minor; a share of a major he may sell."""
    game = Builder().holds("ann", SIK=10).sr("ann")

    refusal = refused(game, "sell 1 10")

    assert (refusal.key, refusal.clauses) == ("minor_sale", ("MAG-III.3.2.2",))
    assert legal(game, "sell SIK 10")


@pytest.mark.rule("MAG-III.3.2.2", "MAG-III.3.2.3")
def test_minors_keep_their_owners_and_act_to_the_end(whole_game: tuple[Game, ...]):
    """In a whole game every minor has a turn in every operating round, and its first owner."""
    playing = [game for game in whole_game[:-1] if game.pos.frame.kind == "operating"]
    minors = list(playing[0].state.owners)
    turns = {(game.pos.frame.number, game.pos.unit) for game in playing if not game.pos.round_notes.part}

    assert {tuple(sorted(game.state.owners.items())) for game in playing} == {
        tuple(sorted(playing[0].state.owners.items()))
    }
    last = max(number for number, _ in turns)
    assert {unit for number, unit in turns if number == last} == set(minors)
    assert whole_game[-1].state.over


@pytest.mark.rule("MAG-III.3.2.4")
def test_a_minor_starts_with_a_2_train_and_50():
    """Every minor that was taken has one 2-train and 50."""
    game = table()

    assert set(game.state.trains.values()) == {("2",)}
    assert {game.pos.cash(minor) for minor in game.state.owners} == {50}


@pytest.mark.rule("MAG-III.3.2.5")
@pytest.mark.parametrize("phase", PHASES)
def test_two_trains_at_most(phase: str):
    """With one train a minor may buy, with two it may not, in every phase."""
    one = phased(Builder().trains(n3="2").cash(n3=900), phase).minor("n3")
    two = phased(Builder().trains(n3="2 3").cash(n3=900), phase).minor("n3")

    assert legal(after(one, "pass"), "train 3 2 depot 80")
    refusal = refused(two, "train 3 2 depot 80")
    assert (refusal.key, "MAG-III.3.2.5" in refusal.clauses) == ("train_limit", True)
    assert refused(two, "train 3 2 1 1").key == "train_limit"
    assert after(two, "pass").pos.acting == "4"


@pytest.mark.rule("MAG-III.3.2.6")
def test_no_train_is_needed():
    """A minor scraps its last train, buys none although it could, and ends its turn."""
    game = running().cash(n3=500).minor("n3", "discard")

    game = after(game, "discard 3 2", "pass")

    assert game.state.trains["3"] == ()
    assert until(game, turn_of("n4")).state.trains["3"] == ()


@pytest.mark.rule("MAG-III.3.2.7")
def test_half_for_the_owner_half_for_the_treasury():
    """Revenue is split by halves, and nobody may decide otherwise."""
    game = running().minor("n3", "run")

    ran = after(game, RUN)

    assert paid(game, ran, "cy", "n3", "bank") == (20, 20, -40)
    assert DividendPaid("3", 40, 20, {"cy": 20}) in ran.events
    for other in ("dividend 3 0", "dividend 3 40"):
        assert refused(game, other).key == "wrong_step"
        assert refused(ran, other).key == "wrong_step"


@pytest.mark.rule("MAG-III.3.2.8")
@pytest.mark.parametrize(("price", "fine"), [(0, False), (1, True), (100, True), (101, False)])
def test_trains_are_traded_at_an_agreed_price(price: int, fine: bool):
    """From the first operating round on, for 1 or more, and no more than the treasury has."""
    game = Builder().cash(n3=100).minor("n3", "train", number=(1, 1))
    line = f"train 3 2 6 {price}"

    if not fine:
        refusal = refused(game, line)
        assert (refusal.key, "MAG-III.3.2.8" in refusal.clauses) == ("train_trade_price", True)
        return
    traded = after(game, line)
    assert paid(game, traded, "n3", "n6") == (-price, price)
    assert traded.state.trains["3"] == ("2", "2")


@pytest.mark.rule("MAG-III.3.2.10")
def test_a_terrain_token_relieves_the_treasury():
    """The bank pays the terrain of one hex in full, whatever the treasury holds."""
    game = Builder().tiles(I2="57 2").owns("ann", "n13").cash(n13=20).minor("n13")
    assert mag_state(game.pos).terrain["13"] == 1

    laid = after(game, "lay 13 J3 7 2 terrain")

    assert paid(game, laid, "n13", "SIK", "bank") == (0, 10, -10)
    assert mag_state(laid.pos).terrain["13"] == 0


HOMES = {
    "1": "Pest",
    "2": "Szatmár-Németi",
    "3": "Székesfehérvár",
    "4": "Szeged",
    "5": "Brassó",
    "6": "Kassa",
    "7": "Mohács",
    "8": "Zágráb",
    "9": "Petrovaradin",
    "10": "Temesvár",
    "11": "Sopron",
    "12": "Nagyszeben",
    "13": "Fiume",
}


@pytest.mark.rule("MAG-III.3.2.11")
@pytest.mark.parametrize(("minor", "city"), HOMES.items())
def test_every_minor_has_its_home(minor: str, city: str):
    """A minor's first station is placed in its home city."""
    game = after(opening(), f"draft {minor}")

    ((hex_, (token,)),) = game.state.tokens.items()

    known = game.title.hexes[hex_]
    assert (known.stops[token.stop].name or known.name, token.unit) == (city, minor)


@pytest.mark.rule("MAG-III.3.2.12")
def test_minors_do_not_count_as_certificates():
    """Four minors and 17 certificates leave room for one more, and not for two."""
    built = Builder().cash(ann=9000)
    for unit in ("RABA", "GC", "SNW"):
        built.holds("ann", **{unit: 60})
    game = built.holds("ann", SIK=30).sr("ann")
    assert len(game.pos.certificates("ann")) == 17
    assert list(game.state.owners.values()).count("ann") == 4

    full = after(game, "buy SKEV 10")

    assert len(full.pos.certificates("ann")) == 18
    assert refused(until(full, turn_of("ann")), "buy LDSTEG 10").key == "buy_limit"


@pytest.mark.rule("MAG-III.3.2.13")
def test_minors_are_worth_nothing():
    """A player's worth is his cash and his shares, however rich his minors are."""
    game = Builder().cash(n1=900, n4=900, ann=70).trains(n1="6 6").sr("ann")

    assert game.pos.price("1") == 0
    assert game.pos.worth("ann") == 70


# --- III.3.3: majors and what they sell


@pytest.mark.rule("MAG-III.3.3.1")
def test_majors_have_a_price_from_the_start():
    """While nobody owns a share of it, a major has a price already, and one may buy at it later."""
    game = opening()
    assert all(
        60 <= game.pos.price(unit) <= 80 for unit in ("RABA", "GC", "SNW", "SIK", "SKEV", "LDSTEG", "MAVAG")
    )

    sr = Builder().prices(SIK=75).cash(ann=75).sr("ann")

    assert paid(sr, after(sr, "buy SIK 10"), "ann") == (-75,)


@pytest.mark.rule("MAG-III.3.3.9")
def test_raba_sells_the_red_bonus():
    """For 10 to RABA a red location is worth 20 more."""
    game = Builder().owns("ann", "n13").tiles(I2="57 2").cash(n13=50).minor("n13", "run")

    ran = after(game, "run 13 RABA 2:I2.0-H1.0")

    assert paid(game, ran, "RABA", "ann", "n13") == (10, 30, 30 - 10)


@pytest.mark.rule("MAG-III.3.3.10")
def test_gc_sells_the_plus_train():
    """For 10 to GC a 2-train visits two more towns."""
    game = running(C8="5 4", F11="9 2", G12="9 2", H13="4 2").minor("n3", "run")
    plain = after(game, "run 3 - 2:E10.0-D9.0")

    plus = after(game, "run 3 GC 2:D9.0-E10.0-F11-G12-H13.0")

    assert paid(game, plain, "GC", "cy") == (0, 20)
    assert paid(game, plus, "GC", "cy") == (10, 25)


@pytest.mark.rule("MAG-III.3.3.11")
def test_snw_sells_mine_access():
    """Without SNW no train runs to a mine; for 10 to SNW it does."""
    game = Builder().tiles(B17="6 1", B15="58 2").trains(n6="2").cash(n6=50).minor("n6", "run")

    with_mine = "2:B15.0-B17.0-A18.0"

    assert refused(game, f"run 6 - {with_mine}").key == "route_mine"
    assert paid(game, after(game, f"run 6 SNW {with_mine}"), "SNW", "n6") == (10, 50 - 15)
