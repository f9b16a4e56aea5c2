"""The tree of upgrades that a hex may take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PIL import Image

from engine.board.tiles import Tile
from engine.outlook import Node, generations
from engine.position import Position
from render.hex_geometry import Point
from render.look import PLAIN, Look
from render.map_hex import MapHex
from render.map_hexes import map_hexes
from render.recolour import in_scheme
from render.shapes import Layer, Polyline, Shape
from render.tile_page import BELOW, HALF, INNER, WIDTH, PlacedHex, TilePage, row_of_tiles, tile_height
from render.tile_sheets import tile_count

GAP = 54
"""Room for the lines between two rows."""

LineStarts = Mapping[str, Point]
"""Where the lines from the tiles of a row begin; the bare hex has no name."""


def draw_upgrades(pos: Position, hex_: str, look: Look = PLAIN) -> Image.Image:
    """Return the tree: a row for each colour, lines from a tile to those that may follow it there.

    :raises KeyError: when there is no such hex.
    """
    pos, _ = in_scheme(pos, look)
    page = TilePage(look)
    now = next(map_hex for map_hex in map_hexes(pos, (), look) if map_hex.hex.id == hex_)
    page.heading(f"{hex_} {now.hex.name}".strip())
    root = WIDTH // 2, round(page.y + tile_height(HALF) / 2)
    page.places.append(PlacedHex(now, root, marked=True))
    feet: LineStarts = {
        now.face.id if isinstance(now.face, Tile) else "": (root[0], root[1] + tile_height(HALF) / 2)
    }
    page.y += tile_height(HALF) + GAP
    for nodes in generations(pos, hex_):
        feet = _row(page, pos, now, nodes, feet)
    page.y -= GAP
    return page.drawn()


def _row(page: TilePage, pos: Position, now: MapHex, nodes: Sequence[Node], above: LineStarts) -> LineStarts:
    half = min(HALF, int(INNER / len(nodes) / 2) - 4)
    plain = now.hex.model_copy(update={"id": "", "name": ""})
    feet = {}
    for node, at in zip(nodes, row_of_tiles(len(nodes), page.y, half), strict=True):
        tile = pos.title.tiles[node.tile]
        gone = pos.state.supply.get(tile.pool) == 0
        page.tile(MapHex(plain, tile, node.rotation), at, tile_count(pos, tile), half, pale=gone)
        page.shapes += _lines((at[0], at[1] - tile_height(half) / 2), node, above, page.scheme.faint)
        feet[node.tile] = at[0], at[1] + tile_height(half) / 2 + BELOW
    page.y += tile_height(half) + BELOW + GAP
    return feet


def _lines(head: Point, node: Node, above: LineStarts, colour: str) -> Iterator[Shape]:
    for parent in node.parents or ("",):
        if parent in above:
            yield Polyline((above[parent], head), colour, 2, Layer.GROUND)
