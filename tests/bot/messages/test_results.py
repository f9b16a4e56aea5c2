"""Results of finished games, in words: all scores with the best first, and who of two was ahead."""

from dataclasses import replace

import pytest

from bot.messages.results import result_line, versus
from bot.storage import GameRow, SeatRow
from bot.tables.results import Result
from tests.bot.messages.tables import ANN, BOB, CY, NAMES, NOON

GAME = GameRow(
    7,
    1,
    5,
    "1844",
    (),
    1,
    3,
    "finished",
    "en",
    ANN,
    "1",
    9,
    {},
    created_at=NOON,
    started_at=NOON,
    finished_at=NOON,
)


def result(*scores: int | None, people: tuple[int, ...] = (ANN, BOB, CY)) -> Result:
    """A finished game of 1844 in which people scored that much."""
    seats = [
        SeatRow(7, f"s{at + 1}", at, user, NAMES[user], NOON, score)
        for at, (user, score) in enumerate(zip(people, scores, strict=True))
    ]
    return Result(GAME, tuple(seats))


def test_a_result_names_the_best_first():
    """Who scored nothing, and has no date, too."""
    found = result(900, 1200, None)
    undated = Result(replace(GAME, finished_at=None), found.seats)

    told = result_line(found, "en").replace("\N{NO-BREAK SPACE}", " ")
    assert told == f"**1844**, <t:{int(NOON.timestamp())}:d>: Bob 1,200 SFR, Ann 900 SFR, Cy 0 SFR · <#5>"
    assert result_line(undated, "en").startswith("**1844**, -: Bob ")


@pytest.mark.parametrize(
    ("scores", "ahead", "behind"),
    [
        (((9, 5, 1),), 1, 0),
        (((5, 9, 1),), 0, 1),
        (((5, 5, 9),), 0, 0),
        (((9, 5, 1), (1, 5, 9), (5, 5, 9)), 1, 1),
    ],
)
def test_who_of_two_was_ahead_is_counted(scores: tuple[tuple[int, ...], ...], ahead: int, behind: int):
    """Equal scores share a place, and nobody is ahead then."""
    told = versus([result(*one) for one in scores], ANN, BOB, "B_b", "en")
    games = "1 game" if len(scores) == 1 else f"{len(scores)} games"

    assert told == f"You and B\\_b: {games}. Ahead: {ahead}, behind: {behind}."
