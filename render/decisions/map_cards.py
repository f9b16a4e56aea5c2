"""What is decided on the map: the part of it that matters, what the unit in turn has, and who comes after it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import ceil

from PIL import Image

from assets import sentences
from engine.actions import unit_of
from engine.board.hexes import coordinates
from engine.decisions import DecisionKind
from engine.position import Position
from engine.stakes import Ends
from engine.state import PastRun
from engine.turn_order import line_up
from render import fonts, palette
from render.compose import HIGH, ROW, TYPE, WIDTH, ZOOM, Dressed, Flow, PicturePart, chip_width
from render.decisions.power_rows import add_powers, add_uses
from render.decisions.question import Question
from render.hex_geometry import APOTHEM
from render.map_hexes import ShownRoute
from render.map_picture import WIDTH as MAP_WIDTH
from render.map_picture import MapContent, MapPicture
from render.phone_map import own_part
from render.run_legend import earned
from render.shapes import Box, Layer, Text
from render.sheet import SMALL, Sheet
from render.sizes import CARD, Sizes

FRAME, FILLED = 19, 2.25
"""Width of the frame of coordinates, and how much of it they fill."""
HALF = 53
"""Half the width of a hex, at which tokens and values can be read on a phone."""
NAME = 13.6
"""The least size of the name of a place."""
ROWS = 3
EN_DASH = "\u2013"


def on_the_map(dressed: Dressed, asked: Question) -> tuple[list[PicturePart], float]:
    """The part of the map that matters above what the unit in turn has."""
    sheet = _told(dressed, asked)
    high = sheet.y + 4
    image, wide, tall = map_part(dressed, asked.shown, HIGH - high)
    parts = [PicturePart((WIDTH - wide) / 2, 0, picture=image), PicturePart(0, tall, sheet.shapes)]
    return parts, tall + high


def _told(dressed: Dressed, asked: Question) -> Sheet:
    """What stands below the map: of routes that have no room on it between which hexes they run, powers at hand.

    Those take the row of who comes next, so that the map is no smaller for it.
    """
    off, routes = set[int](), asked.shown.routes
    while True:
        sheet = Sheet(dressed.look, width=WIDTH, y=0)
        if routes:
            add_run(sheet, dressed, routes, off)
        for unit in _deciding(dressed.pos, asked):
            add_unit(sheet, dressed, unit)
        if asked.kind is DecisionKind.POWER:
            add_powers(sheet, dressed, asked.offers)
        elif not add_uses(sheet, dressed, asked.offers) and not off:
            add_order(sheet, dressed)
        part = set(_hexes(dressed, MapContent(routes=tuple(routes)), HIGH - sheet.y - 4))
        outside = {index for index, route in enumerate(routes) if not part.issuperset(_passed(route))}
        if outside <= off:
            return sheet
        off |= outside


def _deciding(pos: Position, asked: Question) -> list[str]:
    """The unit in turn; where there is none, those about which something is decided."""
    named = (unit_of(offer.action) for offer in asked.offers)
    return [pos.unit] if pos.unit else [one for one in dict.fromkeys(named) if one in pos.title.units]


def _passed(route: ShownRoute) -> list[str]:
    """The hexes of a route in order."""
    return [step.partition(".")[0] for step in route.path]


def _hexes(dressed: Dressed, what: MapContent, room: float, wide: float = WIDTH) -> tuple[str, ...]:
    """The hexes of the part of the map that matters, as many as can be read in the room there is."""
    passed = [hex_ for route in what.routes for hex_ in _passed(route)]
    across = int((wide - 2 * FRAME) // HALF) - 1
    rows = max(1, min(ROWS + 1, int((room - 2 * FRAME - 2 * 1.1547 * HALF) // (1.732 * HALF)) + 1))
    return own_part(dressed.pos, passed or what.highlight, across, across, rows)


def map_part(
    dressed: Dressed, what: MapContent, room: float, wide: float = WIDTH
) -> tuple[Image.Image, float, float]:
    """The part of the map that matters as a picture, with its width and height in units."""
    pos, hexes = dressed.pos, _hexes(dressed, what, room, wide)
    places = [coordinates(hex_) for hex_ in hexes]
    columns, lines = ({place[axis] for place in places} for axis in (1, 0))
    count, deep = max(columns) - min(columns) + 2, max(lines) - min(lines)
    half = min((wide - 2 * FRAME) / count, (room - 2 * FRAME) / (2 * 1.1547 + 1.732 * deep))
    pixels = int(half * ZOOM) * count + 2 * FRAME * ZOOM
    sheet = MapPicture.empty(
        tuple(hexes), replace(dressed.look, width=pixels), FRAME * ZOOM * MAP_WIDTH / pixels, FILLED
    )
    sheet.fill(pos, what, _sizes(half))
    return sheet.image, pixels / ZOOM, sheet.image.height / ZOOM


def _sizes(half: float) -> Sizes:
    """The sizes in hexes so large: names are as small as can be read at a desk before they are shortened."""
    least = ceil(100 * NAME * APOTHEM / half) / 100
    names = (*CARD.names, (CARD.least + least) / 2, least)
    return replace(CARD, names=names, finest=least)


def add_unit(sheet: Sheet, dressed: Dressed, unit: str) -> None:
    """Add what a unit has: treasury, trains of how many, tokens, last runs."""
    pos = dressed.pos
    known = pos.title.units[unit]
    flow = Flow(sheet, dressed).unit(known).text(money(dressed, pos.cash(unit)), bold=True, size=26)
    flow.player(pos.director(unit))
    add_trains(flow, dressed, unit)
    if known.tokens:
        flow.gap(4).label_of(known.kind, "head.tokens").tokens(pos.state.tokens_left.get(unit, ()))
    add_runs(flow.gap(4), dressed, unit)
    flow.end()


def add_trains(flow: Flow, dressed: Dressed, unit: str, after: Position | None = None) -> None:
    """Add the trains of a unit, those ``after`` a change if there is one, how many they are, and may be."""
    pos = dressed.pos
    trains, limit = pos.trains(unit), pos.phase.train_limit.get(pos.kind(unit), 0)
    flow.gap(4).label("trains").plates(trains)
    if after is not None and after.trains(unit) != trains:
        trains = after.trains(unit)
        flow.text("\u2192", soft=True).plates(trains)
    if limit:
        over = len(trains) > limit
        colour = flow.sheet.scheme.barrier if over else ""
        flow.text(f"{len(trains)}/{limit}", bold=over, soft=True, colour=colour)


def add_runs(flow: Flow, dressed: Dressed, unit: str) -> None:
    """Add the last three runs of a unit, the latest last; those that were withheld stand on grey.

    The latest stands beside the label, in a new row if there is no room for both in this one.
    """
    last = dressed.pos.state.runs.get(unit)
    if last is None:
        return
    label = flow.sheet.label("head.runs")
    newest = fonts.width(str(last.latest[0].revenue), bold=True) * TYPE + 9 if last.latest else 0
    flow.keep(fonts.width(label) * SMALL + 8 + newest)
    room = flow.right - flow.x - fonts.width(label) * SMALL - 8
    shown: list[tuple[PastRun, float]] = []
    for index, run in enumerate(last.latest):
        wide = fonts.width(str(run.revenue), not index) * TYPE + 9
        if shown and wide > room:
            break
        shown.append((run, wide))
        room -= wide
    flow.text(label, soft=True, size=SMALL)
    for index, (run, wide) in reversed(list(enumerate(shown))):
        latest = index == 0
        if run.kept and flow.x + wide <= flow.right:
            scheme, (x, y) = flow.sheet.scheme, (flow.x, flow.sheet.y + ROW / 2)
            low, high = (x - 3, y - 13), (x + wide - 6, y + 13)
            box = Box(low, high, scheme.shade, scheme.faint, 1.5, 5, Layer.MARK)
            flow.sheet.shapes.append(box)
        flow.text(str(run.revenue), bold=latest, soft=not latest).gap(2)


def add_order(sheet: Sheet, dressed: Dressed, *, owners: bool = False) -> None:
    """Add who comes next in this round, as many as have room in a row; with ``owners`` whose they are."""
    turns = line_up(dressed.pos)
    ahead = turns.ahead if turns else ()
    if not ahead:
        return
    flow = Flow(sheet, dressed).label("order.next")
    for index, one in enumerate(ahead):
        unit = dressed.pos.title.units.get(one)
        wide = (chip_width(unit) + 4 if unit and unit.shares else 35) + (41 if owners and unit else 10)
        if flow.x + wide > flow.right - (44 if index < len(ahead) - 1 else 0):
            flow.text(f"+{len(ahead) - index}", soft=True)
            break
        flow.holder(one)
        if owners and unit:
            flow.player(dressed.pos.director(one))
    flow.end()


def add_run(
    sheet: Sheet, dressed: Dressed, routes: Sequence[ShownRoute], off: Collection[int] = frozenset()
) -> None:
    """Add the trains of a run in the colours of their routes with what each earns, and what a share gets.

    Those ``off`` the map, by their places, are told with the hexes between which they run.
    """
    flow, scheme = Flow(sheet, dressed), sheet.scheme
    for index, route in enumerate(routes):
        colour = scheme.routes[index % len(scheme.routes)]
        wide = max(34.0, fonts.width(route.train, bold=True) * SMALL + 12)
        x, y = flow.x, sheet.y + ROW / 2
        if x + wide + 70 > flow.right:
            flow.row()
            x, y = flow.x, sheet.y + ROW / 2
        sheet.shapes.append(Box((x, y - 13), (x + wide, y + 13), colour, radius=6, layer=Layer.STOP))
        ink = palette.ink_on(colour)
        sheet.shapes.append(Text((x + wide / 2, y), route.train, SMALL, ink, bold=True, layer=Layer.NAME))
        flow.x += wide + 6
        revenue = getattr(route, "revenue", None)
        if revenue is not None:
            flow.text(str(revenue), bold=True).gap(4)
        if index in off:
            ends = dict.fromkeys((_passed(route)[0], _passed(route)[-1]))
            flow.text(f"({EN_DASH.join(ends)})", soft=True, size=SMALL)
    if total := earned(dressed.pos, routes, dressed.look.lang):
        flow.words(total)
    flow.end()


def range_of(ends: Ends) -> str:
    """The amounts from the least to the most, or the only one."""
    return str(ends[0]) if ends[0] == ends[1] else f"{ends[0]}\u2013{ends[1]}"


def money(dressed: Dressed, amount: int) -> str:
    """An amount in the title's currency."""
    return sentences.money(amount, dressed.pos.title.data.currency, dressed.look.lang)
