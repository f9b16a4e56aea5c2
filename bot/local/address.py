"""Where discord.py finds Discord."""

import discord.asset
import discord.gateway
import discord.http
import yarl

from bot.local.wire import API


def point_discord_at(base_url: str) -> None:
    """Make every client created from now on talk to the Discord at this address."""
    base = base_url.rstrip("/")
    discord.http.Route.BASE = f"{base}{API}"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws{base.removeprefix('http')}/gw/")
    discord.asset.Asset.BASE = base
