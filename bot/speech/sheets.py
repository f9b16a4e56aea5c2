"""Charters and supply in words, as whole as on their pictures: players, companies, trains, and what is to come."""

from collections.abc import Iterable, Iterator

from assets import sentences
from bot.speech.names import of_kind
from bot.speech.teller import Teller
from engine import outlook, stakes
from engine.choices import Offer
from engine.data import TrainType, Unit
from engine.finance import shares
from engine.milestones import milestones
from engine.position import Position
from engine.state import OFFER, POOL, PastRun
from engine.turn_order import line_up, operating_order
from render import player_cards
from render.labels import TIMES, count_left
from render.prospects import Prospects, limits_in_words
from render.remarks import Remarks
from render.share_table import sold_now
from render.supply import power_in_words

# players and companies


def charters(teller: Teller, pos: Position) -> Iterator[str]:
    """Yield the order of the turns, the players with all they have, and the companies with all they have.

    Companies that have left the game are not told of.
    """
    remarks = Remarks.of(pos, {**_names(teller, pos), **_signs(teller, pos)}, teller.lang)
    yield from order(teller, pos)
    yield f"**{teller.say('text.players')}**"
    yield from (f"- {player_line(teller, pos, player)}" for player in pos.everybody)
    yield from (f"- {line}" for line in (*cards(teller, pos), *unsold(teller, pos)))
    yield f"**{teller.say('text.companies')}**"
    begun = [unit for unit in pos.title.data.units if in_play(pos, unit)]
    yield from ("- " + _with(unit_line(teller, pos, unit), remarks.line(unit.id)) for unit in begun)
    waiting = (
        unit for unit in pos.title.data.units if unit not in begun and unit.id in pos.state.tokens_left
    )
    idle = [teller.unit_in_full(unit.id) for unit in waiting]
    if idle:
        yield "- " + teller.say("text.idle", units=", ".join(idle))
    loose = remarks.elsewhere(frozenset(unit.id for unit in begun))
    yield from (f"- {head}: {', '.join(items)}".removesuffix(": ") for head, items in loose.items())


def _names(teller: Teller, pos: Position) -> dict[str, str]:
    return {player: teller.player(player) for player in pos.everybody}


def _signs(teller: Teller, pos: Position) -> dict[str, str]:
    """How units are called where they are written out."""
    return {unit: teller.unit(unit) for unit in pos.title.units}


def _with(line: str, remark: str) -> str:
    return f"{line} · {remark}" if remark else line


def order(teller: Teller, pos: Position) -> Iterator[str]:
    """Yield in one line whose turns of this round are done, whose is on, and whose follow."""
    turns = line_up(pos)
    if turns is None:
        return
    passed = "passed" if turns.kind == "stock" else "done"
    groups = ((passed, turns.done), ("now", (turns.now,)), ("next", turns.ahead))
    told = (
        f"{teller.say(f'picture.order.{key}')}: {', '.join(map(teller.who, who))}"
        for key, who in groups
        if who
    )
    yield "; ".join(told)


def cards(teller: Teller, pos: Position) -> Iterator[str]:
    """Yield the cards that lie before players."""
    return player_cards.cards_in_words(pos, _names(teller, pos), teller.lang)


def unsold(teller: Teller, pos: Position) -> Iterator[str]:
    """Yield in one line the privates that nobody has bought yet, with their prices."""
    prices = [(private, pos.title.privates[private].price) for private in pos.title.unsold(pos)]
    if prices:
        privates = ", ".join(f"{teller.private(private)} {teller.money(price)}" for private, price in prices)
        yield f"{teller.say('picture.unsold')}: {privates}"


def in_play(pos: Position, unit: Unit) -> bool:
    """Tell whether somebody owns or directs a unit, or it has anything."""
    return bool(pos.director(unit.id) or pos.state.trains.get(unit.id) or pos.price(unit.id))


def player_line(teller: Teller, pos: Position, player: str) -> str:
    """Return a player's money, shares and privates, then what these are worth and what limits them."""
    facts = [teller.money(pos.cash(player))]
    if debt := pos.state.debts.get(player):
        facts.append(teller.say("text.debt", money=teller.money(debt)))
    facts += [
        f"{teller.unit(unit)} {teller.percent(share)}"
        for (holder, unit), share in pos.holdings.items()
        if holder == player and share
    ]
    facts += [teller.private(private) for private in pos.owned(player)]
    return f"{teller.player(player)}: {', '.join((*facts, *_standing(teller, pos, player)))}"


def _standing(teller: Teller, pos: Position, player: str) -> Iterator[str]:
    """Yield what a player is worth, certificates and their limit, place in the turn order, what was sold."""
    yield teller.say("text.worth", money=teller.money(pos.worth(player)))
    if player not in pos.state.players:
        return
    yield teller.say("text.liquid", money=teller.money(outlook.liquidity(pos, player)))
    held, most = shares.counted(pos, player), shares.limit(pos)
    yield teller.say("text.certificates", n=held, limit=most)
    if player == pos.state.priority:
        yield teller.say("picture.mark.priority")
    elif not pos.state.priority and player in pos.state.order:
        yield teller.say("text.place", place=pos.state.order.index(player) + 1)
    if sold := sold_now(pos).get(player):
        yield teller.say("text.sold", units=sentences.join(map(teller.unit, sold), teller.lang))


def unit_line(teller: Teller, pos: Position, unit: Unit) -> str:
    """Return a company's owner, price, money, trains, tokens, privates, the shares nobody holds, its runs."""
    return f"{teller.unit_in_full(unit.id)}: {', '.join(_unit_facts(teller, pos, unit))}"


def _unit_facts(teller: Teller, pos: Position, unit: Unit) -> Iterator[str]:
    if owner := pos.director(unit.id):
        yield teller.player(owner)
    if price := pos.price(unit.id):
        yield teller.say("text.price", money=teller.money(price))
    if par := pos.state.pars.get(unit.id):
        yield teller.say("text.par", money=teller.money(par))
    if unit.id in (operating := operating_order(pos)):
        yield teller.say("text.operates", place=operating.index(unit.id) + 1)
    yield teller.say("text.has", money=teller.money(pos.cash(unit.id)))
    if trains := pos.state.trains.get(unit.id, ()):
        yield teller.say("text.trains", n=len(trains), trains=", ".join(trains))
    if tokens := pos.state.tokens_left.get(unit.id, ()):
        said = {"n": len(tokens), "prices": ", ".join(map(str, tokens))}
        yield teller.tell(of_kind(["text.tokens_left"], unit.kind), said)
    yield from (teller.private(private) for private in pos.owned(unit.id) if private in pos.title.privates)
    for holder, key in ((OFFER, "offer"), (POOL, "pool")):
        if percent := pos.percent(holder, unit.id):
            yield teller.tell([f"text.{key}"], {"percent": teller.percent(percent)})
    if run := pos.state.runs.get(unit.id):
        told = {"n": len(run.latest), "runs": ", ".join(_runs(teller, run.latest[::-1]))}
        yield teller.tell(of_kind(["text.last_runs"], unit.kind), told)


def _runs(teller: Teller, runs: Iterable[PastRun]) -> Iterator[str]:
    for run in runs:
        money = teller.money(run.revenue)
        yield teller.say("text.withheld", money=money) if run.kept and run.revenue else money


def mergers(teller: Teller, pos: Position, offers: Iterable[Offer]) -> Iterator[str]:
    """Yield what each company costs that may be acquired, and the treasury and trains of the buyer after it."""
    for one in stakes.mergers(pos, offers):
        said = {"unit": teller.unit(one.deal.target)}
        for name, (low, high) in (("price", one.deal.whole), ("after", one.treasury)):
            said[name] = teller.money(low) if low == high else f"{low}\u2013{teller.money(high)}"
        yield teller.tell(
            ["fact.merger"], {**said, **({"trains": ", ".join(one.trains)} if one.trains else {})}
        )


# the bank, and what is to come


def supply(teller: Teller, pos: Position) -> Iterator[str]:
    """Yield the phase and what it allows, every card of trains, privates, and what is to come."""
    said, phase = Prospects(pos, _names(teller, pos), teller.lang), pos.phase
    colours = ", ".join(str(teller.value("colour", colour)) for colour in phase.colours)
    yield teller.say("text.phase", era=teller.phase(phase.name), colours=colours)
    if rounds := phase.operating_rounds:
        yield teller.say("picture.brings.rounds", n=rounds)
    yield teller.say("picture.brings.limit", limits=", ".join(limits_in_words(pos, teller.lang)))
    yield f"**{teller.say('picture.trains')}**"
    yield from (f"- {line}" for line in _cards(teller, pos, said))
    if pool := pos.state.trains.get(POOL):
        yield "- " + teller.say("text.pool_trains", trains=teller.trains(pool))
    yield f"**{teller.say('text.to_come')}**"
    yield from (f"- {line}" for line in said.sentences())
    powers = list(_powers(teller, pos))
    if powers:
        yield f"**{teller.say_own('picture.privates')}**"
        yield from (f"- {line}" for line in powers)


def to_come(teller: Teller, pos: Position) -> Iterator[str]:
    """Yield what is to come, and the privates."""
    yield from Prospects(pos, _names(teller, pos), teller.lang).sentences()
    yield from _powers(teller, pos)


def depot(teller: Teller, pos: Position, *, short: bool = False) -> list[str]:
    """The cards that are still for sale, with prices, how many are left, and what a sale brings unless ``short``."""
    said = None if short else Prospects(pos, _names(teller, pos), teller.lang)
    return [*_cards(teller, pos, said, sold_out=False)]


def _cards(teller: Teller, pos: Position, said: Prospects | None, *, sold_out: bool = True) -> Iterator[str]:
    """Yield every card with the prices of its sides, how many are left, and what is said of its next sale."""
    cards: dict[str, list[TrainType]] = {}
    for train in pos.title.data.trains:
        if sold_out or pos.state.depot.get(train.stack, 0) != 0:
            cards.setdefault(train.stack, []).append(train)
    ahead = milestones(pos) if said else {}
    for card, sides in cards.items():
        left = pos.state.depot.get(card, 0)
        prices = ", ".join(f"{side.name}: {teller.money(side.price)}" for side in sides)
        line = f"{prices} {TIMES}{count_left(left)}"
        brought = said.sale(ahead[card]) if said and card in ahead and left != 0 else []
        yield "; ".join((line, *brought))


def _powers(teller: Teller, pos: Position) -> Iterator[str]:
    """Yield every private that is in play, with what it pays and can do."""
    here = {one for one, owner in pos.state.owners.items() if owner} | set(pos.title.unsold(pos))
    for private in pos.title.data.privates:
        if private.id in here:
            income = teller.say("text.income", money=teller.money(private.income)) if private.income else ""
            facts = [fact for fact in (income, power_in_words(pos, private.id, teller.lang)) if fact]
            yield f"{teller.private(private.id)}: {'; '.join(facts)}".removesuffix(": ")
