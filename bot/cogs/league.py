"""The league of a server: who stands where in each title, switched on by those who manage it, declined by anybody."""

from discord import app_commands
from discord.app_commands import Choice

from assets import sentences
from bot.client import Bot, Interaction
from bot.localise import about, described, name, named
from bot.menu.search import search
from bot.replies import acknowledge, language_for, reply, say
from bot.tables.ratings import standings
from engine.title import titles

SWITCH = ON, OFF = ("on", "off")
UNRATED = "unrated"
"""The personal setting of whoever declines to be rated."""
LISTED = 25

group = app_commands.Group(name=name("league"), description=about("league"), guild_only=True)


def setup(bot: Bot) -> None:
    """Add the commands."""
    bot.tree.add_command(group)


@group.command(name=name("league.standings"), description=about("league.standings"))
@described(title="title")
async def show(interaction: Interaction, title: str | None = None) -> None:
    """Tell who stands where in a title, by default that of this channel's table."""
    await acknowledge(interaction)
    guild, stored = interaction.guild_id or 0, interaction.client.storage
    if await stored.meta.read(_key(guild)) != ON:
        await say(interaction, "league.off")
        return
    found = await stored.games.rated(guild, title if title in titles() else await _title_here(interaction))
    people = {seat.user_id for game in found for seat in game.seats if seat.user_id > 0}
    declined = {one for one in people if (await stored.people.find(one)).settings.get(UNRATED)}
    ranked, lang = standings(found, declined), await language_for(interaction)
    if not ranked:
        await say(interaction, "league.none")
        return
    lines = [sentences.say("league.head", lang, title=found[0].row.title)]
    for place, one in enumerate(ranked[:LISTED], 1):
        said = {"player": sentences.escaped(one.name), "rating": f"{one.rating:.1f}", "wins": str(one.wins)}
        lines.append(f"{place}. " + sentences.say("league.line", lang, n=one.games, **said))
    await reply(interaction, "\n".join([*lines, "-# " + sentences.say("league.about", lang)]))


@show.autocomplete("title")
async def _titles(_interaction: Interaction, typed: str) -> list[Choice[str]]:
    return [Choice(name=one, value=one) for one in search(list(titles()), typed, str)]


async def _title_here(interaction: Interaction) -> str:
    """Return the title of this channel's table, else the first there is."""
    tables = interaction.client.service.tables
    table = await tables.in_channel(interaction.channel_id or 0, closed=True, glance=True)
    return table.title if table else next(iter(titles()))


@group.command(name=name("league.switch"), description=about("league.switch"))
@described(switch="switch")
@app_commands.choices(switch=named("switch", SWITCH))
@app_commands.checks.has_permissions(manage_guild=True)
async def switch(interaction: Interaction, switch: str) -> None:
    """Let this server have a league, or none; the channel reads of it."""
    await interaction.client.storage.meta.write(_key(interaction.guild_id or 0), switch)
    lang = sentences.language(interaction.guild_locale or interaction.locale)
    await reply(interaction, sentences.say(f"league.switched.{switch}", lang), public=True)


@group.command(name=name("league.rated"), description=about("league.rated"))
@described(switch="switch")
@app_commands.choices(switch=named("switch", SWITCH))
async def rated(interaction: Interaction, switch: str) -> None:
    """Be rated, or decline it, on every server."""
    declined = True if switch == OFF else None
    await interaction.client.storage.people.change_settings(interaction.user.id, **{UNRATED: declined})
    await say(interaction, f"league.rated.{switch}")


def _key(guild: int) -> str:
    return f"league:{guild}"
