"""Entry points of the search processes. Imports as little of the bot as possible."""

import logging
from dataclasses import dataclass
from multiprocessing.sharedctypes import SynchronizedArray
from typing import Any, TypeAlias

from engine.actions import Action
from engine.choices import Choices
from engine.events import Event
from engine.game import Game, Setup
from engine.opponents import LEVELS, SIMPLER
from engine.opponents.reasons import Advice, Reason, advice, reasons
from engine.position import Position
from engine.routes.budget import MustEnd, never, search_budget

log = logging.getLogger(__name__)

StopFlags: TypeAlias = "SynchronizedArray[Any]"

_flags: list[StopFlags] = []
"""In a worker: the flags that it shares with the bot, one for each slot."""


def begin_worker(flags: StopFlags) -> None:
    """Prepare a worker: it knows the flags by which its searches are stopped."""
    _flags[:] = [flags]


def search(pos: Position, seconds: float | None, slot: int) -> dict[str, Any]:
    """Return the answers to every question that listing a position's choices asks; runs in a worker.

    :raises SearchStopped: when nobody wants them any more
    """
    flags = _flags[0].get_obj()
    return answers(pos, seconds, lambda: bool(flags[slot]))


def answers(pos: Position, seconds: float | None, stopped: MustEnd = never) -> dict[str, Any]:
    """Return the answers to every question that listing a position's choices asks.

    :raises SearchStopped: when it was ``stopped``
    """
    with search_budget(seconds, stopped):
        Choices(pos).foresee()
    return pos.answers


@dataclass(frozen=True, slots=True)
class HouseTurn:
    """What the house decides at: a position, a seat, the events of the last move, and the moves before it."""

    setup: Setup
    pos: Position
    events: tuple[Event, ...]
    seat: str
    lately: tuple[Action, ...] = ()


def house_move(turn: HouseTurn, level: str) -> Action:
    """Return the house's action at a level.

    Where a level fails, the next simpler one decides: a table must not stand still.
    """
    setup, pos = turn.setup, turn.pos
    game = Game(setup, pos, turn.events)
    while True:
        try:
            player = LEVELS[level](setup.seed, turn.seat)
            player.recall(game, turn.lately)
            return player.choose(game)
        except Exception:
            log.exception("the %s does not know what to do at ply %d", level, pos.state.ply)
            if level not in SIMPLER:
                raise
            level = SIMPLER[level]


def house_advice(setup: Setup, pos: Position, seat: str) -> Advice:
    """Return the action that the house would choose at a seat, and why."""
    return advice(Game(setup, pos, ()), seat, setup.seed)


def house_reasons(setup: Setup, pos: Position, action: Action) -> tuple[Reason, ...]:
    """Return why somebody has done something."""
    return reasons(Game(setup, pos, ()), action)
