"""A position: title and state, with the facts that follow from them, computed when asked for."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterator, Mapping
from operator import is_
from typing import TYPE_CHECKING, Any, TypeVar

from engine.board import shapes
from engine.board.hexes import Place
from engine.board.network import Network, Reach, differing
from engine.board.tiles import Face, composed
from engine.board.track_plan import TrackPlan
from engine.data import Phase, Unit
from engine.lazily import lazily
from engine.notes import Notes, TurnNotes, in_record
from engine.state import DEPOT, OFFER, POOL, Frame, State

if TYPE_CHECKING:
    from engine.rounds import Round
    from engine.rounds.own_turns import OwnTurns
    from engine.steps import Step
    from engine.title import Title

T = TypeVar("T")
N = TypeVar("N", bound=Notes)
Memo = dict[str, tuple[tuple[Any, ...], Any]]

OF_A_TURN = (
    "round",
    "acting",
    "unit",
    "own_turn",
    "steps",
    "powers",
    "turn",
    "round_notes",
    "phase",
    "everybody",
)
"""What stays as it is while a turn goes from step to step and nobody does anything."""
ANSWERS = 256
"""How many answers are kept for a game."""


def _same(old: tuple[Any, ...], new: tuple[Any, ...]) -> bool:
    if all(map(is_, old, new)):
        return True
    for one, two in zip(old, new, strict=True):
        if one is not two and (isinstance(one, dict) or one != two):
            return False
    return True


class Position:
    """What can be asked of a game at one moment. It never changes.

    ``memo`` keeps facts together with the columns they were computed from; positions of one game share it.
    ``turn_memo`` keeps what stays true while the turn goes from step to step and nobody does anything.
    """

    def __init__(self, title: Title, state: State, memo: Memo | None = None) -> None:
        self.title = title
        self.state = state
        self.memo: Memo = {} if memo is None else memo
        self.turn_memo: dict[Any, Any] = {}
        self._differing: dict[tuple[int, ...], tuple[Any, frozenset[str]]] = {}
        self._once: dict[Hashable, Any] = {}
        self._verdict: tuple[Any, Any, Any] = (None, None, None)

    def further(self, state: State) -> Position:
        """Return the position some steps on in the same turn, in which nobody has done anything.

        All that is known here and does not depend on the step that the turn has come to is known there too.
        """
        known = self.__dict__
        after = Position(self.title, state, self.memo)
        after.__dict__.update((name, known[name]) for name in OF_A_TURN if name in known)
        return after

    def fact(self, name: str, inputs: tuple[Any, ...], build: Callable[[], T]) -> T:
        """Return a fact, computed anew only when one of its inputs has changed since the last time."""
        kept = self.memo.get(name)
        if kept is not None and (kept[0] is inputs or _same(kept[0], inputs)):
            return kept[1]  # type: ignore[no-any-return]
        made = build()
        self.memo[name] = (inputs, made)
        return made

    def once(self, name: Hashable, build: Callable[[], T]) -> T:
        """Return a fact that is computed once for this very position, no matter what it depends on."""
        if name not in self._once:
            self._once[name] = build()
        return self._once[name]  # type: ignore[no-any-return]

    def judged(self, step: Step[Any], action: Any, judge: Callable[[Position, Any], T]) -> T:
        """Return the verdict of a step on an action, which is kept until another one is asked for."""
        if self._verdict[0] is not step or self._verdict[1] is not action:
            self._verdict = (step, action, judge(self, action))
        return self._verdict[2]  # type: ignore[no-any-return]

    def answer(self, name: str, inputs: tuple[Any, ...], build: Callable[[], T]) -> T:
        """Return a fact that takes long to find, unless it is among the answers already found."""
        return self.fact(name, inputs, lambda: self._found(self._fingerprint(name, inputs), build))

    @property
    def answers(self) -> dict[str, Any]:
        """Return the answers found so far, by the fingerprints of their inputs."""
        return self.fact("answers", (), dict)

    def learn(self, answers: Mapping[str, Any]) -> None:
        """Add answers found elsewhere, as the newest; the oldest are forgotten when there are too many."""
        known, newest = self.answers, dict(answers)
        for print_ in newest:
            known.pop(print_, None)
        known.update(newest)
        for print_ in list(known)[:-ANSWERS]:
            known.pop(print_, None)

    def _found(self, print_: str, build: Callable[[], T]) -> T:
        if print_ not in self.answers:
            self.learn({print_: build()})
        return self.answers[print_]  # type: ignore[no-any-return]

    def _fingerprint(self, name: str, inputs: tuple[Any, ...]) -> str:
        told = [sorted(one.items()) if isinstance(one, Mapping) else one for one in inputs]
        asked = repr((self.title.name, self.state.options, name, told))
        return hashlib.blake2b(asked.encode(), digest_size=16).hexdigest()

    # --- what is going on

    @lazily
    def frame(self) -> Frame:
        """Return the innermost frame: the round or decision that is open."""
        return self.state.frames[-1]

    @lazily
    def round(self) -> Round:
        """Return the rules of the open round."""
        return self.title.rounds[self.frame.kind]

    @lazily
    def turn(self) -> TurnNotes:
        """Return the notes of the current turn."""
        return in_record(self.title.turn_notes, self.frame.turn)

    @lazily
    def round_notes(self) -> Notes:
        """Return the notes of the open round."""
        return self._notes(self.frame)

    def notes(self, kind: type[N], frame: Frame | None = None) -> N:
        """Return the notes, which are of this kind, of the open round or of that of a frame."""
        noted = self.round_notes if frame is None else self._notes(frame)
        assert isinstance(noted, kind)
        return noted

    def _notes(self, frame: Frame) -> Notes:
        return in_record(self.title.rounds[frame.kind].notes, frame.notes)

    def procedures(self, kind: type[T]) -> T:
        """Return the functions in which the title's printed play and its readings differ, which are of this kind."""
        assert isinstance(self.title.procedures, kind)
        return self.title.procedures

    def own(self, kind: type[T]) -> T:
        """Return the title's own part of the state, which is of this kind."""
        assert isinstance(self.state.extra, kind)
        return self.state.extra

    @lazily
    def phase(self) -> Phase:
        """Return the current phase."""
        return self.title.data.phases[self.state.phase]

    @lazily
    def acting(self) -> str:
        """Return the player or unit at the head of the queue."""
        return self.frame.queue[0]

    @lazily
    def own_turn(self) -> OwnTurns | None:
        """Return how the turn that is on goes otherwise than the others of its round; None if it does not."""
        return self.round.own_turn(self)  # type: ignore[no-any-return]

    @lazily
    def awaited(self) -> tuple[str, ...]:
        """Return the players whose decision is awaited; nobody once the game is over."""
        return () if self.state.over else self.round.awaited(self)

    @lazily
    def unit(self) -> str:
        """Return the unit that operates, empty outside operating turns."""
        return self.acting if self.acting in self.title.units else ""

    def since(self, phase: str) -> bool:
        """Tell whether a phase, given by name, has begun."""
        return self.state.phase >= self.title.phases[phase]

    def option(self, name: str) -> str:
        """Return the value of an option: ``"on"`` if it takes none, empty if it is not chosen."""
        for option in self.state.options:
            key, _, value = option.partition("=")
            if key == name:
                return value or "on"
        return ""

    @lazily
    def steps(self) -> tuple[Step[Any], ...]:
        """Return the steps of the turn that is on."""
        return self.round.steps(self)

    @lazily
    def ahead(self) -> tuple[Step[Any], ...]:
        """Return the steps of the turn from the current one on."""
        return self.steps[self.frame.stage :]

    @lazily
    def powers(self) -> tuple[Step[Any], ...]:
        """Return the steps that may be taken at any moment."""
        return self.round.powers(self)

    @lazily
    def open_steps(self) -> tuple[Step[Any], ...]:
        """Return the steps open now: those of the turn, then powers."""
        return tuple(self.each_open_step())

    def each_open_step(self) -> Iterator[Step[Any]]:
        """Yield those steps one by one, so that later ones are not computed needlessly."""
        if self.state.over:
            return
        seen = []
        for step in self.turn_steps():
            if step not in seen:
                seen.append(step)
                yield step
        yield from (step for step in self.powers if step not in seen)

    def turn_steps(self) -> Iterator[Step[Any]]:
        """Yield the steps of the turn from the current one up to the first that must be taken."""
        for step in self.ahead:
            if step.by_itself(self):
                return
            yield step
            if (step.apart or step.must(self)) and step.open(self):
                return

    # --- people, money and certificates

    def cash(self, holder: str) -> int:
        """Return the money of a player, a unit or the bank."""
        return self.state.cash.get(holder, 0)

    def percent(self, holder: str, unit: str) -> int:
        """Return the share of a corporation that somebody holds."""
        held = self._parts.get(unit)
        return held.get(holder, 0) if held else 0

    @lazily
    def _parts(self) -> Mapping[str, Mapping[str, int]]:
        """Return the percentages of every corporation by holder."""
        inputs = (self.state.certificates,)
        return self.fact("parts", inputs, lambda: self._parted(*self.memo.get("parts", (({},), {}))))

    def _parted(
        self, inputs: tuple[Any, ...], before: Mapping[str, Mapping[str, int]]
    ) -> Mapping[str, Mapping[str, int]]:
        """Return those percentages, derived from earlier ones: anew only where a certificate has changed hands."""
        moved = differing(inputs, (self.state.certificates,))
        units = {self.share(certificate)[0] for certificate in moved}
        return {**before, **{unit: self._held(unit) for unit in units}}

    def _held(self, unit: str) -> dict[str, int]:
        """Return the percentages of a corporation by holder."""
        held: dict[str, int] = {}
        for certificate in self.title.issued[unit]:
            holder = self.state.certificates.get(certificate)
            if holder is not None:
                held[holder] = held.get(holder, 0) + self.share(certificate)[1]
        return held

    @lazily
    def holdings(self) -> dict[tuple[str, str], int]:
        """Return percentages by holder and corporation."""
        return self.fact("holdings", (self.state.certificates,), self._holdings)

    def _holdings(self) -> dict[tuple[str, str], int]:
        held: dict[tuple[str, str], int] = {}
        known = self.title.certificates
        for certificate, holder in self.state.certificates.items():
            unit, share = known[certificate]
            key = holder, unit
            held[key] = held.get(key, 0) + share
        return held

    def share(self, certificate: str) -> tuple[str, int]:
        """Return the corporation and the percentage of a certificate."""
        return self.title.certificates[certificate]

    def certificates(self, holder: str, unit: str = "") -> list[str]:
        """Return somebody's certificates, of one corporation or of all, director certificates first."""
        known, holders = self.title, self.state.certificates
        some = known.issued.get(unit, ()) if unit else known.certificates
        return [certificate for certificate in some if holders.get(certificate) == holder]

    @lazily
    def everybody(self) -> tuple[str, ...]:
        """Return all who may hold shares: the players in turn order, then the title's dummy if there is one."""
        dummy = self.title.data.dummy
        return (*self.state.order, dummy) if dummy else self.state.order

    def director(self, unit: str) -> str:
        """Return the player or dummy who directs a corporation or owns a minor; empty if there is none."""
        owner = self.state.owners.get(unit) or self.state.certificates.get(f"{unit}.0", OFFER)
        return owner if owner in self.everybody else ""

    def deciders(self, name: str) -> tuple[str, ...]:
        """Return who decides for a player (himself), for a unit (its director) or for a dummy (everybody)."""
        who = name if name in self.everybody else self.director(name)
        return (who,) if who in self.state.players else self.state.order if who else ()

    def cell(self, unit: str) -> str:
        """Return the market cell of a corporation's marker, empty if it has none."""
        return self._cells.get(unit, "")

    @lazily
    def _cells(self) -> dict[str, str]:
        """Return the market cell of every marker."""
        market = self.state.market
        return self.fact(
            "cells", (market,), lambda: {unit: cell for cell, stack in market.items() for unit in stack}
        )

    def price(self, unit: str) -> int:
        """Return the share price of a corporation, 0 if it has none."""
        return self.title.prices.get(self.cell(unit), 0)

    def worth(self, player: str) -> int:
        """Return a player's score if the game ended now."""
        return self.title.worth(self, player)

    def beginning_with(self, player: str) -> tuple[str, ...]:
        """Return all players in turn order from this one."""
        others = self.after(player)
        return (*others[-1:], *others[:-1])

    def after(self, player: str) -> tuple[str, ...]:
        """Return all players in turn order from the one after this player; for a dummy, from the first."""
        seat = self.state.order.index(player) + 1 if player in self.state.order else 0
        return self.state.order[seat:] + self.state.order[:seat]

    def kind(self, unit: str) -> str:
        """Return the kind of a unit, empty if there is no such unit."""
        known = self.title.units.get(unit)
        return known.kind if known else ""

    def owner(self, owned: str) -> str:
        """Return the player or unit that owns a private company; empty if nobody does."""
        return self.state.owners.get(owned, "")

    def owned(self, holder: str, kind: str = "") -> list[str]:
        """Return the private companies somebody owns, of one kind or of all, in the title's order."""
        return list(self._owned.get(holder, {}).get(kind, ()))

    @lazily
    def _owned(self) -> dict[str, dict[str, list[str]]]:
        """Return private companies by owner and kind, in the title's order; the empty kind stands for all of them."""
        return self.fact("owned", (self.state.owners,), self._by_owner)

    def _by_owner(self) -> dict[str, dict[str, list[str]]]:
        owned: dict[str, dict[str, list[str]]] = {}
        for private in self.title.data.privates:
            mine = owned.setdefault(self.owner(private.id), {})
            for kind in dict.fromkeys(("", private.kind)):
                mine.setdefault(kind, []).append(private.id)
        return owned

    def left(self, train: str) -> bool:
        """Tell whether the depot still has a card with this train."""
        return self.state.depot.get(self.title.trains[train].stack, 0) != 0

    def trains(self, holder: str) -> tuple[str, ...]:
        """Return the trains of a unit, or of the pool."""
        return self.state.trains.get(holder, ())

    def sellers(self) -> tuple[str, ...]:
        """Return who may sell trains: the depot, the pool, and units that own any."""
        holders = (POOL, *self.title.units)
        return (DEPOT, *(holder for holder in holders if self.state.trains.get(holder)))

    def units(self, kind: str) -> list[Unit]:
        """Return the units of a kind that are in play, in the order of the title's data."""
        return [
            unit for unit in self.title.data.units if unit.kind == kind and unit.id in self.state.tokens_left
        ]

    # --- the board

    def stop_called(self, hex_: str, stop: int) -> str:
        """Return the name of a stop of its own, empty where the hex's name is all there is."""
        return shapes.stop_called(self.title.hexes[hex_], self.face(hex_), stop)

    def face(self, hex_: str) -> tuple[Face, int]:
        """Return the tile on a hex, or what is printed on it, with any layers, and the rotation."""
        laid = self.state.tiles.get(hex_)
        below: tuple[Face, int] = (
            (self.title.tiles[laid[0]], laid[1]) if laid else (self.title.hexes[hex_], 0)
        )
        layers = self.state.layers.get(hex_)
        if not layers:
            return below
        return composed(below, tuple((self.title.tiles[tile], turn) for tile, turn in layers)), 0

    @lazily
    def board(self) -> tuple[Any, ...]:
        """Return the columns of the state that track and tokens depend on."""
        return self.state.tiles, self.state.layers, self.state.tokens

    @lazily
    def network(self) -> Network:
        """Return the track on the board with the tokens on it."""
        return self.fact("network", self.board, lambda: Network(self._plan, self.state.tokens))

    @property
    def cities(self) -> tuple[Place, ...]:
        """Return every city of the map, from north to south and from west to east."""
        return self._plan.cities

    @lazily
    def _plan(self) -> TrackPlan:
        """Return the track on the board."""
        inputs = (self.state.tiles, self.state.layers)
        return self.fact("plan", inputs, lambda: self._planned(*self.memo.get("plan", ((), None))))

    def _planned(self, inputs: tuple[Any, ...], before: TrackPlan | None) -> TrackPlan:
        """Return the track on the board, derived from an earlier one if there is one."""
        if before is None:
            return TrackPlan({hex_: self.face(hex_) for hex_ in self.title.hexes})
        other = differing(inputs, (self.state.tiles, self.state.layers))
        return before.having({hex_: self.face(hex_) for hex_ in other})

    def reach(self, unit: str, *, ignoring_blocks: bool = False) -> Reach:
        """Return the reach of a unit's tokens, on request as if no city were full."""
        name = f"reach {unit} {ignoring_blocks}"
        return self.explored(name, unit, lambda: self.network.reach(unit, ignoring_blocks=ignoring_blocks))

    def explored(self, name: str, unit: str, explore: Callable[[], Reach]) -> Reach:
        """Return the explored reach of a unit's tokens; explored anew only when track near it has changed."""
        return self.fact(name, self.board, lambda: self._still(name, unit) or explore())

    def _still(self, name: str, unit: str) -> Reach | None:
        """Return the reach on an earlier board if nothing near has changed, nor any token of the unit."""
        before, reach = self.memo.get(name, ((), None))
        if reach is None:
            return None
        changed = self._changed_since(before)
        tokens = (token for hex_ in changed for token in self.state.tokens.get(hex_, ()))
        same = reach.unaffected_by(changed) and all(token.unit != unit for token in tokens)
        return reach if same else None

    def _changed_since(self, board: tuple[Any, ...]) -> frozenset[str]:
        """Return the hexes on which an earlier board differs from this one.

        That board is kept with the answer, so that no other one can come by the same ids.
        """
        which = tuple(map(id, board))
        if which not in self._differing:
            self._differing[which] = board, differing(board, self.board)
        return self._differing[which][1]
