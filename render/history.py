"""How a game went, round by round: the worth of the players, share prices, and what units earned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.actions import Action
from engine.events import DividendPaid, Event, Paid, Ran, RoundBegan
from engine.game import Game, Setup
from engine.position import Position
from engine.retrace import retrace
from engine.state import Frame


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """The end of a round: ``kind`` and ``number`` of the round, money in the title's currency.

    ``earned`` is what units ran for in that round, ``phase`` the index of the phase it ended in. ``income`` is what
    each player got, by source: dividends of majors, of minors, and of privates.
    """

    kind: str
    number: tuple[int, ...]
    worth: Mapping[str, int]
    prices: Mapping[str, int]
    earned: Mapping[str, int]
    phase: int = 0
    income: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

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


def round_ends_of(played: Iterable[Game], begun: Iterable[Event] = ()) -> Iterator[RoundEnd]:
    """Yield the end of each round of a game; ``begun`` is what happened in its first round before the first game."""
    earned = _Earned()
    earned.add(begun)
    before: Game | None = None
    for game in played:
        if before is not None and (now := _round(before.pos)) and _round(game.pos) != now:
            ended, begun = parted(game.events)
            earned.add(ended)
            yield _round_end(now, game.pos, earned)
            earned = _Earned()
            earned.add(begun)
        else:
            earned.add(game.events)
        before = game
    if before is not None and (now := _round(before.pos)):
        yield _round_end(now, before.pos, earned)


def parted(events: Sequence[Event]) -> tuple[Sequence[Event], Sequence[Event]]:
    """Return the events before a round began, and those since."""
    first = next((at for at, event in enumerate(events) if isinstance(event, RoundBegan)), len(events))
    return events[:first], events[first:]


INCOME = "income"
SOURCES = ("major", "minor", "private")
"""Where players' income comes from, in the order in which it is told."""


@dataclass
class _Earned:
    """What units ran for, or, where they run no trains themselves, what they paid out; and whom it went to."""

    ran: Counter[str] = field(default_factory=Counter)
    divided: Counter[str] = field(default_factory=Counter)
    paid: Counter[tuple[str, str]] = field(default_factory=Counter)
    """What was received, by receiver and the unit that paid it; no unit for a private."""

    def add(self, events: Iterable[Event]) -> None:
        """Add what was earned in these events."""
        for event in events:
            if isinstance(event, Ran):
                self.ran[event.unit] += event.revenue
            elif isinstance(event, DividendPaid):
                self.divided[event.unit] += event.amount
                for holder, amount in event.paid.items():
                    self.paid[holder, event.unit] += amount
            elif isinstance(event, Paid) and event.why == INCOME:
                self.paid[event.payee, ""] += event.amount

    def income(self, pos: Position) -> dict[str, dict[str, int]]:
        """What each player got, by source."""
        found: dict[str, dict[str, int]] = {player: {} for player in pos.state.players}
        for (who, unit), amount in self.paid.items():
            if who in found and amount:
                source = "private" if not unit else "major" if pos.title.units[unit].shares else "minor"
                found[who][source] = found[who].get(source, 0) + amount
        return found

    @property
    def all(self) -> dict[str, int]:
        """Return the amounts by unit."""
        return {**self.divided, **self.ran}


def _round(pos: Position) -> Frame | None:
    """Return the kind and number of the round that is on; decisions inside it are part of it."""
    frames = [frame for frame in pos.state.frames if frame.number]
    return Frame(frames[-1].kind, frames[-1].number) if frames else None


def _round_end(of: Frame, pos: Position, earned: _Earned) -> RoundEnd:
    prices = {unit: price for unit in pos.title.units if (price := pos.price(unit))}
    worth = {player: pos.worth(player) for player in pos.state.players}
    return RoundEnd(of.kind, of.number, worth, prices, earned.all, pos.state.phase, earned.income(pos))
