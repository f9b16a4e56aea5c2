"""What is suggested while somebody types: languages, games, seats, moves, hexes, companies."""

from collections.abc import Iterable

from discord.app_commands import Choice

from assets import sentences
from bot.at_table import here, started
from bot.client import Interaction
from bot.menu.search import PAGE, holds, search
from bot.messages.lines import move_text
from bot.replies import in_time, language_for
from bot.speech.table_view import view_of
from bot.storage import GameRow, TableState
from bot.tables.table import StartedTable, Table
from engine.board.hexes import order

BEGUN: tuple[TableState, ...] = ("running", "finished", "ended")
LISTING = 0.3
"""Seconds that suggesting hexes waits to learn where something may be laid."""


async def suggest_languages(_interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Return the languages whose names or codes hold what is typed."""
    found = [(sentences.say("language.name", lang), lang) for lang in sentences.languages()]
    fits = search(found, typed, lambda one: one[1], lambda one: one[0])
    return [Choice(name=text, value=lang) for text, lang in fits]


@in_time
async def suggest_own(interaction: Interaction, typed: str) -> list[Choice[int]]:
    """Return the games that somebody plays or has played to choose from."""
    rows = await interaction.client.storage.games.of_user(interaction.user.id, BEGUN)
    return await games_of(interaction, rows, typed)


async def games_of(interaction: Interaction, rows: Iterable[GameRow], typed: str) -> list[Choice[int]]:
    """Return games to choose from: the number, the title, who plays, and since when."""
    lang, found = await language_for(interaction), []
    for row in {row.id: row for row in rows}.values():
        seats = await interaction.client.storage.seats.of_game(row.id)
        names = sentences.join([sentences.tidy(seat.name) for seat in seats], lang)
        text = sentences.cut(f"{row.id}: {row.title}, {names} ({row.created_at:%Y-%m-%d})", 100)
        if holds(text, typed):
            found.append(Choice(name=text, value=row.id))
        if len(found) == PAGE:
            break
    return found


@in_time
async def suggest_seats(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Return the seats of this channel's table whose players' names hold what is typed."""
    table = await here(interaction, glance=True)
    found = search(table.seats, typed, lambda seat: seat.name)
    return [Choice(name=sentences.tidy(seat.name), value=seat.id) for seat in found]


async def recent_moves(interaction: Interaction, typed: str) -> list[Choice[int]]:
    """Return moves of this channel's table to choose from."""
    return await moves_of(interaction, await here(interaction, closed=True, glance=True), typed)


async def moves_of(interaction: Interaction, table: Table | None, typed: str) -> list[Choice[int]]:
    """Return moves of a table to choose from: the latest, or those that contain what is typed."""
    if not isinstance(table, StartedTable):
        return []
    view = view_of(table, await language_for(interaction))
    found: list[Choice[int]] = []
    for number in range(len(table.moves), 0, -1):
        text = sentences.cut(f"{number}. {move_text(view, number, bare=True)}", 100)
        if holds(text, typed):
            found.append(Choice(name=text, value=number))
        if len(found) == PAGE:
            break
    return found


@in_time
async def suggest_hexes(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer the hexes that take tiles, those first on which something may be laid now."""
    view = await started(interaction)
    game, said = view.game, view.bare
    tiled = [hex_ for hex_, known in game.title.hexes.items() if known.tiled]
    listed = await interaction.client.service.tables.is_listed(view.table, LISTING)
    now = {getattr(offer.action, "hex", "") for offer in game.choices.offers} if listed else set()
    ranked = sorted(tiled, key=lambda hex_: (hex_ not in now, order(hex_)))
    found = search(ranked, typed, str, lambda hex_: said.place(hex_).partition(" ")[2], said.called)
    return [Choice(name=sentences.cut(said.place(hex_), 100), value=hex_) for hex_ in found[:PAGE]]


@in_time
async def suggest_units(interaction: Interaction, typed: str) -> list[Choice[str]]:
    """Offer the companies of the title, those in play first, then the privates."""
    view = await started(interaction)
    game, said = view.game, view.bare
    ranked = sorted(game.title.data.units, key=lambda unit: unit.id not in game.state.tokens_left)
    named_ = {unit.id: f"{said.unit_in_full(unit.id)}: {unit.name}" for unit in ranked}
    named_ |= {private: said.private(private) for private in game.title.privates}
    found = search(named_, typed, str, said.unit, named_.__getitem__)
    return [Choice(name=sentences.cut(named_[unit], 100), value=unit) for unit in found[:PAGE]]
