"""What has happened at a table since a version, as lines of its record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.messages import lines
from bot.parts import BotParts
from bot.speech.table_view import TableView, view_of
from bot.storage import NewsRow
from bot.tables.changes import TableChange
from bot.tables.table import MoveResult, StartedTable, Table

RESULTS_KEPT = 32
"""How many moves a table remembers with the game after each, 10 KiB: far more than come between two looks."""
UNDONE, REDONE = (("undone", "undone_told"), ("redone", "redone_told"))


class Overtaken(Exception):
    """Moves were taken back since the table was read."""


class TurnRecord:
    """Remembers what moves have caused, so that it need not be found out again."""

    def __init__(self, bot: BotParts, game_id: int) -> None:
        self._bot = bot
        self._game_id = game_id
        self._results: dict[int, MoveResult] = {}
        self._taken_back = ""

    def note(self, change: TableChange) -> None:
        """Remember what happened."""
        self._results.update({result.played.rev: result for result in change.results})
        while len(self._results) > RESULTS_KEPT:
            del self._results[min(self._results)]
        if change.kind == "undone" and change.before is not None:
            before = view_of(change.before.started())
            self._taken_back = lines.moves_since(before, len(change.table.moves), change.by)

    def heard(self, table: Table, since: int) -> list[MoveResult]:
        """What has been heard of the moves of a table after a revision."""
        return [
            self._results[move.rev] for move in table.moves if move.rev > since and move.rev in self._results
        ]

    async def results(self, table: StartedTable, since: int) -> list[MoveResult]:
        """What came of every move in force after a revision.

        :raises Overtaken: when moves were taken back since the table was read
        """
        wanted = [move.rev for move in table.moves if move.rev > since]
        if all(rev in self._results for rev in wanted):
            return [self._results[rev] for rev in wanted]
        found = await self._bot.service.history.results_after(self._game_id, since)
        results = [result for result in found if result.played.rev <= table.rev]
        if [result.played.rev for result in results] != wanted:
            raise Overtaken
        return results

    def lines(
        self, view: TableView, since: int, results: Sequence[MoveResult], news: Sequence[NewsRow]
    ) -> list[str]:
        """What happened after a revision, first of all that moves were taken back."""
        table, redone = view.table, _redone(news)
        told = []
        for result in results:
            if result.played.rev in redone:
                told.append(lines.redone_line(view, redone[result.played.rev]))
            told.append(lines.log_line(view, result))
        taken_back = table.rev - since > len(results)  # some versions are no moves that stand
        if taken_back:
            stands = results[0].played.ply - 1 if results else len(table.moves)
            by = [one.user_id for one in news if one.kind in UNDONE and since < one.rev <= table.rev]
            told.insert(0, lines.undone_line(view, by[-1] if by else 0, stands, self._taken_back))
        return told


def _redone(news: Sequence[NewsRow]) -> Mapping[int, int]:
    """Who played moves again that had been taken back, by the revision of the first of them."""
    return {one.rev: one.user_id for one in news if one.kind in REDONE}
