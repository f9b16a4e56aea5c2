"""What has happened since a version, as lines: moves, moves taken back, moves played again."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.messages import lines
from bot.messages.record import RESULTS_KEPT, Overtaken, TurnRecord
from bot.storage import NewsRow
from bot.tables.changes import TableChange
from bot.tables.table import PlayedMove
from tests.bot.messages.tables import ANN, BOB, NOON, running


@pytest.fixture(autouse=True)
def _lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "log_line", lambda _view, result: f"move {result.played.rev}")
    monkeypatch.setattr(lines, "redone_line", lambda _view, by: f"again by {by}")
    monkeypatch.setattr(
        lines, "undone_line", lambda _view, by, stands, back: f"back to {stands} by {by}: {back}"
    )
    monkeypatch.setattr(lines, "moves_since", lambda view, ply, _by: f"from {ply} of {len(view.table.moves)}")


def move(rev: int, ply: int | None = None) -> PlayedMove:
    """A move of Ann."""
    return PlayedMove(ply or rev, rev, "s1", ANN, "draft 1", NOON)


def result(rev: int, ply: int | None = None) -> Any:
    """What came of it."""
    return SimpleNamespace(played=move(rev, ply))


def news(kind: Any, rev: int, by: int = BOB) -> NewsRow:
    """Something that happened."""
    return NewsRow(rev, 7, rev, kind, by, NOON)


class Known:
    """What history knows."""

    def __init__(self, *revs: int) -> None:
        self.revs, self.asked = revs, 0
        self.record = TurnRecord(SimpleNamespace(service=SimpleNamespace(history=self)), 7)  # type: ignore[arg-type]

    async def results_after(self, _game: int, since: int) -> list[Any]:
        """What came of the moves after a revision."""
        self.asked += 1
        return [result(rev) for rev in self.revs if rev > since]


async def test_what_was_heard_is_not_found_out_again():
    """Else all of it is; of the last moves alone."""
    known = Known(1, 2, 3)
    view = running(rev=3, moves=(move(1), move(2), move(3)))

    assert [one.played.rev for one in await known.record.results(view.table, 1)] == [2, 3]
    assert known.asked == 1
    known.record.note(TableChange("played", view.table, None, ANN, (result(2), result(3))))
    assert [one.played.rev for one in await known.record.results(view.table, 1)] == [2, 3]
    assert [one.played.rev for one in known.record.heard(view.table, 0)] == [2, 3]
    assert [one.played.rev for one in known.record.heard(view.table, 2)] == [3]
    assert known.asked == 1
    assert len(await known.record.results(view.table, 0)) == 3
    assert known.asked == 2


async def test_moves_that_came_since_the_table_was_read_are_left_out():
    """But not moves that have gone: then the table must be read anew."""
    view = running(rev=2, moves=(move(1), move(2)))

    assert [one.played.rev for one in await Known(1, 2, 3).record.results(view.table, 0)] == [1, 2]
    with pytest.raises(Overtaken):
        await Known(1).record.results(view.table, 0)


def test_only_the_last_moves_are_kept():
    """The oldest go first."""
    known = Known()
    count = RESULTS_KEPT + 5
    table = running(rev=count, moves=tuple(move(rev) for rev in range(1, count + 1))).table
    known.record.note(
        TableChange("played", table, None, ANN, tuple(result(rev) for rev in range(1, count + 1)))
    )

    assert [one.played.rev for one in known.record.heard(table, 0)] == list(range(6, count + 1))


def test_moves_in_words():
    """Nothing was taken back where each version is a move."""
    view = running(rev=3, moves=(move(1), move(2), move(3)))
    told = Known().record.lines(view, 1, [result(2), result(3)], [news("undone", 1)])

    assert told == ["move 2", "move 3"]


def test_moves_taken_back_come_first():
    """By whom, as the news tell of this time; how many stand; what was taken back."""
    known, before = Known(), running(rev=3, moves=(move(1), move(2), move(3)))
    after = running(rev=4, moves=(move(1),))
    known.record.note(TableChange("undone", after.table, before.table, BOB, ()))
    lately = [news("undone", 2, ANN), news("undone_told", 4, BOB), news("undone", 9, ANN)]

    assert known.record.lines(after, 3, [], lately) == ["back to 1 by 12: from 1 of 3"]
    assert Known().record.lines(after, 3, [], []) == ["back to 1 by 0: "]
    moved = running(rev=6, moves=(move(1), move(5, 2), move(6, 3)))
    assert Known().record.lines(moved, 3, [result(5, 2), result(6, 3)], [news("undone", 4)]) == [
        "back to 1 by 12: ",
        "move 5",
        "move 6",
    ]


def test_moves_played_again_have_a_line_above_them():
    """It says who did so."""
    view = running(rev=3, moves=(move(1), move(2), move(3)))
    told = Known().record.lines(view, 1, [result(2), result(3)], [news("redone", 3, BOB)])

    assert told == ["move 2", "again by 12", "move 3"]
