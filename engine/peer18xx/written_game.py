"""A game as a file that 18xx.games reads."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine import notation
from engine.actions import Action, GoOn, Pass
from engine.game import Game, Setup
from engine.peer18xx.after_border import as_there
from engine.peer18xx.carried_over import Carrier
from engine.peer18xx.dialect import Dialect
from engine.peer18xx.dialects import dialect_of
from engine.peer18xx.writer import Writer
from engine.peer18xx.writing import EndedEarly
from engine.refusals import Malformed, Refusal
from engine.title import Title, find

ROUNDS = {"auction": "Auction Round", "draft": "Draft Round", "stock": "Stock Round"}
"""What the rounds are called there; all others are parts of operating rounds."""
TRAIN_ORDERS = (0, -1, 1)
"""Which of trains that are alike are given up first; see ``TrainBook``."""
PRINTED = "printed"
"""Stands for the value of a reading that is not switched on."""


@dataclass(frozen=True)
class WrittenFile:
    """The text of a file, and where it stops if that is before the end of its game."""

    text: str
    stop: EndedEarly | None = None


def file_of(
    setup: Setup,
    actions: Sequence[Action],
    *,
    names: Mapping[str, str] | None = None,
    times: Sequence[int] = (),
) -> WrittenFile:
    """Return a file that 18xx.games reads, as far as it can follow the game.

    ``names`` are what players are called, by player; ``times`` say when each action was taken, in seconds since 1970.

    :raises Malformed: when the game has readings or players that 18xx.games does not know.
    :raises IllegalAction: when one of the actions is against the rules.
    """
    writer = written(setup, actions, times)
    data = complete(writer, names=names, times=times)
    return WrittenFile(json.dumps(data, ensure_ascii=False, indent=1) + "\n", writer.stop)


def written(setup: Setup, actions: Sequence[Action], times: Sequence[int] = ()) -> Writer:
    """Return a writer that has written a game; of one that left its record, what 18xx.games would have played alike.

    :raises Refused: when :func:`file_of` would raise it.
    """
    title = find(setup.title)
    dialect = dialect_of(title.name)
    if dialect is None:
        raise Malformed("no_writer", title=title.name)
    strange = apart(setup)
    if any(isinstance(action, GoOn) for action in actions) and not strange:
        return _left(setup, dialect, actions, times)
    if strange:
        return _carried(setup, dialect, actions, times, strange)
    return _write(setup, dialect, actions, times)


def _write(
    setup: Setup,
    dialect: Dialect,
    actions: Sequence[Action],
    times: Sequence[int],
    stop: EndedEarly | None = None,
) -> Writer:
    """Write a game to its end, or to a stop behind the actions.

    Where a train loses its name to another of its kind it is written once more, with others given up first. Where
    the last entry ends a turn there by itself, a pass that cannot be told follows from it: the game ends before it.
    """
    found: list[Writer] = []
    for order in TRAIN_ORDERS:
        writer = Writer(setup, dialect, order)
        writer.write(actions, times)
        found.append(writer)
        if writer.stop is None or writer.stop.why.key != "untold_train":
            break
    writer = max(found, key=lambda writer: len(actions) if writer.stop is None else writer.stop.ply)
    if writer.stop is None and stop is not None:
        writer.stop = replace(stop, entry=len(writer.entries))
    if writer.stop is None or not isinstance(writer.stop.action, Pass) or not writer.turn_is_over:
        return writer
    last = writer.last_told
    stop = replace(writer.stop, ply=last, action=actions[last])
    return _write(setup, dialect, actions[:last], times[:last], stop)


def _left(setup: Setup, dialect: Dialect, actions: Sequence[Action], times: Sequence[int]) -> Writer:
    """Write a game that has left the readings of its record, as far as it is the same game with them."""
    kept, left = as_there(setup, actions)
    stop = None
    if left is not None:
        why = Malformed("readings_unknown", readings=[PRINTED], title=setup.title)
        stop = EndedEarly(-1, len(kept), actions[left], Refusal(why.key, why.values))
    writer = _write(setup, dialect, [actions[at] for at in kept], [times[at] for at in kept if times], stop)
    return _counted(writer, [*kept, *([left] if left is not None else [])])


def _carried(
    setup: Setup, dialect: Dialect, actions: Sequence[Action], times: Sequence[int], strange: Sequence[str]
) -> Writer:
    """Write a game with readings of its own as far as they and those of 18xx.games agree in it."""
    title = find(setup.title)
    there = _played_there(title, dialect, optional_rules(title, setup))
    carrier = Carrier(setup, there, dialect.writing)
    if carrier.ours.state.automata or not carrier.alike:
        raise Malformed("readings_unknown", readings=strange, title=title.name)
    carried = carrier.carry(actions)
    moved = [times[min(number, len(times) - 1)] for number in carried.numbers] if times else ()
    numbers, stop = [*carried.numbers], None
    if carried.stop is not None:
        stop = replace(carried.stop, ply=len(numbers))
        numbers.append(carried.stop.ply)
    return _counted(_write(carried.setup, dialect, carried.actions, moved, stop), numbers)


def _counted(writer: Writer, numbers: Sequence[int]) -> Writer:
    """Name where a writer stops by the numbers that the actions have in the whole game."""
    if writer.stop is not None:
        writer.stop = replace(writer.stop, ply=numbers[writer.stop.ply])
    return writer


def complete(
    writer: Writer, *, names: Mapping[str, str] | None = None, times: Sequence[int] = ()
) -> dict[str, Any]:
    """Return the file of a game that has been written."""
    setup = writer.setup
    began, last = (times[0], times[-1]) if times else (0, 0)
    return {
        **_head(setup, writer.ids, names or {}),
        **_standing(writer.game, writer.ids),
        "loaded": True,
        "created_at": began,
        "updated_at": last,
        **({"stopped": _stopped(writer.stop)} if writer.stop is not None else {}),
        "actions": writer.entries,
    }


def _stopped(stop: EndedEarly) -> dict[str, Any]:
    """Say in a file where it ends before its game: the entry that is missing, the action it would tell, and why."""
    why = {"rule": stop.why.key, "values": dict(stop.why.values), "clauses": list(stop.why.clauses)}
    return {"entry": stop.entry, "ply": stop.ply, "action": notation.write(stop.action), **why}


def _head(setup: Setup, ids: Mapping[str, int], names: Mapping[str, str]) -> dict[str, Any]:
    """Return the head of a file: who plays what, and how."""
    title = find(setup.title)
    (low, high), rules = title.data.players, optional_rules(title, setup)
    return {
        "id": f"hs_stationmaster_{setup.seed}",
        "description": "",
        "user": {"id": 0, "name": "You"},
        "players": [{"id": ids[player], "name": names.get(player, player)} for player in setup.players],
        "min_players": low,
        "max_players": high,
        "title": title.name,
        "settings": {"seed": setup.seed, "player_order": None, "optional_rules": list(rules)},
        "user_settings": None,
    }


def optional_rules(title: Title, setup: Setup) -> tuple[str, ...]:
    """Return the options of a game under their recorded names, in the order in which they were chosen."""
    dialect = dialect_of(title.name)
    known = dialect.options if dialect is not None else {}
    options = title.completed(title.normalised_options(setup.options), len(setup.players))
    chosen = {ours: theirs for theirs, ours in known.items() if ours in options}
    named = (*(option for option in setup.options if option in chosen), *chosen)
    return tuple(chosen[option] for option in dict.fromkeys(named))


def apart(setup: Setup) -> list[str]:
    """Return what a game is played with that 18xx.games does not know: readings, players, or the title itself."""
    title, count = find(setup.title), len(setup.players)
    dialect = dialect_of(title.name)
    if dialect is None:
        return [title.name]
    options = title.completed(title.normalised_options(setup.options), count)
    theirs = title.completed(_played_there(title, dialect, optional_rules(title, setup)), count)
    more = [option for option in options if option not in (*theirs, *dialect.older)]
    chosen = {option.partition("=")[0] for option in options}
    missing = {option.partition("=")[0] for option in theirs} - chosen
    less = [f"{name}={PRINTED}" for name in missing]
    return sorted({*more, *less, *title.of(count, options).data.automata})


def _played_there(title: Title, dialect: Dialect, names: Sequence[str]) -> tuple[str, ...]:
    return title.normalised_options((*dialect.preset, *(dialect.options[name] for name in names)))


def _standing(game: Game, ids: Mapping[str, int]) -> dict[str, Any]:
    """Return whether the game is over, whose turn it is, and what everybody is worth at its end."""
    pos = game.pos
    if pos.state.over:
        result = {str(ids[player]): pos.worth(player) for player in pos.state.players}
        return {"status": "finished", "acting": list(ids.values()), "result": result}
    frame = pos.state.frames[0]
    acting = [ids[player] for player in pos.awaited if player in ids]
    kind = ROUNDS.get(frame.kind, "Operating Round")
    return {"status": "active", "turn": frame.number[0], "round": kind, "acting": acting, "result": {}}
