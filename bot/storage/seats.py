"""Seats: who sits at a game."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import delete, insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors.storage import AlreadySeated, LobbyFull, SeatMissing
from bot.storage.database import Database, whole_requests
from bot.storage.outbox import add_news
from bot.storage.queries import fetch, locked_game, merged, pick
from bot.storage.rows import GameRow, JsonValue, SeatRow
from bot.storage.schema import games, seats


async def seats_on(connection: AsyncConnection, game_id: int) -> tuple[SeatRow, ...]:
    """Return the seats of a game in seat order."""
    query = pick(seats, SeatRow).where(seats.c.game_id == game_id).order_by(seats.c.position)
    return await fetch(connection, SeatRow, query)


async def reseat(connection: AsyncConnection, game_id: int, people: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Write the seats anew in the order of ``people``."""
    new = tuple(
        SeatRow(game_id, f"s{place + 1}", place, seat.user_id, seat.name, seat.joined_at)
        for place, seat in enumerate(people)
    )
    await connection.execute(delete(seats).where(seats.c.game_id == game_id))
    if new:
        await connection.execute(insert(seats), [asdict(seat) for seat in new])
    return new


async def note_scores(connection: AsyncConnection, game_id: int, scores: Mapping[str, int]) -> None:
    """Write within the caller's transaction what each seat has scored; without scores, that none has any."""
    of_game = update(seats).where(seats.c.game_id == game_id)
    if not scores:
        await connection.execute(of_game.values(score=None))
    for seat, score in scores.items():
        await connection.execute(of_game.where(seats.c.seat == seat).values(score=score))


@whole_requests
@dataclass(frozen=True)
class StoredSeats:
    """Taking seats and giving them up."""

    database: Database

    async def of_game(self, game_id: int) -> tuple[SeatRow, ...]:
        """Return the seats of a game in seat order; in a lobby, in the order of joining."""
        async with self.database.asking() as connection:
            return await seats_on(connection, game_id)

    async def scored(self, game_id: int, scores: Mapping[str, int]) -> None:
        """Store the scores of a finished game's seats."""
        async with self.database.writing() as connection:
            await note_scores(connection, game_id, scores)

    async def join(
        self, game_id: int, user_id: int, name: str, place: int | None = None, *, by: int | None = None
    ) -> tuple[SeatRow, ...]:
        """Seat a person at a lobby, at a free place of it or behind the others, and return all its seats.

        ``by`` is whoever seats somebody else.

        :raises GameMissing, WrongState: when there is no such lobby
        :raises AlreadySeated: when the person sits there already
        :raises LobbyFull: when no place is left
        """
        async with self.database.writing() as connection:
            game = await locked_game(connection, game_id, "lobby")
            taken = await seats_on(connection, game_id)
            if any(seat.user_id == user_id for seat in taken):
                raise AlreadySeated(game_id=game_id, user_id=user_id)
            if len(taken) >= game.places:
                raise LobbyFull(game_id=game_id, places=game.places)
            at = len(taken) if place is None else place
            new = SeatRow(game_id, f"s{at + 1}", at, user_id, name, self.database.now())
            await connection.execute(insert(seats).values(**asdict(new)))
            await add_news(connection, self.database, game_id, "lobby", user_id if by is None else by)
            return tuple(sorted((*taken, new), key=lambda one: one.position))

    async def sit(self, game_id: int, user_id: int, name: str, place: int, by: int) -> tuple[SeatRow, ...]:
        """Seat a person at a free place of a lobby, away from where they sat, and return all its seats.

        :raises GameMissing, WrongState: when there is no such lobby
        """
        async with self.database.writing() as connection:
            await locked_game(connection, game_id, "lobby")
            others = [seat for seat in await seats_on(connection, game_id) if seat.user_id != user_id]
            new = SeatRow(game_id, f"s{place + 1}", place, user_id, name, self.database.now())
            mine = seats.c.game_id == game_id, seats.c.user_id == user_id
            await connection.execute(delete(seats).where(*mine))
            await connection.execute(insert(seats).values(**asdict(new)))
            await add_news(connection, self.database, game_id, "lobby", by)
            return tuple(sorted((*others, new), key=lambda one: one.position))

    async def replace(  # noqa: PLR0913 - which seat, whose it is, since when, and what comes with it
        self,
        game_id: int,
        seat: str,
        user_id: int,
        name: str,
        since: datetime | None = None,
        *,
        settings: Mapping[str, JsonValue] | None = None,
    ) -> tuple[GameRow, tuple[SeatRow, ...]]:
        """Give a seat of a running game to somebody else, and the office of host with the host's; return both.

        Where the house (below 0) takes the host's seat, the office goes to another person. ``since`` is from when
        what is done there concerns whoever comes, None for from now on; ``settings`` of the table change with it.

        :raises GameMissing, WrongState: when there is no such running game
        :raises SeatMissing: when there is no such seat
        :raises AlreadySeated: when the person sits there already
        """
        async with self.database.writing() as connection:
            game = await locked_game(connection, game_id, "running")
            taken = await seats_on(connection, game_id)
            if any(one.user_id == user_id for one in taken):
                raise AlreadySeated(game_id=game_id, user_id=user_id)
            before = next((one for one in taken if one.seat == seat), None)
            if before is None:
                raise SeatMissing(game_id=game_id)
            same = seats.c.game_id == game_id, seats.c.seat == seat
            await connection.execute(
                update(seats)
                .where(*same)
                .values(user_id=user_id, name=name, joined_at=since or self.database.now())
            )
            if game.host_user_id == before.user_id:
                people = (user_id, *(one.user_id for one in taken if one != before))
                heir = next((one for one in people if one > 0), user_id)
                await connection.execute(update(games).where(games.c.id == game_id).values(host_user_id=heir))
            changed = merged(game.settings, settings or {})
            await connection.execute(update(games).where(games.c.id == game_id).values(settings=changed))
            await add_news(connection, self.database, game_id, "seats", user_id, game.rev)
            return await locked_game(connection, game_id), await seats_on(connection, game_id)

    async def rename(self, game_id: int, seat: str, name: str) -> tuple[SeatRow, ...]:
        """Rename the person at a seat of an open game, tell its channel, and return all seats.

        :raises GameMissing, WrongState: when there is no such open game
        """
        async with self.database.writing() as connection:
            game = await locked_game(connection, game_id, "lobby", "running")
            same = seats.c.game_id == game_id, seats.c.seat == seat
            await connection.execute(update(seats).where(*same).values(name=name))
            await add_news(connection, self.database, game_id, "names", 0, game.rev)
            return await seats_on(connection, game_id)

    async def leave(self, game_id: int, user_id: int, *, kept: bool = False) -> tuple[SeatRow, ...]:
        """Free a person's seat at a lobby and return the seats that remain, moved up unless they are ``kept``.

        Where it is the host's, the first other person is the host from then on.

        :raises GameMissing, WrongState: when there is no such lobby
        :raises SeatMissing: when the person has no seat there
        """
        async with self.database.writing() as connection:
            game = await locked_game(connection, game_id, "lobby")
            taken = await seats_on(connection, game_id)
            remaining = [seat for seat in taken if seat.user_id != user_id]
            if len(remaining) == len(taken):
                raise SeatMissing(game_id=game_id, user_id=user_id)
            await add_news(connection, self.database, game_id, "lobby", user_id)
            if game.host_user_id == user_id:
                heir = next((seat.user_id for seat in remaining if seat.user_id > 0), user_id)
                await connection.execute(update(games).where(games.c.id == game_id).values(host_user_id=heir))
            if kept:
                mine = seats.c.game_id == game_id, seats.c.user_id == user_id
                await connection.execute(delete(seats).where(*mine))
                return tuple(remaining)
            return await reseat(connection, game_id, remaining)
