"""The tokens for operating rounds without a train sale (VI.4.3.8-13, decision A27)."""

import pytest

from engine.events import Counted, PhaseBegan, RoundBegan
from engine.game import Game
from engine.titles.t18mag.figures import mag_state
from tests.games.t18mag.builders import Builder, after
from tests.games.t18mag.going_on import go_on, rounds

LAST = "12"


def ending(
    tokens: int = 0, phase: str = "yellow", stacks: str | None = None, *options: str, sold: bool = False
) -> Game:
    """The last minor may still buy; SIK has a director, so that the majors wait for him."""
    built = Builder(3, *options).phase(phase, stacks, no_train=tokens)
    built = built.holds("ann", SIK=20).cash(SIK=20, n12=900).trains(n12="")
    return built.minor(LAST, "train", (2, 1), rounds=2, **({"sold": True} if sold else {}))


def passed(*args: object, **more: object) -> Game:
    return after(ending(*args, **more), "pass")


def began(game: Game) -> list[tuple[str, str, str]]:
    return [(one.phase, one.train, one.why) for one in game.events if isinstance(one, PhaseBegan)]


@pytest.mark.rule("MAG-VI.4.3.8")
def test_a_round_without_a_sale_puts_a_token_on_the_lowest_stack():
    """It comes after the last minor and before the first major (decisions A27.3 and A27.5)."""
    game = passed(0, "green", "4 6")

    assert Counted("no_train", 1, "4") in game.events
    assert mag_state(game.pos).no_train == 1
    assert game.pos.unit == "SIK"
    told = {one.key: one.values for one in game.title.foresight.prospects(game.pos)}
    assert told["no_train"] == {"n": 1, "most": 3, "train": "4"}


@pytest.mark.rule("MAG-VI.4.3.8")
@pytest.mark.parametrize("train", ["2", "4"])
def test_any_sale_of_the_bank_spares_the_token(train: str):
    """A 2-train, or a further train of a touched stack, is a sale as well (decision A27.1)."""
    price = {"2": 80, "4": 200}[train]
    game = after(ending(1, "green", "3 6"), f"train 12 {train} depot {price}", "pass")

    assert mag_state(game.pos).no_train == 1
    assert game.pos.unit == "SIK"


@pytest.mark.rule("MAG-VI.4.3.8")
def test_a_trade_is_no_sale():
    """A train that changes hands between minors does not count."""
    game = after(ending(1, "green", "3 6"), "train 12 2 9 10", "pass")

    assert mag_state(game.pos).no_train == 2


@pytest.mark.rule("MAG-VI.4.3.8", "MAG-VI.4.3.9")
def test_tokens_add_up_over_rounds_with_sales_between():
    """As printed they lie until a new stack is touched; recorded games take them off at any sale."""
    printed = after(ending(2, "green", "3 6"), "train 12 2 depot 80", "pass")
    recorded = after(ending(2, "green", "3 6", "no_train=consecutive"), "train 12 2 depot 80", "pass")

    assert (mag_state(printed.pos).no_train, mag_state(recorded.pos).no_train) == (2, 0)


@pytest.mark.rule("MAG-VI.4.3.8", "MAG-VI.4.3.13")
@pytest.mark.parametrize(("phase", "stacks", "lowest"), [("green", "4 6", "4"), ("gray", "", "")])
def test_recorded_games_count_rounds_even_without_a_stack(phase: str, stacks: str, lowest: str):
    """One token a round, on the lowest stack while there is one; in gray they bring nothing."""
    game = passed(1, phase, stacks, "no_train=consecutive")
    many = passed(4, "gray", "", "no_train=consecutive")

    assert Counted("no_train", 2, lowest) in game.events
    assert (mag_state(game.pos).no_train, game.pos.phase.name) == (2, phase)
    assert (mag_state(many.pos).no_train, began(many)) == (5, [])


@pytest.mark.rule("MAG-VI.4.3.9")
def test_recorded_games_take_the_tokens_off_when_the_round_is_counted():
    """The first 3-train leaves them where they are until the minors are done."""
    sold = after(ending(2, "yellow", None, "no_train=consecutive"), "train 12 3 depot 120")

    assert mag_state(sold.pos).no_train == 2
    assert mag_state(after(sold, "pass").pos).no_train == 0


@pytest.mark.rule("MAG-VI.4.3.9")
def test_the_first_train_of_a_stack_takes_the_tokens_away():
    """The first 3-train clears them, a further 4-train does not."""
    cleared = after(ending(2, "green", "3 6"), "train 12 3 depot 120")
    kept = after(ending(2, "green", "3 6"), "train 12 4 depot 200")

    assert (mag_state(cleared.pos).no_train, mag_state(kept.pos).no_train) == (0, 2)


@pytest.mark.rule("MAG-VI.4.3.10", "MAG-VI.4.3.11")
def test_the_third_token_starts_the_next_phase():
    """The stack counts as touched, and all tokens are taken back."""
    two, three = passed(1), passed(2)

    assert (two.pos.phase.name, began(two)) == ("yellow", [])
    assert began(three) == [("green", "3", "no_sale")]
    assert (mag_state(three.pos).stacks, mag_state(three.pos).no_train) == (("4", "6"), 0)


@pytest.mark.rule("MAG-VI.4.3.10")
def test_its_first_train_then_changes_nothing():
    """Later the first 3-train is like any other, the first 4-train starts brown."""
    base = Builder().phase("green", "4 6").cash(n5=900).trains(n5="").minor("5", "train")

    assert after(base, "train 5 3 depot 120").pos.phase.name == "green"
    assert after(base, "train 5 4 depot 200").pos.phase.name == "brown"


@pytest.mark.rule("MAG-VI.4.3.10")
def test_a_table_may_leave_the_stack_untouched():
    """Under the reading of recorded games the stack keeps its tile and starts another phase (A27.4)."""
    assert mag_state(passed(2, "yellow", None, "forced_stack=keep").pos).stacks == ("3", "4", "6")


@pytest.mark.rule("MAG-VI.4.3.8")
def test_a_table_may_look_after_the_majors():
    """Under that reading the token comes when the last major is done (A27.5)."""
    game = passed(0, "green", "4 6", "no_train_check=or_end")
    later, _ = go_on(game, lambda now: now.pos.frame.number == (2, 2))

    assert (game.pos.unit, mag_state(game.pos).no_train) == ("SIK", 0)
    assert mag_state(later.pos).no_train == 1


@pytest.mark.rule("MAG-VI.4.3.12")
def test_after_such_an_advance_a_share_round_follows():
    """The majors act, then the SR comes although OR 2 of 2 was still open."""
    game, calm = passed(2), passed(1)

    assert game.pos.unit == "SIK"
    assert rounds(game)[:3] == [("stock", (3,)), ("operating", (3, 1)), ("operating", (3, 2))]
    assert rounds(calm)[0] == ("operating", (2, 2))


@pytest.mark.rule("MAG-VI.4.3.13")
def test_without_stacks_there_are_no_tokens():
    """In gray rounds without a sale change nothing; before it they do."""
    gray, brown = passed(0, "gray"), passed(0, "brown")

    assert mag_state(gray.pos).no_train == 0
    assert not [one for one in gray.events if isinstance(one, Counted)]
    assert mag_state(brown.pos).no_train == 1


@pytest.mark.rule("MAG-VI.4.3.10", "MAG-VI.3.9.11")
def test_the_third_token_on_the_last_stack_starts_gray():
    """Brown ends too when nobody buys: one SR and three ORs are left."""
    game = passed(2, "brown", "6")

    assert began(game) == [("gray", "6", "no_sale")]
    assert rounds(game) == [("stock", (3,)), *(("operating", (3, one)) for one in (1, 2, 3))]


@pytest.mark.rule("MAG-VI.3.9.11")
def test_gray_after_the_majors_leaves_another_set():
    """Where gray starts after the last major, recorded games play one share round and set more."""
    game = passed(2, "brown", "6", "no_train_check=or_end")

    assert game.pos.phase.name == "brown"
    assert rounds(game) == [
        ("stock", (3,)),
        *(("operating", (3, one)) for one in (1, 2, 3)),
        ("stock", (4,)),
        *(("operating", (4, one)) for one in (1, 2, 3)),
    ]


@pytest.mark.rule("MAG-VI.3.9.11")
def test_gray_by_a_sale_leaves_one_set_in_every_reading():
    """The further set is for a gray phase that no sale started."""
    game = after(ending(0, "brown", "6", "no_train_check=or_end"), "train 12 6 depot 320")

    assert game.pos.phase.name == "gray"
    assert rounds(game) == [("stock", (3,)), *(("operating", (3, one)) for one in (1, 2, 3))]


@pytest.mark.rule("MAG-VI.4.3.8")
def test_nothing_is_counted_when_the_game_is_over():
    """Where rounds are counted after the majors and also in gray: after OR 3.1 and 3.2, not after the last."""
    game = ending(0, "brown", "6", "no_train=consecutive", "no_train_check=or_end")
    game = after(game, "train 12 6 depot 320")
    over, events = go_on(game, lambda now: now.state.over)
    counted = [event.value for event in events if isinstance(event, Counted)]

    assert over.state.over
    assert counted == [1, 2]


@pytest.mark.rule("MAG-VI.4.3.8", "MAG-VI.4.3.10", "MAG-VI.4.3.12")
def test_ex_28_three_rounds_without_a_sale():
    """EX-28: from OR 1.1 nobody buys; in the third OR green starts, and that OR is followed by a SR."""
    game = Builder().minor("1", "lay", (1, 1))
    third, events = go_on(game, lambda now: now.pos.phase.name == "green")
    counted = [event.value for event in events if isinstance(event, Counted)]

    assert counted == [1, 2, 3, 0]
    began_before = [(event.kind, event.number) for event in events if isinstance(event, RoundBegan)]
    assert began_before == [
        ("stock", (2,)),
        ("operating", (2, 1)),
        ("stock", (3,)),
        ("operating", (3, 1)),
        ("stock", (4,)),
        ("operating", (4, 1)),
    ]
    assert rounds(third)[0] == ("operating", (4, 2))
    assert mag_state(third.pos).stacks == ("4", "6")
