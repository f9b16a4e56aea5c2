import os

import pytest
from random_boards import sample

BOARDS = int(os.environ.get("FUZZ_BOARDS", "300"))
"""How many random boards are tried; ``make fuzz`` asks for more."""


@pytest.fixture
def samples():
    """Random boards, one by one."""
    return (sample(seed) for seed in range(BOARDS))
