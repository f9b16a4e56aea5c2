"""Recorded games and copies of games, opened as this channel's table."""

import discord
from discord import app_commands

from assets import sentences
from bot.at_table import own_game
from bot.channel_options import NamedChannel, TablePlace
from bot.client import Bot, Interaction
from bot.command_groups import game_group
from bot.errors.storage import ChannelTaken
from bot.errors.tables import CopyPlace, NothingToCopy, RecordTooLarge
from bot.localise import about, described, name, named
from bot.menu.search import PAGE, holds
from bot.messages.lines import future_line
from bot.replies import acknowledge, in_time, language_for, public_language, say
from bot.speech import error_sentences
from bot.speech.table_view import view_of
from bot.storage import ChannelPlace
from bot.study_rooms import open_room
from bot.suggestions import moves_of, suggest_languages, suggest_own
from bot.tables.border import GO_ON_BY
from bot.tables.importing import LARGEST, ReadRecord
from bot.tables.settings import Study, TableSettings
from bot.tables.table import StartedTable
from engine.actions import PRINTED


def setup(_bot: Bot) -> None:
    """Add nothing: the command belongs to the group of the lobby."""


@game_group.command(name=name("import"), description=about("game.import"))
@described(file="record", language="language", rules="rules")
@app_commands.choices(rules=named("game.go_on", GO_ON_BY))
async def import_(
    interaction: Interaction, file: discord.Attachment, language: str | None = None, rules: str = PRINTED
) -> None:
    """Open a recorded game in this channel: one that is over to be looked at, one that runs to go on."""
    error_sentences.check_permissions(interaction)
    await acknowledge(interaction)
    if file.size > LARGEST:
        raise RecordTooLarge
    imports, channel = interaction.client.service.imports, interaction.channel_id or 0
    await imports.check_free(channel)
    record = await imports.read(await file.read(), file.filename)
    spoken = sentences.language(language) if language else public_language(interaction)
    await _open(interaction, record.by(rules), spoken)


async def _open(interaction: Interaction, record: ReadRecord, language: str, *, copied: bool = False) -> None:
    """Open a record in this channel and say where its card is; without a card there is no table."""
    place = ChannelPlace(interaction.channel_id or 0, interaction.guild_id)
    table = await interaction.client.service.imports.open(
        place, interaction.user.id, record, language=language, settings=TableSettings(copied=copied)
    )
    link = await interaction.client.publisher.open(table)
    begins = "game.copied" if copied else "game.imported"
    key = "game.imported_over" if record.over else begins
    await say(interaction, key, game=str(table.game_id), link=link, n=len(record.moves))


@game_group.command(name=name("copy"), description=about("game.copy"))
@described(
    place="copied_channel", move="move_number", game="own_game", undone="undone", rules="rules", alone="alone"
)
@app_commands.choices(rules=named("game.go_on", GO_ON_BY))
async def copy(  # noqa: PLR0913, PLR0917 - what is copied, and how it goes on
    interaction: Interaction,
    place: app_commands.Transform[NamedChannel, TablePlace] | None = None,
    move: app_commands.Range[int, 0] | None = None,
    game: int | None = None,
    undone: app_commands.Range[int, 1] | None = None,
    rules: str = PRINTED,
    alone: bool = False,  # noqa: FBT001, FBT002 - a typed option
) -> None:
    """Open a copy of another channel's game, or of one's own, here, as it is or was after a move, to play on."""
    error_sentences.check_permissions(interaction)
    await acknowledge(interaction)
    imports = interaction.client.service.imports
    table = await _copied_table(interaction, place, game)
    if table is None:
        raise NothingToCopy
    try:
        await imports.check_free(interaction.channel_id or 0)
    except ChannelTaken:
        if game is not None:  # its channel may hold another game by now
            raise
        raise CopyPlace(channel=str(table.channel_id)) from None
    future = None if undone is None else imports.copied_future(table, undone)
    record = await (imports.copied(table, move) if future is None else future)
    if alone and not record.over:
        await _study(interaction, record.by(rules), table)
    else:
        await _open(interaction, record.by(rules), table.language, copied=True)


async def _study(interaction: Interaction, record: ReadRecord, table: StartedTable) -> None:
    """Open a copy in which one person plays all seats, and begin it at once."""
    own, lang = table.seat_of(interaction.user.id), await language_for(interaction)
    seat = own.id if own else table.seats[0].id
    study = Study(table.game_id, len(record.moves))
    link = await open_room(interaction, record, study, place=int(seat[1:]) - 1, language=lang)
    await say(interaction, "game.studied", game=str(table.game_id), link=link)


async def _copied_table(
    interaction: Interaction, place: NamedChannel | None, game: int | None
) -> StartedTable | None:
    """Return one's own table of a number, or the newest of a channel that one can see; else of this one."""
    if game is not None:
        own = await own_game(interaction, game)
        return own if isinstance(own, StartedTable) else None
    if place is None:
        channel = interaction.channel_id or 0
    elif _may_see(interaction, place):
        channel = place.id
    else:
        return None
    table = await interaction.client.service.tables.in_channel(channel, closed=True, glance=True)
    return table if isinstance(table, StartedTable) else None


async def _named_table(interaction: Interaction) -> StartedTable | None:
    """Return the table that would be copied by what has been typed so far."""
    typed = interaction.namespace
    return await _copied_table(interaction, getattr(typed, "channel", None), getattr(typed, "game", None))


def _may_see(interaction: Interaction, place: NamedChannel | discord.Object) -> bool:
    """Tell whether a person can see a channel: by what came with the command, else by what the bot knows of it."""
    if not isinstance(place, discord.Object):
        return place.permissions.view_channel
    person, known = interaction.user, interaction.guild and interaction.guild.get_channel(place.id)
    return bool(known and isinstance(person, discord.Member) and known.permissions_for(person).view_channel)


@copy.autocomplete("move")
@in_time
async def _moves(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    return await moves_of(interaction, await _named_table(interaction), typed)


@copy.autocomplete("undone")
@in_time
async def _undone(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    table = await _named_table(interaction)
    if table is None:
        return []
    view = view_of(table, await language_for(interaction))
    found = await interaction.client.service.futures.of(table)
    named = [(future_line(view, one, bare=True), one.rev) for one in found]
    fits = [(text, rev) for text, rev in named if holds(text, typed)]
    return [app_commands.Choice(name=sentences.cut(text, 100), value=rev) for text, rev in fits[:PAGE]]


import_.autocomplete("language")(suggest_languages)
copy.autocomplete("game")(suggest_own)
