"""Letting a game of 18Mag go on by itself, with as little as possible done, to see what comes next."""

from __future__ import annotations

from collections.abc import Callable

from engine.actions import Pass, PayDividend, RunTrains
from engine.events import Event
from engine.game import Game

LONG = 400


def idle(game: Game) -> Game:
    """Return the game after one decision in which nothing is done that can be left."""
    for verb in (Pass, RunTrains, PayDividend):
        for offer in game.choices.offers:
            if type(offer.action) is verb:
                return game.play(offer.action)
    raise AssertionError(f"something must be done: {game.choices.offers}")


def go_on(game: Game, until: Callable[[Game], bool]) -> tuple[Game, list[Event]]:
    """Return the first position of which something is true, and what happened on the way."""
    events: list[Event] = []
    for _ in range(LONG):
        if game.state.over or until(game):
            return game, events
        game = idle(game)
        events += game.events
    raise AssertionError("this never happens")


def rounds(game: Game) -> list[tuple[str, tuple[int, ...]]]:
    """Return every round that follows until the end."""
    _, events = go_on(game, lambda now: now.state.over)
    return [(event.kind, event.number) for event in events if type(event).__name__ == "RoundBegan"]
