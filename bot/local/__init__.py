"""A Discord on this machine: the server the bot connects to and the page people play on."""

from bot.local.address import point_discord_at
from bot.local.server import LocalDiscord

__all__ = ["LocalDiscord", "point_discord_at"]
