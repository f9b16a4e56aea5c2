"""Buttons known by their ids: a pattern, and what a press does. Nothing is remembered, so they outlive a restart."""

import re
from collections.abc import Awaitable, Callable
from typing import Any, Self

import discord
from discord import ui

from bot.replies import Interaction, guarded

Press = Callable[[Interaction, re.Match[str]], Awaitable[None]]


def tap(pattern: str, press: Press) -> type[ui.DynamicItem[Any]]:
    """Return the buttons whose ids match the pattern; errors of the press are told to the person."""
    safe = guarded(press)

    class Tap(ui.DynamicItem[ui.Button[Any]], template=pattern):
        """A button of that pattern."""

        def __init__(self, item: ui.Button[Any], match: re.Match[str]) -> None:
            super().__init__(item)
            self.match = match

        @classmethod
        async def from_custom_id(
            cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
        ) -> Self:
            """Take what the id says."""
            assert isinstance(item, ui.Button)
            return cls(item, match)

        async def callback(self, interaction: discord.Interaction[Any]) -> None:
            """Do what a press does."""
            await safe(interaction, self.match)

    return Tap
