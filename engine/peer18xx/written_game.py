"""A game as a file that 18xx.games reads."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from engine.actions import Action, GoOn
from engine.game import Game, Setup
from engine.peer18xx.after_border import as_there
from engine.peer18xx.dialect import Dialect
from engine.peer18xx.dialects import dialect_of
from engine.peer18xx.writer import Writer
from engine.peer18xx.writer_verbs import VERBS
from engine.refusals import Malformed
from engine.title import Title, find

ROUNDS = {"auction": "Auction Round", "draft": "Draft Round", "stock": "Stock Round"}
"""What the rounds are called there; all others are parts of operating rounds."""
PRINTED = "printed"
"""Stands for the value of a reading that is not switched on."""


def dump(
    setup: Setup,
    actions: Sequence[Action],
    *,
    names: Mapping[str, str] | None = None,
    times: Sequence[int] = (),
) -> str:
    """Return the text of a file that 18xx.games reads.

    ``names`` are what players are called, by player; ``times`` say when each action was taken, in seconds since 1970.

    :raises Malformed: when the game has readings or players that 18xx.games does not know.
    :raises IllegalAction: when one of the actions is against the rules.
    """
    return json.dumps(form(setup, actions, names=names, times=times), ensure_ascii=False, indent=1) + "\n"


def form(
    setup: Setup,
    actions: Sequence[Action],
    *,
    names: Mapping[str, str] | None = None,
    times: Sequence[int] = (),
) -> dict[str, Any]:
    """Return a file that 18xx.games reads, as data.

    :raises Refused: when :func:`dump` would raise it.
    """
    return complete(written(setup, actions, times), names=names, times=times)


def written(setup: Setup, actions: Sequence[Action], times: Sequence[int] = ()) -> Writer:
    """Return a writer that has written a whole game, or of one that left its record, as much as is the same there.

    :raises Refused: when :func:`dump` would raise it.
    """
    title = find(setup.title)
    optional_rules(title, setup)
    dialect = dialect_of(title.name)
    assert dialect is not None
    writer = Writer(setup, dialect, _ids(setup), VERBS)
    if any(isinstance(action, GoOn) for action in actions):
        kept = as_there(setup, actions)
        times, actions = [times[at] for at in kept if times], [actions[at] for at in kept]
    writer.write(actions, times)
    return writer


def complete(
    writer: Writer, *, names: Mapping[str, str] | None = None, times: Sequence[int] = ()
) -> dict[str, Any]:
    """Return the file of a game that has been written."""
    setup = writer.setup
    began, last = (times[0], times[-1]) if times else (0, 0)
    return {
        **_head(setup, names or {}),
        **_standing(writer.game, _ids(setup)),
        "loaded": True,
        "created_at": began,
        "updated_at": last,
        "actions": writer.entries,
    }


def _ids(setup: Setup) -> dict[str, int]:
    return {player: seat for seat, player in enumerate(setup.players, 1)}


def _head(setup: Setup, names: Mapping[str, str]) -> dict[str, Any]:
    """Return what a file says of a game before anything has been played: who plays what, and how."""
    title, ids = find(setup.title), _ids(setup)
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
    """Return the options of a game under their recorded names, in the order in which they were chosen.

    :raises Malformed: when it is played under readings that 18xx.games does not know; they are named.
    """
    dialect, count = dialect_of(title.name), len(setup.players)
    if dialect is None or dialect.writing is None:
        raise Malformed("no_writer", title=title.name)
    options = title.completed(title.settle_options(setup.options), count)
    chosen = {ours: theirs for theirs, ours in dialect.options.items() if ours in options}
    named = (*(option for option in setup.options if option in chosen), *chosen)
    names = tuple(chosen[option] for option in dict.fromkeys(named))
    theirs = title.completed(_played_there(title, dialect, names), count)
    more = [option for option in options if option not in (*theirs, *dialect.older)]
    missing = [option for option in theirs if option not in (*options, *dialect.younger)]
    less = [f"{option.partition('=')[0]}={PRINTED}" for option in missing]
    alone = title.of(count, options).data.automata
    if strange := sorted({*more, *less, *alone}):
        raise Malformed("readings_unknown", readings=strange, title=title.name)
    return names


def _played_there(title: Title, dialect: Dialect, names: Sequence[str]) -> tuple[str, ...]:
    return title.settle_options((*dialect.preset, *(dialect.options[name] for name in names)))


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
