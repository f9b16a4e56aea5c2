"""The part of ``doctor`` that asks Discord: whether the token is right, and what the bot may do where tables are."""

import asyncio
import logging
from collections.abc import AsyncIterator

import aiohttp
import discord

from bot.errors.storage import StorageProblem
from bot.local.address import find_discord
from bot.operate.doctor import Finding
from bot.operate.verifying import unchanged
from bot.permissions import needed
from bot.settings import Settings
from bot.storage import GameRow

PATIENCE = 30.0
"""How many seconds Discord has to show its servers."""
REFUSED = (discord.LoginFailure, discord.PrivilegedIntentsRequired)
UNREACHABLE = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)


async def discord_findings(settings: Settings) -> AsyncIterator[Finding]:
    """Connect as the bot does, and yield what is wrong in the channels of open tables."""
    intents = discord.Intents(guilds=True)
    client = discord.Client(intents=intents, max_messages=None, guild_ready_timeout=settings.ready_timeout)
    logging.getLogger("discord").setLevel(logging.CRITICAL)
    token = settings.token.get_secret_value()
    if settings.discord:
        await find_discord(settings.discord, token)
    try:
        async with client, asyncio.timeout(PATIENCE):
            await client.login(token)
            connection = asyncio.create_task(client.connect(reconnect=False))
            ready = asyncio.create_task(client.wait_until_ready())
            await asyncio.wait([connection, ready], return_when=asyncio.FIRST_COMPLETED)
            ready.cancel()
            if connection.done():
                await connection
            async for one in _seen(client, settings):
                yield one
            connection.cancel()
    except REFUSED:
        yield Finding("Discord refuses the token; check STATIONMASTER_TOKEN")
    except UNREACHABLE as error:
        yield Finding(f"Discord cannot be reached: {error or type(error).__name__}")


async def _seen(client: discord.Client, settings: Settings) -> AsyncIterator[Finding]:
    yield Finding(f"{client.user} is in {len(client.guilds)} servers", wrong=False)
    if client.application is not None and client.application.interactions_endpoint_url:
        yield Finding(
            "the application has an Interactions Endpoint URL, so no press and no command reaches the bot;"
            " clear it in the developer portal, General Information"
        )
    for row in await _open_games(settings.database.get_secret_value()):
        channel = client.get_channel(row.channel_id)
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            if missing := await _missing(client, channel):
                yield Finding(f"game {row.id}, #{channel}: the bot lacks {', '.join(missing)}")
        elif client.get_guild(row.guild_id or 0) is None:
            yield Finding(f"game {row.id}: the bot is not in its server any more", wrong=False)
        else:
            yield Finding(f"game {row.id}: its channel is gone, archived or hidden", wrong=False)


async def _missing(client: discord.Client, channel: discord.abc.GuildChannel | discord.Thread) -> list[str]:
    assert client.user is not None
    member = channel.guild.me or await channel.guild.fetch_member(client.user.id)
    held = channel.permissions_for(member)
    lacking = [name for name, on in needed(channel) if on and not getattr(held, name)]
    return [name.replace("_", " ").title() for name in lacking]


async def _open_games(address: str) -> tuple[GameRow, ...]:
    """Return the games that are going on; none where the database cannot be read, which is told elsewhere."""
    try:
        async with unchanged(address) as storage:
            return await storage.games.in_state("lobby", "running")
    except StorageProblem:
        return ()
