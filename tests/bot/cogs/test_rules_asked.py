"""Rules found by words, moves asked about without being played, and help by the situation one is in."""

import re

import pytest

from assets import sentences
from bot.speech import rulebook
from bot.speech.teller import Teller
from engine.game import Game
from engine.title import titles
from tests.bot.positions import played
from tests.bot.tabletop import CHANNEL, Table

TELLERS = {name: Teller(title, {}, "en") for name, title in titles().items()}


def answered(title: str, typed: str, lang: str = "en") -> str:
    """What is told of some words in the rules of one title."""
    return rulebook.answer([Teller(titles()[title], {}, lang)], typed, 1800)


@pytest.mark.parametrize(
    ("title", "typed", "clause"),
    [
        ("18Mag", "terrain token", "MAG-VI.3.2.18"),
        ("18Mag", "two promotions in one turn", "MAG-VI.3.2.4"),
        ("18CZ", "exported train", "CZ-VIII.12.1"),
        ("1844", "certificate limit", "CH-"),
        ("18Mag", "vi.3.2.18", "MAG-VI.3.2.18"),
    ],
)
def test_words_find_the_clause_that_speaks_of_them(title: str, typed: str, clause: str):
    """Words, parts of words, or the clause itself."""
    assert f"**{clause}" in answered(title, typed)


@pytest.mark.parametrize(
    ("typed", "lang", "meant", "line"),
    [
        ("certificate limt", "en", "certificate limit", "**CZ-VII.4.1**"),
        ("Tokne", "en", "token", "**token**: "),
        ("límtie de certificados", "es", "límite de certificados", "**CZ-VII.4.1**"),
        ("Zetrifikatslimit", "de", "zertifikatslimit", "**CZ-VII.4.3**"),
    ],
)
def test_a_slip_is_read_as_the_nearest_word_that_the_rules_have(typed: str, lang: str, meant: str, line: str):
    """And it is said what was looked for."""
    head, first, *others = answered("18CZ", typed, lang).splitlines()

    assert meant in head
    assert any(one.startswith(line) for one in (first, *others[:5]))
    assert meant not in answered("18CZ", meant, lang).splitlines()[0].partition("**")[0]


def test_an_id_brings_the_clauses_below_it_in_their_order():
    """A section is read as a whole."""
    entries = rulebook.found(rulebook.clauses(TELLERS["18Mag"]), "MAG-VI.3.4")

    assert [entry.name for entry in entries] == [f"MAG-VI.3.4.{n}" for n in range(1, len(entries) + 1)]


@pytest.mark.parametrize("lang", sentences.languages())
@pytest.mark.parametrize("title", titles())
def test_every_clause_is_found_by_its_own_words(title: str, lang: str):
    """Who remembers how a clause begins finds it among the best."""
    entries = rulebook.clauses(Teller(titles()[title], {}, lang))[::9]

    lost = [one.name for one in entries if one not in rulebook.found(entries, one.text)[:3]]

    assert lost == []


@pytest.mark.parametrize("typed", ["", "  ", "qqqq", "@qqqq", "***", "a" * 4000])
def test_what_no_rule_speaks_of_is_told_in_a_sentence(typed: str):
    """Nothing is found, nobody is rung, and nothing is as long as what was typed."""
    told = answered("1844", typed)

    assert told.startswith("No rule mentions ")
    assert "@q" not in told
    assert len(told) < 200


@pytest.mark.parametrize("lang", sentences.languages())
def test_commands_in_sentences_are_called_as_they_are_in_that_language(lang: str):
    """A sentence links a command that there is; without its id it is called as people type it."""
    paths = {
        path
        for message in sentences.messages(lang).values()
        for form in message.forms
        for path in re.findall(r"</([^>]+)>", form)
    }
    bare = {key for key, one in sentences.messages(lang).items() if re.search(r"`/", "".join(one.forms))}

    assert paths
    assert {path for path in paths if not sentences.known(f"command.{path.replace(' ', '.')}.about")} == set()
    assert bare == set()
    assert sentences.typed("game new", "es") == "/partida nueva"


def test_every_round_and_verb_has_its_help():
    """Whoever asks for help on their turn is told what each of their moves is for."""
    verbs = {verb for game in played() for verb in (offer.action.verb for offer in game.choices.offers)}
    verbs |= {kind.verb for title in titles().values() for kind in title.verbs}

    assert {verb for verb in verbs if not sentences.known(f"help.verb.{verb}")} == set()


async def test_a_rule_is_found_at_the_table(tabletop: Table):
    """Privately, in the person's language, of the table's title; terms of the field come first."""
    await tabletop.game()
    alder = tabletop.people[0]

    english = await alder.command(CHANNEL, "rule", words="token")
    offered = await alder.autocomplete(CHANNEL, "rule", "words", "tok")
    other = await alder.command(CHANNEL, "rule", words="SBB", title="1844")
    await alder.command(CHANNEL, "me language", language="es")
    spanish = await alder.command(CHANNEL, "rule", words="marcador")

    assert english.ephemeral
    assert english.text.startswith("**token**: A company's station in a city.")
    assert "token" in {choice.value for choice in offered}
    assert "**CH-SBB" in other.text
    assert spanish.text.startswith("**marcador**: ")
    assert "MAG-" in spanish.text


async def test_a_move_is_asked_about_and_not_played(tabletop: Table):
    """Legal or not, with the clause; the table stays as it is, and who waits may ask for the one in turn."""
    await tabletop.game()
    people = tabletop.people

    legal = await people[0].command(CHANNEL, "why", move="draft 13")
    waiting = await people[2].command(CHANNEL, "why", move="Draft 13")
    refused = await people[0].command(CHANNEL, "why", move="pass")
    nonsense = await people[0].command(CHANNEL, "why", move="@everyone")
    offered = await people[0].autocomplete(CHANNEL, "why", "move", "13")

    game = await state(tabletop)
    assert "that is legal now for" in legal.text
    assert waiting.text == legal.text
    assert "-# MAG-" in refused.text
    assert "@everyone" not in nonsense.text
    assert "draft 13" in [choice.value for choice in offered]
    assert game.state.ply == 0


async def state(tabletop: Table) -> Game:
    """The game as it stands."""
    game = (await tabletop.bot.service.tables.find(1)).game
    assert game is not None
    return game


@pytest.mark.slow
async def test_help_tells_what_one_can_do_here_and_now(tabletop: Table):
    """No table, a lobby, one's own turn, somebody else's, a game that is over."""
    guest = (await tabletop.seat(4))[3]
    nothing = await guest.command(CHANNEL, "help")
    await tabletop.game()
    game = await state(tabletop)
    table = await tabletop.bot.service.tables.find(1)
    mover = next(seat for seat in table.seats if seat.id in game.pos.awaited)
    people = {int(one.id): one for one in tabletop.people}
    waiting = next(one for user, one in people.items() if user != mover.user_id and one is not guest)

    turn = await people[mover.user_id].command(CHANNEL, "help")
    wait = await waiting.command(CHANNEL, "help")
    look = await guest.command(CHANNEL, "help")

    assert re.search(r"</game new:\d+> opens one", nothing.text)
    assert "It is your turn." in turn.text
    assert "- **Draft**: draft one of the certificates laid out" in turn.text
    assert "Minors are yours for the whole game" in turn.text
    assert f"Waiting for {mover.name};" in wait.text
    assert f"Waiting for {mover.name}. You have no seat here" in look.text
