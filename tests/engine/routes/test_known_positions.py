import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from engine.titles.t18cz import routing as czech
from engine.titles.t1844 import routing as swiss
from tests.engine.routes.known_positions import Known, known

RUNNING = {"1844": swiss, "18CZ": czech}


def positions() -> Iterator[Known]:
    """Every position whose optimum is known, if the outside data are there."""
    folders = [os.environ.get(name) for name in ("BENCH_DIR", "CONFORMANCE_DIR")]
    if not all(folders):
        pytest.skip("BENCH_DIR and CONFORMANCE_DIR do not name the known positions and their games")
    return known(*map(Path, folders))


@pytest.mark.parametrize("every", [12, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.rule("CH-OR.REV.8")
def test_the_best_set_reaches_every_known_optimum(every: int):
    """The answer is the known optimum, is proved, and is priced alike by the judge; some positions, or all."""
    for one in islice(positions(), 0, None, every):
        running = RUNNING[one.pos.title.name]
        best = running.best(one.pos, one.unit, trains=one.trains, everywhere=one.everywhere)

        assert (best.revenue, best.proved) == (one.optimum, True), one
        if one.trains is None:
            judged = running.judge(one.pos, one.unit, (), best.routes)
            assert (judged.fault, judged.revenue) == (None, one.optimum), one
            assert running.possible(one.pos, one.unit) == bool(best.runs), one


def test_a_search_cut_short_has_something_to_offer():
    """Even without time there is a run, and the answer is not called proved."""
    hard = next(one for one in positions() if one.everywhere and one.trains == ("8E", "8E"))
    best = swiss.best(hard.pos, hard.unit, trains=hard.trains, everywhere=True, budget=0)

    assert not best.proved
    assert 0 < best.revenue <= hard.optimum
    assert best.runs
