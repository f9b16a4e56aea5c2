"""The first round of 1844: privates are auctioned one by one; the winner of P6 starts the FNM at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.actions import Bid, Buy, Par, Sell
from engine.events import BidPlaced, Bought, Counted, Drafted, Passed
from engine.finance import shares
from engine.finance.privates import buy_private
from engine.notes import NOTHING, Notes
from engine.position import Position
from engine.refusals import Refusal
from engine.rounds import Round
from engine.rounds.stock import poorest_first
from engine.rules import Rules, refuse, rule, unless
from engine.scratch import Scratch
from engine.state import OFFER, Frame
from engine.steps import Step
from engine.steps.forbidden import Forbidden
from engine.steps.par import price_is_marked, take_office
from engine.steps.turn import players_turn
from engine.titles.t1844.companies import on_purchase
from engine.titles.t1844.figures import figures, swiss_state
from engine.titles.t1844.notes import AuctionNotes, FoundingNotes, turn
from engine.titles.t1844.privates import Mountain, Permit, auctioned
from engine.titles.t1844.procedures import procedures


def auction_frame(pos: Position, number: tuple[int, ...], notes: Notes = NOTHING) -> Frame:
    """Return the frame in which the remaining privates are auctioned, beginning with the first.

    ``notes`` are those of the auction before, whose auctioneer begins again.
    """
    first = named_first(notes)
    queue = pos.beginning_with(first) if first else bidders(pos)
    return Frame("auction", number, queue, notes=AuctionNotes(first=first))


def named_first(notes: Notes) -> str:
    """Return the auctioneer whom notes of an auction name, empty where he follows from the private."""
    return notes.first if isinstance(notes, AuctionNotes) else ""


def bidders(pos: Position) -> tuple[str, ...]:
    """Return who bids when a private comes up: its auctioneer first, the others in turn order.

    The first player auctions the first private, the second the second, and so on round the table, no matter who won.
    """
    return pos.beginning_with(auctioneer(pos))


def auctioneer(pos: Position) -> str:
    """Return who auctions the private that is up."""
    order, notes = pos.state.order, pos.round_notes if pos.state.frames else NOTHING
    number = auctioned(pos.title).index(swiss_state(pos).lots[0])
    return named_first(notes) or order[number % len(order)]


def minimum(pos: Position) -> int:
    """Return the lowest first bid for the private that is up, in francs."""
    own = swiss_state(pos)
    return pos.title.privates[own.lots[0]].price if own.minimum == -1 else own.minimum


def least(pos: Position) -> int:
    """Return the lowest bid that is possible now, in francs."""
    standing = pos.notes(AuctionNotes)
    return standing.bid + figures(pos).auction.step if standing.bidder else minimum(pos)


@rule("bid_passed")
def still_in(pos: Position, bid: Bid) -> Refusal | None:
    """A player who has passed is out of the auction of this private."""
    return unless(bid.actor not in pos.notes(AuctionNotes).passed, private=swiss_state(pos).lots[0])


@rule("bid_private")
def is_up(pos: Position, bid: Bid) -> Refusal | None:
    """Only the first unsold private is auctioned."""
    lot = swiss_state(pos).lots[0]
    return unless(bid.private == lot, private=lot)


@rule("bid_low")
def high_enough(pos: Position, bid: Bid) -> Refusal | None:
    """The first bid is at least the minimum, each later one higher by at least a step."""
    return unless(bid.price >= least(pos), private=bid.private, price=least(pos))


@rule("bid_cash")
def bidder_can_pay(pos: Position, bid: Bid) -> Refusal | None:
    """Nobody bids more cash than he has."""
    return unless(bid.price <= pos.cash(bid.actor), cash=pos.cash(bid.actor))


BIDDING: Rules[Bid] = Rules((still_in, players_turn, is_up, high_enough, bidder_can_pay))


class Bidding(Step[Bid]):
    """Bid for the private that is up; players who cannot afford it are not asked."""

    verb = Bid

    def candidates(self, pos: Position) -> Iterator[Bid]:
        """Yield the lowest possible bid."""
        yield Bid(pos.acting, swiss_state(pos).lots[0], least(pos))

    def amounts(self, pos: Position, action: Bid) -> range | None:
        """Return every bid up to the bidder's cash."""
        return range(least(pos), pos.cash(action.actor) + 1)

    def lots(self, pos: Position) -> tuple[str, ...]:
        """Return the privates that are not sold yet."""
        return swiss_state(pos).lots

    def facts(self, pos: Position, action: Bid) -> Mapping[str, Any]:
        """Return the standing bid and whose it is."""
        return {"standing": pos.notes(AuctionNotes).bid, "bidder": pos.notes(AuctionNotes).bidder}

    def apply(self, scratch: Scratch, action: Bid) -> None:
        """Raise the standing bid."""
        scratch.emit(BidPlaced(action.actor, action.private, action.price))
        scratch.remember(bid=action.price, bidder=action.actor)
        scratch.note(bid=True)


@rule("auction_first")
def privates_first(pos: Position, action: Any) -> Refusal | None:
    """Nothing else is bought or sold while privates are left to be auctioned."""
    return refuse(private=swiss_state(pos).lots[0])


LATER = {
    f"{verb.verb}_later": Forbidden(verb, Rules((privates_first,)))
    for verb in (Sell, Buy, Par, Mountain, Permit)
}
"""The steps that wait until the auctions are over, by name."""


class AuctionRound(Round):
    """Auctions of single privates, until all are sold or nobody wants one."""

    notes = AuctionNotes

    def steps(self, pos: Position) -> tuple[Step[Any], ...]:
        """Return the steps: a bid, and those that only refuse for now."""
        return pos.title.named(("bid", *LATER))

    def passing(self, scratch: Scratch, player: str) -> None:
        """Take a player out of this auction."""
        scratch.emit(Passed(player))
        scratch.remember(passed=(*scratch.now.notes(AuctionNotes).passed, player))

    def end_turn(self, scratch: Scratch) -> None:
        """Ask the next bidder; the last one left has won."""
        player, *others = scratch.frame.queue
        stays = [player] if turn(scratch.now).bid else []
        queue = (*others, *stays)
        scratch.set_frame(queue=queue, stage=0, turn=NOTHING)
        standing = scratch.now.notes(AuctionNotes)
        if queue == (standing.bidder,):
            sell(scratch, standing.bidder, standing.bid)

    def close(self, scratch: Scratch) -> bool:
        """Make the first private cheaper if nobody wanted it; end the auctions if it was another one."""
        pos = scratch.now
        if not swiss_state(pos).lots:
            poorest_first(scratch)
            return True
        first = swiss_state(pos).lots[0] == pos.title.data.privates[0].id
        if first:
            make_cheaper(scratch)
        return not first


def sell(scratch: Scratch, player: str, price: int) -> None:
    """Sell the private that is up together with its gift, and put up the next one."""
    private = swiss_state(scratch.now).lots[0]
    buy_private(scratch, player, private, price)
    put_up(scratch, swiss_state(scratch.now).lots[1:], -1)
    hand_gift(scratch, player, private)


def put_up(scratch: Scratch, lots: tuple[str, ...], minimum: int) -> None:
    """Start the auction of the first of these privates, if there is any, at a minimum in francs; -1 is its price."""
    before, another = auctioneer(scratch.now), lots != swiss_state(scratch.now).lots
    first = scratch.now.notes(AuctionNotes).first
    scratch.change(lots=lots, minimum=minimum)
    if lots and another:
        first = procedures(scratch.now).next_auctioneer(scratch.now, before)
    scratch.set_frame(queue=(), stage=0, turn=NOTHING, notes=AuctionNotes(first=first))
    if lots:
        scratch.set_frame(queue=bidders(scratch.now))


def hand_gift(scratch: Scratch, player: str, private: str) -> None:
    """Give a private's first owner what comes with it; for a director's certificate he sets the par price first."""
    pos = scratch.now
    gift = figures(pos).comes_with.get(private)
    if gift is None:
        return
    if gift.private:
        scratch.put("owners", gift.private, player)
        scratch.emit(Drafted(player, gift.private))
    if gift.unit and gift.percent == shares.director_share(pos, gift.unit):
        scratch.push(Frame("founding", queue=(player,), notes=FoundingNotes(unit=gift.unit)))
    elif gift.unit:
        scratch.give(shares.singles(pos, OFFER, gift.unit)[-1], player)
        scratch.emit(Bought(player, gift.unit, gift.percent, 0, OFFER))


def make_cheaper(scratch: Scratch) -> None:
    """Put the first private up again for less; when it is free its auctioneer must take it."""
    price = max(minimum(scratch.now) - figures(scratch.now).auction.drop, 0)
    lots = swiss_state(scratch.now).lots
    scratch.emit(Counted("minimum", price, lots[0]))
    put_up(scratch, lots, price)
    if not price:
        sell(scratch, scratch.frame.queue[0], 0)


# --- the company that comes with a private


@rule("par_unit")
def is_founded(pos: Position, start: Par) -> Refusal | None:
    """A par price is set for the company whose director's certificate was won."""
    founded = pos.notes(FoundingNotes).unit
    return unless(start.unit == founded, unit=start.unit, target=founded)


class SetPar(Step[Par]):
    """Set the par price of the company whose director's certificate came with a private; it is free."""

    verb = Par
    required = True

    def candidates(self, pos: Position) -> Iterator[Par]:
        """Yield every start price, the highest first."""
        for price in sorted(pos.title.starts, reverse=True):
            yield Par(pos.acting, pos.notes(FoundingNotes).unit, price)

    def facts(self, pos: Position, action: Par) -> Mapping[str, Any]:
        """Return that it is free."""
        return {"price": 0}

    def apply(self, scratch: Scratch, action: Par) -> None:
        """Hand the certificate over, set the price, and float the company if enough shares are taken."""
        take_office(scratch, action, 0)
        on_purchase(scratch, action.unit)


FOUNDING: Rules[Par] = Rules((players_turn, is_founded, price_is_marked))
