"""Runs on the map: the routes of a run with what each earned."""

from dataclasses import replace
from typing import Any

from bot.pictures.kinds import MapDrawing
from bot.pictures.requests import PictureRequest
from bot.speech.table_view import TableView
from engine.game import Game


def routes(after: Game) -> tuple[Any, ...]:
    """Return the routes of the run that led to a game, with what each earned."""
    return tuple(route for event in after.events for route in getattr(event, "routes", ()))


def with_proposed_run(request: PictureRequest, view: TableView) -> PictureRequest:
    """Return a request with the first of the proposed runs drawn on the map."""
    offer = view.game.choices.runs[0]
    told = f"{view.bare.offer(offer)}: {view.bare.action(offer.action)}"
    after = view.game.play(offer.action)
    first, *rest = request.drawings
    if isinstance(first, MapDrawing):
        first = replace(first, shown=replace(first.shown, routes=routes(after)), run=told)
    return replace(request, drawings=(first, *rest))
