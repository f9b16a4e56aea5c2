"""What is written on sheets of tiles, and what is said of a plan."""

from collections.abc import Iterable, Mapping

from bot.speech.teller import Teller
from engine import outlook
from engine.actions import unit_of
from engine.board.tiles import exits, turned
from engine.game import Game
from engine.position import Position
from engine.steps.track import Successor
from render.labels import count_left
from render.tile_sheets import LayChoice


def lays(teller: Teller, game: Game, hex_: str) -> tuple[str, tuple[LayChoice, ...]]:
    """Return the sentence above a contact sheet and its tiles: legal lays and their costs, else what fits."""
    offers = outlook.offers(game.pos, hex_, game.choices)
    place = teller.place(hex_)
    if offers:
        costs: dict[Successor, list[int]] = {}
        for offer in offers:
            laid = getattr(offer.action, "tile", ""), getattr(offer.action, "rotation", 0)
            costs.setdefault(laid, []).append(offer.facts.get("cost", 0))
        units = dict.fromkeys(unit_of(offer.action) for offer in offers)
        head = teller.say("lays.legal", place=place, units=[*map(teller.unit_in_full, units)])
        return head, _choices(game.pos, {laid: _costs(teller, found) for laid, found in costs.items()})
    found = outlook.fitting(game.pos, hex_)
    left = {laid: teller.say("lays.left", left=_left(game.pos, laid[0])) for laid in found}
    return teller.say("lays.fitting" if found else "lays.none", place=place), _choices(game.pos, left)


def _costs(teller: Teller, costs: Iterable[int]) -> str:
    """Return the price of a tile; each possible price where something may be spent on it."""
    bare = teller.bare
    return " / ".join(bare.money(cost) for cost in sorted(set(costs), reverse=True))


def _choices(pos: Position, texts: Mapping[Successor, str]) -> tuple[LayChoice, ...]:
    """Return the tiles of a sheet; of rotations that look the same the first."""
    different: dict[object, LayChoice] = {}
    for (tile, rotation), text in texts.items():
        track = frozenset(map(frozenset, turned(pos.title.tiles[tile].track, rotation)))
        different.setdefault((tile, track), LayChoice(tile, rotation, f"{tile}/{rotation} · {text}"))
    return tuple(different.values())


def _left(pos: Position, tile: str) -> str:
    return count_left(outlook.left(pos, tile))


def plan(teller: Teller, pos: Position, hex_: str, laid: Successor) -> str:
    """Return the facts of a planned tile: where its track leads, whether it is released and left."""
    tile, rotation = laid
    kind = pos.title.tiles[tile]
    facts = {"place": teller.place(hex_), "tile": tile, "rotation": str(rotation)}
    sides = teller.sides(sorted(exits(kind.track, rotation)))
    lines = [teller.say("plan.head", exits=sides, **facts)]
    if not outlook.released(pos, tile):
        lines.append(teller.say("plan.colour", colour=teller.value("colour", kind.colour)))
    left = outlook.left(pos, tile)
    lines.append(teller.say("plan.gone") if left == 0 else teller.say("plan.left", left=_left(pos, tile)))
    return "\n".join([*lines, teller.say("plan.only")])


def instead(teller: Teller, pos: Position, hex_: str) -> str:
    """Return which tiles fit on a hex by shape, with their rotations; empty where nothing ever fits."""
    turns: dict[str, list[str]] = {}
    for tile, rotation in outlook.shapely(pos, hex_) if hex_ in pos.title.hexes else ():
        turns.setdefault(tile, []).append(str(rotation))
    tiles = ", ".join(f"{tile} ({' '.join(found)})" for tile, found in turns.items())
    return teller.say("plan.instead", tiles=tiles) if tiles else ""
