"""Seats at which somebody acts for another, over real sockets: by proxy, as a substitute, the house; voted out."""

import asyncio
from functools import partial

import pytest

from tests.bot.cogs.test_replace import request, stranger
from tests.bot.hand_clock import HandClock
from tests.bot.local import moderator
from tests.bot.person import Person
from tests.bot.storage.finishing import finish
from tests.bot.tabletop import CHANNEL, DRAFT, Table, ask_to_undo, letters, rung


async def test_a_proxy_may_act_too(timed: Table):
    """Whoever was named moves, and the log says for whom; the person may move as well, and ends it."""
    cedar, alder = timed.people[2], timed.people[0]
    before = rung(alder)
    said = await cedar.command(CHANNEL, "game proxy", by=alder.id)
    uncalled = rung(alder) == before
    done = await alder.command(CHANNEL, "do", move=DRAFT[0])
    await timed.acted()
    history = await alder.command(CHANNEL, "show history")
    await cedar.command(CHANNEL, "game back")
    again = await cedar.command(CHANNEL, "game back")

    moves = (await timed.bot.service.tables.find(1)).moves
    assert "Alder may now act for Cedar" in said.text
    assert "✓" in done.text
    assert uncalled
    assert (moves[0].seat, moves[0].user_id) == ("s1", int(alder.id))
    assert any("Alder for Cedar: " in one.text for one in timed.shown)
    assert "Alder for Cedar: " in history.text
    assert "Nobody plays for you" in again.text
    refused = await alder.command(CHANNEL, "game proxy", by=alder.id)
    assert "✓" not in refused.text


async def test_a_substitute_plays_until_a_day(timed: Table, clock: HandClock):
    """Whoever is asked and agrees is called in their place until the day comes, and then the person again."""
    cedar, birch = timed.people[2], timed.people[1]
    new = await stranger(timed)
    said = await cedar.command(CHANNEL, "game substitute", by=new.id, until="2d")
    await timed.acted()
    (asked,) = timed.having("v:")
    unasked = await new.command(CHANNEL, "do", move=DRAFT[0])
    await new.press(asked, "Agree")
    await timed.acted()
    asks = asked.content
    rung_for_the_question = rung(new)
    mine = await new.command(CHANNEL, "me games")
    called = rung(new)
    done = await new.command(CHANNEL, "do", move=DRAFT[0])
    await timed.acted()
    await clock.on(49)
    await timed.acted()
    refused = await new.command(CHANNEL, "do", move=DRAFT[1])

    assert f"{new.name} is asked first" in said.text
    assert f"{new.name} to play for Cedar until <t:" in asks
    assert "no seat" in unasked.text
    assert rung_for_the_question >= 1
    assert called >= 2
    assert "your turn" in mine.text
    assert "✓" in done.text
    assert "no seat" in refused.text
    assert not (await timed.bot.service.tables.find(1)).deputies
    assert rung(birch) >= 1


async def test_the_house_plays_until_one_is_back(timed: Table):
    """Nobody is named, so the house plays; it goes on after a restart, and stops when the person is back."""
    cedar = timed.people[2]
    said = await cedar.command(CHANNEL, "game substitute")
    await timed.acted()
    moved = (await timed.bot.service.tables.find(1)).moves
    await timed.restart()
    back = await cedar.command(CHANNEL, "game back")
    table_ = await timed.bot.service.tables.find(1)

    assert said.text.startswith("The house now plays for Cedar until ")
    assert moved[0].user_id < 0
    assert moved[0].seat == "s1"
    assert "alone decides for their own seat" in back.text
    assert not table_.plays_itself(table_.seats[0])


async def test_a_substitute_that_is_the_house_goes_by_the_command_of_the_house(timed: Table):
    """What it says gives the seat back does so, however the house came to play there."""
    cedar = timed.people[2]
    await cedar.command(CHANNEL, "game substitute")
    await timed.acted()

    back = await cedar.command(CHANNEL, "game house")
    table_ = await timed.bot.service.tables.find(1)

    assert "stopped playing" in back.text
    assert not table_.plays_itself(table_.seats[0])
    again = await cedar.command(CHANNEL, "game house")
    assert "The house now plays for Cedar" in again.text


async def test_whoever_plays_for_somebody_gives_it_up(timed: Table):
    """The same command ends it from both sides."""
    cedar, alder = timed.people[2], timed.people[0]
    new = await stranger(timed)
    await cedar.command(CHANNEL, "game substitute", by=new.id)
    await timed.acted()
    (asked,) = timed.having("v:")
    await new.press(asked, "Agree")
    await timed.acted()

    refused = await alder.command(CHANNEL, "game back")
    given_up = await new.command(CHANNEL, "game back")
    table_ = await timed.bot.service.tables.find(1)

    assert "Nobody plays for you" in refused.text
    assert "no longer plays for others" in given_up.text
    assert not table_.deputies
    assert int(cedar.id) in table_.called_people


async def test_nobody_plays_for_another_who_has_not_agreed(timed: Table):
    """Whoever refuses is called to no turn, and the person who asked learns of it."""
    cedar = timed.people[2]
    new = await stranger(timed)
    await cedar.command(CHANNEL, "game substitute", by=new.id)
    await timed.acted()
    (asked,) = timed.having("v:")
    await new.press(asked, "Refuse")
    await timed.acted()

    assert rung(new) == 1
    assert not (await timed.bot.service.tables.find(1)).deputies
    assert any(cedar.mention in one.text and "refuses" in one.text for one in timed.shown)


async def test_who_comes_back_ends_nobody_elses_proxy(timed: Table):
    """Alder may act for Cedar; Alder's own return from the house's care is no affair of Cedar's."""
    alder, _, cedar = timed.people
    await cedar.command(CHANNEL, "game proxy", by=alder.id)
    await alder.command(CHANNEL, "game substitute")
    await timed.acted()
    back = await alder.command(CHANNEL, "game back")
    idle = await alder.command(CHANNEL, "game back")
    deputies = (await timed.bot.service.tables.find(1)).deputies

    assert "alone decides for their own seat" in back.text
    assert "Nobody plays for you" in idle.text
    assert [(one.owner, one.user) for one in deputies.values()] == [(int(cedar.id), int(alder.id))]


@pytest.mark.slow
async def test_the_others_vote_somebody_out(timed: Table, clock: HandClock):
    """More than half of the others, and a day's notice: the house has the seat; a stranger asks the host for it."""
    alder, birch, cedar = timed.people
    await clock.on(73)
    stray = await cedar.command(CHANNEL, "game voteout", seat=cedar.name)
    await birch.command(CHANNEL, "game voteout", seat=cedar.name)
    await timed.acted()
    asked = request(timed)
    assert asked is not None
    assert "would be out of the game" in asked.text
    await alder.press(asked, "Agree")
    await clock.on(25)
    await timed.acted()
    table_ = await timed.bot.service.tables.find(1)

    assert "no seat" in stray.text
    assert {seat.name for seat in table_.seats} == {"Alder", "Birch", "House 1"}
    new = await stranger(timed)
    await new.command(CHANNEL, "game replace", seat="House 1")
    await timed.acted()
    asked = request(timed)
    assert asked is not None
    await alder.press(asked, "Agree")
    await timed.acted()
    assert new.name in {seat.name for seat in (await timed.bot.service.tables.find(1)).seats}


@pytest.mark.slow
async def test_who_does_not_answer_may_be_substituted_by_a_press(timed: Table, clock: HandClock):
    """After the last reminder the table is told, with buttons: the host lets the house play, after a day's notice."""
    alder, birch, _ = timed.people
    await alder.command(CHANNEL, "table reminders", interval="1h", stop=2)
    await clock.on(4)
    early = await alder.press(
        next(one for one in timed.shown if "no more rem" in one.text), "Let the house play"
    )
    await clock.on(70)
    notice = next(one for one in timed.shown if "no more reminders" in one.text)
    new = await stranger(timed)
    await new.press(notice, "I'll take over")
    await timed.acted()
    assert request(timed) is not None
    taken = await alder.press(notice, "Let the house play")
    await new.press(request(timed), "Refuse")
    await timed.acted()
    said = await alder.press(notice, "Let the house play")
    await clock.on(25)
    await timed.acted()
    late = await birch.press(notice, "Let the house play")

    assert "Cedar is not absent" in early.text
    assert f"{new.mention} has asked for that already" in taken.text
    assert "Cedar has been called and written to" in said.text
    assert (await timed.bot.service.tables.find(1)).moves[0].user_id < 0
    assert late.text == "This request is no longer open."


async def flag(person: Person, label: str) -> None:
    """Switch something on one's page of settings."""
    page = (await person.command(CHANNEL, "me settings")).message
    await person.press(page, label)


async def test_notes_are_soft_and_come_once(timed: Table):
    """Whoever asked for it is told in private, without a ring, that they are next, and when the rounds begin."""
    birch, alder = timed.people[1], timed.people[0]
    new = await stranger(timed)
    await new.command(CHANNEL, "game watch")
    await flag(birch, "Tell me when I am next: no")
    await flag(birch, "Tell me when only I have yet to decide: no")
    timed.bot.publisher.nudge(1)
    await timed.acted()
    timed.bot.publisher.nudge(1)
    await timed.acted()
    told = [one.text for one in letters(birch)]
    await timed.restart()
    timed.bot.publisher.nudge(1)
    await timed.acted()
    await timed.type_moves(DRAFT[:1])

    assert [one.startswith("You are next in 18Mag") for one in told] == [True]
    assert len(letters(birch)) == 1
    assert not letters(alder)
    assert not birch.notifications or all("next" not in str(one) for one in birch.notifications)


async def test_every_watcher_is_told_of_the_end(timed: Table):
    """To Discord a nonce is its author's, whatever the channel: with one for all only the first would hear."""
    people = timed.people
    for person in people:
        await person.command(CHANNEL, "game watch")
    for person in people:
        await person.command(CHANNEL, "game stop")
    await timed.acted()

    assert [sum("is over" in one.text for one in letters(person)) for person in people] == [1, 1, 1]


async def test_those_who_are_still_asked_stay_named_while_others_answer(timed: Table):
    """Each edit says anew whom a message mentions; a question that names nobody stands out for nobody."""
    alder, birch, cedar = timed.people
    await alder.command(CHANNEL, "game stop")
    await timed.settled()
    (asked,) = timed.having("v:")
    first = [one["id"] for one in asked.raw["mentions"]]
    await birch.press(asked, "Agree")
    await timed.settled()
    (asked,) = timed.having("v:")

    assert sorted(first) == [birch.id, cedar.id]
    assert [one["id"] for one in asked.raw["mentions"]] == [cedar.id]


async def test_two_begin_to_watch_at_the_same_moment(timed: Table):
    """Neither is forgotten for the other."""
    people = timed.people[:2]
    await asyncio.gather(*(person.command(CHANNEL, "game watch") for person in people))

    watchers = (await timed.bot.service.tables.find(1)).settings.watchers
    assert sorted(watchers) == sorted(int(person.id) for person in people)


@pytest.mark.parametrize("restarts", [False, True])
async def test_the_last_who_is_asked_is_told(timed: Table, *, restarts: bool):
    """Two are asked to take moves back; one answers, and the other is told, even if the bot stopped before that."""
    alder, birch, cedar = timed.people
    await flag(alder, "Tell me when only I have yet to decide: no")
    await timed.type_moves(DRAFT[:3])
    await timed.acted()
    plan = await cedar.command(CHANNEL, "undo", to=1)
    await cedar.press(plan.message, next(one for one in plan.message.labels if one.startswith("Ask")))
    (asked,) = await birch.until(lambda: timed.having("u:"))
    await timed.acted()
    faults = timed.server.faults
    if restarts:
        faults.refuse(400, 50006, "Cannot send an empty message", path="/users/@me/channels", times=99)
    await birch.press(asked, "Agree")
    await timed.acted()
    for _ in range(2 if restarts else 0):
        faults.pending.clear()
        await timed.restart()
        timed.bot.publisher.nudge(1)
        await timed.acted()

    assert len([one for one in letters(alder) if "is waiting for you alone" in one.text]) == 1
    assert not letters(birch)


async def test_the_same_people_play_again(timed: Table):
    """The end card offers a rematch: a lobby like the last one, to which the others are called."""
    alder, birch, cedar = timed.people
    await finish(timed.bot.storage, 1)
    timed.bot.service.tables.drop(1)
    early = await birch.command(CHANNEL, "game rematch")
    await timed.acted()
    joined = await alder.command(CHANNEL, "game rematch")
    lobby = await timed.bot.service.tables.find(2)

    assert early.text.startswith("Table 2 is open. ")
    assert lobby.host == int(birch.id)
    assert {seat.name for seat in lobby.seats} == {"Birch", "Alder"}
    assert (lobby.title, lobby.places, joined.message.ephemeral) == ("18Mag", 3, True)
    invited = next(one for one in timed.shown if "opens another game" in one.text)
    assert cedar.mention in invited.text


async def test_a_seat_is_called_by_its_players_name(tabletop: Table):
    """In any case of letters; who is called like nobody, and who has no seat, is told that."""
    await tabletop.game()
    alder, stranger_ = tabletop.people[0], (await tabletop.seat(4))[3]
    shown = await alder.command(CHANNEL, "show player", seat="birch")
    nobody = [
        await alder.command(CHANNEL, command, seat="Nobody") for command in ("show player", "game voteout")
    ]
    house = await stranger_.command(CHANNEL, "game house")

    assert "Birch" in shown.text
    assert all("Nobody at this table is called Nobody. Seats: " in one.text for one in nobody)
    assert "Alder" in nobody[0].text
    assert "You have no seat at this table" in house.text


async def test_a_rematch_that_cannot_be_shown_is_closed_again(timed: Table):
    """Who asked reads what the bot lacks; once it may write, a game is opened."""
    birch, permit = timed.people[1], partial(moderator.permit, timed.server.world)
    await finish(timed.bot.storage, 1)
    timed.bot.service.tables.drop(1)
    for role in ("@everyone", "Stationmaster"):
        permit(role, "send_messages", allowed=False)
    refused = await birch.command(CHANNEL, "game rematch")
    permit("Stationmaster", "send_messages", allowed=True)
    opened = await birch.command(CHANNEL, "game rematch")
    await timed.acted()
    timed.server.errors.clear()  # the card was refused

    assert "Send Messages" in refused.text
    assert opened.text.startswith("Table 3 is open. ")
    assert (await timed.bot.service.tables.find(2)).state == "ended"
    assert (await timed.bot.service.tables.find(3)).state == "lobby"


async def substituted(timed: Table) -> Person:
    """Somebody plays for Cedar, whose move it is, for two days; Birch has moved before that."""
    cedar = timed.people[2]
    await timed.type_moves(DRAFT[:3])
    new = await stranger(timed)
    await cedar.command(CHANNEL, "game substitute", by=new.id, until="2d")
    await timed.acted()
    await new.press(timed.having("v:")[0], "Agree")
    await timed.acted()
    return new


async def test_whoever_moved_last_is_called_when_a_substitute_has_moved(timed: Table):
    """A substitute's move is a turn like any: the one before, whose turn it is again, has to know."""
    new = await substituted(timed)
    moves = (await timed.bot.service.tables.find(1)).moves
    while (await timed.bot.service.tables.find(1)).called_people != (int(new.id),):
        await timed.bot.service.moves.act(1, *(await _first_choice(timed)))
    await timed.acted()
    table_ = await timed.bot.service.tables.find(1)
    last = next(one for one in timed.people if int(one.id) == table_.moves[-1].user_id)
    before = rung(last)
    while True:
        await timed.bot.service.moves.act(1, *(await _first_choice(timed)))
        called = (await timed.bot.service.tables.find(1)).called_people
        if called != (int(new.id),):
            break
    await timed.acted()

    assert len(table_.moves) > len(moves)
    assert called == (int(last.id),)
    assert rung(last) == before + 1


async def _first_choice(timed: Table) -> tuple[int, int, object]:
    table_ = await timed.bot.service.tables.find(1)
    return table_.rev, table_.called_people[0], table_.game.choices.offers[0].action


async def test_a_substitute_takes_back_what_they_did_and_agrees_for_the_absent(timed: Table):
    """Nobody waits for a person who is away: the substitute's move goes at once, of others' they are asked."""
    cedar, alder, birch = timed.people[2], timed.people[0], timed.people[1]
    new = await substituted(timed)
    before = rung(cedar)
    await new.command(CHANNEL, "do", move=DRAFT[3])
    await timed.acted()
    await new.command(CHANNEL, "undo")
    await timed.acted()
    taken_back = len((await timed.bot.service.tables.find(1)).moves)
    await new.command(CHANNEL, "do", move=DRAFT[3])
    await timed.acted()
    await ask_to_undo(alder, to=1)
    await timed.acted()
    asked = timed.having("u:")[-1].content
    await birch.press(timed.having("u:")[-1], "Agree")
    await new.press(timed.having("u:")[-1], "Agree")
    await timed.acted()

    assert taken_back == 3
    assert f"<@{new.id}>" in asked
    assert f"<@{cedar.id}>" not in asked
    assert rung(cedar) == before
    assert len((await timed.bot.service.tables.find(1)).moves) == 0


async def test_who_comes_back_is_called_to_what_the_substitute_was_asked(timed: Table):
    """By a new message, for an edit rings nobody; those who were called before are not called twice."""
    cedar, alder, birch = timed.people[2], timed.people[0], timed.people[1]
    new = await substituted(timed)
    await new.command(CHANNEL, "do", move=DRAFT[3])
    await timed.acted()
    await ask_to_undo(alder, to=1)
    await timed.acted()
    asked, before = timed.having("u:")[-1], [rung(cedar), rung(birch), rung(new)]
    await cedar.command(CHANNEL, "game back")
    await timed.acted()
    again = timed.having("u:")
    after = [rung(cedar), rung(birch), rung(new)]
    await birch.press(again[-1], "Agree")
    await cedar.press(timed.having("u:")[-1], "Agree")
    await timed.acted()

    assert len(again) == 1
    assert again[0].id != asked.id
    assert f"<@{cedar.id}>" in again[0].content
    assert f"<@{new.id}>" not in again[0].content
    assert [now - was for now, was in zip(after, before, strict=True)] == [1, 0, 0]
    assert len((await timed.bot.service.tables.find(1)).moves) == 0
    assert not [name for name in await _purposes(timed) if name.startswith("asked:")]


async def _purposes(timed: Table) -> list[str]:
    return [row.purpose for row in await timed.bot.storage.messages.of_game(1)]


async def test_where_the_house_plays_its_person_is_asked_of_their_own_moves(timed: Table):
    """The house agrees to nothing: an undo asks whoever made the move, though somebody is away."""
    cedar, alder, birch = timed.people[2], timed.people[0], timed.people[1]
    await timed.type_moves(DRAFT[:3])
    await cedar.command(CHANNEL, "game substitute")
    await timed.acted()
    await ask_to_undo(alder, to=1)
    await timed.acted()
    asked = timed.having("u:")[-1]
    await birch.press(asked, "Agree")
    await cedar.press(asked, "Agree")
    await timed.acted()

    assert f"<@{cedar.id}>" in asked.content
    assert "<@-" not in asked.content
    left = (await timed.bot.service.tables.find(1)).moves
    assert not [move for move in left if not move.decided_by]
