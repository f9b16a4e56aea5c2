"""A table as everybody may see it: who sits where, what has been played, and the game it led to."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from functools import cached_property
from typing import Any, TypeVar, TypeVarTuple

from bot.errors.tables import NotRunning
from bot.storage import ActionRow, Decider, GameRow, Move, SeatRow, TableState
from bot.tables import replay
from bot.tables.colours import shared_out
from bot.tables.requests import RULES, Request
from bot.tables.settings import Deputy, TableSettings
from engine.actions import Action, EndGame
from engine.data import EDITION
from engine.events import Event
from engine.game import Game, Setup
from engine.title import find

IN_PLACE = ("order", "house", "clock")
"""What decides in the place of a player who could choose."""
T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table. The engine knows its player by this id; its person has sat there ``since``."""

    id: str
    user_id: int
    name: str
    since: datetime | None = field(default=None, compare=False)

    @property
    def is_house(self) -> bool:
        """Tell whether nobody sits here, so that the house plays."""
        return is_house(self.user_id)


HOUSE = -1
"""The number of the house where it has one seat; with others it counts down from there."""


def is_house(user_id: int) -> bool:
    """Tell whether an id stands for the house, and for no person."""
    return user_id < 0


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move in force: its number in the game, counted from 1, who made it, and what decided in their place."""

    ply: int
    rev: int
    seat: str
    user_id: int
    text: str
    at: datetime
    interaction_id: int | None = None
    decided_by: Decider = ""


@dataclass(frozen=True, slots=True)
class MoveResult:
    """A move that was just played, and the game after it."""

    played: PlayedMove
    action: Action
    after: Game

    @property
    def events(self) -> tuple[Event, ...]:
        """Return what it caused."""
        return self.after.events


def results_of(moves: Iterable[PlayedMove], done: Iterable[replay.PlayedAction]) -> tuple[MoveResult, ...]:
    """Return moves with what they caused, given the actions that they stand for, each with the game after it."""
    return tuple(MoveResult(move, action, after) for move, (action, after) in zip(moves, done, strict=True))


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
    settings: TableSettings
    seats: tuple[Seat, ...]
    moves: tuple[PlayedMove, ...] = ()
    edition: int = EDITION

    @property
    def setup(self) -> Setup:
        """Return the game's set-up."""
        players = tuple(seat.id for seat in self.seats)
        return Setup(self.title, players, self.options, self.seed, self.edition)

    @cached_property
    def names(self) -> dict[str, str]:
        """Return the names of the people by seat."""
        return {seat.id: seat.name for seat in self.seats}

    @cached_property
    def seat_colours(self) -> tuple[int, ...]:
        """Return the numbers of the colours of the seats, in order; nothing where nobody wishes for one."""
        return shared_out([self.settings.colours.get(str(seat.user_id)) for seat in self.seats])

    @property
    def fewest(self) -> int:
        """Return how many people it takes to begin: one only at a table for one or a copy, all in a recorded game."""
        low, _ = find(self.title).data.players
        if self.recorded:
            return 1 if self.settings.copied else self.places
        return max(low, min(self.places, 2))

    @property
    def recorded(self) -> tuple[str, ...]:
        """Return the players' names in a game that was begun elsewhere, in seat order."""
        return self.settings.record

    @property
    def free_places(self) -> list[int]:
        """Return the places of a lobby at which nobody sits, counted from 0."""
        return [place for place in range(self.places) if self.seat(f"s{place + 1}") is None]

    @property
    def free_house(self) -> int:
        """Return the first number under which the house has no seat yet."""
        taken = {seat.user_id for seat in self.seats}
        return next(one for one in range(HOUSE, HOUSE - len(taken) - 1, -1) if one not in taken)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats whose decision is awaited."""
        return ()

    @property
    def called(self) -> tuple[Seat, ...]:
        """Return the seats whose decision is awaited of a person; in a study room nobody is waited for."""
        return (
            () if self.settings.study else tuple(seat for seat in self.awaited if not self.plays_itself(seat))
        )

    def plays_itself(self, seat: Seat) -> bool:
        """Tell whether the house plays at a seat: for good, or until its person comes back."""
        return self.is_left(seat) or seat.id in self.out_of_time

    @property
    def out_of_time(self) -> Mapping[str, int]:
        """Return the seats whose turn is played for them because their time is up, and whose they are."""
        found = self.settings.clock_out
        return {seat.id: seat.user_id for seat in self.seats if found.get(seat.id) == seat.user_id}

    @property
    def timed(self) -> tuple[Seat, ...]:
        """Return the seats whose decision is awaited of a person, time being up or not."""
        return tuple(seat for seat in self.awaited if not self.is_left(seat))

    def is_left(self, seat: Seat) -> bool:
        """Tell whether a seat is left to the house, not for a turn whose time is up alone."""
        deputy = self.deputies.get(seat.id)
        if deputy is not None and seat.is_house:
            return is_house(deputy.user)
        left = seat.is_house or self.stand_ins.get(seat.id) == seat.user_id
        return left or (deputy is not None and is_house(deputy.user))

    @property
    def called_people(self) -> tuple[int, ...]:
        """Return the people whose decision is awaited: those who sit there, or who play for them."""
        return tuple(dict.fromkeys(map(self.person_at, self.called)))

    def person_at(self, seat: Seat) -> int:
        """Return who decides at a seat: its person, or who plays in their place."""
        deputy = self.deputies.get(seat.id)
        return deputy.user if deputy is not None and deputy.called else seat.user_id

    @property
    def deputies(self) -> Mapping[str, Deputy]:
        """Return by seat who acts there for its person."""
        own = {seat.id: seat.user_id for seat in self.seats}
        known = self.settings.deputies.items()
        return {seat: deputy for seat, deputy in known if own.get(seat) == deputy.owner}

    def proxy_name(self, move: "PlayedMove") -> str:
        """Return the name of the deputy who made a move; empty if the seat's own person did."""
        seat = self.seat(move.seat)
        if seat is None or seat.user_id == move.user_id:
            return ""
        return self.settings.proxies.get(str(move.user_id), "")

    def decider(self, move: "PlayedMove") -> Decider:
        """Return who decided a move instead of its player; empty at a seat that the house owns."""
        seat = self.seat(move.seat)
        return "" if seat is None or seat.is_house else move.decided_by

    @property
    def by_bot(self) -> tuple[tuple[int, str], ...]:
        """Return the moves, by number and seat, that the bot has decided for a player who could choose."""
        return tuple((move.ply, move.seat) for move in self.moves if self.decider(move) in IN_PLACE)

    def is_welcome(self, user_id: int) -> bool:
        """Tell whether a person may sit down in the lobby: everybody, or its host and those invited.

        In a study room nobody but its host plays.
        """
        guests = self.settings.guests
        if self.settings.study is not None:
            return user_id == self.host
        return not guests or user_id == self.host or str(user_id) in guests

    def note_of(self, user_id: int) -> str:
        """What a person has noted for themselves here, empty if nothing."""
        return self.settings.notes.get(str(user_id), "")

    @property
    def stand_ins(self) -> Mapping[str, int]:
        """Return the seats at which the house stands in, and for whom."""
        return self.settings.stand_ins

    @property
    def people(self) -> tuple[int, ...]:
        """Return the people who play, and the host, each once."""
        seated = (seat.user_id for seat in self.seats if not seat.is_house)
        return tuple(dict.fromkeys((*seated, self.host)))

    @property
    def requests(self) -> tuple[Request, ...]:
        """Return the requests that others are asked to agree to."""
        standing = (one for one in self.settings.requests if not one.outcome and self._stands(one))
        return tuple(
            replace(one, asked=self.concerned(self.moves_of(one), one.by)) if one.about_moves else one
            for one in standing
        )

    @property
    def undoing(self) -> Request | None:
        """Return the request to take moves back or to play them again."""
        return next((one for one in self.requests if one.about_moves), None)

    def moves_of(self, request: Request) -> "Sequence[Move | PlayedMove]":
        """Return the moves that somebody asks to take back or to play again."""
        return request.moves if request.kind == "redo" else self.moves[request.keep :]

    def concerned(self, moves: "Iterable[Move | PlayedMove]", user_id: int) -> tuple[int, ...]:
        """Return the people other than one who answer now for the seats where some moves were made by others.

        What machines decided is nobody's, and what somebody did at another's seat is their own; an end that all have
        agreed to is everybody's.
        """
        gone = tuple(moves)
        acted = {move.seat for move in gone if not move.decided_by and move.user_id != user_id}
        if any(map(ends_together, gone)):
            acted = {seat.id for seat in self.seats}
        seats = (seat for seat in self.seats if seat.id in acted and not seat.is_house)
        return tuple(dict.fromkeys(one for one in map(self.answers_for, seats) if one != user_id))

    def _stands(self, request: Request) -> bool:
        """Tell whether nothing has overtaken a request: no move, no other end, nobody who has come back or gone."""
        if RULES[request.kind].voided_by_move and request.rev != self.rev:
            return False
        if self.state != "running" or request.about_moves:
            open_ = request.about_moves and self.state in ("running", "finished")
            return open_ and self.acting_seat(request.by) is not None
        if request.kind == "move" and request.channel == self.channel_id:
            return False
        if not request.seat:
            return all(self.seat_of(one) for one in request.asked)
        return self._is_free_for(request)

    def _is_free_for(self, request: Request) -> bool:
        """Tell whether a seat still is whose it was, and nobody has come back to it or sat down elsewhere.

        Those who decide about it must still be at the table.
        """
        seat = self.seat(request.seat)
        if seat is None or seat.user_id != request.holder:
            return False
        if not all(one == self.host or self.seat_of(one) for one in request.asked):
            return False
        if request.kind == "seat" and self.seat_of(request.user) is not None:
            return False
        return not (request.unasked and self.has_acted_since(request.holder, request.rev))

    def has_acted_since(self, user_id: int, rev: int) -> bool:
        """Tell whether a person has moved after a revision."""
        return any(move.user_id == user_id for move in self.moves if move.rev > rev)

    def seat_of(self, user_id: int) -> Seat | None:
        """Return a person's seat."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def acting_seat(self, user_id: int) -> Seat | None:
        """Return the seat a person acts for: one that is awaited, rather their own than another's."""
        others = [seat for seat in self.deputies if self.deputies[seat].user == user_id]
        seats = [self.seat_of(user_id), *map(self.seat, others)]
        known = [seat for seat in seats if seat is not None]
        return next((seat for seat in known if seat in self.awaited), known[0] if known else None)

    def answers_for(self, seat: Seat) -> int:
        """Return the person who consents for a seat: whoever decides there, or its own person if the house does."""
        person = self.person_at(seat)
        return seat.user_id if is_house(person) else person

    def seats_of(self, people: Collection[int]) -> list[Seat]:
        """Return the seats for which some people answer: their own, or somebody else's."""
        return [seat for seat in self.seats if self.answers_for(seat) in people]

    def name_of(self, user_id: int) -> str:
        """The name of somebody who sits here, or plays here for another; empty for anybody else."""
        names = {deputy.user: deputy.name for deputy in self.deputies.values()}
        names |= {seat.user_id: seat.name for seat in self.seats}
        return names.get(user_id, "")

    def may_act(self, user_id: int, seat: Seat) -> bool:
        """Tell whether a person may act at a seat."""
        deputy = self.deputies.get(seat.id)
        return user_id == seat.user_id or (deputy is not None and deputy.user == user_id)

    def seat(self, seat_id: str) -> Seat | None:
        """Return the seat of that id."""
        return next((seat for seat in self.seats if seat.id == seat_id), None)

    def move_texts(self, first: int | None = None) -> list[tuple[str, str]]:
        """Return the seat and the notation of the first moves, of all where no number is given."""
        return [(move.seat, move.text) for move in self.moves[:first]]

    def started(self) -> "StartedTable":
        """Return this very table, known to have a game.

        :raises NotRunning: when its game has not begun
        """
        raise NotRunning(state=self.state)

    def begin(self, game: Game, moves: tuple[PlayedMove, ...] = ()) -> "StartedTable":
        """Return the running table that this one becomes with a game."""
        values = {each.name: getattr(self, each.name) for each in fields(Table)}
        return StartedTable(**values | {"moves": moves, "game": game})


@dataclass(frozen=True)
class StartedTable(Table):
    """A table whose game has begun; it runs, is finished or was abandoned."""

    game: Game = field(compare=False, kw_only=True)
    _made: dict[Hashable, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Return the seats whose decision is awaited."""
        if self.state != "running":
            return ()
        waiting = self.game.pos.awaited
        return tuple(seat for seat in self.seats if seat.id in waiting)

    def started(self) -> "StartedTable":
        """Return this very table."""
        return self

    def once(self, make: "Callable[[StartedTable, *Arguments], T]", *given: *Arguments) -> T:
        """Return the result of ``make`` for this version of the table; it is made once and kept with the version."""
        key = (make, *given)
        if key not in self._made:
            self._made[key] = make(self, *given)
        made: T = self._made[key]
        return made


def ends_together(move: Move | PlayedMove) -> bool:
    """Tell whether a move is the end of a game that all have agreed to."""
    return move.text.partition(" ")[0] == EndGame.verb


def move_from(row: ActionRow) -> PlayedMove:
    """Return the move a stored row stands for."""
    who = row.seat, row.user_id, row.text
    return PlayedMove(row.ply, row.rev, *who, row.created_at, row.interaction_id, row.decided_by)


def seat_from(row: SeatRow) -> Seat:
    """Return the seat a stored row stands for."""
    return Seat(row.seat, row.user_id, row.name, row.joined_at)


def table_from(row: GameRow, seats: tuple[SeatRow, ...]) -> Table:
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
        settings=TableSettings.of(row.settings),
        seats=tuple(map(seat_from, seats)),
        edition=replay.edition_of(row.engine_version),
    )
