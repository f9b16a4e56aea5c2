"""The card of a table: all that is chosen for it, lists for its host, and every change said in the channel."""

import pytest

from assets import sentences
from tests.bot.person import Person
from tests.bot.seen import SeenMessage
from tests.bot.tabletop import CHANNEL, Table


async def card_of(person: Person) -> SeenMessage:
    """The card that a person asks for."""
    return (await person.command(CHANNEL, "table card")).message


def said(tabletop: Table) -> list[str]:
    """What the channel was told of changes."""
    return [one.text for one in tabletop.shown if "has changed this table" in one.text]


async def choose(person: Person, card: SeenMessage, what: str, label: str) -> None:
    """Choose from a list of the card."""
    (field,) = [one for one in card.selects if one["custom_id"].endswith(f":{what}")]
    (value,) = [one["value"] for one in field["options"] if one["label"] == label]
    await person.choose(card, field["custom_id"], value)


async def test_everybody_sees_what_is_chosen_and_the_host_chooses(tabletop: Table):
    """One card with every setting; its lists hold one value each, and the channel reads who chose what."""
    await tabletop.game()
    alder, birch, _ = tabletop.people
    seen = await card_of(birch)
    card = await card_of(alder)
    await choose(alder, card, "clock", "12 hours: that much time for each decision")
    await choose(alder, card, "zero", "the host is asked")
    await tabletop.settled()

    settings = (await tabletop.bot.service.tables.find(1)).settings
    assert "Clock: no clock" in seen.text
    assert "Host: Alder" in seen.text
    assert "Options: none" in seen.text
    assert "3 days" in seen.text
    assert not seen.selects
    assert all(one.get("max_values", 1) == 1 for one in card.selects)
    assert settings.clock is not None
    assert (settings.clock.limit.total_seconds(), settings.clock.zero) == (12 * 3600, "host")
    assert "Clock: 12 hours" in card.text
    assert "\n".join(said(tabletop)).count("Alder has changed this table:") == len(said(tabletop))
    assert "Clock: 12 hours: that much time for each decision" in said(tabletop)[0]
    assert "When time is up: the host is asked" in said(tabletop)[-1]


CHANGES = [
    ("table clock", {"kind": "each", "time": "1h", "zero": "house"}, "Clock: 1 hour"),
    ("table reminders", {"interval": "2h"}, "Reminder interval: 2 hours"),
    ("table grace", {"grace": "60"}, "next player's call: 1 minute"),
    ("table hints", {"hints": "off"}, "nobody gets hints"),
    ("table summary", {"summary": "off"}, "Summaries of rounds"),
    ("table scheme", {"scheme": "dark"}, "dark: muted colours"),
    ("table board", {"board": "round"}, "The board is posted again with every round"),
    ("table ask", {"ask": "everything"}, "every step"),
    ("table patience", {"time": "2d"}, "unanswered for: 2 days"),
]


async def test_every_change_is_told_in_the_channel(tabletop: Table):
    """Whatever the host types: by whom, and what holds now; a restart tells it no second time."""
    await tabletop.game()
    for number, (command, options, _) in enumerate(CHANGES, 1):
        await tabletop.people[0].command(CHANNEL, command, **options)
        await tabletop.settled()
        assert len(said(tabletop)) == number, command
    first = said(tabletop)
    await tabletop.restart()
    tabletop.bot.publisher.nudge(1)
    await tabletop.settled()

    assert all(line.startswith("Alder has changed this table:\n- ") for line in first)
    assert [told for (_, _, told), line in zip(CHANGES, first, strict=True) if told not in line] == []
    assert said(tabletop) == first


@pytest.mark.parametrize("lang", [one for one in sentences.languages() if one != "en"])
async def test_the_language_for_everybody_changes(tabletop: Table, lang: str):
    """The host chooses another; what the channel reads from then on is in it."""
    await tabletop.game()
    await tabletop.people[0].command(CHANNEL, "table language", language=lang)
    await tabletop.settled()
    name = sentences.language_name(lang, lang)

    assert (await tabletop.bot.service.tables.find(1)).language == lang
    told = sentences.say("table.card.language", lang, value=name)
    assert any(told in one.text for one in tabletop.shown)


async def test_a_game_that_others_play_is_not_ended_by_its_host(tabletop: Table):
    """They are asked whether it ends; an admin ends it, which everybody who plays is told, by whom."""
    alder, birch, cedar = await tabletop.seat(3)
    await birch.command(CHANNEL, "game new", title="18Mag", seats=3, seed=7)
    lobby = await birch.until(lambda: tabletop.card)
    for person in (alder, cedar):
        await person.press(lobby, "Join")
    await birch.press(lobby, "Start")
    await birch.until(lambda: tabletop.having("b:"))
    await tabletop.settled()
    told = await birch.command(CHANNEL, "game end", sure=True)
    await tabletop.settled()
    state = (await tabletop.bot.service.tables.find(1)).state
    (asked,) = tabletop.having("v:")
    await alder.command(CHANNEL, "game end", sure=True)
    await tabletop.settled()

    assert "have been asked to end it together" in told.text
    assert state == "running"
    assert alder.mention in asked.text
    assert asked.deleted
    (ended,) = [one for one in tabletop.shown if "has ended this game" in one.text]
    assert ended.text.startswith("Alder has ended this game. ")
    assert all(one.mention in ended.text for one in (alder, birch, cedar))


async def test_the_lobby_shows_the_card_too(tabletop: Table):
    """By a button, before anybody has begun."""
    lobby = await tabletop.lobby()
    shown = (await tabletop.people[1].press(lobby, "All settings")).text

    assert "Clock: no clock" in shown
