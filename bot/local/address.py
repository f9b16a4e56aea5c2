"""Where discord.py finds Discord."""

from contextlib import suppress

import aiohttp
import discord.asset
import discord.gateway
import discord.http
import yarl

from bot.local.wire import API

PATIENCE = aiohttp.ClientTimeout(total=10)


def point_discord_at(base_url: str) -> None:
    """Make every client created from now on talk to the bundled server at this address."""
    base = base_url.rstrip("/")
    discord.http.Route.BASE = f"{base}{API}"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws{base.removeprefix('http')}/gw/")
    discord.asset.Asset.BASE = base


async def find_discord(base_url: str, token: str) -> None:
    """Make every client created from now on talk to the server at this address, and ask it where its gateway is.

    A server that does not say is taken for one like the bundled one.
    """
    point_discord_at(base_url)
    with suppress(aiohttp.ClientError, TimeoutError, KeyError, TypeError, ValueError):
        async with aiohttp.ClientSession(timeout=PATIENCE) as session:
            url = f"{discord.http.Route.BASE}/gateway/bot"
            async with session.get(url, headers={"Authorization": f"Bot {token}"}) as answer:
                found = yarl.URL((await answer.json())["url"])
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = found
