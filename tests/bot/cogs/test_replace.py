"""Another person at a seat: by the host, an admin, the player, or by a vote of the others when the host is gone."""

import pytest
from sqlalchemy import text

from bot.tables.requests import Request
from tests.bot.hand_clock import HandClock
from tests.bot.local.moderator import delete_account, leave
from tests.bot.person import Person
from tests.bot.reminding import NOON
from tests.bot.seen import SeenMessage
from tests.bot.tabletop import CHANNEL, DRAFT, Table, ask_to_undo, letters, rung


def request(tabletop: Table) -> SeenMessage | None:
    """The message that asks for consent."""
    return next(iter(tabletop.having("v:")[::-1]), None)


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
    ],
)
def test_more_than_half_must_agree_and_who_would_sit_there(
    electors: tuple[int, ...], agreed: tuple[int, ...], refused: tuple[int, ...], outcome: str
):
    """Once half of them refuse no majority can come; person 9 would sit there, 5 has asked."""
    asked = Request("seat", 1, 0, 5, NOON, electors, (9,), seat="s1", holder=8, user=9, name="Fir")
    for user in agreed:
        asked = asked.answered(user, agrees=True)
    for user in refused:
        asked = asked.answered(user, agrees=False)

    assert (asked.is_granted and not asked.is_lost, asked.is_lost) == (
        outcome == "granted",
        outcome == "lost",
    )


async def test_the_host_finds_somebody_who_agrees(tabletop: Table):
    """Nobody sits down or gets up against their will; whoever does is called, and may move at once."""
    await tabletop.game()
    new, gone = await stranger(tabletop), await tabletop.awaited()
    host = tabletop.people[0]

    said = await host.command(CHANNEL, "game replace", seat=gone.name, by=new.id)
    await tabletop.settled()
    asked = request(tabletop)
    assert asked is not None
    called = len(new.notifications)
    await new.press(asked, "Agree")
    await gone.press(asked, "Agree")
    await tabletop.settled()
    played = await new.command(CHANNEL, "do", move=DRAFT[0])
    await tabletop.settled()
    refused = await gone.command(CHANNEL, "do", move=DRAFT[1])

    assert new.mention in said.text
    assert called == 1
    assert request(tabletop) is None
    (told,) = [one for one in tabletop.shown if "takes over from" in one.text]
    assert f"{new.name} takes over from {gone.mention} from now on." in told.text
    assert any("takes over from" in one.text for one in letters(gone))
    assert int(new.id) in (await seats(tabletop)).values()
    assert "✓" in played.text
    assert "no seat" in refused.text
    assert any(f"{new.name} drafts #13 DV" in one.text for one in tabletop.shown)


async def test_whoever_is_named_may_decline(tabletop: Table):
    """The seat stays as it is, and the question goes."""
    await tabletop.game()
    new, gone, host = await stranger(tabletop), tabletop.people[1], tabletop.people[0]
    before = await seats(tabletop)

    await host.command(CHANNEL, "game replace", seat=gone.name, by=new.id)
    await tabletop.settled()
    asked = request(tabletop)
    assert asked is not None
    stray = await tabletop.people[2].press(asked, "Agree")
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
    await tabletop.given_up()
    await tabletop.settled()

    assert asked is not None
    assert asked.deleted
    assert request(tabletop) is None


async def test_a_player_asks_the_host_for_the_seat_of_somebody_who_is_gone(tabletop: Table):
    """Somebody offers to play on; as long as the host is there, the host decides."""
    await tabletop.game()
    new, gone, host = await stranger(tabletop), tabletop.people[1], tabletop.people[0]
    leave(tabletop.server.world, gone.id)

    await new.command(CHANNEL, "game replace", seat=gone.name)
    await tabletop.settled()
    tabletop.server.errors.clear()  # who has left is unknown
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
    leave(tabletop.server.world, host.id)

    await birch.command(CHANNEL, "game replace", seat=host.name, by=new.id)
    asked = await birch.until(
        lambda: [one for one in birch.messages(CHANNEL) if "to take over from" in one.text]
    )
    await new.press(asked[0], "Agree")
    await tabletop.settled()
    waiting = await seats(tabletop)
    await cedar.press(asked[0], "Agree")
    await birch.until(lambda: [one for one in birch.messages(CHANNEL) if "from now on" in one.text])
    await tabletop.settled()
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
    leave(tabletop.server.world, birch.id)

    freed = await cedar.command(CHANNEL, "game leave", seat="Birch")
    refused = await cedar.command(CHANNEL, "game leave", seat=host.name)
    by_host = await host.command(CHANNEL, "game leave", seat="Cedar")
    await tabletop.settled()
    tabletop.server.errors.clear()  # who has left is unknown
    (told,) = letters(cedar)

    assert told.text.startswith("Alder has freed your seat in the lobby of 18Mag: ")
    assert letters(birch) == []
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
    (asked,) = (await tabletop.bot.service.tables.find(1)).requests

    assert asked.seat == last.id


# what nobody does to anybody


DEEDS = {
    "house": lambda person, seat: person.command(CHANNEL, "game house", seat=seat),
    "voteout": lambda person, seat: person.command(CHANNEL, "game voteout", seat=seat),
    "substitute": lambda person, seat: person.command(CHANNEL, "game substitute", seat=seat),
}


@pytest.mark.parametrize("deed", DEEDS)
async def test_whoever_is_there_keeps_their_seat(timed: Table, deed: str):
    """Neither the house nor anybody else sits down in it, whoever asks: nobody has waited for them for long."""
    before = await seats(timed)
    alder, _, cedar = timed.people

    said = await DEEDS[deed](alder, cedar.name)
    await timed.acted()

    table = await timed.bot.service.tables.find(1)
    assert said.text.startswith("Cedar is not absent.")
    assert await seats(timed) == before
    assert not table.plays_itself(table.seats[0])
    assert not table.moves


async def test_only_they_give_it_up(timed: Table):
    """Somebody wants the seat of a person who is there: nobody else is asked, and no host decides."""
    new, (alder, birch, _) = await stranger(timed), timed.people[:3]
    await new.command(CHANNEL, "game replace", seat=birch.name)
    await timed.settled()
    asked = request(timed)
    assert asked is not None
    stray = await alder.press(asked, "Agree")
    called = rung(birch)
    await birch.press(asked, "Refuse")
    await timed.settled()

    assert "consent is not needed" in stray.text
    assert called == 2  # once to the beginning
    assert int(new.id) not in (await seats(timed)).values()
    (told,) = timed.pings("refuses")
    assert told.text.startswith(f"{new.mention}, Birch refuses: ")
    assert rung(new) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "way", ["press", *(pytest.param(way, marks=pytest.mark.slow) for way in ("type", "move"))]
)
async def test_one_press_keeps_the_seat_of_somebody_who_seemed_absent(
    timed: Table, clock: HandClock, way: str
):
    """Called in the channel and written to, they say that they are here, or just move; whoever asked learns it."""
    alder, birch, cedar = timed.people
    await clock.on(73)
    before = rung(cedar)
    await alder.command(CHANNEL, "game voteout", seat=cedar.name)
    await timed.acted()
    asked = request(timed)
    assert asked is not None
    warned = [one.text for one in letters(cedar) if "To keep your seat" in one.text]
    called, counted = rung(cedar) - before, asked.text
    await birch.press(asked, "Agree")
    if way == "press":
        await cedar.press(asked, "I am here")
    elif way == "type":
        await cedar.command(CHANNEL, "game back")
    else:
        await cedar.command(CHANNEL, "do", move=DRAFT[0])
    await timed.acted()
    await clock.on(25)
    await timed.acted()

    assert len(warned) == 1
    assert called == 2  # in the channel and in private
    assert "Votes needed: 2 of 2 (Birch and Alder)" in counted
    assert "Agreed: Alder" in counted
    assert int(cedar.id) in (await seats(timed)).values()
    assert request(timed) is None
    assert len(timed.pings("Cedar is here")) == 1


@pytest.mark.slow
async def test_whoever_has_said_that_they_are_here_is_left_in_peace(timed: Table, clock: HandClock):
    """They may think for as long again before anybody can ask for their seat."""
    alder, _, cedar = timed.people
    await clock.on(73)
    await alder.command(CHANNEL, "game house", seat=cedar.name)
    await timed.acted()
    await cedar.press(request(timed), "I am here")
    await timed.acted()

    again = await alder.command(CHANNEL, "game house", seat=cedar.name)
    await clock.on(73)
    later = await alder.command(CHANNEL, "game house", seat=cedar.name)

    assert again.text.startswith("Cedar is not absent.")
    assert later.text.startswith("Cedar has been called and written to")


@pytest.mark.slow
async def test_nobody_seems_absent_because_the_table_has_rested(timed: Table, clock: HandClock):
    """Who could not answer has left no call unanswered; as it goes on the patience of the table counts anew."""
    alder = timed.people[0]
    await timed.bot.publisher.rest(1, "removed")
    await clock.on(80)
    await timed.bot.publisher.go_on(1, seen=True)
    await timed.acted()
    await alder.command(CHANNEL, "game voteout", seat="Cedar")
    await timed.acted()
    early = request(timed)
    await clock.on(73)
    await alder.command(CHANNEL, "game voteout", seat="Cedar")
    await timed.acted()

    asked = request(timed)
    assert early is None
    assert asked is not None
    assert "would be out of the game" in asked.text


@pytest.mark.slow
async def test_a_seat_that_was_taken_is_told_to_all_and_has_a_way_back(timed: Table, clock: HandClock):
    """After a day everybody sees it in a new message; the person has it in private, and takes the seat back."""
    alder, birch, cedar = timed.people
    await clock.on(73)
    await alder.command(CHANNEL, "game voteout", seat=cedar.name)
    await timed.acted()
    asked = request(timed)
    assert asked is not None
    await birch.press(asked, "Agree")
    await timed.acted()
    waits = await seats(timed)
    await clock.on(25)
    await timed.acted()
    taken = await seats(timed)
    await cedar.command(CHANNEL, "game back")
    await timed.acted()

    assert int(cedar.id) in waits.values()
    assert "House 1" in taken
    assert len([one for one in timed.shown if "The house has the seat of" in one.text]) == 1
    (letter,) = [one.text for one in letters(cedar) if "The house has the seat of" in one.text]
    assert "gives you your seat back" in letter
    assert (await seats(timed))["Cedar"] == int(cedar.id)


async def test_a_second_wish_wipes_no_vote(timed: Table, clock: HandClock):
    """An outsider who wants the seat is told that others have asked for it."""
    alder, _, cedar = timed.people
    new = await stranger(timed)
    await clock.on(73)
    await alder.command(CHANNEL, "game voteout", seat=cedar.name)
    await timed.acted()

    said = await new.command(CHANNEL, "game replace", seat=cedar.name)
    await timed.acted()

    (still,) = (await timed.bot.service.tables.find(1)).requests
    assert said.text.startswith(f"{alder.mention} has asked for that already")
    assert (still.kind, still.by) == ("out", int(alder.id))


async def test_a_third_wish_to_undo_waits_for_the_first(tabletop: Table):
    """The question stays whose it was; whoever asked learns that somebody refuses."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:3])
    first, second, third = [
        next(one for one in tabletop.people if int(one.id) == move.user_id)
        for move in (await tabletop.bot.service.tables.find(1)).moves
    ]
    await ask_to_undo(first, to=1)
    await tabletop.settled()
    (before,) = tabletop.having("u:")
    plan = (await second.command(CHANNEL, "undo", to=2)).message
    said = await second.press(plan, next(one for one in plan.labels if one.startswith("Ask ")))
    await tabletop.settled()
    (after,) = tabletop.having("u:")
    told = rung(first)
    await third.press(after, "Refuse")
    await tabletop.settled()

    assert said.text.startswith(f"{first.mention} has asked for that already")
    assert (before.id, before.text) == (after.id, after.text)
    assert tabletop.having("u:") == []
    assert f"{first.mention}, {third.name} refuses the request" in tabletop.shown[-1].text
    assert rung(first) == told + 1


async def test_a_question_names_who_is_still_asked_and_shows_on_a_lock_screen(tabletop: Table):
    """It has content, and each change of it marks those whose answer is awaited, and only them."""
    await tabletop.game()
    alder, birch, cedar = tabletop.people
    await alder.command(CHANNEL, "game stop")
    await tabletop.settled()
    asked = request(tabletop)
    assert asked is not None
    first = {one["id"] for one in asked.raw["mentions"]}
    await birch.press(asked, "Agree")
    await tabletop.settled()

    assert asked.raw["content"].startswith("Alder asks to end the game")
    assert first == {birch.id, cedar.id}
    assert {one["id"] for one in asked.raw["mentions"]} == {cedar.id}


async def test_whoever_asked_to_end_the_game_learns_who_refuses(tabletop: Table):
    """In a new message that calls them; the question is gone."""
    await tabletop.game()
    alder, birch, _ = tabletop.people
    await alder.command(CHANNEL, "game stop")
    await tabletop.settled()
    before = rung(alder)
    await birch.press(request(tabletop), "Refuse")
    await tabletop.settled()

    (told,) = [one for one in tabletop.shown if "Birch refuses: " in one.text]
    assert told.text.startswith(f'{alder.mention}, Birch refuses: "Alder asks to end the game')
    assert rung(alder) == before + 1
    assert request(tabletop) is None


async def test_a_move_that_overtakes_a_question_is_told_to_whoever_asked(tabletop: Table):
    """The game has gone on, so nobody is asked any longer."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:2])
    asker = await tabletop.other()
    await ask_to_undo(asker, to=1)
    await tabletop.settled()
    await tabletop.type_moves(DRAFT[2:3])

    assert tabletop.having("u:") == []
    (told,) = [one for one in tabletop.shown if "the game has gone on" in one.text]
    assert told.text.startswith(f"{asker.mention}, ")


async def test_who_is_newly_asked_is_called(tabletop: Table):
    """Somebody wants to go back further than before: a new message calls who was not concerned yet."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:3])
    first, second, third = [
        next(one for one in tabletop.people if int(one.id) == move.user_id)
        for move in (await tabletop.bot.service.tables.find(1)).moves
    ]
    await ask_to_undo(first, to=3)
    await tabletop.settled()
    asked = rung(second), rung(third)
    await ask_to_undo(first, to=2)
    await tabletop.settled()

    (question,) = tabletop.having("u:")
    assert second.mention in question.text
    assert (rung(second), rung(third)) == (asked[0] + 1, asked[1])


@pytest.mark.parametrize("how", ["replace", "substitute"])
async def test_reminders_and_bells_follow_the_seat(timed: Table, clock: HandClock, how: str):
    """Whoever decides there now is called and reminded, and whoever has gone is left in peace."""
    cedar, new = timed.people[2], await stranger(timed)
    named = {"seat": cedar.name} if how == "replace" else {}
    await clock.on(11)
    await cedar.command(CHANNEL, f"game {how}", by=new.id, **named)
    await timed.acted()
    asked = request(timed)
    assert asked is not None
    await new.press(asked, "Agree")
    await timed.acted()
    before = rung(cedar), rung(new)
    await clock.on(24)
    await timed.acted()

    assert rung(cedar) == before[0]
    assert rung(new) > before[1]
    assert [one.text for one in timed.pings("waiting") if cedar.mention in one.text] == []


@pytest.mark.parametrize(("code", "text"), [(10007, "Unknown Member"), (10013, "Unknown User")])
async def test_the_seat_of_an_account_that_is_gone_goes_to_others(tabletop: Table, code: int, text: str):
    """Whatever Discord says of somebody who is nowhere; that nobody can write to them holds nothing up."""
    await tabletop.game()
    new, gone, host = await stranger(tabletop), tabletop.people[1], tabletop.people[0]
    delete_account(tabletop.server.world, gone.id)
    tabletop.server.faults.refuse(404, code, text, path=f"/guilds/*/members/{gone.id}", times=99)

    said = await host.command(CHANNEL, "game replace", seat=gone.name, by=new.id)
    await tabletop.settled()
    asked = request(tabletop)
    assert asked is not None, said.text
    await new.press(asked, "Agree")
    await tabletop.settled()

    assert int(new.id) in (await seats(tabletop)).values()
    assert any("takes over from" in one.text for one in tabletop.shown)
    assert tabletop.bot.publisher.table_messages(1).loop.trouble is None
    assert request(tabletop) is None
    tabletop.server.errors.clear()  # nobody can be written to
