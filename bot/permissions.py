"""What the bot must be allowed to do in a channel, and whether it may write there at all."""

import discord

NEEDED = discord.Permissions(
    view_channel=True, send_messages=True, attach_files=True, read_message_history=True
)
NEEDED_IN_THREADS = discord.Permissions(
    view_channel=True, send_messages_in_threads=True, attach_files=True, read_message_history=True
)
WRITING = ("view_channel", "send_messages", "send_messages_in_threads", "connect")
"""The permissions without which nothing can be posted where they are needed."""


def needed(channel: object) -> discord.Permissions:
    """The permissions the bot needs in a channel: threads and voice channels have some of their own."""
    if isinstance(channel, discord.Thread):
        return NEEDED_IN_THREADS
    voice = isinstance(channel, discord.VoiceChannel | discord.StageChannel)
    return NEEDED | discord.Permissions(connect=True) if voice else NEEDED


def may_write(channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    """Whether the bot may post in a channel, as far as it has been told of roles and channels."""
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return True  # Discord will say
    held = channel.permissions_for(channel.guild.me)
    return all(getattr(held, name) for name, on in needed(channel) if on and name in WRITING)


async def is_muted(client: discord.Client, guild_id: int | None, channel_id: int) -> bool:
    """Whether the bot is in a server and may not write in a channel of it.

    Discord is asked: it need not have told of a channel that was hidden, or of a thread the bot is put out of.
    """
    if client.get_guild(guild_id or 0) is None:
        return False
    try:
        channel = await client.fetch_channel(channel_id)
    except discord.HTTPException as refusal:
        return isinstance(refusal, discord.Forbidden)
    return isinstance(channel, discord.abc.GuildChannel | discord.Thread) and not may_write(channel)
