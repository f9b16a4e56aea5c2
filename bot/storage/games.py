"""Games, from the lobby to the end."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TypeAlias, Unpack

from sqlalchemy import Select, and_, bindparam, case, delete, exists, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors.storage import ChannelTaken, GameMissing, SeatMissing
from bot.storage.database import Database, whole_requests
from bot.storage.moves import add_moves
from bot.storage.outbox import add_news, leave_channel
from bot.storage.queries import by, fetch, locked_game, merged, pick, put
from bot.storage.rows import (
    ChannelPlace,
    GameChanges,
    GameRow,
    JsonValue,
    MessageRow,
    Move,
    NewGame,
    NewsKind,
    SeatRow,
    TableState,
)
from bot.storage.schema import actions, games, messages, reminders, seats
from bot.storage.seats import reseat, seats_on

Finished: TypeAlias = tuple[tuple[GameRow, tuple[SeatRow, ...]], ...]


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A finished game: its seats, how many moves were chosen at each, and how many of these by each person there."""

    row: GameRow
    seats: tuple[SeatRow, ...]
    moves: Mapping[str, int]
    own: Mapping[tuple[str, int], int]


NOBODY: Mapping[int, str] = {}
OPEN: tuple[TableState, ...] = ("lobby", "running")
REV = select(games.c.rev).where(games.c.id == bindparam("id"))
_OF_CHANNEL = by(games, GameRow, "channel_id").order_by(games.c.id.desc()).limit(1)
NEWEST = {True: _OF_CHANNEL, False: _OF_CHANNEL.where(games.c.state.in_(OPEN))}
"""The newest game of a channel: of any state, or only an open one."""


_SITS = and_(seats.c.game_id == actions.c.game_id, seats.c.seat == actions.c.seat, seats.c.user_id > 0)
TAKE_OVER = (
    update(actions)
    .where(actions.c.game_id == bindparam("game"), exists().where(_SITS))
    .values(user_id=select(seats.c.user_id).where(_SITS).scalar_subquery())
)
"""Lets the moves of a record be those of the people who have sat down; where nobody has, of whoever opened it."""


def _in_channel(channel_id: int) -> Select[int]:
    return select(games.c.id).where(games.c.channel_id == channel_id, games.c.state.in_(OPEN))


async def channel_taken(database: Database, channel_id: int) -> ChannelTaken:
    """Return the refusal that names the game open in the channel (number 0 if it just closed)."""
    async with database.asking() as connection:
        found = await connection.scalar(_in_channel(channel_id))
    return ChannelTaken(channel_id=channel_id, game_id=found or 0)


async def add_lobby(
    connection: AsyncConnection,
    database: Database,
    new: NewGame,
    people: Mapping[int, str],
    settings: Mapping[str, JsonValue],
) -> GameRow:
    """Open a lobby within the caller's transaction, in which people sit by these names, and return it."""
    now = database.now()
    values = {**asdict(new), "state": "lobby", "rev": 0, "settings": dict(settings), "created_at": now}
    stored = insert(games).values(**values).returning(games.c.id)
    game_id = (await connection.execute(stored)).scalar_one()
    if people:
        await reseat(
            connection, game_id, [SeatRow(game_id, "", 0, user, name, now) for user, name in people.items()]
        )
        await add_news(connection, database, game_id, "lobby", new.host_user_id)
    return await locked_game(connection, game_id)


async def close_game(connection: AsyncConnection, game_id: int, state: TableState, now: datetime) -> None:
    """Close a game within the caller's transaction; nobody is reminded of it any longer."""
    change = update(games).where(games.c.id == game_id).values(state=state, finished_at=now)
    await connection.execute(change)
    await connection.execute(delete(reminders).where(reminders.c.game_id == game_id))


async def abandon(
    connection: AsyncConnection, database: Database, game_id: int, settings: Mapping[str, JsonValue]
) -> GameRow:
    """Abandon an open game within the caller's transaction, by these settings, and return it."""
    await locked_game(connection, game_id, *OPEN)
    await put_settings(connection, game_id, settings)
    await close_game(connection, game_id, "ended", database.now())
    await add_news(connection, database, game_id, "ended", 0)
    return await locked_game(connection, game_id)


async def put_settings(
    connection: AsyncConnection, game_id: int, changes: Mapping[str, JsonValue]
) -> GameRow:
    """Merge settings into those of a game (None removes a key) and return the game."""
    game = await locked_game(connection, game_id)
    settings = merged(game.settings, changes)
    await connection.execute(update(games).where(games.c.id == game_id).values(settings=settings))
    return await locked_game(connection, game_id)


@whole_requests
@dataclass(frozen=True)
class StoredGames:
    """Opening, finding, starting and closing games."""

    database: Database

    async def create(
        self,
        new: NewGame,
        people: Mapping[int, str] | None = None,
        settings: Mapping[str, JsonValue] | None = None,
    ) -> GameRow:
        """Open a lobby with settings, in which people and the house sit at once by these names, and return it.

        :raises ChannelTaken: when a lobby or running game is open in that channel
        """
        try:
            async with self.database.writing() as connection:
                return await add_lobby(connection, self.database, new, people or {}, settings or {})
        except IntegrityError:
            raise await channel_taken(self.database, new.channel_id) from None

    async def take_in(
        self,
        new: NewGame,
        moves: Sequence[Move],
        names: Sequence[str],
        settings: Mapping[str, JsonValue],
        sits: tuple[int, str] | None = None,
    ) -> GameRow:
        """Store a game that was played elsewhere, which nobody has to be told move by move.

        With ``names``, which no people bear, it is over; without any it is a lobby whose game has begun, in which
        its host ``sits`` at a place, counted from 0, by a name.

        :raises ChannelTaken: when a lobby or running game is open in that channel
        """
        now, over = self.database.now(), bool(names)
        begun = {"started_at": now, "finished_at": now} if over else {}
        state: TableState = "finished" if over else "lobby"
        values = {**asdict(new), "state": state, "rev": len(moves), "settings": dict(settings)}
        try:
            async with self.database.writing() as connection:
                stored = insert(games).values(**values, created_at=now, **begun)
                game_id = (await connection.execute(stored.returning(games.c.id))).scalar_one()
                await self._fill(connection, game_id, moves, names)
                if sits is not None:
                    place, name = sits
                    seat = SeatRow(game_id, f"s{place + 1}", place, new.host_user_id, name, now)
                    await connection.execute(insert(seats).values(**asdict(seat)))
                log = MessageRow(game_id, "log", new.channel_id, 0, len(moves), now)
                await put(connection, messages, asdict(log))
                return await locked_game(connection, game_id)
        except IntegrityError:
            raise await channel_taken(self.database, new.channel_id) from None

    async def _fill(
        self, connection: AsyncConnection, game_id: int, moves: Sequence[Move], names: Sequence[str]
    ) -> None:
        """Write the moves and the seats of a game that was played elsewhere."""
        await add_moves(connection, self.database, game_id, 0, moves)
        people = [
            SeatRow(game_id, "", 0, -place, name, self.database.now()) for place, name in enumerate(names, 1)
        ]
        await reseat(connection, game_id, people)

    async def find(self, game_id: int) -> GameRow:
        """Return a game.

        :raises GameMissing: when there is none of that number
        """
        found = await self.database.row(GameRow, by(games, GameRow, "id"), id=game_id)
        if found is None:
            raise GameMissing(game_id=game_id)
        return found

    async def rev(self, game_id: int) -> int:
        """Return the revision a game stands at.

        :raises GameMissing: when there is none of that number
        """
        async with self.database.asking() as connection:
            found = await connection.scalar(REV, {"id": game_id})
        if found is None:
            raise GameMissing(game_id=game_id)
        return int(found)

    async def count(self) -> int:
        """Return how many games are stored, of any state."""
        async with self.database.asking() as connection:
            return await connection.scalar(select(func.count()).select_from(games)) or 0

    async def in_channel(self, channel_id: int, *, closed: bool = False) -> GameRow | None:
        """Return the lobby or running game of a channel; with ``closed`` its newest game of any state."""
        return await self.database.row(GameRow, NEWEST[closed], channel_id=channel_id)

    async def of_user(
        self, user_id: int, states: Collection[TableState] = OPEN, *, served: bool = False
    ) -> tuple[GameRow, ...]:
        """Return the games a person hosts or sits at, newest first; ``served`` keeps those that are ours to serve."""
        seated = exists().where(seats.c.game_id == games.c.id, seats.c.user_id == user_id)
        query = pick(games, GameRow).where(
            or_(games.c.host_user_id == user_id, seated), games.c.state.in_(states)
        )
        if served:
            query = query.where(self.database.shard.own_games)
        return await self.database.rows(GameRow, query.order_by(games.c.id.desc()))

    async def finished_by(self, people: Collection[int], limit: int) -> Finished:
        """Return the finished games at which all these people sat, the last to end first, each with its seats."""
        sat = [
            exists().where(seats.c.game_id == games.c.id, seats.c.user_id == user_id) for user_id in people
        ]
        query = pick(games, GameRow).where(games.c.state == "finished", *sat)
        newest = query.order_by(games.c.finished_at.desc(), games.c.id.desc()).limit(limit)
        async with self.database.reading() as connection:
            found = await fetch(connection, GameRow, newest)
            at = pick(seats, SeatRow).where(seats.c.game_id.in_([game.id for game in found]))
            rows = await fetch(connection, SeatRow, at.order_by(seats.c.position))
        return tuple((game, tuple(seat for seat in rows if seat.game_id == game.id)) for game in found)

    async def rated(self, guild_id: int, title: str) -> list[RatedGame]:
        """Return a server's finished games of a title, the first to end first."""
        query = pick(games, GameRow).where(
            games.c.state == "finished", games.c.guild_id == guild_id, games.c.title == title
        )
        sat = (seats.c.game_id == actions.c.game_id) & (seats.c.seat == actions.c.seat)
        decides = case((actions.c.decided_by.in_(("", "order")), 1), else_=0)
        async with self.database.reading() as connection:
            found = await fetch(connection, GameRow, query.order_by(games.c.finished_at, games.c.id))
            numbers = [game.id for game in found]
            at = pick(seats, SeatRow).where(seats.c.game_id.in_(numbers))
            rows = await fetch(connection, SeatRow, at.order_by(seats.c.position))
            counted = (
                select(actions.c.game_id, actions.c.seat, actions.c.user_id, func.count(), func.sum(decides))
                .join(seats, sat)
                .where(
                    actions.c.game_id.in_(numbers),
                    actions.c.retracted_at.is_(None),
                    actions.c.decided_by.not_in(("forced", "rules")),
                )
                .group_by(actions.c.game_id, actions.c.seat, actions.c.user_id)
            )
            counts = (await connection.execute(counted)).all()
        chosen, own = Counter[tuple[int, str]](), dict[int, dict[tuple[str, int], int]]()
        for number, seat, user, moves, by_person in counts:
            chosen[number, seat] += moves
            own.setdefault(number, {})[seat, user] = int(by_person)
        return [
            RatedGame(
                game,
                tuple(seat for seat in rows if seat.game_id == game.id),
                {seat: moves for (number, seat), moves in chosen.items() if number == game.id},
                own.get(game.id, {}),
            )
            for game in found
        ]

    async def in_state(self, *states: TableState) -> tuple[GameRow, ...]:
        """Return all games in one of the states, oldest first."""
        mine = games.c.state.in_(states), self.database.shard.own_games
        query = pick(games, GameRow).where(*mine).order_by(games.c.id)
        return await self.database.rows(GameRow, query)

    async def start(
        self,
        game_id: int,
        order: Sequence[int],
        moves: Sequence[Move] = (),
        *,
        coming: Mapping[int, str] = NOBODY,
        settings: Mapping[str, JsonValue] | None = None,
        **changes: Unpack[GameChanges],
    ) -> tuple[SeatRow, ...]:
        """Start a lobby with its people in the given order of user ids, and return the seats.

        Those of its record are from now on of whoever sits where they were made; ``moves`` follow them. Who sits
        down only now is ``coming`` by a name; ``settings`` of the table change with it.

        :raises GameMissing, WrongState: when there is no such lobby
        :raises SeatMissing: when the order is not exactly the people of the lobby; it names the first difference
        """
        async with self.database.writing() as connection:
            lobby = await locked_game(connection, game_id, "lobby")
            now = self.database.now()
            seated = {one: SeatRow(game_id, "", 0, one, name, now) for one, name in coming.items()}
            seated |= {seat.user_id: seat for seat in await seats_on(connection, game_id)}
            for user_id in {*order} ^ {*seated}:
                raise SeatMissing(game_id=game_id, user_id=user_id)
            await connection.execute(
                update(games)
                .where(games.c.id == game_id)
                .values(state="running", started_at=now, rev=lobby.rev + len(moves), **changes)
            )
            await put_settings(connection, game_id, settings or {})
            rows = await reseat(connection, game_id, [seated[user_id] for user_id in order])
            await connection.execute(TAKE_OVER, {"game": game_id})
            await add_moves(connection, self.database, game_id, lobby.rev, moves)
            await add_news(connection, self.database, game_id, "started", lobby.host_user_id)
            return rows

    async def change(self, game_id: int, **changes: Unpack[GameChanges]) -> GameRow:
        """Change what a game was opened with and return it.

        :raises GameMissing: when there is no such game
        """
        async with self.database.writing() as connection:
            await locked_game(connection, game_id)
            await connection.execute(update(games).where(games.c.id == game_id).values(**changes))
            return await locked_game(connection, game_id)

    async def change_settings(
        self,
        game_id: int,
        news: tuple[NewsKind, int] | None = ("settings", 0),
        language: str | None = None,
        /,
        **settings: JsonValue,
    ) -> GameRow:
        """Set some of the table's settings (None removes one), or another language, and return the game.

        Its channel hears these ``news``; with `UNTOLD` nobody hears of it.

        :raises GameMissing: when there is no such game
        """
        async with self.database.writing() as connection:
            if language is not None:
                change = update(games).where(games.c.id == game_id)
                await connection.execute(change.values(language=language))
            game = await put_settings(connection, game_id, settings)
            if news is not None:
                await add_news(connection, self.database, game_id, *news, game.rev)
            return game

    async def rest(self, game_id: int, settings: Mapping[str, JsonValue]) -> GameRow:
        """Let an open game rest by these settings, of which its players are to hear.

        :raises GameMissing, WrongState: when there is no such open game
        """
        async with self.database.writing() as connection:
            game = await locked_game(connection, game_id, *OPEN)
            change = update(games).where(games.c.id == game_id)
            await connection.execute(change.values(settings={**game.settings, **settings}))
            await add_news(connection, self.database, game_id, "rests", 0, game.rev)
            return await locked_game(connection, game_id)

    async def move(  # noqa: PLR0913 - where to, who says so, and what becomes of settings and messages
        self,
        game_id: int,
        place: ChannelPlace,
        by: int,
        settings: Mapping[str, JsonValue],
        left: Collection[str],
        *,
        cleared: bool,
    ) -> GameRow:
        """Let an open game go on in another place, of which its players are to hear; None removes a setting.

        Its messages of purposes that begin like those ``left`` stay where they are; the others are to be removed if
        the channel can be ``cleared``.

        :raises GameMissing, WrongState: when there is no such open game
        :raises ChannelTaken: when another game is open there
        """
        try:
            async with self.database.writing() as connection:
                game = await locked_game(connection, game_id, *OPEN)
                kept = merged(game.settings, settings)
                change = update(games).where(games.c.id == game_id)
                await connection.execute(change.values(**asdict(place), settings=kept))
                await leave_channel(connection, game_id, place.channel_id, left, cleared=cleared)
                await add_news(connection, self.database, game_id, "moved", by, game.rev)
                return await locked_game(connection, game_id)
        except IntegrityError:
            raise await channel_taken(self.database, place.channel_id) from None

    async def end(self, game_id: int, **settings: JsonValue) -> GameRow:
        """Abandon a lobby or a running game, by these settings; its actions stay stored.

        :raises GameMissing, WrongState: when there is no such open game
        """
        async with self.database.writing() as connection:
            return await abandon(connection, self.database, game_id, settings)
