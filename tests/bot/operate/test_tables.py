"""Tables by command: listed and exported while the bot plays, opened again in another channel while it does not."""

import json
from pathlib import Path

import pytest

from bot.errors.storage import ChannelTaken, GameMissing, InUse
from bot.errors.tables import NotRunning
from bot.operate import tables
from bot.storage import Storage
from bot.storage.sole_user import locked_file
from bot.tables.service import Service
from engine.refusals import Malformed
from tests.bot.operate.conftest import Run
from tests.bot.operate.played import play_some
from tests.bot.tabletop import CHANNEL, Table, address_of


async def some(address: str) -> None:
    """Store three games that run and a lobby; the first game rests, for its channel is gone."""
    async with Storage.open(address) as storage:
        service = Service(storage)
        await play_some(service, moves=3)
        await service.settled()
        await service.places.rest(1, "gone")
        await service.settled()


async def alone(address: str) -> int:
    """Store a game of one person against the automata, which 18xx.games does not know; its number."""
    async with Storage.open(address) as storage:
        service = Service(storage)
        lobby = await service.lobbies.create(990, "18Mag", 101, "Ánn", seats=1, seed=7)
        await service.lobbies.start(lobby.game_id, 101)
        await service.settled()
    return lobby.game_id


async def test_every_open_table_is_listed_in_a_line(address: str):
    """Its number, how it stands, where, and who plays; resting tables first."""
    await some(address)
    lines = await tables.listed(address)

    assert len(lines) == 4
    assert lines[0].startswith("1  rests (gone)  18")
    assert all(name in lines[0] for name in ("Ánn", "P102", "P103", "channel 900"))
    assert sum("running" in line for line in lines) == 2
    assert sum("lobby" in line for line in lines) == 1


async def test_a_table_is_opened_again_in_a_channel(address: str):
    """It no longer rests, and its players are called there when the bot starts."""
    await some(address)
    await tables.reopen(address, 1, 4711, 99)
    async with Storage.open(address) as storage:
        row, news = await storage.games.find(1), await storage.outbox.news(1)

    assert (row.channel_id, row.guild_id) == (4711, 99)
    assert "paused" not in row.settings
    assert [one.kind for one in news][-1] == "moved"


@pytest.mark.parametrize(
    ("game", "channel", "refusal"), [(77, 4711, GameMissing), (1, 901, ChannelTaken), (2, 901, ChannelTaken)]
)
async def test_what_cannot_be_opened_there_is_refused(address: str, game: int, channel: int, refusal: type):
    """No such game, and channels in which another is open, or the very same."""
    await some(address)
    with pytest.raises(refusal):
        await tables.reopen(address, game, channel, None)


async def test_a_game_that_is_over_is_not_opened_again(address: str):
    """There is nothing to play on."""
    await some(address)
    async with Storage.open(address) as storage:
        await storage.games.end(1)
    with pytest.raises(NotRunning):
        await tables.reopen(address, 1, 4711, None)


async def test_no_table_is_moved_beneath_a_bot(database: Path):
    """A bot has its tables in memory."""
    address = address_of(database)
    await some(address)
    with locked_file(address), pytest.raises(InUse):
        await tables.reopen(address, 1, 4711, None)


async def test_a_table_is_exported(address: str):
    """As its players would get it; in the form of 18xx.games as far as that site could play it on."""
    await some(address)
    solo = await alone(address)
    own = json.loads(await tables.exported(address, 1, "stationmaster"))
    theirs = json.loads(await tables.exported(address, 1, "18xx.games"))

    assert len(own["actions"]) == 1
    assert theirs["title"] == own["title"]
    assert {one["name"] for one in theirs["players"]} == {"Ánn", "P102", "P103"}
    assert len(theirs["actions"]) == 1
    with pytest.raises(Malformed):  # automata are not known there
        await tables.exported(address, solo, "18xx.games")
    with pytest.raises(GameMissing):
        await tables.exported(address, 77, "stationmaster")


async def test_a_table_opened_by_command_calls_its_players_at_the_next_start(tabletop: Table):
    """The bot was stopped for it; the channel in which the table stood is gone."""
    await tabletop.game()
    world = tabletop.server.world
    old = tabletop.people[0].channel_id(CHANNEL)
    new = world.new_channel("club")
    for person in tabletop.people:
        await person.until(lambda person=person: new["id"] in person.channels)
    await tabletop.close()
    world.drop_channel(world.channel(old))
    await tables.reopen(address_of(tabletop.database), 1, int(new["id"]), None)
    await tabletop.open()
    await tabletop.settled()

    shown = tabletop.people[1].messages(new)
    (call,) = [one for one in shown if "again" in one.text and "18Mag" in one.text]
    assert all(person.mention in call.text for person in tabletop.people)
    assert any(button["custom_id"].startswith("b:") for one in shown for button in one.buttons)


@pytest.mark.slow
async def test_the_command_lists_opens_and_exports(address: str, run: Run, tmp_path: Path):
    """As it is typed, and one line on standard error for what cannot be."""
    await some(address)
    listed = await run("tables", "list", "--database", address)
    opened = await run("tables", "reopen", "1", "4711", "--server", "99", "--database", address)
    out = tmp_path / "game.json"
    written = await run("tables", "export", "1", "-o", str(out), "--database", address)
    printed = await run("tables", "export", "1", "--database", address)
    missing = await run("tables", "reopen", "77", "4711", "--database", address)
    nonsense = await run("tables", "reopen", "one", "4711", "--database", address)
    unwritable = await run("tables", "export", "1", "-o", str(tmp_path / "no" / "x"), "--database", address)

    assert listed[0] == opened[0] == written[0] == printed[0] == 0
    assert listed[1].count("\n") == 4
    assert json.loads(out.read_text("utf-8")) == json.loads(printed[1])
    theirs = await run("tables", "export", "1", "--to", "18xx.games", "--database", address)
    assert (theirs[0], len(json.loads(theirs[1])["actions"])) == (0, 1)
    solo = str(await alone(address))
    foreign = await run("tables", "export", solo, "--to", "18xx.games", "--database", address)
    assert (foreign[0], foreign[2].count("\n")) == (1, 1)
    assert (missing[0], missing[2].count("\n")) == (1, 1)
    assert nonsense[0] == 2
    assert (unwritable[0], unwritable[2].count("\n")) == (1, 1)
