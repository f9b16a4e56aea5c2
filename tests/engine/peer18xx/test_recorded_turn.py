"""Which turn a record is in: whether its next entry belongs to a later one than the turn here."""

from typing import Any

import pytest

from engine.game import Game
from engine.peer18xx.dialects import dialect_of
from engine.peer18xx.entries import ROUND, STEP
from engine.peer18xx.in_force import Entry
from engine.peer18xx.recorded_turn import TurnInRecord
from tests.engine.peer18xx.both_ways import entry
from tests.games.t18cz.czech import sizes
from tests.games.t18cz.test_inheriting import praha

RUN, PURCHASE, SALE = "run_routes", "buy_train", "sell_company"
"""The third step of a turn of 18CZ, the seventh, and what belongs to none."""


def over(game: Game, told: Entry, **changes: Any) -> bool:
    """Whether an entry is of a later turn; the record is past runs in that of the unit in turn, after SX."""
    number, unit = game.state.frames[0].number, game.pos.unit
    turn = TurnInRecord(dialect_of("18CZ").writing.steps)
    known = {"unit": unit, "number": number, "left": 3, "done": ("SX",), **changes}
    for name, value in known.items():
        setattr(turn, name, value)
    return turn.over(game.pos, str(told["entity"]), told)


def ate() -> Game:
    """SX has operated in this round, ATE is in turn; BN and BCB follow."""
    return sizes().company("ATE")


@pytest.mark.parametrize(
    ("who", "kind", "changes", "later"),
    [
        ("ATE", RUN, {}, True),
        ("ATE", RUN, {"left": 2}, False),
        ("ATE", PURCHASE, {}, False),
        ("ATE", SALE, {}, False),
        ("SX", PURCHASE, {}, True),
        ("BN", RUN, {}, False),
        ("ATE", RUN, {"number": (9, 1)}, False),
        ("ATE", RUN, {"number": ()}, False),
        ("SX", PURCHASE, {"number": (9, 1)}, False),
        ("XX", RUN, {"unit": "XX"}, False),
    ],
)
def test_a_step_or_a_unit_that_is_over_comes_again_in_the_next_round(
    who: str, kind: str, changes: dict[str, Any], later: bool
):
    """If the record is in the round that is on here; one that has no turn left in it here says nothing."""
    assert over(ate(), entry(who, kind), **changes) is later


@pytest.mark.parametrize(("number", "later"), [((7, 2), True), ((7, 1), False), ((8, 1), True)])
def test_an_entry_that_names_its_round_is_of_that_round(number: tuple[int, int], later: bool):
    """Whatever its step."""
    game = sizes().company("ATE", number=(7, 1))

    assert over(game, {**entry("ATE", RUN), ROUND: list(number)}) is later
    assert over(game, {**entry("ATE", PURCHASE), ROUND: list(number)}) is later


def test_an_entry_that_names_its_step_is_of_the_turn_that_is_on():
    """It may have been written before what came first."""
    assert not over(ate(), {**entry("ATE", RUN), STEP: "lay"})
    assert not over(ate(), {**entry("SX", PURCHASE), STEP: "lay"})


def test_while_something_interrupts_a_turn_it_is_not_over():
    """Nor is any outside of an operating round."""
    asked, dealing = praha(), sizes().sr("ann")

    assert not over(asked, entry(asked.pos.unit, RUN))
    assert not over(dealing, entry("ATE", RUN), unit="ATE")


def noted(turn: TurnInRecord) -> dict[str, Any]:
    """What is known of a turn besides the steps of all turns."""
    return {key: value for key, value in vars(turn).items() if key != "steps"}


def test_the_steps_of_a_turn_that_are_over_are_noted():
    """A pass is past the first; what is done once is past its step, what may come again is not, nor goes back."""
    turn, game, left = TurnInRecord(dialect_of("18CZ").writing.steps), ate(), list[int]()
    for kind in ("lay_tile", "pass", "place_token", "pass", RUN, "lay_tile", SALE, "dividend", PURCHASE):
        turn.note(game.pos, "ATE", entry("ATE", kind))
        left.append(turn.left)

    assert left == [0, 1, 2, 2, 3, 3, 3, 4, 6]


def test_a_turn_is_known_with_those_before_and_behind_it_in_its_round():
    """Until the record comes to a round, or to a unit, for the second time."""
    turn = TurnInRecord(dialect_of("18CZ").writing.steps)
    first, later = sizes().company("SX", number=(7, 1)), sizes().company("SX", number=(7, 2))
    queue = first.state.frames[0].queue
    assert queue[:3] == ("SX", "ATE", "BN")

    turn.note(first.pos, "SX", entry("SX", PURCHASE))
    begun = {"unit": "SX", "number": (7, 1), "left": 6, "ahead": queue[1:], "done": ()}
    assert noted(turn) == begun
    turn.note(praha().pos, "ATE", entry("ATE", RUN))
    assert noted(turn) == begun
    turn.note(later.pos, "ATE", entry("ATE", RUN))
    behind = {"unit": "ATE", "number": (7, 1), "left": 3, "ahead": queue[2:], "done": ("SX",)}
    assert noted(turn) == behind
    turn.note(later.pos, "SX", entry("SX", "lay_tile"))
    again = {"unit": "SX", "number": (7, 2), "left": 0, "ahead": queue[1:], "done": ()}
    assert noted(turn) == again
    turn.note(later.pos, "ATE", entry("ATE", "lay_tile"))
    turn.note(later.pos, "SX", entry("SX", "lay_tile"))
    assert noted(turn) == again

    turn.note(sizes().company("SX", number=(8, 1)).pos, "EKJ", entry("EKJ", "pass"))
    assert noted(turn) == {"unit": "EKJ", "number": (8, 1), "left": 1, "ahead": queue, "done": ()}
    turn.end()
    assert noted(turn) == {"unit": "", "number": (), "left": 1, "ahead": (), "done": ()}
