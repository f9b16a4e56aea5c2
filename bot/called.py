"""What people are called at a table."""

from collections.abc import Iterable

import discord

from render.fonts import legible


def called(person: discord.User | discord.Member) -> str:
    """Return a person's name in a channel, or that of the account where pictures cannot show the other."""
    return person.display_name if legible(person.display_name) else person.name


def mentions(people: Iterable[int]) -> str:
    """Return people as a message names them that may call them."""
    return " ".join(f"<@{user}>" for user in people)
