"""What happened at a table, and who is told."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from bot.tables.table import MoveResult, Table

log = logging.getLogger(__name__)

ChangeKind = Literal[
    "lobby",
    "started",
    "played",
    "undone",
    "asked",
    "answered",
    "ended",
    "settings",
    "seats",
    "place",
    "names",
]


@dataclass(frozen=True, slots=True)
class TableChange:
    """What happened at a table: told to everybody who watches, after it has been stored."""

    kind: ChangeKind
    table: Table
    before: Table | None = None
    by: int = 0
    results: tuple[MoveResult, ...] = ()


class Changes:
    """Tells ``watchers`` of every change."""

    def __init__(self) -> None:
        self.watchers: list[Callable[[TableChange], None]] = []

    def tell(self, change: TableChange) -> None:
        """Tell the watchers; what goes wrong with them never costs a move."""
        for watcher in self.watchers:
            try:
                watcher(change)
            except Exception:
                log.exception("a watcher of game %d failed", change.table.game_id)
