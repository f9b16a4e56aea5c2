"""Tables to speak of, without a server: lobbies, and games at a position."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.speech.table_view import TableView, view_of
from bot.tables.settings import TableSettings
from bot.tables.table import Seat, Table
from engine.game import Game

ANN, BOB, CY, DOT = 11, 12, 13, 14
NAMES = {ANN: "Ann", BOB: "Bob", CY: "Cy", DOT: "Dot", -1: "The house"}
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def lobby(people: Sequence[int] = (ANN,), places: int = 3, **columns: Any) -> Table:
    """A lobby of 18Mag whose host is Ann; ``settings`` are those that differ."""
    settings = TableSettings(**columns.pop("settings", {}))
    seats = tuple(Seat(f"s{place}", user, NAMES[user]) for place, user in enumerate(people, 1))
    plain: dict[str, Any] = {
        "game_id": 7,
        "guild_id": 1,
        "channel_id": 5,
        "rev": 0,
        "state": "lobby",
        "title": "18Mag",
        "options": (),
        "seed": 1,
        "language": "en",
        "host": ANN,
    }
    return Table(**{**plain, **columns}, places=places, settings=settings, seats=seats)


def running(people: Sequence[int] = (ANN, BOB, CY), title: str = "18Mag", **columns: Any) -> TableView:
    """A table of so many people at its first decision."""
    columns = {"state": "running", "title": title, **columns}
    table = lobby(people, len(people), **columns)
    moves = columns.pop("moves", ())
    game = Game.start(title, tuple(seat.id for seat in table.seats), seed=1)
    return view_of(replace(table, moves=()).begin(game, moves))
