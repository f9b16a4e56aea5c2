"""Pictures of a position, drawn in processes of their own so that nobody waits for a brush."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from bot.pictures import whole_games
from bot.pictures.whole_games import Line
from bot.worker_pool import WorkerPool, stand_by
from engine.game import Setup
from engine.position import Position
from render.history import RoundEnd
from render.maps import PlannedTile
from render.price_moves import PriceMove
from render.tile_sheets import LayChoice

log = logging.getLogger(__name__)

KINDS = ("map", "market", "charters")


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn picture: which one, its bytes, and the suffix of its file."""

    name: str
    data: bytes = field(repr=False)
    suffix: str = ".png"


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """What to draw: the kinds, the names of the people by seat, the language of the words on it, what to show.

    ``about`` is the hex, the company or the kind of chart of a picture that has one; ``choices`` are the tiles of a
    contact sheet, ``plan`` the ghosts on a map, ``moved`` the arrows on a market, ``moments`` how the game went.
    """

    kinds: tuple[str, ...] = KINDS
    names: Mapping[str, str] = field(default_factory=dict)
    language: str = "en"
    highlight: tuple[str, ...] = ()
    routes: tuple[Any, ...] = ()
    caption: str = ""
    scheme: str = "light"
    about: str = ""
    choices: tuple[LayChoice, ...] = ()
    plan: tuple[PlannedTile, ...] = ()
    moved: tuple[PriceMove, ...] = ()
    moments: tuple[RoundEnd, ...] = ()


def draw(pos: Position, request: PictureRequest) -> list[Picture]:
    """Draw the pictures of a position; runs in a process of the studio."""
    import render  # noqa: PLC0415 - only those who draw load fonts and brushes

    how: dict[str, Any] = {"scheme": request.scheme, "lang": request.language}
    headed = {**how, "caption": request.caption}
    told = {**how, "names": request.names}
    brushes: dict[str, Callable[[], Any]] = {
        "map": lambda: render.draw_map(pos, highlight=request.highlight, **headed),
        "phone": lambda: render.draw_phone_map(pos, highlight=request.highlight, **headed),
        "closeup": lambda: render.draw_closeup(
            pos, request.highlight, routes=request.routes, plan=request.plan, **how
        ),
        "routes": lambda: render.draw_closeup(pos, routes=request.routes, **how),
        "market": lambda: render.draw_market(pos, moved=request.moved, **headed),
        "charters": lambda: render.draw_charters(pos, caption=request.caption, **told),
        "tiles": lambda: render.draw_supply(pos, **how),
        "lays": lambda: render.draw_lays(pos, request.about, request.choices, **how),
        "upgrades": lambda: render.draw_upgrades(pos, request.about, **how),
        "company": lambda: render.draw_company(pos, request.about, request.moments, **told),
        "chart": lambda: render.draw_chart(request.about, pos, request.moments, **told),
    }
    return [Picture(kind, render.png(brushes[kind]())) for kind in request.kinds]


def warm_up(leash: Connection) -> None:
    """Load what drawing needs, before anybody waits for it."""
    stand_by(leash)
    try:
        import render  # noqa: F401, PLC0415 - loading is the point
    except ImportError:
        log.exception("there is nothing to draw with")


class PictureWorkers:
    """The processes that draw.

    What needs a whole game is done in a process of its own, so that no board waits for a film.
    """

    def __init__(self, workers: int = 1, brush: Callable[..., Any] = draw) -> None:
        self._brush = brush
        self._rooms = {"board": WorkerPool(workers, warm_up), "story": WorkerPool(1, warm_up)}

    async def draw(self, pos: Position, request: PictureRequest) -> list[Picture]:
        """Return the pictures of a position."""
        found: list[Picture] = await self._rooms["board"].run(self._brush, pos, request)
        return found

    async def course(self, setup: Setup, lines: tuple[Line, ...]) -> tuple[RoundEnd, ...]:
        """Return how a game went, round by round."""
        found: tuple[RoundEnd, ...] = await self._rooms["story"].run(whole_games.course, setup, lines)
        return found

    async def film(self, setup: Setup, lines: tuple[Line, ...], scheme: str, lang: str) -> Picture:
        """Return a whole game as a moving picture."""
        data = await self._rooms["story"].run(whole_games.film, setup, lines, scheme, lang)
        return Picture("film", data, whole_games.SUFFIX)

    def close(self) -> None:
        """Let the processes go; what they still draw is not awaited."""
        for room in self._rooms.values():
            room.close()
