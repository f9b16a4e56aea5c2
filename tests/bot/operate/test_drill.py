"""Copies made and put back while tables are played, in small; ``make drill`` does it with hundreds of games."""

from pathlib import Path

import pytest

from tests.drill.copying import Drill


@pytest.mark.slow
async def test_every_copy_made_in_play_replays_to_the_same(tmp_path: Path):
    """Backups of a bot at work put back elsewhere, and all games moved to the other kind of database and back."""
    drill = Drill(tmp_path, stored=4, tables=2, seconds=2, backups=1)

    report = await drill.run()

    assert report.faults == []
    assert report.games == 6
    assert report.compared == 6 * 7
