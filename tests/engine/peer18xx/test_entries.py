"""In whose turn an entry of a record was made, where that is certain."""

import pytest

from engine.peer18xx.entries import TURN, dropped, first_part, turn_step, with_turns
from tests.engine.peer18xx.both_ways import entry
from tests.games.t18cz.test_inheriting import praha
from tests.games.t18cz.tracks import company
from tests.games.t18mag.builders import Builder

SX, BN, ANN = entry("SX", "lay_tile"), entry("BN", "pass"), entry(1, "pass")
POWER, OTHER = entry("S1", "lay_tile"), entry("M1", "lay_tile")
MINOR = {"type": "pass", "entity": "SX", "entity_type": "minor"}
TALK = {"type": "message", "entity": 1, "entity_type": "player", "message": "hi"}


@pytest.mark.parametrize(
    ("around", "turns"),
    [
        ([SX, POWER, SX], ["SX"]),
        ([SX, POWER, MINOR], ["SX"]),
        ([SX, POWER, OTHER, SX], ["SX", "SX"]),
        ([SX, TALK, POWER, BN, {"type": "undo"}, SX], ["SX"]),
        ([SX, POWER, BN], [None]),
        ([SX, POWER, ANN, SX], [None]),
        ([SX, ANN, POWER, SX], [None]),
        ([ANN, POWER, ANN], [None]),
        ([SX, POWER], [None]),
        ([POWER, SX], [None]),
        ([SX, {**POWER, TURN: "BN"}, SX], ["BN"]),
    ],
)
def test_a_power_is_of_the_turn_of_the_unit_that_acts_before_and_after_it(
    around: list[dict[str, str]], turns: list[str | None]
):
    """Of a company or a minor; what says in whose turn it was made keeps that."""
    numbered = [{**one, "id": at} for at, one in enumerate(around, 1)]
    marked = with_turns(numbered)

    assert [one.get(TURN) for one in marked if one.get("entity_type") == "company"] == turns
    assert [one for one in marked if one.get("entity_type") != "company"] == [
        one for one in numbered if one.get("entity_type") != "company"
    ]


def test_what_comes_about_by_itself_may_be_the_first_of_an_entry():
    """Talk is no action; of an entry that is nothing else there is no first part."""
    assert first_part({**TALK, "auto_actions": [TALK, ANN, BN]}) == ANN
    assert first_part({**SX, "auto_actions": [ANN]}) == {**SX, "auto_actions": [ANN]}
    assert first_part({**TALK, "auto_actions": None}) is None


def test_passes_of_units_are_dropped():
    """Those of players are not, nor is anything else."""
    assert [dropped(one) for one in (BN, MINOR, ANN, SX)] == [True, True, False, False]


def test_a_turn_has_come_to_a_step_or_to_what_interrupts_it():
    """Nobody's turn is on in a stock round, or after the end."""
    game = company(D5="57 1").company("EKJ")
    penniless, cut = Builder().minor("6", "train"), praha()

    assert turn_step(game.pos) == ("EKJ", "lay")
    assert turn_step(penniless.pos) == ("6", "train")
    assert turn_step(cut.pos) == ("SX", "duplicate_token")
    assert [turn_step(one.pos) for one in (game.play(game.stopped()), company("SX").sr("ann"))] == [None] * 2
