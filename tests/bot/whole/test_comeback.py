"""The bot comes back: what went missing is posted again, nobody is called twice, and a film holds nobody up."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from bot.pictures.drawing import Picture
from tests.bot.reading import record_lines
from tests.bot.tabletop import CHANNEL, DRAFT, Table


async def act(table: Table, *lines: str, game: int = 1) -> None:
    """Play moves without any press or typing."""
    for line in lines:
        now = await table.bot.service.tables.find(game)
        await table.bot.service.moves.act(game, None, now.awaited[0].user_id, line)


async def untold(table: Table, *lines: str, game: int = 1) -> None:
    """Play moves of which the bot has no time to tell anybody."""
    table.bot.service.changes.watchers.clear()
    await act(table, *lines, game=game)


def lines(table: Table, channel: str = CHANNEL) -> list[str]:
    """The lines of the log, in order."""
    return record_lines(table.people[0].messages(channel))


async def test_a_board_removed_meanwhile_is_posted_anew(tabletop: Table):
    """Somebody deletes the board while the bot is away; the next start posts one with what is stored."""
    board = await tabletop.game()
    await untold(tabletop, *DRAFT[:2])
    channel = tabletop.bot.get_partial_messageable(int(board.channel))
    await channel.get_partial_message(int(board.id)).delete()

    await tabletop.restart()
    await tabletop.settled()
    tabletop.server.errors.clear()

    (again,) = tabletop.having("b:")
    assert "Move 2" in tabletop.sheets.text
    assert again.pictures
    assert lines(tabletop) == ["Cedar drafts #13 DV", "Birch drafts #5 EEV"]
    assert len(tabletop.pings("First share round")) == 1


async def test_a_channel_removed_meanwhile_holds_up_no_other(tabletop: Table):
    """One table's channel is gone at the start; the other table catches up, and both games are kept."""
    await tabletop.game()
    alder = tabletop.people[0]
    second = await alder.new_channel("second")
    await alder.until(lambda: second in alder.channels)
    await alder.command(second, "game new", title="18Mag", seats=3, seed=7)
    for person in tabletop.people[1:]:
        await person.command(second, "game join")
    await alder.command(second, "game start")
    await tabletop.settled()
    await untold(tabletop, DRAFT[0])
    await untold(tabletop, *DRAFT[:2], game=2)
    world = tabletop.server.world
    world.drop_channel(world.channel(alder.channel_id(CHANNEL)))

    await tabletop.restart()
    await tabletop.settled()
    tabletop.server.errors.clear()

    assert any("Move 2" in one.text for one in alder.messages(second))
    assert not tabletop.bot.publisher.table_messages(1).loop.retrying
    assert [len(await tabletop.bot.storage.actions.in_force(game)) for game in (1, 2)] == [1, 2]


async def test_a_bot_invited_again_tells_what_it_missed(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """Removed from the server it posts and loses nothing; once it is back each line and call comes once."""
    monkeypatch.setattr("bot.messages.resting.MUTED_FOR", timedelta(seconds=0.05))
    await tabletop.game()
    faults = tabletop.server.faults
    faults.refuse(403, 50001, "Missing Access", path="/channels/*", times=10_000)
    await act(tabletop, *DRAFT[:3])
    await asyncio.sleep(0.2)
    assert lines(tabletop) == []
    assert tabletop.server.faults.struck > 0

    faults.pending.clear()
    await tabletop.people[0].until(lambda: "Move 3" in tabletop.sheets.text)
    await tabletop.settled()

    assert lines(tabletop) == ["Cedar drafts #13 DV", "Birch drafts #5 EEV", "Alder drafts #2 MKV"]
    assert len(tabletop.pings("First share round")) == 1


@pytest.mark.slow
@pytest.mark.parametrize("status", [500, 502, 503])
async def test_a_broken_discord_is_told_again(tabletop: Table, status: int):
    """An error of the server in the middle of telling: the line, the board and the call come, each once."""
    await tabletop.game()
    tabletop.server.faults.server_error(status, method="POST", path="/channels/*", times=1)
    await act(tabletop, DRAFT[0])
    await tabletop.people[0].until(lambda: "Move 1" in tabletop.sheets.text)
    await tabletop.settled()

    assert tabletop.server.faults.struck == 1
    assert lines(tabletop) == ["Cedar drafts #13 DV"]
    assert len(tabletop.pings("First share round")) == 1


async def test_a_film_holds_nobody_up(tabletop: Table, monkeypatch: pytest.MonkeyPatch):
    """While a film is made moves are played, told and drawn; it shows the game as it was asked for."""
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:1])
    ready, begun = asyncio.Event(), asyncio.Event()
    make = tabletop.pictures.film

    async def slowly(*given: Any) -> Picture:
        begun.set()
        await ready.wait()
        return await make(*given)

    monkeypatch.setattr(tabletop.pictures, "film", slowly)
    asked = asyncio.create_task(tabletop.people[0].command(CHANNEL, "show film"))
    await begun.wait()
    await tabletop.type_moves(DRAFT[1:3])
    shown = tabletop.sheets.text, [one.name for one in tabletop.sheets.pictures]
    ready.set()
    film = await asked

    assert "Move 3" in shown[0]
    assert "map-3.png" in shown[1]
    assert "in 1 move." in film.text
    assert film.message.raw["attachments"][0]["filename"].startswith("film-1")
