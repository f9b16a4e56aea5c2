"""Two troubles at once: what a fault leaves behind meets another before it is mended."""

import asyncio
from typing import Any

import pytest

from bot.errors.storage import DiskFull
from bot.local.ids import GUILD
from bot.messages import publisher
from bot.storage.outbox import Outbox
from tests.bot.cogs.test_places import in_thread
from tests.bot.settling import until
from tests.bot.storage.test_outbox import EDITS, POSTS, TOLD, boards, forget_nonces, logs
from tests.bot.tabletop import CHANNEL, DRAFT, Table, letters
from tests.bot.whole.test_disorder import rests


async def asked_for(tabletop: Table, ply: int) -> bool:
    """Tell whether pictures of a position were asked for last."""
    return tabletop.pictures.waiting[-1][0] == ply


@pytest.mark.slow
@pytest.mark.parametrize("restarted", [False, True])
async def test_a_disk_that_is_full_when_a_message_has_arrived_tells_it_once(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch, restarted: bool
):
    """That it is in the channel cannot be noted, Discord forgets its nonce, and the bot may even end meanwhile."""
    await tabletop.game()
    whole, full = Outbox.arrived, 3

    async def arrived(self: Outbox, *given: Any, **how: Any) -> Any:
        nonlocal full
        if full:
            full -= 1
            raise DiskFull(place="here", detail="no room")
        return await whole(self, *given, **how)

    monkeypatch.setattr(Outbox, "arrived", arrived)
    await (await tabletop.awaited()).command(CHANNEL, "do", move=DRAFT[0])
    await tabletop.people[0].until(lambda: logs(tabletop.shown))
    forget_nonces(tabletop.server)
    if restarted:
        await tabletop.restart()
    await (await tabletop.awaited()).command(CHANNEL, "do", move=DRAFT[1])
    await tabletop.people[0].until(lambda: "Move 2" in tabletop.sheets.text)
    await tabletop.people[0].until(lambda: len(tabletop.pings("First share round")) == 1)
    await tabletop.settled()

    assert full == 0
    assert logs(tabletop.shown) == [*TOLD[:2]]
    assert len(tabletop.having("b:")) == 1
    assert await tabletop.bot.storage.outbox.count() == 0


async def test_a_second_move_while_the_first_is_told(tabletop: Table):
    """Its line follows the other one, nobody is called who has moved by then, and the board shows both."""
    await tabletop.game()
    held = tabletop.server.faults.hold(method="POST", path=POSTS)
    for move in DRAFT[:2]:
        reply = await (await tabletop.awaited()).command(CHANNEL, "do", move=move)
        assert "✓" in reply.text
        await held.arrived.wait()
    called = await tabletop.awaited()
    held.let_go()
    await tabletop.people[0].until(lambda: "Move 2" in tabletop.sheets.text)
    await tabletop.settled()

    assert logs(tabletop.shown) == [*TOLD[:2]]
    assert [one.text.count(called.mention) for one in tabletop.pings("First share round")] == [1]
    assert len(tabletop.having("b:")) == 1


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_channel_that_goes_while_its_board_is_on_its_way(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, restarted: bool
):
    """The table rests in a line, whether the same bot learns of it or the next one, and nothing is tried again."""
    monkeypatch.setattr(publisher, "LAST_WORDS", 0.01)
    await tabletop.game()
    held = tabletop.server.faults.hold(method="PATCH", path=EDITS)
    await (await tabletop.awaited()).command(CHANNEL, "do", move=DRAFT[0])
    await held.arrived.wait()
    world, place = tabletop.server.world, tabletop.people[0].channel_id(CHANNEL)
    if restarted:
        await tabletop.close()
    world.drop_channel(world.channel(place))
    if restarted:
        await tabletop.open()
    held.let_go()
    await until(lambda: rests(tabletop))
    await tabletop.bot.publisher.settled()
    tabletop.server.errors.clear()  # the board was refused

    assert "Traceback" not in caplog.text
    assert not tabletop.bot.publisher.table_messages(1).loop.retrying
    assert await tabletop.bot.storage.reminders.next_due() is None
    assert [len(letters(person)) for person in tabletop.people] == [1, 1, 1]


async def moved_on(tabletop: Table, move: str) -> None:
    """Play a move as whoever's turn it is, without any press."""
    moves, now = tabletop.bot.service.moves, await tabletop.bot.service.tables.find(1)
    await moves.act(1, None, now.awaited[0].user_id, move)


@pytest.mark.slow
@pytest.mark.parametrize("way", [("POST", POSTS), ("PATCH", EDITS)], ids=["line", "board"])
@pytest.mark.parametrize("arrived", [False, True])
@pytest.mark.parametrize("trouble", ["locked", "kicked", "kicked and restarted", "locked and restarted"])
async def test_a_place_that_shuts_in_the_middle_of_a_write(
    tabletop: Table, monkeypatch: pytest.MonkeyPatch, trouble: str, way: tuple[str, str], arrived: bool
):
    """A moderator locks the thread, or the bot is removed from the server, while a line or a board is on its way.

    A second move waits behind it, and the bot may even end; once it is let in again everything comes once.
    """
    monkeypatch.setattr(publisher, "LAST_WORDS", 0.01)
    place = await in_thread(tabletop)
    world, first = tabletop.server.world, tabletop.people[0]
    kind, restarted = trouble.partition(" ")[0], "restarted" in trouble
    held = tabletop.server.faults.hold(method=way[0], path=way[1], after=arrived)
    await moved_on(tabletop, DRAFT[0])
    await held.arrived.wait()
    await moved_on(tabletop, DRAFT[1])
    if kind == "locked":
        locked(tabletop, place, shut=True)
        refused = {"method": "PATCH", "path": f"/channels/{place}", "times": 9}
        tabletop.server.faults.refuse(403, 50013, "Missing Permissions", **refused)
    if restarted:
        await tabletop.close()
    if kind == "kicked":
        world.kick(GUILD)
    held.let_go()
    if restarted:
        await tabletop.open()
    await asyncio.sleep(0.2)
    tabletop.server.faults.pending.clear()
    if kind == "kicked":
        world.invite(GUILD)
    else:
        locked(tabletop, place, shut=False)
    await first.until(lambda: any("Move 2" in one.text for one in first.messages(place)))
    await first.until(
        lambda: [one for one in first.messages(place) if "<@" in one.text and not one.ephemeral]
    )
    await tabletop.settled()
    tabletop.server.errors.clear()  # what was sent to a shut place was refused

    shown = [one for one in first.messages(place) if not one.ephemeral]
    assert logs(shown) == [*TOLD[:2]]
    assert len(boards(shown)) == 1


def locked(tabletop: Table, place: str, *, shut: bool) -> None:
    """Lock a thread and put it away, or open it again."""
    thread = tabletop.server.world.channel(place)
    thread["thread_metadata"] |= {"archived": shut, "locked": shut}
    tabletop.server.world.save_channel(thread)


@pytest.mark.slow
async def test_pictures_that_fail_when_their_channel_is_gone_are_not_tried_again(
    tabletop: Table, caplog: pytest.LogCaptureFixture
):
    """They were begun before; whoever drew them dies over them."""
    await tabletop.game()
    tabletop.pictures.gate, tabletop.pictures.failures = asyncio.Event(), 1
    await (await tabletop.awaited()).command(CHANNEL, "do", move=DRAFT[0])
    await until(lambda: asked_for(tabletop, 1))
    bot = tabletop.bot
    channel = bot.get_channel(int(tabletop.people[0].channel_id(CHANNEL)))
    bot.dispatch("guild_channel_delete", channel)
    await until(lambda: rests(tabletop))
    drawn = len(tabletop.pictures.drawn)
    tabletop.pictures.gate.set()
    await bot.publisher.settled()
    await asyncio.sleep(0.2)

    assert len(tabletop.pictures.drawn) == drawn
    assert not bot.publisher.table_messages(1).loop.retrying
    assert "Traceback" not in caplog.text


async def test_a_table_whose_rest_was_broken_off_rests_all_the_same(tabletop: Table):
    """Two learn at once that its channel is gone, and the first is stopped while the rest is being stored."""
    await tabletop.game()
    places = tabletop.bot.service.places
    async with tabletop.bot.storage.database.writing():
        first = asyncio.create_task(places.rest(1, "gone"))
        await asyncio.sleep(0.1)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
    await places.rest(1, "gone")

    assert await rests(tabletop)
