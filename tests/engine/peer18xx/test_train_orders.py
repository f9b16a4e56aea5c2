"""Which of trains that are alike a written game gives up first."""

from collections.abc import Mapping, Sequence

import pytest

from engine.actions import Action, EndGame
from engine.game import Game, Setup
from engine.peer18xx import written_game
from engine.peer18xx.dialect import Dialect
from engine.peer18xx.writer import Writer
from engine.peer18xx.writing import EndedEarly
from engine.refusals import Refusal

LOST, OTHER = "untold_train", "untold_tile"
ACTION = EndGame("ann", ("ann", "bob", "cy"))


@pytest.mark.parametrize(
    ("stops", "tried", "taken"),
    [
        ({0: None}, [0], 0),
        ({0: (OTHER, 3)}, [0], 0),
        ({0: (LOST, 3), -1: None}, [0, -1], -1),
        ({0: (LOST, 3), -1: (OTHER, 5)}, [0, -1], -1),
        ({0: (LOST, 3), -1: (OTHER, 2)}, [0, -1], 0),
        ({0: (LOST, 3), -1: (LOST, 3), 1: (LOST, 3)}, [0, -1, 1], 0),
        ({0: (LOST, 3), -1: (LOST, 5), 1: (LOST, 4)}, [0, -1, 1], -1),
        ({0: (LOST, 3), -1: (LOST, 5), 1: None}, [0, -1, 1], 1),
    ],
)
def test_a_game_in_which_a_train_loses_its_name_is_written_with_others_given_up(
    stops: Mapping[int, tuple[str, int] | None],
    tried: list[int],
    taken: int,
    monkeypatch: pytest.MonkeyPatch,
):
    """Until it is whole, or ends for another reason; the one that gets farthest is taken, of equals the first."""
    orders = dict[Writer, int]()

    class Stopping(Writer):
        def __init__(self, setup: Setup, dialect: Dialect, order: int) -> None:
            super().__init__(setup, dialect, order)
            orders[self] = order

        def write(self, _actions: Sequence[Action], _times: Sequence[int]) -> None:
            stop = stops[orders[self]]
            self.stop = EndedEarly(0, stop[1], ACTION, Refusal(stop[0])) if stop else None

    monkeypatch.setattr(written_game, "Writer", Stopping)
    writer = written_game.written(
        Game.start("18Mag", ("ann", "bob", "cy"), ("compat=peer18xx",)).setup, [ACTION] * 9
    )

    assert [*orders.values()] == tried
    assert orders[writer] == taken
