"""How pictures look: the scheme a person or a table has chosen, and whether earnings are told."""

from dataclasses import replace

from bot.speech import captions
from bot.speech.table_view import TableView
from bot.storage import Storage
from bot.tables.settings import TableSettings
from bot.tables.table import Table
from engine.position import Position
from render.look import Look
from render.schemes import SCHEMES

ON, PLAYERS, OFF = HINTS = ("on", "players", "off")
DEFAULT_SCHEME = "light"


def scheme_of(settings: TableSettings) -> str:
    """Return the scheme of the pictures that everybody sees."""
    return _known(settings.scheme) or DEFAULT_SCHEME


def scheme(table: Table) -> str:
    """Return the scheme of a table's pictures."""
    return scheme_of(table.settings)


def hints(table: Table) -> bool:
    """Tell whether players are shown what a move would earn."""
    return table.settings.hints != OFF


def hints_for(table: Table, user_id: int) -> bool:
    """Tell whether a person is shown what a move would earn; at some tables only those are who play there."""
    return hints(table) and (table.settings.hints != PLAYERS or table.acting_seat(user_id) is not None)


def differ(one: Table, two: Table) -> bool:
    """Tell whether the boards of two states of a table look different."""
    return (scheme(one), one.language, one.seat_colours) != (scheme(two), two.language, two.seat_colours)


async def own(storage: Storage, user_id: int, table: Table) -> str:
    """Return the scheme of a private picture: the person's own choice, else the table's."""
    row = await storage.people.find(user_id)
    return _known(row.scheme) or scheme(table)


def look(table: Table, lang: str, scheme: str = "") -> Look:
    """Return how pictures for a table look: its people's names and colours, in its own scheme or another."""
    return Look(scheme or scheme_of(table.settings), lang, table.names, seats=table.seat_colours)


def dress(view: TableView, pos: Position, scheme: str) -> Look:
    """Return how the pictures of a position at a table are dressed: with its caption and the people's names."""
    return replace(look(view.table, view.lang, scheme), caption=captions.caption(view.teller, pos))


def _known(name: object) -> str:
    """Return the name of a scheme, empty for one that this version does not have."""
    return str(name) if name in SCHEMES else ""
