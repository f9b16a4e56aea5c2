"""Moves in words, as records, plans and histories tell them."""

from dataclasses import replace

import pytest

from bot.messages import lines
from bot.tables.futures import Future
from bot.tables.table import PlayedMove
from tests.bot.messages.tables import ANN, BOB, NOON, running

DRAFTS = [("s1", "draft 1"), ("s2", "draft 2"), ("s3", "draft 3"), ("s1", "draft 4"), ("s2", "draft 5")]


def move(seat: str, text: str, **columns: object) -> PlayedMove:
    """The first move of a game."""
    return replace(PlayedMove(1, 1, seat, ANN, text, NOON), **columns)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("more", "said"), [((), 6), (("s1",), "1 more move"), (("s1", "s2"), "2 more moves")]
)
def test_the_first_six_moves_are_named_and_the_others_counted(more: tuple[str, ...], said: object):
    """Where moves were or would be taken back, and of an undo that is looked at."""
    view = running()
    moves = [*DRAFTS, ("s3", "draft 6"), *((seat, "draft 7") for seat in more)]
    told = lines.moves_told(view, moves).split("; ")
    future = Future(1, ANN, NOON, (), tuple(move(*one) for one in moves))
    of_undo = lines.future_line(view, future).split("; ")

    assert [line.partition(":")[0] for line in told[:6]] == ["Ann", "Bob", "Cy", "Ann", "Bob", "Cy"]
    assert told[6:] == ([] if said == 6 else [said])
    assert of_undo == [f"After move 0: {told[0]}", *told[1:]]
