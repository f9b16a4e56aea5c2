import pytest

from tests.engine.routes.random_mag import BOARDS, sample


@pytest.fixture
def samples():
    """Random boards, one by one."""
    return (sample(seed) for seed in range(BOARDS))
