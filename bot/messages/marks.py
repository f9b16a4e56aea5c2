"""By what a message is known in its channel: a digest of the words it shows and the ids of its buttons."""

import hashlib
from collections.abc import Iterable

import discord
from discord import ui


def of_text(content: str, view: ui.View | None = None) -> str:
    """Return the mark of an ordinary message, and of the buttons under it."""
    return _digest([content, *_ids(view.children if view else ())])


def of_view(view: ui.LayoutView) -> str:
    """Return the mark of a message of components."""
    items = (item for item in view.walk_children() if isinstance(item, ui.TextDisplay | ui.Button))
    return _digest(
        str(item.content if isinstance(item, ui.TextDisplay) else item.custom_id or item.url)
        for item in items
    )


def of_message(message: discord.Message) -> str:
    """Return the mark of a message in a channel."""
    if message.flags.components_v2:
        return of_view(ui.LayoutView.from_message(message, timeout=None))
    return of_text(message.content, ui.View.from_message(message, timeout=None))


def _ids(items: Iterable[ui.Item[ui.View]]) -> list[str]:
    return [str(item.custom_id or item.url) for item in items if isinstance(item, ui.Button)]


def _digest(words: Iterable[str]) -> str:
    told = "\n".join(line.strip() for word in words for line in word.strip().splitlines())
    return hashlib.sha256(told.encode()).hexdigest()[:32]
