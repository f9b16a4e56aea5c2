"""A Discord that is slow, full, broken or forgetful: every stored move is told in the end, none twice."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import update

from bot.errors.storage import DatabaseLocked
from bot.messages.publisher import Publisher
from bot.messages.turn_card import CardPlan, card_text
from bot.speech.table_view import view_of
from bot.storage.schema import seats
from engine.game import Game
from tests.bot.local.moderator import archive
from tests.bot.tabletop import CHANNEL, DRAFT, Table


def lines(table: Table) -> list[str]:
    """The lines of the log, in order."""
    return table.told


async def test_a_refused_line_is_told_later(tabletop: Table):
    """The post fails twice; then the line, the board and the call are there, each once."""
    await tabletop.game()
    tabletop.server.faults.refuse(
        403, 50013, "Missing Permissions", method="POST", path="/channels/*", times=2
    )

    await tabletop.type_moves(DRAFT[:1])
    await tabletop.people[0].until(lambda: lines(tabletop))
    await tabletop.settled()

    assert tabletop.server.faults.struck == 2
    assert lines(tabletop) == ["Cedar drafts #13 DV"]
    assert len(tabletop.pings("First share round")) == 1


async def test_a_limit_of_rate_is_waited_for(tabletop: Table):
    """Discord asks to come back later, and the bot does."""
    await tabletop.game()
    tabletop.server.faults.rate_limit(0.2, method="PATCH", times=2)

    await tabletop.type_moves(DRAFT[:1])

    assert tabletop.server.faults.struck == 2
    assert "Move 1" in tabletop.sheets.text


async def test_a_table_that_plays_on_keeps_its_place_at_the_easel(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch
):
    """Pictures are late, and moves overtake them: the newest waits since the first; the one after it anew."""
    monkeypatch.setattr("bot.messages.table_messages.CALLS_WAIT", 0.01)
    monkeypatch.setattr("bot.messages.shown_board.PATIENCE", 0.01)
    await tabletop.game()
    easel = tabletop.pictures
    easel.gate = asyncio.Event()
    await tabletop.type_moves(DRAFT[:2])
    easel.gate.set()
    await tabletop.people[0].until(lambda: "follow" not in tabletop.board.text)
    await tabletop.type_moves(DRAFT[2:3])

    since = dict(easel.waiting)
    assert since[1] == since[2]
    assert since[3] != since[2]


@pytest.mark.slow
async def test_a_lost_connection_is_taken_up_again(tabletop: Table):
    """Discord asks to reconnect, then ends the session; the table goes on, and nothing is caught up twice."""
    await tabletop.game()
    server = tabletop.server
    for trouble in (server.reconnect, server.invalidate):
        trouble()
        await asyncio.sleep(0.2)
        while not server.backend.gateway.online:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    await asyncio.sleep(0.3)

    await tabletop.type_moves(DRAFT[:2])

    assert lines(tabletop) == ["Cedar drafts #13 DV", "Birch drafts #5 EEV"]
    assert len(tabletop.having("b:")) == 1


async def test_an_archived_thread_is_opened_again(tabletop: Table):
    """A table in a thread that went to sleep: the next move wakes it."""
    people = await tabletop.seat()
    world = tabletop.server.world
    parent = world.channel(people[0].channel_id(CHANNEL))
    thread = world.new_thread(parent, {"name": "table", "type": 11})["id"]
    await people[0].until(lambda: thread in people[0].channels)
    await people[0].command(thread, "game new", title="18Mag", seats=3, seed=7)
    for person in people[1:]:
        await person.command(thread, "game join")
    await people[0].command(thread, "game start")
    await tabletop.settled()
    table = await tabletop.bot.service.tables.find(1)

    archive(world, thread)
    await tabletop.bot.service.moves.act(1, None, table.awaited[0].user_id, DRAFT[0])
    await tabletop.settled()

    tabletop.server.errors.clear()  # the edit that found the thread asleep
    boards = [
        one for one in people[0].messages(thread) if one.text.startswith("-# 18Mag") and "Move 1" in one.text
    ]
    assert len(boards) == 1
    assert not world.channel(thread)["thread_metadata"]["archived"]


async def test_a_removed_channel_ends_the_telling_and_keeps_the_game(tabletop: Table):
    """Nobody is told any more, nothing is tried for ever, and the moves stay stored."""
    await tabletop.game()
    world = tabletop.server.world
    channel = world.channel(tabletop.people[0].channel_id(CHANNEL))
    world._forget(channel)  # the bot hears of it from the refusal alone

    table = await tabletop.bot.service.tables.find(1)
    await tabletop.bot.service.moves.act(1, None, table.awaited[0].user_id, DRAFT[0])
    await tabletop.bot.publisher.settled()
    tabletop.server.errors.clear()

    assert not tabletop.bot.publisher.table_messages(1).loop.retrying
    assert len(await tabletop.bot.storage.actions.in_force(1)) == 1


async def test_those_who_manage_the_server_repair(tabletop: Table):
    """Status, a board posted anew, a replay that proves the game; others are refused."""
    await tabletop.game()
    alder, birch, _ = tabletop.people
    await tabletop.type_moves(DRAFT[:2])
    board, card = tabletop.sheets, tabletop.board

    status = await alder.command(CHANNEL, "admin status")
    await alder.command(CHANNEL, "admin repost")
    await tabletop.settled()
    proved = await alder.command(CHANNEL, "admin prove")

    assert "running: 1" in status.text
    assert board.deleted
    assert card.deleted
    assert len(tabletop.having("b:")) == 1
    assert "2 moves replayed" in proved.text
    assert birch.name == "Birch"


async def test_a_failure_right_after_login_silences_nobody(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """The database is locked in the first moments: everything is told a little later, and players are reminded."""
    await tabletop.game()
    table = await tabletop.bot.service.tables.find(1)
    tabletop.bot.service.changes.watchers.clear()
    await tabletop.bot.service.moves.act(1, None, table.awaited[0].user_id, DRAFT[0])
    locked, catch_up, failed = DatabaseLocked(place="games"), Publisher.catch_up, []

    async def fail_first(publisher: Publisher) -> None:
        if not failed:
            failed.append(publisher)
            raise locked
        await catch_up(publisher)

    monkeypatch.setattr(Publisher, "catch_up", fail_first)
    await tabletop.restart()
    await tabletop.settled()

    assert failed
    assert "Move 1" in tabletop.sheets.text
    running = [task.get_coro().cr_frame for task in tabletop.bot._work if not task.done()]  # type: ignore[union-attr]
    assert any(frame.f_locals.get("self") is tabletop.bot.reminders for frame in running if frame)


async def test_names_in_the_answer_to_undo_are_no_mentions(tabletop: Table):
    """Somebody is called like the mention of a role; it is shown as it is."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:3])
    async with tabletop.bot.storage.database.writing() as connection:
        await connection.execute(update(seats).where(seats.c.seat != "s1").values(name="<@&123> @everyone"))
    tabletop.bot.service.tables.drop(1)

    reply = await tabletop.people[2].command(CHANNEL, "undo", to=1)

    assert "must agree" in reply.text
    assert "<@&" not in reply.text
    assert "@everyone" not in reply.text


async def test_the_seed_is_a_secret_until_the_game_is_over(tabletop: Table):
    """Not on the card, not in an answer, not on a board; the results name it."""
    await tabletop.game(seed=987654)
    await tabletop.type_moves(DRAFT[:1])

    assert not any("987654" in one.text for person in tabletop.people for one in person.messages())

    table = (await tabletop.bot.service.tables.find(1)).started()
    over = replace(table.game.state, over="bank")
    ended = replace(table, state="finished", game=Game.resume(table.setup, over))
    assert "987654" in card_text(view_of(ended), CardPlan())
