"""What locals may still change in a turn of 18CZ: the steps that their money or their purple tiles could open."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from engine.actions import LayTile, PlaceToken, RunTrains
from engine.board.tiles import exits
from engine.finance.privates import unused
from engine.position import Position
from engine.powers import is_choice
from engine.scratch import Scratch
from engine.steps import Step, track
from engine.titles.t18cz.local_railways import buyable, most_money
from engine.titles.t18cz.purple import FITTED, LayPurple, as_lay, purple_lays
from engine.titles.t18cz.routing import runnable
from engine.titles.t18cz.track import done, one_a_size

MOST = 100
"""How many boards are looked at; where there are more, a step is taken for one that could be opened."""
BY_TRACK: dict[type, Callable[[Position], bool]] = {
    LayTile: lambda pos: not done(pos),
    PlaceToken: lambda pos: bool(pos.state.tokens_left.get(pos.unit)),
    RunTrains: lambda pos: bool(runnable(pos, pos.unit)),
}
"""The steps that track can open, by verb, and whether the company in turn has what they take besides."""
ANY_OWNER = FITTED.without("power_owner")


def could_open(pos: Position, step: Step[Any]) -> bool:
    """Tell whether locals could let a step be taken: those the company owns, or may still buy.

    All of them may be sold, those that have laid a tile too.
    """
    if not pos.awaited or not pos.powers or not pos.unit:
        return False
    if _most not in pos.turn_memo:
        pos.turn_memo[_most] = _most(pos)
    locals_, rich = pos.turn_memo[_most]
    if rich is None:
        return False
    if is_choice(rich, step):
        return True
    able = BY_TRACK.get(step.verb)
    return able is not None and able(pos) and _tiles_could_open(rich, step, locals_)


def _most(pos: Position) -> tuple[tuple[str, ...], Position | None]:
    """Return the locals that could lay a tile, and the position with the most money: None if there are none."""
    owned, bought = pos.owned(pos.unit), buyable(pos, pos.unit)
    locals_ = (*unused(pos, owned), *bought)
    if not locals_ and not owned:
        return (), None
    scratch = Scratch.supposing(pos)
    scratch.put("cash", pos.unit, most_money(pos, pos.unit, len(owned), len(bought)))
    return locals_, scratch.now


def _tiles_could_open(pos: Position, step: Step[Any], locals_: tuple[str, ...]) -> bool:
    """Tell whether purple tiles could open a step, each laid where the one before leads."""
    boards = deque([(pos, locals_, set(pos.title.hexes))])
    seen = 0
    while boards:
        before, left, hexes = boards.popleft()
        for lay in _lays(before, left, hexes):
            after = _laid(before, lay)
            seen += 1
            if seen > MOST or is_choice(after, step):
                return True
            new = {hex_ for hex_, _ in after.reach(pos.unit).sides - before.reach(pos.unit).sides}
            boards.append((after, tuple(one for one in left if one != lay.private), {lay.hex, *new}))
    return False


def _lays(pos: Position, locals_: tuple[str, ...], hexes: set[str]) -> Iterator[LayPurple]:
    """Yield the purple tiles that change more than the value of what lies there, each with one of these locals."""
    known = set()
    for lay in purple_lays(pos, one_a_size(pos, locals_)):
        place = (lay.hex, lay.tile, lay.rotation)
        if lay.hex in hexes and place not in known and _leads_on(pos, lay) and ANY_OWNER.kept(pos, lay):
            known.add(place)
            yield lay


def _leads_on(pos: Position, lay: LayPurple) -> bool:
    """Tell whether a tile has more exits, other cities or more slots than what it is laid on."""
    old, turn = pos.face(lay.hex)
    new = pos.title.tiles[lay.tile]
    more = exits(new.track, lay.rotation) - exits(old.track, turn)
    return bool(more) or [one.slots for one in new.stops] != [one.slots for one in old.stops]


def _laid(pos: Position, lay: LayPurple) -> Position:
    scratch = Scratch.supposing(pos)
    track.lay_tile(scratch, as_lay(lay), track.track_step(pos).building)
    return scratch.now
