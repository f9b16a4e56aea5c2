from collections.abc import Iterator
from itertools import islice

import pytest

from engine.actions import Route
from engine.position import Position
from engine.routes import solver
from engine.titles.t18cz import routing
from tests.engine.routes.brute_force_czech import CzechBruteForce
from tests.engine.routes.brute_force_mag import TooMany
from tests.engine.routes.random_czech import CzechSample, czech_sample

ANY = ("e_train_skip=any",)
"""The reading in which express trains leave any locations unpaid."""
WITHIN = ("e_train_skip=any_within",)
"""That of 18xx.games: they visit no more cities than they count, and three towns are paid at most."""
READINGS = pytest.mark.parametrize("options", [(), ANY, WITHIN], ids=["printed", "any", "within"])


def checked(seeds: range, options: tuple[str, ...] = ()) -> Iterator[tuple[CzechSample, CzechBruteForce]]:
    """Boards that the checker can finish."""
    for one in (czech_sample(seed, options) for seed in seeds):
        try:
            yield one, CzechBruteForce(one.pos, one.unit, 150)
        except TooMany:
            continue


@READINGS
def test_the_best_set_agrees_with_trying_everything(seeds: range, options: tuple[str, ...]):
    """Normal, plus and express trains, Praha and home tiles: nothing earns more, and the set exists."""
    earning = 0
    for one, checker in checked(seeds, options):
        best = routing.best(one.pos, one.unit)
        earning += best.revenue > 0

        assert (best.revenue, best.proved) == (checker.best(), True), one
        assert routing.judge(one.pos, one.unit, (), best.routes).revenue == best.revenue, one
    assert earning > len(seeds) // 4


@READINGS
def test_the_judge_agrees_with_trying_everything(seeds: range, options: tuple[str, ...]):
    """A set is legal for the judge exactly if the checker prices it, and at that price."""
    for one, checker in checked(seeds, options):
        for walks, price in islice(checker.tries(), 0, None, 1 + len(checker.walks) ** 2 // 20):
            chosen = zip(checker.names, walks, strict=True)
            claimed = tuple(Route(train, walk.path) for train, walk in chosen if walk)
            judged = routing.judge(one.pos, one.unit, (), claimed)

            assert price == (None if judged.fault else judged.revenue), (one, claimed)


@READINGS
def test_prices_find_what_listing_finds(
    seeds: range, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
):
    """Where routes are too many to list, the very same set is found another way."""
    boards = [czech_sample(seed, options) for seed in seeds]
    listed = [_fresh(one) for one in boards]
    monkeypatch.setattr(solver, "FEW_ROUTES", 1)
    monkeypatch.setattr(solver, "MANY_ROUTES", 1)

    assert [_fresh(one) for one in boards] == listed


def _fresh(one: CzechSample) -> object:
    return routing.best(Position(one.pos.title, one.pos.state), one.unit)
