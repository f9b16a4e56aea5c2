"""What can be answered without its player: in one way of use that lasts for nobody, or by declining a deal."""

from __future__ import annotations

from engine.actions import Action, Refuse
from engine.events import Asked, Dealt, Event, GameOver, Indebted, PhaseBegan
from engine.game import Game

LASTING = (Asked, Dealt, GameOver, PhaseBegan)
"""Somebody is asked, cards are seen, the game is over, or trains rust and colours come."""


def lasts(event: Event) -> bool:
    """Tell whether what happened concerns others for good: to make a debt does, to pay one off does not."""
    return isinstance(event, LASTING) or (isinstance(event, Indebted) and event.amount > 0)


def forced(game: Game) -> tuple[Action, Game] | None:
    """Return the only action of use with the game after it; None where somebody is to be asked."""
    if game.state.over or not game.pos.awaited or game.own_move is not None:
        return None
    action = game.choices.only
    if action is None:
        return None
    action = game.choices.noted(action)
    after = game.play(action)
    return None if any(map(lasts, after.events)) else (action, after)


def refusal(game: Game, player: str) -> Action | None:
    """Return the action by which a player declines the deal that is offered to them; None where there is none."""
    refusals = (one.action for one in game.choices.offers if isinstance(one.action, Refuse))
    return next((one for one in refusals if one.actor == player), None)
