"""A move as it would look on the map."""

from __future__ import annotations

from typing import Any

from bot.pictures.kinds import CloseupDrawing
from bot.pictures.requests import PictureRequest
from engine.actions import Action
from engine.events import Ran, RouteRun
from engine.game import Game
from render import Look, MapContent


def routes(after: Game) -> tuple[RouteRun, ...]:
    """Return the routes of the run that led to a game, with what each earned."""
    return tuple(route for event in after.events if isinstance(event, Ran) for route in event.routes)


def drawable(action: Action, before: Game, after: Game) -> bool:
    """Whether an action can be shown on the map: it changes what lies on a hex, or runs routes."""
    hex_, old, new = getattr(action, "hex", ""), before.state, after.state
    laid = old.tiles.get(hex_) != new.tiles.get(hex_) or old.layers.get(hex_) != new.layers.get(hex_)
    return laid or bool(getattr(action, "routes", ()))


def preview(action: Any, after: Game, look: Look) -> PictureRequest:
    """What to draw of an action: the routes with what each earns, or the hex that changes."""
    run = routes(after)
    shown = MapContent(routes=run) if run else MapContent((action.hex,))
    return PictureRequest((CloseupDrawing(shown),), look)
