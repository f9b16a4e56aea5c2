"""What happens at tables because time passes: a substitute's time is over, somebody's clock has run out."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta

from bot.storage import Storage
from bot.tables.changes import TableChange
from bot.tables.settings import TableSettings
from bot.time_source import DueLoop, TimeSource
from engine.refusals import Refused

log = logging.getLogger(__name__)

AGAIN = timedelta(minutes=5)
"""How long it is until something that failed is tried again."""
Served = Callable[[int, datetime], Awaitable[datetime | None]]
"""Does what is due at a table at a moment, and returns when there is more to do."""


class Timekeeper(DueLoop):
    """Serves every table with one of some settings, whenever it changes or its time has come.

    Whoever knows that it ``may_serve`` again wakes it.
    """

    work, again = "clocks", AGAIN

    def __init__(
        self,
        storage: Storage,
        clock: TimeSource,
        served: Mapping[str, Served],
        *,
        may_serve: Callable[[], bool] = lambda: True,
    ) -> None:
        super().__init__(clock)
        self._may_serve = may_serve
        self._storage = storage
        self._served = served
        self._due: dict[int, datetime] = {}

    def watch(self, change: TableChange) -> None:
        """Look anew at a table that has changed."""
        if self._serves(change.table.settings):
            self.serve_soon(change.table.game_id)

    def _serves(self, settings: TableSettings) -> bool:
        return any(getattr(settings, key) for key in self._served)

    def serve_soon(self, game_id: int) -> None:
        """Look at a table anew, soon."""
        self._due[game_id] = datetime.min.replace(tzinfo=self._clock.now().tzinfo)
        self.wake()

    async def wake_for(self, user_id: int) -> None:
        """Look anew at the tables of a person whose own settings have changed."""
        for row in await self._storage.games.of_user(user_id, served=True):
            if self._serves(TableSettings.of(row.settings)):
                self.serve_soon(row.id)

    async def resume(self) -> None:
        """Go on where a stop came between."""
        for row in await self._storage.games.in_state("running"):
            if self._serves(TableSettings.of(row.settings)):
                self.serve_soon(row.id)

    async def tick(self) -> datetime | None:
        """Serve the tables whose time has come, and return when the next one's comes.

        While nobody can play nothing happens: it is all due later.
        """
        now = self._clock.now()
        if not self._may_serve():
            return None
        for game_id in [game for game, due in self._due.items() if due <= now]:
            del self._due[game_id]
            try:
                dues = [await serve(game_id, now) for serve in self._served.values()]
            except Refused as trouble:
                log.info("game %d waits: %s", game_id, trouble)
                dues = [now + AGAIN]
            except Exception:
                log.exception("game %d could not be served in time", game_id)
                dues = [now + AGAIN]
            following = [due for due in dues if due is not None]
            if following:
                self._due[game_id] = min([*following, *filter(None, [self._due.get(game_id)])])
        return min(self._due.values(), default=None)
