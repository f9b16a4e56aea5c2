"""The digest: what happened at a table since one last looked, in five lines and a picture, for oneself alone."""

import asyncio
import re
from dataclasses import dataclass

import discord
from discord import app_commands, ui

from assets import sentences
from bot.at_table import begun, here, shown_scheme
from bot.button_ids import DIGEST
from bot.client import Bot, Interaction
from bot.components import MESSAGE, Layout, button, layout, picture_row
from bot.localise import about, name
from bot.messages import picture_files
from bot.messages.lines import log_line, moves_told
from bot.pictures import looks
from bot.pictures.since import changes_since
from bot.presses import on_press
from bot.replies import acknowledge, language_for, reply
from bot.speech.chronicles import digest_lines
from bot.speech.table_view import TableView, view_of
from bot.tables.table import IN_PLACE, MoveResult, StartedTable
from engine.chronicle import chronicle
from engine.game import Game

STEPS = 15
"""How many moves a page tells."""


def setup(bot: Bot) -> None:
    """Add the command and its buttons."""
    bot.tree.add_command(digest)
    bot.add_dynamic_items(on_press(DIGEST.template, pressed))


@dataclass(frozen=True, slots=True)
class Missed:
    """What a person has missed: the game as they saw it, and the moves since."""

    before: Game
    results: tuple[MoveResult, ...]
    taken_back: bool = False


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
    lines = tuple(table.move_texts())
    picture = await interaction.client.pictures.film(table.setup, lines, look, table.by_bot, since)
    alt = view.bare.say("alt.film_since", title=table.title, n=len(table.moves) - since)
    await reply(interaction, alt, files=[picture_files.file(picture, table.rev, alt)])


def _more_buttons(view: TableView) -> ui.ActionRow[Layout]:
    """Return the buttons that tell the same at more length."""
    ids = {what: DIGEST.write(game=view.table.game_id, what=what, page=0) for what in ("steps", "film")}
    return ui.ActionRow(*(button(view.bare.say(f"digest.button.{what}"), one) for what, one in ids.items()))


async def _tell(interaction: Interaction, table: StartedTable) -> None:
    """Tell what happened since the person last looked, and remember that they have looked."""
    view = view_of(table, await language_for(interaction))
    missed = await _missed(interaction, table)
    await interaction.client.storage.visits.keep(table.game_id, interaction.user.id, table.rev)
    if not missed.results:
        said = view.teller.say("digest.back" if missed.taken_back else "digest.nothing")
        more = [_more_buttons(view)] if _since_own(table, interaction.user.id) < len(table.moves) else []
        await reply(interaction, view=layout(ui.TextDisplay(said), *more))
        return
    text = await asyncio.to_thread(_text, view, missed, interaction.user.id)
    scheme = await shown_scheme(interaction, table)
    request = changes_since(view, missed.before.pos, view.game.pos, scheme)
    if request is None:
        await reply(interaction, view=layout(ui.TextDisplay(text), _more_buttons(view)))
        return
    pictures = await interaction.client.pictures.draw(view.game.pos, request)
    files = await asyncio.to_thread(picture_files.files, view, pictures, request)
    parts = ui.TextDisplay[Layout](text), picture_row(files), _more_buttons(view)
    await reply(interaction, view=layout(*parts), files=files)


async def _missed(interaction: Interaction, table: StartedTable) -> Missed:
    """Return the events since the person's last look, or since their own last move if that is later."""
    user, service = interaction.user.id, interaction.client.service
    row = await interaction.client.storage.visits.find(table.game_id, user)
    seen_rev = max([row.rev if row else 0, *(move.rev for move in table.moves if move.user_id == user)])
    new = [move for move in table.moves if move.rev > seen_rev]
    back = table.rev - seen_rev > len(new)
    kept = len(table.moves) - len(new)
    before = await service.history.at(table.game_id, kept)
    return Missed(before, await service.history.results(table, kept + 1, len(table.moves)), back)


def _text(view: TableView, missed: Missed, user: int) -> str:
    """Return the head, and the lines below it."""
    teller, after = view.teller, view.game.pos
    seat = view.table.seat_of(user)
    since = discord.utils.format_dt(missed.results[0].played.at, "R")
    rounds = dict.fromkeys(filter(None, (teller.round(missed.before.pos), teller.round(after))))
    head = teller.say("digest.head", since=since, n=len(missed.results), rounds=" → ".join(rounds))
    told = chronicle(event for result in missed.results for event in result.events)
    lines = digest_lines(teller, told, seat.id if seat else "", missed.before.pos, after)
    decided = [
        (one.played.seat, one.played.text)
        for one in missed.results
        if view.table.decider(one.played) in IN_PLACE
    ]
    if decided:
        lines.insert(1, teller.say("digest.decided", moves=moves_told(view, decided)))
    if missed.taken_back:
        head = f"{head} · {teller.say('digest.back')}"
    return "\n".join([f"**{head}**", *(f"- {line}" for line in lines)])
