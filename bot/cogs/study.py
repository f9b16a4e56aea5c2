"""Looking closer: what a hex may become, one company, how the game went, and plans. Nothing here changes a game."""

import asyncio
from collections.abc import Callable
from operator import attrgetter

from discord import app_commands
from discord.app_commands import Choice

from assets import sentences
from bot import sights
from bot.client import Bot, Interaction
from bot.cogs import plans
from bot.cogs.look import group, shown_scheme, started
from bot.components import MESSAGE, gallery
from bot.errors import NoSuchHex, NoSuchUnit
from bot.localise import about, described, name, named
from bot.menu.search import exact, meant, search
from bot.messages import picture_files
from bot.pictures import looks
from bot.pictures.requests import PictureRequest, View
from bot.pictures.views import ChartView, CloseupView, CompanyView, LaysView, UpgradesView, WaysView
from bot.replies import acknowledge, in_time, reply, say
from bot.speech import powers, tile_sheets
from bot.speech.table_view import TableView, view_of
from engine import outlook
from engine.board.hexes import order
from engine.board.tiles import exits
from engine.data import Unit
from engine.game import Game
from engine.plans import PlanStep
from render import Look, MapContent, charts
from render.history import RoundEnd

CHOICES = 25
UNIT: tuple[Callable[[Unit], str], ...] = (attrgetter("id"), attrgetter("abbr"), attrgetter("name"))
"""What a company is called, its codes first."""
LISTING = 0.3
"""Seconds that suggesting hexes waits to learn where something may be laid."""


def setup(bot: Bot) -> None:
    """Add the plan; the other commands are part of ``/show``."""
    bot.tree.add_command(plan)


async def _show(interaction: Interaction, view: TableView, text: str, wanted: View) -> None:
    """Draw what is wanted and answer with it, privately."""
    scheme = await shown_scheme(interaction, view.table)
    request = PictureRequest((wanted,), Look(scheme, view.lang, view.table.names))
    pictures = await interaction.client.pictures.draw(view.game.pos, request)
    shown = await asyncio.to_thread(picture_files.files, view, pictures, request)
    await reply(interaction, view=gallery(text, shown), files=shown)


async def _begin(interaction: Interaction) -> TableView:
    """Acknowledge, and return the table."""
    await acknowledge(interaction)
    return await started(interaction, glance=False)


# hexes


def _hex(game: Game, typed: str) -> str:
    """Return the hex somebody means.

    :raises NoSuchHex: when the map has none like that
    """
    hexes = game.title.hexes
    found = meant(hexes, typed, str, lambda hex_: hexes[hex_].name, lambda hex_: f"{hex_} {hexes[hex_].name}")
    if found is None:
        raise NoSuchHex(hex=typed)
    return found


@group.command(name=name("lays"), description=about("show.lays"))
@described(place="hex")
async def lays(interaction: Interaction, place: str | None = None) -> None:
    """Show the tiles that may be laid on a hex now, or that fit there; of the whole board the best."""
    view = await _begin(interaction)
    if place is None:
        await _best_lays(interaction, view)
        return
    hex_ = _hex(view.game, place)
    text, choices = await asyncio.to_thread(tile_sheets.lays, view.teller, view.game, hex_)
    if choices:
        await _show(interaction, view, text, LaysView(hex_, choices))
    else:
        await reply(interaction, text)


async def _best_lays(interaction: Interaction, view: TableView) -> None:
    """Show the lays of the whole board that would earn most."""
    if not looks.hints(view.table):
        await say(interaction, "lays.alone")
        return
    text, ways = await sights.best_lays(interaction.client, view)
    if ways:
        head = view.teller.say("lays.best", unit=view.teller.unit_in_full(view.game.pos.unit))
        await _show(interaction, view, f"{head}\n{text}", WaysView(ways))
    else:
        await say(interaction, "lays.nobody")


@group.command(name=name("upgrades"), description=about("show.upgrades"))
@described(place="hex")
async def upgrades(interaction: Interaction, place: str) -> None:
    """Show what may become of a hex, generation by generation."""
    view = await _begin(interaction)
    hex_ = _hex(view.game, place)
    text = view.teller.say("upgrades.head", place=view.teller.place(hex_))
    await _show(interaction, view, text, UpgradesView(hex_))


@lays.autocomplete("place")
@upgrades.autocomplete("place")
@in_time
async def _hexes(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer the hexes that take tiles, those first on which something may be laid now."""
    view = await started(interaction)
    game, said = view.game, view.bare
    tiled = [hex_ for hex_, known in game.title.hexes.items() if known.tiled]
    listed = await interaction.client.service.tables.is_listed(view.table, LISTING)
    now = {getattr(offer.action, "hex", "") for offer in game.choices.offers} if listed else set()
    ranked = sorted(tiled, key=lambda hex_: (hex_ not in now, order(hex_)))
    found = search(ranked, typed, str, lambda hex_: game.title.hexes[hex_].name)
    return [Choice(name=sentences.cut(said.place(hex_), 100), value=hex_) for hex_ in found[:CHOICES]]


# companies and the course of the game


@group.command(name=name("company"), description=about("show.company"))
@described(company_="unit")
async def company(interaction: Interaction, company_: str) -> None:
    """Show the card of a company with its history, or what a private can do."""
    view = await _begin(interaction)
    if private := _private(view.game, company_):
        await reply(interaction, "\n".join(powers.private(view.teller, view.game.pos, private)))
        return
    unit = _unit(view.game, company_)
    text = f"### {view.game.title.units[unit].name}"
    moments = await _course(interaction, view)
    await _show(interaction, view, text, CompanyView(unit, moments))


def _private(game: Game, typed: str) -> str:
    """Return the private somebody means, empty if it is none."""
    found = exact(game.title.privates.values(), typed, lambda one: one.id, lambda one: one.name)
    return "" if found is None else found.id


def _unit(game: Game, typed: str) -> str:
    """Return the company somebody means.

    :raises NoSuchUnit: when the title has none like that
    """
    found = meant(game.title.data.units, typed, *UNIT)
    if found is None:
        raise NoSuchUnit(unit=typed)
    return found.id


@company.autocomplete("company_")
@in_time
async def _units(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer the companies of the title, those in play first, then the privates."""
    view = await started(interaction)
    game, said = view.game, view.bare
    ranked = sorted(game.title.data.units, key=lambda unit: unit.id not in game.state.tokens_left)
    named_ = {unit.id: f"{said.unit_in_full(unit.id)}: {unit.name}" for unit in ranked}
    named_ |= {private: said.private(private) for private in game.title.privates}
    found = search(named_, typed, str, said.unit, named_.__getitem__)
    return [Choice(name=sentences.cut(named_[unit], 100), value=unit) for unit in found[:CHOICES]]


@group.command(name=name("chart"), description=about("show.chart"))
@described(kind="kind")
@app_commands.choices(kind=named("picture.chart", charts.CHARTS))
async def chart(interaction: Interaction, kind: str) -> None:
    """Show how the game went as lines over its rounds."""
    view = await _begin(interaction)
    moments = await _course(interaction, view)
    text = "### " + view.teller.say(f"picture.chart.{kind}")
    await _show(interaction, view, text, ChartView(kind, moments))


@group.command(name=name("film"), description=about("show.film"))
@described(private="only_you")
async def film(interaction: Interaction, private: bool = True) -> None:  # noqa: FBT001, FBT002
    """Hand the whole game out as a moving picture."""
    await acknowledge(interaction, public=not private)
    view = await started(interaction)
    view = view if private else view_of(view.table)
    table, lines = view.table, tuple(view.table.move_texts())
    scheme = await shown_scheme(interaction, table, private=private)
    picture = await interaction.client.pictures.film(
        table.setup, lines, Look(scheme, view.lang, table.names), table.by_bot
    )
    alt = view.teller.say("alt.film", title=table.title, n=len(table.moves))
    await reply(interaction, alt, files=[picture_files.file(picture, table.rev, alt)], public=not private)


async def _course(interaction: Interaction, view: TableView) -> tuple[RoundEnd, ...]:
    """Return how the game went, round by round."""
    return await interaction.client.pictures.course(view.table.setup, tuple(view.table.move_texts()))


# plans


@app_commands.command(name=name("plan"), description=about("plan"))
@app_commands.guild_only()
@described(place="hex", tile="tile", rotation="rotation", kept="plan", unit="unit")
async def plan(  # noqa: PLR0913, PLR0917 - what may be typed
    interaction: Interaction,
    place: str | None = None,
    tile: str | None = None,
    rotation: app_commands.Range[int, 0, 5] = 0,
    kept: app_commands.Range[str, 1, 40] | None = None,
    unit: str | None = None,
) -> None:
    """Show a hex with another tile, or keep tiles and tokens under a name; the game stays as it is."""
    view = await _begin(interaction)
    laid = (tile or "").strip().removeprefix("#"), rotation
    if place is not None and tile is not None and kept is None:
        await _one_tile(interaction, view, _hex(view.game, place), laid)
    elif kept is None:
        await plans.show_all(interaction, view)
    else:
        step = None if place is None else PlanStep(_hex(view.game, place), *laid)
        await plans.open_plan(interaction, view, kept, step, _unit(view.game, unit) if unit else "")


async def _one_tile(interaction: Interaction, view: TableView, hex_: str, laid: tuple[str, int]) -> None:
    """Show a hex as it would be with another tile."""
    pos, teller = view.game.pos, view.teller
    refusal = await asyncio.to_thread(outlook.misfit, pos, hex_, *laid)
    if refusal is not None:
        reasons = (teller.refusal(refusal), tile_sheets.instead(teller, pos, hex_))
        await reply(interaction, sentences.cut("\n".join(filter(None, reasons)), MESSAGE))
        return
    text = tile_sheets.plan(teller, pos, hex_, laid)
    await _show(interaction, view, text, CloseupView(MapContent(plan=((hex_, *laid),))))


plan.autocomplete("place")(_hexes)
plan.autocomplete("unit")(_units)


@plan.autocomplete("kept")
@in_time
async def _plans(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer one's own plans."""
    view = await started(interaction)
    found = await interaction.client.storage.plans.of(view.table.game_id, interaction.user.id)
    names = search([one.name for one in found], typed, str)
    return [Choice(name=name, value=name) for name in names[:CHOICES]]


async def _fits(interaction: Interaction, view: TableView) -> list[tuple[str, int]]:
    """Return the tiles that fit by shape on the hex that was typed, with their rotations."""
    try:
        hex_ = _hex(view.game, str(getattr(interaction.namespace, "hex", "")))
    except NoSuchHex:
        return []
    return list(await asyncio.to_thread(outlook.shapely, view.game.pos, hex_))


@plan.autocomplete("tile")
@in_time
async def _tiles(interaction: Interaction, typed: str) -> list[Choice[str]]:
    view = await started(interaction)
    tiles, fits = view.game.title.tiles, await _fits(interaction, view)
    colours = {tile: view.bare.value("colour", tiles[tile].colour) for tile, _ in fits}
    found = search(colours, typed, str, colours.__getitem__)
    return [Choice(name=f"{tile} ({colours[tile]})", value=tile) for tile in found[:CHOICES]]


@plan.autocomplete("rotation")
@in_time
async def _rotations(interaction: Interaction, typed: str) -> list[Choice[int]]:
    view = await started(interaction)
    fits = await _fits(interaction, view)
    tile = str(getattr(interaction.namespace, "tile", "")).strip().removeprefix("#")
    turns = [turn for one, turn in fits if one == tile and typed.strip() in ("", str(turn))]
    track = view.game.title.tiles[tile].track if turns else ()
    return [
        Choice(name=f"{turn}: {view.bare.sides(sorted(exits(track, turn)))}", value=turn) for turn in turns
    ]
