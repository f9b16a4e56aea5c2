"""What a press or a form does, found by its id alone, so that it works after a restart too."""

import re
from collections.abc import Awaitable, Callable, Collection, Coroutine
from typing import Any, Self

import discord
from discord import ui

from bot.button_ids import NUMBER
from bot.errors.tables import NotOffered
from bot.replies import guarded

PressHandler = Callable[[discord.Interaction[Any], re.Match[str]], Awaitable[None]]
ChoiceHandler = Callable[[discord.Interaction[Any], re.Match[str], list[str]], Awaitable[None]]
FormHandler = Callable[[discord.Interaction[Any], re.Match[str], dict[str, str]], Coroutine[Any, Any, None]]


def on_press(template: str, press: PressHandler) -> type[ui.DynamicItem[Any]]:
    """Return the buttons whose ids match a template; errors of the press are told to the person."""
    safe = guarded(press)
    return _served(template, lambda interaction, match, _: safe(interaction, match))


def on_choice(template: str, choose: ChoiceHandler) -> type[ui.DynamicItem[Any]]:
    """Return the lists whose ids match a template; errors of a choice are told to the person."""

    @guarded
    async def safe(interaction: discord.Interaction[Any], match: re.Match[str], item: ui.Item[Any]) -> None:
        if not isinstance(item, ui.Select):
            raise NotOffered
        await choose(interaction, match, item.values)

    return _served(template, safe)


def _served(template: str, serve: Callable[..., Awaitable[None]]) -> type[ui.DynamicItem[Any]]:
    """Return the components whose ids match a template; each is served with what its id says."""

    class ServedItem(ui.DynamicItem[ui.Item[Any]], template=template):
        """A button or list whose id matches the template."""

        def __init__(self, item: ui.Item[Any], match: re.Match[str]) -> None:
            super().__init__(item)
            self.match = match

        @classmethod
        async def from_custom_id(
            cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
        ) -> Self:
            """Return the item with what its id says."""
            return cls(item, match)

        async def callback(self, interaction: discord.Interaction[Any]) -> None:
            """Serve the press or the choice."""
            await serve(interaction, self.match, self.item)

    return ServedItem


def chosen_number(value: str) -> int:
    """Return the number that a choice in a list stands for.

    :raises NotOffered: when it is none
    """
    if not re.fullmatch(NUMBER, value, re.ASCII):
        raise NotOffered
    return int(value)


def chosen_of(value: str, values: Collection[str]) -> str:
    """What was chosen in a list.

    :raises NotOffered: when this version does not offer it
    """
    if value not in values:
        raise NotOffered
    return value


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
    """Return the texts typed into a form, by field id."""
    fields = [part["component"] for part in components if "component" in part]
    return {field["custom_id"]: str(field.get("value") or "") for field in fields}
