"""Taking back what was played: at once, or with everybody's consent; no Discord here."""

from datetime import UTC, datetime

import pytest

from bot.errors.storage import StaleRev
from bot.errors.tables import NoRequest, NoSuchMove, NothingToUndo, NotSeated, OwnRequest
from bot.storage import Storage
from bot.tables.requests import Request, noted
from bot.tables.service import Service
from bot.tables.table import StartedTable
from tests.bot.tables.deeds import ANN, DEE, answer_undo, awaited, draft

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


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


async def test_what_becomes_of_a_request_is_told_of_whoever_does_it(
    service: Service, storage: Storage, table: StartedTable
):
    """Asked and answered by people; one that a move has overtaken is closed by nobody, who has not acted."""
    table = await draft(service, table, 3)
    asker, other, _ = dict.fromkeys(move.user_id for move in table.moves)
    told: list[tuple[str, int]] = []
    service.changes.watchers.append(lambda change: told.append((change.kind, change.by)))

    await service.consent.undo(table.game_id, table.rev, asker, 0)
    await answer_undo(service, table.game_id, other, agrees=True)
    mover = awaited(table)
    await draft(service, table, 1)
    await service.consent.serve(table.game_id, storage.now())

    assert told == [("asked", asker), ("answered", other), ("played", mover), ("settings", 0)]
    (request,) = (await service.tables.find(table.game_id)).settings.requests
    assert request.outcome == ("withdrawn" if mover == asker else "void")


def test_old_requests_about_moves_crowd_out_no_others():
    """A seat that was lost by a vote can be had back however often moves are taken back since."""
    known: tuple[Request, ...] = (Request("out", 1, 0, ANN, NOON, outcome="done"),)
    for number in range(2, 20):
        known = noted(known, Request("undo", number, number, ANN, NOON, outcome="refused"))

    assert [one.id for one in known] == [1, *range(11, 20)]


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


async def test_a_second_press_finds_done_what_the_first_did(service: Service, table: StartedTable):
    """Only where that very person took it back upon that version, and nothing has been played since."""
    before = await draft(service, table, 2)
    game, acted = before.game_id, before.moves[-1].user_id
    other = before.moves[0].user_id

    async def done(rev: int, by: int = acted) -> bool:
        return await service.undo.just_done(game, rev, by) is not None

    early = await done(before.rev)
    after = await service.consent.undo(game, before.rev, acted)
    found = await service.undo.just_done(game, before.rev, acted)
    others = [await done(before.rev, other), await done(before.rev - 1), await done(after.rev)]
    await draft(service, after.started(), 1)

    assert found is not None
    assert found.rev == after.rev
    assert [early, *others, await done(before.rev)] == [False] * 5


@pytest.mark.parametrize("whole", [True, False], ids=["its last yes", "the end"])
async def test_an_end_that_all_agreed_to_is_taken_back_by_all(
    service: Service, table: StartedTable, *, whole: bool
):
    """Whoever said the last yes, or sits first, decides no more than others do; nor to play it again."""
    moves = len((await draft(service, table, 4)).moves)
    for seat in table.seats:
        ended = await service.consent.stop(table.game_id, seat.user_id)
    everybody = {seat.user_id for seat in table.seats}

    for one in everybody:
        keep = None if whole else moves
        assert set((await service.undo.plan(table.game_id, None, one, keep)).asks) == everybody - {one}
    await service.consent.undo(table.game_id, None, table.seats[-1].user_id, moves)
    for seat in table.seats[:-1]:
        back = await answer_undo(service, table.game_id, seat.user_id, agrees=True)
    again = await service.redo.plan(table.game_id, None, table.seats[0].user_id)

    assert (ended.state, back.state) == ("finished", "running")
    assert set(again.asks) == everybody - {table.seats[0].user_id}
