"""The digest: what happened at a table since one last looked, in five lines and a picture, for oneself alone."""

import asyncio
import re

from discord import app_commands, ui

from assets import sentences
from bot.at_table import begun, here, shown_scheme
from bot.button_ids import DIGEST
from bot.client import Bot, Interaction
from bot.components import MESSAGE, Layout, button, galleries, layout
from bot.localise import about, name
from bot.messages import picture_files
from bot.messages.digest import digest_text, missed_by
from bot.messages.lines import log_line
from bot.pictures import looks
from bot.pictures.since import changes_since
from bot.presses import on_press
from bot.replies import acknowledge, language_for, reply
from bot.speech.table_view import TableView, view_of
from bot.tables.table import StartedTable

STEPS = 15
"""How many moves a page tells."""


def setup(bot: Bot) -> None:
    """Add the command and its buttons."""
    bot.tree.add_command(digest)
    bot.add_dynamic_items(on_press(DIGEST.template, pressed))


@app_commands.command(name=name("digest"), description=about("digest"))
@app_commands.guild_only()
async def digest(interaction: Interaction) -> None:
    """Tell what happened since the person last looked, and remember that they have looked."""
    await acknowledge(interaction)
    await _tell(interaction, begun(await here(interaction, closed=True, glance=True)))


async def pressed(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons: what is new, each move since one's own last, or these as a film."""
    await acknowledge(interaction)
    table = begun(await interaction.client.service.tables.find(int(match["game"])))
    if match["what"] == "new":
        await _tell(interaction, table)
    elif match["what"] == "steps":
        await reply(interaction, view=await _steps(interaction, table, int(match["page"])))
    else:
        await _film(interaction, table)


def _since_own(table: StartedTable, user: int) -> int:
    """Return how many moves there were when a person had last decided one."""
    return max((move.ply for move in table.moves if move.user_id == user and not move.decided_by), default=0)


async def _steps(interaction: Interaction, table: StartedTable, page: int) -> Layout:
    """Return a page of the moves since a person's own last one, passes in small letters."""
    view, first = view_of(table, await language_for(interaction)), _since_own(table, interaction.user.id)
    last = max(0, (len(table.moves) - first - 1) // STEPS)
    at = min(page, last)
    start = first + at * STEPS + 1
    end = min(start + STEPS - 1, len(table.moves))
    results = await interaction.client.service.history.results(table, start, end)
    lines = [f"**{view.teller.say('digest.steps', n=len(table.moves) - first)}**"]
    for result in results:
        text = log_line(view, result)
        lines.append(f"-# {text}" if result.action.closing else f"{result.played.ply}. {text}")
    parts: list[ui.Item[Layout]] = [ui.TextDisplay(sentences.cut("\n".join(lines), MESSAGE))]
    if last:
        turns = [
            button(
                view.bare.say(f"digest.button.{direction}"),
                DIGEST.write(game=table.game_id, what="steps", page=max(0, to)),
                off=not 0 <= to <= last,
            )
            for direction, to in (("back", at - 1), ("on", at + 1))
        ]
        parts.append(ui.ActionRow(*turns))
    return layout(*parts)


async def _film(interaction: Interaction, table: StartedTable) -> None:
    """Hand out what has changed on the map since a person's own last move, as a moving picture."""
    view, since = view_of(table, await language_for(interaction)), _since_own(table, interaction.user.id)
    look = looks.look(table, view.lang, await shown_scheme(interaction, table))
    alt = view.bare.say("alt.film_since", title=table.title, n=len(table.moves) - since)
    shown = await picture_files.film(interaction.client, table, look, alt, since)
    await reply(interaction, alt, files=[shown])


def _more_buttons(view: TableView) -> ui.ActionRow[Layout]:
    """Return the buttons that tell the same at more length."""
    ids = {what: DIGEST.write(game=view.table.game_id, what=what, page=0) for what in ("steps", "film")}
    return ui.ActionRow(*(button(view.bare.say(f"digest.button.{what}"), one) for what, one in ids.items()))


async def _tell(interaction: Interaction, table: StartedTable) -> None:
    """Tell what happened since the person last looked, and remember that they have looked."""
    view = view_of(table, await language_for(interaction))
    bot, user = interaction.client, interaction.user.id
    missed = await missed_by(bot.storage, bot.service.history, table, user)
    await bot.storage.visits.keep(table.game_id, user, table.rev)
    if not missed.results:
        said = view.teller.say("digest.back" if missed.taken_back else "digest.nothing")
        more = [_more_buttons(view)] if _since_own(table, user) < len(table.moves) else []
        await reply(interaction, view=layout(ui.TextDisplay(said), *more))
        return
    text = await asyncio.to_thread(digest_text, view, missed, user)
    scheme = await shown_scheme(interaction, table)
    request = changes_since(view, missed.before.pos, view.game.pos, scheme)
    if request is None:
        await reply(interaction, view=layout(ui.TextDisplay(text), _more_buttons(view)))
        return
    files = await picture_files.drawn(bot, view, request)
    parts = ui.TextDisplay[Layout](text), *galleries(files), _more_buttons(view)
    await reply(interaction, view=layout(*parts), files=files)
