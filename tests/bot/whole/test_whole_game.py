"""Whole games through the very command of the Procfile, over real sockets, every request judged."""

import os
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.speech.teller import Teller
from bot.storage import Storage
from engine import notation
from engine.actions import SHARED, Action
from engine.records.files import Recording, open_recording, read_json
from tests.bot.driver import Driver, boards, exported
from tests.bot.servers import TriedDiscord, local_discord
from tests.bot.tabletop import CHANNEL, Table, address_of, own_process
from tests.bot.whole_games import begun, lines_of, seated, self_played, shows

SWISS_SEED = "3"


@pytest.fixture(scope="session")
def record(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """A random three-player game."""
    return self_played(
        tmp_path_factory.mktemp("records"), "18Mag", "--players", "3", "--style", "random", "--seed", "5"
    )


@pytest.fixture(scope="session")
def opening() -> Recording:
    """How that game begins."""
    return begun("18Mag", 3, "random", 5, lambda done: len(done) == 60)


@pytest.fixture(scope="session")
def swiss(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """A five-player game of 1844 with auctions, privates at work, emergencies, debts and the SBB."""
    given = ["--players", "5", "--style", "thrifty", "--seed", SWISS_SEED]
    return self_played(tmp_path_factory.mktemp("records"), "1844", *given)


@pytest.fixture
async def server(database: Path) -> AsyncIterator[TriedDiscord]:
    async with local_discord(database=database.with_name("channels.db")) as made:
        yield made


@pytest.mark.slow
async def test_a_whole_game_is_pressed_and_typed_to_its_scores(
    server: TriedDiscord, record: Recording, database: Path
):
    """Every action is a press or a command; the scores are the recorded ones; every board is counted."""
    lines = lines_of(record)
    async with seated(server, record) as driver, own_process(server, database) as process:
        await driver.open(record.setup.seed)
        await driver.press_all()
        await driver.play(lines)
        await driver.people[0].until(lambda: shows(driver.people[0], f"map-{len(lines)}.png"), 60)
        data = await exported(driver.people[0])

    drawn, overtaken = boards(process.said)
    assert driver.game.state.over
    assert [text for _, text in data["actions"]] == [text for _, text in lines]
    assert data["result"] == {seat: driver.game.pos.worth(seat) for seat in driver.seats}
    assert set(range(1, len(lines) + 1)) == (drawn | overtaken) - {0}
    assert min(driver.ways.values()) > 0, driver.ways
    assert server.errors == []


async def standing_board(database: Path) -> int:
    """Return which version the board shows: as the bot has stored it after showing it, or before posting it."""
    async with Storage.open(address_of(database)) as storage:
        board, posts = await storage.messages.find(1, "board"), await storage.outbox.posts(1)
    revs = [post.rev for post in posts if post.purpose == "board"]
    return max([*revs, board.rev if board else 0])


@pytest.mark.slow
async def test_a_restart_in_the_middle_costs_nothing(
    server: TriedDiscord, opening: Recording, database: Path
):
    """The bot is killed after thirty moves; started again, the buttons of its board work and the game goes on."""
    lines = lines_of(opening)
    async with seated(server, opening) as driver:
        async with own_process(server, database) as first:
            await driver.open(opening.setup.seed)
            await driver.play(lines[:30])
            first.kill()
            await first.wait()
        left = await standing_board(database)
        async with own_process(server, database) as second:
            await driver.play(lines[30:], press_every=1)
            await driver.people[0].until(lambda: shows(driver.people[0], "map-60.png"), 30)
            data = await exported(driver.people[0])

    counted, after = (set().union(*boards(process.said)) for process in (first, second))
    lost = set(range(max(counted, default=0) + 1, left + 1))
    """What the kill came between: shown and not counted yet, or in words only because the pictures were late."""
    assert [text for _, text in data["actions"]] == [text for _, text in lines]
    assert set(range(1, 61)) <= counted | lost | after
    assert server.errors == []


@pytest.mark.long
async def test_a_game_of_another_engine_is_played_to_its_scores(server: TriedDiscord, database: Path):
    """A recorded conformance game at a table with ``compat=peer18xx``; every 25th board is drawn."""
    folder = os.environ.get("CONFORMANCE_DIR")
    if not folder:
        pytest.skip("CONFORMANCE_DIR names no folder of recorded games")
    path = Path(folder) / "18Mag" / "gen_18mag_3p_202.json.gz"
    record, scores = open_recording(path), read_json(path)["result"]
    async with (
        seated(server, record) as driver,
        own_process(server, database, STATIONMASTER_PICTURE_EVERY="25"),
    ):
        await driver.open(record.setup.seed, ["compat=peer18xx"])
        await driver.play(lines_of(record), press_every=10)
        data = await exported(driver.people[0])

    assert list(data["result"].values()) == [scores[name] for name in record.setup.players]
    assert server.errors == []


@pytest.mark.long
async def test_a_whole_game_of_1844_is_pressed_and_typed_to_its_scores(
    server: TriedDiscord, swiss: Recording, database: Path
):
    """Five people bid, found, dig, repay, return trains and agree; every verb of the game is pressed and typed."""
    lines = lines_of(swiss)
    async with (
        seated(server, swiss) as driver,
        own_process(server, database, STATIONMASTER_PICTURE_EVERY="200"),
    ):
        await driver.open(swiss.setup.seed)
        await driver.play(lines, press_every=4)
        data = await exported(driver.people[0])

    assert driver.game.state.over
    assert [text for _, text in data["actions"]] == [text for _, text in lines]
    assert data["result"] == {seat: driver.game.pos.worth(seat) for seat in driver.seats}
    assert min(driver.ways.values()) > 0, driver.ways
    assert server.errors == []


@pytest.mark.slow
async def test_a_solo_table_is_played_from_lobby_to_scores(
    server: TriedDiscord, database: Path, tmp_path: Path
):
    """István acts by himself after every move of the person, says by which line of his card, and is scored."""
    options = ["level=difficult", "length=short"]
    chosen = [word for option in options for word in ("--option", option)]
    record = self_played(tmp_path, "18Mag", "--players", "1", "--style", "thrifty", *chosen)
    lines = lines_of(record)
    async with (
        seated(server, record) as driver,
        own_process(server, database, STATIONMASTER_PICTURE_EVERY="40"),
    ):
        await driver.open(record.setup.seed, options)
        await driver.play(lines, press_every=3)
        data = await exported(driver.people[0])
        said = [one.text for one in driver.people[0].messages(CHANNEL)]

    assert driver.game.state.over
    assert [text for _, text in data["actions"]] == [text for _, text in lines]
    assert {actor for actor, _ in data["actions"]} == {"s1", "István"}
    assert data["result"] == {player: driver.game.pos.worth(player) for player in ("s1", "István")}
    assert any("follows line" in text for text in said)
    assert any(option.startswith("deck=project:") for option in data["options"])
    assert server.errors == []


def until_a_power(lines: list[tuple[str, str]], driver: Driver) -> tuple[int, Action]:
    """Return after how many actions somebody may first do something out of turn, and what."""
    game = driver.game
    for number, (actor, text) in enumerate(lines):
        for offer in game.choices.offers:
            if offer.action.actor not in game.pos.awaited and type(offer.action) not in SHARED:
                return number, offer.action
        game = game.play(game.read(text, driver.names.get(actor, actor)))
    raise LookupError


@pytest.mark.slow
async def test_a_power_is_used_while_another_person_decides(tabletop: Table):
    """The owner presses the board's button out of turn: nobody is called for it, and nobody else may press it."""
    folder = os.environ.get("CONFORMANCE_DIR")
    if not folder:
        pytest.skip("CONFORMANCE_DIR names no folder of recorded games")
    record = open_recording(Path(folder) / "1844" / "gen_1844_3p_twin_650.json.gz")
    printed = replace(record.setup, options=())  # 18xx.games waits for the owner's own turn
    lines = lines_of(record)
    driver = Driver(await tabletop.seat(len(printed.players)), printed)
    await driver.open(printed.seed)
    number, power = until_a_power(lines, driver)
    await driver.skip(tabletop.bot.service, lines[:number])
    await tabletop.settled()
    owner, decider = (driver.sitting[seat] for seat in (power.actor, driver.game.pos.awaited[0]))
    reply = await driver.press_verb(decider, power.verb)
    await decider.until(lambda: any(f"only {owner.name}" in one.text for one in reply.messages))
    round_ = Teller(driver.game.title, {}, "en").round(driver.game.pos)
    call = f"{decider.mention} {record.setup.title} · {round_}"
    await decider.until(lambda: any(text.startswith(call) for text in driver.calls.values()))
    calls = {*driver.calls}
    await driver.play([(power.actor, notation.write(power))], press_every=1)
    await decider.until(lambda: driver.shows_move(number + 1))

    assert {*driver.calls} == calls
    await driver.play(lines[number : number + 1], press_every=1)
