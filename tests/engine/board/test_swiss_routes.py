from collections.abc import Iterator, Sequence
from itertools import islice, product

import pytest

from engine.actions import Route
from engine.board import routes
from engine.board.routes import Ride
from engine.position import Position
from engine.titles.t18mag import running as hungarian
from engine.titles.t1844 import routing
from engine.titles.t1844.figures import SwissState
from tests.engine.board.random_boards import BOARDS, Sample, sample
from tests.engine.board.route_checker import TooMany
from tests.engine.board.swiss_boards import Swiss, swiss
from tests.engine.board.swiss_checker import Checker, Walk


def checked() -> Iterator[tuple[Swiss, Checker]]:
    """Boards that the checker can finish."""
    for one in map(swiss, range(BOARDS)):
        try:
            yield one, Checker(one.pos, one.unit, 120)
        except TooMany:
            continue


def test_the_best_set_agrees_with_trying_everything():
    """H-trains, express trains, tunnels, transit and mountains: nothing earns more, and the set exists."""
    for one, checker in checked():
        best = routing.best(one.pos, one.unit)

        assert (best.revenue, best.proved) == (checker.best(), True), one
        assert routing.judge(one.pos, one.unit, (), best.routes).revenue == best.revenue, one
        assert routing.possible(one.pos, one.unit) == bool(best.runs) or not best.revenue, one


def test_all_that_the_best_sets_may_activate_is_offered():
    """Among equally good sets there is one proposal for each selection of mountains and tunnels."""
    several = 0
    for one, checker in checked():
        one.pos.state.extra = SwissState()
        offered = [
            _activated(one, best.routes) for best in routing.proposals(one.pos, one.unit) if best.revenue
        ]
        most = checker.best()
        equal = {
            _activated(one, routes)
            for walks, price in checker.tries()
            if price == most > 0
            for routes in _both_ways(_written(checker, walks))
        }
        several += len(equal) > 1

        assert sorted(offered) == sorted(equal), one
    assert several > BOARDS // 100


def _activated(one: Swiss, routes: tuple[Route, ...]) -> tuple[str, ...]:
    return routing.judge(one.pos, one.unit, (), routes).activated


def _both_ways(routes: tuple[Route, ...]) -> Iterator[tuple[Route, ...]]:
    """Every way to write routes: of equal stops the one visited first counts."""
    return product(*((route, Route(route.train, route.path[::-1])) for route in routes))


def _written(checker: Checker, walks: Sequence[Walk | None]) -> tuple[Route, ...]:
    chosen = zip(checker.trains, walks, strict=True)
    return tuple(Route(train, walk.path) for train, walk in chosen if walk)


def test_the_judge_agrees_with_trying_everything():
    """A set is legal for the judge exactly if the checker prices it, and at that price."""
    for one, checker in checked():
        for walks, price in islice(checker.tries(), 0, None, 1 + len(checker.walks) ** 2 // 20):
            claimed = _written(checker, walks)
            judged = routing.judge(one.pos, one.unit, (), claimed)

            assert price == (None if judged.fault else judged.revenue), (one, claimed)


def test_sifting_finds_what_listing_finds(monkeypatch: pytest.MonkeyPatch):
    """Where routes are too many to list, the very same set is found another way."""
    boards = [swiss(seed) for seed in range(BOARDS)]
    listed = [routing.best(one.fresh, one.unit) for one in boards]
    samples = [sample(seed) for seed in range(BOARDS)]
    earlier = [_runs(one) for one in samples]
    monkeypatch.setattr(routes, "FEW", 1)
    monkeypatch.setattr(routes, "MANY", 1)

    assert [routing.best(one.fresh, one.unit) for one in boards] == listed
    assert [_runs(one) for one in samples] == earlier


def test_sifting_offers_what_listing_offers(monkeypatch: pytest.MonkeyPatch):
    """Where routes are too many to list, the same choices of mountains and tunnels are offered."""
    boards = [swiss(seed) for seed in range(0, BOARDS, 3)]
    for one in boards:
        one.pos.state.extra = SwissState()
    listed = [list(routing.proposals(one.fresh, one.unit)) for one in boards]
    monkeypatch.setattr(routes, "FEW", 1)
    monkeypatch.setattr(routes, "MANY", 1)

    assert [list(routing.proposals(one.fresh, one.unit)) for one in boards] == listed
    assert max(map(len, listed)) > 1


def _runs(one: Sample) -> tuple[tuple[Ride, ...], int, bool]:
    found = hungarian.best(Position(one.pos.title, one.pos.state), one.unit, one.using)
    return found.runs, found.subsidy, found.fault is None
