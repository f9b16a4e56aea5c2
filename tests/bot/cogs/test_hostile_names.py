"""Whatever people call themselves, or type: no message of the bot shows it as markup, a mention or a link."""

import re
from typing import Any

import pytest

from bot.local.ids import GUILD
from bot.local.wire import JsonObject
from tests.bot.cogs.test_every_command import (
    ATTACHMENT,
    GIVEN,
    INTEGER,
    LAST,
    PLACE,
    ROLE,
    USER,
    least,
    typed,
)
from tests.bot.local.moderator import nick
from tests.bot.person import Person, PersonRefused
from tests.bot.seen import SeenMessage
from tests.bot.tabletop import CHANNEL, DRAFT, Table

NAMES = ("**a**||s||<@&9>", "[b](https://x.org)@here", "</game end:1>`c`#e")
WORDS = "**w**<@&9>[x](https://x.org)"
LIVE = re.compile(
    r"(?<!\\)\*\*[aw](?<!\\)\*\*|(?<!\\)\|\|[sv](?<!\\)\|\||(?<!\\)<@&9>|(?<!\\)\]\(https://x\.org\)|@here|https://x\.org"
    r"|(?<!\\)</game end:1>|(?<!\\)`c`"
)
NOT_SHOWN = {"game end", "game stop", "game leave", "undo", "redo", "me language"}


def live(message: SeenMessage) -> list[str]:
    """What of a message would be marked up; what stands on buttons and in lists is shown as it is."""
    return LIVE.findall(message.text)


async def given(table: Table, person: Person, option: JsonObject) -> Any:
    """Something that is typed for an option; where it is a text, a hostile one."""
    if option.get("choices"):
        return option["choices"][0]["value"]
    if option["type"] == ATTACHMENT:
        return await person.upload(f"{WORDS}.json", b"{}")
    here = person.channel_id(CHANNEL)
    known = {INTEGER: least(option), USER: table.people[1].id, PLACE: here, ROLE: GUILD}
    return known.get(option["type"], GIVEN.get(option["name"], WORDS))


@pytest.mark.slow
@pytest.mark.parametrize("every", [False, True], ids=["known", "all options"])
async def test_no_name_and_no_word_is_marked_up(tabletop: Table, every: bool):
    """Every command, by somebody with such a name, at a table of such people, with such words."""
    people = await tabletop.seat(4)
    for person, name in zip(people, NAMES, strict=False):
        nick(tabletop.server.world, GUILD, person.id, name)
    await tabletop.game()
    await tabletop.type_moves(DRAFT[:3])
    host, found, refused = people[0], dict[str, list[str]](), list[str]()
    everything = {
        name: one for name, one in _commands(host.commands, every=every).items() if name not in NOT_SHOWN
    }
    for name in sorted(everything, key=lambda name: name in LAST and LAST.index(name) + 1):
        options = {option["name"]: await given(tabletop, host, option) for option in everything[name]}
        try:
            reply = await host.command(CHANNEL, name, **options)
        except PersonRefused:
            refused.append(name)
            continue
        await tabletop.answered()
        if wrong := [one for message in reply.messages for one in live(message)]:
            found[name] = wrong
    await tabletop.acted()
    for person in people:
        for channel in person.channels:
            for message in person.messages(channel):
                if wrong := live(message):
                    found[f"{person.name} {message.text[:200]}"] = wrong

    shown = [one.text for person in people for one in person.messages(CHANNEL)]
    assert refused == []
    assert sum(r"\*\*a\*\*" in one for one in shown) > 20  # else this looks at nothing
    assert found == {}


def _commands(commands: list[JsonObject], *, every: bool) -> dict[str, list[JsonObject]]:
    """Every command with the options that it must have, or that it may."""
    if not every:
        return dict(typed(commands))
    return dict(typed([_all_required(one) for one in commands]))


def _all_required(command: JsonObject) -> JsonObject:
    return {
        **command,
        "required": True,
        "options": [_all_required(one) for one in command.get("options", ())],
    }
