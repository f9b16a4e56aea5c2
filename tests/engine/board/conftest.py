import pytest

from tests.engine.board.random_boards import BOARDS, sample


@pytest.fixture
def samples():
    """Random boards, one by one."""
    return (sample(seed) for seed in range(BOARDS))
