"""Sentences about 18CZ for two, where either player may decide for Václav's companies."""

import pytest

from bot.local.wire import as_read
from bot.pictures.kinds import WHOLE
from bot.speech import action_log
from bot.speech.teller import Teller
from engine.actions import Pass
from engine.events import TrainBought, TrainRusted
from engine.game import Game
from engine.refusals import Refusal
from tests.bot.reading import lines_read
from tests.bot.tabletop import CHANNEL, Table

NAMES = {"s1": "Anna", "s2": "Béla"}
GAME = Game.start("18CZ", tuple(NAMES), seed=1)


def teller(lang: str) -> Teller:
    return Teller(GAME.title, NAMES, lang)


def operating() -> Game:
    """Nobody has bought anything: the first operating round, in which only Václav's company acts."""
    game = GAME
    while not game.pos.unit:
        game = game.play(Pass(game.pos.awaited[0]))
    return game


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        (
            "en",
            "EKJ is parred at 50 K; Václav becomes director; EKJ becomes active; EKJ gets a 2a-train",
        ),
        (
            "es",
            (
                "EKJ: precio inicial 50 K; Václav asume la dirección; EKJ pasa a estar activa; "
                "EKJ recibe un tren 2a"
            ),
        ),
    ],
)
def test_it_is_told_what_he_receives(lang: str, line: str):
    """The company, and its train."""
    assert lines_read(action_log.log(teller(lang), GAME.events))[0] == line


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["The 2a-train of EKJ leaves the game", "EKJ gets a 3c-train"]),
        ("es", ["El tren 2a de EKJ sale del juego", "EKJ recibe un tren 3c"]),
    ],
)
def test_it_is_told_that_his_companies_get_new_trains(lang: str, lines: list[str]):
    """The old ones are gone."""
    events = (TrainRusted("EKJ", "2a", "", "replaced"), TrainBought("EKJ", "3c", 0, "depot"))

    assert lines_read(action_log.log(teller(lang), events)) == lines


@pytest.mark.parametrize(
    ("lang", "one", "two"),
    [
        (
            "en",
            "**Anna** operates EKJ for Václav",
            "**Anna** or **Béla** operates EKJ for Václav",
        ),
        (
            "es",
            "turno de EKJ (**Anna** por Václav)",
            "turno de EKJ (**Anna** o **Béla** por Václav)",
        ),
    ],
)
def test_the_headline_says_who_decides_for_his_company(lang: str, one: str, two: str):
    """One player lays track; either may run its trains."""
    game = operating()
    built = game.play(game.read("lay EKJ D5 57 0")).play(game.read("lay EKJ E4 58 3"))
    while len(built.pos.awaited) == 1:
        built = built.play(Pass(built.pos.awaited[0]))

    assert teller(lang).headline(game).endswith(one)
    assert teller(lang).headline(built).endswith(two)


@pytest.mark.parametrize(
    ("key", "values", "english", "spanish"),
    [
        (
            "acquire_dummy",
            {"target": "EKJ", "owner": "Václav"},
            "EKJ is Václav's and cannot be acquired.",
            "EKJ es de Václav y no se puede adquirir.",
        ),
        (
            "train_dummy",
            {"seller": "EKJ", "owner": "Václav"},
            "EKJ is Václav's and sells no trains.",
            "EKJ es de Václav y no vende trenes.",
        ),
        (
            "dummy_deals",
            {"unit": "EKJ", "owner": "Václav"},
            "EKJ is Václav's: it buys no trains, acquires no companies and has nothing to do with locals.",
            "EKJ es de Václav: no compra trenes, no adquiere compañías ni tiene nada que ver con las líneas locales.",
        ),
    ],
)
def test_refusals_say_whose_the_company_is(key: str, values: dict[str, str], english: str, spanish: str):
    """And which rule says so."""
    refusal = Refusal(key, values, GAME.title.texts.refusals[key])

    assert teller("en").refusal(refusal).splitlines()[0] == english
    assert teller("es").refusal(refusal).splitlines()[0] == spanish


def test_the_picture_of_the_charters_is_told_with_him():
    """Who cannot see it hears what he holds."""
    told = WHOLE["charters"].alt_text(teller("en"), GAME.pos)

    assert "Václav: 0 K, EKJ 50%, total worth 100 K; EKJ: Václav, 0 K, 2a" in as_read(told)


async def test_two_people_sit_down_and_play(tabletop: Table):
    """A table with two seats begins with Václav's company, and the first local can be bought."""
    await tabletop.game(2, title="18CZ", seed=1)
    table = await tabletop.bot.service.tables.find(1)
    (first,) = table.awaited
    buyer = next(person for person in tabletop.people if person.name == first.name)

    await buyer.command(CHANNEL, "do", move="draft S1")
    await tabletop.settled()

    after = await tabletop.bot.service.tables.find(1)
    assert after.game.title.data.dummy == "Václav"
    assert after.game.pos.owner("S1") == first.id
