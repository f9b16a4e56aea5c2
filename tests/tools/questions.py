"""Questions that tests of every title ask of a game, and games played on by lines of notation."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.actions import Pass
from engine.game import Game
from engine.refusals import IllegalAction, Refusal


def refused(game: Game, text: str, actor: str = "") -> Refusal:
    """Return why a line is refused; asking and playing must agree."""
    action = game.read(text, actor)
    refusal = game.choices.why_not(action)
    assert refusal is not None, f"{text} is legal"
    assert action not in game.choices
    with pytest.raises(IllegalAction) as raised:
        game.play(action)
    assert raised.value.refusal == refusal
    return refusal


def legal(game: Game, text: str, actor: str = "") -> bool:
    """Tell whether a line is legal, as asked and as offered; a claimed run need not be offered."""
    action = game.read(text, actor)
    accepted = action in game.choices
    assert accepted == (action in list(game.choices)) or action.verb == "run"
    return accepted


def after(game: Game, *lines: str) -> Game:
    """Return the game after some lines, each by who must decide."""
    for line in lines:
        game = game.play(game.read(line))
    return game


def until(game: Game, reached: Callable[[Game], bool]) -> Game:
    """Return the first game that is as wanted, while everybody passes; who must act takes the first offer."""
    while not reached(game):
        waits = Pass(game.pos.awaited[0])
        game = game.play(waits if waits in game.choices else game.choices.offers[0].action)
    return game


def round_is(kind: str, *number: int) -> Callable[[Game], bool]:
    """Return the question whether a round has come, by kind and number if that is given."""

    def reached(game: Game) -> bool:
        frame = game.pos.frame
        return frame.kind == kind and (not number or frame.number == number)

    return reached
