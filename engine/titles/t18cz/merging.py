"""One company acquires a smaller one in 18CZ: the payment, what it gets, and what becomes of the trains it gets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.actions import Action, Discard
from engine.events import Merged, TrainDiscarded, TrainRusted
from engine.finance import merger, shares
from engine.position import Position
from engine.rounds import Round
from engine.rounds.consent import ask
from engine.rounds.duplicate_token import DuplicateToken, RemoveToken
from engine.rounds.train_limit import RETURNING, ReturnTrainsStep, excess
from engine.rules import Refusal, Rules, rule, unless
from engine.scratch import Scratch
from engine.special import change
from engine.state import BANK, Frame, Token
from engine.steps import Step
from engine.steps.trains import owns_it
from engine.steps.turn import units_turn
from engine.titles.t18cz import phases, vaclav
from engine.titles.t18cz.facts import extra, facts, floated
from engine.titles.t18cz.locals import ACQUIRE, DISPOSE, may_raise
from engine.titles.t18cz.tokens import add_tokens, reprice
from engine.titles.t18cz.track import PURPLE

__all__ = ["INHERIT", "LIFTING", "MERGE", "Merge", "RemoveToken", "Turn"]


@dataclass(frozen=True, slots=True)
class Merge(Action):
    """Acquire a smaller company at this price for each share that players hold, in crowns."""

    verb: ClassVar[str] = "merge"
    amount: ClassVar[str] = "price"
    shared: ClassVar[bool] = False
    unit: str
    target: str
    price: int


@dataclass(frozen=True, slots=True)
class Turn(Action):
    """Turn the card of a train just received to a larger side."""

    verb: ClassVar[str] = "turn"
    shared: ClassVar[bool] = False
    unit: str
    train: str
    into: str


# --- the offer


def price_range(pos: Position, target: str) -> range:
    """Return the whole prices for a share that may be offered, both ends of the range included (D-45)."""
    price, part = pos.price(target), facts(pos).acquisition
    return range(-(-price * part.least // 100), price * part.most // 100 + 1)


def held(pos: Position, target: str) -> dict[str, int]:
    """Return the players that hold shares of a company, with how many shares."""
    counts = {player: pos.percent(player, target) // shares.size(pos, target) for player in pos.state.order}
    return {player: count for player, count in counts.items() if count}


def cost(pos: Position, merge: Merge) -> int:
    """Return what a company pays in all."""
    return merge.price * sum(held(pos, merge.target).values())


@rule("acquire_size")
def is_smaller(pos: Position, merge: Merge) -> Refusal | None:
    """A company acquires companies of a smaller size only."""
    own, other = pos.kind(merge.unit), pos.kind(merge.target)
    kept = other != own and other in facts(pos).may_own[own]
    return unless(kept, unit=merge.unit, target=merge.target)


@rule("acquire_inactive")
def is_active(pos: Position, merge: Merge) -> Refusal | None:
    """Only an active company can be acquired; it need not have operated."""
    return unless(merge.target in floated(pos), target=merge.target)


@rule("acquire_dummy")
def is_a_players(pos: Position, merge: Merge) -> Refusal | None:
    """Václav's companies cannot be acquired."""
    return unless(not vaclav.owns(pos, merge.target), target=merge.target, owner=pos.director(merge.target))


@rule("acquire_price")
def price_fits(pos: Position, merge: Merge) -> Refusal | None:
    """The price lies in a range around the share price."""
    allowed = price_range(pos, merge.target)
    return unless(merge.price in allowed, target=merge.target, low=allowed[0], high=allowed[-1])


@rule("acquire_treasury")
def treasury_pays(pos: Position, merge: Merge) -> Refusal | None:
    """The treasury pays it all, without the money of the company acquired."""
    price, cash = cost(pos, merge), pos.cash(merge.unit)
    return unless(price <= cash, unit=merge.unit, target=merge.target, price=price, cash=cash)


POSSIBLE: Rules[Merge] = Rules((units_turn, is_smaller, is_active, is_a_players, price_fits))
MERGING: Rules[Merge] = POSSIBLE.then(treasury_pays)


class MergeCompanies(Step[Merge]):
    """Acquire smaller companies one after another; the director of another one is asked."""

    verb = Merge
    repeats = True

    def candidates(self, pos: Position) -> Iterator[Merge]:
        """Yield the lowest price for every active company."""
        for target in floated(pos):
            yield Merge(pos.awaited[0], pos.unit, target, price_range(pos, target)[0])

    def amounts(self, pos: Position, action: Merge) -> range | None:
        """Return every price that the treasury can pay."""
        allowed = price_range(pos, action.target)
        most = pos.cash(action.unit) // sum(held(pos, action.target).values())
        return range(allowed[0], min(allowed[-1], most) + 1)

    def facts(self, pos: Position, action: Merge) -> Mapping[str, Any]:
        """Return who must agree, and for how many shares the price is paid."""
        return {"consent": self._asked(pos, action), "count": sum(held(pos, action.target).values())}

    def open(self, pos: Position) -> bool:
        """Tell whether a company may be acquired, or may be once locals have brought money."""
        if super().open(pos):
            return True
        hope = bool(pos.unit) and may_raise(pos, pos.unit)
        return hope and any(POSSIBLE.broken(pos, merge) is None for merge in self.candidates(pos))

    def _asked(self, pos: Position, action: Merge) -> str:
        """Return the director who must agree, empty if it is the same one or nobody is asked."""
        other = pos.director(action.target)
        return "" if other == action.actor or pos.option("consent") else other

    def apply(self, scratch: Scratch, action: Merge) -> None:
        """Acquire the company, or ask its director."""
        if other := self._asked(scratch.now, action):
            ask(scratch, action, other)
        else:
            self.conclude(scratch, action)

    def conclude(self, scratch: Scratch, action: Merge) -> None:
        """Pay the shareholders and take all the company has; then its trains and double stations are settled."""
        unit, target, pos = action.unit, action.target, scratch.now
        paid = {player: count * action.price for player, count in held(pos, target).items()}
        for player, amount in paid.items():
            scratch.pay(unit, player, amount, "acquisition")
        scratch.emit(Merged(unit, target, action.price, paid))
        trains = pos.state.trains.get(target, ())
        add_tokens(scratch, unit, len(pos.state.tokens_left[target]))
        merger.hand_over(scratch, target, unit, "acquisition")
        retire(scratch, target)
        take_tokens(scratch, unit, target)
        if trains:
            scratch.push(Frame("inherit", queue=(unit,), memo={"trains": list(trains), "turned": []}))
        if doubled(scratch.now):
            scratch.push(Frame("duplicate_token", queue=(unit,)))
        else:
            reprice(scratch, unit)


def retire(scratch: Scratch, target: str) -> None:
    """Take the shares of a company out of the game; it will not operate any more."""
    own = extra(scratch.now)
    for index in range(len(scratch.title.units[target].shares)):
        scratch.drop("certificates", f"{target}.{index}")
    scratch.set_frame(queue=tuple(unit for unit in scratch.frame.queue if unit != target))
    change(
        scratch,
        floated=tuple(unit for unit in own.floated if unit != target),
        operated=tuple(unit for unit in own.operated if unit != target),
    )


MERGE = MergeCompanies(MERGING)

# --- stations


def take_tokens(scratch: Scratch, unit: str, target: str) -> None:
    """Give the stations of one company to another; of two in one city one goes back to the charter (D-21)."""
    for hex_, here in scratch.state.tokens.items():
        if not any(one.unit == target for one in here):
            continue
        after = [Token(one.stop, unit) if one.unit == target else one for one in here]
        kept = tuple(dict.fromkeys(after))
        scratch.put("tokens", hex_, kept)
        add_tokens(scratch, unit, len(after) - len(kept))


def doubled(pos: Position) -> dict[str, tuple[int, ...]]:
    """Return the hexes on which the company in turn has stations in two cities, with their stops."""
    unit = phases.operating(pos)
    stops = {
        hex_: tuple(one.stop for one in here if one.unit == unit) for hex_, here in pos.state.tokens.items()
    }
    return {hex_: two for hex_, two in stops.items() if len(two) > 1}


def take_back(scratch: Scratch, lift: RemoveToken) -> None:
    """Take a station back to the charter; it may be placed again."""
    unit = phases.operating(scratch.now)
    here = scratch.state.tokens[lift.hex]
    scratch.put("tokens", lift.hex, tuple(one for one in here if one != Token(lift.stop, unit)))
    add_tokens(scratch, unit, 1)


def after_lifting(scratch: Scratch) -> None:
    """Set what markers cost now that it is clear how many stations stand on the map."""
    reprice(scratch, phases.operating(scratch.now))


LIFTING = DuplicateToken(doubled, take_back, "token_doubled", after_lifting)

# --- trains


def received(pos: Position) -> list[str]:
    """Return the trains of the company acquired that are still there, turned ones included.

    Under another reading a train that has been turned is settled.
    """
    memo = pos.frame.memo
    owned = pos.state.trains.get(pos.unit, ())
    turned = () if pos.option("acquired_excess") else memo["turned"]
    return [train for train in (*memo["trains"], *turned) if train in owned]


def larger_sides(pos: Position, train: str) -> list[str]:
    """Return the sides of a card to which a train may be turned: larger ones that the company may own.

    Under another reading only the one of its own size (D-39).
    """
    kinds = {side: pos.title.trains[side].kind for side in phases.sides(pos, train)}
    allowed = facts(pos).may_own[pos.kind(pos.unit)]
    above = allowed[allowed.index(kinds[train]) + 1 :]
    wanted = above[-1:] if pos.option("change_target") else above
    return [side for side, kind in kinds.items() if kind in wanted]


def difference(pos: Position, turn: Turn) -> int:
    """Return what turning a train costs, in crowns; nothing is refunded."""
    trains = pos.title.trains
    return max(trains[turn.into].price - trains[turn.train].price, 0)


@rule("change_side")
def side_is_larger(pos: Position, turn: Turn) -> Refusal | None:
    """A train just received is turned once, to a larger side of its card."""
    able = turn.train in pos.frame.memo["trains"] and turn.train in received(pos)
    into = larger_sides(pos, turn.train) if able else []
    return unless(turn.into in into, train=turn.train, into=turn.into)


@rule("change_scrapped")
def side_still_runs(pos: Position, turn: Turn) -> Refusal | None:
    """Nothing becomes a train of a type that has been scrapped."""
    return unless(phases.plain(turn.into) not in extra(pos).gone, into=turn.into)


@rule("change_cost")
def change_can_be_paid(pos: Position, turn: Turn) -> Refusal | None:
    """The treasury pays the difference of the printed prices."""
    price, cash = difference(pos, turn), pos.cash(turn.unit)
    return unless(price <= cash, train=turn.train, into=turn.into, price=price, cash=cash)


_TURNABLE: Rules[Turn] = Rules((units_turn, side_is_larger, side_still_runs))
TURNING: Rules[Turn] = _TURNABLE.then(change_can_be_paid)


class TurnTrain(Step[Turn]):
    """Turn a train received to a larger side; that rusts others as a purchase does (D-38)."""

    verb = Turn
    aside = True

    def candidates(self, pos: Position) -> Iterator[Turn]:
        """Yield every larger side of every train received and not turned yet."""
        for train in dict.fromkeys(pos.frame.memo["trains"]):
            for into in larger_sides(pos, train):
                yield Turn(pos.awaited[0], pos.unit, train, into)

    def facts(self, pos: Position, action: Turn) -> Mapping[str, Any]:
        """Return the price."""
        return {"price": difference(pos, action)}

    def open(self, pos: Position) -> bool:
        """Tell whether a train may be turned, or may be once locals have brought money."""
        if super().open(pos):
            return True
        hope = may_raise(pos, pos.unit)
        return hope and any(_TURNABLE.broken(pos, turn) is None for turn in self.candidates(pos))

    def apply(self, scratch: Scratch, action: Turn) -> None:
        """Pay and turn the card."""
        memo = scratch.frame.memo
        trains = list(memo["trains"])
        trains.remove(action.train)
        scratch.remember(trains=trains, turned=[*memo["turned"], action.into])
        scratch.pay(action.unit, BANK, difference(scratch.now, action), "train")
        scratch.emit(TrainRusted(action.unit, action.train, action.into, "turned"))
        scratch.drop_train(action.unit, action.train)
        scratch.add_train(action.unit, action.into)
        phases.scrap_by(scratch, action.into)


@rule("train_discard")
def was_received(pos: Position, scrap: Discard) -> Refusal | None:
    """Only trains of the company acquired are given up (D-41)."""
    return unless(scrap.train in received(pos), unit=scrap.unit, train=scrap.train)


class RefuseTrain(Step[Discard]):
    """Give up a train received; it leaves the game (D-40)."""

    verb = Discard
    aside = True

    def candidates(self, pos: Position) -> Iterator[Discard]:
        """Yield every type of train received."""
        for train in dict.fromkeys(received(pos)):
            yield Discard(pos.awaited[0], pos.unit, train)

    def apply(self, scratch: Scratch, action: Discard) -> None:
        """Take the train out of the game."""
        memo = scratch.frame.memo
        where = "trains" if action.train in memo["trains"] else "turned"
        left = list(memo[where])
        left.remove(action.train)
        scratch.remember(**{where: left})
        scratch.drop_train(action.unit, action.train)
        scratch.emit(TrainDiscarded(action.unit, action.train))


TURN = TurnTrain(TURNING)
REFUSE = RefuseTrain(Rules((units_turn, owns_it, was_received)))


class Inherit(Round):
    """The decision about the trains of a company acquired; a pass keeps those that are left as they are."""

    def __init__(self, powers: tuple[Step[Any], ...]) -> None:
        self._steps: tuple[Step[Any], ...] = (TURN, REFUSE)
        self._powers = powers

    def steps(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return what can be done with a train."""
        return self._steps

    def powers(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return what a company may do at any moment of its turn."""
        return self._powers

    def no_pass(self, pos: Position) -> Refusal | None:
        """Refuse a pass while the company owns too many trains and has some to settle."""
        count = excess(pos, pos.unit) if received(pos) else 0
        return Refusal("acquire_open", {"unit": pos.unit, "count": count}) if count else None


INHERIT = Inherit((PURPLE, ACQUIRE, DISPOSE))


@rule("train_discard")
def above_limit(pos: Position, scrap: Discard) -> Refusal | None:
    """A company gives up a train in its turn only while it owns too many."""
    return unless(excess(pos, scrap.unit) > 0, unit=scrap.unit, train=scrap.train)


RETURN = ReturnTrainsStep(RETURNING.then(above_limit))
"""Trains above the limit when all received are settled: any of them, before trains are bought (a reading)."""
