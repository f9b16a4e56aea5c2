"""Messages as they are sent: whom they mention, and whom they name."""

import re

from engine import notation
from tests.bot.seen import SeenMessage
from tests.bot.tabletop import CHANNEL, Table, ask_to_undo


def bare(message: SeenMessage) -> set[str]:
    """The numbers that a message shows of people whom it does not mention."""
    return set(re.findall(r"<@(\d+)>", message.text)) - {one["id"] for one in message.raw["mentions"]}


async def test_whoever_is_not_called_stands_by_name(tabletop: Table):
    """A card posted anew for the same person rings nobody; a phone would show the number of who is only named."""
    person = await tabletop.to("lay")
    await tabletop.people[0].command(CHANNEL, "table board", board="move")
    before = tabletop.board.id
    offers = (await tabletop.bot.service.tables.find(1)).started().game.choices.offers
    lay = next(one.action for one in offers if one.action.verb == "lay")
    await person.command(CHANNEL, "do", move=notation.write(lay))
    await tabletop.settled()
    await ask_to_undo(person)
    await tabletop.settled()

    assert tabletop.board.id != before
    assert f"**{person.name}** 18Mag" in tabletop.board.text
    assert [message.text for message in tabletop.shown if bare(message)] == []
