"""The tree of what may become of a hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from PIL import Image

from engine.board.tiles import Tile
from engine.outlook import Node, generations
from engine.position import Position
from render.cell import Cell
from render.cells import cells
from render.dress import dressed
from render.layout import Point
from render.page import BELOW, HALF, INNER, WIDTH, Page, Place, high, row
from render.shapes import Layer, Line, Shape
from render.tiles import counted

GAP = 54
"""Room for the lines between two rows."""

Feet = Mapping[str, Point]
"""Where the lines from the tiles of a row begin; the bare hex has no name."""


def family(
    pos: Position, hex_: str, *, width: int = WIDTH, scheme: str = "light", lang: str = "en"
) -> Image.Image:
    """Return the tree: a row for each colour, lines from a tile to those that may follow it there.

    :raises KeyError: there is no such hex.
    """
    pos, look = dressed(pos, scheme)
    page, here = Page(look), pos.title.hexes[hex_]
    now = next(cell for cell in cells(pos, (), look, lang) if cell.hex is here)
    page.heading(f"{hex_} {here.name}".strip())
    root = WIDTH // 2, round(page.y + high(HALF) / 2)
    page.places.append(Place(now, root, marked=True))
    feet: Feet = {now.face.id if isinstance(now.face, Tile) else "": (root[0], root[1] + high(HALF) / 2)}
    page.y += high(HALF) + GAP
    for nodes in generations(pos, hex_):
        feet = _row(page, pos, now, nodes, feet)
    page.y -= GAP
    return page.drawn(scheme, width)


def _row(page: Page, pos: Position, now: Cell, nodes: Sequence[Node], above: Feet) -> Feet:
    half = min(HALF, int(INNER / len(nodes) / 2) - 4)
    plain = now.hex.model_copy(update={"id": "", "name": ""})
    feet = {}
    for node, at in zip(nodes, row(len(nodes), page.y, half), strict=True):
        tile = pos.title.tiles[node.tile]
        gone = pos.state.supply.get(tile.pool) == 0
        page.tile(Cell(plain, tile, node.rotation), at, counted(pos, tile), half, pale=gone)
        page.shapes += _lines((at[0], at[1] - high(half) / 2), node, above, page.look.faint)
        feet[node.tile] = at[0], at[1] + high(half) / 2 + BELOW
    page.y += high(half) + BELOW + GAP
    return feet


def _lines(head: Point, node: Node, above: Feet, colour: str) -> Iterator[Shape]:
    for parent in node.parents or ("",):
        if parent in above:
            yield Line((above[parent], head), colour, 2, Layer.GROUND)
