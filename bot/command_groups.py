"""Groups of commands to which several cogs add."""

from discord import app_commands

from bot.localise import about, name

game_group = app_commands.Group(name=name("game"), description=about("game"), guild_only=True)
me_group = app_commands.Group(
    name=name("me"),
    description=about("me"),
    allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
)
table_group = app_commands.Group(name=name("table"), description=about("table"), guild_only=True)
show_group = app_commands.Group(name=name("show"), description=about("show"), guild_only=True)
