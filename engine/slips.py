"""Slips of the pen in a title's files: names that nothing bears, numbers that are missing.

Each line says which file and where, what is wrong, and what there is instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from engine.board import shapes
from engine.board.hexes import EDGES, coordinates
from engine.board.tiles import STOPS, Face, Tile
from engine.data import EDITION, Hex
from engine.printed import Printed, standard_tiles


def slips(title: Printed) -> Iterator[str]:
    """Yield a line about every slip in the data of a title."""
    yield from _in_title(title)
    yield from _in_map(title)
    yield from _in_clauses(title)


def named(what: str, wanted: Iterable[str], known: Collection[str]) -> Iterator[str]:
    """Yield a line about every name that nothing bears; ``what`` says where the names stand."""
    for name in dict.fromkeys(wanted):
        if name not in known:
            yield f"{what} names {name}; there are {', '.join(known) or 'none'}"


# --- title.toml


def _in_title(title: Printed) -> Iterator[str]:
    data, hexes = title.data, {hex_.id: hex_ for hex_ in title.board.hexes}
    yield from _twice("title.toml: units", (one.id for one in data.units))
    yield from _twice("title.toml: privates", (one.id for one in data.privates))
    yield from _twice("title.toml: options", (one.id for one in data.options))
    yield from _twice("title.toml: trains", (one.name for one in data.trains))
    yield from _twice("title.toml: phases", (one.name for one in data.phases))
    yield from _in_former(title)
    yield from _in_trains(title)
    yield from _in_phases(title)
    yield from _in_market(title)
    for unit in data.units:
        if unit.shares and sum(unit.shares) != 100:
            yield f"title.toml: the shares of {unit.id} are {sum(unit.shares)}%, not 100%"
        if unit.home is not None:
            place = f"title.toml: the home of {unit.id}"
            yield from named(place, (unit.home.hex,), hexes)
            there = hexes.get(unit.home.hex)
            if there is not None and there.tiled and unit.home.stop >= len(there.stops):
                yield f"{place} is stop {unit.home.stop} of {there.id}, where {len(there.stops)} are printed"


def _twice(what: str, names: Iterable[str]) -> Iterator[str]:
    for name, count in Counter(names).items():
        if count > 1:
            yield f"{what}: {name} stands there {count} times"


def _in_former(title: Printed) -> Iterator[str]:
    """Yield a line about every reading of mended rules that is no option, or that new games would go by as well."""
    values = ((one.id, value) for one in title.data.options for value in one.values or ("",))
    known = [f"{option}={value}" if value else option for option, value in values]
    for edition, readings in title.data.former.items():
        yield from named(f"title.toml: former {edition}", readings, known)
        if edition >= EDITION:
            yield f"title.toml: former {edition} is the edition of today; raise EDITION in engine/data.py"


def _in_trains(title: Printed) -> Iterator[str]:
    for train in title.data.trains:
        if train.card:
            yield from named(f"title.toml: the card of train {train.name}", (train.card,), title.trains)


def _in_phases(title: Printed) -> Iterator[str]:
    kinds = dict.fromkeys(unit.kind for unit in title.data.units)
    limited = dict.fromkeys(kind for phase in title.data.phases for kind in phase.train_limit)
    for phase in title.data.phases:
        place = f"title.toml: train_limit of phase {phase.name}"
        yield from named(place, phase.train_limit, kinds)
        yield from (f"{place} lacks {kind}" for kind in limited if kind not in phase.train_limit)


def _in_market(title: Printed) -> Iterator[str]:
    for row, cells in enumerate(title.data.market.rows):
        for cell in cells:
            if cell != "." and not cell.removesuffix("*").isdecimal():
                yield f"title.toml: row {row} of the market has {cell}; a cell is a price, a start price* or a dot"


def unready(title: Printed, players: int) -> Iterator[str]:
    """Yield a line about what a title lacks for a number of players."""
    for what, known in {"cash": title.data.cash, "certificate_limit": title.data.certificate_limit}.items():
        if players not in known:
            yield f"title.toml: {what} lacks {players} players"


def unanswered(asking: Iterable[str], rounds: Collection[str]) -> Iterator[str]:
    """Yield a line about every step ``asking`` somebody else to agree where there is no round of answers."""
    for step in asking if "consent" not in rounds else ():
        yield f"__init__.py: others must agree in the step {step}, and there is no round consent"


def unkept(title: Printed, rules: Collection[str]) -> Iterator[str]:
    """Yield a line about every number of ``title.toml`` that none of the title's ``rules`` looks at, or looks for."""
    if title.data.holding_limit < 100 and "buy_holding" not in rules:
        limit = f"holding_limit is {title.data.holding_limit}"
        yield f"title.toml: {limit}, but no step has the rule buy_holding: add kept_to_the_limit of steps/shares"
    if "par_price" in rules and not title.starts:
        yield "title.toml: the market has no start price, such as 60*, and a step asks for one"


def idle(title: Printed, carried_out: Collection[str]) -> Iterator[str]:
    """Yield a line about every compatibility option that changes nothing, given what is ``carried_out``."""
    for option in title.data.options:
        readings = [f"{option.id}={value}" for value in option.values] or [option.id]
        if option.compat and not any(one in carried_out for one in readings):
            known = ", ".join(readings)
            yield f"title.toml: the option {option.id} changes nothing: no reading or variant is of {known}"


# --- map.toml


def _in_map(title: Printed) -> Iterator[str]:
    hexes = title.board.hexes
    yield from _twice("map.toml: hexes", (one.id for one in hexes))
    yield from _off_grid(hexes)
    for hex_ in hexes:
        yield from _on_face(f"hex {hex_.id}", hex_)
        if strange := [edge for edge in hex_.closed if edge not in EDGES]:
            yield f"map.toml: hex {hex_.id} closes the edge {strange[0]}; edges are 0 to 5"
    for tile in title.board.tiles:
        yield from _on_face(f"tile {tile.id}", tile)
    sides = [side for pool in title.board.supply for side in title.board.pools.get(pool, (pool,))]
    own = {tile.id for tile in title.board.tiles}
    for side in dict.fromkeys(sides):
        if side not in own and side not in standard_tiles():
            yield f"map.toml: supply has tile {side}, which is neither in engine/board/tiles.toml nor under tiles"


def _off_grid(hexes: Iterable[Hex]) -> Iterator[str]:
    """Yield a line about every hex whose name is none, or lies between the others."""
    odd: dict[int, list[str]] = {0: [], 1: []}
    for hex_ in hexes:
        try:
            odd[sum(coordinates(hex_.id)) % 2].append(hex_.id)
        except ValueError:
            yield f"map.toml: {hex_.id} is no hex; one is a letter and a number, such as C4"
    fewer, more = sorted(odd.values(), key=len)
    for name in fewer:
        yield f"map.toml: hex {name} lies between the others, such as {more[0]}: columns of a row step by two"


def _on_face(what: str, face: Face) -> Iterator[str]:
    """Yield a line about track that begins neither at an edge nor at a stop."""
    stops = STOPS[: len(face.stops)]
    for end in dict.fromkeys(end for piece in face.track for end in piece):
        if end not in "012345" and end not in stops:
            yield f"map.toml: track of {what} leads to {end}; ends are 0 to 5 and its stops {stops or '(none)'}"


def bare(title: Printed, *, labelled: bool) -> Iterator[str]:
    """Yield a line about every hex without track for which the supply has no tile.

    ``labelled`` tells that the first tile on a hex bears the printed label; other titles may go without it.
    """
    tiles = title.tiles.values()
    for hex_ in title.hexes.values():
        waits = hex_.tiled and not hex_.track
        if waits and not any(_fits(hex_, tile, rotation, labelled) for tile in tiles for rotation in EDGES):
            label = f" with the label {hex_.label}" if hex_.label else ""
            yield f"map.toml: no tile of the supply fits hex {hex_.id}, a {shapes.sort(hex_)} hex{label}"


def _fits(hex_: Hex, tile: Tile, rotation: int, labelled: bool) -> bool:  # noqa: FBT001 - passed on
    """Tell whether a tile can be the first on a hex."""
    label = hex_.label if labelled else tile.label
    alike = shapes.next_colour(hex_, tile) and shapes.same_kind(hex_, tile, label, ())
    return alike and shapes.turnable(tile, rotation) and not shapes.closed_side(hex_.closed, tile, rotation)


# --- clauses.toml


def _in_clauses(title: Printed) -> Iterator[str]:
    for refusal, clauses in title.texts.refusals.items():
        yield from named(f"clauses.toml: the refusal {refusal}", clauses, title.texts.clauses)
