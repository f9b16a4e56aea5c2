"""How far a unit's turn has come here, asked by what reads and what writes a record of 18xx.games."""

from __future__ import annotations

from engine.actions import LayTile, PlaceToken, RunTrains
from engine.game import Game
from engine.position import Position
from engine.powers import held_up


def innermost(game: Game) -> str:
    """Return the kind of the innermost frame, empty once the game is over."""
    return "" if game.state.over else game.pos.frame.kind


def operates(pos: Position) -> bool:
    """Tell whether an operating round is on, whatever interrupts it."""
    return not pos.state.over and pos.state.frames[0].kind == "operating"


def unit_alone(pos: Position) -> bool:
    """Tell whether a unit operates and nothing interrupts its turn."""
    return operates(pos) and len(pos.state.frames) == 1


def same_turn(before: Game, after: Game) -> bool:
    """Tell whether the turn of the unit that acted goes on."""
    if after.state.over:
        return False
    was, now = before.state.frames[0], after.state.frames[0]
    return (was.kind, was.number, was.queue) == (now.kind, now.number, now.queue)


def turn_is_over(game: Game, unit: str) -> bool:
    """Tell whether the turn of a unit in this operating round is over."""
    if not unit or not operates(game.pos):
        return False
    pos, frame = game.pos, game.state.frames[0]
    return bool(frame.queue) and unit in pos.title.rounds[frame.kind].line_up(pos, frame).done


def has_run(game: Game, unit: str) -> bool:
    """Tell whether the turn of a unit in this operating round is past its run."""
    if innermost(game) != "operating":
        return False
    gone = unit == game.pos.unit and all(step.verb is not RunTrains for step in game.pos.ahead)
    return gone or turn_is_over(game, unit)


def before_run(pos: Position, unit: str) -> bool:
    """Tell whether a unit builds, or could, with a power, before a run that otherwise happens by itself."""
    if pos.unit != unit:
        return False
    building = any(step.verb in (LayTile, PlaceToken) for step in pos.open_steps)
    return building or held_up(pos) == RunTrains.verb


def verbs_ahead(pos: Position) -> set[str]:
    """Return the steps that the turn still has before it, by their verbs; its end has none."""
    return {"", *(step.verb.verb for step in pos.ahead)}
