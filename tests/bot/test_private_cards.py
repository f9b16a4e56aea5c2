"""The one private message of a person at a table, and what takes its place."""

from tests.bot.tabletop import CHANNEL, Table


async def test_a_look_replaces_the_look_before(tabletop: Table):
    """Under More, on the card and typed: there is always one; a press on the card puts a picker in its place."""
    person = await tabletop.to("lay")

    async def alone() -> str:
        await tabletop.answered()
        await tabletop.settled()
        (only,) = [one for one in person.messages(CHANNEL) if one.ephemeral]
        return only.text

    more = (await person.press(tabletop.board, "More")).message
    seen = [await alone()]
    await person.press(more, "History")
    seen.append(await alone())
    await person.press(tabletop.board, "Trains")
    seen.append(await alone())
    await person.command(CHANNEL, "show map")
    seen.append(await alone())
    lay = next(label for label in tabletop.board.labels if label.startswith("Lay track"))
    await person.press(tabletop.board, lay)
    seen.append(await alone())

    parts = ("what else there is", "moves, page", "after move", "after move", "Which hex?")
    assert all(part in text for part, text in zip(parts, seen, strict=True)), seen


async def test_what_everybody_sees_is_nobodys_card(tabletop: Table):
    """A picture shown to all stays when its person looks at something else."""
    person = await tabletop.to("lay")

    public = (await person.command(CHANNEL, "show map", private=False)).message
    await person.press(tabletop.board, "Market")
    await tabletop.answered()
    await tabletop.settled()

    assert not public.ephemeral
    assert not public.deleted
