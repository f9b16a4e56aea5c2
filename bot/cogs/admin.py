"""Repairs, for those who manage the server."""

from math import isnan
from typing import Any

import discord
from discord import app_commands

from assets import sentences
from bot.at_table import here
from bot.client import Bot, Interaction
from bot.localise import about, described, name
from bot.messages.lobby_messages import seats_role
from bot.replies import acknowledge, language_for, public_language, reply, say
from bot.speech import error_sentences
from bot.tables.places import is_paused
from engine import VERSION

group = app_commands.Group(
    name=name("admin"),
    description=about("admin"),
    guild_only=True,
    default_permissions=discord.Permissions(manage_guild=True),
)


def setup(bot: Bot) -> None:
    """Add the commands; Discord offers them to those who manage the server."""
    bot.tree.add_command(group)


@group.command(name=name("status"), description=about("admin.status"))
@app_commands.checks.has_permissions(manage_guild=True)
async def status(interaction: Interaction) -> None:
    """Tell how the bot is doing, and what it lacks in this channel."""
    lang = await language_for(interaction)
    missing = error_sentences.in_words(error_sentences.lacking(interaction), lang)
    key = "error.missing_permission" if missing else "admin.complete"
    counts = sentences.say("admin.status", lang, **await _counts(interaction.client))
    await reply(interaction, f"{counts}\n{sentences.say(key, lang, permissions=missing)}")


async def _counts(client: Bot) -> dict[str, Any]:
    """Return how many tables there are, and what became of their messages."""
    running = await client.storage.games.in_state("running")
    lobbies = await client.storage.games.in_state("lobby")
    tally = client.publisher.tally
    return {
        "version": VERSION,
        "running": len(running),
        "lobbies": len(lobbies),
        "resting": sum(map(is_paused, (*running, *lobbies))),
        "loaded": client.service.tables.count,
        "drawn": tally.drawn,
        "overtaken": tally.overtaken,
        "failed": tally.failed,
        "refused": tally.refused,
        "delay": 0 if isnan(client.latency) else round(client.latency * 1000),
    }


@group.command(name=name("repost"), description=about("admin.repost"))
@app_commands.checks.has_permissions(manage_guild=True)
async def repost(interaction: Interaction) -> None:
    """Read this channel's table from the database and post its board anew."""
    await acknowledge(interaction)
    table = await here(interaction, closed=True)
    client = interaction.client
    client.service.tables.drop(table.game_id)
    await client.publisher.table_messages(table.game_id).repost()
    await say(interaction, "admin.reposted")


@group.command(name=name("prove"), description=about("admin.prove"))
@app_commands.checks.has_permissions(manage_guild=True)
async def prove(interaction: Interaction) -> None:
    """Replay this channel's game from its first move and compare."""
    await acknowledge(interaction)
    table = await here(interaction, closed=True)
    good = await interaction.client.service.history.verify(table.game_id)
    await say(interaction, "admin.proved" if good else "admin.disproved", n=len(table.moves))


@group.command(name=name("admin.role"), description=about("admin.role"))
@described(role="seats_role")
@app_commands.checks.has_permissions(manage_guild=True)
async def role(interaction: Interaction, role: discord.Role | None = None) -> None:
    """Choose the role that is called to lobbies with free seats, or none; the channel reads of it."""
    chosen = role.id if role else 0
    await interaction.client.storage.meta.write(seats_role(interaction.guild_id or 0), str(chosen))
    lang = public_language(interaction)
    key = "admin.role" if chosen else "admin.role.none"
    await reply(interaction, sentences.say(key, lang, role=f"<@&{chosen}>"), public=True)
