"""Taking back what was played: at once, or with everybody's consent; no Discord here."""

import pytest

from bot.errors import NoRequest, NoSuchMove, NothingToUndo, NotSeated, OwnRequest, StaleRev
from bot.storage import Storage
from bot.tables.service import Service
from bot.tables.table import StartedTable
from tests.bot.tables.deeds import DEE, answer_undo, awaited, draft


async def test_own_last_moves_are_taken_back_at_once(service: Service, table: StartedTable):
    """Nobody has acted since, so nobody is asked."""
    before = await draft(service, table, 3)
    acted = before.moves[-1].user_id

    outcome = await service.consent.undo(before.game_id, before.rev, acted)

    assert outcome.undoing is None
    assert len(outcome.moves) == 2
    assert awaited(outcome) == acted
    assert outcome.rev == before.rev + 1


async def test_an_undo_keeps_the_trail(service: Service, storage: Storage, table: StartedTable):
    """What was taken back stays stored, with who did it."""
    table = await draft(service, table, 1)
    person = table.moves[0].user_id

    await service.consent.undo(table.game_id, table.rev, person)

    log = await storage.actions.everything(table.game_id)
    assert [(row.text, row.retracted_by) for row in log] == [("draft 1", person)]


async def test_after_others_acted_everybody_else_must_agree(service: Service, table: StartedTable):
    """The undo waits until the last one has agreed."""
    table = await draft(service, table, 3)
    asker = table.moves[0].user_id
    rest = [seat.user_id for seat in table.seats if seat.user_id != asker]

    asked = await service.consent.undo(table.game_id, table.rev, asker, 0)
    first = await answer_undo(service, table.game_id, rest[0], agrees=True)
    last = await answer_undo(service, table.game_id, rest[1], agrees=True)

    assert asked.undoing is not None
    assert first.undoing is not None
    assert (last.undoing, last.moves) == (None, ())


async def test_one_refusal_ends_a_request(service: Service, table: StartedTable):
    """The moves stand, and the request is gone."""
    table = await draft(service, table, 3)
    asker = table.moves[0].user_id
    rest = [seat.user_id for seat in table.seats if seat.user_id != asker]

    await service.consent.undo(table.game_id, table.rev, asker, 0)
    with pytest.raises(OwnRequest):
        await answer_undo(service, table.game_id, asker, agrees=True)
    await answer_undo(service, table.game_id, rest[0], agrees=False)
    with pytest.raises(NoRequest):
        await answer_undo(service, table.game_id, rest[1], agrees=True)

    assert len((await service.tables.find(table.game_id)).moves) == 3


async def test_a_move_overtakes_a_request(service: Service, table: StartedTable):
    """Any act in between cancels it."""
    table = await draft(service, table, 3)
    asker = table.moves[0].user_id
    rest = [seat.user_id for seat in table.seats if seat.user_id != asker]

    await service.consent.undo(table.game_id, table.rev, asker, 0)
    table = await draft(service, table, 1)
    with pytest.raises(NoRequest):
        await answer_undo(service, table.game_id, rest[0], agrees=True)

    assert len(table.moves) == 4


async def test_what_cannot_be_undone_is_refused(service: Service, table: StartedTable):
    """No own move, a number outside the game, an old version, a stranger."""
    table = await draft(service, table, 1)
    acted = table.moves[0].user_id
    rest = [seat.user_id for seat in table.seats if seat.user_id != acted]

    with pytest.raises(NothingToUndo):
        await service.consent.undo(table.game_id, table.rev, rest[0])
    with pytest.raises(NoSuchMove):
        await service.consent.undo(table.game_id, table.rev, acted, 1)
    with pytest.raises(StaleRev):
        await service.consent.undo(table.game_id, 0, acted)
    with pytest.raises(NotSeated):
        await service.consent.undo(table.game_id, table.rev, DEE)
