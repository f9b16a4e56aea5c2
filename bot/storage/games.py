"""Games and seats: from the lobby to the end."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from typing import Unpack

from sqlalchemy import Select, delete, exists, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import Database, fetch, fetch_one, pick
from bot.storage.errors import AlreadySeated, ChannelTaken, GameMissing, LobbyFull, SeatMissing
from bot.storage.rows import GameChanges, GameRow, JsonValue, NewGame, SeatRow, TableState
from bot.storage.schema import games, reminders, seats

OPEN: tuple[TableState, ...] = ("lobby", "running")


def _in_channel(channel_id: int) -> Select[int]:
    return select(games.c.id).where(games.c.channel_id == channel_id, games.c.state.in_(OPEN))


async def seats_on(connection: AsyncConnection, game_id: int) -> tuple[SeatRow, ...]:
    """Return the seats of a game in seat order."""
    query = pick(seats, SeatRow).where(seats.c.game_id == game_id).order_by(seats.c.position)
    return await fetch(connection, SeatRow, query)


class StoredGames(Database):
    """Opening, finding, filling, starting and closing games."""

    async def create_game(self, new: NewGame) -> GameRow:
        """Open a lobby and return it; nobody sits at it yet.

        Raises:
            ChannelTaken: a lobby or running game is open in that channel.
        """
        values = {**asdict(new), "state": "lobby", "rev": 0, "settings": {}, "created_at": self.now()}
        try:
            async with self.writing() as connection:
                result = await connection.execute(insert(games).values(**values).returning(games.c.id))
                return await self._game_on(connection, result.scalar_one())
        except IntegrityError:
            raise await self._taken(new.channel_id) from None

    async def _taken(self, channel_id: int) -> ChannelTaken:
        """Return the refusal that names the game open in the channel (number 0 if it just closed)."""
        async with self.reading() as connection:
            found = await connection.scalar(_in_channel(channel_id))
        return ChannelTaken(channel_id, found or 0)

    async def game(self, game_id: int) -> GameRow:
        """Return a game.

        Raises:
            GameMissing: there is none of that number.
        """
        async with self.reading() as connection:
            found = await fetch_one(connection, GameRow, pick(games, GameRow).where(games.c.id == game_id))
        if found is None:
            raise GameMissing(game_id)
        return found

    async def game_in_channel(self, channel_id: int, *, closed: bool = False) -> GameRow | None:
        """Return the lobby or running game of a channel; with ``closed`` its newest game of any state."""
        query = pick(games, GameRow).where(games.c.channel_id == channel_id)
        if not closed:
            query = query.where(games.c.state.in_(OPEN))
        async with self.reading() as connection:
            return await fetch_one(connection, GameRow, query.order_by(games.c.id.desc()).limit(1))

    async def games_of_user(self, user_id: int, states: Collection[TableState] = OPEN) -> tuple[GameRow, ...]:
        """Return the games a person hosts or sits at, newest first."""
        seated = exists().where(seats.c.game_id == games.c.id, seats.c.user_id == user_id)
        query = pick(games, GameRow).where(
            or_(games.c.host_user_id == user_id, seated), games.c.state.in_(states)
        )
        async with self.reading() as connection:
            return await fetch(connection, GameRow, query.order_by(games.c.id.desc()))

    async def games_in(self, *states: TableState) -> tuple[GameRow, ...]:
        """Return all games in one of the states, oldest first."""
        query = pick(games, GameRow).where(games.c.state.in_(states)).order_by(games.c.id)
        async with self.reading() as connection:
            return await fetch(connection, GameRow, query)

    async def seats(self, game_id: int) -> tuple[SeatRow, ...]:
        """Return the seats of a game in seat order; in a lobby, in the order of joining."""
        async with self.reading() as connection:
            return await seats_on(connection, game_id)

    async def join(self, game_id: int, user_id: int, name: str) -> tuple[SeatRow, ...]:
        """Seat a person at a lobby and return all its seats.

        Raises:
            GameMissing, WrongState: there is no such lobby.
            AlreadySeated: the person sits there already.
            LobbyFull: no place is left.
        """
        async with self.writing() as connection:
            game = await self._game_on(connection, game_id, "lobby")
            taken = await seats_on(connection, game_id)
            if any(seat.user_id == user_id for seat in taken):
                raise AlreadySeated(game_id, user_id)
            if len(taken) >= game.places:
                raise LobbyFull(game_id, game.places)
            new = SeatRow(game_id, f"s{len(taken) + 1}", len(taken), user_id, name, self.now())
            await connection.execute(insert(seats).values(**asdict(new)))
            return (*taken, new)

    async def leave(self, game_id: int, user_id: int) -> tuple[SeatRow, ...]:
        """Free a person's seat at a lobby and return the seats that remain, moved up.

        Raises:
            GameMissing, WrongState: there is no such lobby.
            SeatMissing: the person has no seat there.
        """
        async with self.writing() as connection:
            await self._game_on(connection, game_id, "lobby")
            taken = await seats_on(connection, game_id)
            remaining = [seat for seat in taken if seat.user_id != user_id]
            if len(remaining) == len(taken):
                raise SeatMissing(game_id, user_id)
            return await self._reseat(connection, game_id, remaining)

    async def start(
        self, game_id: int, order: Sequence[int], **changes: Unpack[GameChanges]
    ) -> tuple[SeatRow, ...]:
        """Start a lobby with its people in the given order of user ids, and return the seats.

        Raises:
            GameMissing, WrongState: there is no such lobby.
            SeatMissing: the order is not exactly the people of the lobby; it names the first difference.
        """
        async with self.writing() as connection:
            await self._game_on(connection, game_id, "lobby")
            seated = {seat.user_id: seat for seat in await seats_on(connection, game_id)}
            for user_id in {*order} ^ {*seated}:
                raise SeatMissing(game_id, user_id)
            await connection.execute(
                update(games)
                .where(games.c.id == game_id)
                .values(state="running", started_at=self.now(), **changes)
            )
            return await self._reseat(connection, game_id, [seated[user_id] for user_id in order])

    async def _reseat(
        self, connection: AsyncConnection, game_id: int, people: Sequence[SeatRow]
    ) -> tuple[SeatRow, ...]:
        """Write the seats anew in the order of ``people``."""
        new = tuple(
            SeatRow(game_id, f"s{place + 1}", place, seat.user_id, seat.name, seat.joined_at)
            for place, seat in enumerate(people)
        )
        await connection.execute(delete(seats).where(seats.c.game_id == game_id))
        if new:
            await connection.execute(insert(seats), [asdict(seat) for seat in new])
        return new

    async def change_game(self, game_id: int, **changes: Unpack[GameChanges]) -> GameRow:
        """Change what a game was opened with and return it.

        Raises:
            GameMissing: there is no such game.
        """
        async with self.writing() as connection:
            await self._game_on(connection, game_id)
            await connection.execute(update(games).where(games.c.id == game_id).values(**changes))
            return await self._game_on(connection, game_id)

    async def change_settings(self, game_id: int, **settings: JsonValue) -> GameRow:
        """Set some of the table's settings (None removes one) and return the game.

        Raises:
            GameMissing: there is no such game.
        """
        async with self.writing() as connection:
            game = await self._game_on(connection, game_id)
            merged = {key: value for key, value in {**game.settings, **settings}.items() if value is not None}
            await connection.execute(update(games).where(games.c.id == game_id).values(settings=merged))
            return await self._game_on(connection, game_id)

    async def finish(self, game_id: int) -> GameRow:
        """Mark a running game as played to its end; its channel is free again.

        Raises:
            GameMissing, WrongState: there is no such running game.
        """
        return await self._close(game_id, "finished", "running")

    async def end(self, game_id: int) -> GameRow:
        """Abandon a lobby or a running game; its actions stay stored.

        Raises:
            GameMissing, WrongState: there is no such open game.
        """
        return await self._close(game_id, "ended", *OPEN)

    async def _close(self, game_id: int, state: TableState, *wanted: TableState) -> GameRow:
        async with self.writing() as connection:
            await self._game_on(connection, game_id, *wanted)
            await self._close_on(connection, game_id, state)
            return await self._game_on(connection, game_id)

    async def _close_on(self, connection: AsyncConnection, game_id: int, state: TableState) -> None:
        """Close a game within the caller's transaction; nobody is reminded of it any more."""
        await connection.execute(
            update(games).where(games.c.id == game_id).values(state=state, finished_at=self.now())
        )
        await connection.execute(delete(reminders).where(reminders.c.game_id == game_id))
