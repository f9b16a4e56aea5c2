"""The table of ``make tournament``: shares of wins with their error, and when a line misses its figure."""

import pytest

from tests.tools.tournament import LEAST, MOST, Line, Outcome, row


def outcomes(won: int, lost: int, *, alike: int = 0) -> list[Outcome]:
    """Games of which the one seat won some; so many at the end are the same as the first."""
    ends = [1.0] * won + [0.0] * lost
    prints = [str(game) for game in range(len(ends) - alike)] + ["0"] * alike
    return [Outcome(end, (200, 100), print_, [10.0, 20.0]) for end, print_ in zip(ends, prints, strict=True)]


@pytest.mark.parametrize(
    ("pair", "won", "lost", "kept"),
    [
        ("journeyman:apprentice", 13, 7, True),
        ("journeyman:apprentice", 12, 8, False),
        ("person:journeyman", 9, 11, True),
        ("person:journeyman", 10, 10, False),
        ("person:master", 7, 13, False),
        ("house:random", 0, 20, True),
    ],
)
def test_a_line_misses_its_figure(pair: str, won: int, lost: int, kept: bool):
    """With three at the table; pairs without a figure are shown only."""
    text, good = row(Line("18CZ", 3, pair), outcomes(won, lost))

    assert good == kept
    assert ("MISSED" in text) != kept
    assert row(Line("18CZ", 4, pair), outcomes(won, lost))[1]


def test_games_that_are_the_same_count_as_a_fault():
    """Ten of ten says nothing where they are one game."""
    text, good = row(Line("18CZ", 3, "journeyman:apprentice"), outcomes(20, 0, alike=3))

    assert not good
    assert "3 alike" in text


def test_the_error_is_told():
    """A share of wins is told with its standard error, and the figures belong to pairs that are played."""
    text, _ = row(Line("1844", 3, "master:journeyman"), outcomes(15, 5))

    assert "75% ±  9% of  20" in text
    assert {one.partition(":")[0] for one in (*LEAST, *MOST)} == {
        "apprentice",
        "journeyman",
        "master",
        "person",
        "planner",
    }
