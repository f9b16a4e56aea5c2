"""Pictures of a position, drawn in processes of their own so that nobody waits for a brush."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.crew import Crew, stand_by
from engine.position import Position

log = logging.getLogger(__name__)

KINDS = ("map", "market", "charters")


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn picture: which one, and its bytes."""

    name: str
    png: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Wish:
    """What to draw: the kinds, the names of the people by seat, the language of the words on it, what to show."""

    kinds: tuple[str, ...] = KINDS
    names: Mapping[str, str] = field(default_factory=dict)
    language: str = "en"
    highlight: tuple[str, ...] = ()
    routes: tuple[Any, ...] = ()
    caption: str = ""


def draw(pos: Position, wish: Wish) -> list[Picture]:
    """Draw the pictures of a position; runs in a process of the studio."""
    import render  # noqa: PLC0415 - only those who draw load fonts and brushes

    brushes = {
        "map": lambda: render.board(pos, highlight=wish.highlight, caption=wish.caption, lang=wish.language),
        "closeup": lambda: render.closeup(pos, wish.highlight, routes=wish.routes, lang=wish.language),
        "routes": lambda: render.closeup(pos, routes=wish.routes, lang=wish.language),
        "market": lambda: render.market(pos, caption=wish.caption),
        "charters": lambda: render.charters(pos, names=wish.names, lang=wish.language, caption=wish.caption),
    }
    return [Picture(kind, render.png(brushes[kind]())) for kind in wish.kinds]


def warm_up() -> None:
    """Load what drawing needs, before anybody waits for it."""
    stand_by()
    try:
        import render  # noqa: F401, PLC0415 - loading is the point
    except ImportError:
        log.exception("there is nothing to draw with")


class Studio:
    """The processes that draw."""

    def __init__(self, workers: int = 1, brush: Callable[..., Any] = draw) -> None:
        self._crew = Crew(workers, warm_up)
        self._brush = brush

    async def draw(self, pos: Position, wish: Wish) -> list[Picture]:
        """Return the pictures of a position."""
        return await self._run(self._brush, pos, wish)

    async def _run(self, work: Callable[..., list[Picture]], *given: object) -> list[Picture]:
        return await self._crew.run(work, *given)

    def close(self) -> None:
        """Let the processes go; what they still draw is not awaited."""
        self._crew.close()
