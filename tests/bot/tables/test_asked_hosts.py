"""What a host answers about a clock that is up, and what is noted of a table without a word."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.errors.tables import NoReplacement, NotHost
from bot.tables.changes import TableChange
from bot.tables.service import Service
from bot.tables.settings import Clock
from bot.tables.table import StartedTable
from tests.bot.tables.deeds import ANN, BOB, awaited, draft, others

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
async def asked(service: Service, table: StartedTable) -> StartedTable:
    """A table whose host is asked what is to happen at two seats."""
    async with service.tables.locked(table.game_id) as loaded:
        await service.tables.change_settings(
            loaded,
            clock=Clock(3 * DAY, each=False, zero="host"),
            clock_asked={seat.id: seat.user_id for seat in table.seats[:2]},
        )
        return loaded.table.started()


async def test_a_host_grants_a_day_or_lets_the_house_play(service: Service, asked: StartedTable):
    """The other seat stays asked about."""
    first, second = asked.seats[:2]
    assert await service.clocks.answer(asked.game_id, ANN, first.id, more=True, now=NOON) == first
    after = (await service.tables.find(asked.game_id)).settings
    assert (dict(after.clock_asked), dict(after.clock_out)) == ({second.id: second.user_id}, {})
    assert after.clock_times[first.id].time == 2 * DAY
    await service.clocks.answer(asked.game_id, ANN, second.id, more=False, now=NOON)
    after = (await service.tables.find(asked.game_id)).settings
    assert (dict(after.clock_asked), dict(after.clock_out)) == ({}, {second.id: second.user_id})


async def test_only_a_host_answers_and_only_what_is_asked(service: Service, asked: StartedTable):
    """Once, and of a seat that is there, at a table with a clock."""
    first, third = asked.seats[0].id, asked.seats[2].id
    with pytest.raises(NotHost):
        await service.clocks.answer(asked.game_id, BOB, first, more=True, now=NOON)
    for seat in (third, "s9"):
        with pytest.raises(NoReplacement):
            await service.clocks.answer(asked.game_id, ANN, seat, more=True, now=NOON)
    async with service.tables.locked(asked.game_id) as loaded:
        await service.tables.change_settings(loaded, clock=None)
    with pytest.raises(NoReplacement):
        await service.clocks.answer(asked.game_id, ANN, first, more=True, now=NOON)


async def test_notes_are_kept_and_told_nobody(service: Service, table: StartedTable):
    """Each person's own; what the channel was told, too; a table that is read anew has them."""
    told: list[TableChange] = []
    service.changes.watchers.append(told.append)
    await service.tables.note_announced(table.game_id, {"grace": 60})
    for user, text in ((ANN, "sell"), (BOB, "buy"), (ANN, "")):
        await service.tables.note(table.game_id, user, text)
    now = await service.tables.find(table.game_id)

    assert dict(now.settings.announced) == {"grace": 60}
    assert [now.note_of(user) for user in (ANN, BOB)] == ["", "buy"]
    service.tables.drop(table.game_id)
    assert await service.tables.find(table.game_id) == now
    await service.tables.note(table.game_id, BOB, "")
    assert (await service.tables.find(table.game_id)).settings.notes == {}
    assert told == []


async def test_others_are_asked_to_play_their_moves_again(service: Service, table: StartedTable):
    """It is told as something asked, with the request; nothing is played until they agree."""
    table = await draft(service, table, 1)
    mover = others(table)
    who = next(user for user in mover if user == table.moves[-1].user_id)
    await service.consent.undo(table.game_id, table.rev, who)
    told: list[TableChange] = []
    service.changes.watchers.append(told.append)
    asker = next(seat.user_id for seat in table.seats if seat.user_id != who)
    after = await service.consent.redo(table.game_id, None, asker)

    assert [(one.kind, one.by) for one in told if one.kind == "asked"] == [("asked", asker)]
    assert after.undoing is not None
    assert (after.undoing.kind, after.undoing.by, after.undoing.asked) == ("redo", asker, (who,))
    assert [one.text for one in after.undoing.moves] == [one.text for one in table.moves]
    assert told[0].table.undoing == after.undoing
    assert after.moves == ()
    assert awaited(await service.tables.find(table.game_id)) == who
