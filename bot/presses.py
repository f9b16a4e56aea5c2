"""What a press or a form does, found by its id alone, so that it works after a restart too."""

import re
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Self

import discord
from discord import ui

from bot.replies import guarded

PressHandler = Callable[[discord.Interaction[Any], re.Match[str]], Awaitable[None]]
ChoiceHandler = Callable[[discord.Interaction[Any], re.Match[str], list[str]], Awaitable[None]]
FormHandler = Callable[[discord.Interaction[Any], re.Match[str], dict[str, str]], Coroutine[Any, Any, None]]


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


def on_choice(template: str, choose: ChoiceHandler) -> type[ui.DynamicItem[Any]]:
    """Return the lists whose ids match a template; errors of a choice are told to the person."""
    safe = guarded(choose)

    class ChosenList(ui.DynamicItem[ui.Select[Any]], template=template):
        """A list whose id matches the template."""

        def __init__(self, item: ui.Select[Any], match: re.Match[str]) -> None:
            super().__init__(item)
            self.match = match

        @classmethod
        async def from_custom_id(
            cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
        ) -> Self:
            """Return the list with what its id says."""
            assert isinstance(item, ui.Select)
            return cls(item, match)

        async def callback(self, interaction: discord.Interaction[Any]) -> None:
            """Serve the choice."""
            await safe(interaction, self.match, self.item.values)

    return ChosenList


class Forms:
    """Forms by what their ids look like.

    The library serves only forms that it opened since the last start, and whose opening Discord has confirmed.
    """

    def __init__(self) -> None:
        self._known: list[tuple[re.Pattern[str], FormHandler]] = []

    def add(self, template: str, serve: FormHandler) -> None:
        """Let forms whose ids match a template be served so; errors are told to the person."""
        self._known.append((re.compile(template), guarded(serve)))

    def work_on(self, interaction: discord.Interaction[Any]) -> Coroutine[Any, Any, None] | None:
        """Return the work on a form that was sent in, None where no form is known by its id."""
        data: dict[str, Any] = dict(interaction.data or {})
        if interaction.type is discord.InteractionType.modal_submit:
            for template, serve in self._known:
                if match := template.fullmatch(data["custom_id"]):
                    return serve(interaction, match, _typed(data["components"]))
        return None


def _typed(components: list[dict[str, Any]]) -> dict[str, str]:
    """Return what was typed into the lines of a form, by their ids."""
    fields = [part["component"] for part in components if "component" in part]
    return {field["custom_id"]: str(field.get("value") or "") for field in fields}
