"""Other readings of the rules of 1844, each by its option; every other module shows printed play only.

All but ``destination_home``, which only older records need, and ``deal_step`` make up the preset for records of
18xx.games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engine.actions import BuyTrain, Repay
from engine.defaults import never
from engine.position import Position
from engine.powers import held_up, operates
from engine.readings import Reading, varied, without_rules
from engine.refusals import Refusal
from engine.rounds.train_limit import check_limits
from engine.rules import Rule, rule, unless
from engine.scratch import Scratch
from engine.steps import Step
from engine.steps.deals import nobody
from engine.steps.debts import Repaying, debts_paid, only_the_most, repays
from engine.steps.run import claimed_freely
from engine.steps.shares import no_change
from engine.steps.trains import from_bank, has_room
from engine.titles.t1844 import bankruptcy, phases, powers, sbb, trains, tunnels
from engine.titles.t1844.auction import minimum
from engine.titles.t1844.companies import operating_order
from engine.titles.t1844.emergency import dearest_of_all, sale_for
from engine.titles.t1844.figures import figures, swiss_state
from engine.titles.t1844.powers import Eva, Furka
from engine.titles.t1844.privates import in_debt
from engine.titles.t1844.procedures import procedures
from engine.titles.t1844.stock import sold_apart

# --- destinations


def in_operating_rounds(pos: Position) -> bool:
    """Tell whether an operating round is in progress: destinations are reached only then."""
    return any(frame.kind == "operating" for frame in pos.state.frames)


def once_at_home(pos: Position, unit: str) -> bool:
    """Tell whether a company has a token on the map; one waits for a tunnel instead."""
    placed = {one.unit for here in pos.state.tokens.values() for one in here}
    return unit in placed or unit == figures(pos).gotthard_for


# --- trains


def out_of_the_game(pos: Position) -> str:
    """Return that nobody can buy a returned train."""
    return ""


def face_value_for_the_sbb(pos: Position, deal: BuyTrain) -> bool:
    """Tell whether two companies have different directors, or one of them is the SBB."""
    return trains.different_directors(pos, deal) or figures(pos).sbb.id in (deal.seller, deal.unit)


def at_hand(pos: Position, deal: BuyTrain) -> int:
    """Return the most that a company and its director can pay at once, in francs; only with a duty does he help."""
    return pos.cash(deal.unit) + (pos.cash(deal.actor) if trains.must_own(pos) else 0)


@rule("train_trade_price")
def not_on_credit(pos: Position, deal: BuyTrain) -> Refusal | None:
    """The bank lends nothing for a train of another company of the same director."""
    free = from_bank(deal) or procedures(pos).at_face_value(pos, deal)
    return unless(deal.price >= 1 and (free or deal.price <= at_hand(pos, deal)), cash=pos.cash(deal.unit))


def prices_at_hand(pos: Position, deal: BuyTrain) -> range:
    """Return the prices at which a company may sell a train to another one without credit."""
    known = trains.prices(pos, deal)
    return known if procedures(pos).at_face_value(pos, deal) else known[: at_hand(pos, deal)]


# --- exports, and the SBB


def limit_waits(pos: Position) -> bool:
    """Tell whether trains above the limit are kept until the next operating round: not when the SBB is due."""
    return swiss_state(pos).sbb != "due"


def return_late(scratch: Scratch) -> None:
    """Let trains be returned that have been above the limit since an export."""
    check_limits(scratch, operating_order(scratch.now))


def export_and_form(scratch: Scratch) -> bool:
    """Export a train, then form the SBB if it is due; tell whether one of them has ended the game."""
    phases.export(scratch)
    phases.form_if_due(scratch)
    return procedures(scratch.now).out_of_money(scratch.now)


def compensate_in_turn(scratch: Scratch) -> None:
    """Pay the differences company by company."""
    for part in figures(scratch.now).sbb_parts:
        sbb.compensate_for(scratch, (part,))


def no_debts(pos: Position) -> dict[str, int]:
    """Return no debts: players pay those from the formation when they like."""
    return {}


def repay_all(step: Repaying) -> Repaying:
    """Return the step in which a debtor pays off as much as he can."""
    return replace(step, rules=step.rules.replacing(repays(in_debt, only_the_most)), parts=only_the_most)


def nothing_else(pos: Position) -> bool:
    """Tell whether the acting player can do nothing in this turn but pay."""
    others = (step for step in pos.ahead if step.verb is not Repay)
    return not any(step.open(pos) for step in others)


# --- powers of privates


@rule("power_turn")
def in_the_owners_turn(pos: Position, action: Furka) -> Refusal | None:
    """The line is laid in a turn of its owner, or of a company that owns it or that the owner directs."""
    private = powers.power(pos, "furka")
    own = powers.serves(pos, private, pos.unit) if pos.unit else pos.owner(private) == pos.acting
    return unless(own, private=private)


@rule("eva_turn")
def in_its_own_turn(pos: Position, action: Eva) -> Refusal | None:
    """A company gets the train in its own operating turn."""
    return unless(pos.unit == action.unit, unit=action.unit)


def with_room(pos: Position) -> bool:
    """Tell whether a company waits for EVA: to the end of its turn only if it could hold another train."""
    return operates(pos) and (held_up(pos) != "turn" or has_room(pos, pos.unit))


def in_own_turns(own_turn: Rule[Any]) -> Callable[[Any], Step[Any]]:
    """Return a change of a power: it keeps to a rule about turns, and no turn of a stock round waits for it."""
    return lambda step: replace(step, rules=step.rules.then(own_turn), held=operates)


# --- the end of stock rounds, and tunnels


def in_operating_order(active: Sequence[str], left: Sequence[str], up: Sequence[str]) -> Sequence[str]:
    """Return all that operate, in their order, no matter which way their prices move."""
    return active


OPEN_MOUTHS = {"H23": ((0, 2), (0, 3), (0, 4), (2, 4), (2, 5), (3, 5)), "I16": ((0, 2), (2, 5))}
"""Pairs of edges that tunnels may join beside the Furka-Oberalp line until it is laid."""


def mouths_beside_the_line(pos: Position, hex_: str) -> tuple[tuple[int, int], ...]:
    """Return the pairs of mouths a tunnel may join: more of them until the Furka-Oberalp line is laid."""
    more = () if powers.furka_lies(pos, hex_) else OPEN_MOUTHS.get(hex_, ())
    return more or tunnels.mouths(pos, hex_)


def next_who_can_pay(pos: Position, before: str) -> str:
    """Return the next player after the last auctioneer who could pay for any private left."""
    lots = swiss_state(pos).lots
    least = min(minimum(pos), *(pos.title.privates[private].price for private in lots))
    return next((player for player in pos.after(before) if pos.cash(player) >= least), before)


def debts_first(step: Step[Any]) -> Step[Any]:
    """Return the step in which a player in debt buys nothing."""
    return step.judged_by(step.rules.then(debts_paid(in_debt)))


READINGS = (
    Reading("destination=or_only", procedures={"destinations_count": in_operating_rounds}),
    Reading("sr_end=single_pass", procedures={"price_order": in_operating_order}),
    Reading("revenue_claim=free", without=("route_not_best",), steps={"run": claimed_freely}),
    Reading("empty_mountain=forces_train", figures={"no_duty_stops": []}),
    Reading("discards=removed", steps={"return": varied(to=out_of_the_game)}),
    Reading("export_excess=next_round", procedures={"limit_waits": limit_waits, "round_opens": return_late}),
    Reading("par_in_debt=allowed", steps={"par": without_rules("buy_in_debt")}),
    Reading("trade_consent=off", steps={"train": varied(consent=nobody)}),
    Reading("trade_credit=none", rules=(not_on_credit,), steps={"train": varied(prices=prices_at_hand)}),
    Reading("sbb_5h=discardable", steps={"return": without_rules("sbb_train")}),
    Reading("bank_count=each_payment", title={"each_payment": True}),
    Reading("sbb_trade=face_value", procedures={"at_face_value": face_value_for_the_sbb}),
    Reading("export=before_sbb", procedures={"series_ends": export_and_form}),
    Reading("sbb_exchange=sequential", procedures={"compensate": compensate_in_turn}),
    Reading("bank_break=below_zero", figures={"bank_breaks_at": -1}),
    Reading("bank_check=before_formation", procedures={"out_of_money": never}),
    Reading("bankruptcy=ends_game", steps={"bankrupt": bankruptcy.GIVE_UP}),
    Reading("emergency_sale=any_train", steps={"emergency_sale": sale_for(dearest_of_all)}),
    Reading("sales=apart", steps={"sell": sold_apart, "emergency_sale": sold_apart}),
    Reading("sbb_debt_interest=on", figures={"formation_interest": 50}),
    Reading("sbb_debt=voluntary", procedures={"pursued_debts": no_debts}),
    Reading("eva=over_limit", without=("eva_room",)),
    Reading("tunnel_on_furka_side=on", procedures={"mouths": mouths_beside_the_line}),
    Reading("zero_stops=closed", figures={"least_stop": 1}),
    Reading("red_sides=once", figures={"side_once": True}),
    Reading("sale_change=office", rules=(no_change,)),
    Reading("loan_repay=the_most", steps={"repay": repay_all}),
    Reading("repay_due=nothing_else", steps={"repay": varied(due=nothing_else)}),
    Reading("furka_time=own_turn", steps={"furka": in_own_turns(in_the_owners_turn)}),
    Reading("eva_time=own_turn", steps={"eva": in_own_turns(in_its_own_turn)}),
    Reading("eva_wait=with_room", steps={"eva": varied(held=with_room)}),
    Reading("auctioneer=solvent", procedures={"next_auctioneer": next_who_can_pay}),
    Reading("destination_home=placed", procedures={"counts_for": once_at_home}),
    Reading("debtor_certificates=barred", steps={"mountain": debts_first, "permit": debts_first}),
    Reading("deal_step=offered", steps={"train": varied(early=True), "acquire": varied(early=True)}),
)
