import pytest

from engine.events import DividendPaid, PhaseBegan, Ran, RoundBegan
from engine.game import Game
from engine.titles.t18mag import routing
from engine.titles.t18mag.revenue import car_prices
from tests.games.t18mag.builders import Builder, after, legal, refused
from tests.games.t18mag.going_on import go_on, rounds

MAJORS = ("RABA", "GC", "SNW", "SIK", "SKEV", "LDSTEG", "MAVAG")
PRICES = {"2": 80, "3": 120, "4": 200, "6": 320}


def buyer(phase: str = "yellow", stacks: str | None = None, unit: str = "5", **moment: object) -> Game:
    """#5 of bob can pay for everything."""
    built = Builder().cash(n5=900).trains(n5="").phase(phase, stacks)
    return built.minor(unit, "train", **moment)


def bought(game: Game, *trains: str) -> Game:
    for train in trains:
        game = after(game, f"train 5 {train} depot {PRICES[train]}")
    return game


def began(game: Game) -> list[tuple[str, str, str]]:
    return [(one.phase, one.train, one.why) for one in game.events if isinstance(one, PhaseBegan)]


# --- which sale starts what


@pytest.mark.rule("MAG-VI.3.9.1")
@pytest.mark.parametrize("train", ["3", "4", "6"])
def test_the_first_train_of_any_stack_starts_green(train: str):
    """A 3-, a 4- or a 6-train, whichever is sold first."""
    game = bought(buyer(), train)

    assert began(game) == [("green", train, "sale")]
    assert train not in game.state.extra.stacks


@pytest.mark.rule("MAG-VI.3.9.2")
@pytest.mark.parametrize(("first", "second"), [("3", "4"), ("4", "6"), ("6", "3")])
def test_the_first_train_of_another_stack_starts_brown(first: str, second: str):
    """After the stack that started green, the next untouched one starts brown."""
    left = " ".join(stack for stack in "346" if stack != first)

    assert began(bought(buyer("green", left), second)) == [("brown", second, "sale")]


@pytest.mark.rule("MAG-VI.3.9.3")
@pytest.mark.parametrize("last", ["3", "4", "6"])
def test_the_first_train_of_the_last_stack_starts_gray(last: str):
    """The third stack to be touched starts the last phase."""
    assert began(bought(buyer("brown", last), last)) == [("gray", last, "sale")]


@pytest.mark.rule("MAG-VI.3.9.4")
@pytest.mark.parametrize(("phase", "stacks", "train"), [("yellow", "3 4 6", "2"), ("green", "4 6", "3")])
def test_other_sales_change_no_phase(phase: str, stacks: str, train: str):
    """2-trains, and further trains of a touched stack, change nothing."""
    game = bought(buyer(phase, stacks), train)

    assert (began(game), game.pos.phase.name) == ([], phase)
    assert game.state.extra.stacks == tuple(stacks.split())


@pytest.mark.rule("MAG-VI.3.9.4")
def test_trains_sold_in_gray_change_nothing():
    """When no stack is untouched any more every sale is like any other."""
    for train in PRICES:
        assert bought(buyer("gray"), train).pos.phase.name == "gray"


@pytest.mark.rule("MAG-VI.3.9.12")
def test_two_phases_may_begin_in_one_turn():
    """A 3-train starts green, the 6-train after it brown (decision A26)."""
    game = bought(buyer(), "3")
    now = bought(game, "6")

    assert (began(game), began(now)) == ([("green", "3", "sale")], [("brown", "6", "sale")])
    assert now.state.extra.stacks == ("4",)


@pytest.mark.rule("MAG-VI.3.9.12")
def test_three_phases_may_begin_in_one_round():
    """#5 starts two phases and #6 the third; one share round follows, the last one."""
    built = Builder().cash(n5=900, n6=900).trains(n5="", n6="").minor("5", "train", (1, 1))
    game = bought(built, "3", "6")
    game, _ = go_on(game, lambda now: now.pos.unit == "6")
    now = after(game, "pass", "train 6 4 depot 200")

    assert now.pos.phase.name == "gray"
    assert rounds(now)[0] == ("stock", (2,))
    assert rounds(now)[1:] == [("operating", (2, one)) for one in (1, 2, 3)]


@pytest.mark.rule("MAG-VI.3.9.5")
def test_the_other_stacks_show_the_next_colour():
    """When green has begun with a 4-train the 3- and 6-stacks show brown, then gray."""
    green = bought(buyer(), "4")
    brown = bought(green, "3")

    def shown(game: Game) -> dict:
        return {one.card: one.phase for one in game.title.foresight.first_sales(game.pos)}

    assert shown(buyer()) == {"3": "green", "4": "green", "6": "green"}
    assert shown(green) == {"3": "brown", "6": "brown"}
    assert shown(brown) == {"6": "gray"}


# --- what begins at once


@pytest.mark.rule("MAG-VI.3.9.6", "MAG-VI.3.3.3")
def test_the_next_company_lays_the_new_colour():
    """Before the sale #6 is refused a green tile, after it it may lay one."""
    board = Builder().tiles(B17="57 1").cash(n5=200).trains(n5="")
    before = board.minor("6", "lay")
    now, _ = go_on(after(board.minor("5", "train"), "train 5 4 depot 200"), lambda one: one.pos.unit == "6")

    assert refused(before, "lay 6 B17 14 1").key == "tile_colour"
    assert legal(now, "lay 6 B17 14 1")


@pytest.mark.rule("MAG-VI.3.9.7", "MAG-III.1.6")
def test_red_locations_change_at_once():
    """Bécs is worth 30, 40, 50 and 70, and the new value counts as soon as the train is bought."""
    game = Builder().cash(n5=900).trains(n5="").minor("5", "train")
    values = [routing.value(game.pos, ("C6", 0))]
    for phase, stacks, train in (("yellow", "3 4 6", "3"), ("green", "4 6", "4"), ("brown", "6", "6")):
        now = bought(buyer(phase, stacks), train)
        values.append(routing.value(now.pos, ("C6", 0)))

    assert values == [30, 40, 50, 70]


@pytest.mark.rule("MAG-VI.3.9.8", "MAG-III.1.7")
def test_brown_raises_rail_cars_and_mines_at_once():
    """#6 pays 10 for the mine and gets 30 in green; after the sale of #5 it pays 20 and gets 50."""
    board = Builder().tiles(B17="6 1", B15="4 1").cash(n5=900).trains(n5="").phase("green", "4 6")
    before, _ = go_on(board.minor("5", "train"), lambda one: one.pos.unit == "6")
    now, _ = go_on(bought(board.minor("5", "train"), "4"), lambda one: one.pos.unit == "6")
    line = "run 6 SNW 2:A18.0-B17.0-B15.0"

    assert after(before, line).pos.cash("6") == 50 - 10 + 15 + 30
    assert after(now, line).pos.cash("6") == 50 - 20 + 15 + 50
    assert after(now, line).pos.cash("SNW") == 20


@pytest.mark.rule("MAG-VI.3.9.8")
def test_brown_raises_the_bonus_of_raba_at_once():
    """The bonus at a red location is 20 in green and 30 as soon as brown has begun."""
    board = Builder().tiles(D7="57 2", C8="6 5").cash(n5=900).trains(n5="", n11="2").phase("green", "4 6")
    before, _ = go_on(board.minor("5", "train"), lambda one: one.pos.unit == "11")
    now, _ = go_on(bought(board.minor("5", "train"), "4"), lambda one: one.pos.unit == "11")
    line = "run 11 RABA 2:C6.0-D7.0"

    assert after(before, line).state.runs["11"].revenue == 40 + 20 + 20
    assert after(now, line).state.runs["11"].revenue == 50 + 20 + 30
    assert (car_prices(before.pos, ("RABA",)), car_prices(now.pos, ("RABA",))) == ((10,), (20,))


# --- what a phase does to the rounds


@pytest.mark.rule("MAG-VI.3.9.9", "MAG-VI.1.1")
def test_ex_21_green_in_the_single_round_of_yellow():
    """EX-21: the OR is finished, a SR follows, then two ORs; the other stacks show brown."""
    game = bought(buyer(number=(1, 1)), "4")
    queue = game.state.frames[0].queue

    assert game.pos.phase.name == "green"
    assert queue == ("5", "6", "7", "8", "9", "10", "11", "12")
    assert rounds(game)[:4] == [
        ("stock", (2,)),
        ("operating", (2, 1)),
        ("operating", (2, 2)),
        ("stock", (3,)),
    ]
    assert game.state.extra.stacks == ("3", "6")


@pytest.mark.rule("MAG-VI.3.9.9", "MAG-VI.3.9.10")
def test_ex_22_brown_in_the_first_of_two_rounds():
    """EX-22: the second OR of the set is dropped; after the SR there are two again."""
    game = bought(buyer("green", "3 6", number=(2, 1), rounds=2), "3")
    calm = buyer("green", "3 6", number=(2, 1), rounds=2)

    assert game.pos.phase.name == "brown"
    assert rounds(game)[:4] == [
        ("stock", (3,)),
        ("operating", (3, 1)),
        ("operating", (3, 2)),
        ("stock", (4,)),
    ]
    assert rounds(calm)[0] == ("operating", (2, 2))


@pytest.mark.rule("MAG-VI.3.9.9")
def test_a_phase_in_the_last_round_of_a_set_drops_nothing():
    """After OR 2 of 2 the SR would have come anyway (decision A03)."""
    game = bought(buyer("green", "3 6", number=(2, 2), rounds=2), "3")

    assert rounds(game)[:2] == [("stock", (3,)), ("operating", (3, 1))]


@pytest.mark.rule("MAG-VI.3.9.11", "MAG-IX.1.1")
def test_ex_23_gray_ends_the_game():
    """EX-23: the OR is finished, one last SR, ORs 1, 2 and 3 of 3, then the game is over."""
    game = bought(buyer("brown", "6", number=(4, 1), rounds=2), "6")

    assert game.pos.phase.name == "gray"
    assert rounds(game) == [("stock", (5,)), *(("operating", (5, one)) for one in (1, 2, 3))]


@pytest.mark.rule("MAG-VI.3.9.10")
@pytest.mark.parametrize(("phase", "count"), [("yellow", 1), ("green", 2), ("brown", 2)])
def test_the_number_of_rounds_is_read_when_the_share_round_ends(phase: str, count: int):
    """One OR in yellow, two in green and brown (decision A04)."""
    last = Builder().phase(phase).minor("12", "train", (2, count), rounds=count)
    following = rounds(last)

    assert following[: count + 2] == [
        ("stock", (3,)),
        *(("operating", (3, at + 1)) for at in range(count)),
        ("stock", (4,)),
    ]


@pytest.mark.rule("MAG-VI.3.9.9")
def test_the_round_is_finished_before_the_share_round():
    """Every minor behind the buyer, and every major, still acts."""
    game = bought(buyer(number=(1, 1)), "4")
    _, events = go_on(game, lambda now: now.state.over)
    share_round = events.index(RoundBegan("stock", (2,)))
    acted = {event.unit for event in events[:share_round] if isinstance(event, Ran | DividendPaid)}

    assert acted == {"6", "7", "8", "9", "10", "11", "12", *MAJORS}
