from collections.abc import Iterator
from itertools import islice

import pytest

from engine.actions import Route
from engine.board import routes
from engine.position import Position
from engine.titles.t18cz import running
from tests.engine.board.czech_boards import Czech, czech
from tests.engine.board.czech_checker import Checker
from tests.engine.board.random_boards import BOARDS
from tests.engine.board.route_checker import TooMany


def checked() -> Iterator[tuple[Czech, Checker]]:
    """Boards that the checker can finish."""
    for one in map(czech, range(BOARDS)):
        try:
            yield one, Checker(one.pos, one.unit, 150)
        except TooMany:
            continue


def test_the_best_set_agrees_with_trying_everything():
    """Normal, plus and express trains, Praha and home tiles: nothing earns more, and the set exists."""
    earning = 0
    for one, checker in checked():
        best = running.best(one.pos, one.unit)
        earning += best.revenue > 0

        assert (best.revenue, best.proved) == (checker.best(), True), one
        assert running.judge(one.pos, one.unit, (), best.routes).revenue == best.revenue, one
    assert earning > BOARDS // 4


def test_the_judge_agrees_with_trying_everything():
    """A set is legal for the judge exactly if the checker prices it, and at that price."""
    for one, checker in checked():
        for walks, price in islice(checker.tries(), 0, None, 1 + len(checker.walks) ** 2 // 20):
            chosen = zip(checker.names, walks, strict=True)
            claimed = tuple(Route(train, walk.path) for train, walk in chosen if walk)
            judged = running.judge(one.pos, one.unit, (), claimed)

            assert price == (None if judged.fault else judged.revenue), (one, claimed)


def test_sifting_finds_what_listing_finds(monkeypatch: pytest.MonkeyPatch):
    """Where routes are too many to list, the very same set is found another way."""
    boards = [czech(seed) for seed in range(BOARDS)]
    listed = [_fresh(one) for one in boards]
    monkeypatch.setattr(routes, "FEW", 1)
    monkeypatch.setattr(routes, "MANY", 1)

    assert [_fresh(one) for one in boards] == listed


def _fresh(one: Czech) -> object:
    return running.best(Position(one.pos.title, one.pos.state), one.unit)
