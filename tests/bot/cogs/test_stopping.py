"""Games that their players end together."""

import asyncio

from tests.bot.tabletop import CHANNEL, Table


async def test_a_game_ends_as_it_stands_when_all_agree(tabletop: Table):
    """One asks, the others are called; refused or overtaken by a move it comes to nothing, agreed to it is over."""
    await tabletop.game(3)
    alder, birch, cedar = tabletop.people

    alone = await alder.command(CHANNEL, "do", move="stop s1 s2 s3")
    asked = await alder.command(CHANNEL, "game stop")
    await tabletop.settled()
    (question,) = tabletop.having("v:")
    await birch.press(question, "Refuse")
    await tabletop.settled()
    refused = tabletop.having("v:")

    await alder.command(CHANNEL, "game stop")
    await tabletop.settled()
    asking = tabletop.having("v:")
    await tabletop.type_moves(["draft 4"])
    overtaken = tabletop.having("v:")

    await cedar.command(CHANNEL, "game stop")
    await tabletop.settled()
    (question,) = tabletop.having("v:")
    called = [one.mention in question.text for one in (alder, birch, cedar)]
    await birch.press(question, "Agree")
    await tabletop.settled()
    running = (await tabletop.bot.service.tables.find(1)).state
    last = await alder.command(CHANNEL, "game stop")
    await tabletop.settled()

    assert "✓" not in alone.text
    assert "Birch" in asked.text
    assert "Cedar" in asked.text
    assert not refused
    assert (len(asking), overtaken) == (1, [])
    assert called == [True, True, False]
    assert running == "running"
    assert "over" in last.text
    table = (await tabletop.bot.service.tables.find(1)).started()
    assert (table.state, table.game.state.over) == ("finished", True)
    assert not tabletop.having("v:")


async def test_whoever_pressed_what_has_gone_meanwhile_is_answered(tabletop: Table):
    """The request is removed while its refusal is on its way to somebody who was not asked."""
    await tabletop.game()
    await tabletop.people[0].command(CHANNEL, "game stop")
    await tabletop.settled()
    stranger, (card,) = (await tabletop.seat(4))[3], tabletop.having("v:")
    held = tabletop.server.faults.hold(method="POST", path="/webhooks/*")
    pressing = asyncio.create_task(stranger.press(card, "Agree"))
    await held.arrived.wait()
    await tabletop.bot.get_partial_messageable(int(card.channel)).get_partial_message(int(card.id)).delete()
    held.let_go()
    reply = await pressing
    await stranger.until(lambda: reply.messages)

    assert reply.text
