"""What is at stake in a decision: what each thing on offer costs, brings and changes, as figures.

Everything is found from the offers of a position and from what they do; no rule is stated anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.actions import (
    Acquire,
    Action,
    Bid,
    Buy,
    BuyTrain,
    Discard,
    LayTile,
    Par,
    PayDividend,
    Sell,
    unit_of,
)
from engine.aftermath import carried_out
from engine.board.tiles import exits, turned
from engine.choices import Offer
from engine.events import Closed, DividendPaid
from engine.finance import debts
from engine.notes import Proposal
from engine.outlook import done, tried
from engine.position import Position
from engine.scratch import Scratch
from engine.state import DEPOT, POOL

Ends = tuple[int, int]
"""The least and the most of a range of amounts."""


def ends(offer: Offer, fixed: int = 0) -> Ends:
    """The least and the most of the amounts of an offer."""
    return (offer.amounts[0], offer.amounts[-1]) if offer.amounts else (fixed, fixed)


# --- track


def lays(pos: Position, offers: Iterable[Offer]) -> dict[str, dict[str, int]]:
    """The hexes on which a tile may be laid now, each with its tiles and in how many ways each may lie.

    A tile that looks the same turned round lies in one way.
    """
    tracks: dict[str, dict[str, set[frozenset[frozenset[str]]]]] = {}
    for offer in offers:
        lay = offer.action
        if isinstance(lay, LayTile):
            track = turned(pos.title.tiles[lay.tile].track, lay.rotation)
            found = tracks.setdefault(lay.hex, {}).setdefault(lay.tile, set())
            found.add(frozenset(map(frozenset, track)))
    return {
        hex_: {tile: len(rotations) for tile, rotations in tiles.items()} for hex_, tiles in tracks.items()
    }


def homes(pos: Position, offers: Iterable[Offer]) -> list[tuple[str, list[int]]]:
    """Each way in which a unit may lay the tile of its home: the hex, and the edges to which its track leads."""
    found = []
    for offer in offers:
        action, tile = offer.action, str(offer.facts.get("tile", ""))
        if action.matter == "home" and tile:
            ends = exits(pos.title.tiles[tile].track, getattr(action, "rotation", 0))
            found.append((str(getattr(action, "hex", "")), sorted(ends)))
    return found


# --- trains


@dataclass(frozen=True, slots=True)
class Bill:
    """What a train costs that a director must help with: what the treasury, the director and the bank pay of it.

    ``owed`` is what the director owes more for it, ``penalty`` what the loan costs besides at the end, both in the
    title's currency.
    """

    train: str
    price: int
    treasury: int
    player: str
    help: int
    credit: int
    owed: int
    penalty: int = 0


def bills(pos: Position, offers: Iterable[Offer]) -> list[Bill]:
    """The trains of the depot and the pool that a director must help with, the cheapest first."""
    found = []
    for offer in offers:
        deal = offer.action
        if isinstance(deal, BuyTrain) and deal.seller in {DEPOT, POOL} and "help" in offer.facts:
            credit = int(offer.facts.get("credit", 0))
            paid = min(deal.price, pos.cash(deal.unit))
            own = int(offer.facts["help"])
            lent = _lent(pos, deal) if credit else (0, 0)
            found.append(Bill(deal.train, deal.price, paid, deal.actor, own, credit, *lent))
    return sorted(found, key=lambda bill: bill.price)


def _lent(pos: Position, deal: BuyTrain) -> tuple[int, int]:
    """What the buyer owes more after a purchase on credit, and what that costs besides at the end."""
    after = done(pos, deal)
    kinds = (debts.unpaid, debts.penalty)
    owed, penalty = (kind(after, deal.actor) - kind(pos, deal.actor) for kind in kinds)
    return owed, penalty


def payable(offers: Iterable[Offer]) -> frozenset[tuple[str, int]]:
    """The trains with their prices that may be bought now."""
    return frozenset(
        (offer.action.train, offer.action.price) for offer in offers if isinstance(offer.action, BuyTrain)
    )


def from_units(pos: Position, offers: Iterable[Offer]) -> dict[tuple[str, str], Ends]:
    """The trains that other units may sell: the range of prices, by seller and train."""
    found: dict[tuple[str, str], Ends] = {}
    for offer in offers:
        deal = offer.action
        if isinstance(deal, BuyTrain) and deal.seller in pos.title.units:
            found.setdefault((deal.seller, deal.train), ends(offer, deal.price))
    return found


def to_discard(offers: Iterable[Offer]) -> dict[str, tuple[str, ...]]:
    """The trains of which one must go, by unit."""
    found: dict[str, tuple[str, ...]] = {}
    for offer in offers:
        one = offer.action
        if isinstance(one, Discard) and one.train not in found.get(one.unit, ()):
            found[one.unit] = (*found.get(one.unit, ()), one.train)
    return found


@dataclass(frozen=True, slots=True)
class Flip:
    """What a train becomes that is turned to another side of its card, what that costs, and the treasury after it."""

    train: str
    into: str
    price: int
    treasury: int


def flips(pos: Position, offers: Iterable[Offer]) -> list[Flip]:
    """The trains that may be turned to another side of their cards, each with every side."""
    found = []
    for offer in offers:
        action, into = offer.action, str(getattr(offer.action, "into", ""))
        if action.matter == "train" and into:
            price, cash = int(offer.facts.get("price", 0)), tried(pos, action).now.cash(unit_of(action))
            found.append(Flip(str(getattr(action, "train", "")), into, price, cash))
    return found


# --- powers


@dataclass(frozen=True, slots=True)
class Use:
    """What may be done by a power or with a private: by its verb, what gives it, and where or for which company.

    ``payer`` has so much more after it, less if it costs something; the least and the most of all ``targets``.
    """

    verb: str
    things: tuple[str, ...]
    targets: tuple[str, ...]
    payer: str
    change: Ends


USED = frozenset(("power", "acquisition"))
"""Matters of what is done by a power or with a private; what is bought has a price that may be chosen."""


def uses(pos: Position, offers: Iterable[Offer]) -> list[Use]:
    """What may be done by powers and with privates; those that do the same in the same places together.

    One of which there is nothing to say but what it is called is left out.
    """
    groups: dict[tuple[str, str], dict[str, Action]] = {}
    for offer in offers:
        one = offer.action
        if one.matter in USED and offer.amounts is None:
            groups.setdefault((one.verb, _thing(one)), {}).setdefault(_aim(pos, one), one)
    found: dict[tuple[str, tuple[str, ...]], Use] = {}
    for (verb, thing), aims in groups.items():
        known = found.get((verb, (*aims,)))
        if known:
            found[verb, (*aims,)] = replace(known, things=(*known.things, thing))
        else:
            found[verb, (*aims,)] = _use(pos, thing, aims)
    return [one for one in found.values() if one.things or one.targets or any(one.change)]


def _thing(action: Action) -> str:
    """What gives a power; empty where the action does not name it."""
    names = (str(getattr(action, field, "")) for field in ("private", "permit", "supporter"))
    return next(filter(None, names), "")


def _aim(pos: Position, action: Action) -> str:
    """The hex at which a power is aimed, or the company to which its owner gives something."""
    given = unit_of(action) if not (pos.unit or _thing(action)) else ""
    return str(getattr(action, "hex", "")) or given


def _use(pos: Position, thing: str, aims: Mapping[str, Action]) -> Use:
    action, scratches = next(iter(aims.values())), [tried(pos, action) for action in aims.values()]
    payer = _payer(pos, action, scratches[0])
    given = thing or next((one.company for one in scratches[0].events if isinstance(one, Closed)), "")
    more = [one.now.cash(payer) - pos.cash(payer) for one in scratches]
    things, targets = (given,) if given else (), tuple(filter(None, aims))
    return Use(action.verb, things, targets, payer, (min(more), max(more)))


def _payer(pos: Position, action: Action, scratch: Scratch) -> str:
    """Who pays for a power or is paid: the unit, else whoever uses it, else the first whose money changes."""
    own = (pos.unit or unit_of(action), action.actor)
    every = (*filter(None, own), *pos.state.players, *pos.title.units)
    return next((one for one in every if scratch.now.cash(one) != pos.cash(one)), action.actor)


# --- shares


@dataclass(frozen=True, slots=True)
class Sale:
    """What the sale of a block brings, who sells it, the price before and after it, and who directs then."""

    unit: str
    seller: str
    percent: int
    proceeds: int
    old: int
    new: int
    director: str
    heir: str


def sales(pos: Position, offers: Iterable[Offer]) -> list[Sale]:
    """The largest block of each company that may be sold, and what its sale does."""
    largest: dict[str, tuple[Sell, int]] = {}
    for offer in offers:
        sale = offer.action
        if isinstance(sale, Sell) and (
            sale.unit not in largest or sale.percent > largest[sale.unit][0].percent
        ):
            largest[sale.unit] = sale, int(offer.facts.get("price", 0))
    return [_sale(pos, sale, proceeds) for sale, proceeds in largest.values()]


def lost(pos: Position, offers: Iterable[Offer]) -> list[Sale]:
    """The smallest block of each company whose sale takes its director from it."""
    found: dict[str, Sale] = {}
    blocks = [(offer.action, offer) for offer in offers if isinstance(offer.action, Sell)]
    for block, offer in sorted(blocks, key=lambda one: one[0].percent):
        if block.unit not in found:
            sale = _sale(pos, block, int(offer.facts.get("price", 0)))
            if sale.director and sale.heir != sale.director:
                found[block.unit] = sale
    return list(found.values())


def _sale(pos: Position, sale: Sell, proceeds: int) -> Sale:
    after, unit = done(pos, sale), sale.unit
    directors = pos.director(unit), after.director(unit)
    return Sale(unit, sale.actor, sale.percent, proceeds, pos.price(unit), after.price(unit), *directors)


def won(pos: Position, offers: Iterable[Offer]) -> dict[str, str]:
    """The companies that one purchase on offer gives another director, with whom."""
    found: dict[str, str] = {}
    for offer in offers:
        one = offer.action
        if isinstance(one, Buy) and one.unit not in found:
            director = done(pos, one).director(one.unit)
            if director != pos.director(one.unit):
                found[one.unit] = director
    return found


def buyable(offers: Iterable[Offer]) -> frozenset[tuple[str, str]]:
    """The companies of which a share may be bought now, each with where it lies."""
    return frozenset(
        (offer.action.unit, offer.action.seller) for offer in offers if isinstance(offer.action, Buy)
    )


@dataclass(frozen=True, slots=True)
class Start:
    """What starting a company at a price costs its founder, and its treasury and how many tokens it has then."""

    unit: str
    price: int
    player: str
    paid: int
    treasury: int
    tokens: int


def starts(pos: Position, offers: Iterable[Offer]) -> dict[str, list[Start]]:
    """The companies that may be started, with every price."""
    found: dict[str, list[Start]] = {}
    for offer in offers:
        par = offer.action
        if isinstance(par, Par):
            after = done(pos, par)
            tokens = len(after.state.tokens_left.get(par.unit, ()))
            paid = _paid(pos, par, after)
            one = Start(par.unit, par.price, par.actor, paid, after.cash(par.unit), tokens)
            found.setdefault(par.unit, []).append(one)
    return found


def price_ends(offers: Iterable[Offer]) -> dict[str, tuple[Par, Par]]:
    """The lowest and the highest price at which each company may be started."""
    found: dict[str, tuple[Par, Par]] = {}
    for offer in offers:
        par = offer.action
        if isinstance(par, Par):
            low, high = found.get(par.unit, (par, par))
            found[par.unit] = min(low, par, key=_price), max(high, par, key=_price)
    return found


def cost_ends(pos: Position, pars: tuple[Par, Par]) -> Ends:
    """The least and the most that starting a company costs its founder, by its lowest and its highest price."""
    low, high = (_paid(pos, par, done(pos, par)) for par in pars)
    return min(low, high), max(low, high)


def _price(par: Par) -> int:
    return par.price


def _paid(pos: Position, par: Par, after: Position) -> int:
    return pos.cash(par.actor) - after.cash(par.actor)


# --- dividends


@dataclass(frozen=True, slots=True)
class Declared:
    """What a dividend does: who is ``paid`` what, what the treasury has after it, and the cell of the marker."""

    total: int
    paid: Mapping[str, int]
    treasury: int
    cell: str


def dividends(pos: Position, offers: Iterable[Offer], most: int) -> list[Declared]:
    """What the dividends do that may be declared, the highest first; of many the ends and some between."""
    actions = [one for offer in offers for one in offer if isinstance(one, PayDividend)]
    ranked = sorted(actions, key=lambda one: -one.total)
    if len(ranked) > most:
        step = (len(ranked) - 1) / (most - 1)
        ranked = [ranked[round(index * step)] for index in range(most)]
    return list(_declared(pos, ranked))


def _declared(pos: Position, actions: Sequence[PayDividend]) -> Iterator[Declared]:
    for action in actions:
        scratch = tried(pos, action)
        paid = [event.paid for event in scratch.events if isinstance(event, DividendPaid)]
        after, gets = scratch.now, dict(paid[0]) if paid else {}
        yield Declared(action.total, gets, after.cash(action.unit), after.cell(action.unit))


# --- privates, locals and companies


@dataclass(frozen=True, slots=True)
class Lot:
    """A private in an auction: the bid that stands, whose it is, and the least that is higher."""

    private: str
    standing: int
    bidder: str
    least: int


def lots(offers: Iterable[Offer]) -> list[Lot]:
    """What is bid for."""
    return [
        Lot(
            offer.action.private,
            int(offer.facts.get("standing", 0)),
            str(offer.facts.get("bidder", "")),
            ends(offer, offer.action.price)[0],
        )
        for offer in offers
        if isinstance(offer.action, Bid)
    ]


def for_sale(offers: Iterable[Offer]) -> tuple[str, ...]:
    """What a draft or an auction offers, by name."""
    fields = ("certificate", "private")
    names = (str(getattr(offer.action, field, "")) for offer in offers for field in fields)
    return tuple(dict.fromkeys(filter(None, names)))


@dataclass(frozen=True, slots=True)
class Deal:
    """What changes hands: a train of a ``seller``, or a ``target``, a private or a company.

    A company is paid for by the share: ``shares`` are those that players hold, 1 for what is bought whole. ``price``
    is the range of what may be paid for one.
    """

    buyer: str
    target: str
    price: Ends
    shares: int = 1
    train: str = ""
    seller: str = ""

    @property
    def whole(self) -> Ends:
        """The range of what is paid in all."""
        return self.price[0] * self.shares, self.price[1] * self.shares


def acquisitions(pos: Position, offers: Iterable[Offer]) -> list[Deal]:
    """What may be acquired, each thing once."""
    found: dict[str, Deal] = {}
    for offer in offers:
        action = offer.action
        if target := _target(action):
            fixed = getattr(action, "price", offer.facts.get("price", 0))
            found.setdefault(target, _deal(pos, action, ends(offer, int(fixed))))
    return list(found.values())


@dataclass(frozen=True, slots=True)
class MergerOutcome:
    """What comes of it that a company is acquired: the deal, and what the buyer has after it.

    ``treasury`` is the range of its cash, ``paid`` that of what each holder of shares gets.
    """

    deal: Deal
    treasury: Ends
    trains: tuple[str, ...]
    tokens: tuple[int, ...]
    paid: Mapping[str, Ends]


def mergers(pos: Position, offers: Iterable[Offer]) -> list[MergerOutcome]:
    """The companies that may be acquired, with what comes of it."""
    found = []
    for offer in offers:
        target = _target(offer.action)
        if target in pos.title.units and offer.action.matter == "acquisition":
            fixed = getattr(offer.action, "price", 0)
            prices = ends(offer, int(fixed))
            after = [_once_agreed(pos, offer, price) for price in prices]
            found.append(_merger(pos, _deal(pos, offer.action, prices), after))
    return found


def _once_agreed(pos: Position, offer: Offer, price: int) -> Position:
    action = offer.filled(price) if offer.amounts else offer.action
    scratch = carried_out(pos, action)
    return pos if scratch is None else scratch.now


def _merger(pos: Position, deal: Deal, after: Sequence[Position]) -> MergerOutcome:
    low, high = after
    paid = {player: tuple(one.cash(player) - pos.cash(player) for one in after) for player in pos.everybody}
    return MergerOutcome(
        deal,
        (high.cash(deal.buyer), low.cash(deal.buyer)),
        low.trains(deal.buyer),
        tuple(low.state.tokens_left.get(deal.buyer, ())),
        {player: (least, most) for player, (least, most) in paid.items() if most},
    )


def proposed(pos: Position, action: Action) -> Deal:
    """What somebody is asked to agree to."""
    price = int(getattr(action, "price", 0))
    if isinstance(action, BuyTrain):
        return Deal(action.unit, "", (price, price), 1, action.train, action.seller)
    return _deal(pos, action, (price, price))


def agreed(pos: Position, offers: Iterable[Offer]) -> Position | None:
    """The position once the deal in question is agreed to; None where nobody may agree."""
    accepting = [offer.action for offer in offers if offer.facts.get("deal")]
    scratch = carried_out(pos, accepting[-1]) if accepting else None
    return None if scratch is None else scratch.now


def proposer(pos: Position) -> str:
    """Who has proposed the deal in question; empty where there is none."""
    return pos.round_notes.proposer if isinstance(pos.round_notes, Proposal) else ""


def _deal(pos: Position, action: Action, price: Ends) -> Deal:
    target, buyer = _target(action), unit_of(action) or action.actor
    unit = pos.title.units.get(target)
    owner = pos.director(target) if unit else pos.owner(target)
    return Deal(buyer, target, price, _held(pos, target), seller=owner)


def _target(action: Action) -> str:
    return (
        action.private
        if isinstance(action, Acquire)
        else str(getattr(action, "target", "") or getattr(action, "private", ""))
    )


def _held(pos: Position, target: str) -> int:
    """How many shares of a company players hold; 1 of what has none."""
    size = pos.title.share_sizes.get(target)
    if not size:
        return 1
    held = (
        part for (holder, unit), part in pos.holdings.items() if unit == target and holder in pos.everybody
    )
    return sum(held) // size
