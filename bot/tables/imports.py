"""Games that were begun elsewhere: a record becomes a table, and its players take the seats that are theirs."""

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot.errors.storage import ChannelTaken, StorageProblem
from bot.errors.tables import (
    NoRecordedSeat,
    NotHost,
    NotInvited,
    NotRunning,
    OwnSeat,
    RecordIsSet,
    RecordTooSlow,
)
from bot.storage import ChannelPlace, Move, NewGame, Storage
from bot.tables import replay
from bot.tables.cache import TableCache
from bot.tables.changes import Changes, TableChange
from bot.tables.futures import Futures
from bot.tables.history import History
from bot.tables.importing import ReadRecord, read_record, waiting
from bot.tables.lobbies import SEEDS, distinct_name
from bot.tables.precompute import Precompute
from bot.tables.seated import check_lobby_of
from bot.tables.settings import TableSettings
from bot.tables.table import StartedTable, Table, seat_from
from bot.worker_pool import WorkerLost
from engine.game import Game, Setup
from engine.title import find


class Imports:
    """Opens records, and seats people at them."""

    def __init__(
        self,
        storage: Storage,
        tables: TableCache,
        changes: Changes,
        precompute: Precompute,
        history: History,
    ) -> None:
        self._storage = storage
        self._tables = tables
        self._changes = changes
        self._precompute = precompute
        self._history = history
        self._futures = Futures(storage)

    async def read(self, raw: bytes, file: str) -> ReadRecord:
        """Read a file, away from whatever else goes on.

        :raises RecordTooSlow: when that takes longer than anybody waits
        :raises Refused: when :func:`read_record` would raise it
        """
        try:
            return await self._precompute.elsewhere(read_record, raw, file)
        except WorkerLost:
            raise RecordTooSlow from None

    async def copied(self, table: StartedTable, ply: int | None = None) -> ReadRecord:
        """Return a table's game as it was after its first ``ply`` moves; with all of them where none is given.

        :raises NoSuchMove: when it has fewer moves
        """
        count = len(table.moves) if ply is None else ply
        game = await self._history.at(table.game_id, count)
        names, moves = list(table.names.values()), table.move_texts(count)
        decided = [move.decided_by for move in table.moves[:count]]
        return await asyncio.to_thread(waiting, game, names, moves, decided)

    async def open(  # noqa: PLR0913 - a table has that many sides
        self,
        place: ChannelPlace,
        user_id: int,
        record: ReadRecord,
        *,
        language: str = "en",
        settings: TableSettings | None = None,
        sits: tuple[int, str] | None = None,
    ) -> Table:
        """Open a record in a channel: as a finished table, or as a lobby in which its players take their seats.

        Its host ``sits`` there at once at a place, counted from 0, by a name.

        :raises ChannelTaken: when the channel holds an open game
        """
        new = _new_game(record.setup, place, user_id, language)
        names = list[str]()
        for name in record.names:
            names.append(distinct_name(name, names))
        moves = [
            Move(seat, user_id, text, decided_by)
            for (seat, text), decided_by in zip(record.moves, record.decided, strict=True)
        ]
        settings = (settings or TableSettings()).having(record=tuple(names), go_on=record.goes_on)
        gone = names if record.over else ()
        row = await self._storage.games.take_in(new, moves, gone, settings.stored(), sits)
        count = len(moves)
        with suppress(StorageProblem):  # without it the moves are replayed
            await self._storage.snapshots.save(row.id, count, count, replay.engine_id(), record.state)
        table = await self._tables.find(row.id)
        self._changes.tell(TableChange("lobby", table, by=user_id))
        return table

    async def go_on_by(self, game_id: int, by: int, rules: str) -> Table:
        """Choose the rules by which a record goes on where it ends.

        :raises NotHost: when only the host may do this
        :raises NotRunning: when it goes on already
        :raises RecordIsSet: when its record leaves no choice, or there is none
        """
        async with self._tables.locked(game_id) as loaded:
            before = loaded.table
            check_lobby_of(before, by)
            if not before.settings.go_on:
                raise RecordIsSet
            after = await self._tables.change_settings(loaded, go_on=rules)
            self._changes.tell(TableChange("lobby", after, before, by=by))
            return after

    async def fresh(
        self, title: str, names: Sequence[str], options: Sequence[str], seed: int | None
    ) -> ReadRecord:
        """Return a game of a title that has not begun, with seats of some names, to practise.

        :raises BadSetup: when there is no such option, or it is not for so many seats
        """
        found, ids = find(title), tuple(f"s{place}" for place in range(1, len(names) + 1))
        normal = found.normalised_options(tuple(options))
        found.check_allowed(len(names), options)
        number = secrets.randbelow(SEEDS) if seed is None else seed % SEEDS
        game = await asyncio.to_thread(Game.begin, Setup(found.name, ids, normal, number))
        return await asyncio.to_thread(waiting, game, names, (), ())

    async def copied_future(self, table: StartedTable, rev: int) -> ReadRecord:
        """Return a table's game as it would have gone on, had the undo of a revision not been.

        :raises NothingToRedo: when that undo took nothing back that is not in force again
        """
        future, game = await self._futures.find(table, rev)
        decided = [move.decided_by for move in future.whole]
        names = list(table.names.values())
        return await asyncio.to_thread(waiting, game, names, future.texts, decided)

    async def check_free(self, channel_id: int) -> None:
        """Check that a channel holds no open game.

        :raises ChannelTaken: when it does
        """
        row = await self._storage.games.in_channel(channel_id)
        if row is not None:
            raise ChannelTaken(channel_id=channel_id, game_id=row.id)

    async def sit(self, game_id: int, user_id: int, name: str, place: int, by: int) -> Table:
        """Seat a person at a place of a recorded game, counted from 0; the host may seat others.

        :raises NotHost: when only the host may do this
        :raises OwnSeat: when no game was recorded, so that everybody takes their own
        :raises NoRecordedSeat: when there is no such place, or somebody else has it
        :raises NotInvited: when only others may
        :raises NotRunning: when the game goes on already
        """
        async with self._tables.locked(game_id) as loaded:
            before = loaded.table
            if by not in (user_id, before.host):
                raise NotHost(host=str(before.host))
            if before.state != "lobby":
                raise NotRunning(state=before.state)
            if not before.is_welcome(user_id) and (by != before.host or before.settings.study is not None):
                raise NotInvited(host=str(before.host))
            if not before.recorded:
                raise OwnSeat(name=name)
            if place not in before.free_places:
                raise NoRecordedSeat(seats=[before.recorded[free] for free in before.free_places])
            others = [seat.name for seat in before.seats if seat.user_id != user_id]
            called = distinct_name(name, others)
            rows = await self._storage.seats.sit(game_id, user_id, called, place, by)
            loaded.table = replace(before, seats=tuple(map(seat_from, rows)))
            self._changes.tell(TableChange("lobby", loaded.table, before, by=by))
            return loaded.table


def _new_game(setup: Setup, place: ChannelPlace, host: int, language: str) -> NewGame:
    """Return the game to store for a recorded set-up."""
    return NewGame(
        channel_id=place.channel_id,
        title=setup.title,
        seed=setup.seed,
        places=len(setup.players),
        host_user_id=host,
        guild_id=place.guild_id,
        options=list(setup.options),
        language=language,
        engine_version=f"{setup.edition}:{replay.engine_id()}",
    )
