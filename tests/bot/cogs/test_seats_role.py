"""The role that a server has chosen is called to lobbies that anybody may join, and to no others."""

from typing import Any

import pytest

from bot.local.ids import GUILD
from tests.bot.person import PersonRefused
from tests.bot.tabletop import CHANNEL, Table


def offers(table: Table) -> list[tuple[str, list[str], bool]]:
    """What is said of free seats, which roles it calls, and whether silently."""
    return [
        (one.text, one.raw["mention_roles"], one.silent)
        for one in table.shown
        if "free for 18Mag" in one.text
    ]


async def test_a_role_is_called_to_free_seats_once(tabletop: Table):
    """When the lobby opens; not again as people come and go, nor once nobody can sit down."""
    alder, birch, cedar = await tabletop.seat(3)
    with pytest.raises(PersonRefused):
        await birch.command(CHANNEL, "admin role", role=GUILD)
    chosen = await alder.command(CHANNEL, "admin role", role=GUILD)
    await tabletop.lobby(3)
    await tabletop.settled()
    first = offers(tabletop)
    await birch.press(tabletop.card, "Join")
    await birch.press(tabletop.card, "Leave")
    await birch.press(tabletop.card, "Join")
    await tabletop.settled()
    still = offers(tabletop)
    await cedar.press(tabletop.card, "Join")
    await tabletop.settled()

    assert not chosen.ephemeral
    assert [roles for _, roles, _ in first] == [[GUILD]]
    assert first[0][0].startswith(f"<@&{GUILD}> 2 seats are free for 18Mag: https://")
    assert not first[0][2]
    assert len(still) == 1
    assert offers(tabletop) == []


@pytest.mark.parametrize("how", ["nobody chosen", "taken back", "by invitation"])
async def test_no_role_is_called_that_was_not_chosen_or_where_not_everybody_may_sit(
    tabletop: Table, how: str
):
    """A server without such a role, one that gave it up, a lobby for those who are invited."""
    alder, birch, _ = await tabletop.seat(3)
    if how != "nobody chosen":
        await alder.command(CHANNEL, "admin role", role=GUILD)
    if how == "taken back":
        await alder.command(CHANNEL, "admin role")
    await tabletop.lobby(3)
    if how == "by invitation":
        await alder.command(CHANNEL, "game invite", person=birch.id)
    await tabletop.settled()

    assert len(offers(tabletop)) == (how == "by invitation")


async def test_no_role_is_called_to_a_table_of_the_league(tabletop: Table):
    """Not even while its people sit down one after the other: it was never open to all."""
    alder, birch, cedar = await tabletop.seat(3)
    await alder.command(CHANNEL, "admin role", role=GUILD)
    await alder.command(CHANNEL, "league switch", choice="on")
    for one in (alder, birch, cedar):
        await one.command(CHANNEL, "league signup", title="18Mag")
    told: list[str] = []
    join = tabletop.bot.service.lobbies.join

    async def slow_join(game_id: int, user_id: int, name: str) -> Any:
        await tabletop.settled()
        told.extend(text for text, *_ in offers(tabletop))
        return await join(game_id, user_id, name)

    tabletop.bot.service.lobbies.join = slow_join  # type: ignore[method-assign]
    await alder.command(CHANNEL, "league table", title="18Mag", seats=3)

    assert told == []
    assert sum("your league game" in one.text for one in tabletop.shown) == 1
