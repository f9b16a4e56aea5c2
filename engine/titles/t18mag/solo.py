"""The solo game of 18Mag: its set-up, and the turns of István."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.actions import Action, Buy, BuyTrain, Discard, LayTile, PlaceToken, RunTrains, unit_of
from engine.events import Dealt, Drafted, Followed, TileLaid
from engine.finance import shares
from engine.position import Position
from engine.powers import next_step
from engine.refusals import Refusal
from engine.rng import shuffled
from engine.rounds import stock
from engine.rounds.own_turns import OwnTurns
from engine.rules import Rule, Rules, rule, unless
from engine.scratch import Scratch
from engine.state import BANK, POOL
from engine.steps import Step
from engine.steps.automatic import Automatic
from engine.steps.deals import DealStep
from engine.steps.run import RunStep
from engine.steps.token import free_slots, place
from engine.steps.track import restock
from engine.steps.turn import players_turn, units_turn
from engine.titles.t18mag import istvan, revenue, track
from engine.titles.t18mag.deck import CompanyCard, rotation
from engine.titles.t18mag.deck_files import deck_of
from engine.titles.t18mag.draft import start_minor
from engine.titles.t18mag.figures import figures, mag_state, majors, minors

# --- set-up


def deal(scratch: Scratch) -> None:
    """Deal István's cards, start his minors with their track, give him his first share and the priority deal."""
    pos = scratch.now
    himself = istvan.himself(pos)
    colour = figures(pos).levels[pos.option("level")]
    count = figures(pos).quota[len(pos.state.players)][0]
    deck = deck_of(pos)
    of_colour = [card for card in deck.company_cards if card.colour == colour]
    order, scratch.state.rng = shuffled(of_colour, scratch.state.rng)
    share_cards, scratch.state.rng = shuffled(deck.share_cards, scratch.state.rng)
    dealt = sorted(order[:count], key=lambda card: [*pos.title.units].index(card.minor))
    cards = {card.minor: card.id for card in dealt}
    scratch.change(cards=cards, share_card=share_cards[0].id)
    scratch.emit(Dealt(himself, (*cards.values(), share_cards[0].id)))
    for card in dealt:
        scratch.emit(Drafted(himself, card.minor))
        start_minor(scratch, himself, card.minor)
    for card in dealt:
        _lay_starting_track(scratch, card)
        _place_extra_token(scratch, card)
    _first_share(scratch, himself, share_cards[0].start)
    scratch.state.priority = himself


def _lay_starting_track(scratch: Scratch, card: CompanyCard) -> None:
    """Lay the track of a card where it does not lie yet; nobody pays for it."""
    for piece in card.track:
        turn = rotation(scratch.title, piece)
        if piece.hex in scratch.state.tiles or turn is None:
            continue
        lay = LayTile(istvan.himself(scratch.now), card.minor, piece.hex, piece.tile, turn)
        scratch.emit(TileLaid(card.minor, piece.hex, piece.tile, turn, "", 0))
        restock(scratch, piece.tile, -1)
        seats = track.BUILDING.seat(scratch.now, lay)
        scratch.put("tiles", piece.hex, (piece.tile, turn))
        if seats:
            scratch.put("tokens", piece.hex, seats)


def _place_extra_token(scratch: Scratch, card: CompanyCard) -> None:
    """Place one of the two tokens on the charter on the map, if there is room; the one left costs as much."""
    hex_ = card.extra_token
    if hex_ is None:
        return
    pos = scratch.now
    stops = range(len(pos.face(hex_)[0].stops))
    free = next((stop for stop in stops if free_slots(pos, hex_, stop) > 0), None)
    if free is not None:
        scratch.put("tokens_left", card.minor, scratch.state.tokens_left[card.minor][:-1])
        place(scratch, card.minor, hex_, free)


def _first_share(scratch: Scratch, himself: str, major: str) -> None:
    scratch.emit(Drafted(himself, major))
    scratch.give(shares.singles(scratch.now, POOL, major)[-1], himself)


def offer(pos: Position) -> tuple[str, ...]:
    """Return the draft items for the person: the other minors, and a share of each other major."""
    start = istvan.share_card(pos).start
    left = [minor for minor in minors(pos) if minor not in pos.state.owners]
    return (*left, *(major for major in majors(pos) if major != start))


def pay_income(scratch: Scratch) -> None:
    """Pay everybody the income of the phase at the start of an operating round."""
    amount = figures(scratch.now).income.get(scratch.now.phase.name, 0)
    for player in scratch.state.players:
        scratch.pay(BANK, player, amount, "income")


# --- what he does, as steps


def planned(key: str, plan: Callable[[Position], Sequence[Action]]) -> Rule[Any]:
    """Return the rule that he does only what his cards say, no matter who acts for him."""

    @rule(key)
    def as_planned(pos: Position, action: Action) -> Refusal | None:
        wanted = plan(pos)
        kept = any(replace(action, actor=one.actor) == one for one in wanted)
        return unless(kept, unit=pos.unit, **_facts(pos, wanted))

    return as_planned


def _facts(pos: Position, wanted: Sequence[Action]) -> dict[str, Any]:
    lays = [one for one in wanted if isinstance(one, LayTile)]
    if not lays:
        return {}
    cities = list(dict.fromkeys(lay.hex for lay in lays))
    joined = istvan.joined(pos, lays[0])
    return {"targets": cities, "count": joined} if joined else {"targets": cities}


def _named(pos: Position, wanted: Sequence[Action]) -> Iterator[Any]:
    """Yield his actions as those of the person asked."""
    if pos.awaited:
        yield from (replace(action, actor=pos.awaited[0]) for action in wanted)


def tell(scratch: Scratch, action: Action) -> None:
    """Emit by which line of his card he acts."""
    pos, unit = scratch.now, unit_of(action)
    number = istvan.follows(pos, action)
    actions = istvan.card(pos, unit).actions
    scratch.emit(
        Followed(unit, mag_state(pos).cards[unit], number, actions[number - 1].op if number else "PERMANENT")
    )


def finish_line(scratch: Scratch, minor: str) -> None:
    """Go on to the next line of a card."""
    own = mag_state(scratch.now)
    done = {**own.done, minor: own.done.get(minor, 0) + 1}
    begun = {unit: train for unit, train in own.begun.items() if unit != minor}
    scratch.change(done=done, begun=begun)


def pay_for_track(scratch: Scratch) -> None:
    """In the yellow phase let one of his minors with a train pay for track it does not lay (XI.2.1.8), if it can."""
    pos = scratch.now
    price = figures(pos).extra_tile
    first = pos.state.phase == 0 and pos.trains(pos.unit)
    if first and pos.cash(pos.unit) >= price:
        scratch.pay(pos.unit, figures(pos).tracks_to, price, "track")


@dataclass(frozen=True, eq=False)
class ByCard(Step[Any]):
    """Do what his cards say; where several actions fit, the person chooses.

    ``plan`` is what they say and ``carry_out`` does it. ``usual`` names the step in which others do the same, and
    ``demanded`` the rule against skipping it.
    """

    rules: Rules[Any]
    verb: type[Action]
    usual: str
    plan: Callable[[Position], Sequence[Action]]
    carry_out: Callable[[Scratch, Any], None]
    demanded: str
    repeats: bool = False

    required = True

    def candidates(self, pos: Position) -> Iterator[Action]:
        """Yield what is planned, as actions of the person asked."""
        yield from _named(pos, self.plan(pos))

    def facts(self, pos: Position, action: Action) -> Mapping[str, Any]:
        """Return the facts of the usual step."""
        usual: Step[Any] = pos.title.steps[self.usual]
        return usual.facts(pos, action)

    def demand(self, pos: Position) -> Refusal:
        """Return that his card asks for it."""
        return Refusal(self.demanded, {"verb": self.verb.verb, "unit": pos.unit})

    def apply(self, scratch: Scratch, action: Action) -> None:
        """Do what is planned."""
        self.carry_out(scratch, action)


def as_usual(name: str) -> Callable[[Scratch, Action], None]:
    """Return a function that carries an action out as the step of that name does."""

    def carry_out(scratch: Scratch, action: Action) -> None:
        scratch.title.steps[name].apply(scratch, action)

    return carry_out


def place_by_card(scratch: Scratch, action: PlaceToken) -> None:
    """Place a token and finish the line."""
    tell(scratch, action)
    scratch.title.steps["token"].apply(scratch, action)
    finish_line(scratch, action.unit)


def discard_by_card(scratch: Scratch, action: Discard) -> None:
    """Discard a train; the purchase of a better one follows in this or a later turn."""
    tell(scratch, action)
    wanted = istvan.line(scratch.now, action.unit)
    assert wanted is not None
    scratch.title.steps["discard"].apply(scratch, action)
    begun = {**mag_state(scratch.now).begun, action.unit: istvan.SWAPS[wanted.op][0]}
    scratch.change(begun=begun)


def buy_by_card(scratch: Scratch, action: BuyTrain) -> None:
    """Buy a train, finish the line unless it was the permanent action, and skip what cannot be done."""
    number = istvan.follows(scratch.now, action)
    tell(scratch, action)
    trade = scratch.title.steps["train"]
    assert isinstance(trade, DealStep)
    trade.conclude(scratch, action)
    if number:
        finish_line(scratch, action.unit)
    skip(scratch, action.unit)


def skip_lines(scratch: Scratch) -> None:
    """Skip the purchases that can never be made."""
    skip(scratch, scratch.frame.queue[0])


def skip(scratch: Scratch, minor: str) -> None:
    """Skip lines as long as none of his minors can sell, or there is no room for a train."""
    while istvan.skipped(scratch.now, minor):
        own, wanted = mag_state(scratch.now), istvan.line(scratch.now, minor)
        number = own.done.get(minor, 0)
        why = "NO_ROOM" if wanted is not None and wanted.op in istvan.SWAPS else "SKIPPED"
        scratch.emit(Followed(minor, own.cards[minor], number + 1, why))
        scratch.change(skipped={**own.skipped, minor: (*own.skipped.get(minor, ()), number)})
        finish_line(scratch, minor)


def _runs(pos: Position) -> Iterator[tuple[RunTrains, dict[str, Any]]]:
    """Yield his run with what it earns."""
    chosen = set(istvan.runs(pos))
    for run, known in revenue.proposals(pos):
        if replace(run, actor=istvan.himself(pos)) in chosen:
            yield run, dict(known)


def by_card(  # noqa: PLR0913, PLR0917 - what his turns consist of, one line a step
    key: str,
    verb: type[Action],
    usual: str,
    plan: Callable[[Position], Sequence[Action]],
    carry_out: Callable[[Scratch, Any], None] | None = None,
    turn: Rule[Any] = units_turn,
) -> ByCard:
    """Return a step in which he does what is planned, as the ``usual`` step does where nothing else is said.

    ``key`` names the rule that it is what his cards say, and the one against skipping it.
    """
    rules = Rules((turn, planned(key, plan)))
    return ByCard(rules, verb, usual, plan, carry_out or as_usual(usual), key)


STEPS: dict[str, Step[Any]] = {
    "istvan_track": Automatic(pay_for_track, LayTile),
    "istvan_lay": by_card("istvan_target", LayTile, "lay", istvan.promotions),
    "istvan_token": by_card("istvan_card", PlaceToken, "token", istvan.tokens, place_by_card),
    "istvan_discard": by_card("istvan_card", Discard, "discard", istvan.discards, discard_by_card),
    "istvan_run": RunStep(
        Rules((units_turn, planned("istvan_card", istvan.runs))), replace(revenue.RUNNING, proposals=_runs)
    ),
    "istvan_skip": Automatic(skip_lines, BuyTrain),
    "istvan_train": replace(
        by_card("istvan_card", BuyTrain, "train", istvan.purchases, buy_by_card), repeats=True
    ),
    "istvan_buy": by_card("istvan_share", Buy, "buy", istvan.shares_wanted, turn=players_turn),
}
TURN = (
    "istvan_track",
    "istvan_lay",
    "istvan_token",
    "istvan_discard",
    "istvan_run",
    "istvan_skip",
    "istvan_train",
)

# --- rounds in which he takes part


def acts(pos: Position) -> bool:
    """Tell whether he or one of his companies has its turn."""
    return bool(pos.state.automata) and (pos.director(pos.acting) or pos.acting) in pos.state.automata


def acts_as(kind: str) -> Callable[[Position], bool]:
    """Return a function that tells whether one of his units of a kind has its turn."""
    return lambda pos: acts(pos) and pos.kind(pos.acting) == kind


def choosers(pos: Position) -> tuple[str, ...]:
    """Return who decides for one of his minors: the person where the cards leave a choice, else himself."""
    step = next_step(pos)
    several = isinstance(step, ByCard) and len(step.plan(pos)) > 1
    return istvan.people(pos) if several else pos.deciders(pos.acting)


def nobody(pos: Position) -> tuple[str, ...]:
    """Return that nobody decides: his majors pay everything out and build nothing."""
    return ()


def over_limit(pos: Position) -> Refusal | None:
    """Return the refusal of a pass to a person over the certificate limit; he himself may be over it."""
    return None if acts(pos) else stock.over_limit(pos)


HIS_UNITS = (
    OwnTurns(acts_as("minor"), TURN, deciders=choosers),
    OwnTurns(acts_as("major"), deciders=nobody),
)
HIS_SHARES = (OwnTurns(acts, ("istvan_buy",)),)


@rule("istvan_trades")
def not_with_him(pos: Position, deal: BuyTrain) -> Refusal | None:
    """He does not trade trains with the person."""
    return unless(pos.owner(deal.seller) not in pos.state.automata, seller=deal.seller)
