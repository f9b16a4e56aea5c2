"""What the host sets for a table."""

from discord import app_commands
from discord.app_commands import Choice

from assets import sentences
from bot.client import Bot, Interaction
from bot.cogs.lobby import here
from bot.localise import about, described, name, named
from bot.messages.calls import GRACE_KEY
from bot.pictures import looks
from bot.reminders import INTERVAL_KEY, STOP_KEY
from bot.replies import language_for, reply, say
from bot.speech import times
from render.schemes import SCHEMES

GRACES = ("0", "30", "60", "120", "300")
"""Seconds, as the setting is stored."""

group = app_commands.Group(name=name("table"), description=about("table"), guild_only=True)


def setup(bot: Bot) -> None:
    """Add the commands."""
    bot.tree.add_command(group)


@group.command(name=name("reminders"), description=about("table.reminders"))
@described(interval="table_interval", stop="reminders_stop")
async def reminders(
    interaction: Interaction, interval: str, stop: app_commands.Range[int, 0, 100] | None = None
) -> None:
    """Set how long after a call players are reminded, and after how many reminders that ends."""
    table = await here(interaction)
    off = times.keyword(interval, await language_for(interaction)) == times.OFF
    minutes = 0 if off else int(times.span(interval).total_seconds() // 60)
    settings: dict[str, int | str | None] = {INTERVAL_KEY: minutes}
    if stop is not None:
        settings[STOP_KEY] = stop
    service = interaction.client.service
    await service.lobbies.change_settings(table.game_id, interaction.user.id, **settings)
    await interaction.client.reminders.resettle(game_id=table.game_id)
    await say(interaction, "table.reminders.off" if off else "table.reminders.set", span=interval)


@reminders.autocomplete("interval")
async def _intervals(interaction: Interaction, typed: str) -> list[Choice[str]]:
    offered = times.intervals(await language_for(interaction), typed, times.OFF)
    return [Choice(name=said, value=one) for one, said in offered.items()]


@group.command(name=name("scheme"), description=about("table.scheme"))
@described(scheme="scheme")
@app_commands.choices(scheme=named("scheme", SCHEMES))
async def scheme(interaction: Interaction, scheme: str) -> None:
    """Set the colours of the pictures that everybody sees."""
    await _look(interaction, looks.SCHEME_KEY, scheme)


@group.command(name=name("view"), description=about("table.view"))
@described(view="view")
@app_commands.choices(view=named("view", looks.VIEWS))
async def view(interaction: Interaction, view: str) -> None:
    """Set which map the board message shows."""
    await _look(interaction, looks.VIEW_KEY, view)


@group.command(name=name("table.hints"), description=about("table.hints"))
@described(hints="hints")
@app_commands.choices(hints=named("hints", looks.HINTS))
async def hints(interaction: Interaction, hints: str) -> None:
    """Set whether players are shown what a move would earn."""
    await _look(interaction, looks.HINTS_KEY, hints)


@group.command(name=name("grace"), description=about("table.grace"))
@described(grace="grace")
@app_commands.choices(grace=named("grace", GRACES))
async def grace(interaction: Interaction, grace: str) -> None:
    """Set how long the call of whoever is next waits after a turn."""
    await _look(interaction, GRACE_KEY, grace)


async def _look(interaction: Interaction, key: str, chosen: str) -> None:
    table = await here(interaction)
    await interaction.client.service.lobbies.change_settings(
        table.game_id, interaction.user.id, **{key: chosen}
    )
    lang = await language_for(interaction)
    await reply(
        interaction, sentences.say(f"table.{key}.set", lang, chosen=sentences.say(f"{key}.{chosen}", lang))
    )
