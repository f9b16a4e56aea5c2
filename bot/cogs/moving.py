"""Tables that go on in another channel: one that rests is opened again by a player, one that is played moved."""

from typing import TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.at_table import here
from bot.channel_options import NamedChannel, TablePlace
from bot.client import Bot, Interaction
from bot.command_groups import game_group
from bot.errors.storage import ChannelTaken
from bot.errors.tables import MissingPermission, PlayersAbsent
from bot.localise import about, described, name
from bot.permissions import needed
from bot.replies import acknowledge, in_time, say
from bot.seat_requests import known_members
from bot.speech import error_sentences
from bot.storage import ChannelPlace
from bot.suggestions import games_of
from bot.tables.cache import OPEN
from bot.tables.places import GONE, is_paused
from bot.tables.table import Table

Visible: TypeAlias = discord.abc.GuildChannel | discord.Thread


def setup(_bot: Bot) -> None:
    """Add nothing: the commands belong to the group of the lobby."""


@game_group.command(name=name("reopen"), description=about("game.reopen"))
@described(game="resting_game")
async def reopen(interaction: Interaction, game: int) -> None:
    """Open a game that rests again in this channel; its players may, and who manages the server it was played on."""
    error_sentences.check_permissions(interaction)
    await acknowledge(interaction)
    client, user = interaction.client, interaction.user.id
    table = await client.service.tables.glance(game)
    as_player = not (interaction.permissions.manage_guild and table.guild_id == interaction.guild_id)
    if isinstance(interaction.channel, Visible) and (not as_player or user in table.people):
        await _check_seen(interaction, table, interaction.channel)
        await _check_channel(interaction, table)
    place = ChannelPlace(interaction.channel_id or 0, interaction.guild_id)
    await client.service.places.reopen(game, user, place, as_player=as_player)
    await say(interaction, "game.reopened", game=str(game))


async def _check_channel(interaction: Interaction, table: Table) -> None:
    """Let a table rest whose channel was deleted while we were away: nothing has told us yet."""
    if is_paused(table):
        return
    try:
        await interaction.client.http.get_channel(table.channel_id)
    except discord.NotFound:
        await interaction.client.publisher.rest(table.game_id, GONE, table.channel_id)
    except discord.Forbidden:
        return  # it is there, and not ours to see


@game_group.command(name=name("move"), description=about("game.move"))
@described(to="new_place")
async def move(interaction: Interaction, to: app_commands.Transform[NamedChannel, TablePlace]) -> None:
    """Let this table go on in another channel of the server: as its host says, or more than half of the players."""
    await acknowledge(interaction)
    table = await here(interaction)
    if to.id == table.channel_id:
        raise ChannelTaken(channel_id=to.id, game_id=table.game_id)
    await _check_seen(interaction, table, await _channel(interaction, to))
    service, user = interaction.client.service, interaction.user.id
    if user == table.host:
        after = await service.places.move(table.game_id, user, ChannelPlace(to.id, interaction.guild_id))
    else:
        after = await service.consent.move(table.game_id, user, to.id)
    if after.channel_id == to.id:
        await say(interaction, "game.moved", channel=f"<#{to.id}>")
    else:
        await say(interaction, "game.move.asked")


async def _channel(interaction: Interaction, wanted: NamedChannel) -> Visible:
    """Return a channel in which the bot can keep a table.

    :raises MissingPermission: when it lacks permissions there; it names them
    """
    assert interaction.guild is not None
    try:
        found = wanted.resolve() or await wanted.fetch()
    except discord.HTTPException:
        raise MissingPermission(permissions=["view_channel"]) from None
    held = found.permissions_for(interaction.guild.me)
    missing = [name for name, on in needed(found) if on and not getattr(held, name)]
    if missing:
        raise MissingPermission(permissions=missing)
    return found


async def _check_seen(interaction: Interaction, table: Table, channel: Visible) -> None:
    """Refuse a place for a table that players of it could not see.

    On another server than before most of them must be there, too.

    :raises PlayersAbsent: when some of them could not; it names them
    """
    people = [seat for seat in table.seats if not seat.is_house]
    members = {one.id: one for one in await known_members(interaction, [seat.user_id for seat in people])}
    blind = [
        seat.name
        for seat in people
        if seat.user_id in members and not channel.permissions_for(members[seat.user_id]).view_channel
    ]
    absent = [seat.name for seat in people if seat.user_id not in members]
    if table.guild_id != interaction.guild_id and len(members) <= len(absent):
        blind += absent
    if blind:
        raise PlayersAbsent(players=blind)


@reopen.autocomplete("game")
@in_time
async def _resting(interaction: Interaction, typed: str) -> list[Choice[int]]:
    games, guild = interaction.client.storage.games, interaction.guild_id
    rows = list(await games.of_user(interaction.user.id, OPEN))
    if interaction.permissions.manage_guild:
        rows += [row for row in await games.in_state(*OPEN) if row.guild_id == guild]
    return await games_of(interaction, [row for row in rows if is_paused(row)], typed)
