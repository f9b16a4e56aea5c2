"""How the games that somebody has finished ended."""

from dataclasses import dataclass, replace
from functools import cached_property

from bot.storage import GameRow, SeatRow
from bot.tables import replay
from bot.tables.service import Service
from bot.tables.settings import TableSettings
from engine.retrospect import places

READ = 40
"""How many games are looked at, the newest first."""


@dataclass(frozen=True)
class Result:
    """A finished game and its seats with what they scored, in the title's currency."""

    game: GameRow
    seats: tuple[SeatRow, ...]

    @cached_property
    def scores(self) -> dict[int, int]:
        """Return the scores by person."""
        return {seat.user_id: seat.score or 0 for seat in self.seats}

    def place(self, user_id: int) -> int:
        """Return somebody's place; equal scores share one."""
        return places(self.scores)[user_id]


async def results(service: Service, user_id: int, other: int = 0) -> list[Result]:
    """Return the games that somebody has finished, the newest first; with ``other`` those with that person.

    Copies to try something out are no games of theirs.
    """
    people = {user_id, *([other] if other else [])}
    found = await service.storage.games.finished_by(people, READ)
    played = [Result(game, seats) for game, seats in found if not TableSettings.of(game.settings).copied]
    return [await _scored(service, one) for one in played]


async def _scored(service: Service, result: Result) -> Result:
    """Return a result with its scores; those of a game that ended under an earlier version are found once."""
    if all(seat.score is not None for seat in result.seats):
        return result
    table = (await service.tables.glance(result.game.id)).started()
    scores = replay.scores(table.game)
    await service.storage.seats.scored(result.game.id, scores)
    return replace(result, seats=tuple(replace(seat, score=scores.get(seat.seat)) for seat in result.seats))
