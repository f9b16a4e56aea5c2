"""Twenty tables that hurry at once, and what the bot holds open before and after; ``make burst`` does it with 200."""

from pathlib import Path

import pytest

from tests.burst import Burst


@pytest.mark.slow
async def test_tables_that_hurry_lose_nothing_and_leave_nothing_open(tmp_path: Path):
    """Each makes three moves within ten seconds: every one is stored once, and the last board is shown."""
    burst = Burst(tmp_path, tables=20, games=20, every=0.0, seconds=10.0)

    found = await burst.run()

    assert found.refused == []
    assert len(found.answers) == 20 * burst.presses
    assert len(found.boards) == 20
    assert await burst.lost() == 0
    assert not found.leaks, found.held
