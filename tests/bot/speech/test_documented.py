"""What the pages say of the bot: every command and option that they name exists."""

import re
from collections.abc import Iterator
from pathlib import Path

from bot.local.wire import JsonObject
from tests.bot.tabletop import Table

ROOT = Path(__file__).parents[3]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
COMMAND = re.compile(r"`/([a-z ]+?)((?: [a-z]+:[^ `]*)*)(?: [A-Z]\w*)?`")
"""A command as pages write it, perhaps with options: ``/game leave seat:``."""
ADDRESSES = {"metrics", "healthz"}
"""Paths of HTTP, which look alike."""


def commands(payload: list[JsonObject], before: str = "") -> Iterator[tuple[str, set[str]]]:
    """Yield the names of groups and commands, with those of their options."""
    for one in payload:
        options = one.get("options", ())
        yield before + one["name"], {option["name"] for option in options}
        yield from commands(
            [option for option in options if option["type"] in (1, 2)], f"{before}{one['name']} "
        )


async def test_every_command_that_a_page_names_exists(tabletop: Table):
    """With the options that are named, in the changelog as in the manual."""
    known = dict(commands(await tabletop.bot.command_payload()))
    named = [
        (page.name, name, set(re.findall(r" ([a-z]+):", options)))
        for page in PAGES
        for name, options in COMMAND.findall(page.read_text("utf-8"))
        if name not in ADDRESSES
    ]

    assert len(named) > 100
    assert [one for one in named if one[1] not in known or one[2] - known[one[1]]] == []
