"""What is to come in 18Mag: what the first sale of each stack brings, rounds without a sale, and the end."""

from __future__ import annotations

from collections.abc import Iterator

from engine.exhibits import FirstSale, Prospect
from engine.position import Position
from engine.titles.t18mag.figures import figures, mag_state


def first_sales(pos: Position) -> tuple[FirstSale, ...]:
    """Return the phase that begins with the next sale from a stack that has not been touched."""
    following = pos.title.data.phases[pos.state.phase + 1 :]
    if not following:
        return ()
    follows = (Prospect("last_set_begins"),) if len(following) == 1 else ()
    return tuple(FirstSale(stack, following[0].name, follows) for stack in mag_state(pos).stacks)


def prospects(pos: Position) -> tuple[Prospect, ...]:
    """Return how many rounds have brought no sale, and how the game ends."""
    return tuple(_prospects(pos)) if not pos.state.over else ()


def _prospects(pos: Position) -> Iterator[Prospect]:
    own, phases = mag_state(pos), pos.title.data.phases
    if own.no_train and own.stacks:
        most = figures(pos).no_train_tokens
        yield Prospect("no_train", {"n": own.no_train, "most": most, "train": own.stacks[0]})
    if own.last_set:
        rounds = pos.phase.operating_rounds
        yield Prospect("end_round", {"number": (own.last_set, rounds)})
    else:
        yield Prospect("end_phase", {"phase": phases[-1].name})
