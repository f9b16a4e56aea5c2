"""A table as everybody may see it: who sits where, what has been played, and the game it led to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any, Literal

from bot.storage import ActionRow, GameRow, SeatRow, TableState, UndoRow
from engine.actions import Action
from engine.events import Event
from engine.game import Game, Setup
from engine.title import find

ChangeKind = Literal["lobby", "started", "played", "undone", "asked", "answered", "ended", "settings"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table. The engine knows its player by this id."""

    id: str
    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move in force: its number in the game, counted from 1, and who made it."""

    ply: int
    rev: int
    seat: str
    user_id: int
    text: str
    at: datetime
    interaction_id: int | None = None


@dataclass(frozen=True)
class Table:
    """One table at one moment. It never changes; acting yields another one."""

    game_id: int
    guild_id: int | None
    channel_id: int
    rev: int
    state: TableState
    title: str
    options: tuple[str, ...]
    seed: int
    places: int
    language: str
    host: int
    settings: Mapping[str, Any]
    seats: tuple[Seat, ...]
    moves: tuple[PlayedMove, ...] = ()
    game: Game | None = field(default=None, compare=False)

    @property
    def setup(self) -> Setup:
        """Return what the game starts from."""
        return Setup(self.title, tuple(seat.id for seat in self.seats), self.options, self.seed)

    @cached_property
    def names(self) -> dict[str, str]:
        """Return the names of the people by seat."""
        return {seat.id: seat.name for seat in self.seats}

    @property
    def fewest(self) -> int:
        """Return with how many people it may begin: alone only at a table that was opened for one."""
        low, _ = find(self.title).data.players
        return max(low, min(self.places, 2))

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats whose decision is awaited."""
        if self.game is None or self.state != "running":
            return ()
        waiting = self.game.pos.awaited
        return tuple(seat for seat in self.seats if seat.id in waiting)

    def seat_of(self, user_id: int) -> Seat | None:
        """Return a person's seat."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def seat(self, seat_id: str) -> Seat | None:
        """Return the seat of that id."""
        return next((seat for seat in self.seats if seat.id == seat_id), None)


@dataclass(frozen=True, slots=True)
class MoveResult:
    """A move that was just played, with what it caused and the game after it."""

    played: PlayedMove
    action: Action
    events: tuple[Event, ...]
    after: Game


@dataclass(frozen=True, slots=True)
class Change:
    """What happened at a table: told to everybody who watches, after it has been stored."""

    kind: ChangeKind
    table: Table
    before: Table | None = None
    by: int = 0
    results: tuple[MoveResult, ...] = ()
    request: UndoRow | None = None
    agreed: bool = False


def played(row: ActionRow) -> PlayedMove:
    """Return the move a stored row stands for."""
    return PlayedMove(row.ply, row.rev, row.seat, row.user_id, row.text, row.created_at, row.interaction_id)


def seat(row: SeatRow) -> Seat:
    """Return the seat a stored row stands for."""
    return Seat(row.seat, row.user_id, row.name)


def table(row: GameRow, seats: tuple[SeatRow, ...]) -> Table:
    """Return a table without its moves."""
    return Table(
        game_id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        rev=row.rev,
        state=row.state,
        title=row.title,
        options=tuple(row.options),
        seed=row.seed,
        places=row.places,
        language=row.language,
        host=row.host_user_id,
        settings=row.settings,
        seats=tuple(map(seat, seats)),
    )
