"""Readings of 18CZ: where recorded games, or former editions, differ from the printed rules.

Which of them make up the preset is said in `title.toml`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.actions import BuyTrain
from engine.finance.debts import unpaid
from engine.finance.floating import floated
from engine.position import Position
from engine.readings import Reading, varied
from engine.refusals import Refusal
from engine.rules import rule, unless
from engine.scratch import Scratch
from engine.steps.deals import nobody
from engine.steps.debts import Repaying, only_the_most, repays
from engine.steps.shares import office_passes_on, room_for_one_more
from engine.steps.track import nothing_due
from engine.steps.trains import BuyTrainStep, could_buy, has_room, printed, train_limit
from engine.steps.turn import players_turn
from engine.titles.t18cz.figures import figures
from engine.titles.t18cz.notes import DraftPasses, ReceivedTrains
from engine.titles.t18cz.received_trains import kinds_above
from engine.titles.t18cz.stock import fall
from engine.titles.t18cz.trains import bank_sides, leaves_room, must_own, treasury_pays

# --- the draft


def two_in_a_row(asked: DraftPasses) -> bool:
    """Tell whether two turns in a row were those of players who can afford nothing."""
    return asked.poor > 1


# --- homes and tokens


def the_layer(pos: Position, unit: str, layer: str) -> str:
    """Return the company that laid the tile: its director chooses the city for another company's token."""
    return layer


def none_cheap(pos: Position, unit: str) -> bool:
    """Tell that no token stays cheap after an acquisition."""
    return False


# --- shares and loans


def nobody_must_sell(pos: Position) -> list[str]:
    """Return no players: nobody need sell certificates above his limit."""
    return []


def repay_all(step: Repaying) -> Repaying:
    """Return the step in which one pays in one's own turn only, and as much as one can."""
    rules = step.rules.replacing(players_turn, repays(unpaid, only_the_most))
    return replace(step, rules=rules, parts=only_the_most)


# --- trains


def leaky_duty(pos: Position) -> bool:
    """Tell whether the company must buy a train: not if a purchase has left it without room or money (D-35)."""
    at_an_end = bool(pos.turn.trains) and (not has_room(pos, pos.unit) or is_poor(pos))
    return must_own(pos) and not at_an_end


def is_poor(pos: Position) -> bool:
    """Tell whether the company in turn cannot afford the cheapest train of the bank."""
    return pos.cash(pos.unit) < min((printed(pos, side) for side in bank_sides(pos)), default=0)


@rule("train_last_place")
def room_by_the_present_limit(pos: Position, deal: BuyTrain) -> Refusal | None:
    """No purchase fills the last place under the current limit while the company has nothing to run."""
    return unless(leaves_room(pos, deal, pos.state.phase), unit=deal.unit, train=deal.train)


def leaky_purchases(step: BuyTrainStep) -> BuyTrainStep:
    """Return the step in which a company may end its turn with no train that it can run."""
    return replace(step, rules=step.rules.replacing(room_by_the_present_limit), duty=leaky_duty)


def has_not_spent_all(pos: Position) -> bool:
    """Tell whether the company must buy a train and has not spent its last money, or its last place, on another."""
    at_an_end = bool(pos.turn.trains) and not (has_room(pos, pos.unit) and pos.cash(pos.unit))
    return must_own(pos) and not at_an_end


def until_spent(step: BuyTrainStep) -> BuyTrainStep:
    """Return the step in which duty and help end together, with the last money or the last place."""
    rules = step.rules.replacing(treasury_pays(has_not_spent_all))
    return replace(step, rules=rules, duty=has_not_spent_all)


def until_bought(step: BuyTrainStep) -> BuyTrainStep:
    """Return the step that only a train it can run, the last money or the last place ends, each by a purchase."""
    return replace(step, rules=step.rules.replacing(treasury_pays(must_own)), duty=must_own)


@rule("train_size")
def own_size_in_the_last_place(pos: Position, deal: BuyTrain) -> Refusal | None:
    """A company owns trains of its size and smaller ones; the last place is for its own, whatever else would rust."""
    last = len(pos.trains(deal.unit)) + 1 == train_limit(pos, deal.unit)
    own = pos.kind(deal.unit)
    lacks = not any(pos.title.trains[train].kind == own for train in pos.trains(deal.unit))
    kind, may_own = pos.title.trains[deal.train].kind, figures(pos).may_own[own]
    allowed = (own,) if last and lacks else may_own
    why = {"wants": "last"} if kind in may_own else {}
    return unless(kind in allowed, unit=deal.unit, train=deal.train, **why)


def could_buy_another(pos: Position, unit: str) -> bool:
    """Tell whether a company has room and money for a train of the bank that it may own, or of another company."""
    allowed = figures(pos).may_own[pos.kind(unit)]
    sides = (side for side in bank_sides(pos) if pos.title.trains[side].kind in allowed)
    return could_buy(pos, unit, (printed(pos, side) for side in sides))


def while_buyable(step: BuyTrainStep) -> BuyTrainStep:
    """Return the step that is over once a purchase has left no money or no place for another.

    The places are those of the phase that it began, without what it rusted; what is returned later counts no more.
    """

    def bought(scratch: Scratch, deal: BuyTrain) -> None:
        step.bought(scratch, deal)
        if not could_buy_another(scratch.now, deal.unit):
            scratch.close_step("operating")

    return replace(step, bought=bought)


def while_affordable(step: BuyTrainStep) -> BuyTrainStep:
    """Return the step that is over with the last money or the last place, before a phase begins or trains rust."""

    def bought(scratch: Scratch, deal: BuyTrain) -> None:
        if not could_buy_another(scratch.now, deal.unit):
            scratch.set_frame(stage=scratch.frame.stage + 1)
        step.bought(scratch, deal)

    return replace(step, bought=bought)


def own_kind(pos: Position, unit: str, kind: str) -> Sequence[str]:
    """Return the only kind of train to which a company may turn a smaller one: that of its own size."""
    return kinds_above(pos, unit, kind)[-1:]


def not_turned(pos: Position) -> tuple[str, ...]:
    """Return the trains received and not turned: a train that was turned is settled."""
    return pos.notes(ReceivedTrains).trains


READINGS = (
    Reading("draft_end=two_poor", procedures={"draft_ends": two_in_a_row}),
    Reading("bcb_home=pardubice", figures={"other_homes": {"BCB": "E16"}}),
    Reading("praha_first_tile=lay", figures={"improved_labels": ()}),
    Reading("oo_station_choice=layer", procedures={"chooses_city": the_layer}),
    Reading(
        "home_tile=optional",
        steps={"lay": varied(due=nothing_due), "dummy_lay": varied(due=nothing_due)},
    ),
    Reading("sale_drop=per_action", steps={"sell": varied(on_sale=fall, per_share=Position.price)}),
    Reading("director_certificate=split", rules=(office_passes_on,)),
    Reading("limit_exchange=counted_before", rules=(room_for_one_more,)),
    Reading("over_limit_sale=never", procedures={"must_sell": nobody_must_sell}),
    Reading("emergency_scope=any", without=("emergency_needless",)),
    Reading("loan_repay=all_in_own_turn", steps={"repay": repay_all}),
    Reading("cross_trains=from_a", figures={"trade_from": "a"}),
    Reading(
        "runnable_train_check=leaky",
        steps={
            "train": leaky_purchases,
            "return": lambda step: step.judged_by(step.rules.without("train_last_place")),
        },
    ),
    Reading("train_duty=until_spent", steps={"train": until_spent}),
    Reading("train_duty=until_bought", steps={"train": until_bought}),
    Reading("last_place=before_rust", rules=(own_size_in_the_last_place,)),
    Reading("train_step=while_affordable", steps={"train": while_affordable}),
    Reading("train_step=while_buyable", steps={"train": while_buyable}),
    Reading(
        "rust_cascade=on",
        figures={"rusts": {"5": ("3", "2"), "5+5": ("3+3", "2+2"), "8E": ("4E", "3E")}},
    ),
    Reading("change_target=own_type", procedures={"turns_into": own_kind}),
    Reading("acquired_excess=returned", procedures={"undecided": not_turned}),
    Reading("return_order=listed", procedures={"returns_in_order": floated}),
    Reading("station_price=always_100", procedures={"cheap_token_stays": none_cheap}),
    Reading("e_train_skip=any", figures={"express_drops": ["town", "city", "offboard"]}),
    Reading(
        "e_train_skip=any_within",
        figures={"express_drops": ["town", "city", "offboard"], "express_towns": 3},
    ),
    Reading(
        "deal_step=offered",
        steps={"train": varied(early=True), "acquire": varied(early=True), "merge": varied(early=True)},
    ),
    Reading("empty_run=allowed", without=("must_run",)),
    Reading(
        "consent=off",
        steps={
            "train": varied(consent=nobody),
            "acquire": varied(consent=nobody),
            "merge": varied(consent=nobody),
        },
    ),
)
