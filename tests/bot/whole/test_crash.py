"""A few kills of what ``make crash`` does five hundred times."""

from pathlib import Path

import pytest

from tests.crash.killing import PEACE_EVERY, Crash


@pytest.mark.slow
@pytest.mark.parametrize("kills", [3, pytest.param(PEACE_EVERY + 2, marks=pytest.mark.long)])
async def test_a_bot_that_is_killed_again_and_again_loses_and_doubles_nothing(tmp_path: Path, kills: int):
    """Tables of every title, with moves taken back and long logs."""
    found = await Crash(tmp_path, kills=kills, seed=7).run()

    assert found.faults == 0, str(found)
    assert found.moves > 0
