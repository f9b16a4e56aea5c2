"""What people are called at a table: two of one name are told apart, and a new nickname is seen."""

import pytest

from bot.local.ids import GUILD
from bot.tables.lobbies import distinct_name
from tests.bot.local.moderator import nick
from tests.bot.settling import until
from tests.bot.tabletop import CHANNEL, DRAFT, Table


@pytest.mark.parametrize(
    ("name", "taken", "called"),
    [
        ("Alex", [], "Alex"),
        ("Alex", ["Bea"], "Alex"),
        ("Alex", ["Alex"], "Alex 2"),
        ("ALEX", ["Alex", "Alex 2"], "ALEX 3"),
        ("\uff21lex", ["Alex"], "\uff21lex 2"),
        ("x" * 40, ["x" * 32], "x" * 29 + " 2"),
        ("\n", ["?"], "? 2"),
        ("Al\u200dex", ["Alex"], "Al\u200dex 2"),
        ("Al\u034fex\ufe0f", ["Alex"], "Al\u034fex\ufe0f 2"),
        ("\u3164\u2800", [], "?"),
        ("\u200d\u200c", [], "?"),
    ],
)
def test_a_name_is_borne_by_one_person_at_a_table(name: str, taken: list[str], called: str):
    """Letters that look the same count as the same, and no name grows too long."""
    assert distinct_name(name, taken) == called


async def names(tabletop: Table) -> list[str]:
    """What the people of the table are called, by the numbers of their accounts."""
    seats = (await tabletop.bot.service.tables.find(1)).seats
    return [seat.name for seat in sorted(seats, key=lambda seat: seat.user_id)]


async def test_two_people_of_one_name_are_told_apart(tabletop: Table):
    """On the card, in the log, and in the lists from which a seat is chosen."""
    people = await tabletop.seat()
    for person in people[1:]:
        nick(tabletop.server.world, GUILD, person.id, "Alex")
    card = await tabletop.lobby()
    for person in people[1:]:
        await person.press(card, "Join")
    offered = await people[0].autocomplete(CHANNEL, "game leave", "seat")
    await people[0].press(card, "Start")
    await people[0].until(lambda: tabletop.having("b:"))
    await tabletop.settled()
    await tabletop.type_moves(DRAFT[:3])

    assert await names(tabletop) == ["Alder", "Alex", "Alex 2"]
    assert [one.name for one in offered] == ["Alder", "Alex", "Alex 2"]
    assert any("Alex 2" in one.text for one in tabletop.shown if one.silent)


async def test_who_comes_later_is_not_called_like_somebody_who_sits_there(tabletop: Table):
    """A newcomer and a substitute get a number, and whoever was there keeps their name."""
    await tabletop.game()
    _, birch, cedar = tabletop.people
    new = (await tabletop.seat(4))[3]
    nick(tabletop.server.world, GUILD, new.id, birch.name)
    said = await cedar.command(CHANNEL, "game proxy", by=new.id)
    await cedar.command(CHANNEL, "game replace", seat=cedar.name, by=new.id)
    await tabletop.acted()
    await new.press(tabletop.having("v:")[-1], "Agree")
    await tabletop.acted()
    await birch.command(CHANNEL, "me games")
    await new.command(CHANNEL, "me games")
    await tabletop.acted()

    assert "Birch 2 may now act for Cedar" in said.text
    assert await names(tabletop) == ["Alder", "Birch", "Birch 2"]
    assert any("Birch 2 takes over from" in one.text for one in tabletop.shown)


async def called(tabletop: Table, name: str) -> bool:
    """Tell whether somebody is called so by now."""
    return name in await names(tabletop)


async def test_a_nickname_that_changes_is_seen(tabletop: Table):
    """With the next press or command of its person, everywhere; the others keep theirs."""
    await tabletop.game()
    person = await tabletop.awaited()
    nick(tabletop.server.world, GUILD, person.id, "Conductor")
    await person.command(CHANNEL, "do", move=DRAFT[0])
    await until(lambda: called(tabletop, "Conductor"))
    await tabletop.settled()

    assert sorted(await names(tabletop)) == sorted(
        {"Alder", "Birch", "Cedar"} - {person.name} | {"Conductor"}
    )
    stored = await tabletop.bot.storage.seats.of_game(1)
    assert "Conductor" in {seat.name for seat in stored}
    assert len(await tabletop.bot.storage.actions.in_force(1)) == 1


async def test_a_long_list_of_games_ends_with_a_whole_line(tabletop: Table):
    """Every link in it can be followed, and the rest is counted."""
    (alder,) = await tabletop.seat(1)
    lobbies, world = tabletop.bot.service.lobbies, tabletop.server.world
    for number in range(30):
        place = int(world.new_channel(f"table-{number}")["id"])
        await lobbies.create(place, "18Mag", int(alder.id), alder.name, guild_id=int(GUILD), seats=3)
    await tabletop.settled()
    text = (await alder.command(CHANNEL, "me games")).text
    lines = text.splitlines()

    assert len(text) <= 2000
    assert all(line.count("(<") == line.count(">)") for line in lines)
    assert f"{30 - len(lines) + 1} more" in lines[-1]
