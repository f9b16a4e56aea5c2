"""Looking closer: what a hex may become, one company, how the game went, and plans. Nothing here changes a game."""

import asyncio
import io

import discord
from discord import app_commands

from bot.at_table import shown_scheme, started
from bot.client import Bot, Interaction
from bot.command_groups import show_group
from bot.localise import about, described, name, named
from bot.messages import picture_files
from bot.pickers.typed_names import hex_meant, private_meant, unit_meant
from bot.pictures import looks
from bot.pictures.kinds import (
    ChartDrawing,
    CompanyDrawing,
    CompanyHistoryDrawing,
    LaysDrawing,
    MoneyDrawing,
    PlacementsDrawing,
    UpgradesDrawing,
)
from bot.pictures.requests import PictureRequest
from bot.replies import acknowledge, reply, say
from bot.shown_pictures import show_picture
from bot.speech import ledger, powers, tile_sheets
from bot.speech.table_view import TableView, view_of
from bot.suggestions import suggest_hexes, suggest_units
from render import charts
from render.company import known_rounds
from render.history import RoundEnd
from render.money import TABLES, told_rounds


def setup(_bot: Bot) -> None:
    """Add nothing: the commands belong to the group of what is shown."""


async def _begin(interaction: Interaction) -> TableView:
    """Acknowledge, and return the table."""
    await acknowledge(interaction)
    return await started(interaction, glance=False)


# hexes


@show_group.command(name=name("lays"), description=about("show.lays"))
@described(place="hex")
async def lays(interaction: Interaction, place: str | None = None) -> None:
    """Show the tiles that may be laid on a hex now, or that fit there; of the whole board the best."""
    view = await _begin(interaction)
    if place is None:
        await _best_lays(interaction, view)
        return
    hex_ = hex_meant(view.game, place)
    text, choices = await asyncio.to_thread(tile_sheets.lays, view.teller, view.game, hex_)
    if choices:
        await show_picture(interaction, view, text, LaysDrawing(hex_, choices))
    else:
        await reply(interaction, text)


async def _best_lays(interaction: Interaction, view: TableView) -> None:
    """Show the lays of the whole board that would earn most."""
    if not looks.hints_for(view.table, interaction.user.id):
        await say(interaction, "lays.players" if looks.hints(view.table) else "lays.alone")
        return
    text, placements = await interaction.client.choice_pictures.best_lays(view)
    if placements:
        head = view.teller.say("lays.best", unit=view.teller.unit_in_full(view.game.pos.unit))
        await show_picture(interaction, view, f"{head}\n{text}", PlacementsDrawing(placements))
    else:
        await say(interaction, "lays.nobody")


@show_group.command(name=name("upgrades"), description=about("show.upgrades"))
@described(place="hex")
async def upgrades(interaction: Interaction, place: str) -> None:
    """Show what may become of a hex, generation by generation."""
    view = await _begin(interaction)
    hex_ = hex_meant(view.game, place)
    text = view.teller.say("upgrades.head", place=view.teller.place(hex_))
    await show_picture(interaction, view, text, UpgradesDrawing(hex_))


# companies and the course of the game


@show_group.command(name=name("company"), description=about("show.company"))
@described(company_="unit")
async def company(interaction: Interaction, company_: str) -> None:
    """Show the card of a company with its history, or what a private can do."""
    view = await _begin(interaction)
    if private := private_meant(view.game, company_):
        await reply(interaction, "\n".join(powers.private(view.teller, view.game.pos, private)))
        return
    unit = unit_meant(view.game, company_)
    text = f"### {view.game.title.units[unit].name}"
    course = await _course(interaction, view)
    history = (CompanyHistoryDrawing(unit, course),) if known_rounds(unit, course) else ()
    await show_picture(interaction, view, text, CompanyDrawing(unit), *history)


@show_group.command(name=name("chart"), description=about("show.chart"))
@described(kind="kind")
@app_commands.choices(kind=named("picture.chart", charts.CHARTS))
async def chart(interaction: Interaction, kind: str) -> None:
    """Show how the game went as lines over its rounds."""
    view = await _begin(interaction)
    course = await _course(interaction, view)
    text = "### " + view.teller.say(f"picture.chart.{kind}")
    await show_picture(interaction, view, text, ChartDrawing(kind, course))


@show_group.command(name=name("money"), description=about("show.money"))
@described(table="money")
@app_commands.choices(table=named("picture.money", TABLES))
async def money(interaction: Interaction, table: str = TABLES[0]) -> None:
    """Show money over time as a table, with all of it as a file to copy."""
    await acknowledge(interaction)
    view = await started(interaction)
    shown = MoneyDrawing(table, await _course(interaction, view))
    if not told_rounds(table, shown.course):
        await say(interaction, "ledger.none")
        return
    look = looks.look(view.table, view.lang, await shown_scheme(interaction, view.table))
    request = PictureRequest((shown,), look)
    files = await picture_files.drawn(interaction.client, view, request)
    copy = io.BytesIO(ledger.as_csv(view.bare, shown.course).encode("utf-8-sig"))
    files.append(discord.File(copy, filename=f"money-{view.table.rev}.csv"))
    text = "### " + view.teller.say(f"picture.money.{table}")
    await reply(interaction, f"{text}\n-# {view.teller.say('ledger.file')}", files=files)


@show_group.command(name=name("film"), description=about("show.film"))
@described(private="only_you")
async def film(interaction: Interaction, private: bool = True) -> None:  # noqa: FBT001, FBT002
    """Hand the whole game out as a moving picture."""
    await acknowledge(interaction, public=not private)
    view = await started(interaction)
    view = view if private else view_of(view.table)
    table = view.table
    look = looks.look(table, view.lang, await shown_scheme(interaction, table, private=private))
    alt = view.teller.say("alt.film", title=table.title, n=len(table.moves))
    shown = await picture_files.film(interaction.client, table, look, alt)
    await reply(interaction, alt, files=[shown], public=not private)


async def _course(interaction: Interaction, view: TableView) -> tuple[RoundEnd, ...]:
    """Return how the game went, round by round."""
    return await interaction.client.pictures.course(view.table.setup, tuple(view.table.move_texts()))


company.autocomplete("company_")(suggest_units)
lays.autocomplete("place")(suggest_hexes)
upgrades.autocomplete("place")(suggest_hexes)
