"""Whole games of one level, with what has been seen to go wrong in them once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from engine.actions import Action, Buy, Par, Sell
from engine.game import Game
from engine.opponents import LEVELS

SEATS = ("A", "B", "C")
MOST = 5000
"""A game that takes more actions than this does not come to an end."""


@dataclass
class Watched:
    """What happened in a game.

    ``sold_again`` are sales of shares that were bought in the same stock round, ``directed`` the corporations a
    player has ever directed, ``earned`` the units that have ever earned anything. ``idle`` is what part of a player's
    worth was cash at the end of each stock round.
    """

    game: Game
    verbs: Counter[str] = field(default_factory=Counter)
    sold_again: list[tuple[str, str]] = field(default_factory=list)
    directed: dict[str, set[str]] = field(default_factory=dict)
    earned: set[str] = field(default_factory=set)
    idle: list[dict[str, float]] = field(default_factory=list)
    _bought: set[tuple[str, str]] = field(default_factory=set)
    _round: tuple[object, ...] = ()

    def see(self, action: Action) -> None:
        """Note an action and play it."""
        frame = self.game.state.frames[0]
        if (frame.kind, frame.number) != self._round:
            self._new_round(frame.kind, (frame.kind, frame.number))
        self.verbs[action.verb] += 1
        if isinstance(action, Buy | Par):
            self._bought.add((action.actor, action.unit))
        elif isinstance(action, Sell) and (action.actor, action.unit) in self._bought:
            self.sold_again.append((action.actor, action.unit))
        self.game = self.game.play(action)
        pos = self.game.pos
        self.earned |= {unit for unit, run in pos.state.runs.items() if run.revenue}
        for unit in self.started:
            self.directed.setdefault(pos.director(unit), set()).add(unit)

    def _new_round(self, kind: str, name: tuple[object, ...]) -> None:
        pos = self.game.pos
        if self._round and self._round[0] == "stock":
            self.idle.append({player: pos.cash(player) / max(pos.worth(player), 1) for player in SEATS})
        self._round, self._bought = name, set()

    @property
    def started(self) -> list[str]:
        """The corporations in play that have a price and a director."""
        pos = self.game.pos
        units = [unit for unit, known in pos.title.units.items() if known.shares]
        return [
            unit for unit in units if unit in pos.state.tokens_left and pos.price(unit) and pos.director(unit)
        ]

    @property
    def asleep(self) -> list[str]:
        """The corporations somebody has started that have not floated."""
        floated = getattr(self.game.state.extra, "floated", self.started)
        return [unit for unit in self.started if unit not in floated]

    @property
    def barren(self) -> list[str]:
        """The corporations that have floated and never earned anything."""
        return [unit for unit in self.started if unit not in self.asleep and unit not in self.earned]


def moves(title: str, level: str, seed: int) -> Iterator[Watched]:
    """Play a game with a player for each seat; yield what was seen, move by move."""
    seen = Watched(Game.start(title, SEATS, seed=seed))
    seats = {name: LEVELS[level](seed, name) for name in SEATS}
    while not seen.game.state.over and seen.game.state.ply < MOST:
        seen.see(seats[seen.game.pos.awaited[0]].choose(seen.game))
        yield seen


@cache
def whole(title: str, level: str, seed: int = 1) -> Watched:
    """Play a game to its end, once for all tests."""
    *_, seen = moves(title, level, seed)
    assert seen.game.state.over
    return seen
