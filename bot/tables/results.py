"""What came of the games somebody has finished."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.storage import TableState
from bot.tables.service import Service
from bot.tables.view import StartedTable

FINISHED: tuple[TableState, ...] = ("finished",)
LOOKED_AT = 40
"""So many games are looked at, the newest first."""


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game: who scored what, in the title's currency, and when it ended."""

    table: StartedTable
    scores: Mapping[int, int]
    ended_at: datetime | None

    def place(self, user_id: int) -> int:
        """Return somebody's place; equal scores share one."""
        return 1 + sum(score > self.scores[user_id] for score in self.scores.values())


async def results(service: Service, user_id: int, other: int = 0) -> list[Result]:
    """Return the games that somebody has finished, the newest first; with ``other`` those with that person."""
    found, over = list[Result](), await service.storage.games.of_user(user_id, FINISHED)
    for row in over[:LOOKED_AT]:
        seated = {one.user_id for one in await service.storage.seats.of_game(row.id)}
        if {user_id, *([other] if other else [])} <= seated:
            table = (await service.tables.glance(row.id)).started()
            pos = table.game.pos
            scores = {seat.user_id: pos.worth(seat.id) for seat in table.seats}
            found.append(Result(table, scores, row.finished_at))
    return found
