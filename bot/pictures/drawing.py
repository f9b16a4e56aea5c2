"""Pictures of a position, drawn in processes of their own so that nobody has to wait for them."""

import gc
from collections.abc import Callable, Mapping
from ctypes import CDLL
from dataclasses import dataclass, field
from typing import Any

from PIL import Image

import render
from assets import sentences
from bot.pictures import whole_games
from bot.pictures.requests import PictureRequest
from bot.pictures.views import VIEWS
from bot.pictures.whole_games import StoredMove
from bot.worker_pool import WorkerPool, stand_by
from engine.game import Setup
from engine.position import Position
from engine.retrospect import Retrospect
from render.history import RoundEnd

BOARD_SECONDS = 30.0
"""How long the pictures of a position may take; the slowest known take two seconds on a busy machine."""
GAME_SECONDS = 300.0
"""How long a film may take, or the account of how a game went."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn picture: which one, its bytes, and the suffix of its file."""

    name: str
    data: bytes = field(repr=False)
    suffix: str = ".png"


def draw(pos: Position, request: PictureRequest) -> list[Picture]:
    """Draw the pictures of a position; runs in a process of its own."""
    try:
        return [Picture(kind, render.png(VIEWS[kind].draw(pos, request))) for kind in request.kinds]
    finally:
        give_back()


def give_back() -> None:
    """Give memory that is no longer used back to the system, where the C library would keep it."""
    trim = getattr(CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def warm_up() -> None:
    """Begin; that this module is imported has loaded what drawing needs, before anybody waits for it.

    Sentences and the writer of PNGs are loaded when they are used first, which is now. What is there then stays, so
    the search for what is no longer used need not look at it again.
    """
    stand_by()
    sentences.messages(sentences.ENGLISH)
    render.png(Image.new("RGB", (1, 1)))
    gc.freeze()


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

    async def draw(self, pos: Position, request: PictureRequest) -> list[Picture]:
        """Return the pictures of a position.

        :raises WorkerLost: when two processes in a row died over them or took too long
        """
        return await self._positions.run(self._draw, pos, request, seconds=self._seconds)

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
        self, setup: Setup, lines: tuple[StoredMove, ...], names: Mapping[str, str], scheme: str, lang: str
    ) -> Picture:
        """Return a whole game as a moving picture.

        :raises WorkerLost: when two processes in a row died over it or took too long
        """
        data = await self._whole_games.run(
            whole_games.film, setup, lines, tuple(names.items()), scheme, lang, seconds=GAME_SECONDS
        )
        return Picture("film", data, whole_games.SUFFIX)

    def close(self) -> None:
        """Let the processes go; what they still draw is not awaited."""
        self._positions.close()
        self._whole_games.close()
