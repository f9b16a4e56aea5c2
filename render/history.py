"""How a game went, round by round: the worth of the players, share prices, and what units earned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.actions import Action
from engine.events import DividendPaid, Event, Ran
from engine.game import Game, Setup
from engine.position import Position
from engine.retrace import retrace
from engine.state import Frame


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """The end of a round: ``kind`` and ``number`` of the round, money in the title's currency.

    ``earned`` is what units ran for in that round, ``phase`` the index of the phase it ended in.
    """

    kind: str
    number: tuple[int, ...]
    worth: Mapping[str, int]
    prices: Mapping[str, int]
    earned: Mapping[str, int]
    phase: int = 0

    @property
    def label(self) -> str:
        """Return the number of the round as it is counted: ``3`` or ``3.1``."""
        return ".".join(map(str, self.number))


def round_ends(setup: Setup, actions: Iterable[Action]) -> tuple[RoundEnd, ...]:
    """Return the ends of the rounds of a game, the last one being the position it has come to.

    :raises IllegalAction: when one of the actions is against the rules.
    """
    return tuple(round_ends_of(replayed(setup, actions)))


def replayed(setup: Setup, actions: Iterable[Action]) -> Iterator[Game]:
    """Yield the game after each action, and before the first."""
    game = Game.begin(setup)
    yield game
    yield from retrace(game, tuple(actions))


def round_ends_of(played: Iterable[Game]) -> Iterator[RoundEnd]:
    """Yield the end of each round of a game."""
    earned = _Earned()
    before: Game | None = None
    for game in played:
        if before is not None and (now := _round(before.pos)) and _round(game.pos) != now:
            earned.add(game.events)
            yield _round_end(now, game.pos, earned.all)
            earned = _Earned()
        else:
            earned.add(game.events)
        before = game
    if before is not None and (now := _round(before.pos)):
        yield _round_end(now, before.pos, earned.all)


@dataclass
class _Earned:
    """What units ran for, or, where they run no trains themselves, what they paid out."""

    ran: Counter[str] = field(default_factory=Counter)
    divided: Counter[str] = field(default_factory=Counter)

    def add(self, events: Iterable[Event]) -> None:
        """Add what was earned in these events."""
        for event in events:
            if isinstance(event, Ran):
                self.ran[event.unit] += event.revenue
            elif isinstance(event, DividendPaid):
                self.divided[event.unit] += event.amount

    @property
    def all(self) -> dict[str, int]:
        """Return the amounts by unit."""
        return {**self.divided, **self.ran}


def _round(pos: Position) -> Frame | None:
    """Return the kind and number of the round that is on; decisions inside it are part of it."""
    frames = [frame for frame in pos.state.frames if frame.number]
    return Frame(frames[-1].kind, frames[-1].number) if frames else None


def _round_end(of: Frame, pos: Position, earned: Mapping[str, int]) -> RoundEnd:
    prices = {unit: price for unit in pos.title.units if (price := pos.price(unit))}
    worth = {player: pos.worth(player) for player in pos.state.players}
    return RoundEnd(of.kind, of.number, worth, prices, dict(earned), pos.state.phase)
