"""A game in retrospect: where everybody's money came from, and the moments that decided it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from engine.events import Directed, Event, Paid, PhaseBegan, Ran, Sold, TrainBought, TrainRusted
from engine.finance.shares import worth_held
from engine.game import Game
from engine.position import Position

T = TypeVar("T")

START, DIVIDENDS, SHARES, PRIVATES, OTHER = SOURCES = ("start", "dividends", "shares", "privates", "other")
"""Where money comes from; together they are the score."""
_KINDS = {
    "dividend": DIVIDENDS,
    "share": SHARES,
    "sale": SHARES,
    "exchange": SHARES,
    "income": PRIVATES,
    "private": PRIVATES,
    "acquisition": SHARES,
    "furka": PRIVATES,
}
LARGEST, DUMP, RUST = "largest_run", "first_dump", "first_rust"
RUSTED = 3
"""How many trains must rust at once to decide something."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What decided a game: its kind, the number of the move, the round, and who and what took part in it.

    ``amount`` is money of a run, or how many trains rusted; ``what`` is the train that was bought, or where there is
    no unit the phase that began by itself.
    """

    kind: str
    ply: int
    round: tuple[str, tuple[int, ...]]
    unit: str
    player: str = ""
    other: str = ""
    amount: int = 0
    what: str = ""


@dataclass(frozen=True, slots=True)
class Retrospect:
    """The scores by player, their sources (:data:`SOURCES`) in the title's currency, and the moments in order."""

    scores: Mapping[str, int]
    sources: Mapping[str, Mapping[str, int]]
    moments: tuple[Moment, ...] = ()


def places(scores: Mapping[T, int]) -> dict[T, int]:
    """Return everybody's place, the best first; equal scores share a place, and the first place the win."""
    best_first = sorted(scores, key=lambda one: -scores[one])
    return {one: 1 + sum(other > scores[one] for other in scores.values()) for one in best_first}


@dataclass
class _Tally:
    """What has been seen so far."""

    flows: dict[str, Counter[str]] = field(default_factory=dict)
    moments: dict[str, Moment] = field(default_factory=dict)

    def add(self, before: Position, game: Game) -> None:
        """Take in what one action caused."""
        for event in game.events:
            if isinstance(event, Paid):
                self._flow(event)
        for moment in _moments(before, game):
            known = self.moments.get(moment.kind)
            if known is None or (moment.kind == LARGEST and moment.amount > known.amount):
                self.moments[moment.kind] = moment

    def _flow(self, event: Paid) -> None:
        kind = _KINDS.get(event.why, OTHER)
        for who, amount in ((event.payer, -event.amount), (event.payee, event.amount)):
            if who in self.flows:
                self.flows[who][kind] += amount


def retrospect(played: Iterable[Game]) -> Retrospect:
    """Return a game in retrospect, given the game before its first action and after each."""
    steps = iter(played)
    first = now = next(steps)
    seen = _Tally({player: Counter() for player in first.pos.state.players})
    for game in steps:
        seen.add(now.pos, game)
        now = game
    moments = sorted(seen.moments.values(), key=lambda one: one.ply)
    scores = {player: now.pos.worth(player) for player in seen.flows}
    sources = {
        player: _sources(first.pos.cash(player), flows, worth_held(now.pos, player), scores[player])
        for player, flows in seen.flows.items()
    }
    return Retrospect(scores, sources, tuple(moments))


def _sources(start: int, flows: Mapping[str, int], held: int, score: int) -> dict[str, int]:
    """Return the parts of a score; what no kind of money accounts for is the last of them."""
    found = {START: start, **{kind: flows.get(kind, 0) for kind in (DIVIDENDS, SHARES, PRIVATES)}}
    found[SHARES] += held
    return {**found, OTHER: score - sum(found.values())}


def _moments(before: Position, game: Game) -> Iterator[Moment]:
    """Yield what one action may have decided."""
    frames = [frame for frame in before.state.frames if frame.number]
    where = game.state.ply, (frames[-1].kind, frames[-1].number) if frames else ("", ())
    for event in game.events:
        if isinstance(event, Ran) and event.revenue:
            yield Moment(LARGEST, *where, event.unit, before.director(event.unit), amount=event.revenue)
    yield from _dumped(where, game.events)
    yield from _rusted(where, before, game.events)


def _dumped(where: tuple[int, tuple[str, tuple[int, ...]]], events: Iterable[Event]) -> Iterator[Moment]:
    """Yield that a director has sold a corporation into another player's hands."""
    told = list(events)
    sold = {(event.player, event.unit) for event in told if isinstance(event, Sold)}
    for event in told:
        if isinstance(event, Directed) and (event.before, event.unit) in sold and event.player:
            yield Moment(DUMP, *where, event.unit, event.before, event.player)


def _rusted(
    where: tuple[int, tuple[str, tuple[int, ...]]], before: Position, events: Iterable[Event]
) -> Iterator[Moment]:
    """Yield that several trains have rusted: by the purchase of one, or with a phase that began without any."""
    told = list(events)
    count = sum(isinstance(event, TrainRusted) and event.is_lost for event in told)
    if count < RUSTED:
        return
    began = next((event for event in told if isinstance(event, PhaseBegan)), None)
    bought = next((event for event in told if isinstance(event, TrainBought)), None)
    if began is not None and began.why != "sale":
        yield Moment(RUST, *where, "", amount=count, what=began.phase)
    elif bought is not None:
        director = before.director(bought.unit)
        yield Moment(RUST, *where, bought.unit, director, amount=count, what=bought.train)
