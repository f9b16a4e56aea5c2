"""What a table owes its people besides the game: seats of their own, quiet hours, copies to try something out."""

from pathlib import Path

import pytest

from tests.bot.hand_clock import HandClock
from tests.bot.tabletop import CHANNEL, DRAFT, Table, ask_to_undo, rung, table


async def test_nobody_is_seated_by_another(tabletop: Table):
    """At an ordinary lobby the host is told how somebody sits down; there is no list of recorded seats to name."""
    await tabletop.lobby()
    alder, birch, _ = tabletop.people
    told = [
        (await alder.command(CHANNEL, "game join", person=birch.id)).text,
        (await birch.command(CHANNEL, "game join", seat="Ann")).text,
    ]

    assert all("takes their own seat" in text or "own seat" in text for text in told)
    assert "Birch" in told[0]
    assert not any("Free seats" in text for text in told)
    assert [seat.name for seat in (await tabletop.bot.service.tables.find(1)).seats] == ["Alder"]


async def test_the_house_sits_down_in_a_lobby_by_command(tabletop: Table):
    """As by the button of the card, and gets up when its seat is named; for the host alone."""
    await tabletop.lobby()
    alder, birch, _ = tabletop.people
    refused = await birch.command(CHANNEL, "game house")
    sits = await alder.command(CHANNEL, "game house")
    seats = (await tabletop.bot.service.tables.find(1)).seats
    stands = await alder.command(CHANNEL, "game house", seat=seats[-1].name)

    assert "Only the host" in refused.text
    assert seats[-1].is_house
    assert seats[-1].name in sits.text
    assert "free again" in stands.text
    assert len((await tabletop.bot.service.tables.find(1)).seats) == 1


async def test_a_copy_is_begun_by_one_person_who_plays_all_of_it(tabletop: Table):
    """To try something out takes nobody else; the log says at whose seat a move was made."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:2])
    place = str(tabletop.server.world.new_channel("study")["id"])
    birch = tabletop.people[1]
    await birch.until(lambda: place in birch.channels)
    before = [rung(person) for person in tabletop.people]
    await birch.command(place, "game copy", game=1)
    card = await birch.until(lambda: next((one for one in birch.messages(place) if one.buttons), None))
    await birch.press(card, "Join")
    await birch.press(card, "Start")
    await birch.until(lambda: tabletop.having("b:"))
    await tabletop.settled()
    for move in DRAFT[2:]:
        reply = await birch.command(place, "do", move=move)
        assert "✓" in reply.text, reply.text
    await tabletop.settled()

    assert len(await tabletop.bot.storage.actions.in_force(2)) == 4
    assert len(await tabletop.bot.storage.actions.in_force(1)) == 2
    assert [rung(person) for person in (tabletop.people[0], tabletop.people[2])] == [before[0], before[2]]
    assert any(" for " in one.text for one in birch.messages(place) if one.silent)


@pytest.mark.slow
@pytest.mark.parametrize("restarted", [False, True])
async def test_a_request_made_in_quiet_hours_is_rung_afterwards(
    database: Path, clock: HandClock, *, restarted: bool
):
    """Birch sleeps while Alder asks to take moves back, and while calls come besides; the question rings later."""
    async with table(database, clock) as made:
        await made.game()
        alder, birch, cedar = made.people
        await made.type_moves(DRAFT[:3])
        await birch.command(CHANNEL, "me quiet", start="11:00", end="15:00")
        await ask_to_undo(cedar, to=1)
        await made.settled()
        before = rung(birch)
        if restarted:
            await made.restart()
        await clock.on(4)
        made.bot.publisher.nudge(1)  # as the loop does by its own clock
        await made.settled()
        (request,) = made.having("u:")
        last = birch.notifications[-1].message

    assert rung(birch) == before + 1
    assert last == request.id
    assert birch.id in [one["id"] for one in request.raw["mentions"]]
    assert rung(alder) <= 4
