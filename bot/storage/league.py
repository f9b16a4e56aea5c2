"""The league of a server: who has signed up for its next tables, and its seasons."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.storage.database import Database, whole_requests
from bot.storage.games import abandon, add_lobby, channel_taken
from bot.storage.queries import by, pick
from bot.storage.rows import GameRow, JsonValue, NewGame, SeasonRow, SignUpRow
from bot.storage.schema import league_signups, meta, seasons


@whole_requests
@dataclass(frozen=True)
class StoredLeague:
    """Signing up and withdrawing, and beginning seasons."""

    database: Database

    async def waiting(self, guild_id: int, title: str) -> tuple[SignUpRow, ...]:
        """Return the people signed up for a title on a server, in the order in which they signed up."""
        query = by(league_signups, SignUpRow, "guild_id", "title")
        ordered = query.order_by(league_signups.c.signed_at, league_signups.c.user_id)
        return await self.database.rows(SignUpRow, ordered, guild_id=guild_id, title=title)

    async def sign_up(self, guild_id: int, title: str, user_id: int, name: str) -> bool:
        """Put a person on the list, at its end; tell whether that is new."""
        row = SignUpRow(guild_id, title, user_id, name, self.database.now())
        try:
            await self.database.execute(insert(league_signups).values(asdict(row)))
        except IntegrityError:
            return False
        return True

    async def withdraw(self, guild_id: int, title: str, people: Sequence[int]) -> bool:
        """Take people off the list; tell whether one of them stood there."""
        async with self.database.writing() as connection:
            gone = delete(league_signups).where(_listed(guild_id, title, people))
            return bool((await connection.execute(gone)).rowcount)

    async def seat(
        self, new: NewGame, people: Mapping[int, str], settings: Mapping[str, JsonValue]
    ) -> GameRow | None:
        """Open a lobby in which people sit by these names, and take them off the list; None if one waits no longer.

        Of two lobbies that are opened at once for the same person one is.

        :raises ChannelTaken: when a lobby or running game is open in that channel
        """
        theirs = _listed(new.guild_id or 0, new.title, list(people))
        held = select(league_signups.c.user_id).where(theirs).order_by(league_signups.c.user_id)
        try:
            async with self.database.writing() as connection:
                waiting = (await connection.execute(held.with_for_update())).all()
                if len(waiting) < len(people):
                    return None
                await connection.execute(delete(league_signups).where(theirs))
                return await add_lobby(connection, self.database, new, people, settings)
        except IntegrityError:
            raise await channel_taken(self.database, new.channel_id) from None

    async def close(self, game_id: int, waited: Sequence[SignUpRow]) -> GameRow:
        """Abandon a lobby, and put people back where they stood on a list, as if they had never been taken off it.

        :raises GameMissing, WrongState: when there is no such open game
        """
        async with self.database.writing() as connection:
            for one in waited:
                mine = _listed(one.guild_id, one.title, [one.user_id])
                await connection.execute(delete(league_signups).where(mine))
                await connection.execute(insert(league_signups).values(asdict(one)))
            return await abandon(connection, self.database, game_id, {})

    async def seasons(self, guild_id: int) -> tuple[SeasonRow, ...]:
        """Return the seasons of a server, the last first."""
        query = pick(seasons, SeasonRow).where(seasons.c.guild_id == guild_id)
        return await self.database.rows(SeasonRow, query.order_by(seasons.c.begun_at.desc()))

    async def begin_season(self, guild_id: int, name: str) -> bool:
        """End the season that runs and begin another; tell whether its name was free.

        Of two that are begun at once one follows the other: only one runs.
        """
        here = seasons.c.guild_id == guild_id
        async with self.database.writing() as connection:
            league = select(meta.c.value).where(meta.c.key == switch_of(guild_id))
            await connection.execute(league.with_for_update())
            now = self.database.now()
            named = select(seasons.c.name).where(here, seasons.c.name == name)
            if (await connection.execute(named)).first() is not None:
                return False
            runs = here & seasons.c.ended_at.is_(None)
            await connection.execute(update(seasons).where(runs).values(ended_at=now))
            await connection.execute(insert(seasons).values(asdict(SeasonRow(guild_id, name, now, None))))
            return True


def switch_of(guild_id: int) -> str:
    """Return under which key it is kept whether a server has a league."""
    return f"league:{guild_id}"


def _listed(guild_id: int, title: str, people: Sequence[int]) -> ColumnElement[bool]:
    """Say which rows are the places of people on the list of a title."""
    listed = league_signups.c
    return (listed.guild_id == guild_id) & (listed.title == title) & listed.user_id.in_(people)
