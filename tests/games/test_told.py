"""Games that were played once tell, offer and refuse the same: running games go on as their players know them.

What may differ on purpose is written anew with `python -m tests.games.told`, and read before it is kept.
"""

from itertools import zip_longest

import pytest

from tests.games import told

QUICK = ("czech-peer", "mag-alone", "mag-two", "mag-supporters", "swiss-readings")
"""One with each kind of options."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in told.NAMES]
)
def test_a_game_is_told_offered_and_refused_as_before(name: str):
    """Each move causes the same events; so do the same offers come up, and what is tried in vain has the same reason.

    Tried are moves before or after their time, and such as are one more or one less than they were.
    """
    moved = ""
    for before, now in zip_longest(told.kept(name), told.lines(name)):
        moved = moved if (before or "").startswith(" ") else before or moved
        assert now == before, f"after the move {moved!r}"
