"""What a press of a button does, found by the id of the button alone, so that it works after a restart too."""

import re
from collections.abc import Awaitable, Callable
from typing import Any, Self

import discord
from discord import ui

from bot.replies import guarded

PressHandler = Callable[[discord.Interaction[Any], re.Match[str]], Awaitable[None]]


def on_press(template: str, press: PressHandler) -> type[ui.DynamicItem[Any]]:
    """Return the buttons whose ids match a template; errors of the press are told to the person."""
    safe = guarded(press)

    class PressedButton(ui.DynamicItem[ui.Button[Any]], template=template):
        """A button whose id matches the template."""

        def __init__(self, item: ui.Button[Any], match: re.Match[str]) -> None:
            super().__init__(item)
            self.match = match

        @classmethod
        async def from_custom_id(
            cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
        ) -> Self:
            """Return the button with what its id says."""
            assert isinstance(item, ui.Button)
            return cls(item, match)

        async def callback(self, interaction: discord.Interaction[Any]) -> None:
            """Serve the press."""
            await safe(interaction, self.match)

    return PressedButton
