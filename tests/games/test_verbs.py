"""What each title says of its verbs to whoever shows a decision."""

import pytest

from engine.actions import SHARED
from engine.title import find


@pytest.mark.parametrize(
    ("title", "seldom"),
    [
        ("1844", {"discard", "bankrupt"}),
        ("18CZ", {"discard", "dispose"}),
        ("18Mag", {"discard"}),
    ],
)
def test_what_is_rarely_wanted_is_known(title: str, seldom: set[str]):
    """A train or a local thrown away, and the end of a company: these come last, and nobody takes them by chance."""
    assert {verb.verb for verb in (*SHARED, *find(title).verbs) if verb.seldom} == seldom
