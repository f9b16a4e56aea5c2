from collections.abc import Iterator

import pytest

from tests.engine import toy
from tests.engine.routes.random_mag import BOARDS, FEW_BOARDS, MagSample, mag_sample


@pytest.fixture
def toy_known() -> Iterator[None]:
    """The toy title is known while a test runs."""
    with toy.made_known():
        yield


@pytest.fixture(
    params=[
        pytest.param(range(FEW_BOARDS), id="few"),
        pytest.param(range(FEW_BOARDS, BOARDS), id="many", marks=pytest.mark.slow),
    ]
)
def seeds(request: pytest.FixtureRequest) -> range:
    """Numbers of random boards: a few, or all others."""
    return request.param


@pytest.fixture
def samples(seeds: range) -> Iterator[MagSample]:
    """Random boards, one by one."""
    return map(mag_sample, seeds)
