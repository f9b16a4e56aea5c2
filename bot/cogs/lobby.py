"""Tables: opened, filled, started, listed, ended and exported."""

import asyncio
import io
import re

import discord
from discord import app_commands
from discord.app_commands import Choice

from assets import sentences
from bot.at_table import here, own_game, stored_line
from bot.button_ids import LOBBY, LOBBY_LEVEL, LOBBY_OPTIONS, LOBBY_RULES, LOBBY_SEATS
from bot.called import called
from bot.client import Bot, Interaction
from bot.command_groups import game_group
from bot.errors.tables import OthersPlay
from bot.localise import about, described, name, named
from bot.menu.search import PAGE, exact, search
from bot.messages.private_notes import Letters
from bot.messages.table_page import table_page
from bot.pictures import looks
from bot.presses import chosen_number, chosen_of, on_choice, on_press
from bot.replies import acknowledge, language_for, public_language, reply, say, take_note
from bot.speech import error_sentences
from bot.speech.options import meaning as option_meaning
from bot.speech.options import offered
from bot.speech.teller import Teller
from bot.study_rooms import open_room, practice_names
from bot.suggestions import suggest_languages, suggest_own
from bot.tables import record_file
from bot.tables.border import GO_ON_BY
from bot.tables.lobbies import places_of
from bot.tables.settings import Study, TableSettings
from bot.tables.table import Table
from engine.opponents import LEVELS
from engine.title import find, titles

LISTED = 20
SEEDS = 2**31 - 1

LONELY = f"hints={looks.OFF}"
"""What is typed among the options for a table at which everybody thinks alone; no rule of a game."""


def setup(bot: Bot) -> None:
    """Add the commands and the buttons of the lobby card."""
    bot.tree.add_command(game_group)
    bot.add_dynamic_items(
        on_press(LOBBY.template, press),
        on_choice(LOBBY_OPTIONS.template, choose_options),
        on_choice(LOBBY_RULES.template, choose_rules),
        on_choice(LOBBY_LEVEL.template, choose_level),
        on_choice(LOBBY_SEATS.template, choose_seat),
    )


@game_group.command(name=name("new"), description=about("game.new"))
@described(
    title="title",
    seats="seats",
    options="options",
    seed="seed",
    language="language",
    alone="alone",
)
async def new(  # noqa: PLR0913, PLR0917 - the sides of a table
    interaction: Interaction,
    title: str,
    seats: app_commands.Range[int, 1, 9] | None = None,
    options: str = "",
    seed: app_commands.Range[int, 0, SEEDS] | None = None,
    language: str | None = None,
    alone: bool = False,  # noqa: FBT001, FBT002 - a typed option
) -> None:
    """Open a table in this channel."""
    error_sentences.check_permissions(interaction)
    await acknowledge(interaction)
    wanted, service = options.replace(",", " ").split(), interaction.client.service
    if alone:
        kept = [option for option in wanted if option != LONELY]
        await _practise(interaction, title, places_of(find(title), seats), kept, seed)
        return
    table = await service.lobbies.create(
        interaction.channel_id or 0,
        title,
        interaction.user.id,
        called(interaction.user),
        guild_id=interaction.guild_id,
        seats=seats,
        options=[option for option in wanted if option != LONELY],
        seed=seed,
        language=sentences.language(language) if language else public_language(interaction),
        settings=TableSettings(hints=looks.OFF) if LONELY in wanted else None,
    )
    link = await interaction.client.publisher.open(table)
    await say(interaction, "lobby.opened", game=str(table.game_id), link=link)


async def _practise(
    interaction: Interaction, title: str, seats: int, options: list[str], seed: int | None
) -> None:
    """Open a room in which one person plays all seats of a new game, and begin it at once."""
    imports, lang = interaction.client.service.imports, await language_for(interaction)
    await imports.check_free(interaction.channel_id or 0)
    record = await imports.fresh(title, practice_names(seats, lang), options, seed)
    link = await open_room(interaction, record, Study(0, len(record.moves)), place=0, language=lang)
    await say(interaction, "game.practised", title=find(title).name, link=link)


@new.autocomplete("title")
async def _titles(_interaction: Interaction, typed: str) -> list[Choice[str]]:
    found = search(titles().values(), typed, lambda title: title.name, lambda title: title.data.full_name)
    return [
        Choice(name=sentences.cut(f"{title.name}: {title.data.full_name}", 100), value=title.name)
        for title in found[:PAGE]
    ]


@new.autocomplete("options")
async def _options(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer the options of the title that was chosen, to be added to those already typed."""
    known = titles().get(str(getattr(interaction.namespace, "title", "")))
    if known is None:
        return []
    *done, last = typed.replace(",", " ").split(" ")
    seats = getattr(interaction.namespace, "seats", None)
    low, high = known.data.players
    players = seats if isinstance(seats, int) and low <= seats <= high else high
    said = Teller(known, {}, await language_for(interaction), markup=False)
    told = {value: option_meaning(said, value) for value in (*offered(known, players), LONELY)}
    fitting = [value for value in search(told, last, str, told.__getitem__) if value not in done]
    lines = {" ".join([*done, value]).strip(): value for value in fitting}
    return [
        Choice(name=sentences.cut(f"{told[value]} ({line})", 100), value=line)
        for line, value in lines.items()
        if len(line) <= 100
    ][:PAGE]


@game_group.command(name=name("join"), description=about("game.join"))
@described(part="recorded_seat", person="sitting")
async def join(
    interaction: Interaction, part: str | None = None, person: discord.Member | None = None
) -> None:
    """Take a seat at this channel's table, at a recorded game a certain one; its host may seat others."""
    table, who = await here(interaction), person or interaction.user
    if part is None and who == interaction.user:
        table = await interaction.client.service.lobbies.join(table.game_id, who.id, called(who))
    else:
        place = _place(table, part)
        table = await interaction.client.service.imports.sit(
            table.game_id, who.id, called(who), place, interaction.user.id
        )
    await say(interaction, "lobby.joined", count=len(table.seats), places=table.places)


@game_group.command(name=name("game.invite"), description=about("game.invite"))
@described(person="invited")
async def invite(interaction: Interaction, person: discord.Member | None = None) -> None:
    """Make the lobby one by invitation and invite somebody, who is called; without a person open it to everybody."""
    await acknowledge(interaction)
    table, user = await here(interaction), interaction.user.id
    lobbies = interaction.client.service.lobbies
    if person is None:
        await lobbies.invite(table.game_id, user)
        await say(interaction, "invite.all")
        return
    await lobbies.invite(table.game_id, user, person.id, called(person))
    link, host = await interaction.client.publisher.link(table, "lobby"), called(interaction.user)

    def said(lang: str) -> str:
        player = sentences.escaped(host)
        return sentences.say("invite.letter", lang, player=player, title=table.title, link=link)

    letters = Letters(interaction.client, table.game_id)  # once: an invitation is no bell to be rung again
    await letters.try_to_write(person.id, "invite", said, table.language, rings=True)
    await say(interaction, "invite.done", player=sentences.escaped(called(person)))


def _place(table: Table, part: str | None) -> int:
    """Return the place of a recorded player who is named, the first free one where none is; -1 for nobody."""
    if part is None:
        return next(iter(table.free_places), -1)
    return next((place for place, name in enumerate(table.recorded) if exact((name,), part, str)), -1)


@join.autocomplete("part")
async def _parts(interaction: Interaction, typed: str) -> list[Choice[str]]:
    table = await interaction.client.service.tables.in_channel(interaction.channel_id or 0, glance=True)
    free = [table.recorded[place] for place in table.free_places] if table and table.recorded else []
    return [Choice(name=one, value=one) for one in search(free, typed, str)]


async def choose_seat(interaction: Interaction, match: re.Match[str], chosen: list[str]) -> None:
    """Serve the list of a recorded game's free seats; the card itself shows what came of it."""
    await take_note(interaction)
    user = interaction.user
    await interaction.client.service.imports.sit(
        int(match["game"]), user.id, called(user), chosen_number(chosen[0]), user.id
    )


async def choose_rules(interaction: Interaction, match: re.Match[str], chosen: list[str]) -> None:
    """Serve the list of rules by which a recorded game goes on; the card itself shows what came of it."""
    await take_note(interaction)
    rules = chosen[0] if chosen[0] in GO_ON_BY else GO_ON_BY[0]
    await interaction.client.service.imports.go_on_by(int(match["game"]), interaction.user.id, rules)


@game_group.command(name=name("start"), description=about("game.start"))
async def start(interaction: Interaction) -> None:
    """Begin the game at this channel's table."""
    await acknowledge(interaction)
    table = await here(interaction)
    await interaction.client.service.lobbies.start(table.game_id, interaction.user.id)
    begun = "lobby.started" if len(table.seats) > 1 else "lobby.started/alone"
    await say(interaction, "lobby.resumed" if table.recorded else begun)


async def press(interaction: Interaction, match: re.Match[str]) -> None:
    """Serve the buttons of the lobby card; the card itself shows what came of it."""
    service, user = interaction.client.service, interaction.user
    game_id, what = int(match["game"]), match["what"]
    await (acknowledge if what == "card" else take_note)(interaction)
    if what == "join":
        await service.lobbies.join(game_id, user.id, called(user))
    elif what == "leave":
        await service.lobbies.leave(game_id, user.id)
    elif what == "card":
        await acknowledge(interaction)
        page = table_page(await service.tables.glance(game_id), user.id, await language_for(interaction))
        await reply(interaction, view=page)
    elif what == "house":
        table = await service.tables.glance(game_id)
        await service.lobbies.seat_house(game_id, user.id, sentences.say("house.name", table.language))
    elif what == "rematch":
        await interaction.client.publisher.open(await _again(interaction, game_id))
    elif what == "unhouse":
        await service.lobbies.unseat_house(game_id, user.id)
    else:
        await service.lobbies.start(game_id, user.id)


async def choose_options(interaction: Interaction, match: re.Match[str], chosen: list[str]) -> None:
    """Serve the list of options; the card itself shows what came of it."""
    await take_note(interaction)
    lobbies = interaction.client.service.lobbies
    await lobbies.change_options(int(match["game"]), interaction.user.id, chosen)


async def choose_level(interaction: Interaction, match: re.Match[str], chosen: list[str]) -> None:
    """Serve the list of the house's levels; the card itself shows what came of it."""
    await take_note(interaction)
    lobbies = interaction.client.service.lobbies
    await lobbies.change_settings(int(match["game"]), interaction.user.id, level=chosen_of(chosen[0], LEVELS))


@game_group.command(name=name("rematch"), description=about("game.rematch"))
async def rematch(interaction: Interaction) -> None:
    """Open a lobby like this channel's last game, for the same people, though one was given up since."""
    await acknowledge(interaction)
    table = await here(interaction, closed=True)
    repeats = table.state in ("lobby", "ended")
    before = (table.settings.rematch_of or table.game_id) if repeats else table.game_id
    made = await _again(interaction, before)
    link = await interaction.client.publisher.open(made)
    await say(interaction, "lobby.opened", game=str(made.game_id), link=link)


async def _again(interaction: Interaction, game_id: int) -> Table:
    """Open a lobby for those who played a game, or join it."""
    service, user = interaction.client.service, interaction.user
    house = sentences.say("house.name", (await service.tables.glance(game_id)).language)
    return await service.lobbies.rematch(game_id, user.id, called(user), house)


@game_group.command(name=name("list"), description=about("game.list"))
async def list_(interaction: Interaction) -> None:
    """List the open tables of this server."""
    rows = await interaction.client.storage.games.in_state("lobby", "running")
    lang = await language_for(interaction)
    mine = [row for row in rows if row.guild_id == interaction.guild_id]
    lines = [stored_line(row, lang) for row in mine[-LISTED:]]
    if len(mine) > LISTED:
        lines.append(sentences.say("list.more", lang, n=len(mine) - LISTED))
    await reply(interaction, "\n".join(lines) or sentences.say("list.none", lang))


@game_group.command(name=name("end"), description=about("game.end"))
@described(sure="sure")
async def end(interaction: Interaction, sure: bool = False) -> None:  # noqa: FBT001, FBT002 - a typed option
    """Abandon the game at this channel's table."""
    table = await here(interaction)
    if not sure:
        await say(interaction, "game.end.sure")
        return
    service, user = interaction.client.service, interaction.user.id
    try:
        await service.lobbies.end(table.game_id, user, as_host=interaction.permissions.manage_guild)
    except OthersPlay:
        await service.consent.stop(table.game_id, user)
        raise
    await say(interaction, "game.ended", game=str(table.game_id))


@game_group.command(name=name("export"), description=about("game.export"))
@described(form="form", game="own_game")
@app_commands.choices(form=named("form", (record_file.OWN, record_file.PEER)))
async def export(interaction: Interaction, form: str = record_file.OWN, game: int | None = None) -> None:
    """Hand the record of this channel's newest game, or of one's own, out as a file: our form or 18xx.games'."""
    await acknowledge(interaction)
    table = await (here(interaction, closed=True) if game is None else own_game(interaction, game))
    record = await asyncio.to_thread(record_file.record, table, form)
    data = io.BytesIO(record.text.encode())
    peer = form == record_file.PEER
    number = f"{table.game_id}-18xx" if peer else str(table.game_id)
    file = discord.File(data, filename=f"{table.title.lower()}-{number}.json")
    lang = await language_for(interaction)
    said = sentences.say("game.exported", lang, n=len(table.moves))
    if (stop := record.stop) is not None:
        values = {"clauses": ", ".join(stop.why.clauses), **stop.why.values}
        why = sentences.say(f"error.{stop.why.key}", lang, **values)
        said = sentences.say("game.exported_up_to", lang, move=stop.ply, entry=stop.entry, why=why)
    if peer:
        said += "\n" + sentences.say("game.exported_peer", lang)
    await reply(interaction, said, files=[file])


export.autocomplete("game")(suggest_own)
new.autocomplete("language")(suggest_languages)
