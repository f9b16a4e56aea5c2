"""Looking closer: what a hex may become, one company, how the game went, and plans. Nothing here changes a game."""

import asyncio
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.app_commands import Choice

from assets import sentences
from bot.cogs.look import group, started
from bot.errors import NoSuchHex, NoSuchUnit
from bot.localise import about, name, named
from bot.messages import cards
from bot.pickers.commands import name as option
from bot.pictures import looks
from bot.pictures.drawing import PictureRequest
from bot.pictures.whole_games import Line
from bot.replies import Interaction, language_for, reply
from bot.speech import tile_sheets
from bot.speech.prose import Teller
from bot.tables.view import Table
from engine import outlook
from engine.board.hexes import order
from engine.board.tiles import exits
from engine.game import Game
from render import charts

if TYPE_CHECKING:
    from bot.client import Bot

CHOICES = 25
HEX, TILE, ROTATION, UNIT = (
    option(f"option.{field}.name", field) for field in ("hex", "tile", "rotation", "unit")
)


def setup(bot: "Bot") -> None:
    """Add the plan; the other commands are part of ``/show``."""
    bot.tree.add_command(plan)


async def _speaker(interaction: Interaction, table: Table) -> Teller:
    """Return who speaks to this person about the table."""
    return cards.teller(table, await language_for(interaction))


async def _show(interaction: Interaction, table: Table, game: Game, text: str, **wanted: Any) -> None:
    """Draw what is wanted and answer with it, privately."""
    scheme, lang = await looks.own(interaction, table), await language_for(interaction)
    request = PictureRequest(names=table.names, language=lang, scheme=scheme, **wanted)
    pictures = await interaction.client.pictures.draw(game.pos, request)
    shown = await asyncio.to_thread(cards.files, table, pictures, request, game)
    await reply(interaction, view=cards.gallery(text, shown), files=shown)


async def _hold(interaction: Interaction) -> tuple[Table, Game]:
    """Acknowledge, and return the table and its game."""
    table, game = await started(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    return table, game


# hexes


def _hex(game: Game, typed: str) -> str:
    """Return the hex somebody means.

    Raises:
        NoSuchHex: the map has none like that.
    """
    wanted = typed.strip().lower()
    for hex_, known in game.title.hexes.items():
        if wanted in (hex_.lower(), known.name.lower(), f"{hex_} {known.name}".lower()):
            return hex_
    raise NoSuchHex(hex=typed)


@group.command(name=name("lays"), description=about("show.lays"))
@app_commands.rename(place=HEX)
@app_commands.describe(place=about("option.hex"))
async def lays(interaction: Interaction, place: str) -> None:
    """Show the tiles that may be laid on a hex now, or that fit there."""
    table, game = await _hold(interaction)
    hex_, said = _hex(game, place), await _speaker(interaction, table)
    text, choices = await asyncio.to_thread(tile_sheets.lays, said, game, hex_)
    if choices:
        await _show(interaction, table, game, text, kinds=("lays",), about=hex_, choices=choices)
    else:
        await reply(interaction, text)


@group.command(name=name("upgrades"), description=about("show.upgrades"))
@app_commands.rename(place=HEX)
@app_commands.describe(place=about("option.hex"))
async def upgrades(interaction: Interaction, place: str) -> None:
    """Show what may become of a hex, generation by generation."""
    table, game = await _hold(interaction)
    hex_, said = _hex(game, place), await _speaker(interaction, table)
    text = said.say("upgrades.head", place=said.place(hex_))
    await _show(interaction, table, game, text, kinds=("upgrades",), about=hex_)


@lays.autocomplete("place")
@upgrades.autocomplete("place")
async def _hexes(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer the hexes that take tiles, those first on which something may be laid now."""
    table, game = await started(interaction)
    said = Teller(game.title, table.names, await language_for(interaction), markup=False)
    tiled = [hex_ for hex_, known in game.title.hexes.items() if known.tiled]
    now = {getattr(offer.action, "hex", "") for offer in game.choices.offers}
    ranked = sorted(tiled, key=lambda hex_: (hex_ not in now, order(hex_)))
    found = [hex_ for hex_ in ranked if typed.strip().lower() in said.place(hex_).lower()]
    return [Choice(name=sentences.cut(said.place(hex_), 100), value=hex_) for hex_ in found[:CHOICES]]


# companies and the course of the game


@group.command(name=name("company"), description=about("show.company"))
@app_commands.rename(company_=UNIT)
@app_commands.describe(company_=about("option.unit"))
async def company(interaction: Interaction, company_: str) -> None:
    """Show the card of a company with its history."""
    table, game = await _hold(interaction)
    unit = _unit(game, company_)
    moments = await interaction.client.pictures.course(table.setup, _lines(table))
    text = f"### {game.title.units[unit].name}"
    await _show(interaction, table, game, text, kinds=("company",), about=unit, moments=moments)


def _unit(game: Game, typed: str) -> str:
    """Return the company somebody means.

    Raises:
        NoSuchUnit: the title has none like that.
    """
    wanted = typed.strip().removeprefix("#").lower()
    for unit in game.title.data.units:
        if wanted in (unit.id.lower(), unit.abbr.lower(), unit.name.lower()):
            return unit.id
    raise NoSuchUnit(unit=typed)


@company.autocomplete("company_")
async def _units(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer the companies of the title, those in play first."""
    table, game = await started(interaction)
    said = Teller(game.title, table.names, await language_for(interaction), markup=False)
    ranked = sorted(game.title.data.units, key=lambda unit: unit.id not in game.state.tokens_left)
    named_ = {unit.id: f"{said.unit_in_full(unit.id)}: {unit.name}" for unit in ranked}
    found = [(unit, text) for unit, text in named_.items() if typed.strip().lower() in text.lower()]
    return [Choice(name=sentences.cut(text, 100), value=unit) for unit, text in found[:CHOICES]]


@group.command(name=name("chart"), description=about("show.chart"))
@app_commands.describe(kind=about("option.kind"))
@app_commands.choices(kind=named("picture.chart", charts.KINDS))
async def chart(interaction: Interaction, kind: str) -> None:
    """Show how the game went as lines over its rounds."""
    table, game = await _hold(interaction)
    moments = await interaction.client.pictures.course(table.setup, _lines(table))
    text = "### " + sentences.say(f"picture.chart.{kind}", await language_for(interaction))
    await _show(interaction, table, game, text, kinds=("chart",), about=kind, moments=moments)


@group.command(name=name("film"), description=about("show.film"))
@app_commands.describe(private=about("option.private"))
async def film(interaction: Interaction, private: bool = True) -> None:  # noqa: FBT001, FBT002
    """Hand the whole game out as a moving picture."""
    table, _ = await started(interaction)
    await interaction.response.defer(ephemeral=private, thinking=True)
    lang = await language_for(interaction) if private else table.language
    scheme = await looks.own(interaction, table) if private else looks.scheme(table)
    picture = await interaction.client.pictures.film(table.setup, _lines(table), scheme, lang)
    alt = sentences.say("alt.film", lang, title=table.title, n=len(table.moves))
    await reply(interaction, alt, files=[cards.file(picture, table.rev, alt)], ephemeral=private)


def _lines(table: Table) -> tuple[Line, ...]:
    return tuple(table.move_texts())


# plans


@app_commands.command(name=name("plan"), description=about("plan"))
@app_commands.guild_only()
@app_commands.rename(place=HEX, tile=TILE, rotation=ROTATION)
@app_commands.describe(
    place=about("option.hex"), tile=about("option.tile"), rotation=about("option.rotation")
)
async def plan(
    interaction: Interaction, place: str, tile: str, rotation: app_commands.Range[int, 0, 5]
) -> None:
    """Show a hex as it would be with another tile; the game stays as it is."""
    table, game = await _hold(interaction)
    hex_, laid = _hex(game, place), (tile.strip().removeprefix("#"), rotation)
    said = await _speaker(interaction, table)
    refusal = await asyncio.to_thread(outlook.misfit, game.pos, hex_, *laid)
    if refusal is not None:
        reasons = (said.refusal(refusal), tile_sheets.instead(said, game.pos, hex_))
        await reply(interaction, sentences.cut("\n".join(filter(None, reasons)), cards.MESSAGE))
        return
    text = tile_sheets.plan(said, game.pos, hex_, laid)
    await _show(interaction, table, game, text, kinds=("closeup",), plan=((hex_, *laid),))


plan.autocomplete("place")(_hexes)


async def _fits(interaction: Interaction) -> tuple[Teller, Game, list[tuple[str, int]]]:
    """Return the tiles that fit by shape on the hex that was typed."""
    table, game = await started(interaction)
    said = Teller(game.title, table.names, await language_for(interaction), markup=False)
    try:
        hex_ = _hex(game, str(getattr(interaction.namespace, "hex", "")))
    except NoSuchHex:
        return said, game, []
    return said, game, list(await asyncio.to_thread(outlook.shapely, game.pos, hex_))


@plan.autocomplete("tile")
async def _tiles(interaction: Interaction, typed: str) -> list[Choice[str]]:
    said, game, fits = await _fits(interaction)
    colours = {tile: said.value("colour", game.title.tiles[tile].colour) for tile, _ in fits}
    found = [tile for tile in colours if typed.strip().removeprefix("#").lower() in tile.lower()]
    return [Choice(name=f"{tile} ({colours[tile]})", value=tile) for tile in found[:CHOICES]]


@plan.autocomplete("rotation")
async def _rotations(interaction: Interaction, typed: str) -> list[Choice[int]]:
    said, game, fits = await _fits(interaction)
    tile = str(getattr(interaction.namespace, "tile", "")).strip().removeprefix("#")
    turns = [turn for one, turn in fits if one == tile and typed.strip() in ("", str(turn))]
    track = game.title.tiles[tile].track if turns else ()
    return [Choice(name=f"{turn}: {said.sides(sorted(exits(track, turn)))}", value=turn) for turn in turns]
