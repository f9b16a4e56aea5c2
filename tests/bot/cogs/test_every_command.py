"""Faults x commands: every command there is, typed as shortly as it can be, is answered whatever goes wrong.

Commands are found in the list that a client shows, so a new one is walked by itself.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.local.ids import GUILD
from bot.local.wire import JsonObject
from tests.bot.person import Person
from tests.bot.seen import Reply
from tests.bot.tabletop import CHANNEL
from tests.bot.whole.test_every_path import ALWAYS, ONCE, Scene, scene_of, thinking

GIVEN = {
    "title": "18Mag",
    "seat": "2",
    "hex": "D13",
    "company": "13",
    "interval": "2h",
    "start": "22:00",
    "zone": "Europe/Budapest",
    "span": "1d",
    "words": "token",
}
"""What is typed where something must be; whatever else is a text is one that means nothing."""
SAMPLE = "40060"
INTEGER, USER, PLACE, ROLE, ATTACHMENT = 4, 6, 7, 8, 11
LAST = (
    "undo",
    "redo",
    "me language",
    "game house",
    "game proxy",
    "game substitute",
    "game voteout",
    "game replace",
    "game back",
    "game leave",
    "game end",
    "game stop",
)
"""What takes moves back, lets others play, speaks another language, or ends the game."""


def typed(commands: list[JsonObject]) -> Iterator[tuple[str, list[JsonObject]]]:
    """Yield every command with the options that it must have."""
    for one in commands:
        parts = [part for part in one.get("options", ()) if part["type"] in (1, 2)]
        if parts:
            yield from ((f"{one['name']} {name}", options) for name, options in typed(parts))
        else:
            yield one["name"], [option for option in one.get("options", ()) if option.get("required")]


def least(option: JsonObject) -> int:
    """A number that may be given for an option."""
    return int(option.get("min_value", 1))


async def value(scene: Scene, option: JsonObject) -> Any:
    """Return what is typed for an option."""
    if option.get("choices"):
        return option["choices"][0]["value"]
    if option["type"] == ATTACHMENT:
        return await scene.host.upload("game.json", b"{}")
    here = scene.host.channel_id(CHANNEL)
    known = {INTEGER: least(option), USER: scene.tabletop.people[1].id, PLACE: here, ROLE: GUILD}
    return known.get(option["type"], GIVEN.get(option["name"], "nonsense"))


async def answered(person: Person, reply: Reply) -> None:
    """Wait until somebody has an answer, and nothing is still under way."""
    await person.until(
        lambda: reply.failed or reply.modal or any(not one.loading for one in reply.messages), timeout=20
    )
    await person.until(lambda: not thinking(person), timeout=20)


async def all_commands(database: Path, fault: str) -> None:
    """Type every command through a fault."""
    strike, given = (ALWAYS | ONCE)[fault]
    async with scene_of(database) as scene:
        storage, tabletop = scene.tabletop.bot.storage, scene.tabletop
        if fault in ALWAYS:
            await strike(scene, *given)
        everything = dict(typed(scene.host.commands))
        assert set(LAST) <= everything.keys()
        for name in sorted(everything, key=lambda name: name in LAST and LAST.index(name) + 1):
            options = {option["name"]: await value(scene, option) for option in everything[name]}
            if fault in ONCE:
                await strike(scene, *given)
            reply = await scene.host.command(CHANNEL, name, **options)
            await answered(scene.host, reply)
            tabletop.server.faults.pending.clear()
            await tabletop.answered()
            assert reply.failed is None, (name, reply.failed)
            assert not any("Sorry" in one.text for one in reply.messages), (name, reply.messages)
            if name not in LAST:
                assert len(await storage.actions.in_force(1)) == scene.played, name


@pytest.mark.slow
async def test_every_command_is_answered_though_its_receipt_is_lost(database: Path):
    """Nobody waits, nobody is told that something went wrong, and no move is made."""
    await all_commands(database, SAMPLE)


@pytest.mark.long
@pytest.mark.parametrize("fault", sorted((ALWAYS.keys() | ONCE.keys()) - {SAMPLE}))
async def test_every_command_is_answered_whatever_happens(database: Path, fault: str):
    """The whole table."""
    await all_commands(database, fault)
