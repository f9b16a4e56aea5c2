"""Tables that hurry at once, and what the bot holds open; ``make burst`` and ``make load`` do it with more."""

from pathlib import Path

import pytest

from tests.tools.burst import Burst
from tests.tools.load import FEW_MORE, Found, Load, report


@pytest.mark.slow
async def test_tables_that_hurry_lose_nothing_and_leave_nothing_open(tmp_path: Path):
    """Each makes three moves within ten seconds: every one is stored once, and the last board is shown."""
    burst = Burst(tmp_path, tables=20, seconds=10.0)

    found = await burst.run()

    assert found.refused == []
    assert len(found.answers) == 20 * burst.presses
    assert len(found.boards) == 20
    assert await burst.lost() == 0
    assert not found.leaks, found.held


@pytest.mark.slow
async def test_a_load_in_small_is_shown_and_leaves_nothing_open(tmp_path: Path):
    """Some tables that press every other second, among more that are stored."""
    load = Load(tmp_path, tables=4, games=8, every=2.0, seconds=10.0)

    found = await load.run()

    assert report(found, load.count, load.stored) == 0
    assert len(found.boards) > load.count
    assert found.memory[0] > 0


@pytest.mark.parametrize(("more", "code"), [(FEW_MORE, 0), (FEW_MORE + 1, 1)])
def test_what_stays_open_is_a_fault(more: int, code: int):
    """A few connections come and go; more of them are not closed."""
    found = Found(boards=[0.1], held=[50, 50 + more], memory=[1.0, 1.0])

    assert report(found, 1, 1) == code
