"""What the table is shown and whom it calls, over real sockets."""

import asyncio
from unittest.mock import Mock

import discord
import pytest

from bot.local.wire import as_read
from bot.messages import shown_board, table_messages
from bot.messages.table_messages import TableMessages
from bot.request_rate import EDIT, POST
from engine import notation
from tests.bot.seen import GALLERY
from tests.bot.tabletop import CHANNEL, Table, ask_to_undo

DRAFT = (
    "draft 13",
    "draft 5",
    "draft 2",
    "draft 10",
    "draft 11",
    "draft GC",
    "draft LDSTEG",
    "draft 8",
    "draft 6",
)


async def test_a_turn_becomes_its_record_and_the_next_card_is_posted_below_the_board(tabletop: Table):
    """The card of the turn before says what was done, without picture and buttons; the board is drawn anew."""
    card = await tabletop.game()
    sheets = tabletop.sheets

    await tabletop.type_moves(DRAFT[:1])

    assert tabletop.told == ["Cedar drafts #13 DV"]
    assert [(one.id, one.pictures, one.components) for one in tabletop.records] == [(card.id, [], [])]
    assert [one.name for one in tabletop.sheets.pictures] == ["map-1.png", "market-1.png", "charters-1.png"]
    assert [len(one["items"]) for one in tabletop.sheets.components if one["type"] == GALLERY] == [1, 1, 1]
    assert [one.id for one in tabletop.shown[-2:]] == [tabletop.sheets.id, tabletop.board.id]
    assert len(tabletop.board.pictures) == 1
    assert sheets.deleted


async def test_while_the_same_person_goes_on_board_and_card_are_edited(tabletop: Table):
    """One message a turn: it repeats what was done, and goes on mentioning whose turn it is."""
    person = await tabletop.to("lay")
    card, sheets, rung = tabletop.board, tabletop.sheets, len(person.notifications)

    lay = (await tabletop.bot.service.tables.find(1)).started().game.choices.offers[0].action
    await person.command(CHANNEL, "do", move=notation.write(lay))
    await tabletop.settled()

    assert (tabletop.board.id, tabletop.sheets.id) == (card.id, sheets.id)
    assert f"{person.name} lays" in card.text or "lays" in card.text
    assert card.text.startswith(f"{person.mention} 18Mag · OR 1.1")
    assert [one["id"] for one in card.raw["mentions"]] == [person.id]
    assert len(person.notifications) == rung


async def test_while_the_channel_takes_no_messages_the_board_is_edited_and_nobody_is_called_late(
    tabletop: Table,
):
    """What is posted then shows the table as it is then, and calls whoever is awaited then."""
    await tabletop.game()
    card, sheets = tabletop.board, tabletop.sheets
    channel, rung = int(tabletop.people[0].channel_id(CHANNEL)), len(tabletop.people[1].notifications)
    tabletop.bot.room.note(POST, channel, 0, 60.0)

    for number, move in enumerate(DRAFT[:3], 1):
        await (await tabletop.awaited()).command(CHANNEL, "do", move=move)
        await tabletop.people[0].until(lambda number=number: f"Move {number}" in sheets.text)
    assert (tabletop.board.id, tabletop.sheets.id, tabletop.told) == (card.id, sheets.id, [])

    tabletop.bot.room.note(POST, channel, 5, 0.0)
    await tabletop.type_moves(DRAFT[3:4])

    assert len(tabletop.told) == 4
    assert tabletop.pings("First share round") == [tabletop.board]
    assert (await tabletop.awaited()).mention in tabletop.board.text
    assert len(tabletop.people[1].notifications) == rung
    assert sheets.deleted


async def test_where_only_the_card_can_be_edited_the_board_follows(tabletop: Table):
    """It is shown as soon as the channel takes another edit."""
    person = await tabletop.to("lay")
    channel = int(person.channel_id(CHANNEL))
    tabletop.bot.room.note(EDIT, channel, 0, 0.3)
    sheets = tabletop.sheets

    lay = (await tabletop.bot.service.tables.find(1)).started().game.choices.offers[0].action
    await person.command(CHANNEL, "do", move=notation.write(lay))
    before = sheets.text
    await tabletop.settled()

    assert "lays" in tabletop.board.text
    assert tabletop.sheets.id == sheets.id
    assert tabletop.sheets.text != before


async def test_only_the_awaited_are_called_and_old_calls_go(tabletop: Table):
    """A new short message calls the next player; the one before disappears."""
    await tabletop.game()
    alder, birch, cedar = tabletop.people
    before = tabletop.board
    named = before.text

    await tabletop.type_moves(DRAFT[:1])
    after = tabletop.pings("First share round")

    assert named.startswith(f"**{cedar.name}** 18Mag")  # called as the game began, and only named here
    assert [birch.mention in one.text for one in after] == [True]
    assert before in tabletop.records
    assert tabletop.pings("First share round") == [tabletop.board]
    assert [len(one.notifications) for one in (alder, birch, cedar)] == [2, 2, 1]  # all to the beginning


async def test_nobody_is_called_who_has_just_acted(tabletop: Table):
    """Taking the own move back awaits oneself again, without a call: the next person's card becomes one's own."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:1])
    cedar, card = tabletop.people[2], tabletop.board
    before = len(cedar.notifications)

    await cedar.command(CHANNEL, "undo")
    await tabletop.settled()

    assert len(cedar.notifications) == before
    assert tabletop.pings("First share round") == [card]
    assert card.text.startswith(cedar.mention)
    assert "Cedar takes back: Draft" in card.text


async def test_whoever_is_next_again_is_called_again(tabletop: Table):
    """Birch answers a call and the turn comes back before anything could be told: another call."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:1])
    birch = tabletop.people[1]
    called = [one for one in tabletop.pings("First share round") if birch.mention in one.text]
    tabletop.pictures.gate = asyncio.Event()
    for move in DRAFT[1:3]:
        await (await tabletop.awaited()).command(CHANNEL, "do", move=move)

    tabletop.pictures.gate.set()
    await tabletop.settled()

    assert await tabletop.awaited() is birch
    assert called[0] in tabletop.records
    assert len(birch.notifications) == 3  # once to the beginning
    assert [birch.mention in one.text for one in tabletop.pings("First share round")] == [True]


@pytest.mark.slow
async def test_only_the_newest_board_is_drawn_and_every_other_is_counted(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
):
    """Three moves while the first is on the easel: the two in between are overtaken."""
    monkeypatch.setattr(table_messages, "CALLS_WAIT", 30.0)
    await tabletop.game()
    tabletop.pictures.gate = asyncio.Event()
    for move in DRAFT[:4]:
        await (await tabletop.awaited()).command(CHANNEL, "do", move=move)

    tabletop.pictures.gate.set()
    await tabletop.settled()

    publisher = tabletop.bot.publisher
    assert 4 in tabletop.pictures.drawn
    assert publisher.tally.overtaken > 0
    assert publisher.tally.drawn + publisher.tally.overtaken == 5
    assert "Move 4" in tabletop.sheets.text


async def test_a_failed_picture_costs_no_move(tabletop: Table):
    """The text goes out at once and the pictures follow."""
    await tabletop.game()
    before = tabletop.sheets
    tabletop.pictures.failures = 2

    await (await tabletop.awaited()).command(CHANNEL, "do", move="draft 13")
    await tabletop.people[0].until(lambda: before.deleted)
    board, card = tabletop.sheets, tabletop.board
    follow = "pictures follow" in board.text, "pictures follow" in card.text
    await tabletop.people[0].until(lambda: "map-1.png" in [one.name for one in board.pictures])
    await tabletop.people[0].until(lambda: card.pictures)

    assert follow == (True, True)
    assert "Move 1" in board.text
    assert "pictures follow" not in board.text + card.text
    assert tabletop.bot.publisher.tally.failed == 2


async def test_a_board_that_cannot_be_made_keeps_nobody_from_being_called(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
):
    """An error of ours in one part of what is told is logged; the others are told, and it is tried again."""
    await tabletop.game()
    with monkeypatch.context() as broken:
        broken.setattr(shown_board, "board_message", lambda *_given, **_named: {}["nothing"])
        await (await tabletop.awaited()).command(CHANNEL, "do", move="draft 13")
        other = await tabletop.awaited()
        await other.until(lambda: tabletop.pings(other.mention))
        shown = tabletop.sheets.text
    await other.until(lambda: "Move 1" in tabletop.sheets.text)

    assert "Move 1" not in shown


@pytest.mark.parametrize(
    "error",
    [KeyError("nothing"), discord.HTTPException(Mock(status=400), {"code": 50035, "message": "Invalid"})],
)
async def test_an_error_in_telling_keeps_nobody_from_being_called(
    error: Exception, tabletop: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Whoever is next is called without a card, once, and not again with it; the call goes as the card comes."""
    await tabletop.game()
    rung = {one.id: len(one.notifications) for one in tabletop.people}

    def fail(*_given: object) -> None:
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(TableMessages, "_plan", fail)
        await (await tabletop.awaited()).command(CHANNEL, "do", move="draft 13")
        other = await tabletop.awaited()
        await other.until(lambda: tabletop.pings(other.mention))
        called = tabletop.pings(other.mention)[-1]
        tabletop.bot.publisher.table_messages(1).loop.nudge()
        await tabletop.settled()
        again = tabletop.pings(other.mention)[-1]
        tabletop.bot.publisher.table_messages(1).loop.nudge()
    await other.until(lambda: called.deleted and tabletop.told)

    assert called.text.startswith(f"{other.mention} 18Mag: a decision is awaited.")
    assert again.id == called.id
    assert [one.message for one in other.notifications[rung[other.id] :]] == [called.id]
    assert tabletop.told == ["Cedar drafts #13 DV"]
    assert tabletop.board.text.startswith(f"**{other.name}** 18Mag")
    assert "game 1 could not be told" in caplog.text
    caplog.clear()


async def test_an_error_in_telling_calls_nobody_before_a_turn_may_be_called(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """The table has chosen that an undo disturbs nobody; what fails meanwhile is another matter."""
    await tabletop.game()
    await tabletop.people[0].command(CHANNEL, "table grace", grace="300")
    await tabletop.settled()

    def fail(*_given: object) -> None:
        raise KeyError

    monkeypatch.setattr(TableMessages, "_tell_softly", fail)
    await (await tabletop.awaited()).command(CHANNEL, "do", move="draft 13")
    other = await tabletop.awaited()
    await tabletop.settled()

    assert tabletop.pings(other.mention) == []
    caplog.clear()


async def test_a_change_that_cannot_be_noted_is_told_as_it_is_stored(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Nobody waits for a nudge that does not come."""
    await tabletop.game()
    monkeypatch.setattr(TableMessages, "_remember", lambda *_given: {}["nothing"])
    await (await tabletop.awaited()).command(CHANNEL, "do", move="draft 13")
    other = await tabletop.awaited()
    await other.until(lambda: tabletop.pings(other.mention))

    assert tabletop.told == ["Cedar drafts #13 DV"]
    assert "game 1 is told as it is stored" in caplog.text
    caplog.clear()


async def test_a_card_below_which_people_talk_is_posted_anew_with_its_next_change(tabletop: Table):
    """The bot counts what is written and reads none of it; nobody is rung again, and nothing is told twice."""
    await tabletop.restart(bump_after=3)
    person = await tabletop.to("lay")
    card, rung = tabletop.board, len(person.notifications)
    lays = (await tabletop.bot.service.tables.find(1)).started().game.choices.offers
    for _ in range(4):
        await person.say(CHANNEL, "What a lovely day")
    await tabletop.settled()
    assert tabletop.board.id == card.id

    await person.command(CHANNEL, "do", move=notation.write(lays[0].action))
    await tabletop.settled()

    assert card.deleted
    assert [one.id for one in tabletop.shown[-1:]] == [tabletop.board.id]
    assert "lays" in tabletop.board.text
    assert [line for line in tabletop.told if "lays" in line] == []
    assert len(person.notifications) == rung


@pytest.mark.parametrize(("chosen", "moves", "rounds"), [("move", True, True), ("round", False, True)])
async def test_a_table_chooses_how_often_its_board_comes_anew(
    tabletop: Table, chosen: str, moves: bool, rounds: bool
):
    """With every move, or with a round alone; in between it is edited where it stands, and the card follows it."""
    await tabletop.game()
    answer = await tabletop.people[0].command(CHANNEL, "table board", board=chosen)
    before = tabletop.sheets
    assert "posted again" in answer.text

    await tabletop.type_moves(DRAFT[:1])

    assert before.deleted is moves
    assert "Move 1" in tabletop.sheets.text
    assert tabletop.shown[-1].id == tabletop.board.id


async def test_what_somebody_removes_comes_back(tabletop: Table):
    """Somebody deletes card and board: the next move posts others, and the record of the turn all the same."""
    card = await tabletop.game()
    server, board = tabletop.server, tabletop.sheets
    for one in (card, board):
        server.backend.messages.delete(server.backend.messages.any(one.id))

    await tabletop.type_moves(DRAFT[:1])
    server.errors.clear()

    assert tabletop.board.id != card.id
    assert tabletop.sheets.id != board.id
    assert "Move 1" in tabletop.sheets.text
    assert tabletop.told == ["Cedar drafts #13 DV"]


async def test_a_press_on_an_old_board_is_told_so(tabletop: Table):
    """The version in the button is not the table's any more; nothing happens."""
    board = await tabletop.game()
    await tabletop.type_moves(DRAFT[:1])
    person = await tabletop.awaited()

    reply = await person.press(board, "g:1:0:draft:d:1", force=True)

    assert reply.ephemeral
    assert (await tabletop.bot.service.tables.find(1)).rev == 1


async def test_another_persons_buttons_do_nothing(tabletop: Table):
    """Those who are not awaited, and those without a seat, are told so privately."""
    board = await tabletop.game()
    other = await tabletop.other()
    people = await tabletop.seat(4)

    (listed,) = board.selects
    replies = [await person.choose(board, listed["custom_id"], "1") for person in (other, people[3])]

    assert all(reply.ephemeral for reply in replies)
    assert "no seat" in replies[1].text
    assert (await tabletop.bot.service.tables.find(1)).rev == 0


async def test_a_double_undo_press_undoes_once(tabletop: Table):
    """The undo button remembers the version it looked at."""
    await tabletop.game()
    cedar, birch = tabletop.people[2], tabletop.people[1]
    await tabletop.type_moves(DRAFT[:2])
    board = tabletop.board

    await asyncio.gather(birch.press(board, "b:1:2"), birch.press(board, "b:1:2"))
    await tabletop.settled()

    assert len((await tabletop.bot.service.tables.find(1)).moves) == 1
    assert cedar.name == "Cedar"
    assert "Birch takes back: Draft" in tabletop.board.text


async def test_an_undo_with_consent_is_asked_and_agreed_by_buttons(tabletop: Table):
    """The others are called; the last one who agrees takes the moves back; a restart in between changes nothing."""
    await tabletop.game()
    alder, birch, cedar = tabletop.people
    await tabletop.type_moves(DRAFT[:3])

    plan = await cedar.command(CHANNEL, "undo", to=1)
    await tabletop.settled()
    planned, rung = plan.text, tabletop.having("u:")
    asked = await cedar.press(plan.message, next(one for one in plan.message.labels if "Ask " in one))
    await cedar.until(lambda: plan.message.text != planned)
    await tabletop.settled()
    request = tabletop.having("u:")[0]
    await birch.press(request, "Agree")
    await tabletop.settled()
    agreed = request.text
    await tabletop.restart()
    await alder.press(request, "Agree")
    await alder.until(lambda: request.deleted)
    await tabletop.settled()

    assert planned.startswith("These moves would be taken back: ")
    assert planned.count("Draft") == 3
    assert rung == []
    assert "must agree" in asked.text
    assert "Agreed: Birch" in agreed
    assert "Cedar takes back: " in tabletop.board.text
    assert request.deleted
    assert (await tabletop.bot.service.tables.find(1)).moves == ()
    assert "Move 0" in tabletop.sheets.text


async def test_only_those_are_asked_who_have_acted_since(tabletop: Table):
    """Whoever has not moved after the move in question loses nothing, and is not rung."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:3])
    first = (await tabletop.bot.service.tables.find(1)).moves
    names = {int(person.id): person.name for person in tabletop.people}
    asker = next(person for person in tabletop.people if int(person.id) == first[1].user_id)
    plan = await asker.command(CHANNEL, "undo")

    assert f"{names[first[2].user_id]} must agree" in plan.text
    assert names[first[0].user_id] not in plan.text


async def test_an_undo_is_refused_by_typing(tabletop: Table):
    """Everything that can be pressed can be typed."""
    await tabletop.game()
    alder, _, cedar = tabletop.people
    await tabletop.type_moves(DRAFT[:3])

    await ask_to_undo(cedar)
    await tabletop.settled()
    reply = await alder.command(CHANNEL, "undo", answer="refuse")
    await tabletop.settled()

    assert "moves stand" in reply.text
    assert tabletop.having("u:") == []
    assert len((await tabletop.bot.service.tables.find(1)).moves) == 3


async def test_a_move_overtakes_a_request_to_undo(tabletop: Table):
    """The question disappears, and its buttons are out of date."""
    await tabletop.game()
    alder, _, cedar = tabletop.people
    await tabletop.type_moves(DRAFT[:3])
    await ask_to_undo(cedar, to=1)
    await tabletop.settled()
    request = tabletop.having("u:")[0]

    await tabletop.type_moves(DRAFT[3:4])
    reply = await alder.command(CHANNEL, "undo", answer="agree")

    assert request.deleted
    assert "No such request is open" in reply.text


async def test_undo_offers_the_last_moves_as_text(tabletop: Table):
    """The autocomplete tells what each move was."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:3])

    choices = await tabletop.people[0].autocomplete(CHANNEL, "undo", "to", "")

    assert [choice.value for choice in choices] == [3, 2, 1]
    assert "Alder" in choices[0].name


async def test_a_snapshot_shows_an_earlier_move(tabletop: Table):
    """Three pictures of the position after that move, for everybody unless asked otherwise."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:4])
    alder = tabletop.people[0]

    public = await alder.command(CHANNEL, "show snapshot", move=2)
    private = await alder.command(CHANNEL, "show snapshot", move=2, private=True)
    missing = await alder.command(CHANNEL, "show snapshot", move=9)

    assert (public.ephemeral, private.ephemeral) == (False, True)
    assert len(public.message.pictures) == 4
    assert "after move 2" in public.text
    assert tabletop.pictures.drawn[-2:] == [2, 2]
    assert "no move 9" in missing.text


async def test_looking_is_for_everybody(tabletop: Table):
    """Pictures, players, history, games: private answers, in English or Spanish."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT)
    people = await tabletop.seat(4)
    guest = people[3]
    await guest.command(CHANNEL, "me language", language="es")

    names = []
    for kind in ("map", "market", "charters"):  # each takes the place of the one before
        shown = await guest.command(CHANNEL, f"show {kind}")
        names += [shown.message.pictures[0].name] if shown.ephemeral else []
    player = await guest.command(CHANNEL, "show player", seat="s1")
    more = await guest.press(tabletop.board, "t:1:more")
    history = await guest.press(more.message, "h:1")
    listed = await guest.command(CHANNEL, "game list")
    mine = await people[0].command(CHANNEL, "me games")

    assert names == ["map-9.png", "market-9.png", "charters-9.png"]
    assert all(one.ephemeral for one in (player, history, listed, mine))
    assert "Efectivo" in player.text
    assert "`9`" in history.text
    assert "se está jugando" in listed.text
    assert "18Mag" in mine.text


async def test_a_stopped_bot_catches_up(tabletop: Table):
    """Moves that were stored but never told are told after the next start: board, lines and call."""
    await tabletop.game()
    table = await tabletop.bot.service.tables.find(1)
    tabletop.bot.service.changes.watchers.clear()
    for move in DRAFT[:3]:
        table = await tabletop.bot.service.moves.act(1, None, table.awaited[0].user_id, move)

    await tabletop.restart()
    await tabletop.settled()

    assert "Move 3" in tabletop.sheets.text
    assert "map-3.png" in [one.name for one in tabletop.sheets.pictures]
    assert tabletop.told == ["Cedar drafts #13 DV", "Birch drafts #5 EEV", "Alder drafts #2 MKV"]
    assert len(tabletop.pings("First share round")) == 1


async def test_a_board_is_drawn_anew_for_other_names_and_when_all_is_over(tabletop: Table):
    """Nothing was played, so its number is the same; where nobody heard of the change it is drawn, too."""

    def boards() -> int:
        drawn = ([one.name for one in request.drawings] for request in tabletop.pictures.requests)
        return sum("charters" in names for names in drawn)

    await tabletop.game()
    service, birch, before, after = tabletop.bot.service, tabletop.people[1], boards(), list[int]()
    for unheard in (False, True):
        with pytest.MonkeyPatch.context() as deaf:
            if unheard:
                deaf.setattr(service.changes, "watchers", [])
            await service.lobbies.rename(1, int(birch.id), f"Birch {unheard}")
        tabletop.bot.publisher.nudge(1)
        await tabletop.settled()
        after.append(boards())
    await tabletop.given_up()
    await tabletop.settled()

    assert [*after, boards()] == [before + 1, before + 2, before + 3]


async def test_an_ended_game_loses_its_buttons(tabletop: Table):
    """The board says that it has ended, calls nobody, and the channel is free."""
    await tabletop.game()

    await tabletop.given_up()
    await tabletop.settled()
    board = next(one for one in tabletop.shown if "ended before its time" in one.text)

    assert not any(button["custom_id"].startswith("g:") for button in board.buttons)
    assert tabletop.pings("First share round") == []
    assert await tabletop.bot.service.tables.in_channel(int(board.channel)) is None


@pytest.mark.slow
async def test_proposed_routes_are_shown_and_run_by_one_press(tabletop: Table):
    """Once trains may run, the board shows the routes on the map that matters and a button that runs them."""
    await tabletop.game()
    service = tabletop.bot.service
    now = await service.tables.find(1)
    while not now.game.choices.runs:
        action = now.game.choices.offers[0].action
        await service.moves.act(1, None, now.awaited[0].user_id, action)
        now = await service.tables.find(1)
    await tabletop.settled()

    (picture,) = tabletop.board.pictures
    button = next(one for one in tabletop.board.buttons if one["label"].startswith("Run for "))
    before = await tabletop.moves()
    await (await tabletop.awaited()).press(tabletop.board, button["custom_id"])

    assert "routes drawn: " in picture.alt
    assert as_read(button["label"]) in picture.alt
    assert len(await tabletop.moves()) > len(before)
