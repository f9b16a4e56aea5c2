"""Readings of 18Mag: what options of recorded games and of the table change in the printed rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.actions import Buy, LayTile, PayDividend, RunTrains
from engine.board.hexes import neighbour
from engine.board.tiles import exits
from engine.defaults import nothing
from engine.finance import shares
from engine.notes import OperatingNotes
from engine.position import Position
from engine.readings import Reading, varied
from engine.refusals import Refusal
from engine.rng import shuffled
from engine.rules import Rules, rule, unless
from engine.scratch import Scratch
from engine.state import Token
from engine.steps import Step
from engine.steps.deals import nobody
from engine.steps.run import claimed_freely
from engine.steps.shares import BuyShareStep, buyer_can_pay, room_for_one_more
from engine.steps.track import Building, TrackStep
from engine.steps.turn import units_turn
from engine.titles.t18mag import phases, revenue, supporters, track
from engine.titles.t18mag.figures import MagTurn, figures, mag_state
from engine.titles.t18mag.istvan import leads_in
from engine.titles.t18mag.stock import turned_in
from engine.titles.t18mag.supporters import Call

# --- no_train, no_train_check, forced_stack: rounds without a sale


def count_always(scratch: Scratch) -> None:
    """Count a round without a sale even when no stack is untouched."""
    stacks = mag_state(scratch.now).stacks
    phases.set_tokens(scratch, mag_state(scratch.now).no_train + 1, "".join(stacks[:1]))


def after_all_but_the_last(scratch: Scratch) -> None:
    """Look for a round without a sale after the majors, unless the game is over now."""
    frame = scratch.frame
    if frame.number != (mag_state(scratch.now).last_set, scratch.now.notes(OperatingNotes).rounds):
        phases.check_sales(scratch)


def one_more_if_forced(why: str) -> int:
    """Return 2 where no sale started the last phase: two more sets are played."""
    return 2 if why == "no_sale" else 1


# --- terrain_token: given up before the tile is chosen


def turn(pos: Position) -> MagTurn:
    """Return the notes of the current turn."""
    assert isinstance(pos.turn, MagTurn)
    return pos.turn


def prepaid(pos: Position) -> bool:
    """Tell whether terrain was paid for before the lay."""
    return turn(pos).prepaid


def may_give_up(pos: Position) -> bool:
    """Tell whether a terrain token may be given up now."""
    return not prepaid(pos) and mag_state(pos).terrain.get(pos.unit, 0) > 0


def may_prepay(pos: Position) -> tuple[str, ...]:
    """Return the supporter who may pay for terrain before a lay."""
    card = "" if prepaid(pos) else supporters.on_call(pos, figures(pos).supporters.terrain)
    return (card,) if card else ()


def gives_or_prepays(pos: Position) -> tuple[str, ...]:
    """Return the supporters who give money, or pay for terrain before a lay."""
    return (*supporters.gives_money(pos), *may_prepay(pos))


def take_or_prepay(scratch: Scratch, action: Call) -> None:
    """Take a supporter's money, or remember that terrain is paid for."""
    if action.supporter in figures(scratch.now).supporters.money:
        supporters.take_money(scratch, action)
    else:
        scratch.note(prepaid=True, payer=action.supporter)


def charge_once(scratch: Scratch, lay: LayTile, building: Building) -> None:
    """Pay for a lay; a payment made beforehand is used up by the first terrain."""
    costly = bool(track.terrain(scratch.now, lay))
    track.charge(scratch, lay, building)
    if costly:
        scratch.note(prepaid=False, payer="")


def paid_beforehand(step: TrackStep) -> TrackStep:
    """Return the track step of turns in which terrain is paid for before a tile is chosen."""
    return replace(step, building=replace(step.building, charge=charge_once))


def paid_before(pos: Position, lay: LayTile) -> bool:
    """Tell whether the terrain of a lay was paid for before it."""
    return prepaid(pos)


def no_aids(pos: Position) -> tuple[str, ...]:
    """Return no aids: nothing is spent on the terrain of a lay itself."""
    return ()


@rule("terrain_token")
def token_to_prepay(pos: Position, action: track.Prepay) -> Refusal | None:
    """Tokens are given up one at a time, while a tile may be laid."""
    kept = may_give_up(pos) and len(track.own_lays(pos)) < 2
    return unless(kept, unit=action.unit, duty="prepay")


class PrepayTerrain(Step[track.Prepay]):
    """Give up a terrain token before choosing a tile."""

    verb = track.Prepay
    aside = True

    def candidates(self, pos: Position) -> Iterator[track.Prepay]:
        """Yield the only way to do it."""
        yield track.Prepay(pos.awaited[0], pos.unit)

    def facts(self, pos: Position, action: track.Prepay) -> Mapping[str, Any]:
        """Return how many tokens there are."""
        return {"left": mag_state(pos).terrain.get(action.unit, 0)}

    def apply(self, scratch: Scratch, action: track.Prepay) -> None:
        """Spend the token."""
        track.spend(scratch, action.unit)
        scratch.note(prepaid=True)


def tile_left(pos: Position) -> bool:
    """Tell whether the minor in turn has its first tile left, a second that it can pay, or one that is given."""
    laid = len(track.own_lays(pos))
    return laid == 0 or (laid == 1 and pos.cash(pos.unit) >= figures(pos).extra_tile) or _is_given_one(pos)


def _is_given_one(pos: Position) -> bool:
    """Tell whether a supporter gives the minor in turn an upgrade, wherever it leads, to a colour that has begun."""
    givers = figures(pos).supporters.upgrade
    colours = givers.get(supporters.on_call(pos, givers), ())
    return any(colour in pos.phase.colours for colour in colours)


def _has_run(pos: Position) -> bool:
    """Tell whether the turn is past its run."""
    return any(step.verb is RunTrains for step in pos.steps[: pos.frame.stage])


@rule("terrain_time")
def while_laying(pos: Position, action: track.Prepay | Call) -> Refusal | None:
    """Terrain is paid for beforehand while the minor may still lay a tile; money that comes later opens no other."""
    done = turn(pos)
    later = done.built or done.token or done.discarded or done.trains or _has_run(pos)
    lays = tile_left(pos) and not later
    other = isinstance(action, Call) and action.supporter not in figures(pos).supporters.terrain
    return unless(other or lays, unit=action.unit)


def only_while_laying(step: Step[Any]) -> Step[Any]:
    """Return a step in which terrain is paid for beforehand only while a tile may be laid."""
    return step.judged_by(step.rules.then(while_laying))


# --- track_step: over with the last tile that can be paid


def end_if_built(scratch: Scratch) -> None:
    """Go on to the next step, and note it, where the minor could pay no other tile."""
    if not tile_left(scratch.now):
        scratch.note(built=True)
        scratch.set_frame(stage=scratch.frame.stage + 1)


def while_affordable(step: TrackStep) -> TrackStep:
    """Return the step that is over with the last tile that can be paid, whatever a supporter brings later."""
    return replace(step, building=replace(step.building, built=end_if_built))


# --- the others


def beyond_the_limit(rules: Rules[Buy]) -> Rules[Buy]:
    """Return the rules for a purchase without the certificate limit."""
    return rules.without("over_limit", "buy_limit")


@rule("buy_limit")
def room_before(pos: Position, deal: Buy) -> Refusal | None:
    """A purchase does not break the certificate limit, counted before any exchange."""
    limit = shares.limit(pos)
    return unless(bool(turned_in(pos, deal)) or shares.counted(pos, deal.actor) < limit, limit=limit)


def counted_before(rules: Rules[Buy]) -> Rules[Buy]:
    """Return the rules for a purchase with the certificate limit counted before an exchange."""
    return rules.replacing(room_before)


def first_found(pos: Position, lay: LayTile) -> list[Token]:
    """Return the tokens of an OO hex in the order of its cities."""
    return sorted(pos.state.tokens.get(lay.hex, ()), key=lambda one: one.stop)


def drawn_at_random(scratch: Scratch, placed: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return majors with their start prices in an order drawn at random."""
    order, scratch.state.rng = shuffled(placed, scratch.state.rng)
    return order


def towards_no_blank_side(pos: Position, lay: LayTile) -> bool:
    """Tell whether a tile leads to no blank side of a hex where no track can ever follow."""
    sides = exits(pos.title.tiles[lay.tile].track, lay.rotation)
    return not any(_is_blank(pos, lay.hex, side) for side in sides)


def _is_blank(pos: Position, hex_: str, side: int) -> bool:
    beyond = pos.title.hexes.get(neighbour(hex_, side))
    return beyond is not None and not beyond.tiled and not leads_in(pos, hex_, side)


def none_of_it(pos: Position) -> int:
    """Return 0: a route from red to red adds nothing to the shared revenue; all of it goes to the treasury."""
    return 0


def plainly_bought(step: BuyShareStep) -> BuyShareStep:
    """Return the purchase step of turns in which the director certificate is sold like any other."""
    rules = step.rules.without("buy_director").replacing(room_for_one_more, buyer_can_pay)
    return BuyShareStep(rules, step.on_purchase)


@rule("dividend_all")
def all_or_nothing(pos: Position, dividend: PayDividend) -> Refusal | None:
    """All revenue is paid out, or nothing."""
    most = revenue.full(pos)
    return unless(dividend.total in (0, most), revenue=most)


def nothing_or_all(pos: Position) -> range:
    """Return both dividends of a major that pays everything or nothing."""
    most = revenue.full(pos)
    return range(0, 2 * most, most)


PREPAY = PrepayTerrain(Rules((units_turn, token_to_prepay)))
CALL = supporters.CallSupporter(supporters.calling(gives_or_prepays), gives_or_prepays, take_or_prepay)

READINGS = (
    Reading(
        "no_train=consecutive",
        procedures={
            "round_with_sale": phases.take_tokens_back,
            "round_without_sale": count_always,
            "first_sale": nothing,
        },
    ),
    Reading("forced_stack=keep", procedures={"forced": nothing}),
    Reading(
        "no_train_check=or_end",
        procedures={
            "after_minors": nothing,
            "after_round": after_all_but_the_last,
            "sets_left": one_more_if_forced,
        },
    ),
    Reading(
        "revenue_claim=free",
        without=("route_not_best",),
        steps={"run": claimed_freely, "istvan_run": claimed_freely},
    ),
    Reading("trade_consent=off", steps={"train": varied(consent=nobody)}),
    Reading("oo_token=first_found", procedures={"oo_order": first_found}),
    Reading("director_purchase=on", steps={"buy": plainly_bought}),
    Reading(
        "terrain_token=prepaid",
        steps={"lay": paid_beforehand, "prepay": PREPAY, "call": CALL},
        procedures={"terrain_aids": no_aids, "terrain_paid": paid_before},
    ),
    Reading("terrain_time=laying", steps={"prepay": only_while_laying, "call": only_while_laying}),
    Reading("track_step=while_affordable", steps={"lay": while_affordable}),
    Reading("ciwl_bonus=treasury", procedures={"crossing": none_of_it}),
    Reading("setup_stack=random", procedures={"pile": drawn_at_random}),
    Reading("istvan_tile=inland", procedures={"his_tile": towards_no_blank_side}),
    Reading("istvan_exchange=counted_before", procedures={"his_purchase": counted_before}),
    Reading("istvan_limit=none", procedures={"his_purchase": beyond_the_limit}),
    Reading(
        "standard_divs",
        steps={
            "dividend": lambda step: replace(
                step, rules=step.rules.then(all_or_nothing), totals=nothing_or_all
            )
        },
    ),
)
