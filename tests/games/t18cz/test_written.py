"""What the steps of 18xx.games wait for in 18CZ, which the passes of a written game must leave."""

import pytest

from engine.actions import Discard
from engine.game import Game
from engine.peer18xx.t18cz.written import WRITING
from engine.peer18xx.writing import RecordedTurn
from engine.scratch import Scratch
from engine.steps.trains import train_limit


@pytest.mark.parametrize(("more", "waits"), [(-1, False), (0, False), (1, True), (2, True)])
def test_the_step_of_discards_waits_above_the_train_limit(more: int, waits: bool):
    """One train too many is enough."""
    game = Game.start("18CZ", ("ann", "bob", "cy"), (), 1)
    scratch, unit = Scratch.upon(game.pos), next(iter(game.title.units))
    scratch.put("trains", unit, ("2a",) * (train_limit(scratch.now, unit) + more))
    (step,) = (one for one in WRITING.steps if Discard in one.verbs)

    assert step.waits(scratch.now, RecordedTurn(unit, (1, 1))) is waits
