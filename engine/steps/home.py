"""The home of a unit: the tile that lies there first, and its first token."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from engine.actions import LayTile, PlaceToken
from engine.board import shapes
from engine.board.hexes import Place
from engine.defaults import nothing
from engine.events import TokenPlaced
from engine.exhibits import Flag
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rule, rule, unless
from engine.scratch import Scratch
from engine.steps.automatic import Automatic
from engine.steps.token import free_slots, place


def city_now(pos: Position, hex_: str, stop: int) -> Place:
    """Return where a stop printed on the map is now: hex and stop of the tile that lies there.

    Where a hex is printed with several cities it is the one that took over the track of that stop.
    """
    there = pos.state.tiles.get(hex_), pos.state.layers.get(hex_)
    return pos.fact(f"city {hex_}.{stop}", there, lambda: (hex_, _image(pos, hex_, stop)))


def _image(pos: Position, hex_: str, stop: int) -> int:
    return shapes.images((pos.title.hexes[hex_], 0), pos.face(hex_))[stop] or 0


def home_now(pos: Position, unit: str) -> Place | None:
    """Return the city of a unit's printed home, hex and stop as they are now; None for a unit without one."""
    home = pos.title.units[unit].home
    return None if home is None else city_now(pos, home.hex, home.stop)


def place_home(scratch: Scratch, unit: str, hex_: str, stop: int) -> None:
    """Place a unit's first token for nothing."""
    scratch.put("tokens_left", unit, scratch.state.tokens_left[unit][1:])
    scratch.emit(TokenPlaced(unit, hex_, stop, 0, scratch.now.stop_called(hex_, stop)))
    place(scratch, unit, hex_, stop)


def homes_now(pos: Position) -> dict[str, Place]:
    """Return the city of every printed home, hex and stop as they are now, by unit."""
    return {unit: at for unit in pos.title.units if (at := home_now(pos, unit))}


def waits_for_home(pos: Position, unit: str) -> bool:
    """Tell whether the token on the printed home of a unit is still to be placed; never for one without a home."""
    home = pos.title.units[unit].home if unit else None
    return home is not None and all(one.unit != unit for one in pos.state.tokens.get(home.hex, ()))


def expected_homes(pos: Position, hex_: str, stop: int) -> list[str]:
    """Return the units in play whose home token will stand in a city, which is given by hex and stop."""
    homes = pos.title.homes.get(hex_, ())
    units = [unit for unit in homes if unit in pos.state.tokens_left and waits_for_home(pos, unit)]
    return [unit for unit in units if home_now(pos, unit) == (hex_, stop)]


def home_kept(
    expected: Callable[[Position, str, int], Collection[str]] = expected_homes,
) -> Rule[PlaceToken]:
    """Return the rule that a slot is left in a city for every unit whose home token is expected there."""

    @rule("token_reserved")
    def kept(pos: Position, token: PlaceToken) -> Refusal | None:
        """A slot is left for every company whose home token is expected there."""
        others = [unit for unit in expected(pos, token.hex, token.stop) if unit != token.unit]
        free = free_slots(pos, token.hex, token.stop)
        return unless(free > len(others), hex=token.hex, unit=", ".join(others))

    return kept


def home_token(after: Callable[[Scratch], None] = nothing) -> Automatic:
    """Return the step in which a unit places the token on its printed home, if it waits; ``after`` follows."""

    def begin(scratch: Scratch) -> None:
        unit = scratch.now.unit
        home = home_now(scratch.now, unit)
        assert home is not None
        place_home(scratch, unit, *home)
        after(scratch)

    return Automatic(begin, due=lambda pos: waits_for_home(pos, pos.unit))


def bare_home(pos: Position, lay: LayTile) -> str:
    """Return the hex of the printed home of a unit while it has no track; empty afterwards."""
    home = pos.title.units[lay.unit].home
    return home.hex if home is not None and not pos.face(home.hex)[0].track else ""


def home_first(bare: Callable[[Position, LayTile], str] = bare_home) -> Rule[LayTile]:
    """Return the rule that a unit builds nowhere else while its home is bare; ``bare`` returns that hex, if it is."""

    @rule("tile_home_first")
    def kept(pos: Position, lay: LayTile) -> Refusal | None:
        """Nothing is built elsewhere while the home is bare."""
        hex_ = bare(pos, lay)
        return unless(not hex_ or lay.hex == hex_, hex=hex_)

    return kept


def home_flags(pos: Position) -> tuple[Flag, ...]:
    """Return a flag for every home in play to which no token has come yet, at the stop that is printed."""
    placed = {token.unit for here in pos.state.tokens.values() for token in here}
    waiting = pos.state.tokens_left.keys() - placed
    homes = ((unit, at) for unit, at in homes_now(pos).items() if unit in waiting)
    return tuple(Flag(unit, hex_, stop=stop) for unit, (hex_, stop) in homes)


def destination_flags(pos: Position, ends: Mapping[str, str], done: Collection[str]) -> tuple[Flag, ...]:
    """Return a flag for the destination of each unit in play; ``done`` are those who have settled theirs."""
    here = (unit for unit in ends if unit in pos.state.tokens_left)
    return tuple(Flag(unit, ends[unit], "destination", done=unit in done) for unit in here)
