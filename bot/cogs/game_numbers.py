"""Games by their numbers: a player's own, wherever they were played."""

from collections.abc import Iterable

from discord.app_commands import Choice

from assets import sentences
from bot.client import Bot, Interaction
from bot.errors import NotSeated
from bot.replies import in_time, language_for
from bot.storage import GameRow, TableState
from bot.tables.view import Table

CHOICES = 25
BEGUN: tuple[TableState, ...] = ("running", "finished", "ended")


def setup(_bot: Bot) -> None:
    """Add nothing: other commands ask for numbers."""


async def own_game(interaction: Interaction, game: int) -> Table:
    """Return the game of a number to somebody who plays it or has played it.

    :raises GameMissing: when there is none
    :raises NotSeated: when it is others'
    """
    table = await interaction.client.service.tables.glance(game)
    if interaction.user.id not in table.people:
        raise NotSeated
    return table


@in_time
async def suggest_own(interaction: Interaction, typed: str) -> list[Choice[int]]:
    """Return the games that somebody plays or has played to choose from."""
    rows = await interaction.client.storage.games.of_user(interaction.user.id, BEGUN)
    return await choices(interaction, rows, typed)


async def choices(interaction: Interaction, rows: Iterable[GameRow], typed: str) -> list[Choice[int]]:
    """Return games to choose from: the number, the title, who plays, and since when."""
    lang, found = await language_for(interaction), []
    for row in {row.id: row for row in rows}.values():
        seats = await interaction.client.storage.seats.of_game(row.id)
        names = sentences.join([sentences.tidy(seat.name) for seat in seats], lang)
        text = sentences.cut(f"{row.id}: {row.title}, {names} ({row.created_at:%Y-%m-%d})", 100)
        if typed.strip().lower() in text.lower():
            found.append(Choice(name=text, value=row.id))
        if len(found) == CHOICES:
            break
    return found
