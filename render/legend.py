"""The legend of the map: every mark that occurs on the map of a title, drawn as it is there, and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest

from PIL import Image

from assets import sentences
from engine.board.tiles import Tile, composed
from engine.data import Unit
from engine.exhibits import Remark
from engine.position import Position
from render import schemes
from render.labels import own_label, remark_text, short_remark
from render.look import PLAIN, Look
from render.map_hex import NO_SURROUNDINGS, MapHex, ShownToken
from render.map_hexes import bonus_flags, map_hexes, shown_flag, unit_sign
from render.overlay import barriers
from render.palette import colourful, readable
from render.recolour import in_scheme
from render.shapes import Layer, Text
from render.sheet import MARGIN, in_lines
from render.sizes import WHOLE
from render.surroundings import MOUTHS, lake, massif
from render.tile_page import WIDTH, PlacedHex, TilePage, tile_height

HALF = 44
"""Half the width of a hex in the legend, in pixels."""
TYPE, LINE = 22, 27
COLUMN = (WIDTH - 2 * MARGIN) / 2
ROOM = COLUMN - 2 * HALF - 22

Seek = Callable[[MapHex], bool]
FOLLOWED = {"mountain_railway": "active", "tunnel": "active"}
"""What a title may tell of a place later, besides what it tells of it now."""


@dataclass(frozen=True, slots=True)
class MapMark:
    """A mark, as a hex that bears it, and what it means; ``outlined`` ones changed, a ``barrier`` lies on an edge."""

    words: str
    hex: MapHex
    outlined: bool = False
    barrier: int | None = None


def draw_legend(pos: Position, look: Look = PLAIN) -> Image.Image:
    """Return the legend: two marks in a row, each with its meaning."""
    shown, _ = in_scheme(pos, look)
    page = TilePage(look)
    page.heading(sentences.say("picture.legend", look.lang))
    marks = legend(shown, look)
    for pair in zip_longest(marks[::2], marks[1::2]):
        told = [(index, mark, in_lines(mark.words, ROOM / TYPE)) for index, mark in enumerate(pair) if mark]
        tall = max(tile_height(HALF), *(len(lines) * LINE for _, _, lines in told)) + 12
        for index, mark, lines in told:
            _put(page, mark, lines, (MARGIN + index * COLUMN, page.y + tall / 2))
        page.y += tall
    return page.drawn()


def _put(page: TilePage, mark: MapMark, lines: Sequence[str], at: tuple[float, float]) -> None:
    x, y = at
    middle = round(x + HALF + 2), round(y)
    sized = replace(mark.hex.sizes, ranks=page.scheme.ranks)
    page.places.append(PlacedHex(replace(mark.hex, sizes=sized), middle, HALF, mark.outlined, mark.barrier))
    top = y - (len(lines) - 1) * LINE / 2
    for index, line in enumerate(lines):
        left = x + 2 * HALF + 14, top + index * LINE
        page.shapes.append(Text(left, line, TYPE, page.scheme.ink, anchor="l", layer=Layer.NAME))


def legend(pos: Position, look: Look = PLAIN) -> list[MapMark]:
    """Return the marks that occur on the map of a position, or may occur later in its game, in words."""
    cells = map_hexes(pos, (), look, WHOLE)
    parts = _printed, _told, _of_units, _laid
    return [*(mark for part in parts for mark in part(pos, cells, look.lang)), *_owned(pos, cells, look)]


def _say(key: str, lang: str) -> str:
    return sentences.say(f"picture.legend.{key}", lang)


def _bare(pos: Position, cell: MapHex) -> MapHex:
    """Return a hex as it is printed, without what has been laid on it."""
    return replace(cell, face=cell.hex, rotation=0, tokens=(), routes=())


def _printed(pos: Position, cells: Sequence[MapHex], lang: str) -> Iterator[MapMark]:
    """Yield what is printed: stops, values, terrain, labels, water and mountains."""
    bare = [_bare(pos, cell) for cell in cells if not cell.around.quiet]
    sought: dict[str, Seek] = {
        "city": lambda cell: "city" in cell.face.kinds,
        "town": lambda cell: "town" in cell.face.kinds,
        "values": lambda cell: "offboard" in cell.face.kinds,
        "mine": lambda cell: "mine" in cell.face.kinds,
        "mountain": lambda cell: "mountain" in cell.face.kinds,
        "label": lambda cell: bool(cell.face.label),
        "closed": lambda cell: bool(cell.hex.split),
        "lake": lambda cell: lake(cell.hex),
        "massif": lambda cell: massif(cell.hex) and bool(cell.around.mouths),
    }
    kinds = dict.fromkeys(one.kind for cell in bare for one in cell.hex.terrain if cell.hex.tiled)
    sought |= {f"terrain.{kind}": partial(_only, kind) for kind in kinds}
    for key, fits in sought.items():
        if found := min(filter(fits, bare), key=_crowded, default=None):
            yield MapMark(_say(key, lang), _with_panel(pos, found))
    if barred := next(barriers(pos, schemes.LIGHT), None):
        empty = min((cell for cell in bare if cell.hex.tiled), key=_crowded)
        edge = next(edge for edge, why in pos.title.hexes[barred[0]].closed.items() if why == "barrier")
        yield MapMark(_say("barrier", lang), empty, barrier=edge)


def _with_panel(pos: Position, cell: MapHex) -> MapHex:
    """Return a mountain with the first of the panels that bear its values, any other hex as it is."""
    mountain = "mountain" in cell.face.kinds
    panels = (tile for tile in pos.title.tiles.values() if mountain and "mountain" in tile.kinds)
    panel = next(panels, None)
    if panel is None:
        return cell
    return replace(cell, face=composed((cell.face, 0), ((panel, 0),)), colours=pos.phase.colours)


def _crowded(cell: MapHex) -> tuple[int, int, bool]:
    """Return how much else there is in a hex."""
    return len(cell.face.stops) + len(cell.face.track), len(cell.hex.terrain), bool(cell.face.label)


def _only(kind: str, cell: MapHex) -> bool:
    return [kind] == [one.kind for one in cell.hex.terrain]


def _told(pos: Position, cells: Sequence[MapHex], lang: str) -> Iterator[MapMark]:
    """Yield what the title tells of places, each kind of remark once."""
    keys = {MOUTHS}
    for remark in pos.title.remarks(pos):
        about = (
            cell
            for cell in cells
            if remark.about in (cell.hex.id, pos.title.hexes[cell.hex.id].name) and cell.around.remark
        )
        if remark.key in keys or not (found := next(about, None)):
            continue
        after = FOLLOWED.get(remark.key, remark.key)
        for one in (remark, replace(remark, key=after, value=1)):
            if one.key not in keys:
                keys.add(one.key)
                yield _mark_told(found, one, lang)


def _mark_told(cell: MapHex, remark: Remark, lang: str) -> MapMark:
    """Return a title's remarks on a hex, as they stand there or will, and in words."""
    own, sign = f"picture.legend.{remark.key}", short_remark(remark, lang)
    words = sentences.say(own, lang) if sentences.known(own) else remark_text(remark, str(remark.value), lang)
    shown = cell.around.remark if sign in cell.around.remark else f"{cell.around.remark} {sign}"
    return MapMark(f"{shown}: {words}", replace(cell, around=replace(cell.around, remark=shown)))


def _of_units(pos: Position, cells: Sequence[MapHex], lang: str) -> Iterator[MapMark]:
    """Yield tokens, slots that are kept, and flags."""
    units = pos.title.data.units
    city = min((_bare(pos, cell) for cell in cells if "city" in cell.hex.kinds), key=_crowded)
    token = _token_of(_brightest(units))
    kept = _token_of(_brightest([one for one in units if one.home] or units))
    yield MapMark(own_label(pos.title, "legend.token", lang), replace(city, tokens=(token,)))
    yield MapMark(_say("acting", lang), replace(city, tokens=(replace(token, ringed=True),)))
    yield MapMark(_say("kept", lang), replace(city, tokens=(replace(kept, placed=False),)))
    flags = pos.title.flags(pos)
    plain = replace(city, around=NO_SURROUNDINGS)
    if goal := next((flag for flag in flags if flag.kind == "destination"), None):
        for key, done in (("destination", False), ("settled", True)):
            around = replace(NO_SURROUNDINGS, flags=(shown_flag(pos, goal.unit, done=done),))
            yield MapMark(_say(key, lang), replace(plain, around=around))
    if home := next((flag for flag in flags if flag.kind == "home" and flag.stop is None), None):
        yield MapMark(_say("home", lang), next(cell for cell in cells if cell.hex.id == home.hex))


def _brightest(units: Iterable[Unit]) -> Unit:
    return max(units, key=lambda one: colourful(one.colour))


def _token_of(unit: Unit) -> ShownToken:
    return ShownToken(0, unit_sign(unit), unit.colour, readable(unit.ink, unit.colour))


def _owned(pos: Position, cells: Sequence[MapHex], look: Look) -> Iterator[MapMark]:
    """Yield the ring of an owner, where there are minors."""
    city = min((_bare(pos, cell) for cell in cells if "city" in cell.hex.kinds), key=_crowded)
    if minor := next((unit for unit in pos.title.data.units if not unit.shares), None):
        owned = replace(_token_of(minor), owner=look.colours.seats[0])
        yield MapMark(_say("owner", look.lang), replace(city, tokens=(owned,)))


def _laid(pos: Position, cells: Sequence[MapHex], lang: str) -> Iterator[MapMark]:
    """Yield what only some tiles have, and what is drawn around hexes."""
    plain = next(cell.hex for cell in cells if cell.hex.tiled and not cell.hex.name and not cell.hex.terrain)
    unnamed = plain.model_copy(update={"id": "", "name": ""})
    tiles = [tile for tile in pos.title.tiles.values() if tile.stops or tile.border != "none"]

    def shown(tile: Tile) -> MapHex:
        flags = tuple(flag for stop in tile.stops for flag in bonus_flags(pos, stop))
        around = replace(NO_SURROUNDINGS, flags=flags)
        return MapHex(unnamed, tile, colours=pos.phase.colours, around=around, sizes=WHOLE)

    if tile := next((tile for tile in tiles if tile.border != "none"), None):
        yield MapMark(_say("border", lang), shown(tile))
    if tile := next((tile for tile in tiles if any(stop.bonus for stop in tile.stops)), None):
        yield MapMark(_say("bonus", lang), shown(tile))
    yield MapMark(
        _say("changed", lang), shown(next(tile for tile in tiles if "town" in tile.kinds)), outlined=True
    )
