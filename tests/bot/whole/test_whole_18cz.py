"""A whole table of 18CZ through the very command of the Procfile: once in English, once in Spanish."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.actions import Action
from engine.records.files import Recording
from tests.bot.driver import Driver, exported
from tests.bot.heard import Listener, english, undescribed
from tests.bot.person import Person
from tests.bot.servers import TriedDiscord, local_discord
from tests.bot.tabletop import CHANNEL, Table, own_process
from tests.bot.whole_games import begun, lines_of, seated, self_played

SEED = "22"
WANTED = {
    "draft",
    "par",
    "home",
    "settle",
    "purple",
    "acquire",
    "dispose",
    "merge",
    "discard",
    "accept",
    "refuse",
}
"""What must happen in the game for it to be worth playing."""
STRIDE = 60
"""How many moves lie between two looks around and errors."""
FEW_PICTURES = {"STATIONMASTER_PICTURE_EVERY": "200"}


@pytest.fixture(scope="session")
def czech(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """A four-player game with locals, acquisitions, loans, and deals that are agreed to and refused."""
    given = ["--players", "4", "--style", "thrifty", "--seed", SEED]
    return self_played(tmp_path_factory.mktemp("records"), "18CZ", *given)


@pytest.fixture
async def server(database: Path):
    async with local_discord(database=database.with_name("channels.db")) as made:
        yield made


def verbs_of(lines: list[tuple[str, str]]) -> set[str]:
    return {text.partition(" ")[0] for _, text in lines}


@pytest.mark.slow
async def test_a_whole_game_of_18cz_is_pressed_and_typed_to_its_scores(
    server: TriedDiscord, czech: Recording, database: Path
):
    """Four people draft, found, build, lend, agree and refuse; every action is a press or a command."""
    lines = lines_of(czech)
    async with seated(server, czech) as driver, own_process(server, database, **FEW_PICTURES):
        await driver.open(czech.setup.seed)
        await driver.play(lines, press_every=4)
        data = await exported(driver.people[0])

    assert verbs_of(lines) >= WANTED
    assert driver.game.state.over
    assert [text for _, text in data["actions"]] == [text for _, text in lines]
    assert data["result"] == {seat: driver.game.pos.worth(seat) for seat in driver.seats}
    assert min(driver.ways.values()) > 0, driver.ways
    assert server.errors == []


# --- in Spanish


async def look_around(driver: Driver, person: Person) -> None:
    """Look at what a table shows to whoever asks."""
    for command in ("show history", "show market", "show player", "me games"):
        await person.command(CHANNEL, command)
    await person.autocomplete(CHANNEL, "do", "move", "")


async def err(driver: Driver, lines: list[tuple[str, str]], person: Person) -> None:
    """Try what cannot be done: words that are not a move, what is another person's, and moves of later turns."""
    await person.command(CHANNEL, "do", move="fly me")
    stranger = next(one for one in driver.people if one is not person)
    await stranger.command(CHANNEL, "do", move=lines[-1][1])
    actor = driver.game.pos.awaited[0]
    later = {text.partition(" ")[0]: text for _, text in lines}
    for text in later.values():
        if driver.game.choices.why_not(driver.game.read(text, actor)):
            await person.command(CHANNEL, "do", move=text)


@pytest.mark.long
async def test_a_whole_game_of_18cz_is_told_in_spanish(
    server: TriedDiscord, czech: Recording, database: Path
):
    """No sentence, label, refusal, picture text or command that a Spanish table is sent is English."""
    lines, heard = lines_of(czech), Listener()
    server.api.listeners.append(heard)
    async with seated(server, czech, "es") as driver, own_process(server, database, **FEW_PICTURES):
        for person in driver.people:
            await person.command(CHANNEL, "me language", language="es")
        await driver.open(czech.setup.seed)
        for at in range(0, len(lines), STRIDE):
            person = driver.sitting[driver.game.pos.awaited[0]]
            await err(driver, lines[STRIDE + at :] + lines[:1], person)
            await look_around(driver, person)
            await driver.play(lines[at : at + STRIDE], press_every=4)

    found = {text: said for text in heard.texts if (said := english(text, "es"))}
    assert driver.game.state.over
    assert found == {}
    assert undescribed(heard.commands, "es-ES") == []
    assert len(heard.texts) > 1000
    assert server.errors == []


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("EKJ lays tile 6 on D5 (W, NE); does not run", True),
        ("EKJ coloca la loseta 6 en D5 (O, NE); no opera", False),
        ("**Anna** · Pass", True),
        ("Ve a event.merged", True),
        ("-# CZ-VIII.9.3: Both directors must agree.", True),
        ("-# CZ-VIII.9.3: Una adquisición exige el acuerdo de los dos directores.", False),
    ],
)
def test_english_is_told_from_spanish(said: str, heard: bool):
    """The ear of these tests hears English sentences, clauses, labels and bare keys, and nothing in Spanish."""
    assert bool(english(said, "es")) is heard


# --- consent


def answers_offer(done: Sequence[Action]) -> bool:
    """Tell whether the last action is another director's answer to an offer to acquire a company."""
    return len(done) > 1 and done[-2].verb == "merge" and done[-1].actor != done[-2].actor


@pytest.fixture(scope="session")
def offer() -> Recording:
    """A game up to the first such offer."""
    return begun("18CZ", 4, "thrifty", 2, answers_offer)


@pytest.fixture
async def offered(tabletop: Table, offer: Recording) -> tuple[Table, Person, Person]:
    """A table where a director has just offered to acquire a company; then who offers, and who is asked."""
    *lines, (_, offering), _ = lines_of(offer)
    seats = {name: f"s{place}" for place, name in enumerate(offer.setup.players, 1)}
    await tabletop.game(4, title="18CZ", seed=offer.setup.seed)
    service = tabletop.bot.service
    for number, (actor, text) in enumerate(lines):
        table = await service.tables.find(1)
        if number < len(table.moves):  # it had one answer only
            continue
        user = next(seat.user_id for seat in table.seats if seat.id == seats[actor])
        await service.moves.act(1, table.rev, user, text)
    proposer = await tabletop.awaited()
    await tabletop.type_moves([offering])
    return tabletop, proposer, await tabletop.awaited()


@pytest.mark.slow
async def test_who_is_asked_about_an_acquisition_is_called_and_answers_alone(
    offered: tuple[Table, Person, Person],
):
    """The call names the other director; a third person's answer is refused, the proposer's too."""
    table, proposer, asked = offered
    rev = (await table.bot.service.tables.find(1)).rev
    third = next(one for one in table.people if one not in (proposer, asked))
    replies = [await one.press(table.board, f"g:1:{rev}:accept:d") for one in (third, proposer)]

    assert proposer is not asked
    (call,) = table.pings(" for each share of ")
    assert call.text.startswith(asked.mention)
    assert f"{asked.name} must answer first" in table.board.text
    assert replies[0].text.startswith(f"Waiting for {asked.name}.")
    assert replies[1].text == '"Accept" is not possible now. Possible: Withdraw.'
    assert (await table.bot.service.tables.find(1)).rev == rev


@pytest.mark.slow
async def test_a_refused_acquisition_changes_nothing_and_another_may_be_offered(
    offered: tuple[Table, Person, Person],
):
    """The refusal is told to everybody; money, companies and shares stay, and the turn goes on."""
    table, proposer, asked = offered
    before = (await table.bot.service.tables.find(1)).game
    rev = (await table.bot.service.tables.find(1)).rev
    await asked.press(table.board, f"g:1:{rev}:refuse:d")
    await table.settled()
    after = (await table.bot.service.tables.find(1)).game

    assert before is not None
    assert after is not None
    assert any(f"{asked.name} refuses" in one.text for one in table.shown)
    assert after.state.cash == before.state.cash
    assert after.state.certificates == before.state.certificates
    assert await table.awaited() is proposer
    assert any(offer.action.verb == "merge" for offer in after.choices.offers)
