"""Trains of an acquired company in 18CZ: kept, turned to a larger side of their card, or discarded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.actions import Action, Discard, Matter
from engine.events import TrainDiscarded, TrainRusted
from engine.position import Position
from engine.refusals import Refusal
from engine.rounds.train_limit import over_limit
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK
from engine.steps import Step
from engine.steps.trains import DISCARDING, sides
from engine.steps.turn import units_turn
from engine.titles.t18cz import phases
from engine.titles.t18cz.figures import figures
from engine.titles.t18cz.notes import ReceivedTrains
from engine.titles.t18cz.procedures import procedures


@dataclass(frozen=True, slots=True)
class TurnTrain(Action):
    """Turn the card of a train just received to a larger side."""

    verb: ClassVar[str] = "turn"
    matter: ClassVar[Matter] = "train"
    unit: str
    train: str
    into: str


def received(pos: Position) -> list[str]:
    """Return the trains of the acquired company that are still to be settled."""
    owned = pos.trains(pos.unit)
    return [train for train in procedures(pos).undecided(pos) if train in owned]


def without_one(trains: tuple[str, ...], train: str) -> tuple[str, ...]:
    """Return trains without one of a type."""
    at = trains.index(train)
    return (*trains[:at], *trains[at + 1 :])


def kinds_above(pos: Position, unit: str, kind: str) -> Sequence[str]:
    """Return the larger kinds of train to which a company may turn one: all it may own (D-39)."""
    allowed = figures(pos).may_own[pos.kind(unit)]
    return allowed[allowed.index(kind) + 1 :]


def turned_too(pos: Position) -> tuple[str, ...]:
    """Return the trains received that may still be discarded, those already turned included."""
    noted = pos.notes(ReceivedTrains)
    return *noted.trains, *noted.turned


def larger_sides(pos: Position, train: str) -> list[str]:
    """Return the sides of a card to which the company in turn may turn a train."""
    kinds = {side: pos.title.trains[side].kind for side in sides(pos, train)}
    wanted = procedures(pos).turns_into(pos, pos.unit, kinds[train])
    return [side for side, kind in kinds.items() if kind in wanted]


def difference(pos: Position, train: str, into: str) -> int:
    """Return the cost of turning a train, in crowns; nothing is refunded."""
    trains = pos.title.trains
    return max(trains[into].price - trains[train].price, 0)


def turning_prices(pos: Position, train: str) -> dict[str, int]:
    """Return the costs, in crowns, of the sides to which the company in turn could turn a train taken over."""
    running = (side for side in larger_sides(pos, train) if not phases.is_rusted(pos, side))
    return {side: difference(pos, train, side) for side in running}


@rule("change_side")
def side_is_larger(pos: Position, turn: TurnTrain) -> Refusal | None:
    """A train just received is turned once, to a larger side of its card."""
    able = turn.train in pos.notes(ReceivedTrains).trains and turn.train in received(pos)
    into = larger_sides(pos, turn.train) if able else []
    return unless(turn.into in into, train=turn.train, into=turn.into)


@rule("change_rusted")
def side_still_runs(pos: Position, turn: TurnTrain) -> Refusal | None:
    """Nothing becomes a train of a type that has rusted."""
    return unless(not phases.is_rusted(pos, turn.into), into=turn.into)


@rule("change_cost")
def change_can_be_paid(pos: Position, turn: TurnTrain) -> Refusal | None:
    """The treasury pays the difference of the printed prices."""
    price, cash = difference(pos, turn.train, turn.into), pos.cash(turn.unit)
    return unless(price <= cash, train=turn.train, into=turn.into, price=price, cash=cash)


TURNING: Rules[TurnTrain] = Rules((units_turn, side_is_larger, side_still_runs, change_can_be_paid))


class TurnTrainStep(Step[TurnTrain]):
    """Turn a train received to a larger side; that rusts others as a purchase does (D-38)."""

    verb = TurnTrain
    aside = True

    def candidates(self, pos: Position) -> Iterator[TurnTrain]:
        """Yield every larger side of every train received and not turned yet."""
        for train in dict.fromkeys(pos.notes(ReceivedTrains).trains):
            for into in larger_sides(pos, train):
                yield TurnTrain(pos.awaited[0], pos.unit, train, into)

    def facts(self, pos: Position, action: TurnTrain) -> Mapping[str, Any]:
        """Return the price."""
        return {"price": difference(pos, action.train, action.into)}

    def apply(self, scratch: Scratch, action: TurnTrain) -> None:
        """Pay and turn the card."""
        noted = scratch.now.notes(ReceivedTrains)
        scratch.remember(trains=without_one(noted.trains, action.train), turned=(*noted.turned, action.into))
        scratch.pay(action.unit, BANK, difference(scratch.now, action.train, action.into), "train")
        scratch.emit(TrainRusted(action.unit, action.train, action.into, "turned"))
        scratch.drop_train(action.unit, action.train)
        scratch.add_train(action.unit, action.into)
        phases.rust_by(scratch, action.into)


@rule("train_discard")
def was_received(pos: Position, discard: Discard) -> Refusal | None:
    """Only trains of the acquired company are discarded (D-41)."""
    return unless(discard.train in received(pos), unit=discard.unit, train=discard.train)


class DiscardReceivedStep(Step[Discard]):
    """Discard a train received; it leaves the game (D-40)."""

    verb = Discard
    aside = True

    def candidates(self, pos: Position) -> Iterator[Discard]:
        """Yield every type of train received."""
        for train in dict.fromkeys(received(pos)):
            yield Discard(pos.awaited[0], pos.unit, train)

    def apply(self, scratch: Scratch, action: Discard) -> None:
        """Take the train out of the game."""
        noted = scratch.now.notes(ReceivedTrains)
        if action.train in noted.trains:
            scratch.remember(trains=without_one(noted.trains, action.train))
        else:
            scratch.remember(turned=without_one(noted.turned, action.train))
        scratch.drop_train(action.unit, action.train)
        scratch.emit(TrainDiscarded(action.unit, action.train))


GIVING_UP: Rules[Discard] = DISCARDING.then(was_received)


def above_limit_first(pos: Position) -> Refusal | None:
    """Return the refusal of a pass while the company is above its train limit and has trains to settle."""
    count = over_limit(pos, pos.unit) if received(pos) else 0
    return Refusal("acquire_open", {"unit": pos.unit, "count": count}) if count else None


@rule("train_discard")
def above_limit(pos: Position, discard: Discard) -> Refusal | None:
    """A company discards a train in its turn only while it is above its train limit."""
    return unless(over_limit(pos, discard.unit) > 0, unit=discard.unit, train=discard.train)


GIVING_BACK: Rules[Discard] = DISCARDING.then(above_limit)
"""The rules for discarding trains above the limit, once those received are settled and before any are bought."""
