"""Playing stored actions again, those of earlier versions too, which waited for players at other moments.

Where an earlier version went on by itself, this one may wait for a power; where that one waited for somebody to pass,
this one may go on. The rest of the game tells which of the two it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine import flow
from engine.actions import Action, Pass
from engine.game import Game
from engine.powers import held_up, only_powers
from engine.refusals import IllegalAction, Refusal
from engine.scratch import Scratch

PATIENCE = 500
"""How many outcomes are tried besides the first one."""


class Stuck(IllegalAction):
    """The rules forbid a stored action; ``at`` counts those before it."""

    def __init__(self, error: IllegalAction, at: int) -> None:
        super().__init__(error.action, error.refusal)
        self.at = at


def outcome(game: Game, actions: Sequence[Action]) -> Game:
    """Return the game after all of the actions; what could have been chosen in between is not searched.

    :raises Stuck: when the rules forbid one of them.
    """
    try:
        return (game, *_retraced(game, actions, (*actions[1:], None)))[-1]
    except Stuck:
        return (game, *retrace(game, actions))[-1]


def retrace(game: Game, actions: Sequence[Action]) -> list[Game]:
    """Return the games after each of the actions.

    :raises Stuck: when the rules forbid one of them.
    """
    return _retraced(game, actions, (None,) * len(actions))


def _retraced(game: Game, actions: Sequence[Action], then: Sequence[Action | None]) -> list[Game]:
    """Return the games after each action; all but the last may be used for the next known action only."""
    found: list[Game] = []
    farthest, tries = -1, 0
    open_ = [_outcomes(game, actions[0], then[0])] if actions else []
    while open_ and len(found) < len(actions) and tries < PATIENCE:
        after = next(open_[-1], None)
        if after is None:
            farthest, tries = max(farthest, len(found)), tries + 1
            open_.pop()
            del found[-1:]
            continue
        found.append(after)
        if len(found) < len(actions):
            open_.append(_outcomes(after, actions[len(found)], then[len(found)]))
    if len(found) < len(actions):
        raise _stuck(game, actions, farthest)
    return found


def _stuck(game: Game, actions: Sequence[Action], farthest: int) -> Stuck:
    """Return the error at the action that could not be reached in any way."""
    before, action = (game, *retrace(game, actions[:farthest]))[-1], actions[farthest]
    refusal = before.choices.why_not(action) or Refusal("wrong_step", {"verb": action.verb})
    return Stuck(IllegalAction(action, refusal), farthest)


def _outcomes(game: Game, action: Action, then: Action | None = None) -> Iterator[Game]:
    """Yield the games that may have followed an action, the likeliest first."""
    passed = isinstance(action, Pass) and action.held is None
    if passed and held_up(game.pos):
        yield from _went_on(game, action)
    try:
        yield game.play(action, then)
    except IllegalAction:
        if not passed and only_powers(game.pos):
            yield from _went_on(game, action)
    if passed:
        yield _without(game)


def _went_on(game: Game, action: Action) -> Iterator[Game]:
    """Yield the games after what is held up for powers, and then the action."""
    scratch = Scratch.upon(game.pos)
    flow.release(scratch)
    for after in _outcomes(Game(game.setup, scratch.now, ()), action):
        yield Game(game.setup, after.pos, (*scratch.events, *after.events))


def _without(game: Game) -> Game:
    """Return the game after a pass for which nobody waits here."""
    scratch = Scratch.upon(game.pos)
    scratch.state.ply += 1
    return Game(game.setup, scratch.now, ())
