"""What a new user finds: each wish from the card's *More* or from `/help`, by three presses, in any language."""

import re

import pytest

from assets import sentences
from tests.bot.cogs.test_money import opened
from tests.bot.person import Person
from tests.bot.seen import SeenMessage
from tests.bot.tabletop import CHANNEL, Table

LINK = re.compile(r"</([^:>]+):\d+>")
FIELD = re.compile(r"\{[^}]*\}|</[^>]*>")
LANGUAGES = sentences.languages()

NAMED = {
    "order": "wish.head",
    "me settings": "me.page.head",
    "show money": "ledger.file",
    "me hook": "hook.none",
    "table hook": "hook.none",
    "league standings": "league.none",
    "league signup": "league.waiting",
    "game copy": "error.copy_place",
}
"""What *More* names: the second press; and what sending it, the third, is answered with."""
NEEDED = {
    "league standings": {"title": "1844"},
    "league signup": {"title": "1844"},
    "game copy": {"alone": True},
}
"""What a command is given besides."""
BUTTONS = {("tool.new", "digest.button.steps"): "digest.steps", ("tool.note",): "note.none"}
"""What is pressed under it, and what comes of it."""


def is_said(key: str, lang: str, text: str) -> bool:
    """Tell whether a text is that message, whatever its fields hold."""
    forms = sentences.messages(lang)[key].forms
    return any(all(part in text for part in FIELD.split(form)) for form in forms)


async def more(table: Table, person: Person) -> SeenMessage:
    """What the first press shows: a slow answer is only acknowledged first, and the board may change meanwhile."""
    reply = await person.press(table.board, "More")
    await person.until(lambda: reply.messages and reply.message.ephemeral)
    return reply.message


@pytest.fixture
async def played(tabletop: Table) -> Table:
    """A table of 1844 on a server with a league, after a round in which its second player had nothing to decide."""
    await opened(tabletop, "1844", 190)
    await tabletop.settled()
    await tabletop.people[0].command(CHANNEL, "league switch", choice="on")
    return tabletop


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_each_wish_is_found_from_the_card(played: Table, lang: str):
    """A study room, queues, since my last turn, a note, ratings and the league, a hook, money, hours."""
    me = played.people[1]
    await me.command(CHANNEL, "me language", language=lang)
    shown = await more(played, me)
    links = LINK.findall(shown.text)
    wrong = {}
    for command, key in NAMED.items():
        answer = await me.command(CHANNEL, command, **NEEDED.get(command, {}))
        told = lang if answer.ephemeral else sentences.ENGLISH
        if command not in links or not is_said(key, told, answer.text):
            wrong[command] = answer.text
    for labels, key in BUTTONS.items():
        page = await more(played, me)
        for label in labels:
            page = (await me.press(page, sentences.say(label, lang))).message
        if not is_said(key, lang, page.text):
            wrong[labels[0]] = page.text

    assert wrong == {}
    assert {"game invite", "game proxy"} <= set(links)


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_what_else_there_is_fits_in_one_message_with_all_that_was_missed(played: Table, lang: str):
    """The names of commands are longer on the wire than on the screen, and nothing of them is cut off."""
    me = played.people[1]
    await me.command(CHANNEL, "me language", language=lang)
    shown = await more(played, me)

    assert [
        part
        for part in ("turn", "past", "people", "settings", "rules")
        if not is_said(f"more.{part}", lang, shown.text)
    ] == []
    assert is_said("digest.own", lang, shown.text)
    assert shown.labels[-1] == sentences.say("tool.note", lang)


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_a_lobby_says_who_may_sit_down_and_when_all_are_awake(tabletop: Table, lang: str):
    """`/help` in a lobby names the invitation; two people who set their hours make the card tell them."""
    await tabletop.lobby(3, language=lang)
    alder, birch, _ = tabletop.people
    for person in (alder, birch):
        await person.command(CHANNEL, "me language", language=lang)
        hours = await person.command(CHANNEL, "me quiet", start="22:00", end="7:00")
        assert is_said("me.quiet.no_zone", lang, hours.text)
        await person.command(CHANNEL, "me timezone", zone="Europe/Prague")
    helped = await alder.command(CHANNEL, "help")
    invited = await alder.command(CHANNEL, "game invite", person=birch.id)
    await birch.command(CHANNEL, "game join")
    await tabletop.settled()
    card = tabletop.card

    assert "game invite" in LINK.findall(helped.text)
    assert is_said("invite.done", lang, invited.text)
    assert card is not None
    assert is_said("lobby.guests", lang, card.text)
    assert is_said("lobby.awake", lang, card.text)


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_a_study_room_is_opened_from_an_empty_channel(tabletop: Table, lang: str):
    """`/help`, the command that it names, and sending it with what it says."""
    me, *_ = await tabletop.seat(1)
    await me.command(CHANNEL, "me language", language=lang)
    helped = await me.command(CHANNEL, "help")
    begun = await me.command(CHANNEL, "game new", title="18Mag", seats=3, alone=True)

    assert f"*{sentences.say('option.alone.name', lang)}*" in helped.text
    assert "game new" in LINK.findall(helped.text)
    assert is_said("game.practised", lang, begun.text)


async def test_a_copy_is_told_where_it_can_be_opened(played: Table):
    """In the channel of the table itself it cannot; what is said there leads to where it can."""
    me = played.people[1]
    place = played.server.world.new_channel("study")
    await me.until(lambda: place["id"] in me.channels)
    refused = await me.command(CHANNEL, "game copy", alone=True)
    opened_there = await me.command(place["id"], "game copy", channel=me.channel_id(CHANNEL), alone=True)

    assert "game copy" in LINK.findall(refused.text)
    assert f"*channel* <#{me.channel_id(CHANNEL)}>" in refused.text
    assert "Study room: a copy of table 1" in opened_there.text
