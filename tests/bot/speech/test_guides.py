"""Guides of a first game: each kind of first move is explained once in each title, until somebody wants no more."""

import pytest

from assets import sentences
from engine import notation
from engine.actions import SHARED
from engine.title import titles
from tests.bot.seen import Reply
from tests.bot.tabletop import CHANNEL, Table


@pytest.mark.slow
async def test_first_moves_are_explained_once_and_never_when_told(tabletop: Table):
    """Two sentences at the first lay; none at the second, nor after a restart, nor where they are not wanted."""
    await tabletop.restart(guides=True)
    person = await tabletop.to("lay")
    first = await _lays(tabletop)
    guide = "Your track leads on from here"
    told = await person.command(CHANNEL, "me settings")
    await tabletop.restart(guides=True)
    again = await _lays(tabletop)
    said = await person.press(first.message, "No more explanations")
    after = await person.command(CHANNEL, "me settings")
    stored = await tabletop.bot.storage.people.find(int(person.id))

    assert first.text.count(guide) == 1
    assert guide not in again.text
    assert "Explain first moves: yes" in told.message.labels
    assert "I will not explain first moves" in said.text
    assert "Explain first moves: no" in after.message.labels
    assert stored.settings["guided"] == ["18Mag/lay"]


@pytest.mark.slow
async def test_a_purchase_is_not_explained_while_somebody_is_asked(tabletop: Table):
    """A train is offered for; nothing is bought yet."""
    await tabletop.restart(guides=True)
    person = await tabletop.to("train")
    game = (await tabletop.bot.service.tables.find(1)).started().game
    trade = next(one for one in game.choices.offers if one.action.verb == "train" and one.amounts).action
    asked = await person.command(CHANNEL, "do", move=notation.write(trade))

    assert "do you accept?" in asked.text
    assert "The new train runs" not in asked.text


async def _lays(tabletop: Table) -> Reply:
    """Let whoever is awaited lay the first tile that is offered, as a typed line."""
    table = (await tabletop.bot.service.tables.find(1)).started()
    offer = next(one for one in table.game.choices.offers if one.action.verb == "lay")
    person = await tabletop.awaited()
    reply = await person.command(CHANNEL, "do", move=notation.write(offer.action))
    await tabletop.settled()
    return reply


def test_a_guide_is_two_sentences_in_every_language():
    """Lay, token, run, dividend and purchase; a title has words of its own only for what there is."""
    english = sentences.messages(sentences.ENGLISH)
    keys = [key for key in english if ".guide." in f".{key}" and "button" not in key and "flag" not in key]
    verbs = {key.rpartition(".")[2].partition("/")[0] for key in keys} - {"off"}
    known = {verb.verb for verb in SHARED} | {verb.verb for one in titles().values() for verb in one.verbs}

    assert {"lay", "token", "run", "dividend", "train", "buy"} <= verbs <= known
    for lang in sentences.languages():
        for key in keys:
            text = sentences.messages(lang)[key].forms[0]
            assert 1 <= text.count(". ") + text.count("; ") <= 3, text
