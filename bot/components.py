"""Components of Discord's messages: buttons known by their ids, rows of them, and framed messages."""

from collections.abc import Container, Iterable, Sequence
from typing import Any

import discord
from discord import ui

from assets import sentences
from bot.menu.search import pages
from bot.speech.teller import CHOICE, LABEL

PHONE, EDGES = 43, 6
"""Characters that a phone shows side by side in buttons, and as how many the edges of a button count."""
ROW = 5
"""Buttons of a row."""
MESSAGE = 1900
"""Characters of a message that leave room for a few more."""
PLACEHOLDER = 150
"""Characters of what stands in a list until something is chosen."""
FORM = 45
"""Characters of the title of a form, and of what its field is called."""
QUIET = 0x5B646A
"""The colour of a frame that stands for no company."""

Layout = ui.LayoutView
Row = list[ui.Item[Any]]
Style = discord.ButtonStyle


def button(
    label: str, custom_id: str, style: Style = Style.secondary, *, off: bool = False
) -> ui.Button[Any]:
    """Return a button that is known by its id; ``off`` greys it out."""
    return ui.Button(label=sentences.cut(label, LABEL), custom_id=custom_id, style=style, disabled=off)


def entry(label: str, value: str, about: str = "", *, chosen: bool = False) -> discord.SelectOption:
    """Return an entry of a list; one that is ``chosen`` is marked."""
    shown, more = sentences.cut(label, CHOICE), sentences.cut(about, CHOICE)
    return discord.SelectOption(label=shown, value=value, description=more or None, default=chosen)


def select(custom_id: str, asked: str, entries: Iterable[discord.SelectOption]) -> ui.Select[Any]:
    """Return a list that is known by its id; ``asked`` stands in it until something is chosen."""
    shown = sentences.cut(asked, PLACEHOLDER) or None
    return ui.Select(custom_id=custom_id, placeholder=shown, options=list(entries))


def rows(buttons: Sequence[ui.Button[Any]]) -> list[Row]:
    """Return buttons in rows of five."""
    return [list(part) for part in pages(buttons, ROW) if part]


def phone_lines(row: Sequence[ui.Item[Any]]) -> int:
    """How many lines a row takes on a phone: a list one, a button whose label is too long two."""
    taken, lines = 0, 1
    for one in row:
        wide = len(str(getattr(one, "label", "") or "")) + EDGES
        if taken and taken + wide > PHONE:
            taken, lines = 0, lines + 1
        taken += wide
        lines += (wide - 1) // PHONE
    return lines


def narrow_rows(buttons: Sequence[ui.Button[Any]], closing: Container[str] = ()) -> list[Row]:
    """Buttons in rows that a phone shows in one line each, each button in the first row with room for it.

    Those with the ids of ``closing`` stand in the last such row: nobody should hit them between two others.
    """
    made: list[Row] = []
    for one in buttons:
        order = reversed(made) if one.custom_id in closing else made
        fitting = (row for row in order if len(row) < ROW and phone_lines([*row, one]) == 1)
        if (row := next(fitting, None)) is not None:
            row.append(one)
        else:
            made.append([one])
    return made


def joined(parts: Sequence[Row], most: int) -> list[Row]:
    """So many rows at most, the shortest neighbours in one; a phone breaks them where they were joined."""
    made = [list(row) for row in parts]
    while len(made) > most:
        at = min(range(len(made) - 1), key=lambda at: len(made[at]) + len(made[at + 1]))
        made[at : at + 2] = [made[at] + made[at + 1]]
    return made


def as_view(parts: Iterable[Row]) -> ui.View:
    """Return rows as the components of an ordinary message; nothing about it has to be remembered."""
    made = ui.View(timeout=None)
    for number, row in enumerate(parts):
        for item in row:
            item.row = number
            made.add_item(item)
    return made


def layout(*parts: ui.Item[Layout], colour: int | None = None) -> Layout:
    """Return a message of components in one frame."""
    made = ui.LayoutView(timeout=None)
    made.add_item(ui.Container(*parts, accent_colour=colour))
    return made


def form(
    title: str, custom_id: str, called: str, field: ui.TextInput[Any], about: str | None = None
) -> ui.Modal:
    """Return a form with one field; it is served by its id, so nothing about it has to be remembered."""
    made = ui.Modal(title=sentences.cut(title, FORM), custom_id=custom_id)
    made.add_item(ui.Label(text=sentences.cut(called, FORM), description=about, component=field))
    made.stop()
    return made


def galleries(shown: Iterable[discord.File]) -> list[ui.MediaGallery[Layout]]:
    """Return attached pictures as components, with their alt texts.

    Each has a gallery of its own: Discord crops those that stand side by side.
    """
    items = (
        discord.MediaGalleryItem(f"attachment://{one.filename}", description=one.description) for one in shown
    )
    return [ui.MediaGallery(item) for item in items]


def pictured(text: str, shown: Sequence[discord.File]) -> Layout:
    """Return pictures under a sentence."""
    return layout(ui.TextDisplay(text), *galleries(shown))
