"""What must be known for a decision, in short: figures that the engine has, in the order in which they matter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby

from bot.speech import placements, powers, sheets
from bot.speech.names import of_kind
from bot.speech.table_view import TableView
from bot.speech.values import merged
from engine import outlook, stakes
from engine.actions import unit_of
from engine.aftermath import aftermath
from engine.choices import Offer
from engine.decisions import DecisionKind, awaited_offers, pars, shortfall
from engine.earnings import earned_after, next_train
from engine.finance import shares
from engine.milestones import next_card
from engine.notes import Proposal
from engine.standing import open_lots
from engine.turn_order import line_up, open_round
from render.prospects import Prospects

Told = Iterator[str]
TOGETHER = " · "
STOCK = "stock"
"""The kind of round in which shares are bought and sold."""
FEW = 4
"""So many things that come later are named."""
REACHED, LYING = 4, 3
"""So many hexes in reach are named, and so many tiles for each."""
WAYS = 2
"""Up to so many ways to use a power are told with what is built."""
RUNS, CHECKS = 4, 40
"""Up to so many ways it is told what the best run is after each, if a search is over before so many looks."""


def facts(view: TableView, kind: DecisionKind) -> list[str]:
    """The lines of a decision: first the means of whoever decides, then the consequences of each choice."""
    means = () if _means in DRAWN.get(kind, ()) else (_means,)
    return _lines(view, (*means, *LINES.get(kind, ())))


def brief(view: TableView, kind: DecisionKind) -> str:
    """The first of these lines in short: money alone; trains, tokens and the last run stand on every picture."""
    if not view.game.pos.unit or _means in DRAWN.get(kind, ()):
        return ""
    return TOGETHER.join([_treasury(view), *_purses(view)])


def further(view: TableView, kind: DecisionKind) -> list[str]:
    """Lines that tell of some choices only."""
    return _lines(view, FURTHER.get(kind, ()))


def asides(view: TableView, kind: DecisionKind) -> list[str]:
    """What is worth a smaller line: powers on offer, and what is exported."""
    found = (line for aside in ASIDES.get(kind, ()) for line in aside(view))
    return list(dict.fromkeys(filter(None, found)))


def spare(view: TableView, kind: DecisionKind) -> list[str]:
    """What is worth a smaller line where there is room: one press tells it, or it has long been the same."""
    return list(filter(None, (line for one in (_end, *SPARE.get(kind, ())) for line in one(view))))


def drawn(view: TableView, kind: DecisionKind) -> list[str]:
    """What the picture of the decision shows anyway: it is said where there is no picture."""
    return _lines(view, DRAWN.get(kind, ()))


def _lines(view: TableView, told: Iterable[Callable[[TableView], Told]]) -> list[str]:
    lines = (TOGETHER.join(part for part in line(view) if part) for line in told)
    return [line for line in lines if line]


# --- what somebody has


def _means(view: TableView) -> Told:
    """The unit in turn with money, trains and tokens, then the money of its director; or everybody's, if any."""
    teller, pos = view.teller, view.game.pos
    if not pos.unit:
        everybody = pos.state.players if any(map(pos.cash, pos.state.players)) else ()
        yield from (_purse(view, one) for one in everybody)
        return
    unit = pos.unit
    yield _treasury(view)
    if limit := pos.phase.train_limit.get(pos.kind(unit)):
        trains = pos.trains(unit)
        if trains:
            key = "fact.trains" if len(trains) <= limit else "fact.trains_over"
            yield teller.say(key, trains=", ".join(trains), n=len(trains), limit=limit)
        else:
            yield teller.say("fact.no_trains", n=limit)
    if tokens := pos.state.tokens_left.get(unit, ()):
        said = {"n": len(tokens), "prices": _prices(view, tokens)}
        yield teller.tell(of_kind(["fact.tokens"], teller.kind(unit)), said)
    run = pos.state.runs.get(unit)
    if run and run.latest and run.latest[0].revenue:
        said = {"money": teller.money(run.latest[0].revenue)}
        yield teller.tell(of_kind(["fact.last_run"], teller.kind(unit)), said)
    yield from _purses(view)


def _treasury(view: TableView) -> str:
    """The unit in turn with its money."""
    teller, pos = view.teller, view.game.pos
    return f"**{teller.unit(pos.unit)} {teller.money(pos.cash(pos.unit))}**"


def _purses(view: TableView) -> Told:
    """The money of its director and of whoever decides."""
    pos = view.game.pos
    yield from (_purse(view, one) for one in dict.fromkeys((pos.director(pos.unit), *pos.awaited)) if one)


def _prices(view: TableView, prices: Iterable[int]) -> str:
    """Prices in order, those that are the same one after the other counted."""
    alike = ((view.teller.money(price), len([*same])) for price, same in groupby(prices))
    return ", ".join(f"{count} \u00d7 {price}" if count > 1 else price for price, count in alike)


def _purse(view: TableView, player: str) -> str:
    """What money a player has, and owes."""
    teller, pos = view.teller, view.game.pos
    cash = f"{teller.player(player)} {teller.money(pos.cash(player))}"
    owed = pos.state.debts.get(player)
    return teller.say("fact.owes", cash=cash, debt=teller.money(owed)) if owed else cash


def _owed(view: TableView) -> Told:
    """Who owes how much, and has how much to pay it."""
    debts = view.game.pos.state.debts
    yield from (_purse(view, one) for one in view.game.pos.state.players if debts.get(one))


def _certificates(view: TableView) -> Told:
    teller, pos = view.teller, view.game.pos
    for one in pos.awaited:
        said = {"player": teller.player(one), "limit": shares.limit(pos)}
        yield teller.say("fact.certificates", n=shares.counted(pos, one), **said)


def _ahead(view: TableView) -> Told:
    """How many operating rounds follow, and who has the priority."""
    teller, pos = view.teller, view.game.pos
    if rounds := pos.title.foresight.rounds(pos):
        yield teller.say("fact.rounds", n=rounds)
    if pos.state.priority:
        yield teller.say("board.priority", player=teller.player(pos.state.priority))


def _turns(view: TableView) -> Told:
    """Who has passed since somebody last bought or sold, and who comes next."""
    teller, turns = view.teller, line_up(view.game.pos)
    if turns is None:
        return
    for key, players in (("fact.passed", turns.done), ("fact.next", turns.ahead)):
        if players:
            yield teller.say(key, players=", ".join(map(teller.player, players)))
    if not turns.done:
        yield teller.say("fact.none_passed")


def _round(view: TableView) -> Told:
    """What comes after this round of shares, and who after whoever decides; nothing where an auction goes on."""
    now = open_round(view.game.pos)
    if now is not None and now.kind == STOCK:
        yield from _ahead(view)
        yield from _turns(view)


def _offices(view: TableView) -> Told:
    """Which companies get another director by a purchase, and lose theirs by a sale."""
    teller, pos = view.teller, view.game.pos
    offers = awaited_offers(pos, view.game.choices)
    for unit, player in stakes.won(pos, offers).items():
        yield teller.say("fact.wins", unit=teller.unit(unit), player=teller.player(player))
    yield from (_loses(view, sale) for sale in stakes.lost(pos, offers) if not sale.heir)


def _heirs(view: TableView) -> Told:
    """Which companies get another director by a sale."""
    found = stakes.lost(view.game.pos, awaited_offers(view.game.pos, view.game.choices))
    yield from (_loses(view, sale) for sale in found if sale.heir)


def _loses(view: TableView, sale: stakes.Sale) -> str:
    teller = view.teller
    said = {
        "unit": teller.unit(sale.unit),
        "seller": teller.player(sale.seller),
        "percent": teller.percent(sale.percent),
    }
    heir = {"player": teller.player(sale.heir)} if sale.heir else {}
    return teller.tell(["fact.loses"], said | heir)


# --- track, trains, dividends


def _lays(view: TableView) -> Told:
    teller, pos = view.teller, view.game.pos
    left = pos.title.foresight.lays(pos)
    if left is not None and left.count:
        price = {"price": teller.money(left.price)} if left.price else {}
        yield teller.tell(["fact.lays"], {"n": left.count, **price})


def _reach(view: TableView) -> Told:
    """The hexes in reach, each with the tiles that fit there and in how many ways."""
    teller, pos = view.teller, view.game.pos
    found = stakes.lays(pos, awaited_offers(pos, view.game.choices))
    told: list[str] = []
    for hex_, tiles in list(found.items())[:REACHED]:
        names = [f"{tile} ({turns})" if turns > 1 else tile for tile, turns in tiles.items()]
        told.append(f"{hex_}: {', '.join(_some(names, LYING))}")
    if told:
        hexes = "; ".join(told if len(found) <= REACHED else [*told, f"+{len(found) - REACHED}"])
        yield teller.say("fact.reach", hexes=hexes)


def _some(names: list[str], most: int) -> list[str]:
    return names if len(names) <= most else [*names[:most], f"+{len(names) - most}"]


def _turned(view: TableView) -> Told:
    """Every way in which the tile of a home may lie, with where its track leads, where they are few."""
    teller, pos = view.teller, view.game.pos
    found = stakes.homes(pos, awaited_offers(pos, view.game.choices))
    for hex_, edges in found if len(found) <= REACHED else ():
        yield teller.say("way.to", way=hex_, exits=teller.sides(edges))


def _runs(matter: DecisionKind) -> Callable[[TableView], Told]:
    """What the run on offer earns, and the best after each way to do what is decided, where they are few.

    Of a unit without a train nothing is told: it earns nothing, whatever is done.
    """

    def told(view: TableView) -> Told:
        teller, game = view.teller, view.game
        if not game.pos.trains(game.pos.unit):
            return
        revenue = None
        if game.choices.runs:
            revenue = game.choices.runs[0].facts.get("revenue", 0)
            yield teller.say("fact.run_now", money=teller.money(revenue))
        offers = [one for one in awaited_offers(game.pos, game.choices) if one.action.matter == matter]
        laid = [*map(_tile_laid, offers)]
        turned = [one is not None and laid.count(one) > 1 for one in laid]
        few = zip(offers, turned, strict=True) if len(offers) <= RUNS else ()
        found = [one for offer, by_exits in few for one in _run_after(view, offer, by_exits=by_exits)]
        same = [line for earned, line in found if earned == revenue]
        if len(same) > 1 and len(same) == len(offers):
            yield teller.say("fact.run_unchanged")
        elif len(same) > 1 and len(found) == len(offers):
            yield from dict.fromkeys(line for earned, line in found if earned != revenue)
            yield teller.say("fact.run_else")
        else:
            yield from dict.fromkeys(line for _, line in found)

    return told


def _lays_and_run(view: TableView) -> Told:
    """The lays left, and the run now and after them."""
    yield from _lays(view)
    yield from _runs(DecisionKind.LAY)(view)


def _prizes(view: TableView) -> Told:
    """The places at which something may be built that brings money at once, with whom and how much."""
    teller, pos = view.teller, view.game.pos
    found = dict[str, list[str]]()
    for offer in awaited_offers(pos, view.game.choices):
        place = str(getattr(offer.action, "hex", ""))
        if place and place not in found and (told := teller.follows(aftermath(pos, offer.action))):
            found[place] = told
    for place, told in list(found.items())[:FEW]:
        yield teller.say("fact.at", hex=place, what=", ".join(told))


def _by_powers(view: TableView) -> Told:
    """What the best run earns after each way to use a power on the map; of more than two ways the best on a hex."""
    teller, pos = view.teller, view.game.pos
    offers = [one for one in awaited_offers(pos, view.game.choices) if _is_used_on_map(one)]
    if not pos.trains(pos.unit) or len(offers) > RUNS:
        return
    found = dict[str, list[tuple[int, str]]]()
    for offer in offers:
        earned = earned_after(pos, offer.action, CHECKS)
        if earned is not None:
            run = teller.say("way.run_same", after=teller.money(earned.revenue))
            way = f"{placements.in_full(teller, offer)}, {run}" if len(offers) <= WAYS else run
            found.setdefault(str(getattr(offer.action, "hex", "")), []).append((earned.revenue, way))
    for hex_, ways in found.items():
        for _, way in dict.fromkeys(ways) if len(offers) <= WAYS else [max(ways)]:
            yield teller.say("fact.at", hex=hex_, what=way)


def _is_used_on_map(offer: Offer) -> bool:
    return offer.action.matter == "power" and bool(getattr(offer.action, "hex", ""))


def _tile_laid(offer: Offer) -> tuple[str, str] | None:
    """The hex and the tile of a lay, which may be turned in several ways."""
    hex_, tile = (getattr(offer.action, name, None) for name in ("hex", "tile"))
    return (hex_, tile) if hex_ and tile else None


def _run_after(view: TableView, offer: Offer, *, by_exits: bool) -> Iterator[tuple[int, str]]:
    """What the best run earns after a move, and that in words, with where a tile's track leads if it must be told."""
    teller, found = view.teller, earned_after(view.game.pos, offer.action, CHECKS)
    if found is not None:
        earned = 0 if found.train else found.revenue
        said = {**teller.values(merged(offer.action, offer.facts)), "money": teller.money(earned)}
        key = f"fact.run_after_{offer.action.matter}"
        yield earned, teller.tell([f"{key}_turned"] if by_exits else [key], said)


def _depot(view: TableView) -> Told:
    """The next cards of the depot with their prices, how many are left, and what their first sale brings."""
    yield from _next_cards(view, short=False)


def _mergers(view: TableView) -> Told:
    """What comes of each company that may be acquired."""
    pos = view.game.pos
    yield from sheets.mergers(view.teller, pos, awaited_offers(pos, view.game.choices))


def _next_cards(view: TableView, *, short: bool = True) -> Told:
    """The next cards, or all where all are on sale at once.

    If ``short`` without what their sale brings: a phone has no room for it beside other facts.
    """
    cards = sheets.depot(view.teller, view.game.pos, short=short)
    if next_card(view.game.pos):
        cards = cards[:2]
    if cards:
        yield view.teller.say("fact.depot", cards=TOGETHER.join(cards))


def _dividend(view: TableView) -> Told:
    """What the treasury holds after either choice, and what the next train costs."""
    teller, pos = view.teller, view.game.pos
    cash_after = {total: after.cash(unit) for unit, total, after in outlook.dividends(pos)}
    if cash_after:
        most, unit = max(cash_after), teller.unit(pos.unit)
        yield teller.say("fact.pay", unit=unit, after=teller.money(cash_after[most]))
        if 0 in cash_after and most:
            yield teller.say("fact.withhold", after=teller.money(cash_after[0]))
    yield from _next_train(view)


def _next_train(view: TableView) -> Told:
    """The train that is sold next, of several on sale at once the cheapest; nothing of a unit that owns no trains."""
    pos = view.game.pos
    if not pos.phase.train_limit.get(pos.kind(pos.unit)):
        return
    card = next_card(pos)
    own = next_train(pos, pos.unit) if card else ""  # a unit need not be allowed every side of a card
    train, key = pos.title.trains.get(own or card), "fact.next_train"
    if train is None:
        on_sale = (one for one in pos.title.data.trains if pos.state.depot.get(one.stack, 0) != 0)
        train, key = min(on_sale, key=lambda one: one.price, default=None), "fact.cheapest_train"
    if train is not None:
        yield view.teller.say(key, train=train.name, price=view.teller.money(train.price))


def _raise(view: TableView) -> Told:
    """What is lacking for the cheapest train, what its director has, and could raise by a sale that is legal."""
    teller, found = view.teller, shortfall(view.game.pos, view.game.choices)
    if found is not None:
        said = {
            "unit": teller.unit(view.game.pos.unit),
            "short": teller.money(found.lacks),
            "train": found.train,
        }
        said |= {"player": teller.player(found.director), "cash": teller.money(found.cash)}
        is_short = found.lacks > found.cash  # else shares would be sold for a dearer train only
        sale = found.sale if is_short else ""
        key = f"fact.raise_{sale}" if sale else "fact.raise"
        if sale and not found.covered:
            key, said["worth"] = f"{key}_all", teller.money(found.worth)
        yield teller.say(key, **said)


# --- companies


def _start(view: TableView) -> Told:
    """What the company gets that alone may be started, at the highest price."""
    found = pars(view.game.pos, view.game.choices)
    for unit, prices in found.items() if len(found) == 1 else ():
        yield _start_line(view, unit, max(prices))


def _start_line(view: TableView, unit: str, price: int) -> str:
    """When a company floats that is started at a price, and what its treasury gets then and later; '' if unknown."""
    teller, pos = view.teller, view.game.pos
    terms = pos.title.foresight.start(pos, unit, price)
    if terms is None:
        return ""
    later = {"later": teller.money(terms.later)} if terms.later else {}
    said = {"percent": teller.percent(terms.floats_at), "capital": teller.money(terms.capital), **later}
    return teller.tell(["fact.start"], {**said, "price": teller.money(price)})


def _to_float(view: TableView) -> Told:
    """What is still to be sold of companies that wait to float."""
    teller, pos = view.teller, view.game.pos
    waiting = {remark.about for remark in pos.title.remarks(pos) if remark.key == "not_floated"}
    begun = (unit for unit in pos.title.units if pos.state.pars.get(unit) and unit in waiting)
    told = [f"{teller.unit(unit)} {teller.percent(pos.title.insight.unsold(pos, unit))}" for unit in begun]
    if told:
        yield teller.tell(["fact.float"], {"units": ", ".join(told)})


# --- deals


def _offer(view: TableView) -> Told:
    """What whoever pays has, what comes to whoever is asked, and what stays with the seller."""
    teller, pos = view.teller, view.game.pos
    notes = pos.round_notes
    action = teller.proposed(notes.action) if isinstance(notes, Proposal) else None
    payer = unit_of(action) or getattr(notes, "proposer", "")
    if action is None or not payer:
        return
    yield teller.say("fact.offer_payer", payer=teller.who(payer), cash=teller.money(pos.cash(payer)))
    yield from _worth(view, stakes.proposed(pos, action))
    after = stakes.agreed(pos, awaited_offers(pos, view.game.choices))
    if after is None:
        return
    for one in pos.awaited:
        gained = after.cash(one) - pos.cash(one)
        if gained:
            yield teller.say("fact.offer_you", player=teller.player(one), sum=teller.money(gained))
    seller = getattr(action, "seller", "")
    if seller in pos.title.units:
        trains = teller.trains(after.trains(seller))
        key = "fact.offer_keeps" if trains else "fact.offer_bare"
        yield teller.say(key, unit=teller.unit(seller), trains=trains)


def _worth(view: TableView, deal: stakes.Deal) -> Told:
    """The printed price of a train or a private, the market price of a company."""
    teller, pos = view.teller, view.game.pos
    key = "fact.market" if deal.target in pos.title.units else "fact.face"
    if deal.train:
        price, what = pos.title.trains[deal.train].price, {"train": teller.value("train", deal.train)}
    elif deal.target in pos.title.privates:
        price, what = pos.title.privates[deal.target].price, {"what": teller.private(deal.target)}
    else:
        price, what = pos.price(deal.target), {"what": teller.unit(deal.target)}
    if price:
        yield teller.tell([key], {**what, "price": teller.money(price)})


# --- small print


def _lots(view: TableView) -> Told:
    """What the things can do that are decided about."""
    pos, offers = view.game.pos, awaited_offers(view.game.pos, view.game.choices)
    first = offers[0].action.matter if offers else ""
    yield from powers.for_sale(view.teller, [one for one in offers if one.action.matter == first], pos)


def _incomes(view: TableView) -> Told:
    """What the things on offer pay, and what comes after them."""
    teller, pos = view.teller, view.game.pos
    lots = dict.fromkeys(
        str(getattr(offer.action, field, ""))
        for offer in awaited_offers(pos, view.game.choices)
        for field in powers.FIELDS
    )
    known = [lot for lot in lots if lot in pos.title.privates and pos.title.privates[lot].income]
    for lot in known if len(known) <= powers.FEW else ():
        private = pos.title.privates[lot]
        said = {"lot": teller.private(lot), "income": teller.money(private.income)}
        if private.price:
            yield teller.say_own("fact.lot", price=teller.money(private.price), **said)
        else:
            yield teller.say("fact.lot_income", **said)
    after = [lot for lot in open_lots(pos) if lot in pos.title.privates and lot not in lots]
    if after and known:
        yield teller.say("fact.then", lots=", ".join(teller.private(one) for one in after[:FEW]))


def _prospects(view: TableView, keys: Callable[[str], bool]) -> Told:
    """The automatic events to come, of some kinds."""
    said = Prospects(view.game.pos, view.table.names, view.lang)
    yield from said.of(keys)


def _export(view: TableView) -> Told:
    yield from _prospects(view, lambda key: key in EXPORTS)


EXPORTS = frozenset(("next_export", "gift", "no_train"))


def _end(view: TableView) -> Told:
    """How near the end is, once it is fixed for this set of rounds or the next."""
    if _is_near(view):
        yield from _prospects(view, lambda key: key in FIXED)


def _is_near(view: TableView) -> bool:
    """Tell whether the end is fixed, and no further away than the next set of rounds."""
    now, known = open_round(view.game.pos), Prospects(view.game.pos, {}, view.lang).known()
    sets = [one.values.get("number", (0,))[0] for one in known if one.key in FIXED]
    return now is not None and any(last - now.number[0] <= 1 for last in sets)


def _end_to_come(view: TableView) -> Told:
    """What brings the end, before it is fixed."""
    yield from _prospects(view, lambda key: key.startswith("end_") and key not in FIXED)


def _worths(view: TableView) -> Told:
    """Everybody's worth once the end is near."""
    pos, teller = view.game.pos, view.teller
    if _is_near(view):
        worth = [f"{teller.player(one)} {teller.money(pos.worth(one))}" for one in pos.state.players]
        yield teller.say("fact.worth", players=TOGETHER.join(worth))


FIXED = frozenset(("end_broken", "end_round"))

LINES: Mapping[DecisionKind, tuple[Callable[[TableView], Told], ...]] = {
    DecisionKind.LAY: (_lays_and_run, _prizes),
    DecisionKind.TOKEN: (_runs(DecisionKind.TOKEN), _prizes),
    DecisionKind.HOME: (_turned,),
    DecisionKind.EMERGENCY: (_raise,),
    DecisionKind.DISCARD: (_runs(DecisionKind.DISCARD),),
    DecisionKind.DIVIDEND: (_dividend,),
    DecisionKind.RUN: (_next_train,),
    DecisionKind.SHARE: (_round, _owed),
    DecisionKind.PAR: (_certificates, _round, _start),
    DecisionKind.DRAFT: (_round,),
    DecisionKind.DEAL: (_offer,),
}
FURTHER: Mapping[DecisionKind, tuple[Callable[[TableView], Told], ...]] = {
    DecisionKind.SHARE: (_offices, _to_float),
    **dict.fromkeys(
        (DecisionKind.LAY, DecisionKind.TOKEN, DecisionKind.RUN, DecisionKind.POWER), (_by_powers,)
    ),
}
ASIDES: Mapping[DecisionKind, tuple[Callable[[TableView], Told], ...]] = {
    DecisionKind.PAR: (_next_cards, _export),
    DecisionKind.POWER: (_lots,),
    DecisionKind.ACQUISITION: (_lots,),
}
SPARE: Mapping[DecisionKind, tuple[Callable[[TableView], Told], ...]] = {
    DecisionKind.SHARE: (_worths,),
    DecisionKind.PAR: (_worths, _end_to_come),
    DecisionKind.LAY: (_reach,),
}
"""What a phone may leave out, the last first."""
DRAWN: Mapping[DecisionKind, tuple[Callable[[TableView], Told], ...]] = {
    DecisionKind.AUCTION: (_lots, _incomes),
    DecisionKind.DRAFT: (_lots, _incomes),
    DecisionKind.SHARE: (_means, _heirs, _certificates, _depot, _export, _end_to_come),
    DecisionKind.PAR: (_means,),
    DecisionKind.TRAIN: (_mergers, _depot, _export, _end_to_come),
    DecisionKind.ACQUISITION: (_mergers,),
    DecisionKind.EMERGENCY: (_depot,),
    DecisionKind.DISCARD: (_depot,),
}
"""What the pictures show; see ``render/decisions``."""
