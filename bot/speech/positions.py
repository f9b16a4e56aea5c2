"""A position in words, as whole as on its pictures: every hex, price, player, company, train and tile."""

from collections.abc import Iterator

from bot.speech.teller import Teller
from engine.board.hexes import order
from engine.board.tiles import STOPS, Stop, Tile, turned
from engine.data import Unit
from engine.position import Position
from engine.state import BANK, OFFER, POOL
from render import player_cards
from render.labels import ENDLESS, TIMES
from render.prospects import Prospects
from render.remarks import Remarks
from render.tile_sheets import tiles_by_colour

PARTS = ("map", "market", "charters", "tiles")


def lines(part: str, teller: Teller, pos: Position) -> list[str]:
    """Return what one of the parts tells, line by line."""
    return list(_PARTS[part](teller, pos))


# the map


def _map(teller: Teller, pos: Position) -> Iterator[str]:
    plain = []
    for hex_ in sorted(pos.title.hexes, key=order):
        facts = hex_facts(teller, pos, hex_)
        if facts:
            yield f"**{teller.place(hex_)}**: {'; '.join(facts)}"
        else:
            plain.append(hex_)
    if plain:
        yield teller.say("text.plain", hexes=", ".join(plain))


def hex_facts(teller: Teller, pos: Position, hex_: str) -> list[str]:
    """Return what there is on a hex: tile, stops with tokens and track, other track, what building costs."""
    known, (face, rotation) = pos.title.hexes[hex_], pos.face(hex_)
    facts = [*_ground(teller, pos, hex_)]
    track = turned(face.track, rotation)
    facts += [_stop(teller, pos, hex_, index, track) for index in range(len(face.stops))]
    through = [piece for piece in track if all(end.isdigit() for end in piece)]
    if through:
        facts.append(teller.say("text.track", track=", ".join(_way(teller, *piece) for piece in through)))
    if hex_ not in pos.state.tiles and known.cost:
        facts.append(teller.say("text.cost", money=teller.money(known.cost)))
    facts += _flags(teller, pos, hex_)
    shut = [edge for edge, why in known.closed.items() if why != "off_map"]
    if shut:
        facts.append(teller.say("text.closed", sides=teller.sides(shut)))
    return facts


def _ground(teller: Teller, pos: Position, hex_: str) -> Iterator[str]:
    """Yield the tiles that lie on a hex, or what is printed there."""
    known, laid = pos.title.hexes[hex_], pos.state.tiles.get(hex_)
    if laid:
        colour = _colour(teller, pos.title.tiles[laid[0]].colour)
        yield teller.say("text.tile", tile=laid[0], rotation=str(laid[1]), colour=colour)
    elif known.track or known.colour != "none":
        yield teller.say("text.printed", colour=_colour(teller, known.colour))
    if label := pos.face(hex_)[0].label:
        yield teller.say("text.label", label=label)
    for tile, rotation in pos.state.layers.get(hex_, ()):
        yield teller.say("text.layer", tile=tile, rotation=str(rotation))


def _flags(teller: Teller, pos: Position, hex_: str) -> Iterator[str]:
    """Yield for whose tile a hex is kept, and whose destination it is."""
    for flag in pos.title.flags(pos):
        if flag.hex == hex_ and flag.stop is None:
            state = "" if flag.kind == "home" else "/reached" if flag.done else "/open"
            yield teller.say(f"text.flag.{flag.kind}{state}", unit=teller.unit(flag.unit))


def _colour(teller: Teller, colour: str) -> str:
    return str(teller.value("colour", colour))


def _stop(teller: Teller, pos: Position, hex_: str, index: int, track: tuple[tuple[str, str], ...]) -> str:
    stop, known = pos.face(hex_)[0].stops[index], pos.title.hexes[hex_].stops
    name = known[index].name if len(known) > 1 and index < len(known) else ""
    head = f"{teller.say(f'text.{stop.kind}')} {name}".strip()
    if value := stop.value(pos.phase.colours):
        head += f" {teller.money(value)}"
    for values in _values(teller, stop):
        head += f" ({values})"
    return ", ".join(
        [head, *_bonuses(teller, stop), *_tokens(teller, pos, hex_, index), *_arms(teller, index, track)]
    )


def _values(teller: Teller, stop: Stop) -> Iterator[str]:
    """Yield the values of a stop by colour of the phase, if it has any."""
    if isinstance(stop.revenue, dict):
        yield ", ".join(f"{_colour(teller, colour)} {money}" for colour, money in stop.revenue.items())


def _bonuses(teller: Teller, stop: Stop) -> Iterator[str]:
    for unit, more in stop.bonus.items():
        yield teller.say("text.bonus", money=teller.money(more), unit=teller.unit(unit))


def _tokens(teller: Teller, pos: Position, hex_: str, index: int) -> Iterator[str]:
    stop = pos.face(hex_)[0].stops[index]
    units = [one.unit for one in pos.state.tokens.get(hex_, ()) if one.stop == index]
    if units:
        yield teller.say("text.tokens", units=", ".join(map(teller.unit, units)))
    waits = [flag.unit for flag in pos.title.flags(pos) if (flag.hex, flag.stop) == (hex_, index)]
    if waits:
        yield teller.say("text.home", units=", ".join(map(teller.unit, waits)))
    free = max(0, stop.slots - len(units))
    if stop.kind == "city" and free:
        yield teller.say("text.free", n=free)


def _arms(teller: Teller, index: int, track: tuple[tuple[str, str], ...]) -> Iterator[str]:
    """Yield where the track of a stop leads."""
    ends = [one if two == STOPS[index] else two for one, two in track if STOPS[index] in (one, two)]
    sides = sorted(int(end) for end in ends if end.isdigit())
    if sides:
        yield teller.say("text.exits", sides=teller.sides(sides))
    if len(sides) < len(ends):
        yield teller.say("text.joined")


def _way(teller: Teller, one: str, two: str) -> str:
    return f"{teller.say(f'edge.{one}')}-{teller.say(f'edge.{two}')}"


# the market


def _market(teller: Teller, pos: Position) -> Iterator[str]:
    rows = pos.title.data.market.rows
    for row, texts in enumerate(rows):
        cells = [_cell(teller, pos, f"{row},{at}", text) for at, text in enumerate(texts) if text != "."]
        head = teller.say("text.row", row=row + 1) if len(rows) > 1 else teller.say("text.prices")
        yield f"{head}: {', '.join(cells)}"


def _cell(teller: Teller, pos: Position, key: str, text: str) -> str:
    facts = [*map(teller.unit, pos.state.market.get(key, ()))]
    if text.endswith("*"):
        facts.insert(0, teller.say("text.start"))
    price = text.rstrip("*")
    return f"{price} ({', '.join(facts)})" if facts else price


# players, companies, trains


def _charters(teller: Teller, pos: Position) -> Iterator[str]:
    remarks = Remarks.of(pos, {player: teller.player(player) for player in pos.everybody}, teller.lang)
    yield f"**{teller.say('text.players')}**"
    yield from (f"- {player_line(teller, pos, player)}" for player in pos.everybody)
    yield from (f"- {line}" for line in (*cards(teller, pos), *unsold(teller, pos)))
    yield f"**{teller.say('text.companies')}**"
    begun = [unit for unit in pos.title.data.units if in_play(pos, unit)]
    yield from ("- " + _with(unit_line(teller, pos, unit), remarks.line(unit.id)) for unit in begun)
    idle = [teller.unit_in_full(unit.id) for unit in pos.title.data.units if unit not in begun]
    if idle:
        yield "- " + teller.say("text.idle", units=", ".join(idle))
    yield f"**{teller.say('text.bank')}**"
    yield from (f"- {line}" for line in _bank(teller, pos))
    yield from (f"- {line}" for line in Prospects(pos, remarks.names, teller.lang).sentences())
    loose = remarks.elsewhere(frozenset(unit.id for unit in begun))
    yield from (f"- {head}: {', '.join(items)}".removesuffix(": ") for head, items in loose.items())


def _with(line: str, remark: str) -> str:
    return f"{line}; {remark}" if remark else line


def cards(teller: Teller, pos: Position) -> Iterator[str]:
    """Yield the cards that lie before players."""
    return player_cards.cards_in_words(
        pos, {player: teller.player(player) for player in pos.everybody}, teller.lang
    )


def unsold(teller: Teller, pos: Position) -> Iterator[str]:
    """Yield in one line the privates that nobody has bought yet, with their prices."""
    prices = [(private, pos.title.privates[private].price) for private in pos.title.unsold(pos)]
    if prices:
        unsold = ", ".join(f"{teller.private(private)} {teller.money(price)}" for private, price in prices)
        yield f"{teller.say('picture.unsold')}: {unsold}"


def in_play(pos: Position, unit: Unit) -> bool:
    """Tell whether somebody owns or directs a unit, or it has anything."""
    return bool(pos.director(unit.id) or pos.state.trains.get(unit.id) or pos.price(unit.id))


def player_line(teller: Teller, pos: Position, player: str) -> str:
    """Return a player's money, shares and privates."""
    facts = [teller.money(pos.cash(player))]
    if debt := pos.state.debts.get(player):
        facts.append(teller.say("text.debt", money=teller.money(debt)))
    facts += [
        f"{teller.unit(unit)} {share}%"
        for (holder, unit), share in pos.holdings.items()
        if holder == player and share
    ]
    facts += [teller.private(private) for private in pos.owned(player)]
    return f"{teller.player(player)}: {', '.join(facts)}"


def unit_line(teller: Teller, pos: Position, unit: Unit) -> str:
    """Return a company's owner, price, money, trains, tokens, privates and the shares nobody holds."""
    owner, price = pos.director(unit.id), pos.price(unit.id)
    facts = [teller.player(owner)] if owner else []
    facts += [teller.say("text.price", money=teller.money(price))] if price else []
    facts.append(teller.say("text.has", money=teller.money(pos.cash(unit.id))))
    trains, tokens = pos.state.trains.get(unit.id, ()), pos.state.tokens_left.get(unit.id, ())
    if trains:
        facts.append(teller.say("text.trains", trains=", ".join(trains)))
    if tokens:
        facts.append(teller.say("text.tokens_left", n=len(tokens)))
    facts += [teller.private(private) for private in pos.owned(unit.id) if private in pos.title.privates]
    for holder, key in ((OFFER, "offer"), (POOL, "pool")):
        if percent := pos.percent(holder, unit.id):
            facts.append(teller.say(f"text.{key}", percent=str(percent)))
    if run := pos.state.runs.get(unit.id):
        facts.append(teller.say("text.last_run", money=teller.money(run.revenue)))
    return f"{teller.unit_in_full(unit.id)}: {', '.join(facts)}"


def _bank(teller: Teller, pos: Position) -> Iterator[str]:
    """Yield the phase and the trains that can be bought."""
    phase = pos.phase
    colours = ", ".join(_colour(teller, colour) for colour in phase.colours)
    yield teller.say("text.phase", phase=teller.value("phase", phase.name), colours=colours)
    if pos.title.data.bank is not None:
        yield teller.say("text.money", money=teller.money(pos.cash(BANK)))
    prices = {train.stack: train.price for train in reversed(pos.title.data.trains)}
    stacks = [
        f"{name} ({teller.money(prices[name])}) {_times(count)}"
        for name, count in pos.state.depot.items()
        if count != 0
    ]
    if stacks:
        yield teller.say("text.depot", trains=", ".join(stacks))
    if pool := pos.state.trains.get(POOL):
        yield teller.say("text.pool_trains", trains=", ".join(pool))


# tiles


def _tiles(teller: Teller, pos: Position) -> Iterator[str]:
    for colour, tiles in tiles_by_colour(pos).items():
        left = ", ".join(" ".join((tile_left(pos, tile), *_by_phase(teller, tile))) for tile in tiles)
        yield f"**{_colour(teller, colour)}**: {left}"


def _by_phase(teller: Teller, tile: Tile) -> Iterator[str]:
    """Yield what the stops of a tile earn whose values change or differ by unit."""
    for stop in tile.stops:
        if told := [*_values(teller, stop), *_bonuses(teller, stop)]:
            yield f"({'; '.join(told)})"


def tile_left(pos: Position, tile: Tile) -> str:
    """Return the number of a tile with how many are left."""
    return f"{tile.id} {_times(pos.state.supply.get(tile.pool))}"


def _times(count: int | None) -> str:
    return f"{TIMES}{ENDLESS if count is None else count}"


_PARTS = {"map": _map, "market": _market, "charters": _charters, "tiles": _tiles}
