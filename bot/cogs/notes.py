"""A private note at a table: one person's alone; the card of their turn bears a sign that there is one."""

import re
from typing import Any

from discord import TextStyle, app_commands, ui

from assets import sentences
from bot.at_table import here
from bot.button_ids import NOTE
from bot.client import Bot, Interaction
from bot.components import Row, Style, as_view, button, form
from bot.localise import about, described, name
from bot.presses import on_press
from bot.replies import acknowledge, language_for, open_form, reply

LONGEST = 800
"""Characters of a note."""
TEXT = "text"


def setup(bot: Bot) -> None:
    """Add the command, the buttons and the form."""
    bot.tree.add_command(note)
    bot.add_dynamic_items(on_press(NOTE.template, press_note))
    bot.forms.add(NOTE.template, written)


@app_commands.command(name=name("note"), description=about("note"))
@app_commands.guild_only()
@described(text="note_text")
async def note(interaction: Interaction, text: app_commands.Range[str, 1, LONGEST] | None = None) -> None:
    """Keep a note for oneself at this channel's table, or read the one there is."""
    await acknowledge(interaction)
    table = await here(interaction, closed=True, glance=True)
    if text is None:
        await _show(interaction, table.game_id, table.note_of(interaction.user.id))
    else:
        await _keep(interaction, table.game_id, text)


async def press_note(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons of a note: read it, write it in a form, or delete it."""
    game = int(match["game"])
    if match["what"] == "delete":
        await _keep(interaction, game, "")
        return
    table = await interaction.client.service.tables.glance(game)
    text = table.note_of(interaction.user.id)
    if match["what"] == "show":
        await _show(interaction, game, text)
        return
    lang = await language_for(interaction)
    await open_form(
        interaction,
        _form(game, text, lang),
        sentences.say("play.form_late", lang),
        _buttons(game, text, lang),
    )


async def written(interaction: Interaction, match: re.Match[str], typed: dict[str, str]) -> None:
    """Keep what was written in the form."""
    await _keep(interaction, int(match["game"]), typed[TEXT])


async def _keep(interaction: Interaction, game: int, text: str) -> None:
    """Store a note, none if it is empty, and show it; a card that bears its sign is edited."""
    await acknowledge(interaction)
    kept = text.strip()[:LONGEST]
    await interaction.client.service.tables.note(game, interaction.user.id, kept)
    interaction.client.publisher.nudge(game)
    await _show(interaction, game, kept)


async def _show(interaction: Interaction, game: int, text: str) -> None:
    lang = await language_for(interaction)
    said = sentences.say("note.head" if text else "note.none", lang)
    lines = [f"> {sentences.escaped(line, LONGEST)}" for line in text.splitlines()]
    body = "\n".join([said, *lines])
    await reply(interaction, body, view=as_view(_buttons(game, text, lang)))


def _buttons(game: int, text: str, lang: str) -> list[Row]:
    write = NOTE.write(game=game, what="write")
    made: Row = [button(sentences.say("note.button.write", lang), write, Style.primary)]
    if text:
        delete = NOTE.write(game=game, what="delete")
        made.append(button(sentences.say("note.button.delete", lang), delete, Style.danger))
    return [made]


def _form(game: int, text: str, lang: str) -> ui.Modal:
    """Return the form in which a note is written, with what it says now."""
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=TEXT, style=TextStyle.paragraph, max_length=LONGEST, required=False, default=text
    )
    title = sentences.say("note.form", lang)
    return form(title, NOTE.write(game=game, what="write"), title, field)
