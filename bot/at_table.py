"""Which table somebody means, who they are there, and how they see it."""

from __future__ import annotations

import re
from contextlib import suppress

from assets import sentences
from bot.client import Interaction
from bot.errors.tables import NoGame, NoSuchSeat, NothingToShow, NotSeated
from bot.menu.search import exact
from bot.pickers.player import PlayerContext, player_context
from bot.pictures import looks
from bot.replies import language_for
from bot.speech.table_view import TableView, view_of
from bot.storage import GameRow
from bot.tables.colours import COLOURS, WISH
from bot.tables.table import Seat, StartedTable, Table
from engine.refusals import BadSetup
from engine.title import find


async def here(interaction: Interaction, *, closed: bool = False, glance: bool = False) -> Table:
    """The table of this channel; for a ``glance`` it need not be known what may be done there.

    :raises NoGame: when there is none
    """
    tables = interaction.client.service.tables
    table = await tables.in_channel(interaction.channel_id or 0, closed=closed, glance=glance)
    if table is None:
        raise NoGame
    return table


def begun(table: Table) -> StartedTable:
    """A table whose game there is to show.

    :raises NothingToShow: when it has not begun
    """
    if not isinstance(table, StartedTable):
        raise NothingToShow
    return table


async def started(interaction: Interaction, *, glance: bool = True) -> TableView:
    """The table of this channel in the language of the person; without ``glance`` one may list choices.

    :raises NoGame: when there is none
    :raises NothingToShow: when it has not begun
    """
    table = begun(await here(interaction, closed=True, glance=glance))
    return view_of(table, await language_for(interaction))


async def pressed(interaction: Interaction, match: re.Match[str]) -> TableView:
    """The table whose button was pressed, in the language of the person.

    :raises NothingToShow: when its game has not begun
    """
    table = begun(await interaction.client.service.tables.glance(int(match["game"])))
    return view_of(table, await language_for(interaction))


async def player_at(interaction: Interaction, table: Table) -> PlayerContext:
    """The person at a running table.

    :raises NotRunning: when the game is not being played
    :raises NotSeated: when the person has no seat
    """
    view = view_of(table.started(), await language_for(interaction))
    return player_context(view, interaction.user.id)


def meant(table: Table, typed: str) -> Seat:
    """The seat somebody means, by its id, as lists send it, or else by the name of its player.

    :raises NoSuchSeat: when nobody sits there
    """
    found = exact(table.seats, typed, lambda seat: seat.id, lambda seat: seat.name)
    if found is None:
        raise NoSuchSeat(seat=typed, seats=[seat.name for seat in table.seats])
    return found


async def shown_scheme(interaction: Interaction, table: Table, *, private: bool = True) -> str:
    """The scheme of a picture: the person's own choice where only they see it, else the table's."""
    if not private:
        return looks.scheme(table)
    return await looks.own(interaction.client.storage, interaction.user.id, table)


async def wish_colour(interaction: Interaction, colour: str) -> None:
    """Note the colour a person wishes for, by number or ``table`` for none, and give it to their seats."""
    client, user = interaction.client, interaction.user.id
    wish = int(colour) if colour in map(str, range(COLOURS)) else None
    await client.storage.people.change_settings(user, **{WISH: wish})
    for row in await client.storage.games.of_user(user, served=True):
        with suppress(BadSetup):  # a table that this version cannot set up keeps no other from it
            await client.service.lobbies.recolour(row.id, user, wish)


def stored_line(row: GameRow, lang: str) -> str:
    """Return where an open table is and whether it is played, by what is stored of it alone."""
    try:
        title = find(row.title).name
    except BadSetup:  # of another version
        title = row.title
    said = {"title": title, "channel": f"<#{row.channel_id}>", "game": str(row.id)}
    return sentences.say(f"list.{row.state}", lang, **said)


async def own_game(interaction: Interaction, game: int) -> Table:
    """The game of a number, for somebody who plays it or has played it.

    :raises GameMissing: when there is none
    :raises NotSeated: when it is others'
    """
    table = await interaction.client.service.tables.glance(game)
    if interaction.user.id not in table.people:
        raise NotSeated
    return table
