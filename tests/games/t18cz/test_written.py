"""What the steps of 18xx.games wait for in 18CZ, which the passes of a written game must leave."""

import pytest

from engine.actions import Acquire, Discard, RunTrains
from engine.game import Game
from engine.peer18xx.t18cz.written import WRITING
from engine.peer18xx.writing import RecordedTurn
from engine.scratch import Scratch
from engine.steps.trains import train_limit
from engine.titles.t18cz.mergers import Merge
from tests.games.t18cz.czech import sizes
from tests.games.t18cz.tracks import company


def waits(game: Game, verb: type, unit: str) -> bool:
    """Whether the step of a verb waits there."""
    (step,) = (one for one in WRITING.steps if verb in (*one.verbs, *one.also))
    return step.waits(game.pos, RecordedTurn(unit, game.pos.frame.number))


@pytest.mark.parametrize(("more", "waits"), [(-1, False), (0, False), (1, True), (2, True)])
def test_the_step_of_discards_waits_above_the_train_limit(more: int, waits: bool):
    """One train too many is enough."""
    game = Game.start("18CZ", ("ann", "bob", "cy"), (), 1)
    scratch, unit = Scratch.upon(game.pos), next(iter(game.title.units))
    scratch.put("trains", unit, ("2a",) * (train_limit(scratch.now, unit) + more))
    (step,) = (one for one in WRITING.steps if Discard in one.verbs)

    assert step.waits(scratch.now, RecordedTurn(unit, (1, 1))) is waits


@pytest.mark.parametrize(("cash", "kept"), [(1, True), (0, False)])
def test_the_step_of_locals_waits_for_one_that_a_player_could_sell(cash: int, kept: bool):
    """For any money at all; without it only one of its own is sold."""
    built = company("SX", "d", cash=cash, A8="8896 4").tokens(A8="SX.0").owns("ann", "S1")

    assert waits(built.company("SX"), Acquire, "SX") is kept
    assert waits(built.owns("SX", "S2").company("SX"), Acquire, "SX")


@pytest.mark.parametrize(("unit", "kept"), [("BCB", False), ("ATE", True), ("SX", True)])
def test_the_step_of_acquisitions_waits_for_a_smaller_company(unit: str, kept: bool):
    """Nothing is smaller than BCB; the others are larger than it."""
    assert waits(sizes().company(unit), Merge, unit) is kept


def test_a_larger_company_is_none_to_wait_for():
    """ATE and BN are of one size, and SX is larger."""
    built = company("ATE").prices(SX=110, ATE=100, BN=70).holds("bob", BN=60, SX=50)

    assert not waits(built.company("ATE"), Merge, "ATE")


@pytest.mark.parametrize(("train", "kept"), [("3Ed", True), ("3+3d", False), ("", False)])
def test_the_run_step_waits_for_a_train_of_the_companys_size(train: str, kept: bool):
    """On track that joins its token to another location."""
    tiles = {"A8": "8896 4", "D5": "14 0", "D3": "57 1"}
    built = company("SX", "j", **tiles).tokens(A8="SX.0", D5="SX.0").trains(SX=train)

    assert waits(built.company("SX"), RunTrains, "SX") is kept
    tiles["D5"] = "5 4"
    bare = company("SX", "j", **tiles).tokens(A8="SX.0", D5="SX.0").trains(SX=train)
    assert not waits(bare.company("SX"), RunTrains, "SX")
