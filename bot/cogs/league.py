"""The league of a server: who stands where in each title, its seasons, and tables for those who sign up.

Those who manage the server switch it on, begin seasons and open tables; anybody declines to be rated.
"""

from collections.abc import Sequence

from discord import app_commands
from discord.app_commands import Choice

from assets import sentences
from bot.called import called
from bot.client import Bot, Interaction
from bot.localise import about, described, name, named
from bot.menu.search import PAGE, search
from bot.replies import acknowledge, language_for, public_language, reply, say
from bot.seat_requests import members
from bot.speech import error_sentences
from bot.storage import SeasonRow, SignUpRow
from bot.storage.league import switch_of
from bot.tables.lobbies import NAME, plain_name
from bot.tables.ratings import rateable, standings
from engine.title import find, titles

SWITCH = ON, OFF = ("on", "off")
UNRATED = "unrated"
"""The personal setting of whoever declines to be rated."""
LISTED = 25
"""How many players the standings name."""
EVERY = "*"
"""Stands for the games of all seasons, and of none."""
SEASON = NAME
"""Characters of a season's name."""

group = app_commands.Group(name=name("league"), description=about("league"), guild_only=True)


def setup(bot: Bot) -> None:
    """Add the commands."""
    bot.tree.add_command(group)


@group.command(name=name("league.standings"), description=about("league.standings"))
@described(title="title", season="season")
async def show(interaction: Interaction, title: str | None = None, season: str | None = None) -> None:
    """Tell who stands where in a title, by default that of this channel's table, in the season that runs."""
    await acknowledge(interaction)
    guild, stored = interaction.guild_id or 0, interaction.client.storage
    if not await _switched_on(interaction):
        return
    chosen = _chosen(await stored.league.seasons(guild), season)
    if chosen is None and season not in (None, EVERY):
        await say(interaction, "league.season.unknown", season=sentences.escaped(plain_name(str(season))))
        return
    found = await stored.games.rated(guild, title if title in titles() else await _title_here(interaction))
    counted = [one for one in found if chosen is None or chosen.holds(one.row.finished_at)]
    people = {one for game in counted for one in rateable(game)}
    declined = {one for one in people if (await stored.people.find(one)).settings.get(UNRATED)}
    ranked, lang = standings(counted, declined), await language_for(interaction)
    if not ranked:
        await say(interaction, "league.none")
        return
    named = {"season": sentences.escaped(chosen.name)} if chosen else {}
    head = "league.head.season" if chosen else "league.head"
    lines = [sentences.say(head, lang, title=found[0].row.title, **named)]
    for place, one in enumerate(ranked[:LISTED], 1):
        said = {"player": sentences.escaped(one.name), "rating": f"{one.rating:.1f}", "wins": str(one.wins)}
        lines.append(f"{place}. " + sentences.say("league.line", lang, n=one.games, **said))
    await reply(interaction, "\n".join([*lines, "-# " + sentences.say("league.about", lang)]))


async def _switched_on(interaction: Interaction) -> bool:
    """Whether this server has a league; where it has none, whoever asks is told."""
    if await interaction.client.storage.meta.read(switch_of(interaction.guild_id or 0)) == ON:
        return True
    await say(interaction, "league.off")
    return False


def _chosen(seasons: Sequence[SeasonRow], typed: str | None) -> SeasonRow | None:
    """The season that was typed, by default the one that runs; None for all games."""
    if typed is not None:
        return next((one for one in seasons if one.name == plain_name(typed)), None)
    return next((one for one in seasons if one.ended_at is None), None)


@show.autocomplete("season")
async def _seasons(interaction: Interaction, typed: str) -> list[Choice[str]]:
    seasons = await interaction.client.storage.league.seasons(interaction.guild_id or 0)
    every = sentences.say("league.every", await language_for(interaction))
    found = search([one.name for one in seasons], typed, str)
    return [Choice(name=one, value=one) for one in found[: PAGE - 1]] + [Choice(name=every, value=EVERY)]


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
    await interaction.client.storage.meta.write(switch_of(interaction.guild_id or 0), switch)
    lang = public_language(interaction)
    await reply(interaction, sentences.say(f"league.switched.{switch}", lang), public=True)


@group.command(name=name("league.rated"), description=about("league.rated"))
@described(switch="switch")
@app_commands.choices(switch=named("switch", SWITCH))
async def rated(interaction: Interaction, switch: str) -> None:
    """Be rated, or decline it, on every server."""
    declined = True if switch == OFF else None
    await interaction.client.storage.people.change_settings(interaction.user.id, **{UNRATED: declined})
    await say(interaction, f"league.rated.{switch}")


# --- seasons, and tables for those who sign up


@group.command(name=name("league.season"), description=about("league.season"))
@described(season="season_name")
@app_commands.checks.has_permissions(manage_guild=True)
async def begin_season(interaction: Interaction, season: app_commands.Range[str, 1, SEASON]) -> None:
    """End the season that runs and begin another; the channel reads of it."""
    await acknowledge(interaction)
    if not await _switched_on(interaction):
        return
    wanted, stored = plain_name(season), interaction.client.storage.league
    begun = wanted != EVERY and await stored.begin_season(interaction.guild_id or 0, wanted)
    lang = public_language(interaction)
    key = "league.season.begun" if begun else "league.season.taken"
    await reply(interaction, sentences.say(key, lang, season=sentences.escaped(wanted)), public=begun)


@group.command(name=name("league.signup"), description=about("league.signup"))
@described(title="title")
async def sign_up(interaction: Interaction, title: str) -> None:
    """Sign up for the next table of a title; the channel reads who waits."""
    await acknowledge(interaction)
    if not await _switched_on(interaction):
        return
    stored, guild, found = interaction.client.storage.league, interaction.guild_id or 0, find(title).name
    new = await stored.sign_up(guild, found, interaction.user.id, plain_name(called(interaction.user)))
    waiting = await stored.waiting(guild, found)
    lang = public_language(interaction)
    names = ", ".join(sentences.escaped(one.name) for one in waiting)
    text = sentences.say("league.waiting", lang, title=found, n=len(waiting), players=names)
    await reply(interaction, text, public=new)


@group.command(name=name("league.withdraw"), description=about("league.withdraw"))
@described(title="title")
async def withdraw(interaction: Interaction, title: str) -> None:
    """Take one's own name off the list."""
    await acknowledge(interaction)
    lobbies, found = interaction.client.service.lobbies, find(title).name
    done = await lobbies.withdraw(interaction.guild_id or 0, found, interaction.user.id)
    await say(interaction, f"league.{done}", title=found)


@group.command(name=name("league.table"), description=about("league.table"))
@described(title="title", seats="seats")
@app_commands.checks.has_permissions(manage_guild=True)
async def open_table(interaction: Interaction, title: str, seats: app_commands.Range[int, 2, 9]) -> None:
    """Open a table in this channel for those who signed up first, and call them."""
    error_sentences.check_permissions(interaction)
    await acknowledge(interaction)
    if not await _switched_on(interaction):
        return
    bot, guild, found = interaction.client, interaction.guild_id or 0, find(title).name
    lang, table = public_language(interaction), None
    while table is None:
        waiting = await _still_here(interaction, found)
        if len(waiting) < seats:
            await say(interaction, "league.too_few", title=found, n=len(waiting))
            return
        place = interaction.channel_id or 0
        table = await bot.service.lobbies.open_league(place, guild, found, waiting[:seats], lang)
    link = await bot.publisher.open(table)
    await say(interaction, "lobby.opened", game=str(table.game_id), link=link)


async def _still_here(interaction: Interaction, title: str) -> list[SignUpRow]:
    """Who waits for a table of a title; whoever has left the server waits no longer."""
    stored, guild = interaction.client.storage.league, interaction.guild_id or 0
    waiting = await stored.waiting(guild, title)
    known = await members(interaction, [one.user_id for one in waiting])
    await stored.withdraw(guild, title, [one.user_id for one in waiting if one.user_id not in known])
    return [one for one in waiting if one.user_id in known]


show.autocomplete("title")(_titles)
sign_up.autocomplete("title")(_titles)
withdraw.autocomplete("title")(_titles)
open_table.autocomplete("title")(_titles)
