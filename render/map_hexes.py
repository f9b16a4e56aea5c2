"""The hexes of a position as they are drawn: what lies where, whose tokens, which track a shown route uses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Protocol

from assets import places
from engine.board.hexes import EDGES, neighbour, opposite
from engine.board.tiles import STOPS, Face, Stop, TrackPiece, turned
from engine.data import Hex, Unit
from engine.exhibits import Flag
from engine.position import Position
from render.look import PLAIN, Look
from render.map_hex import NO_SURROUNDINGS, MapHex, RouteTrack, ShownFlag, ShownToken, Surroundings
from render.palette import Scheme, readable
from render.seats import seat_colour
from render.sizes import PRINT, Sizes
from render.surroundings import surroundings


class ShownRoute(Protocol):
    """A route to be shown on the map, planned or run."""

    @property
    def train(self) -> str:
        """Return the train."""

    @property
    def path(self) -> tuple[str, ...]:
        """Return the hexes in order, a stop written ``E12.1``."""


def unit_sign(unit: Unit) -> str:
    """Return the text of a unit's roundel: its number if it has one, else its abbreviation."""
    return unit.id if unit.id.isdigit() else unit.abbr


def map_hexes(
    pos: Position,
    routes: Sequence[ShownRoute] = (),
    look: Look = PLAIN,
    sizes: Sizes = PRINT,
    only: Collection[str] | None = None,
) -> list[MapHex]:
    """Return every hex of the map, or ``only`` some of them."""
    shown, flags = _routes(pos, routes, look.colours), _flags_by_hex(pos)
    around = surroundings(pos, look.lang, only)
    return [
        replace(
            _map_hex(pos, hex_, around.get(hex_, NO_SURROUNDINGS), flags.get(hex_, ()), look),
            routes=shown.get(hex_, ()),
            sizes=sizes,
        )
        for hex_ in pos.title.hexes
        if only is None or hex_ in only
    ]


def _flags_by_hex(pos: Position) -> dict[str, tuple[Flag, ...]]:
    found: dict[str, tuple[Flag, ...]] = {}
    for flag in pos.title.flags(pos):
        found[flag.hex] = (*found.get(flag.hex, ()), flag)
    return found


def _map_hex(pos: Position, hex_: str, around: Surroundings, flags: tuple[Flag, ...], look: Look) -> MapHex:
    printed, (face, rotation) = pos.title.hexes[hex_], pos.face(hex_)
    named = in_language(printed, look.lang)
    valued = any(isinstance(stop.revenue, dict) for stop in face.stops)
    colours = pos.phase.colours if valued else ()
    kept = [flag for flag in flags if flag.kind == "home" and _has_room(pos, flag, flags)]
    raised = [shown_flag(pos, flag.unit, done=flag.done) for flag in flags if flag not in kept]
    tokens = (*_tokens(pos, hex_, look.colours), *(_kept_slot(pos, flag) for flag in kept))
    if shown := (*raised, *_bonuses(pos, face, {token.text for token in tokens})):
        around = replace(around, flags=shown)
    return MapHex(named, named if face is printed else face, rotation, tokens, colours, (), around)


@lru_cache(maxsize=2048)
def in_language(hex_: Hex, lang: str) -> Hex:
    """Return a hex with its places called as they are in a language; the very same one if they are printed so."""
    stops = tuple(
        stop.model_copy(update={"name": places.in_language(stop.name, lang)}) if stop.name else stop
        for stop in hex_.stops
    )
    name = places.in_language(hex_.name, lang)
    if (name, stops) == (hex_.name, hex_.stops):
        return hex_
    return hex_.model_copy(update={"name": name, "stops": stops})


def _has_room(pos: Position, flag: Flag, flags: Sequence[Flag]) -> bool:
    """Tell whether the city of a home has a free slot that can be shown as kept for it."""
    if flag.stop is None:
        return False
    taken = sum(token.stop == flag.stop for token in pos.state.tokens.get(flag.hex, ()))
    before = [other for other in flags[: flags.index(flag)] if other.stop == flag.stop]
    return taken + len(before) < pos.face(flag.hex)[0].stops[flag.stop].slots


def _tokens(pos: Position, hex_: str, scheme: Scheme) -> Iterator[ShownToken]:
    acting = "" if pos.state.over else pos.unit
    for token in pos.state.tokens.get(hex_, ()):
        unit = pos.title.units[token.unit]
        shown = ShownToken(token.stop, unit_sign(unit), unit.colour, readable(unit.ink, unit.colour))
        yield replace(shown, ringed=token.unit == acting, owner=_owner(pos, unit, scheme))


def _owner(pos: Position, unit: Unit, scheme: Scheme) -> str:
    """Return the colour of the player who owns a minor; a unit with shares has no single owner."""
    owner = pos.state.owners.get(unit.id, "")
    return seat_colour(pos, owner, scheme) if owner in pos.state.players and not unit.shares else ""


def _kept_slot(pos: Position, flag: Flag) -> ShownToken:
    unit = pos.title.units[flag.unit]
    return ShownToken(flag.stop or 0, unit_sign(unit), unit.colour, unit.ink, placed=False)


def shown_flag(pos: Position, unit: str, more: str = "", *, done: bool = False) -> ShownFlag:
    """Return a flag with a unit's sign, and perhaps a word more."""
    known = pos.title.units[unit]
    ink = readable(known.ink, known.colour)
    return ShownFlag(f"{unit_sign(known)} {more}".rstrip(), known.colour, ink, done)


def _bonuses(pos: Position, face: Face, signs: Collection[str]) -> Iterator[ShownFlag]:
    """Yield the flags of who earns more here, without their ``signs`` where those can be read on the hex already."""
    for stop in face.stops:
        for flag in bonus_flags(pos, stop):
            sign, _, more = flag.text.rpartition(" ")
            yield replace(flag, text=more) if sign in signs else flag


def bonus_flags(pos: Position, stop: Stop) -> Iterator[ShownFlag]:
    """Yield a flag for each unit that earns more at a stop than others."""
    known = ((unit, more) for unit, more in stop.bonus.items() if unit in pos.title.units)
    yield from (shown_flag(pos, unit, f"+{more}") for unit, more in known)


def _routes(
    pos: Position, routes: Sequence[ShownRoute], scheme: Scheme
) -> Mapping[str, tuple[RouteTrack, ...]]:
    found: dict[str, tuple[RouteTrack, ...]] = {}
    for index, route in enumerate(routes):
        colour = scheme.routes[index % len(scheme.routes)]
        for hex_, pieces in track_used(pos, route.path).items():
            found[hex_] = (*found.get(hex_, ()), RouteTrack(tuple(pieces), colour))
    return found


def track_used(pos: Position, path: Iterable[str]) -> dict[str, list[TrackPiece]]:
    """Return the pieces of track a route passes, by hex."""
    steps = [step.partition(".") for step in path]
    ends = [STOPS[int(stop)] if stop else "" for _, _, stop in steps]
    hexes = [hex_ for hex_, _, _ in steps]
    pieces: dict[str, list[TrackPiece]] = {hex_: [] for hex_ in hexes}
    for index, (hex_, end) in enumerate(zip(hexes, ends, strict=True)):
        back = _edge(hexes, index, index - 1)
        ahead = _edge(hexes, index, index + 1)
        for piece in _joined(back, end, ahead):
            pieces[hex_] += [piece] if _printed(pos, hex_, piece) else []
        if index + 1 < len(hexes) and hexes[index + 1] == hex_:
            pieces[hex_].append((end, ends[index + 1]))
    return pieces


def _edge(hexes: Sequence[str], here: int, there: int) -> str:
    if not 0 <= there < len(hexes):
        return ""
    edges = (edge for edge in EDGES if neighbour(hexes[here], edge) == hexes[there])
    return next(map(str, edges), "")


def _joined(back: str, end: str, ahead: str) -> list[TrackPiece]:
    if end:
        return [(edge, end) for edge in (back, ahead) if edge]
    return [(back, ahead)] if back and ahead else []


def _printed(pos: Position, hex_: str, piece: TrackPiece) -> bool:
    face, rotation = pos.face(hex_)
    track = turned(face.track, rotation)
    return piece in track or piece[::-1] in track


def leaving_edge(hexes: Sequence[str], index: int) -> int:
    """Return the edge by which a route leaves one of its hexes."""
    return opposite(int(_edge(hexes, index + 1, index) or 0))
