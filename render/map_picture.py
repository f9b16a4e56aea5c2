"""A map that is being drawn: its frame with coordinates, its hexes, and what lies over them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import ceil, floor

from PIL import Image

from engine.board.hexes import EDGES, neighbour
from engine.board.tiles import Tile
from engine.position import Position
from render import paint, palette, schemes
from render.hex_geometry import APOTHEM, CORNERS, HexGrid, row_letter
from render.kept import pressed
from render.look import Look
from render.map_hex import MapHex
from render.map_hexes import ShownRoute, map_hexes
from render.overlay import HexDrawing, barriers, letters_on_borders, outline, revenue_tags
from render.palette import Scheme
from render.recolour import in_scheme
from render.shapes import Layer, Shape, Text
from render.sizes import WHOLE, Sizes
from render.slots_offered import OfferedSlot
from render.sprites import GHOST, representative, stamp
from render.unpainted import Unpainted

WIDTH = 1400
FRAME = 34
"""Width of the frame around the hexes, for a map of the default width."""
LANDS = 48
"""How many maps without anything on their land are kept."""
FILLED = 1.3
"""How large coordinates are, in units of half the width of the frame."""
FADED = 0.62
"""How pale hexes are that cannot be picked."""

PlannedTile = tuple[str, str, int]
"""A hex, a tile and its rotation."""


@dataclass(frozen=True, slots=True)
class MapContent:
    """What a map is to show: hexes that changed, routes, planned tiles.

    A route is anything with ``train``, ``path`` and perhaps ``revenue``; tiles of a ``plan`` are shown as ghosts.
    Hexes with ``letters`` can be picked, the others are then pale; ``offered`` slots bear a price or a letter.
    """

    highlight: Collection[str] = ()
    routes: Sequence[ShownRoute] = ()
    plan: Sequence[PlannedTile] = ()
    letters: Mapping[str, str] = field(default_factory=dict)
    offered: Sequence[OfferedSlot] = ()

    @property
    def picked_from(self) -> Collection[str]:
        """Return the hexes that somebody chooses between."""
        return {*self.letters, *(slot.hex for slot in self.offered)}


@dataclass(frozen=True, slots=True)
class MapPicture:
    """A map of some hexes that is being drawn."""

    hexes: frozenset[str]
    image: Image.Image
    grid: HexGrid
    look: Look

    @classmethod
    def empty(
        cls, hexes: tuple[str, ...], look: Look, frame: float = FRAME, filled: float = FILLED
    ) -> MapPicture:
        """Return the frame with coordinates."""
        width = look.width or WIDTH
        grid = HexGrid.fit(hexes, width, round(frame * width / WIDTH))
        return cls(frozenset(hexes), _frame(hexes, grid, (width, filled), look.scheme), grid, look)

    def fill(self, pos: Position, scene: MapContent, sizes: Sizes = WHOLE) -> None:
        """Draw the hexes and what lies over them."""
        self.put(hexes_drawn(pos, scene, self.look, self.hexes, sizes))

    def put(self, drawn: HexesDrawn) -> None:
        """Put hexes on the map, and what lies over them."""
        for hex_, map_hex, pale in drawn.stamped:
            stamp(self.image, map_hex, self.grid.right, self.look.scheme, self.grid.pixel(hex_), pale=pale)
        for hex_, found in drawn.over:
            paint.put(self.image, found, self.grid.side, self.grid.pixel(hex_))


@dataclass(frozen=True, slots=True)
class HexesDrawn:
    """The hexes of a map as they are drawn one by one, each where it lies and how pale; what lies over them."""

    stamped: tuple[tuple[str, MapHex, float], ...]
    over: tuple[HexDrawing, ...]


@dataclass(frozen=True, slots=True)
class UnpaintedMap(Unpainted):
    """A map of some hexes, so wide in pixels, in the colours of a scheme."""

    hexes: tuple[str, ...]
    width: int
    scheme: str
    drawn: HexesDrawn

    @classmethod
    def of(cls, pos: Position, scene: MapContent, look: Look) -> UnpaintedMap:
        """Return the whole map of a position."""
        hexes = tuple(pos.title.hexes)
        return cls(hexes, look.width or WIDTH, look.scheme, hexes_drawn(pos, scene, look, frozenset(hexes)))

    def painted(self) -> Image.Image:
        """The map."""
        sheet = MapPicture.empty(self.hexes, Look(self.scheme, width=self.width))
        sheet.put(self.drawn)
        return sheet.image


def hexes_drawn(
    pos: Position, scene: MapContent, look: Look, hexes: frozenset[str], sizes: Sizes = WHOLE
) -> HexesDrawn:
    """Return how some hexes of a position are drawn, and what lies over them."""
    pos, scheme = in_scheme(pos, look)
    shown = _shown(pos, scene, look, replace(sizes, ranks=scheme.ranks), hexes)
    over = (
        *barriers(pos, scheme),
        *outline(scene.highlight, scheme),
        *outline(scene.letters, scheme, scheme.accent),
        *outline((hex_ for hex_, _, _ in scene.plan), scheme, scheme.accent),
        *revenue_tags(shown, scene.routes, scheme),
        *letters_on_borders(shown, scheme),
    )
    return HexesDrawn(
        tuple(_stamped(pos, scene, shown)),
        tuple((hex_, tuple(shapes)) for hex_, shapes in over if hex_ in hexes),
    )


def _stamped(
    pos: Position, scene: MapContent, shown: Mapping[str, MapHex]
) -> Iterator[tuple[str, MapHex, float]]:
    """Yield the hexes, then the ghosts of planned tiles; as what stands for all that look like them."""
    choices = scene.picked_from
    for hex_, map_hex in shown.items():
        yield hex_, representative(map_hex), FADED if choices and hex_ not in choices else 0.0
    for hex_, tile, rotation in scene.plan:
        if hex_ in shown:
            ghost = _ghost(shown[hex_], pos.title.tiles[tile], rotation)
            yield hex_, representative(ghost), GHOST


def _shown(
    pos: Position, scene: MapContent, look: Look, sizes: Sizes, hexes: frozenset[str]
) -> dict[str, MapHex]:
    every = map_hexes(pos, scene.routes, look, sizes, hexes)
    shown = {map_hex.hex.id: map_hex for map_hex in every}
    for hex_, letter in scene.letters.items():
        if hex_ in shown:
            around = replace(shown[hex_].around, letter=letter)
            shown[hex_] = replace(shown[hex_], around=around)
    for slot in scene.offered:
        if slot.hex in shown:
            tokens = (*shown[slot.hex].tokens, slot.token(pos))
            shown[slot.hex] = replace(shown[slot.hex], tokens=tokens)
    return shown


def _ghost(map_hex: MapHex, tile: Tile, rotation: int) -> MapHex:
    """Return a hex with a planned tile, and with the routes over it where the position has the tile already."""
    there = map_hex.face == tile and map_hex.rotation == rotation
    return replace(map_hex, face=tile, rotation=rotation, routes=map_hex.routes if there else ())


def _frame(hexes: tuple[str, ...], grid: HexGrid, size: tuple[int, float], name: str) -> Image.Image:
    """Return the land with its outline, row letters and column numbers around it."""
    width, filled = size
    image = _empty_land(hexes, grid, width, name)
    scheme = schemes.scheme(name)
    paint.Canvas(image, 1, (0, 0), stamps=True).draw(
        _coordinates(grid, (width, image.height), filled, scheme)
    )
    return image


@pressed(LANDS)
def _empty_land(hexes: tuple[str, ...], grid: HexGrid, width: int, name: str) -> Image.Image:
    """Return the land with its outline, without coordinates: it has few colours."""
    scheme = schemes.scheme(name)
    height = grid.height + grid.top - round(grid.side)
    image = Image.new("RGB", (width, height), scheme.page)
    known = frozenset(hexes)
    coast = [hex_ for hex_ in hexes if any(neighbour(hex_, edge) not in known for edge in EDGES)]
    ground = palette.mix(scheme.gap, scheme.ink, 0.35)
    for size, colour in ((1.1, palette.mix(scheme.page, scheme.ink, 0.12)), (1.055, ground)):
        _land(image, [grid.pixel(hex_) for hex_ in coast], grid.side * size, colour)
    for x, y in (grid.pixel(hex_) for hex_ in known.difference(coast)):
        image.paste(ground, (x - grid.right, y - ceil(grid.side), x + grid.right, y + ceil(grid.side)))
    return image


def _land(image: Image.Image, coast: Iterable[tuple[int, int]], side: float, colour: str) -> None:
    """Put hexes on a picture that are a little larger than those of the map, so that the land has an outline."""
    (wide, high), rim = _hexagon(side)
    for x, y in coast:
        image.paste(colour, (x - wide, y - high, x + wide, y + high))
        for left, top, part in rim:
            image.paste(colour, (x + left, y + top), part)


@lru_cache(maxsize=16)
def _hexagon(side: float) -> tuple[tuple[int, int], tuple[tuple[int, int, Image.Image], ...]]:
    """Return half the size of the upright middle of a hex, and masks of what is around it, each with its corner."""
    half = ceil(side) + 1
    whole = paint.mask((2 * half, 2 * half), CORNERS, side, (half, half))
    left, top, right, bottom = whole.getbbox() or (0, 0, 2 * half, 2 * half)
    wide, high = floor(side * APOTHEM) - 1, floor(side / 2) - 1
    boxes = (
        (left, top, right, half - high),
        (left, half + high, right, bottom),
        (left, half - high, half - wide, half + high),
        (half + wide, half - high, right, half + high),
    )
    return (wide, high), tuple((box[0] - half, box[1] - half, whole.crop(box)) for box in boxes)


def _coordinates(grid: HexGrid, size_of: tuple[int, int], filled: float, scheme: Scheme) -> Iterator[Shape]:
    (width, height), margin = size_of, (grid.top - grid.side) / 2
    size = min(grid.side * 0.42, margin * filled)
    for column in range(grid.columns[0], grid.columns[1] + 1):
        x = grid.left + (column - grid.columns[0]) * grid.right
        for end in (margin, height - margin):
            yield Text((x, end), str(column), size, scheme.soft, bold=True, layer=Layer.GROUND)
    for row in range(grid.rows[0], grid.rows[1] + 1):
        y = grid.top + (row - grid.rows[0]) * grid.down
        for end in (margin, width - margin):
            yield Text((end, y), row_letter(row), size, scheme.soft, bold=True, layer=Layer.GROUND)
