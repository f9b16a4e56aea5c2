"""Games that are played by chance, written for 18xx.games and read again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.actions import Action, Pass
from engine.game import Game, Setup
from engine.peer18xx import written_game
from engine.peer18xx.recorded_game import Peer
from tests.engine.peer_entries import Entry


def written(setup: Setup, actions: Sequence[Action], **more: Any) -> Entry:
    """The file of a game, as data."""
    return json.loads(written_game.file_of(setup, actions, **more).text)


def powers(game: Game) -> list[Action]:
    """One use of every power that is open where the unit in turn may pass."""
    pos = game.pos
    if pos.state.frames[0].kind != "operating" or not pos.unit or Pass(pos.awaited[0]) not in game.choices:
        return []
    steps = [step for step in pos.open_steps if step.aside or step in pos.round.powers(pos)]
    uses = (next((one for one in step.legal(pos) if one.actor in pos.awaited), None) for step in steps)
    return [use for use in uses if use is not None]


def came_back(game: Game, done: list[Action], order: Sequence[Action]) -> bool:
    """Play these actions and a few more, if they are legal, and hold them against what is read of them."""
    actions = [*done]
    for action in order:
        if action not in game.choices:
            return False
        actions.append(action)
        game = game.play(action)
    kept = len(actions)
    for _ in range(4):
        actions.append(next(iter(game.choices)))
        game = game.play(actions[-1])
    again = Peer(written(game.setup, actions)).actions()

    assert again[:kept] == actions[:kept]
    return True
