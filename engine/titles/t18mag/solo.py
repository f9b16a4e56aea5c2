"""The solo game of 18Mag: its set-up, and the turns of István."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from engine.actions import Action, Buy, BuyTrain, Discard, LayTile, PlaceToken, RunTrains
from engine.events import Dealt, Drafted, Followed, TileLaid
from engine.finance import shares
from engine.position import Position
from engine.rng import shuffled
from engine.rounds.operating import OperatingRound
from engine.rounds.stock import StockRound
from engine.rules import Refusal, Rule, Rules, rule, unless
from engine.scratch import Scratch
from engine.special import change
from engine.state import BANK, POOL
from engine.steps import Step
from engine.steps.run import Running, RunStep
from engine.steps.token import TokenStep, free_slots, place
from engine.steps.track import TrackStep, restock
from engine.steps.trains import BuyTrainStep, DiscardStep
from engine.steps.turn import players_turn, units_turn
from engine.titles.t18mag import istvan, phases, revenue, stock, track
from engine.titles.t18mag.deck import CompanyCard, deck_of, rotation
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
    change(scratch, cards=cards, share_card=share_cards[0].id)
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
    """Place one of the two stations of the charter on the map, if there is room; the other one costs as much."""
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


def papers(pos: Position) -> tuple[str, ...]:
    """Return what the person chooses from: the other minors, and a share of each other major."""
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
    """Return the rule that only what his cards say is done, whoever does it for him."""

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
    return {"hexes": cities, "count": istvan.joined(pos, lays[0])}


def _named(pos: Position, wanted: Sequence[Action]) -> Iterator[Any]:
    """Yield his actions as those of whoever is asked."""
    if pos.awaited:
        yield from (replace(action, actor=pos.awaited[0]) for action in wanted)


def tell(scratch: Scratch, action: Action) -> None:
    """Say by which line of his card he acts."""
    pos, unit = scratch.now, str(getattr(action, "unit", ""))
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
    scratch.state.extra = replace(own, done=done, begun=begun)


class PayForTrack(Step[LayTile]):
    """In yellow a minor of his with a train pays for track it does not lay (XI.2.1.8)."""

    verb = LayTile

    def by_itself(self, pos: Position) -> bool:
        """Tell that nobody is asked."""
        return True

    def happen(self, scratch: Scratch) -> None:
        """Pay, if the treasury can."""
        pos = scratch.now
        price = figures(pos).extra_tile
        first = pos.state.phase == 0 and istvan.trains(pos, pos.unit)
        if first and pos.cash(pos.unit) >= price:
            scratch.pay(pos.unit, figures(pos).tracks_to, price, "track")


class PromoteCity(TrackStep):
    """Promote the nearest city that can be promoted; the person chooses among equals."""

    repeats = False
    required = True

    def candidates(self, pos: Position) -> Iterator[LayTile]:
        """Yield the promotions of that city, or of cities as near."""
        yield from _named(pos, istvan.promotions(pos))


class PlaceByCard(TokenStep):
    """Place the station of the card."""

    required = True

    def candidates(self, pos: Position) -> Iterator[PlaceToken]:
        """Yield the place, or places as near."""
        yield from _named(pos, istvan.tokens(pos))

    def apply(self, scratch: Scratch, action: PlaceToken) -> None:
        """Place it and finish the line."""
        tell(scratch, action)
        super().apply(scratch, action)
        finish_line(scratch, action.unit)


class ScrapByCard(DiscardStep):
    """Scrap a train for a better one."""

    repeats = False
    required = True

    def candidates(self, pos: Position) -> Iterator[Discard]:
        """Yield the train."""
        yield from _named(pos, istvan.scraps(pos))

    def apply(self, scratch: Scratch, action: Discard) -> None:
        """Scrap it; the purchase follows in this or a later turn."""
        tell(scratch, action)
        wanted = istvan.line(scratch.now, action.unit)
        assert wanted is not None
        super().apply(scratch, action)
        own = mag_state(scratch.now)
        begun = {**own.begun, action.unit: istvan.SWAPS[wanted.op][0]}
        scratch.state.extra = replace(own, begun=begun)


class SkipLines(Step[BuyTrain]):
    """Leave out purchases among his minors that none of them can make."""

    verb = BuyTrain

    def by_itself(self, pos: Position) -> bool:
        """Tell that nobody is asked."""
        return True

    def happen(self, scratch: Scratch) -> None:
        """Go on to the next line that can be done."""
        skip(scratch, scratch.frame.queue[0])


def skip(scratch: Scratch, minor: str) -> None:
    """Leave lines out as long as nobody can sell."""
    while istvan.skipped(scratch.now, minor):
        number = mag_state(scratch.now).done.get(minor, 0) + 1
        scratch.emit(Followed(minor, mag_state(scratch.now).cards[minor], number, "SKIPPED"))
        finish_line(scratch, minor)


class BuyByCard(BuyTrainStep):
    """Buy the train that the card asks for, and the next one."""

    required = True

    def candidates(self, pos: Position) -> Iterator[BuyTrain]:
        """Yield the train."""
        yield from _named(pos, istvan.purchases(pos))

    def amounts(self, pos: Position, action: BuyTrain) -> range | None:
        """Return nothing: his prices are those of the card."""
        return None

    def must(self, pos: Position) -> bool:
        """Tell that a purchase that can be made is made."""
        return True

    def demand(self, pos: Position) -> Refusal:
        """Return that his card asks for a train."""
        return Refusal("istvan_card", {"unit": pos.unit})

    def apply(self, scratch: Scratch, action: BuyTrain) -> None:
        """Buy it, finish the line unless it was the permanent action, leave out what cannot be done."""
        number = istvan.follows(scratch.now, action)
        tell(scratch, action)
        self.conclude(scratch, action)
        if number:
            finish_line(scratch, action.unit)
        skip(scratch, action.unit)


class BuyByShareCard(stock.BuyCertificate):
    """Buy the share that the share card asks for."""

    required = True

    def candidates(self, pos: Position) -> Iterator[Buy]:
        """Yield the share."""
        yield from _named(pos, istvan.shares_wanted(pos))


def _runs(pos: Position) -> Iterator[tuple[RunTrains, dict[str, Any]]]:
    """Yield his run with what it earns."""
    chosen = set(istvan.runs(pos))
    for run, known in revenue.proposals(pos):
        if replace(run, actor=istvan.himself(pos)) in chosen:
            yield run, dict(known)


TURN: tuple[Step[Any], ...] = (
    PayForTrack(Rules()),
    PromoteCity(Rules((units_turn, planned("istvan_target", istvan.promotions))), track.BUILDING),
    PlaceByCard(Rules((units_turn, planned("istvan_card", istvan.tokens))), revenue.pay_minor_token),
    ScrapByCard(Rules((units_turn, planned("istvan_card", istvan.scraps)))),
    RunStep(
        Rules((units_turn, planned("istvan_card", istvan.runs))),
        Running(
            _runs,
            revenue.can_run,
            revenue.earn,
            revenue.demanded,
            revenue.judged,
        ),
    ),
    SkipLines(Rules()),
    BuyByCard(
        Rules((units_turn, planned("istvan_card", istvan.purchases))),
        phases.train_sold,
    ),
)

SHARES: tuple[Step[Any], ...] = (
    BuyByShareCard(Rules((players_turn, planned("istvan_share", istvan.shares_wanted)))),
)


# --- rounds in which he takes part


class Operating(OperatingRound):
    """Operating rounds: his minors act by their cards, his majors pay everything out and build nothing."""

    def _his(self, pos: Position) -> bool:
        return pos.director(pos.acting) in pos.state.automata

    def steps(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return the steps of the turn."""
        usual = super().steps(pos)
        his = pos.frame.queue and self._his(pos) and pos.title.units[pos.acting].kind == "minor"
        return TURN if his else usual

    def awaited(self, pos: Position) -> tuple[str, ...]:
        """Return who decides: the person where the rules leave him a choice, nobody for his majors."""
        if not self._his(pos):
            return super().awaited(pos)
        if pos.title.units[pos.acting].kind == "major":
            return ()
        plan = CHOICES.get(type(self._step(pos)))
        return istvan.people(pos) if plan and len(plan(pos)) > 1 else super().awaited(pos)

    def _step(self, pos: Position) -> Step[Any] | None:
        return next(iter(TURN[pos.frame.stage :]), None)


CHOICES: dict[type, Callable[[Position], Sequence[Action]]] = {
    PromoteCity: istvan.promotions,
    PlaceByCard: istvan.tokens,
}
"""Steps in which the person decides among equals."""


class Stock(StockRound):
    """Share rounds: he buys by his share card, never sells, and may be over the limit."""

    def steps(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return the steps of the turn."""
        return SHARES if self._his(pos) else super().steps(pos)

    def no_pass(self, pos: Position) -> Refusal | None:
        """Refuse to let a person pass who is over the certificate limit."""
        return None if self._his(pos) else super().no_pass(pos)

    def _his(self, pos: Position) -> bool:
        return bool(pos.frame.queue) and pos.acting in pos.state.automata


@rule("istvan_trades")
def not_with_him(pos: Position, deal: BuyTrain) -> Refusal | None:
    """He does not trade trains with the person."""
    return unless(pos.owner(deal.seller) not in pos.state.automata, seller=deal.seller)
