"""Games copied from one channel into another, to be played on from an earlier move."""

import discord
import pytest

from tests.bot.tabletop import CHANNEL, Table

THERE = "study"
VIEW = discord.Permissions(view_channel=True).value


async def begun(tabletop: Table, moves: int = 4) -> None:
    """Play the first moves of a game, and open a channel for its copy."""
    await tabletop.game(3, title="18Mag")
    for _ in range(moves):
        table = (await tabletop.bot.service.tables.find(1)).started()
        offer = table.game.choices.offers[0].action
        await tabletop.bot.service.moves.act(1, table.rev, table.awaited[0].user_id, offer)
    made = await tabletop.people[0].new_channel(THERE)
    for person in tabletop.people:
        await person.until(lambda person=person: made in person.channels)
    await tabletop.settled()


@pytest.mark.slow
async def test_a_running_game_is_copied_and_both_go_on(tabletop: Table):
    """The copy stands where the move that was named left it; its seats are taken anew, by the house, too."""
    await begun(tabletop)
    (alder, birch, cedar) = tabletop.people
    original = (await tabletop.bot.service.tables.find(1)).started()
    place = alder.channel_id(CHANNEL)

    suggested = await birch.autocomplete(THERE, "game copy", "move", "draft", channel=place)
    reply = await birch.command(THERE, "game copy", channel=place, move=2)
    await tabletop.settled()
    copy = await tabletop.bot.service.tables.find(2)

    assert [one.value for one in suggested] == [4, 3, 2, 1]
    assert "2 moves" in reply.text
    assert (copy.state, copy.host, copy.seats) == ("lobby", int(birch.id), ())
    assert copy.recorded == tuple(original.names.values())

    await cedar.command(THERE, "game join", seat="Alder")
    card = birch.last(THERE)
    await birch.press(card, "Add a house player")
    await birch.press(card, "Add a house player")
    await birch.command(THERE, "game start")
    await tabletop.acted()
    copy = (await tabletop.bot.service.tables.find(2)).started()

    assert copy.seat_of(int(cedar.id)).id == original.seat_of(int(alder.id)).id
    assert copy.move_texts(2) == original.move_texts(2)
    assert (await tabletop.bot.service.tables.find(1)).moves == original.moves


async def test_a_finished_game_is_copied_where_it_was_played(tabletop: Table):
    """Without a channel the copy is made of the game that is over here; nobody has to leave the room."""
    await begun(tabletop)
    (_, birch, _) = tabletop.people
    await tabletop.given_up()

    reply = await birch.command(CHANNEL, "game copy")

    assert "4 moves" in reply.text
    assert (await tabletop.bot.service.tables.find(2)).state == "lobby"


async def test_what_cannot_be_copied_is_said_and_opens_nothing(tabletop: Table):
    """Nothing there, nothing begun, a move that never was, a channel in use or one that the person cannot see.

    From a channel in use it is said where to open one: not of a game by its number, which no channel may lead to.
    """
    await begun(tabletop)
    (alder, birch, _) = tabletop.people
    place, there = alder.channel_id(CHANNEL), alder.channel_id(THERE)

    async def told(at: str, **options: int | str) -> str:
        reply = await birch.command(at, "game copy", **options)
        assert reply.ephemeral
        return reply.text

    assert "no game to copy" in await told(THERE)
    assert "no game to copy" in await told(THERE, channel=there)
    assert "There is no move 9; the last one is 4" in await told(THERE, channel=place, move=9)
    assert "no game to copy" in await told(CHANNEL, channel=there)
    for named in ({}, {"channel": place}):
        said = await told(CHANNEL, **named)
        assert "A copy needs a channel or thread of its own. Open one, and give </game copy:" in said
        assert f"with *channel* <#{place}>" in said
    assert "open game in the channel already" in await told(CHANNEL, game=1)
    await alder.command(THERE, "game new", title="18CZ", seats=3)
    await tabletop.settled()
    await alder.command(THERE, "game end", sure=True)
    assert "no game to copy" in await told(THERE)

    tabletop.server.world.overwrite(place, birch.id, deny=VIEW)
    assert "no game to copy" in await told(THERE, channel=place)
    assert await birch.autocomplete(THERE, "game copy", "move", "", channel=place) == []
    assert await tabletop.bot.storage.games.count() == 2
