"""The entries of a recording: what was done in each, by whom, and in whose turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.peer18xx.in_force import Entry, effective, silent
from engine.position import Position
from engine.powers import next_step

TURN, STEP, ROUND, LATER, AMONG, SPARE = "in_turn", "at_step", "in_round", "later", "among", "spare"
"""Where an entry notes in whose turn it was made, at which of our steps, by its verb, and in which round.

All are ours. The round is noted with the first entry in it. ``later`` is the number of entries after it that were
made before it, ``among`` its place among those made between the same two entries. A pass is ``spare`` where a player
is asked there whose turn ends by itself here.
"""


def with_turns(entries: Sequence[Entry]) -> list[Entry]:
    """Return entries in which every use of a private says in whose turn it is recorded, where that is certain.

    It is certain where the same unit acts, or passes, before and after it.
    """
    kept, live = list(entries), [one for one in effective(entries) if not silent(one[1])]
    named = [_unit_named(entry) for _, entry in live]
    for place, (at, entry) in enumerate(live):
        if entry.get("entity_type") == "company" and TURN not in entry:
            before, after = _nearest(named[:place][::-1]), _nearest(named[place + 1 :])
            if before and before == after:
                kept[at] = {**entry, TURN: before}
    return kept


def _unit_named(entry: Entry) -> str | None:
    """Return the unit that acts in an entry, None for a private, empty for a player."""
    kind = entry.get("entity_type")
    if kind == "company":
        return None
    return str(entry.get("entity", "")) if kind in ("corporation", "minor") else ""


def _nearest(named: Iterable[str | None]) -> str:
    return next((unit for unit in named if unit is not None), "")


def parts(entry: Entry) -> tuple[Entry, ...]:
    """Return an entry and the automatic actions recorded as part of it."""
    return (entry, *(entry.get("auto_actions") or ()))


def first_part(entry: Entry) -> Entry | None:
    """Return the first part of an entry that is an action."""
    return next((part for part in parts(entry) if not silent(part)), None)


def dropped(entry: Entry) -> bool:
    """Tell whether an entry is a pass of an operating step, which our turns skip."""
    return bool(entry["type"] == "pass" and entry["entity_type"] != "player")


def turn_step(pos: Position) -> tuple[str, str] | None:
    """Return whose turn it is in an operating round and the verb of the step it has come to, empty at its end.

    Where something else is decided in the turn, its kind stands for the step. It is None where no turn is under way.
    """
    if pos.state.over or pos.state.frames[0].kind != "operating" or not pos.unit:
        return None
    if len(pos.state.frames) > 1:
        queue = pos.state.frames[0].queue
        return (queue[0], pos.frame.kind) if queue else None
    step = next_step(pos)
    return pos.unit, step.verb.verb if step is not None else ""
