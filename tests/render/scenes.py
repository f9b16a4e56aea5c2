"""Positions to draw: the opening, and boards filled by hand; and what is written on a picture."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from engine.board.tiles import Tile, exits
from engine.data import Hex
from engine.exhibits import Remark
from engine.game import Game, Setup
from engine.position import Position
from engine.state import LastRun, Token
from engine.title import Title, titles
from render.hex_marks import shows_coordinate
from render.shapes import Shape, Text
from render.sizes import Sizes

PLAYERS = ("ann", "bob", "cy")
PEOPLE = (*PLAYERS, "dot", "eve", "fay", "guy")


def texts(shapes: Iterable[Shape]) -> list[str]:
    """Return all that is written, in the order in which it is drawn."""
    return [shape.text for shape in shapes if isinstance(shape, Text)]


def opening(title: str = "18Mag", players: tuple[str, ...] = PLAYERS) -> Position:
    """The first position of a game."""
    return Game.start(title, players, seed=1).pos


def setup(title: Title) -> Setup:
    """The smallest set-up that is played with this form of a title."""
    for known in titles().values():
        low, high = known.data.players
        for options in ((), *((variant.option,) for variant in known.variants if variant.option)):
            for count in range(low, high + 1):
                if known.of(count, options) is title:
                    return Setup(known.name, PEOPLE[:count], options, seed=1)
    raise LookupError(title.name)


def first(title: Title) -> Position:
    """The first position of a game with this form of a title."""
    return Game.begin(setup(title)).pos


def changed(pos: Position, **columns: Any) -> Position:
    """A position with other columns."""
    state = pos.state.copy()
    for name, value in columns.items():
        setattr(state, name, value)
    return Position(pos.title, state)


def floated(pos: Position, *units: str) -> Any:
    """The title's own part of the state, with these companies floated."""
    return replace(pos.state.extra, floated=units)


def told(pos: Position, *remarks: Remark) -> Position:
    """The position as it would be if its title told these remarks."""
    return Position(replace(pos.title, remarks=lambda _: remarks), pos.state)


def fits(hex_: Hex, tile: Tile, rotation: int) -> bool:
    """Whether a tile may ever lie like this, whatever lay there before: a little more than the rules allow."""
    same = {stop.kind for stop in hex_.stops} == {stop.kind for stop in tile.stops}
    label = tile.label == hex_.label or (not tile.label and tile.colour == "yellow")
    turned = not tile.rotations or rotation in tile.rotations
    return hex_.tiled and same and label and turned and not exits(tile.track, rotation) & set(hex_.closed)


def lays(title: Title) -> Iterator[tuple[Hex, Tile, int]]:
    """Every tile on every hex it may lie on, in every rotation."""
    for hex_ in title.hexes.values():
        for tile in title.tiles.values():
            yield from ((hex_, tile, rotation) for rotation in range(6) if fits(hex_, tile, rotation))


@cache
def looks(title: Title, sizes: Sizes) -> tuple[tuple[Hex, Tile, int], ...]:
    """Every tile on every hex it may lie on, in every rotation; of hexes that look alike, only on the first."""
    found: dict[tuple[str, bool, str, Tile, int], Hex] = {}
    for hex_, tile, rotation in lays(title):
        shown = hex_.id if shows_coordinate(hex_, sizes) else ""
        found.setdefault((hex_.name, bool(hex_.stops), shown, tile, rotation), hex_)
    return tuple((hex_, tile, rotation) for (*_, tile, rotation), hex_ in found.items())


def full(colour: str = "brown") -> Position:
    """A map with a tile on nearly every hex, of this colour where there is one, and tokens in many cities."""
    pos = opening()
    state = pos.state.copy()
    state.tiles = {
        hex_.id: chosen for hex_ in pos.title.hexes.values() if (chosen := _tile(pos.title, hex_, colour))
    }
    cities = [
        (hex_, tile) for hex_, (tile, _) in state.tiles.items() if "city" in pos.title.tiles[tile].kinds
    ]
    units = [unit.id for unit in pos.title.data.units]
    state.tokens = {hex_: (Token(0, units[index % len(units)]),) for index, (hex_, _) in enumerate(cities)}
    state.trains = {unit: ("2", "3") for unit in units if not pos.title.units[unit].shares}
    state.owners = {unit: PLAYERS[index % 3] for index, unit in enumerate(state.trains)}
    state.runs = {unit: LastRun(10 * index) for index, unit in enumerate(state.trains)}
    state.phase = 2
    return Position(pos.title, state)


def _tile(title: Title, hex_: Hex, colour: str) -> tuple[str, int] | None:
    found = [(tile, rotation) for it, tile, rotation in lays_on(title, hex_) if it is hex_]
    found.sort(key=lambda pair: (pair[0].colour != colour, -len(pair[0].track), pair[0].id, pair[1]))
    return (found[0][0].id, found[0][1]) if found else None


def lays_on(title: Title, hex_: Hex) -> Iterator[tuple[Hex, Tile, int]]:
    """Every tile on one hex, in every rotation."""
    for tile in title.tiles.values():
        yield from ((hex_, tile, rotation) for rotation in range(6) if fits(hex_, tile, rotation))


def every_title() -> list[Title]:
    """All titles there are, in every form that a set-up gives them."""
    return [form for title in titles().values() for form in title.forms]


def every_board() -> list[Title]:
    """One form of each title for each map and supply of tiles it may be played with."""
    found: list[Title] = []
    for title in every_title():
        if all(title.board != other.board for other in found):
            found.append(title)
    return found


def first_board(name: str) -> Title:
    """The usual board of a title."""
    return next(title for title in every_board() if title.name == name)


def filled(title: Title, colour: str) -> Position:
    """A board of any title: a tile on nearly every hex, of this colour where there is one; a token in every slot."""
    pos = first(title)
    state = pos.state.copy()
    state.tiles = {
        hex_.id: chosen
        for hex_ in title.hexes.values()
        if hex_.tiled and (chosen := _tile(title, hex_, colour))
    }
    units = [unit.id for unit in title.data.units]
    board, count, tokens = Position(title, state), 0, {}
    for hex_ in title.hexes:
        slots = [
            stop
            for stop, known in enumerate(board.face(hex_)[0].stops)
            for _ in range(known.slots)
            if known.slots
        ]
        tokens[hex_] = tuple(Token(stop, units[(count + at) % len(units)]) for at, stop in enumerate(slots))
        count += len(slots)
    state.tokens = {hex_: here for hex_, here in tokens.items() if here}
    state.phase = len(title.data.phases) - 1
    return Position(title, state)
