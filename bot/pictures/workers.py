"""The processes that draw, so that nobody has to wait for a picture."""

from collections.abc import Callable
from typing import Any

from bot.pictures import whole_games
from bot.pictures.drawing import Picture, draw, warm_up
from bot.pictures.requests import PictureRequest
from bot.pictures.whole_games import StoredMove
from bot.worker_pool import WorkerPool
from engine.game import Setup
from engine.position import Position
from engine.retrospect import Retrospect
from render.history import RoundEnd
from render.look import Look

BOARD_SECONDS = 30.0
"""How long the pictures of a position may take; the slowest known take two seconds on a busy machine."""
GAME_SECONDS = 300.0
"""How long a film may take, or the account of how a game went."""


class PictureWorkers:
    """The processes that draw; ``seconds`` is how long the pictures of a position may take.

    What needs a whole game is drawn in a process of its own, so that no board has to wait for a film.
    """

    def __init__(
        self, workers: int = 1, draw: Callable[..., Any] = draw, seconds: float = BOARD_SECONDS
    ) -> None:
        self._draw = draw
        self._seconds = seconds
        self._positions = WorkerPool(workers, warm_up)
        self._whole_games = WorkerPool(1, warm_up)

    async def draw(self, pos: Position, request: PictureRequest, since: float | None = None) -> list[Picture]:
        """Return the pictures of a position; ``since`` is how long somebody has waited for some, by the loop's clock.

        :raises WorkerLost: when two processes in a row died over them or took too long
        """
        return await self._positions.run(self._draw, pos, request, seconds=self._seconds, since=since)

    async def course(self, setup: Setup, lines: tuple[StoredMove, ...]) -> tuple[RoundEnd, ...]:
        """Return how a game went, round by round.

        :raises WorkerLost: when two processes in a row died over it or took too long
        """
        return await self._whole_games.run(whole_games.course, setup, lines, seconds=GAME_SECONDS)

    async def retrospect(self, setup: Setup, lines: tuple[StoredMove, ...]) -> Retrospect:
        """Return where everybody's money came from in a game, and what decided it.

        :raises WorkerLost: when two processes in a row died over it or took too long
        """
        return await self._whole_games.run(whole_games.retrospect, setup, lines, seconds=GAME_SECONDS)

    async def film(
        self,
        setup: Setup,
        lines: tuple[StoredMove, ...],
        look: Look,
        by_bot: tuple[tuple[int, str], ...] = (),
        since: int = 0,
    ) -> Picture:
        """Return a game as a moving picture, from after ``since`` moves; no person has decided those ``by_bot``.

        :raises WorkerLost: when two processes in a row died over it or took too long
        """
        asked = setup, lines, look, by_bot, since
        data = await self._whole_games.run(whole_games.film, *asked, seconds=GAME_SECONDS)
        return Picture("film", data, whole_games.SUFFIX)

    def close(self) -> None:
        """Let the processes go; what they still draw is not awaited."""
        self._positions.close()
        self._whole_games.close()
