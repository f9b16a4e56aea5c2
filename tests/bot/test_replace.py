"""Another person at a seat: by the host, an admin, the player, or by a vote of the others when the host is gone."""

import pytest
from sqlalchemy import text

from bot.local.ids import GUILD
from bot.local.person import Person
from bot.local.views import SeenMessage
from bot.tables.replacing import Replacement
from tests.bot.tabletop import CHANNEL, DRAFT, Table


def request(tabletop: Table) -> SeenMessage | None:
    """The message that asks for consent."""
    return next(iter(tabletop.having("r:")[::-1]), None)


async def seats(tabletop: Table) -> dict[str, int]:
    """Who sits where, by name."""
    return {seat.name: seat.user_id for seat in (await tabletop.bot.service.tables.find(1)).seats}


async def stranger(tabletop: Table) -> Person:
    """A fourth person, who has no seat."""
    return (await tabletop.seat(4))[3]


@pytest.mark.parametrize(
    ("electors", "agreed", "refused", "outcome"),
    [
        ((1, 2), (9, 1), (), "open"),
        ((1, 2), (9, 1, 2), (), "granted"),
        ((1, 2), (9, 1), (2,), "lost"),
        ((1, 2, 3), (9, 1), (2,), "open"),
        ((1, 2, 3), (9, 1, 3), (2,), "granted"),
        ((1, 2, 3), (9, 1), (2, 3), "lost"),
        ((1, 2, 3), (1, 2), (), "open"),
        ((), (9,), (), "granted"),
        ((), (5,), (9,), "lost"),
        ((), (9,), (5,), "lost"),
    ],
)
def test_more_than_half_must_agree_and_who_would_sit_there(
    electors: tuple[int, ...], agreed: tuple[int, ...], refused: tuple[int, ...], outcome: str
):
    """Once half of them refuse no majority can come; person 9 would sit there, 5 has asked."""
    asked = Replacement("s1", 8, 9, "Fir", 5, electors)
    for user in agreed:
        asked = asked.answered(user, agrees=True)
    for user in refused:
        asked = asked.answered(user, agrees=False)

    assert (asked.is_granted and not asked.is_lost, asked.is_lost) == (
        outcome == "granted",
        outcome == "lost",
    )


async def test_the_host_finds_somebody_who_agrees(tabletop: Table):
    """Nobody sits down against their will; whoever does is called, and may move at once."""
    await tabletop.game()
    new, gone = await stranger(tabletop), await tabletop.awaited()
    host = tabletop.people[0]

    said = await host.command(CHANNEL, "game replace", seat=gone.name, by=new.id)
    await tabletop.settled()
    asked = request(tabletop)
    assert asked is not None
    called = len(new.notifications)
    await new.press(asked, "Agree")
    await tabletop.settled()
    played = await new.command(CHANNEL, "do", move=DRAFT[0])
    await tabletop.settled()
    refused = await gone.command(CHANNEL, "do", move=DRAFT[1])

    assert new.mention in said.text
    assert called == 1
    assert f"takes over from {gone.mention}" in asked.text
    assert not asked.buttons
    assert int(new.id) in (await seats(tabletop)).values()
    assert "✓" in played.text
    assert "no seat" in refused.text
    assert new.name in tabletop.board.text


async def test_whoever_is_named_may_decline(tabletop: Table):
    """The seat stays as it is, and the question goes."""
    await tabletop.game()
    new, gone, host = await stranger(tabletop), tabletop.people[1], tabletop.people[0]
    before = await seats(tabletop)

    await host.command(CHANNEL, "game replace", seat=gone.name, by=new.id)
    await tabletop.settled()
    asked = request(tabletop)
    assert asked is not None
    stray = await gone.press(asked, "Agree")
    await new.press(asked, "Refuse")
    await tabletop.settled()

    assert "consent is not needed" in stray.text
    assert await seats(tabletop) == before
    assert request(tabletop) is None


async def test_the_question_goes_when_the_game_is_ended(tabletop: Table):
    """Its buttons could do nothing any more."""
    await tabletop.game()
    new, host = await stranger(tabletop), tabletop.people[0]

    await host.command(CHANNEL, "game replace", seat=tabletop.people[1].name, by=new.id)
    await tabletop.settled()
    asked = request(tabletop)
    await host.command(CHANNEL, "game end", sure=True)
    await tabletop.settled()

    assert asked is not None
    assert asked.deleted
    assert request(tabletop) is None


async def test_a_player_asks_the_host(tabletop: Table):
    """Somebody offers to play on; as long as the host is there, the host decides."""
    await tabletop.game()
    new, gone, host = await stranger(tabletop), tabletop.people[1], tabletop.people[0]

    await new.command(CHANNEL, "game replace", seat=gone.name)
    await tabletop.settled()
    asked = request(tabletop)
    assert asked is not None
    await host.press(asked, "Agree")
    await tabletop.settled()

    assert (await seats(tabletop))[new.name] == int(new.id)


async def test_the_others_vote_when_the_host_is_gone(tabletop: Table):
    """The host has left the server: more than half of the others give the seat, and the office, to somebody else."""
    await tabletop.game(count=4)
    host, birch, cedar, douglas = tabletop.people
    new = (await tabletop.seat(5))[4]
    tabletop.server.world.leave(GUILD, host.id)

    await birch.command(CHANNEL, "game replace", seat=host.name, by=new.id)
    asked = await birch.until(
        lambda: [one for one in birch.messages(CHANNEL) if "to take over from" in one.text]
    )
    await new.press(asked[0], "Agree")
    await tabletop.settled()
    waiting = await seats(tabletop)
    await cedar.press(asked[0], "Agree")
    await birch.until(lambda: "from now on" in asked[0].text)
    table = await tabletop.bot.service.tables.find(1)
    tabletop.server.errors.clear()  # who has left is unknown

    assert host.name in waiting
    assert table.seat_of(int(new.id)) is not None
    assert table.host == int(new.id)
    assert len(douglas.notifications) <= 3


async def test_the_host_withdraws_and_a_restart_keeps_the_question(tabletop: Table):
    """The request is stored; after a restart its buttons work, and the host may take it back."""
    await tabletop.game()
    new, host = await stranger(tabletop), tabletop.people[0]
    await host.command(CHANNEL, "game replace", seat="Birch", by=new.id)
    await tabletop.settled()
    await tabletop.restart()
    asked = request(tabletop)
    assert asked is not None

    await host.press(asked, "Refuse")
    await host.until(lambda: request(tabletop) is None)

    assert int(new.id) not in (await seats(tabletop)).values()


@pytest.mark.parametrize(("seat", "by"), [("Nobody", "4"), ("Birch", "Cedar")])
async def test_nonsense_is_refused(tabletop: Table, seat: str, by: str):
    """A seat that is none, a person who sits here already."""
    await tabletop.game()
    await stranger(tabletop)

    reply = await tabletop.people[0].command(CHANNEL, "game replace", seat=seat, by=by)

    assert reply.text
    assert "Sorry" not in reply.text
    assert request(tabletop) is None


async def test_whoever_is_gone_is_taken_out_of_a_lobby(tabletop: Table):
    """Anybody frees the seat of somebody who has left the server; of one who is there only the host does."""
    card = await tabletop.lobby(3)
    host, birch, cedar = tabletop.people
    for person in (birch, cedar):
        await person.press(card, "Join")
    tabletop.server.world.leave(GUILD, birch.id)

    freed = await cedar.command(CHANNEL, "game leave", seat="Birch")
    refused = await cedar.command(CHANNEL, "game leave", seat=host.name)
    by_host = await host.command(CHANNEL, "game leave", seat="Cedar")
    await tabletop.settled()
    tabletop.server.errors.clear()  # who has left is unknown

    assert freed.text == "Birch has no seat at this table any more."
    assert "Only the host" in refused.text
    assert "Cedar has no seat" in by_host.text
    assert list(await seats(tabletop)) == [host.name]
    assert "Birch" not in card.text


async def test_whoever_is_called_like_a_seat_is_not_taken_for_it(tabletop: Table):
    """A list sends the seat of the person who was chosen; another's name cannot stand in its place."""
    await tabletop.game()
    host, new = tabletop.people[0], await stranger(tabletop)
    table = await tabletop.bot.service.tables.find(1)
    first, *_, last = table.seats
    async with tabletop.bot.storage.database.writing() as connection:
        await connection.execute(
            text(f"UPDATE seats SET name = '{last.id.upper()}' WHERE seat = '{first.id}'")
        )
    tabletop.bot.service.tables.drop(1)

    await host.command(CHANNEL, "game replace", seat=last.id, by=new.id)
    await tabletop.settled()
    asked = Replacement.at(await tabletop.bot.service.tables.find(1))

    assert asked is not None
    assert asked.seat == last.id
