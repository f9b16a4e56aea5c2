"""Tiles with a purple border in 18CZ: a company lays them by the power of a local it owns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.actions import Action, LayTile
from engine.board.hexes import order
from engine.finance.privates import named
from engine.position import Position
from engine.refusals import Refusal
from engine.rules import Rule, Rules, rule, unless
from engine.scratch import Scratch
from engine.steps import Step, track
from engine.steps.turn import units_turn
from engine.titles.t18cz.figures import figures, local_size
from engine.titles.t18cz.track import (
    CONNECTION,
    PURPLE_BORDER,
    SHAPE,
    aids,
    bordered,
    right_kind,
)


@dataclass(frozen=True, slots=True)
class LayPurple(Action):
    """Lay a tile with a purple border by the power of a local; rotation 0-5 clockwise."""

    verb: ClassVar[str] = "purple"
    unit: str
    private: str
    hex: str
    tile: str
    rotation: int

    @property
    def using(self) -> str:
        """Return the local, as a lay names what is spent on it."""
        return self.private


def as_lay(action: LayPurple) -> LayTile:
    """Return the lay that a purple tile is."""
    return LayTile(action.actor, action.unit, action.hex, action.tile, action.rotation, action.private)


def _also(one: Rule[Any]) -> Rule[LayPurple]:
    """Return a rule about tiles for purple ones, which have all that it looks at."""
    return Rule(one.name, one.test)


@rule("tile_purple")
def has_purple_border(pos: Position, action: LayPurple) -> Refusal | None:
    """This power lays tiles with a purple border only."""
    return unless(bordered(pos, action.tile), tile=action.tile)


@rule("power_owner")
def owns_power(pos: Position, action: LayPurple) -> Refusal | None:
    """Only a local owned by the company may be used."""
    known = bool(local_size(pos, action.private)) and pos.owner(action.private) == action.unit
    return unless(known, unit=action.unit, **named(pos, action.private))


@rule("power_colour")
def colour_of_its_size(pos: Position, action: LayPurple) -> Refusal | None:
    """The size of the local and the phase determine which colours it lays."""
    colour = pos.title.tiles[action.tile].colour
    able = figures(pos).purple_colours[local_size(pos, action.private)]
    return unless(colour in able and colour in pos.phase.colours, private=action.private, colour=colour)


PURPLE_RULES: Rules[LayPurple] = Rules(
    (
        units_turn,
        _also(track.tile_exists),
        _also(track.hex_takes_tiles),
        has_purple_border,
        owns_power,
        _also(track.aid_left),
        colour_of_its_size,
        *map(_also, (*SHAPE, *CONNECTION)),
    )
)


FITTED: Rules[LayPurple] = PURPLE_RULES.without(
    track.tile_exists.name,
    track.hex_takes_tiles.name,
    has_purple_border.name,
    track.one_colour_at_a_time.name,
    right_kind.name,
    track.old_track_stays.name,
    track.stays_on_the_map.name,
)
"""What is left to ask of the lays that :func:`purple_lays` yields."""


class PurpleTileStep(Step[LayPurple]):
    """Lay a purple tile, at any moment of the company's turn and besides its track action."""

    verb = LayPurple

    def candidates(self, pos: Position) -> Iterator[LayPurple]:
        """Yield every purple tile that fits on a hex with track of the company, with a local of each size."""
        return purple_lays(pos, aids(pos) if pos.unit and pos.awaited else ())

    def facts(self, pos: Position, action: LayPurple) -> Mapping[str, Any]:
        """Return the facts of the tile for players."""
        return track.track_step(pos).facts(pos, as_lay(action))

    def apply(self, scratch: Scratch, action: LayPurple) -> None:
        """Lay the tile for nothing; the local has no further power."""
        track.lay_tile(scratch, as_lay(action), track.track_step(scratch.now).building)


def purple_lays(pos: Position, locals_: tuple[str, ...]) -> Iterator[LayPurple]:
    """Yield every purple tile that fits on a hex reached by track of the company in turn, with each local."""
    if not locals_:
        return
    arriving = frozenset(hex_ for hex_, _ in pos.reach(pos.unit).sides)
    for hex_ in sorted(pos.reach(pos.unit).hexes | arriving, key=order):
        for tile, rotation in track.track_step(pos).fitting(pos, hex_, PURPLE_BORDER):
            for local in locals_:
                yield LayPurple(pos.awaited[0], pos.unit, local, hex_, tile, rotation)
