"""Web hooks: what a call says, told to an address on the web as well.

Requests follow https://www.standardwebhooks.com: JSON, signed, tried again, each with an id of its own.
"""

from bot.hooks.hooks import CallTold, Hooks, host_of

__all__ = ["CallTold", "Hooks", "host_of"]
