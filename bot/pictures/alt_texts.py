"""What the pictures say to those who cannot see them: the facts of each, the most important first."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from assets import sentences
from bot.speech import positions, sheets
from bot.speech.teller import Teller
from engine import outlook
from engine.board.hexes import order
from engine.board.tiles import exits
from engine.position import Position
from render import price_moves
from render.history import RoundEnd
from render.legend import legend
from render.look import Look
from render.map_picture import MapContent
from render.money import amounts
from render.owners import minors_on_map
from render.tile_sheets import LayChoice, tile_count


class NumberedPlacement(Protocol):
    """One of several placements, with what is written below it."""

    @property
    def number(self) -> int:
        """Its number."""

    @property
    def hex(self) -> str:
        """The hex it changes."""

    @property
    def lines(self) -> tuple[str, ...]:
        """What is written below it."""

    @property
    def best(self) -> bool:
        """Whether it is the best."""


LIMIT = 1000
"""Characters of an alt text."""


def fitted(head: str, told: Sequence[str], teller: Teller, *, whole: bool = False) -> str:
    """Return head and facts; of facts that do not fit, how many there are and, unless ``whole``, who tells them."""
    head = _leading(head, told)
    text = f"{head} {_joined(told)}".strip()
    if len(text) <= LIMIT:
        return text
    rest = _rest(teller, len(told), whole=whole)
    room = LIMIT - len(head) - len(rest) - 2
    kept: list[str] = []
    for fact in told:
        room -= len(fact) + 2
        if room < 0:
            break
        kept.append(fact)
    rest = _rest(teller, len(told) - len(kept), whole=whole)
    return sentences.cut(f"{head} {_joined(kept)} {rest}", LIMIT)


def _leading(head: str, told: Sequence[str]) -> str:
    """Return a head before its facts: no full stop before one that begins with a small letter."""
    goes_on = told and told[0][:1].islower()
    return f"{head.removesuffix('.')};" if goes_on and head.endswith(".") else head


def _joined(facts: Sequence[str]) -> str:
    """Return facts one after the other; a full stop stands after the last alone."""
    return "; ".join((*(one.removesuffix(".") for one in facts[:-1]), *facts[-1:]))


def _rest(teller: Teller, n: int, *, whole: bool) -> str:
    if whole:
        return teller.say("alt.cut", n=n)
    return teller.say("alt.more", n=n, command=sentences.typed("show text", teller.lang))


def map_facts(teller: Teller, pos: Position, shown: MapContent, run: str) -> Iterator[str]:
    """Yield what changed, whose turn it is and what that unit reaches, then tokens, then tiles with rotation."""
    if shown.routes:
        yield teller.say("alt.run", run=run)
    yield from _headed(teller.say("alt.changed"), (_change(teller, pos, hex_) for hex_ in shown.highlight))
    yield from _turn(teller, pos)
    yield from _headed(teller.say("picture.rings"), _owners(teller, pos))
    yield from _headed(teller.known("alt.tokens"), _tokens(teller, pos))
    yield from _headed(teller.say("alt.tiles_laid"), _laid(pos))


def _turn(teller: Teller, pos: Position) -> Iterator[str]:
    """Yield whose turn it is, and the stops that the unit in turn reaches."""
    if pos.state.over or not pos.awaited:
        return
    names = ", ".join(map(teller.player, pos.awaited))
    if not pos.unit:
        yield teller.say("alt.turn", names=names)
        return
    yield teller.say("alt.turn.unit", unit=teller.unit(pos.unit), names=names)
    reached = dict.fromkeys(hex_ for hex_, _ in sorted(pos.reach(pos.unit).stops, key=_in_order))
    yield from _headed(teller.say("alt.reaches", unit=teller.unit(pos.unit)), map(teller.place, reached))


def _in_order(place: tuple[str, int]) -> Any:
    return order(place[0]), place[1]


def legend_facts(teller: Teller, pos: Position) -> Iterator[str]:
    """Yield what the marks on the map mean."""
    yield from (mark.words for mark in legend(pos, Look(lang=teller.lang)))


def _headed(head: str, told: Iterable[str]) -> Iterator[str]:
    """Yield facts, the first of them after a head."""
    for index, fact in enumerate(told):
        yield fact if index else f"{head} {fact}"


def _change(teller: Teller, pos: Position, hex_: str) -> str:
    laid = pos.state.tiles.get(hex_)
    return f"{teller.place(hex_)} {laid[0]}/{laid[1]}" if laid else teller.place(hex_)


def _tokens(teller: Teller, pos: Position) -> Iterator[str]:
    for hex_ in sorted(pos.state.tokens, key=order):
        if tokens := pos.state.tokens[hex_]:
            yield f"{teller.place(hex_)}: {', '.join(teller.unit(token.unit) for token in tokens)}"


def _owners(teller: Teller, pos: Position) -> Iterator[str]:
    """Yield who owns the minors on the map, as the rings around their tokens show it."""
    for player, minors in minors_on_map(pos).items():
        yield f"{teller.player(player)} {', '.join(map(teller.unit, minors))}"


def _laid(pos: Position) -> Iterator[str]:
    for hex_ in sorted({**pos.state.tiles, **pos.state.layers}, key=order):
        laid = [pos.state.tiles[hex_]] if hex_ in pos.state.tiles else []
        for tile, rotation in (*laid, *pos.state.layers.get(hex_, ())):
            yield f"{hex_} {tile}/{rotation}"


def closeup_facts(teller: Teller, pos: Position, shown: MapContent) -> Iterator[str]:
    """Yield the planned tiles, and what lies on the hexes now."""
    for hex_, tile, rotation in shown.plan:
        sides = teller.sides(sorted(exits(pos.title.tiles[tile].track, rotation)))
        place, turn = teller.place(hex_), str(rotation)
        yield teller.say("alt.plan", place=place, tile=tile, rotation=turn, exits=sides)
        facts = ", ".join(positions.hex_facts(teller, pos, hex_))
        if facts:
            yield teller.say("alt.now", facts=facts)


def market_facts(teller: Teller, pos: Position, moved: Iterable[price_moves.PriceMove]) -> Iterator[str]:
    """Yield how markers moved, whose turn it is, what may follow, then the prices with markers, the highest first."""
    yield from _moves(teller, moved)
    yield from sheets.order(teller, pos)
    yield from _moves(teller, price_moves.pending_moves(pos))
    stacks = [(cell, stack) for cell, stack in pos.state.market.items() if stack]
    for cell, stack in sorted(stacks, key=lambda one: -teller.title.prices[one[0]]):
        yield f"{_cell(teller, cell)}: {', '.join(map(teller.unit, stack))}"


def _cell(teller: Teller, cell: str) -> str:
    """Return the price of a cell, with its row where others have the same price."""
    prices = teller.title.prices
    price = teller.money(prices[cell])
    if sum(prices[cell] == other for other in prices.values()) == 1:
        return price
    return teller.say("alt.row", money=price, row=str(1 + int(cell.partition(",")[0])))


def _moves(teller: Teller, moves: Iterable[price_moves.PriceMove]) -> Iterator[str]:
    prices = teller.title.prices
    for step in moves:
        before, after = teller.money(prices[step.before]), teller.money(prices[step.after])
        key = "alt.pending" if step.pending else "alt.moved"
        yield teller.say(key, unit=teller.unit(step.unit), before=before, after=after)


def charters_facts(teller: Teller, pos: Position) -> Iterator[str]:
    """Yield whose turn it is, players, cards, companies with owner, money and trains, and what is for sale."""
    yield from sheets.order(teller, pos)
    for player in pos.everybody:
        yield sheets.player_line(teller, pos, player)
    yield from sheets.cards(teller, pos)
    for unit in pos.title.data.units:
        if sheets.in_play(pos, unit):
            owner = pos.director(unit.id)
            facts = [teller.player(owner)] if owner else []
            facts += [teller.money(pos.cash(unit.id)), *pos.state.trains.get(unit.id, ())]
            yield f"{teller.unit(unit.id)}: {', '.join(facts)}"
    yield from sheets.unsold(teller, pos)


def supply_facts(teller: Teller, pos: Position) -> Iterator[str]:
    """Yield whose turn it is, the phase, every card of trains with what its next sale brings, what is to come."""
    yield from sheets.order(teller, pos)
    yield from (line.removeprefix("- ") for line in sheets.supply(teller, pos) if not line.startswith("**"))


def privates_facts(teller: Teller, pos: Position) -> Iterator[str]:
    """Yield what is to come, and the privates with what they can do."""
    yield from sheets.to_come(teller, pos)


def tiles_facts(teller: Teller, pos: Position) -> Iterator[str]:
    """Yield the tiles by colour, with how many are left."""
    yield from (line.replace("**", "") for line in positions.lines("tiles", teller, pos))


def lays_facts(teller: Teller, pos: Position, choices: Iterable[LayChoice]) -> Iterator[str]:
    """Yield each tile with its rotation, where its track leads, and what is written below it."""
    for choice in choices:
        sides = teller.sides(sorted(exits(pos.title.tiles[choice.tile].track, choice.rotation)))
        turn = str(choice.rotation)
        yield teller.say("alt.lay", tile=choice.tile, rotation=turn, exits=sides, text=choice.text)


def places_facts(teller: Teller, pos: Position, shown: MapContent) -> Iterator[str]:
    """Yield the letters, each with its place, then the free slots with what is written in them."""
    yield from (f"{letter} {teller.place(hex_)}" for hex_, letter in shown.letters.items())
    for slot in shown.offered:
        yield f"{teller.place(slot.hex, pos.stop_called(slot.hex, slot.stop))}: {slot.text}"


def placement_facts(placements: Iterable[NumberedPlacement]) -> Iterator[str]:
    """Yield what is written below each placement."""
    for placement in placements:
        yield f"{placement.number}{'*' if placement.best else ''} {placement.hex}: {', '.join(placement.lines)}"


def upgrades_facts(teller: Teller, pos: Position, hex_: str) -> Iterator[str]:
    """Yield the tiles that may follow, generation by generation, with those before them."""
    for nodes in outlook.generations(pos, hex_):
        for node in nodes:
            tile = tile_count(pos, pos.title.tiles[node.tile])
            after = ", ".join(node.parents)
            yield teller.say("alt.follows", tile=tile, parents=after) if after else tile


def company_facts(teller: Teller, pos: Position, company: str) -> Iterator[str]:
    """Yield what the company has."""
    unit = pos.title.units[company]
    yield sheets.unit_line(teller, pos, unit)
    for (holder, of), share in pos.holdings.items():
        if of == unit.id and share and holder in pos.everybody:
            yield f"{teller.player(holder)} {teller.percent(share)}"


def company_rounds(teller: Teller, company: str, course: Sequence[RoundEnd]) -> Iterator[str]:
    """Yield what a company ran for and its price at the end of each round, the latest first."""
    for round_end in reversed(course):
        earned, price = round_end.earned.get(company), round_end.prices.get(company)
        facts = [teller.say("text.ran", money=teller.money(earned))] if earned is not None else []
        facts += [teller.say("text.price", money=teller.money(price))] if price else []
        if facts:
            yield f"{teller.round_name(round_end.kind, round_end.number)}: {', '.join(facts)}"


def money_facts(teller: Teller, table: str, course: Sequence[RoundEnd]) -> Iterator[str]:
    """Yield the rows of a table of money, the last round first."""
    return _by_round(teller, course, lambda round_end: amounts(table, round_end))


def chart_facts(teller: Teller, chart: str, course: Sequence[RoundEnd]) -> Iterator[str]:
    """Yield the values of the lines at the end of each round, the last round first."""

    def values(round_end: RoundEnd) -> Mapping[str, int]:
        return {"worth": round_end.worth, "prices": round_end.prices, "earned": round_end.earned}[chart]

    return _by_round(teller, course, values)


def _by_round(
    teller: Teller, course: Sequence[RoundEnd], values_of: Callable[[RoundEnd], Mapping[str, int]]
) -> Iterator[str]:
    """Yield the amounts of each round, the largest first, the last round first."""
    for round_end in reversed(course):
        values = values_of(round_end)
        ranked = sorted(((who, value) for who, value in values.items() if value), key=lambda one: -one[1])
        if ranked:
            told = ", ".join(f"{teller.who(who)} {teller.money(value)}" for who, value in ranked)
            yield f"{teller.round_name(round_end.kind, round_end.number)}: {told}"
