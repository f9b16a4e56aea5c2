"""Mergers in 18CZ: a company acquires a smaller one, pays its shareholders and gets what it owns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.actions import Action, Matter
from engine.events import Merged
from engine.finance import merger, shares
from engine.finance.floating import floated, note_gone
from engine.position import Position
from engine.refusals import Refusal
from engine.rounds.duplicate_token import DuplicateToken, RemoveToken, RemoveTokenStep, doubled_tokens
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.state import Frame, Token
from engine.steps.deals import DealStep
from engine.steps.turn import units_turn
from engine.titles.t18cz import dummy, phases
from engine.titles.t18cz.figures import figures
from engine.titles.t18cz.notes import ReceivedTrains
from engine.titles.t18cz.tokens import add_tokens, reprice


@dataclass(frozen=True, slots=True)
class Merge(Action):
    """Acquire a smaller company at this price for each share that players hold, in crowns."""

    verb: ClassVar[str] = "merge"
    matter: ClassVar[Matter] = "acquisition"
    amount: ClassVar[str] = "price"
    unit: str
    target: str
    price: int


# --- the offer


def price_range(pos: Position, target: str) -> range:
    """Return the whole prices for a share that may be offered, both ends of the range included (D-45)."""
    price, part = pos.price(target), figures(pos).acquisition
    return range(-(-price * part.least // 100), price * part.most // 100 + 1)


def held(pos: Position, target: str) -> dict[str, int]:
    """Return the players that hold shares of a company, with the number of shares of each."""
    counts = {player: pos.percent(player, target) // shares.size(pos, target) for player in pos.state.order}
    return {player: count for player, count in counts.items() if count}


def paid_for(pos: Position, target: str) -> int:
    """Return for how many shares of a company a price is paid: those of players."""
    return sum(held(pos, target).values())


@rule("acquire_size", by=("unit", "target"))
def is_smaller(pos: Position, merge: Merge) -> Refusal | None:
    """A company acquires companies of a smaller size only."""
    own, other = pos.kind(merge.unit), pos.kind(merge.target)
    kept = other != own and other in figures(pos).may_own[own]
    told = {"target": merge.target} if merge.target in pos.title.units else {}
    return unless(kept, unit=merge.unit, **told)


@rule("acquire_inactive")
def is_active(pos: Position, merge: Merge) -> Refusal | None:
    """Only an active company can be acquired; it need not have operated."""
    return unless(merge.target in floated(pos), target=merge.target)


@rule("acquire_dummy")
def is_a_players(pos: Position, merge: Merge) -> Refusal | None:
    """Václav's companies cannot be acquired."""
    return unless(not dummy.owns(pos, merge.target), target=merge.target, owner=pos.director(merge.target))


@rule("acquire_price")
def price_fits(pos: Position, merge: Merge) -> Refusal | None:
    """The price lies in a range around the share price."""
    allowed = price_range(pos, merge.target)
    return unless(merge.price in allowed, target=merge.target, low=allowed[0], high=allowed[-1])


@rule("acquire_treasury")
def treasury_pays(pos: Position, merge: Merge) -> Refusal | None:
    """The treasury pays it all, without money from the acquired company."""
    price, cash = merge.price * paid_for(pos, merge.target), pos.cash(merge.unit)
    return unless(price <= cash, unit=merge.unit, target=merge.target, price=price, cash=cash)


MERGING: Rules[Merge] = Rules((units_turn, is_smaller, is_active, is_a_players, price_fits, treasury_pays))


def targets_director(pos: Position, merge: Merge) -> str:
    """Return the director who must agree, unless he directs both companies."""
    return pos.director(merge.target)


@dataclass(frozen=True, eq=False)
class MergeStep(DealStep[Merge]):
    """Acquire smaller companies one after another.

    ``consent`` returns who must agree, empty if nobody is asked.
    """

    rules: Rules[Merge]
    consent: Callable[[Position, Merge], str] = targets_director
    early: bool = False

    verb = Merge
    repeats = True

    def candidates(self, pos: Position) -> Iterator[Merge]:
        """Yield the lowest price for every active company."""
        for target in floated(pos):
            if self.rules.allow(pos, Merge(pos.awaited[0], pos.unit, target, 0), "unit", "target"):
                yield Merge(pos.awaited[0], pos.unit, target, price_range(pos, target)[0])

    def amounts(self, pos: Position, action: Merge) -> range | None:
        """Return every price that the treasury can pay."""
        allowed = price_range(pos, action.target)
        most = pos.cash(action.unit) // paid_for(pos, action.target)
        return range(allowed[0], min(allowed[-1], most) + 1)

    def facts(self, pos: Position, action: Merge) -> Mapping[str, Any]:
        """Return who must agree, and for how many shares the price is paid."""
        return {**super().facts(pos, action), "count": paid_for(pos, action.target)}

    def conclude(self, scratch: Scratch, action: Merge) -> None:
        """Pay the shareholders and take all the company has; then its trains and duplicate tokens are settled."""
        unit, target, pos = action.unit, action.target, scratch.now
        paid = {player: count * action.price for player, count in held(pos, target).items()}
        for player, amount in paid.items():
            scratch.pay(unit, player, amount, "acquisition")
        scratch.emit(Merged(unit, target, action.price, paid))
        trains = pos.trains(target)
        add_tokens(scratch, unit, len(pos.state.tokens_left[target]))
        merger.hand_over(scratch, target, unit, "acquisition")
        retire(scratch, target)
        take_tokens(scratch, unit, target)
        if trains:
            scratch.push(Frame("inherit", queue=(unit,), notes=ReceivedTrains(trains=trains)))
        if doubled(scratch.now):
            scratch.push(Frame("duplicate_token", queue=(unit,)))
        else:
            reprice(scratch, unit)


def retire(scratch: Scratch, target: str) -> None:
    """Take the shares of a company out of the game; it no longer operates."""
    shares.retire(scratch, target)
    scratch.set_frame(queue=tuple(unit for unit in scratch.frame.queue if unit != target))
    note_gone(scratch, target)


# --- tokens


def take_tokens(scratch: Scratch, unit: str, target: str) -> None:
    """Give the tokens of one company to another; one of two in the same city goes back to the charter (D-21)."""
    for hex_, here in scratch.state.tokens.items():
        if not any(one.unit == target for one in here):
            continue
        after = [Token(one.stop, unit) if one.unit == target else one for one in here]
        kept = tuple(dict.fromkeys(after))
        scratch.put("tokens", hex_, kept)
        add_tokens(scratch, unit, len(after) - len(kept))


def doubled(pos: Position) -> dict[str, tuple[int, ...]]:
    """Return the hexes on which the company in turn has tokens in two cities, with their stops."""
    return doubled_tokens(pos, (phases.operating(pos),))


def take_back(scratch: Scratch, removal: RemoveToken) -> None:
    """Take a token back to the charter; it may be placed again."""
    unit = phases.operating(scratch.now)
    here = scratch.state.tokens[removal.hex]
    scratch.put("tokens", removal.hex, tuple(one for one in here if one != Token(removal.stop, unit)))
    add_tokens(scratch, unit, 1)


def after_choice(scratch: Scratch) -> None:
    """Set the prices of tokens once it is clear how many stand on the map."""
    reprice(scratch, phases.operating(scratch.now))


REMOVE_TOKEN = RemoveTokenStep(doubled, take_back, "token_doubled")
DUPLICATE_TOKEN = DuplicateToken("remove", after=after_choice)
