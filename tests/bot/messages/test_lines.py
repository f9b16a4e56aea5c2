"""Moves in words, as records, plans and histories tell them."""

from dataclasses import replace

import pytest

from bot.messages import lines
from bot.tables.futures import Future
from bot.tables.table import MoveResult, PlayedMove
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


@pytest.mark.parametrize(
    ("by", "moves", "said"),
    [
        (BOB, "", "Bob takes moves back; the game is back at move 3."),
        (BOB, "pass", "Bob takes back: pass. The game is back at move 3."),
        (99, "", "Moves were taken back; the game is back at move 3."),
        (99, "pass", "Taken back: pass. The game is back at move 3."),
    ],
)
def test_who_took_moves_back_is_told(by: int, moves: str, said: str):
    """With the moves, if they are known; of somebody without a seat only that it was done."""
    assert lines.undone_line(running(), by, 3, moves) == said


@pytest.mark.parametrize(
    ("by", "said"), [(ANN, "Draft #1 MÉV"), (BOB, "Ann: Draft #1 MÉV"), (0, "Ann: Draft #1 MÉV")]
)
def test_whoever_takes_back_moves_of_their_own_is_not_named_again(by: int, said: str):
    """The line begins with the name."""
    assert lines.moves_since(running(moves=(move("s1", "draft 1"),)), 0, by) == said


def test_who_plays_moves_again_is_told():
    """Somebody without a seat is not named."""
    assert lines.redone_line(running(), BOB) == "Bob plays again what was taken back:"
    assert lines.redone_line(running(), 99) == "What was taken back is played again."


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ({}, "Ann: Draft #1 MÉV"),
        ({"user_id": BOB}, "Bob for Ann: Ann: Draft #1 MÉV"),
        ({"decided_by": "order"}, "The bot for Ann, as ordered beforehand: Ann: Draft #1 MÉV"),
    ],
)
def test_a_move_is_told_with_whoever_made_it(made: dict[str, object], said: str):
    """Its own player, another in their place, or what decided where nobody did."""
    view = running(moves=(move("s1", "draft 1", **made),), settings={"proxies": {str(BOB): "Bob"}})

    assert lines.move_text(view, 1) == said


def fail(*_given: object, **_named: object) -> None:
    """What an error in telling does."""
    raise KeyError


def test_a_move_that_cannot_be_told_is_told_as_it_is_recorded(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """An error in one line would keep the table from being told, and whoever is next from being called."""
    monkeypatch.setattr(lines.action_log, "log", fail)
    view = running()
    action = view.game.recorded("draft 1", "s1")
    result = MoveResult(move("s1", "draft 1"), action, view.game.play(action))

    assert lines.log_line(view, result) == "Ann plays `draft 1`."
    assert "game 7: move 1 is told in brief" in caplog.text
    caplog.clear()


def test_a_move_that_has_no_words_is_named_as_it_is_recorded(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Where moves were taken back."""
    monkeypatch.setattr("bot.speech.teller.Teller.action", fail)

    assert lines.moves_told(running(), DRAFTS[:1]) == "Ann: `draft 1`"
    assert "game 7: draft 1 is told as it is recorded" in caplog.text
    caplog.clear()
