"""Section VI: the pre-stock round, in which locals are sold."""

import pytest

from engine.events import Closed, OrderChanged, Passed, RoundBegan
from engine.game import Game
from engine.state import BANK
from tests.games.t18cz.czech import Builder, after, legal, opening, paid, refused, until


def seats(game: Game, turns: int) -> list[str]:
    """Who decides in so many turns, in each of which the first local on the board is bought."""
    found = []
    for _ in range(turns):
        found.append(game.pos.acting)
        game = game.play(game.choices.offers[0].action)
    return found


def drafted(game: Game) -> bool:
    return game.pos.frame.kind != "draft"


@pytest.mark.rule("CZ-VI.2", "CZ-III.3.7")
def test_the_order_runs_forth_and_back():
    """WE-05: with four players 1-2-3-4-4-3-2-1-1-2-3-4-4-3; a purchase does not change it."""
    one, two, three, four = "ann", "bob", "cy", "dan"
    forth, back = [one, two, three, four], [four, three, two, one]

    assert seats(opening(4), 14) == [*forth, *back, *forth, four, three]


@pytest.mark.rule("CZ-VI.2", "CZ-VI.4", "CZ-VI.6")
def test_the_round_ends_when_all_have_passed_since_the_last_purchase():
    """WE-50: cy passes, buys later, and passes twice running at the turn of the order; two more passes end it."""
    game = after(opening(), "draft S1", "draft S2", "pass", "draft S3")
    assert game.pos.acting == "bob"
    game = after(game, "draft S4", "draft M1", "draft M2", "draft M3", "pass", "pass")

    assert (game.pos.frame.kind, game.pos.acting) == ("draft", "bob")
    game = after(game, "pass")
    assert Passed("bob") in game.events
    assert (game.pos.frame.kind, game.pos.acting) == ("draft", "ann")
    assert drafted(after(game, "pass"))


@pytest.mark.rule("CZ-VI.4")
def test_a_purchase_begins_the_count_anew():
    """Two have passed, the third buys: all three must pass after that."""
    game = after(opening(), "pass", "pass", "draft S1")

    later = after(game, "pass", "pass")
    assert (later.pos.frame.kind, later.pos.acting) == ("draft", "ann")
    assert drafted(after(later, "pass"))


@pytest.mark.rule("CZ-VI.4")
def test_the_round_ends_when_nothing_is_left():
    """The last local is bought; nobody has passed."""
    game = Builder().draft("S1", "M3")
    assert not drafted(after(game, "draft S1"))

    assert drafted(after(game, "draft S1", "draft M3"))


@pytest.mark.rule("CZ-VI.3")
@pytest.mark.parametrize(("local", "price"), [("S1", 25), ("M6", 65), ("L6", 80)])
def test_one_local_a_turn_at_the_price_shown(local: str, price: int):
    """The buyer pays the bank, then the next player chooses; any local may be taken, not only the cheapest."""
    game = opening()
    bought = after(game, f"draft {local}")

    assert paid(game, bought, "ann", BANK) == (-price, price)
    assert bought.pos.owner(local) == "ann"
    assert refused(bought, "draft S2", "ann").key == "not_your_turn"
    assert legal(bought, "draft S2", "bob")


@pytest.mark.rule("CZ-VI.3")
def test_the_price_must_be_there():
    """With 60 a local for 60 is bought, one for 65 is not."""
    game = Builder().cash(ann=60).draft("L2", "L3")

    refusal = refused(game, "draft L3")
    assert (refusal.key, refusal.clauses) == ("draft_price", ("CZ-VI.3",))
    assert refusal.values == {"certificate": "L3", "price": 65, "cash": 60}
    assert legal(game, "draft L2")


@pytest.mark.rule("CZ-VI.3", "CZ-VI.5")
@pytest.mark.parametrize("local", ["S1", "S3", "EKJ", "S7"])
def test_only_what_lies_on_the_board(local: str):
    """A local already sold, one that is out of the game, and something that is not a local at all are refused."""
    game = after(Builder().draft("S1", "S2"), "draft S1")

    refusal = refused(game, f"draft {local}")
    assert (refusal.key, refusal.clauses) == ("draft_offer", ("CZ-VI.3", "CZ-VI.5"))
    assert legal(game, "draft S2")


@pytest.mark.rule("CZ-VI.4")
def test_who_can_afford_nothing_passes_by_himself():
    """D-52: bob has 20; cy is asked next, and when ann and cy pass the round is over."""
    game = after(Builder().cash(bob=20).draft("S1", "S2"), "pass")

    assert game.pos.acting == "cy"
    assert drafted(after(game, "pass"))


@pytest.mark.rule("CZ-VI.3", "CZ-VI.4")
@pytest.mark.parametrize(
    ("poor", "lines", "ended"),
    [
        (("bob", "cy"), ("draft S1",), True),
        (("cy",), ("draft S1", "draft S2"), True),
        (("bob",), ("draft S1", "draft S2", "draft S3"), False),
        (("bob",), ("draft S1", "pass", "pass"), False),
    ],
)
def test_two_turns_of_the_poor_end_the_round_in_another_reading(
    poor: tuple[str, ...], lines: tuple[str, ...], ended: bool
):
    """Two running, also of one player where the order turns; printed play asks whoever can afford a local."""
    cash = {player: 20 if player in poor else 200 for player in ("ann", "bob", "cy")}

    def drafting(*options: str) -> Game:
        return after(Builder(3, *options).cash(**cash).draft("S1", "S2", "S3", "S4"), *lines)

    assert not drafted(drafting())
    assert drafted(drafting("draft_end=two_poor")) is ended


@pytest.mark.parametrize(("cash", "ended"), [(24, True), (25, False)])
def test_in_that_reading_nobody_is_poor_who_has_the_price_of_a_local(cash: int, ended: bool):
    """S1, for 25, is what is left."""
    game = Builder(3, "draft_end=two_poor").cash(ann=200, bob=cash, cy=cash).draft("S1", "S2")

    assert drafted(after(game, "draft S2")) is ended


@pytest.mark.rule("CZ-VI.5")
def test_unsold_locals_leave_the_game():
    """They belong to nobody, and later rounds know nothing of them."""
    game = after(Builder().draft("S1", "S2", "L4"), "draft S2", *["pass"] * 5)

    gone = {event.company for event in game.events if isinstance(event, Closed)}
    assert gone == {"S1", "L4"}
    assert dict(game.state.owners) == {"S2": "ann"}


@pytest.mark.rule("CZ-VI.6")
def test_who_passed_may_buy_later():
    """Nothing keeps a player from a local in the turn after a pass, even the very next one."""
    game = after(opening(), "pass", "draft S1", "pass")
    assert game.pos.acting == "cy"

    bought = after(game, "draft L1")
    assert bought.pos.owner("L1") == "cy"
    assert refused(after(Builder().draft("S1"), "pass", "pass", "pass"), "draft S1").key == "wrong_step"


@pytest.mark.rule("CZ-VI.7", "CZ-VI.8")
@pytest.mark.parametrize(
    ("cash", "order"),
    [
        ((130, 105, 220), ("bob", "ann", "cy")),
        ((200, 100, 100), ("bob", "cy", "ann")),
        ((100, 100, 100), ("ann", "bob", "cy")),
        ((100, 200, 100), ("ann", "cy", "bob")),
    ],
)
def test_the_least_cash_comes_first(cash: tuple[int, int, int], order: tuple[str, ...]):
    """WE-49 and ties: who has the least gets the first card, equals keep their order."""
    built = Builder().cash(ann=cash[0], bob=cash[1], cy=cash[2])
    game = after(built.draft("S1"), "pass", "pass", "pass")

    assert game.state.order == order
    assert OrderChanged(order) in game.events
    assert game.pos.acting == order[0]


@pytest.mark.rule("CZ-VI.8")
def test_equals_keep_the_order_of_the_draft_not_of_the_seats():
    """Cy has the first card of the draft, and keeps it."""
    built = Builder().cash(ann=100, bob=50, cy=100).change(order=("cy", "bob", "ann"))
    game = after(built.draft("S1"), "pass", "pass", "pass")

    assert game.state.order == ("bob", "cy", "ann")


@pytest.mark.rule("CZ-VI.9", "CZ-V.1")
def test_the_first_stock_round_follows():
    """After the draft comes stock round 1, and no other draft in the whole game."""
    game = opening()
    assert game.pos.frame.kind == "draft"
    game = until(game, lambda now: now.pos.frame.kind != "draft")
    assert (game.pos.frame.kind, game.pos.frame.number) == ("stock", (1,))

    begun = set()
    while not game.state.over:
        game = until(game, lambda now, ply=game.state.ply: now.state.ply > ply)
        begun |= {event.kind for event in game.events if isinstance(event, RoundBegan)}
    assert begun == {"stock", "operating"}
