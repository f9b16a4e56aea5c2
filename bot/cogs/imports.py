"""Recorded games, opened as this channel's table."""

import discord

from assets import sentences
from bot.client import Bot, Interaction
from bot.cogs.lobby import group, shown, suggest_languages
from bot.errors import RecordTooLarge
from bot.localise import about, described, name
from bot.replies import acknowledge, say
from bot.speech import error_sentences
from bot.tables.importing import LARGEST


def setup(_bot: Bot) -> None:
    """Add nothing: the command belongs to the group of the lobby."""


@group.command(name=name("import"), description=about("game.import"))
@described(file="record", language="language")
async def import_(interaction: Interaction, file: discord.Attachment, language: str | None = None) -> None:
    """Open a recorded game in this channel: one that is over to be looked at, one that runs to go on."""
    error_sentences.check_permissions(interaction)
    await acknowledge(interaction)
    if file.size > LARGEST:
        raise RecordTooLarge
    imports, channel = interaction.client.service.imports, interaction.channel_id or 0
    await imports.check_free(channel)
    record = await imports.read(await file.read(), file.filename)
    table = await imports.open(
        channel,
        interaction.user.id,
        record,
        guild_id=interaction.guild_id,
        language=sentences.language(language or interaction.guild_locale or interaction.locale),
    )
    link = await shown(interaction.client, table)
    key = "game.imported_over" if record.over else "game.imported"
    await say(interaction, key, game=str(table.game_id), link=link, n=len(record.moves))


import_.autocomplete("language")(suggest_languages)
