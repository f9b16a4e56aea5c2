"""What a title teaches the house's players: how long the game lasts, what trains can do, what privates bring."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from statistics import mean

from engine.finance import market, shares
from engine.position import Position
from engine.state import OFFER
from engine.steps.trains import top_card


def _some_rounds(pos: Position) -> float:
    left = len(pos.title.data.phases) - pos.state.phase
    return 2.0 * left


def _any_kind(pos: Position, unit: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(train.kind for train in pos.title.data.trains))


def _for_ever(pos: Position, train: str) -> float:
    return inf


def _one_right(pos: Position, unit: str, cell: str, total: int) -> str:
    return market.along(pos, cell, 1 if total else -1)


def _incomes(pos: Position, player: str, rounds: float) -> float:
    return sum(pos.title.privates[private].income for private in pos.owned(player)) * rounds


def _next_run(pos: Position, unit: str) -> float:
    """Return what the next train of the depot would earn, if it stopped at cities of the newest colour alone."""
    newest = pos.phase.colours[-1]
    tiles = (pos.title.tiles[tile] for tile in pos.state.supply if tile in pos.title.tiles)
    cities = [stop.value(pos.phase.colours) for tile in tiles if tile.colour == newest for stop in tile.stops]
    stops = pos.title.trains[card].stops if (card := top_card(pos)) else 0
    return MIDDLING * stops * mean(filter(None, cities)) if any(cities) else 0.0


def _alike(pos: Position, unit: str, rounds: float) -> Sequence[float]:
    return ()


def _no_prizes(pos: Position, unit: str) -> Mapping[str, int]:
    return {}


def _no_passes(pos: Position, unit: str) -> Mapping[str, tuple[tuple[int, int], ...]]:
    return {}


def _nobody_must(pos: Position, unit: str) -> bool:
    return False


def _unsold(pos: Position, unit: str) -> int:
    return max(60 - (100 - pos.percent(OFFER, unit)), 0)


def _nothing_else(pos: Position) -> Hashable:
    return None


def _everything_kept(pos: Position, player: str) -> int:
    return 0


MIDDLING = 0.8
"""What a first run brings of the revenue that its train could have in the best of cases."""
LAST_DEALS = 2.5
"""So many operating rounds before the end money can no longer be put to use."""


def worth_today(rounds: float, interest: float) -> tuple[float, float]:
    """Return the present value of 1 in each of so many rounds, and of 1 at their end."""
    useful = max(rounds - LAST_DEALS, 0.0)
    early = (1 - (1 + interest) ** -useful) / interest if useful else 0.0
    last: float = (1 + interest) ** -useful
    return early + last * min(rounds, LAST_DEALS), last


@dataclass(frozen=True, eq=False)
class Insight:
    """What is guessed of a title's future; money in its currency.

    ``rounds`` are the operating rounds that have not begun yet. ``kinds`` are the kinds of train that a unit can run,
    ``lasts`` for how many more operating rounds a train runs. ``after`` is the cell of a price after a dividend.
    ``incomes`` are what privates and the like bring a player in that many rounds and at the end, beyond what they
    count now. ``hope`` is what a unit should come to earn that has not run yet, ``must_own`` tells whether it has to
    own a train, ``unsold`` how much of a unit, in percent, must still be bought before it floats. ``kept`` is the
    money a player holds back for what comes after a draft or an auction. ``takes`` is what a unit that runs nothing
    itself should take in each of that many rounds; nothing where one is thought to be like the other.

    ``passes`` are pairs of edges of hexes that a unit could join by something else than a tile, ``prizes`` the money
    that it gets once its track has come to a hex.

    ``boons`` are verbs that cost nothing and always bring something. ``idle`` is what a round adds to the worth of
    money in a treasury to its owners, ``interest`` what a player's money brings elsewhere in a round, ``room`` what a
    free certificate is worth in a round, ``growth`` by how much a revenue grows in a round while there is track to
    build. ``arrears`` is what a player's lack of money costs, for each unit of it. ``owed`` is what part of the money
    that is lacking for a unit's next train its director pays, ``far_off`` how that shrinks with each turn until then.

    ``hangs_on`` is what ``lasts`` goes by beside the phase, the rounds and the depot: while it stays the same, so
    does what is foreseen of units to which nothing happens. ``deeper`` is what somebody goes by who thinks longer.
    """

    rounds: Callable[[Position], float] = _some_rounds
    kinds: Callable[[Position, str], tuple[str, ...]] = _any_kind
    lasts: Callable[[Position, str], float] = _for_ever
    after: Callable[[Position, str, str, int], str] = _one_right
    incomes: Callable[[Position, str, float], float] = _incomes
    hope: Callable[[Position, str], float] = _next_run
    must_own: Callable[[Position, str], bool] = _nobody_must
    unsold: Callable[[Position, str], int] = _unsold
    kept: Callable[[Position, str], int] = _everything_kept
    takes: Callable[[Position, str, float], Sequence[float]] = _alike
    passes: Callable[[Position, str], Mapping[str, tuple[tuple[int, int], ...]]] = _no_passes
    prizes: Callable[[Position, str], Mapping[str, int]] = _no_prizes
    boons: tuple[str, ...] = ()
    idle: float = 0.1
    growth: float = 0.04
    interest: float = 0.06
    room: float = 0.0
    arrears: float = 1.5
    owed: float = 0.8
    far_off: float = 0.6
    hangs_on: Callable[[Position], Hashable] = _nothing_else
    deeper: Insight | None = None

    def missing(self, pos: Position, unit: str) -> tuple[int, int]:
        """Return how many certificates must still be bought before a unit floats, and what they cost."""
        count = -(-self.unsold(pos, unit) // shares.size(pos, unit))
        return count, count * pos.price(unit)


PLAIN = Insight()
"""What is guessed of a title that teaches nothing."""
