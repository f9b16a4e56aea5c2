"""What was taken back is kept: the moves before it, those it took, and the game at their end."""

import pytest

from bot.errors.tables import NothingToRedo
from bot.tables.service import Service
from bot.tables.table import StartedTable
from tests.bot.tables.deeds import awaited, draft


async def test_a_game_as_it_would_have_gone_on(service: Service, table: StartedTable):
    """Whole: what stood before the undo comes first."""
    before = await draft(service, table, 3)
    asked = await service.consent.undo(before.game_id, before.rev, before.moves[-1].user_id)
    (one,) = await service.futures.of(asked)
    found, game = await service.futures.find(asked, one.rev)

    assert [move.text for move in one.before] == [move.text for move in before.moves[:2]]
    assert [move.text for move in one.moves] == [before.moves[2].text]
    assert [move.text for move in one.whole] == [move.text for move in before.moves]
    assert one.texts == [(move.seat, move.text) for move in before.moves]
    assert (one.rev, one.by) == (asked.rev, before.moves[-1].user_id)
    assert found == one
    assert game.state.fingerprint() == before.game.state.fingerprint()
    with pytest.raises(NothingToRedo):
        await service.futures.find(asked, one.rev + 1)


async def test_what_is_played_again_is_no_future(service: Service, table: StartedTable):
    """Another move in its place leaves it one."""
    before = await draft(service, table, 2)
    asked = await service.consent.undo(before.game_id, before.rev, before.moves[-1].user_id)
    again = await draft(service, asked, 1)
    assert [move.text for move in again.moves] == [move.text for move in before.moves]
    assert await service.futures.of(again) == []

    back = await service.consent.undo(again.game_id, again.rev, again.moves[-1].user_id)
    other = back.game.choices.offers[-1].action
    after = await service.moves.act(back.game_id, back.rev, awaited(back), other)
    assert [one.texts[-1][1] for one in await service.futures.of(after)] == [before.moves[-1].text]
