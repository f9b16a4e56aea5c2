from collections.abc import Iterator, Sequence
from itertools import islice, product

import pytest

from engine.actions import Route
from engine.position import Position
from engine.routes import TrainRun, solver
from engine.titles.t18mag import routing as hungarian
from engine.titles.t1844 import routing
from engine.titles.t1844.figures import SwissState
from tests.engine.routes.brute_force_mag import TooMany
from tests.engine.routes.brute_force_swiss import SwissBruteForce, SwissWalk
from tests.engine.routes.random_mag import MagSample, mag_sample
from tests.engine.routes.random_swiss import SwissSample, swiss_sample


def checked(seeds: range) -> Iterator[tuple[SwissSample, SwissBruteForce]]:
    """Boards that the checker can finish."""
    for one in map(swiss_sample, seeds):
        try:
            yield one, SwissBruteForce(one.pos, one.unit, 120)
        except TooMany:
            continue


def test_the_best_set_agrees_with_trying_everything(seeds: range):
    """H-trains, express trains, tunnels, transit and mountains: nothing earns more, and the set exists."""
    for one, checker in checked(seeds):
        best = routing.best(one.pos, one.unit)

        assert (best.revenue, best.proved) == (checker.best(), True), one
        assert routing.judge(one.pos, one.unit, (), best.routes).revenue == best.revenue, one
        assert routing.possible(one.pos, one.unit) == bool(best.runs) or not best.revenue, one


def test_all_that_the_best_sets_may_activate_is_offered(seeds: range):
    """Among equally good sets there is one proposal for each selection of mountains and tunnels."""
    several = 0
    for one, checker in checked(seeds):
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
    assert several > len(seeds) // 100


def _activated(one: SwissSample, routes: tuple[Route, ...]) -> tuple[str, ...]:
    return routing.judge(one.pos, one.unit, (), routes).activated


def _both_ways(routes: tuple[Route, ...]) -> Iterator[tuple[Route, ...]]:
    """Every way to write routes: of equal stops the one visited first counts."""
    return product(*((route, Route(route.train, route.path[::-1])) for route in routes))


def _written(checker: SwissBruteForce, walks: Sequence[SwissWalk | None]) -> tuple[Route, ...]:
    chosen = zip(checker.trains, walks, strict=True)
    return tuple(Route(train, walk.path) for train, walk in chosen if walk)


def test_the_judge_agrees_with_trying_everything(seeds: range):
    """A set is legal for the judge exactly if the checker prices it, and at that price."""
    for one, checker in checked(seeds):
        for walks, price in islice(checker.tries(), 0, None, 1 + len(checker.walks) ** 2 // 20):
            claimed = _written(checker, walks)
            judged = routing.judge(one.pos, one.unit, (), claimed)

            assert price == (None if judged.fault else judged.revenue), (one, claimed)


def test_prices_find_what_listing_finds(seeds: range, monkeypatch: pytest.MonkeyPatch):
    """Where routes are too many to list, the very same set is found another way."""
    boards = [swiss_sample(seed) for seed in seeds]
    listed = [routing.best(one.fresh, one.unit) for one in boards]
    samples = [mag_sample(seed) for seed in seeds]
    earlier = [_runs(one) for one in samples]
    monkeypatch.setattr(solver, "FEW_ROUTES", 1)
    monkeypatch.setattr(solver, "MANY_ROUTES", 1)

    assert [routing.best(one.fresh, one.unit) for one in boards] == listed
    assert [_runs(one) for one in samples] == earlier


def test_prices_offer_what_listing_offers(seeds: range, monkeypatch: pytest.MonkeyPatch):
    """Where routes are too many to list, the same choices of mountains and tunnels are offered."""
    boards = [swiss_sample(seed) for seed in seeds[:100]]
    for one in boards:
        one.pos.state.extra = SwissState()
    listed = [list(routing.proposals(one.fresh, one.unit)) for one in boards]
    monkeypatch.setattr(solver, "FEW_ROUTES", 1)
    monkeypatch.setattr(solver, "MANY_ROUTES", 1)

    assert [list(routing.proposals(one.fresh, one.unit)) for one in boards] == listed
    assert max(map(len, listed)) > 1


def _runs(one: MagSample) -> tuple[tuple[TrainRun, ...], int, bool]:
    found = hungarian.best(Position(one.pos.title, one.pos.state), one.unit, one.using)
    return found.runs, found.subsidy, found.fault is None
