"""People who act at a seat for somebody: beside them, or in their place for a time; the house may do so too."""

from dataclasses import replace
from datetime import datetime

from bot.errors.storage import AlreadySeated, SeatMissing
from bot.errors.tables import NoDeputy, NotHost, OnePerson
from bot.tables.cache import LoadedTable, TableCache
from bot.tables.changes import Changes, TableChange
from bot.tables.lobbies import name_at
from bot.tables.seated import running
from bot.tables.settings import Deputy
from bot.tables.table import Table, is_house


class Deputies:
    """Naming who acts for somebody, taking one's seat back, and ending what was to last until a day."""

    def __init__(self, tables: TableCache, changes: Changes) -> None:
        self._tables = tables
        self._changes = changes

    async def name(self, game_id: int, by: int, deputy: Deputy, *, as_host: bool) -> Table:
        """Let somebody act at a seat; ``as_host`` is for the server's admins.

        Whoever acts beside the person is named by that person alone; the host may name who plays in their place.

        :raises SeatMissing, OnePerson: when no person sits there, or one person plays all seats
        :raises AlreadySeated: when somebody is to act for themselves
        :raises NotHost: when it is not theirs to say
        :raises NotRunning: when the game is not being played
        """
        async with self._tables.locked(game_id) as loaded:
            table = loaded.table
            seat = table.seat(deputy.seat)
            running(table)
            if table.settings.study is not None and not is_house(deputy.user):
                raise OnePerson
            if seat is None or seat.is_house or seat.user_id != deputy.owner:
                raise SeatMissing(game_id=game_id)
            if deputy.user == deputy.owner:
                raise AlreadySeated(game_id=game_id, user_id=deputy.user)
            if by != deputy.owner and not (deputy.called and (as_host or by == table.host)):
                raise NotHost(host=str(table.host))
            named = replace(deputy, name=name_at(table, deputy.user, deputy.name))
            return await self._kept(loaded, {**table.deputies, deputy.seat: named}, by)

    async def back(self, game_id: int, user_id: int) -> Table:
        """Take one's seat back from whoever plays there; who has none to take back gives up those they play at.

        Who may act for others beside them goes on to: that is for those others to say.

        :raises NoDeputy: when there is nothing to take back or to give up
        """
        async with self._tables.locked(game_id) as loaded:
            table = loaded.table
            known = table.deputies.values()
            away = [seat for seat, user in table.stand_ins.items() if user == user_id]
            mine = {one for one in known if one.owner == user_id}
            if not mine and not away:
                mine = {one for one in known if one.user == user_id and one.called}
            if not mine and not away:
                raise NoDeputy
            left = {seat: one for seat, one in table.deputies.items() if one not in mine}
            return await self._kept(loaded, left, user_id, away)

    async def lapse(self, game_id: int, now: datetime) -> datetime | None:
        """End what was to last until now; return when the next of a table ends."""
        async with self._tables.locked(game_id) as loaded:
            deputies = loaded.table.deputies
            left = {seat: one for seat, one in deputies.items() if one.until is None or one.until > now}
            if left != deputies:
                await self._kept(loaded, left, 0)
            return min((one.until for one in left.values() if one.until is not None), default=None)

    async def _kept(
        self, loaded: LoadedTable, deputies: dict[str, Deputy], by: int, back: list[str] | None = None
    ) -> Table:
        """Store who acts for whom, and tell it."""
        before = loaded.table
        names = {**before.settings.proxies}
        names |= {str(one.user): one.name for one in deputies.values() if not is_house(one.user)}
        stand_ins = {seat: user for seat, user in before.stand_ins.items() if seat not in (back or ())}
        after = await self._tables.change_settings(
            loaded, deputies=deputies, proxies=names, stand_ins=stand_ins
        )
        self._changes.tell(TableChange("seats", after, before, by=by))
        return after
