"""From an open lobby to a running game, and ending one."""

import asyncio
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count
from typing import Literal, TypeAlias
from unicodedata import category, normalize

from assets.sentences import BLANKS
from bot.errors.tables import BadSeats, NotInvited, NotRunning, NotSeated, OthersPlay, RecordIsSet, TooFew
from bot.storage import UNTOLD, JsonValue, NewGame, SeatRow, SignUpRow, Storage
from bot.tables import replay
from bot.tables.border import border
from bot.tables.cache import OPEN, LoadedTable, TableCache
from bot.tables.changes import Changes, TableChange
from bot.tables.colours import wished
from bot.tables.seated import check_host, check_lobby_of
from bot.tables.settings import Deputy, TableSettings
from bot.tables.table import Seat, StartedTable, Table, is_house, seat_from
from engine import rng
from engine.data import EDITION
from engine.game import Game, Setup
from engine.title import Title, find

NAME = 32
JOINERS = "\u200c\u200d"
"""What parts or joins letters, as in Persian and in emoji, and is no letter itself."""
UNSEEN = {"\u034f", *map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))}
"""Marks that join others or choose one of their forms, and are no marks to the eye."""
SEEDS = rng.MODULUS
SEAT_ORDER = 18
"""Sets the generator that seats people apart from the one that sets the game up."""

Withdrawn: TypeAlias = Literal["withdrawn", "seated", "not_waiting"]
"""What becomes of a name on the list of a league: it is off it; the lobby it went to remains; it was not on it."""


def seat_order(people: Sequence[int], seed: int) -> list[int]:
    """Return people in the order in which the seed seats them, whatever order they came in."""
    order, _ = rng.shuffled(sorted(people), rng.seeded(seed + SEAT_ORDER))
    return order


def plain_name(name: str) -> str:
    """Return a name fit for one line: without control characters, not too long, never empty or blank."""
    inked = name.translate(BLANKS)
    kept = "".join(mark if mark.isprintable() or mark in JOINERS else " " for mark in inked)
    plain = " ".join(kept.split())[:NAME]
    return plain if plain.strip(JOINERS) else "?"


def distinct_name(name: str, taken: Iterable[str]) -> str:
    """Return a name that nobody else at a table bears, with a number behind it where somebody does."""
    plain, others = plain_name(name), {_alike(one) for one in taken}
    numbered = (f"{plain[: NAME - 3]} {number}" for number in count(2))
    return next(one for one in chain((plain,), numbered) if _alike(one) not in others)


def house_name(name: str, number: int, taken: Iterable[str]) -> str:
    """Return what a seat of the house is called, by the house's name and the seat's number."""
    return distinct_name(f"{plain_name(name)} {number}", taken)


def name_at(table: Table, user: int, name: str, seat: str = "") -> str:
    """Return what a person is called at a table, who may get a ``seat`` there: as nobody else is who plays."""
    others = [one.name for one in table.seats if one.id != seat and one.user_id != user]
    return distinct_name(name, others)


def _alike(name: str) -> str:
    """Return a key that is equal for names that look the same: what shows nothing is left out."""
    kept = "".join(mark for mark in normalize("NFKC", name) if not _shows_nothing(mark))
    return " ".join(kept.casefold().split())


def _shows_nothing(mark: str) -> bool:
    """Tell whether a mark only controls others, or chooses one of their forms."""
    return category(mark) in ("Cc", "Cf") or mark in UNSEEN


def places_of(title: Title, seats: int | None) -> int:
    """Return how many seats a table has: as many as wished, else as many as the title allows."""
    low, high = title.data.players
    places = high if seats is None else seats
    if not low <= places <= high:
        raise BadSeats(title=title.name, low=low, high=high, seats=places)
    return places


def _new_lobby(  # noqa: PLR0913, PLR0917 - a table has that many sides
    channel_id: int,
    title: str,
    host: int,
    guild_id: int | None,
    seats: int | None,
    options: Sequence[str] = (),
    seed: int | None = None,
    language: str = "en",
) -> NewGame:
    """Return what a lobby is opened with; see :meth:`Lobbies.create`."""
    found = find(title)
    places, normal = places_of(found, seats), found.normalised_options(tuple(options))
    found.check_allowed(places, options)
    return NewGame(
        channel_id=channel_id,
        title=found.name,
        seed=secrets.randbelow(SEEDS) if seed is None else seed % SEEDS,
        places=places,
        host_user_id=host,
        guild_id=guild_id,
        options=list(normal),
        language=language,
        engine_version=replay.begun_now(),
    )


def _kept_readings(title: Title, before: Sequence[str], chosen: Sequence[str]) -> list[str]:
    """Readings of recorded games that stay in force: all but those of a preset that is no longer chosen."""
    given_up = {
        reading
        for preset, readings in title.data.presets.items()
        if preset not in chosen and set(readings) <= set(before)
        for reading in readings
    }
    readings = [option for option in before if title.options[option.partition("=")[0]].compat]
    return [reading for reading in readings if reading not in given_up]


def _check_over_for(table: Table, user_id: int) -> None:
    if table.state != "finished":
        raise NotRunning(state=table.state)
    if table.seat_of(user_id) is None:
        raise NotSeated


def _at_free_places(lobby: Table) -> dict[int, Seat]:
    """Return seats of nobody at the free places of a recorded game, by place, named as in its record."""
    taken, lowest = list(lobby.names.values()), min((0, *(seat.user_id for seat in lobby.seats)))
    found = {}
    for place in lobby.free_places:
        taken.append(distinct_name(lobby.recorded[place], taken))
        found[place] = Seat(f"s{place + 1}", lowest - place - 1, taken[-1])
    return found


def _others(table: Table, user_id: int) -> bool:
    """Tell whether people other than one play at a table."""
    return any(seat.user_id != user_id for seat in table.seats if not seat.is_house)


class Lobbies:
    """Opening, filling, starting and ending tables."""

    def __init__(self, storage: Storage, tables: TableCache, changes: Changes) -> None:
        self._storage = storage
        self._tables = tables
        self._changes = changes

    async def create(  # noqa: PLR0913 - a table has that many sides
        self,
        channel_id: int,
        title: str,
        user_id: int,
        name: str,
        *,
        guild_id: int | None = None,
        seats: int | None = None,
        options: Sequence[str] = (),
        seed: int | None = None,
        language: str = "en",
        settings: TableSettings | None = None,
    ) -> Table:
        """Open a lobby in a channel; who opens it is its host and first player.

        :raises BadSetup: when there is no such title or option, or the option is not for so many seats
        :raises BadSeats: when the title is not played by that many
        :raises ChannelTaken: when the channel holds an open game
        """
        new = _new_lobby(channel_id, title, user_id, guild_id, seats, options, seed, language)
        chosen = settings or TableSettings()
        if settings is not None:  # the channel need not be told of what a new table begins with
            chosen = settings.having(announced=settings.to_announce(language))
        return await self._open(new, {user_id: plain_name(name)}, chosen)

    async def _open(self, new: NewGame, people: Mapping[int, str], settings: TableSettings) -> Table:
        """Store a lobby in which people and the house sit by these names, and tell of it."""
        row = await self._storage.games.create(new, people, settings.stored())
        return await self._opened(row.id, new.host_user_id)

    async def _opened(self, game_id: int, user_id: int) -> Table:
        """Return a lobby that was just opened by somebody, and tell of it."""
        table = await self._tables.find(game_id)
        self._changes.tell(TableChange("lobby", table, by=user_id))
        return table

    async def rematch(self, game_id: int, user_id: int, name: str, house: str = "") -> Table:
        """Open a rematch lobby for a finished game and invite its players; if one is open already, join it.

        The house sits down by the name of ``house`` where it sat before, or where a copy had nobody.

        :raises NotSeated: when the person did not play
        :raises NotRunning: when the game is not over
        :raises ChannelTaken: when the channel holds another open game
        """
        async with self._tables.locked(game_id) as loaded:
            before = loaded.table  # locked: of two who press at once the second finds a lobby
            _check_over_for(before, user_id)
            opened = await self._tables.in_channel(before.channel_id)
            if opened is not None and opened.settings.rematch_of == game_id:
                return await self.join(opened.game_id, user_id, name)
            return await self._open_rematch(before, user_id, name, house)

    async def _open_rematch(self, before: Table, user_id: int, name: str, house: str) -> Table:
        others = [seat.user_id for seat in before.seats if seat.user_id != user_id and not seat.is_house]
        kept = TableSettings().having(**before.settings.chosen, rematch_of=before.game_id, invited=others)
        if before.settings.guests:
            played = {str(seat.user_id): seat.name for seat in before.seats if not seat.is_house}
            kept = kept.having(guests={**before.settings.guests, **played})
        new = _new_lobby(
            before.channel_id,
            before.title,
            user_id,
            before.guild_id,
            len(before.seats),
            before.options,
            language=before.language,
        )
        people = {user_id: plain_name(name)}
        for number in range(1, 1 + sum(seat.is_house for seat in before.seats)):
            people[-number] = house_name(house, number, people.values())
        return await self._open(new, people, kept.having(announced=kept.to_announce(before.language)))

    async def open_league(
        self,
        channel_id: int,
        guild_id: int,
        title: str,
        people: Sequence[SignUpRow],
        language: str,
    ) -> Table | None:
        """Open a lobby of a server's league with all who signed up for it, and call them; the first is its host.

        They wait no longer then. None, and nothing has happened, if one of them already waits no longer.

        :raises BadSeats: when the title is not played by that many
        :raises ChannelTaken: when the channel holds an open game
        """
        names, host = dict[int, str](), people[0].user_id
        for one in people:
            names[one.user_id] = distinct_name(one.name, names.values())
        new = _new_lobby(channel_id, title, host, guild_id, len(people), language=language)
        waited = {str(one.user_id): one.signed_at for one in people}
        settings = TableSettings(league=True, invited=tuple(names), signed_up=waited)
        row = await self._storage.league.seat(new, names, settings.stored())
        return None if row is None else await self._opened(row.id, host)

    async def withdraw(self, guild_id: int, title: str, user_id: int) -> Withdrawn:
        """Take a person off the list of a server's league, to which no lobby that is ended brings them back either.

        They may be "seated" in one all the same.
        """
        found: Withdrawn = "not_waiting"
        if await self._storage.league.withdraw(guild_id, title, (user_id,)):
            found = "withdrawn"
        for row in await self._storage.games.of_user(user_id, ["lobby"]):
            if (row.guild_id, row.title) == (guild_id, title) and await self._waits_no_more(row.id, user_id):
                found = "seated"
        if found == "seated" and await self._storage.league.withdraw(guild_id, title, (user_id,)):
            found = "withdrawn"  # the lobby was ended meanwhile, and they waited again
        return found

    async def _waits_no_more(self, game_id: int, user_id: int) -> bool:
        """Forget since when somebody had waited for the lobby where they sit; whether they had."""
        async with self._tables.locked(game_id) as loaded:
            since = dict(loaded.table.settings.signed_up)
            had_waited = since.pop(str(user_id), None) is not None
            await self._tables.change_settings(loaded, UNTOLD, signed_up=since)
            return had_waited

    async def watch(self, game_id: int, user_id: int) -> bool:
        """Let a person be told of the rounds of a table, or no longer if they were; return which of the two."""
        async with self._tables.locked(game_id) as loaded:
            before = loaded.table.settings.watchers
            others = [one for one in before if one != user_id]
            people = others if user_id in before else [*others, user_id]
            await self._tables.change_settings(loaded, watchers=people)
            return user_id in people

    async def discard(self, game_id: int) -> None:
        """Close a lobby that nobody has seen; nobody is told, and who had waited for it waits again."""
        async with self._tables.locked(game_id) as loaded:
            row = await self._storage.league.close(game_id, _signed_up(loaded.table))
            loaded.table = replace(loaded.table, state=row.state)

    async def join(self, game_id: int, user_id: int, name: str) -> Table:
        """Take a seat in a lobby.

        :raises AlreadySeated, LobbyFull, WrongState: when there is no seat to take
        :raises NotInvited: when only others may
        """
        async with self._tables.locked(game_id) as loaded:
            if not loaded.table.is_welcome(user_id):
                raise NotInvited(host=str(loaded.table.host))
            place = next(iter(loaded.table.free_places), None) if loaded.table.recorded else None
            called = distinct_name(name, loaded.table.names.values())
            rows = await self._storage.seats.join(game_id, user_id, called, place)
            return self._seated(loaded, rows, user_id)

    async def invite(self, game_id: int, by: int, user_id: int = 0, name: str = "") -> Table:
        """Let a person sit down in a lobby, which from then on is for those invited; for everybody without a person.

        :raises NotHost: when only the host may do this
        :raises NotRunning: when it is no longer a lobby
        """
        async with self._tables.locked(game_id) as loaded:
            before = loaded.table
            check_lobby_of(before, by)
            guests = {**before.settings.guests, str(user_id): plain_name(name)} if user_id else {}
            after = await self._tables.change_settings(loaded, guests=guests)
            self._changes.tell(TableChange("lobby", after, before, by=by))
            return after

    async def rename(self, game_id: int, user_id: int, name: str) -> bool:
        """Call a person at an open table as they are called by now; return whether that is new."""
        async with self._tables.locked(game_id) as loaded:
            before, seat = loaded.table, loaded.table.seat_of(user_id)
            if seat is None or before.state not in OPEN:
                return False
            called = distinct_name(name, [one.name for one in before.seats if one != seat])
            if called == seat.name:
                return False
            rows = await self._storage.seats.rename(game_id, seat.id, called)
            loaded.table = after = replace(before, seats=tuple(map(seat_from, rows)))
            self._changes.tell(TableChange("names", after, before, by=user_id))
            return True

    async def recolour(self, game_id: int, user_id: int, wish: int | None) -> None:
        """Give a person at an open table the colour they wish for, if nobody sitting before them has it."""
        async with self._tables.locked(game_id) as loaded:
            before = loaded.table
            if before.seat_of(user_id) is not None and before.state in OPEN:
                others = {one: had for one, had in before.settings.colours.items() if one != str(user_id)}
                wishes = others if wish is None else {**others, str(user_id): wish}
                after = await self._tables.change_settings(loaded, colours=wishes)
                if after.seat_colours != before.seat_colours:
                    self._changes.tell(TableChange("names", after, before, by=user_id))

    async def leave(self, game_id: int, user_id: int) -> Table:
        """Give up a seat in a lobby; a host hands over to the next player, and closes it where there is none.

        :raises SeatMissing, WrongState: when there is no seat to give up
        """
        async with self._tables.locked(game_id) as loaded:
            return await self._freed(loaded, user_id, user_id)

    async def free(self, game_id: int, user_id: int, by: int, *, as_host: bool = False) -> Table:
        """Free somebody else's seat in a lobby; ``as_host`` is for admins, and for all where the player is gone.

        :raises NotHost: when only the host may do this
        :raises SeatMissing, WrongState: when there is no seat to free
        """
        async with self._tables.locked(game_id) as loaded:
            if not as_host:
                check_host(loaded.table, by)
            return await self._freed(loaded, user_id, by)

    async def _freed(self, loaded: LoadedTable, user_id: int, by: int) -> Table:
        before = loaded.table
        people = [seat.user_id for seat in before.seats if not seat.is_house]
        if before.state == "lobby" and people == [user_id] == [before.host]:
            return await self._end(loaded, by)
        rows = await self._storage.seats.leave(before.game_id, user_id, kept=bool(before.recorded))
        if before.host == user_id:
            host = next(row.user_id for row in rows if not is_house(row.user_id))
            loaded.table = replace(before, host=host)
        return self._seated(loaded, rows, by)

    async def seat_house(self, game_id: int, user_id: int, name: str) -> Table:
        """Let the house play at a free seat of a lobby, under a name with the seat's number in it.

        :raises NotHost: when only the host may do this
        :raises LobbyFull, WrongState: when there is no seat to take
        """
        async with self._tables.locked(game_id) as loaded:
            check_host(loaded.table, user_id)
            house = loaded.table.free_house
            place = next(iter(loaded.table.free_places), None) if loaded.table.recorded else None
            called = house_name(name, -house, loaded.table.names.values())
            rows = await self._storage.seats.join(game_id, house, called, place, by=user_id)
            return self._seated(loaded, rows, user_id)

    async def unseat_house(self, game_id: int, user_id: int) -> Table:
        """Free the seat of a lobby that the house took last.

        :raises NotHost: when only the host may do this
        :raises SeatMissing, WrongState: when the house has no seat there
        """
        async with self._tables.locked(game_id) as loaded:
            check_host(loaded.table, user_id)
            last = min((seat.user_id for seat in loaded.table.seats), default=0)
            kept = bool(loaded.table.recorded)
            rows = await self._storage.seats.leave(game_id, min(last, -1), kept=kept)
            return self._seated(loaded, rows, user_id)

    def _seated(self, loaded: LoadedTable, rows: Sequence[SeatRow], user_id: int) -> Table:
        before = loaded.table
        loaded.table = replace(before, seats=tuple(map(seat_from, rows)))
        self._changes.tell(TableChange("lobby", loaded.table, before, by=user_id))
        return loaded.table

    async def start(self, game_id: int, user_id: int) -> StartedTable:
        """Shuffle the seats by the seed and begin.

        :raises NotHost: when only the host may start
        :raises TooFew: when the title needs more players
        :raises NotRunning: when it is no longer a lobby
        """
        async with self._tables.locked(game_id) as loaded:
            before = loaded.table
            if before.state != "lobby":
                raise NotRunning(state=before.state)
            check_host(before, user_id)
            if len(before.seats) < before.fewest:
                raise TooFew(low=before.fewest, count=len(before.seats))
            go_on = self._go_on if before.recorded else self._begin
            wishes = await wished(self._storage, before.people)
            settings = before.settings.having(colours=wishes) if wishes else before.settings
            loaded.table = started = await go_on(before, settings)
            loaded.remember(started.game, len(started.moves))
            self._changes.tell(TableChange("started", started, before, by=user_id))
            return started

    async def _begin(self, lobby: Table, settings: TableSettings) -> StartedTable:
        order = seat_order([seat.user_id for seat in lobby.seats], lobby.seed)
        ids = tuple(f"s{place}" for place in range(1, len(order) + 1))
        setup = Setup(lobby.title, ids, lobby.options, lobby.seed)
        game = await asyncio.to_thread(Game.begin, setup)
        options = game.setup.options
        rows = await self._storage.games.start(
            lobby.game_id,
            order,
            settings=settings.since(lobby.settings),
            engine_version=replay.begun_now(),
            options=list(options),
        )
        begun = replace(lobby, state="running", options=options, edition=EDITION, settings=settings)
        return replace(begun, seats=tuple(map(seat_from, rows))).begin(game)

    async def _go_on(self, lobby: Table, settings: TableSettings) -> StartedTable:
        """Let a recorded game go on by the rules chosen, all at their seats; the host plays free ones of a copy."""
        free, wanted = _at_free_places(lobby), settings
        if free:
            host = lobby.seat_of(lobby.host)
            name = host.name if host else "?"
            played = {
                one.id: Deputy(one.id, one.user_id, lobby.host, name, called=True) for one in free.values()
            }
            deputies = {**settings.deputies, **played}
            wanted = settings.having(deputies=deputies, proxies={str(lobby.host): name})
        taken = {place: one for place in range(lobby.places) if (one := lobby.seat(f"s{place + 1}"))}
        seats = tuple(one for _, one in sorted({**taken, **free}.items()))
        then = border(lobby, await self._tables.recorded(replace(lobby, seats=seats)))
        await self._storage.games.start(
            lobby.game_id,
            [one.user_id for one in seats],
            then,
            coming={one.user_id: one.name for one in free.values()},
            settings=wanted.since(lobby.settings),
        )
        return (await self._tables.stored(lobby.game_id)).started()

    async def end(self, game_id: int, user_id: int, *, as_host: bool = False) -> Table:
        """Abandon a lobby or a running game; its moves stay stored; ``as_host`` is for admins.

        Whoever sits in a lobby of the league waits again where they had stood on the list.
        A game that others play is for an admin to end, who is named to all; its host asks them to stop.

        :raises NotHost: when only the host may do this
        :raises OthersPlay: when the others must agree
        :raises WrongState: when it is not open
        """
        async with self._tables.locked(game_id) as loaded:
            if not as_host:
                check_host(loaded.table, user_id)
            if loaded.table.state == "running" and _others(loaded.table, user_id):
                if not as_host:
                    raise OthersPlay
                return await self._end(loaded, user_id, ended_by=user_id)
            return await self._end(loaded, user_id)

    async def _end(self, loaded: LoadedTable, user_id: int, **settings: JsonValue) -> Table:
        before = loaded.table
        if waited := _signed_up(before):
            row = await self._storage.league.close(before.game_id, waited)
        else:
            row = await self._storage.games.end(before.game_id, **settings)
        loaded.table = replace(before, state=row.state, settings=TableSettings.of(row.settings))
        self._changes.tell(TableChange("ended", loaded.table, before, by=user_id))
        return loaded.table

    async def change_options(self, game_id: int, user_id: int, options: Sequence[str]) -> Table:
        """Choose the options of a lobby anew; single readings of recorded games stay as they were.

        :raises NotHost: when only the host may do this
        :raises NotRunning: when it is no longer a lobby
        :raises BadSetup: when the options do not go together, or are not for so many players
        """
        async with self._tables.locked(game_id) as loaded:
            before = loaded.table
            check_lobby_of(before, user_id)
            if before.recorded:
                raise RecordIsSet
            title = find(before.title)
            normal = title.normalised_options((*_kept_readings(title, before.options, options), *options))
            title.check_allowed(before.places, options)
            await self._storage.games.change(game_id, options=list(normal))
            loaded.table = replace(before, options=normal)
            self._changes.tell(TableChange("lobby", loaded.table, before, by=user_id))
            return loaded.table

    async def change_settings(self, game_id: int, user_id: int, **settings: object) -> Table:
        """Change what the host may set for the table, and tell the channel.

        :raises NotHost: when only the host may do this
        """
        async with self._tables.locked(game_id) as loaded:
            check_host(loaded.table, user_id)
            before = loaded.table
            language = settings.pop("language", before.language)
            noted: dict[str, object] = {"changes": before.settings.changes + 1, "changed_by": user_id}
            noted["announced"] = before.settings.announced or before.settings.to_announce(before.language)
            other = None if language == before.language else str(language)
            after = await self._tables.change_settings(loaded, ("settings", 0), other, **settings, **noted)
            self._changes.tell(TableChange("settings", after, before, by=user_id))
            return after

    async def forget_hook(self, game_id: int) -> None:
        """Show no longer that a machine on the web is told of the table's calls."""
        async with self._tables.locked(game_id) as loaded:
            before = loaded.table
            told = {name: one for name, one in before.settings.announced.items() if name != "hook"}
            after = await self._tables.change_settings(loaded, hook="", announced=told)
            if self._storage.database.shard.serves(before.guild_id):
                self._changes.tell(TableChange("settings", after, before, by=0))


def _signed_up(table: Table) -> list[SignUpRow]:
    """The places on the list of the league that those who sit in a lobby had given up for it."""
    if table.state != "lobby":
        return []
    since = table.settings.signed_up
    return [
        SignUpRow(table.guild_id or 0, table.title, seat.user_id, seat.name, since[str(seat.user_id)])
        for seat in table.seats
        if str(seat.user_id) in since
    ]
