"""What the table is shown and whom it calls, over real sockets."""

import asyncio

import pytest

from bot.local.views import SeenMessage
from bot.local.wire import as_read
from bot.messages import table_messages
from engine import notation
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


def logs(table: Table) -> list[SeenMessage]:
    """The silent lines under the board."""
    return [one for one in table.shown if one.silent and not one.components]


async def test_a_move_edits_the_board_and_adds_a_silent_line(tabletop: Table):
    """The same message shows the next position; the line wakes nobody."""
    board = await tabletop.game()

    await tabletop.type_moves(DRAFT[:1])

    assert tabletop.board.id == board.id
    assert [one.name for one in board.pictures] == [
        "phone-1.png",
        "map-1.png",
        "market-1.png",
        "charters-1.png",
    ]
    assert [one.text for one in logs(tabletop)] == ["Cedar drafts #13 DV"]


async def test_only_the_awaited_are_called_and_old_calls_go(tabletop: Table):
    """A new short message calls the next player; the one before disappears."""
    await tabletop.game()
    alder, birch, cedar = tabletop.people
    before = tabletop.pings("First share round")

    await tabletop.type_moves(DRAFT[:1])
    after = tabletop.pings("First share round")

    assert [cedar.mention in one.text for one in before] == [True]
    assert [birch.mention in one.text for one in after] == [True]
    assert before[0].deleted
    assert f"/{tabletop.board.id}" in after[0].text
    assert [len(one.notifications) for one in (alder, birch, cedar)] == [2, 2, 1]  # all to the beginning


async def test_nobody_is_called_who_has_just_acted(tabletop: Table):
    """Taking the own move back awaits oneself again, without a call."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:1])
    cedar = tabletop.people[2]
    before = len(cedar.notifications)

    await cedar.command(CHANNEL, "undo")
    await tabletop.settled()

    assert len(cedar.notifications) == before
    assert tabletop.pings("First share round") == []


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
    assert called[0].deleted
    assert len(birch.notifications) == 3  # once to the beginning
    assert [birch.mention in one.text for one in tabletop.pings("First share round")] == [True]


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
    assert tabletop.pictures.drawn == [0, 1, 4]
    assert (publisher.tally.drawn, publisher.tally.overtaken) == (3, 2)
    assert "Move 4" in tabletop.board.text


async def test_a_failed_picture_costs_no_move(tabletop: Table):
    """The text goes out at once and the pictures follow."""
    board = await tabletop.game()
    tabletop.pictures.failures = 1

    await (await tabletop.awaited()).command(CHANNEL, "do", move="draft 13")
    await tabletop.people[0].until(lambda: "pictures follow" in board.text)
    await tabletop.people[0].until(lambda: "map-1.png" in [one.name for one in board.pictures])

    assert "Move 1" in board.text
    assert "pictures follow" not in board.text
    assert tabletop.bot.publisher.tally.failed == 1


async def test_a_buried_board_is_posted_anew_with_the_next_call(tabletop: Table):
    """More than ten messages below: the next call brings a new board, the old one goes."""
    await tabletop.restart(bump_after=3)
    board = await tabletop.game()

    await tabletop.type_moves(DRAFT[:1])
    await tabletop.type_moves(DRAFT[1:2])
    await tabletop.type_moves(DRAFT[2:3])
    await tabletop.type_moves(DRAFT[3:4])

    assert board.deleted
    assert len(tabletop.having("b:")) == 1
    assert f"/{tabletop.board.id}" in tabletop.pings("First share round")[-1].text


async def test_a_buried_board_is_posted_anew_for_whoever_goes_on(tabletop: Table):
    """Nobody is called while one's own turn goes on, but the log grows and carries the board off the screen."""
    await tabletop.restart(bump_after=1)
    person = await tabletop.to("lay")
    await tabletop.settled()
    first, called = tabletop.board, len(tabletop.pings())
    for _ in range(3):
        table = (await tabletop.bot.service.tables.find(1)).started()
        found = {one.action.verb: one.action for one in reversed(table.game.choices.offers)}
        move = next(found[verb] for verb in ("lay", "run", "pass") if verb in found)
        await person.command(CHANNEL, "do", move=notation.write(move))
        await tabletop.settled()

    assert await tabletop.awaited() is person
    assert first.deleted
    assert len(tabletop.having("b:")) == 1
    assert len(tabletop.pings()) <= called


async def test_a_removed_board_comes_back(tabletop: Table):
    """Somebody deletes the message: the next move posts another."""
    board = await tabletop.game()
    server = tabletop.server
    server.backend.messages.delete(server.backend.messages.any(board.id))

    await tabletop.type_moves(DRAFT[:1])
    server.errors.clear()

    assert tabletop.board.id != board.id
    assert "Move 1" in tabletop.board.text


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
    board = await tabletop.game()
    cedar, birch = tabletop.people[2], tabletop.people[1]
    await tabletop.type_moves(DRAFT[:2])

    await asyncio.gather(birch.press(board, "b:1:2"), birch.press(board, "b:1:2"))
    await tabletop.settled()

    assert len((await tabletop.bot.service.tables.find(1)).moves) == 1
    assert cedar.name == "Cedar"
    assert any("Birch takes back: Birch: Draft" in one.text for one in logs(tabletop))


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
    assert any("Cedar takes back: " in one.text for one in logs(tabletop))
    assert request.deleted
    assert (await tabletop.bot.service.tables.find(1)).moves == ()
    assert "Move 0" in tabletop.board.text


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
    assert "Nobody is asking" in reply.text


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
    board = await tabletop.game()
    await tabletop.type_moves(DRAFT)
    people = await tabletop.seat(4)
    guest = people[3]
    await guest.command(CHANNEL, "me language", language="es")

    shown = [await guest.command(CHANNEL, f"show {kind}") for kind in ("map", "market", "charters")]
    player = await guest.command(CHANNEL, "show player", seat="s1")
    history = await guest.press(board, "h:1")
    listed = await guest.command(CHANNEL, "game list")
    mine = await people[0].command(CHANNEL, "me games")

    assert [one.message.pictures[0].name for one in shown] == ["map-9.png", "market-9.png", "charters-9.png"]
    assert all(one.ephemeral for one in (*shown, player, history, listed, mine))
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

    assert "Move 3" in tabletop.board.text
    assert "map-3.png" in [one.name for one in tabletop.board.pictures]
    assert logs(tabletop)[-1].text.splitlines() == [
        "Cedar drafts #13 DV",
        "Birch drafts #5 EEV",
        "Alder drafts #2 MKV",
    ]
    assert len(tabletop.pings("First share round")) == 1


async def test_an_ended_game_loses_its_buttons(tabletop: Table):
    """The board says that it has ended, calls nobody, and the channel is free."""
    await tabletop.game()

    await tabletop.given_up()
    await tabletop.settled()
    board = next(one for one in tabletop.shown if "ended before its time" in one.text)

    assert not any(button["custom_id"].startswith("g:") for button in board.buttons)
    assert tabletop.pings("First share round") == []
    assert await tabletop.bot.service.tables.in_channel(int(board.channel)) is None


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

    picture = next(one for one in tabletop.board.pictures if "routes drawn: " in str(one.alt))
    button = next(one for one in tabletop.board.buttons if one["label"].startswith("Run for "))
    reply = await (await tabletop.awaited()).press(tabletop.board, button["custom_id"])

    assert as_read(button["label"]) in picture.alt
    assert as_read(button["label"]).removeprefix("Run") in reply.text
