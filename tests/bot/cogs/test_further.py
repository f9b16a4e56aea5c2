"""The list of further moves on a card: what is chosen in it acts like the button that had no room."""

from bot.pickers import move_ids
from bot.storage import Move
from engine import notation
from engine.opponents import STYLES
from tests.bot.tabletop import Table

FOR_SALE = {"buy", "par", "mountain", "permit"}


async def test_a_choice_among_further_moves_asks_on_like_its_button(tabletop: Table):
    """A stock round of 1844 with mountain railways and tunnels: the list leads to the railways, and buys one."""
    await tabletop.game(title="1844")
    table = (await tabletop.bot.service.tables.find(1)).started()
    users, game, player = {seat.id: seat.user_id for seat in table.seats}, table.game, STYLES["thrifty"](3)
    moves = list[Move]()
    while not {one.action.verb for one in game.choices.offers} >= FOR_SALE:
        action = game.own_move or player.choose(game)
        moves.append(Move(action.actor, users[action.actor], notation.write(action)))
        game = game.play(action)
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
