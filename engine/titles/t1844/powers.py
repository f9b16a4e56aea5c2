"""The powers of privates in 1844: the Furka-Oberalp line, the train EVA, and their sale to companies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.actions import Acquire, Action
from engine.defaults import always
from engine.events import TileLaid, TrainBought
from engine.finance.floating import floated
from engine.finance.privates import close_private, named
from engine.position import Position
from engine.refusals import Refusal
from engine.rounds.train_limit import check_limits
from engine.rules import Rules, refuse, rule, unless
from engine.scratch import Scratch
from engine.state import BANK
from engine.steps import Step
from engine.steps.acquire import price_within, sales_open
from engine.steps.track import add_layer
from engine.steps.trains import has_room, train_limit
from engine.steps.turn import units_turn
from engine.titles.t1844.companies import check_destinations
from engine.titles.t1844.figures import figures, swiss_state


@dataclass(frozen=True, slots=True)
class Furka(Action):
    """Lay the Furka-Oberalp line."""

    verb: ClassVar[str] = "furka"


@dataclass(frozen=True, slots=True)
class Eva(Action):
    """Give the train EVA to a company."""

    verb: ClassVar[str] = "eva"
    unit: str


def power(pos: Position, what: str) -> str:
    """Return the private with a power."""
    return next(private for private, known in figures(pos).powers.items() if known == what)


def holder(pos: Position, private: str) -> str:
    """Return the player who decides about a private: its owner, or the director of the company that owns it."""
    owner = pos.owner(private)
    return owner if owner in pos.state.players else pos.director(owner)


def serves(pos: Position, private: str, unit: str) -> bool:
    """Tell whether a private may be used for a company: the company or its director owns it."""
    owner = pos.owner(private)
    return bool(owner) and owner in (unit, pos.director(unit))


def powers_open(pos: Position) -> bool:
    """Tell whether the phase lets privates be used."""
    return pos.since(figures(pos).powers_from)


# --- the Furka-Oberalp line


@rule("power_owner")
def owns_furka(pos: Position, action: Furka) -> Refusal | None:
    """The line is laid by the owner of the private, or by the director of the company that owns it."""
    private = power(pos, "furka")
    return unless(holder(pos, private) == action.actor, private=private)


@rule("power_phase")
def furka_in_time(pos: Position, action: Furka) -> Refusal | None:
    """Privates are used from a certain phase on."""
    return unless(powers_open(pos), phase=figures(pos).powers_from)


@dataclass(frozen=True, eq=False)
class LayFurka(Step[Furka]):
    """Lay the line, at any moment of a stock or an operating round; ``held`` tells whether a turn waits for it."""

    rules: Rules[Furka]
    held: Callable[[Position], bool] = always

    verb = Furka

    def candidates(self, pos: Position) -> Iterator[Furka]:
        """Yield the only way to do it, for the player who decides about the private."""
        player = holder(pos, power(pos, "furka"))
        if player:
            yield Furka(player)

    def holds(self, pos: Position) -> bool:
        """Tell whether a turn waits for it."""
        return self.held(pos)

    def facts(self, pos: Position, action: Furka) -> Mapping[str, Any]:
        """Return the bank's payment for it."""
        return {"income": figures(pos).furka_payment}

    def apply(self, scratch: Scratch, action: Furka) -> None:
        """Lay the line."""
        lay_furka(scratch)


BUILD_FURKA: Rules[Furka] = Rules((owns_furka, furka_in_time))


def lay_furka(scratch: Scratch) -> None:
    """Lay the line if it is not there yet: its private closes, and the bank pays the owner."""
    pos = scratch.now
    private = power(pos, "furka")
    owner = pos.owner(private)
    if not owner:
        return
    for hex_, tile in figures(pos).furka.items():
        add_layer(scratch, hex_, tile)
        scratch.emit(TileLaid(owner, hex_, tile, 0, "", 0, private))
    scratch.pay(BANK, owner, figures(pos).furka_payment, "furka")
    close_private(scratch, private, "power")
    check_destinations(scratch)


def furka_lies(pos: Position, hex_: str) -> bool:
    """Tell whether the line lies on a hex."""
    tile = figures(pos).furka.get(hex_)
    return any(laid == tile for laid, _ in pos.state.layers.get(hex_, ()))


# --- EVA


@rule("eva_director")
def owns_and_directs(pos: Position, action: Eva) -> Refusal | None:
    """The player who has the train gives it to a floated company that he directs."""
    if swiss_state(pos).eva != action.actor:
        return refuse()
    able = action.unit in floated(pos) and pos.director(action.unit) == action.actor
    return unless(able, unit=action.unit)


@rule("eva_room")
def room_for_eva(pos: Position, action: Eva) -> Refusal | None:
    """The company has room for a train."""
    return unless(has_room(pos, action.unit), unit=action.unit, limit=train_limit(pos, action.unit))


@dataclass(frozen=True, eq=False)
class GiveEva(Step[Eva]):
    """Give the train away, at any moment of a stock or an operating round; ``held`` tells whether a turn waits."""

    rules: Rules[Eva]
    held: Callable[[Position], bool] = always

    verb = Eva

    def candidates(self, pos: Position) -> Iterator[Eva]:
        """Yield every company of the player who has the train."""
        player = swiss_state(pos).eva
        for unit in floated(pos) if player else ():
            if pos.director(unit) == player:
                yield Eva(player, unit)

    def holds(self, pos: Position) -> bool:
        """Tell whether a turn waits for it."""
        return self.held(pos)

    def apply(self, scratch: Scratch, action: Eva) -> None:
        """Hand the train over."""
        train = figures(scratch.now).comes_with[power(scratch.now, "eva")].train
        scratch.change(eva="")
        scratch.emit(TrainBought(action.unit, train, 0, action.actor))
        scratch.add_train(action.unit, train)
        check_limits(scratch, (action.unit,))


GIVING: Rules[Eva] = Rules((owns_and_directs, room_for_eva))


# --- sale to companies


@rule("private_never")
def is_for_companies(pos: Position, deal: Acquire) -> Refusal | None:
    """Some privates, and all mountain railways and tunnel certificates, are not sold to companies."""
    return unless(deal.private in figures(pos).private_sales, **named(pos, deal.private))


@rule("private_kind")
def may_own_it(pos: Position, deal: Acquire) -> Refusal | None:
    """Only some kinds of companies own privates."""
    return unless(pos.kind(deal.unit) in figures(pos).may_own_privates, unit=deal.unit)


@rule("private_owner")
def from_own_director(pos: Position, deal: Acquire) -> Refusal | None:
    """A company buys from its own director only."""
    return unless(pos.owner(deal.private) == deal.actor, private=deal.private, unit=deal.unit)


def for_sale(pos: Position, player: str) -> list[str]:
    """Return the privates that a director may sell to his company, whatever the phase."""
    return [private for private in figures(pos).private_sales if pos.owner(private) == player]


def prices(pos: Position, private: str) -> range:
    """Return the prices at which a private may be sold, in francs."""
    low, high = figures(pos).private_sales[private]
    return range(low, high + 1)


ACQUIRING: Rules[Acquire] = Rules(
    (
        units_turn,
        is_for_companies,
        may_own_it,
        sales_open(lambda pos: figures(pos).private_sales_from),
        from_own_director,
        price_within(prices),
    )
)
