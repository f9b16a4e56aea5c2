"""What the host sets for a table."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.app_commands import Choice

from bot.cogs.lobby import here
from bot.localise import about, name
from bot.reminders import INTERVAL_KEY, STOP_KEY
from bot.replies import Interaction, say
from bot.speech import times

if TYPE_CHECKING:
    from bot.client import Bot

OFF = "off"

group = app_commands.Group(name=name("table"), description=about("table"), guild_only=True)


def setup(bot: "Bot") -> None:
    """Add the commands."""
    bot.tree.add_command(group)


@group.command(name=name("reminders"), description=about("table.reminders"))
@app_commands.describe(interval=about("option.table_interval"), stop=about("option.reminders_stop"))
async def reminders(
    interaction: Interaction, interval: str, stop: app_commands.Range[int, 0, 100] | None = None
) -> None:
    """Set how long after a call players are reminded, and after how many reminders that ends."""
    table = await here(interaction)
    off = interval.strip().lower() == OFF
    minutes = 0 if off else int(times.span(interval).total_seconds() // 60)
    settings: dict[str, int | str | None] = {INTERVAL_KEY: minutes}
    if stop is not None:
        settings[STOP_KEY] = stop
    service = interaction.client.service
    await service.change_settings(table.game_id, interaction.user.id, **settings)
    await interaction.client.reminders.resettle(game_id=table.game_id)
    await say(interaction, "table.reminders.off" if off else "table.reminders.set", span=interval)


@reminders.autocomplete("interval")
async def _intervals(_interaction: Interaction, typed: str) -> list[Choice[str]]:
    common = (OFF, "1h", "2h", "4h", "6h", "12h", "24h", "2d", "3d")
    return [Choice(name=one, value=one) for one in common if one.startswith(typed.strip().lower())]
