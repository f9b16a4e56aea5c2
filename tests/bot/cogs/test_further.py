"""The list of further moves on a card: what is chosen in it acts like the button that had no room."""

from bot.pickers import move_ids
from bot.storage import Move
from engine import notation
from tests.bot.positions import late_stock_round
from tests.bot.tabletop import Table


async def test_a_choice_among_further_moves_asks_on_like_its_button(tabletop: Table):
    """A stock round of 1844 with mountain railways and tunnels: the list leads to the railways, and buys one."""
    await tabletop.game(title="1844", seed=3)
    table = (await tabletop.bot.service.tables.find(1)).started()
    users, (_, actions) = {seat.id: seat.user_id for seat in table.seats}, late_stock_round()
    moves = [Move(one.actor, users[one.actor], notation.write(one)) for one in actions]
    await tabletop.bot.storage.actions.append(1, table.rev, *moves)
    await tabletop.restart()
    await tabletop.settled()
    person, (listed,) = await tabletop.awaited(), tabletop.board.selects
    railways = next(
        one["value"]
        for one in listed["options"]
        if getattr(move_ids.read(one["value"]), "verb", "") == "mountain"
    )

    asked = await person.choose(tabletop.board, listed["custom_id"], railways)
    strange = await person.choose(tabletop.board, listed["custom_id"], "g:1", force=True)

    assert asked.ephemeral
    assert "ountain" in asked.text
    assert strange.text
    assert (await tabletop.bot.service.tables.find(1)).rev == len(moves)
