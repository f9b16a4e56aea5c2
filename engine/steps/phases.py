"""What a sale of trains sets going: phases, rust, exports."""

from __future__ import annotations

from collections.abc import Container, Mapping

from engine.events import PhaseBegan, TrainRusted
from engine.position import Position
from engine.scratch import Scratch
from engine.state import DEPOT
from engine.steps.trains import restock, top_card


def phase_with(pos: Position, starts: Mapping[str, str], train: str) -> int:
    """Return the number of the phase once a card has left the stacks: a new one if it is the first of its kind.

    ``starts`` has the phase that begins with the first card of each stack, by name.
    """
    name = starts.get(pos.title.trains[train].stack)
    return pos.state.phase if name is None or pos.since(name) else pos.title.phases[name]


def begin_phase(scratch: Scratch, phase: int, train: str, why: str) -> None:
    """Begin a phase, given by its number from 0; ``train`` is the card that started it."""
    scratch.state.phase = phase
    scratch.emit(PhaseBegan(scratch.now.phase.name, train, why))


def begin_phase_with(scratch: Scratch, starts: Mapping[str, str], train: str, why: str) -> bool:
    """Begin the phase that starts with a card that has left the stacks; tell whether there is one."""
    before = scratch.now
    after = phase_with(before, starts, train)
    if after != before.state.phase:
        begin_phase(scratch, after, train, why)
    return after != before.state.phase


def rust(scratch: Scratch, types: Container[str], into: str = "") -> None:
    """Take every train of these types out of the game, or turn it into another one, those in the pool too."""
    for holder, trains in scratch.state.trains.items():
        gone = [train for train in trains if train in types]
        for train in gone:
            scratch.emit(TrainRusted(holder, train, into, "phase"))
        if gone:
            after = (into if train in types else train for train in trains)
            scratch.put("trains", holder, tuple(train for train in after if train))


def export_top(scratch: Scratch) -> str:
    """Take the top card of the stacks out of the game; return it, empty if none is left."""
    card = top_card(scratch.now)
    if card:
        restock(scratch, card, -1)
        scratch.emit(TrainRusted(DEPOT, card, "", "export"))
    return card
