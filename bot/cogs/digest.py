"""The digest: what happened at a table since one last looked, in five lines and a picture, for oneself alone."""

import asyncio
from dataclasses import dataclass

import discord
from discord import app_commands

from bot.at_table import begun, here, shown_scheme
from bot.client import Bot, Interaction
from bot.components import gallery
from bot.localise import about, name
from bot.messages import picture_files
from bot.messages.lines import moves_told
from bot.pictures.since import changes_since
from bot.replies import acknowledge, language_for, reply
from bot.speech.chronicles import digest_lines
from bot.speech.table_view import TableView, view_of
from bot.tables.view import IN_PLACE, MoveResult, StartedTable
from engine.chronicle import chronicle
from engine.game import Game


def setup(bot: Bot) -> None:
    """Add the command."""
    bot.tree.add_command(digest)


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
    table = begun(await here(interaction, closed=True, glance=True))
    view = view_of(table, await language_for(interaction))
    missed = await _missed(interaction, table)
    await interaction.client.storage.looks.keep(table.game_id, interaction.user.id, table.rev)
    if not missed.results:
        await reply(interaction, view.teller.say("digest.back" if missed.taken_back else "digest.nothing"))
        return
    text = await asyncio.to_thread(_text, view, missed, interaction.user.id)
    scheme = await shown_scheme(interaction, table)
    request = changes_since(view, missed.before.pos, view.game.pos, scheme)
    if request is None:
        await reply(interaction, text)
        return
    pictures = await interaction.client.pictures.draw(view.game.pos, request)
    files = await asyncio.to_thread(picture_files.files, view, pictures, request)
    await reply(interaction, view=gallery(text, files), files=files)


async def _missed(interaction: Interaction, table: StartedTable) -> Missed:
    """Return what happened after the person's last look, or after their own last move if that is later."""
    user, service = interaction.user.id, interaction.client.service
    row = await interaction.client.storage.looks.find(table.game_id, user)
    looked = max([row.rev if row else 0, *(move.rev for move in table.moves if move.user_id == user)])
    new = [move for move in table.moves if move.rev > looked]
    back = table.rev - looked > len(new)
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
