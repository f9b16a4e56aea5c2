"""A position in words, as whole as on its pictures: every hex, price, player, company, train and tile."""

from collections.abc import Iterator

from bot.speech import sheets
from bot.speech.teller import Teller
from engine.board.hexes import order
from engine.board.tiles import STOPS, Stop, Tile, turned
from engine.position import Position
from render.labels import remark_text, short_remark
from render.market_legend import market_marks
from render.tile_sheets import tile_count, tiles_by_colour

PARTS = ("map", "market", "charters", "supply", "tiles")


def lines(part: str, teller: Teller, pos: Position) -> list[str]:
    """Return the lines of one part."""
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
    """Return a hex in words: tile, stops with tokens and track, other track, the cost of building."""
    known, (face, rotation) = pos.title.hexes[hex_], pos.face(hex_)
    facts = [*_ground(teller, pos, hex_)]
    track = turned(face.track, rotation)
    facts += [_stop(teller, pos, hex_, index, track) for index in range(len(face.stops))]
    through = [piece for piece in track if all(end.isdigit() for end in piece)]
    if through:
        facts.append(
            teller.say("text.track", track=", ".join(_track_piece(teller, *piece) for piece in through))
        )
    facts += _remarks(teller, pos, hex_)
    if hex_ not in pos.state.tiles and known.cost:
        facts.append(teller.say("text.cost", money=teller.money(known.cost)))
    facts += _flags(teller, pos, hex_)
    shut = [edge for edge, why in known.closed.items() if why != "off_map"]
    if shut:
        facts.append(teller.say("text.closed", sides=teller.sides(shut)))
    return facts


def _remarks(teller: Teller, pos: Position, hex_: str) -> list[str]:
    """Return the title's own remarks on a hex or its area, such as a bonus for crossing the map."""
    names = {hex_, pos.title.hexes[hex_].name} - {""}
    told = (one for one in pos.title.remarks(pos) if one.about in names)
    return [remark_text(one, str(one.value), teller.lang) for one in told]


def _ground(teller: Teller, pos: Position, hex_: str) -> Iterator[str]:
    """Yield the tiles that lie on a hex, or what is printed there."""
    known, laid = pos.title.hexes[hex_], pos.state.tiles.get(hex_)
    if laid:
        colour = pos.title.tiles[laid[0]].colour
        yield teller.say(f"text.tile/{colour}", tile=laid[0], rotation=str(laid[1]))
    elif known.track or known.colour != "none":
        yield teller.say(f"text.printed/{known.colour}")
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
    stop, name = pos.face(hex_)[0].stops[index], pos.stop_called(hex_, index)
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
        yield teller.tell(["text.tokens"], {"n": len(units), "units": ", ".join(map(teller.unit, units))})
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


def _track_piece(teller: Teller, one: str, two: str) -> str:
    return f"{teller.say(f'edge.{one}')}-{teller.say(f'edge.{two}')}"


# the market


def _market(teller: Teller, pos: Position) -> Iterator[str]:
    market = pos.title.data.market
    for row, texts in enumerate(market.rows):
        cells = [_cell(teller, pos, f"{row},{at}", text) for at, text in enumerate(texts) if text != "."]
        if market.line is not None and len(texts) > market.line:
            cells.insert(market.line - texts[: market.line].count("."), "‖")
        head = teller.say("text.row", row=row + 1) if len(market.rows) > 1 else teller.say("text.prices")
        yield f"{head}: {', '.join(cells)}"
    yield from (f"- {mark} {text}".replace("  ", " ") for mark, text in market_marks(pos, teller.lang))


def _cell(teller: Teller, pos: Position, key: str, text: str) -> str:
    facts = [*map(teller.unit, pos.state.market.get(key, ()))]
    told = [short_remark(one, teller.lang) for one in pos.title.remarks(pos) if one.about == key]
    if told:
        facts.insert(0, " ".join(told))
    if text.endswith("*"):
        facts.insert(0, teller.say("text.start"))
    price = text.rstrip("*")
    return f"{price} ({', '.join(facts)})" if facts else price


# tiles


def _tiles(teller: Teller, pos: Position) -> Iterator[str]:
    for colour, tiles in tiles_by_colour(pos).items():
        left = ", ".join(" ".join((tile_count(pos, tile), *_by_phase(teller, tile))) for tile in tiles)
        yield f"**{_colour(teller, colour)}**: {left}"


def _by_phase(teller: Teller, tile: Tile) -> Iterator[str]:
    """Yield what the stops of a tile earn whose values change or differ by unit."""
    for stop in tile.stops:
        if told := [*_values(teller, stop), *_bonuses(teller, stop)]:
            yield f"({'; '.join(told)})"


_PARTS = {
    "map": _map,
    "market": _market,
    "charters": sheets.charters,
    "supply": sheets.supply,
    "tiles": _tiles,
}
