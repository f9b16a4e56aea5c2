"""Who sits at the tables of these tests, and what they do there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from bot.errors.storage import DatabaseLocked, NoAnswer
from bot.errors.tables import NoRequest
from bot.storage.database import Database
from bot.tables.service import Service
from bot.tables.table import StartedTable, Table

ANN, BOB, CY, DEE = 11, 12, 13, 14
PEOPLE = {ANN: "Ann", BOB: "Bob", CY: "Cy"}


def awaited(table: Table) -> int:
    return table.awaited[0].user_id


def others(table: Table) -> list[int]:
    return [seat.user_id for seat in table.seats if seat.user_id != awaited(table)]


async def draft(service: Service, table: StartedTable, count: int) -> StartedTable:
    """Let whoever is awaited take the first certificate on offer, some times over."""
    for _ in range(count):
        action = table.game.choices.offers[0].action
        table = await service.moves.act(table.game_id, table.rev, awaited(table), action)
    return table


async def answer_undo(service: Service, game_id: int, person: int, *, agrees: bool) -> StartedTable:
    """Answer whoever asks to undo or redo, as the command does."""
    asked = (await service.tables.find(game_id)).undoing
    if asked is None:
        raise NoRequest
    return (await service.consent.answer(game_id, person, asked.id, agrees=agrees)).started()


class Stopped(Exception):
    """The program has ended."""


def stop_before(monkeypatch: pytest.MonkeyPatch, allowed: int) -> None:
    """Let only so many more writes reach the database."""
    writing, left = Database.writing, iter(range(allowed))

    @asynccontextmanager
    async def counted(self: Database, *, later: bool = False) -> AsyncIterator[Any]:
        if next(left, None) is None:
            raise Stopped
        async with writing(self, later=later) as connection:
            yield connection

    monkeypatch.setattr(Database, "writing", counted)


@dataclass
class Fault:
    """What becomes of one write of a deed, counted from 0: it is not made, or made and nobody hears of it."""

    at: int
    made: bool
    met: bool = False

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let it happen from now on."""
        writing, numbers = Database.writing, iter(range(1000))

        @asynccontextmanager
        async def faulty(database: Database, *, later: bool = False) -> AsyncIterator[Any]:
            mine = next(numbers) == self.at
            if mine and not self.made:
                self.met = True
                raise DatabaseLocked(place="here")
            async with writing(database, later=later) as connection:
                yield connection
            if mine:
                self.met = True
                raise NoAnswer(place="here")

        monkeypatch.setattr(Database, "writing", faulty)
