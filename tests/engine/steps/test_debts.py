"""Paying off debts: a turn waits only for whoever owes something, has something, and may pay it."""

from typing import Any

import pytest

from engine.actions import Repay
from engine.game import Game
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rule, Rules
from engine.steps.debts import Repaying

NEVER: Rule[Repay] = Rule("never", lambda *_: Refusal("never"))
"""A rule that is always broken."""


@pytest.mark.parametrize(
    ("owed", "cash", "rules", "waits"),
    [(30, 50, (), True), (30, 50, (NEVER,), False), (30, 0, (), False), (0, 50, (), False)],
)
def test_a_turn_waits_for_a_debtor_who_can_pay(owed: int, cash: int, rules: Any, waits: bool):
    """Nobody else."""
    game = Game.start("1844", ("ann", "bob", "cy"), seed=1)
    state = game.state.copy()
    state.cash = {**state.cash, game.pos.acting: cash}
    step = Repaying(Rules(rules), lambda _pos, _player: owed, lambda *_: None)

    assert step.open(Position(game.title, state)) is waits
