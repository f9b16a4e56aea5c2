"""A Discord on this machine: the server the bot connects to and the page people play on.

The server is loaded when somebody asks for it; whoever is on Discord needs only to know where that is.
"""

from typing import TYPE_CHECKING, Any

from bot.local.address import point_discord_at

if TYPE_CHECKING:
    from bot.local.server import LocalDiscord

__all__ = ["LocalDiscord", "point_discord_at"]


def __getattr__(name: str) -> Any:
    """Return the server."""
    if name != "LocalDiscord":
        raise AttributeError(name)
    from bot.local.server import LocalDiscord  # noqa: PLC0415 - see above

    return LocalDiscord
