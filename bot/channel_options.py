"""Channels that people name in a command."""

from typing import TypeAlias

import discord
from discord import app_commands
from discord.app_commands import AppCommandChannel, AppCommandThread

NamedChannel: TypeAlias = AppCommandChannel | AppCommandThread


class TablePlace(app_commands.Transformer):
    """A channel or thread that may hold a table, as Discord describes it in the option of a command."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        """Return that it is a channel."""
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        """Return the kinds of channels to choose from."""
        kinds = discord.ChannelType
        threads = [kinds.public_thread, kinds.private_thread, kinds.news_thread]
        return [kinds.text, kinds.news, kinds.voice, kinds.stage_voice, *threads]

    async def transform(self, _interaction: discord.Interaction, value: NamedChannel) -> NamedChannel:
        """Return the channel as it came."""
        return value
