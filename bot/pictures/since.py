"""A picture of what has changed since an earlier position."""

from bot.pictures import looks
from bot.pictures.kinds import Happened, MapDrawing, MarketDrawing
from bot.pictures.requests import PictureRequest
from bot.speech.table_view import TableView
from engine.position import Position
from render.changes import changed_hexes
from render.price_moves import moves_between


def changes_since(view: TableView, before: Position, after: Position, scheme: str) -> PictureRequest | None:
    """Return the map with what changed outlined, or where nothing on it did, the market; None where neither did."""
    changed, moved = changed_hexes(before, after), tuple(moves_between(before, after))
    if not changed and not moved:
        return None
    happened, look = Happened(changed, moved), looks.dress(view, after, scheme)
    return PictureRequest((happened.shown(MapDrawing() if changed else MarketDrawing()),), look)
