"""The card of what is decided on the map tells of routes that have no room on its part of the map."""

from dataclasses import dataclass

import pytest

from engine.decisions import DecisionKind
from engine.game import Game
from render import MapContent
from render.compose import HIGH, Dressed
from render.decisions import Question
from render.decisions.map_cards import on_the_map
from render.look import Look
from render.shapes import Text
from tests.render.decisions.kinds import PEOPLE


@dataclass(frozen=True)
class Run:
    """A route of a run."""

    train: str
    path: tuple[str, ...]
    revenue: int = 100


EAST = Run("3H", ("C20.0", "C22", "C24.0", "D25.0", "E26.0"))
WEST = Run("5H", ("I4.0", "I2", "J1.0", "K2.0"))
LONE = Run("2H", ("L1.0",))


def told(routes: tuple[Run, ...]) -> list[str]:
    """What is written below the map."""
    game = Game.start("1844", PEOPLE[:4], seed=3)
    asked = Question(DecisionKind.LAY, (), MapContent(routes=routes))
    parts, high = on_the_map(Dressed(game.pos, Look()), asked)

    assert high <= HIGH
    return [shape.text for part in parts for shape in part.shapes if isinstance(shape, Text)]


@pytest.mark.parametrize(
    ("routes", "named"),
    [
        ((EAST,), []),
        ((WEST,), []),
        ((EAST, EAST, WEST), ["(I4\u2013K2)"]),
        ((EAST, EAST, WEST, LONE), ["(I4\u2013K2)", "(L1)"]),
    ],
)
def test_where_a_route_runs_that_lies_off_the_map_is_said(routes: tuple[Run, ...], named: list[str]):
    """Its ends stand beside what it earns; those that are seen have none."""
    assert [text for text in told(routes) if text.startswith("(")] == named
