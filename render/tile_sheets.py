"""Sheets of tiles: what is left, and what may be laid on a hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt

from PIL import Image

from engine.board.hexes import EDGES, neighbour
from engine.board.tiles import COLOURS, Tile
from engine.data import Hex
from engine.position import Position
from render.labels import TIMES, count_left, label
from render.look import PLAIN, Look
from render.map_hex import MapHex, Surroundings
from render.map_hexes import bonus_flags, map_hexes
from render.recolour import in_scheme
from render.sheet import WIDE_MARGIN as MARGIN
from render.surroundings import underground
from render.tile_page import BELOW, HALF, INNER, Pixel, PlacedHex, TilePage, row_of_tiles, tile_height

ACROSS = 7
"""Tiles in a row of the supply."""
NEAR = 40
"""Half the width of a hex that is shown with its neighbours."""
BESIDE = 3
"""Lays in a row of a contact sheet."""
BARE = Hex(id="")


@dataclass(frozen=True, slots=True)
class LayChoice:
    """A tile that may be laid, its rotation, and what is written below it."""

    tile: str
    rotation: int
    text: str


def draw_tiles(pos: Position, look: Look = PLAIN) -> Image.Image:
    """Return every tile of the title by colour, with how many are left."""
    pos, _ = in_scheme(pos, look)
    page = TilePage(look)
    for colour, alike in tiles_by_colour(pos).items():
        page.heading(label(f"colour.{colour}", look.lang))
        _rows(page, pos, alike)
    return page.drawn()


def tiles_by_colour(pos: Position) -> dict[str, list[Tile]]:
    """Return the tiles of a title by colour: those of upgrading first, in their order."""
    found: dict[str, list[Tile]] = {colour: [] for colour in COLOURS}
    for tile in pos.title.tiles.values():
        if not underground(tile):
            found.setdefault(tile.colour, []).append(tile)
    return {colour: tiles for colour, tiles in found.items() if tiles}


def _rows(page: TilePage, pos: Position, tiles: Sequence[Tile]) -> None:
    for first in range(0, len(tiles), ACROSS):
        for tile, at in zip(tiles[first : first + ACROSS], row_of_tiles(ACROSS, page.y), strict=False):
            flags = tuple(flag for stop in tile.stops for flag in bonus_flags(pos, stop))
            shown = MapHex(BARE, tile, colours=pos.phase.colours, around=Surroundings(flags=flags))
            page.tile(shown, at, tile_count(pos, tile), pale=pos.state.supply.get(tile.pool) == 0)
        page.y += tile_height(HALF) + BELOW + 6
    page.y += 14


def tile_count(pos: Position, tile: Tile) -> str:
    """Return the number of a tile, and how many are left of it."""
    return f"{tile.id} {TIMES}{count_left(pos.state.supply.get(tile.pool))}"


def draw_lays(pos: Position, hex_: str, choices: Sequence[LayChoice], look: Look = PLAIN) -> Image.Image:
    """Return a contact sheet: each of the tiles in its place, with the neighbours of the hex around it."""
    pos, _ = in_scheme(pos, look)
    around = {map_hex.hex.id: map_hex for map_hex in map_hexes(pos, (), look)}
    page = _contacts(pos, around, hex_, choices, look)
    return page.drawn()


def _contacts(
    pos: Position, around: Mapping[str, MapHex], hex_: str, choices: Sequence[LayChoice], look: Look
) -> TilePage:
    page = TilePage(look)
    page.heading(f"{hex_} {around[hex_].hex.name}".strip())
    step, tall = INNER / BESIDE, round(NEAR * 2 * sqrt(3)) + tile_height(NEAR)
    for index, choice in enumerate(choices):
        column, line = index % BESIDE, index // BESIDE
        at = round(MARGIN + (column + 0.5) * step), round(page.y + line * (tall + 46) + tall / 2)
        page.places += _neighbourhood(pos, around, hex_, choice, at)
        page.write((at[0], at[1] + tall / 2 + 18), choice.text, step - 16)
    page.y += ceil(len(choices) / BESIDE) * (tall + 46)
    return page


def _neighbourhood(
    pos: Position, around: Mapping[str, MapHex], hex_: str, choice: LayChoice, at: Pixel
) -> Iterator[PlacedHex]:
    for edge in EDGES:
        map_hex = around.get(neighbour(hex_, edge))
        if map_hex:
            yield PlacedHex(map_hex, _beside(at, edge), NEAR)
    yield PlacedHex(laid(pos, around[hex_], choice), at, NEAR, marked=True)


def laid(pos: Position, map_hex: MapHex, choice: LayChoice) -> MapHex:
    """Return a hex as it would be with another tile; its tokens and surroundings stay."""
    return replace(map_hex, face=pos.title.tiles[choice.tile], rotation=choice.rotation, routes=())


def _beside(at: Pixel, edge: int) -> Pixel:
    """Return the centre of the hex behind an edge."""
    x = (-1, -2, -1, 1, 2, 1)[edge] * NEAR
    y = (1, 0, -1, -1, 0, 1)[edge] * round(NEAR * sqrt(3))
    return at[0] + x, at[1] + y
