"""What is printed of a title, found by its names."""

from __future__ import annotations

import tomllib
from collections.abc import Container
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any, TypeVar

from pydantic import ValidationError

from engine.board.hexes import EDGES, neighbour
from engine.board.tiles import Data, Tile
from engine.data import ClauseData, Hex, MapData, Option, Private, TitleData, TrainType, Unit
from engine.refusals import Refusal

D = TypeVar("D", bound=Data)


class BadTitle(ValueError):
    """What is wrong in the files of a title, a line for each slip."""


class _Catalogue(Data):
    tiles: tuple[Tile, ...]


def load(package: str, name: str, model: type[D]) -> D:
    """Read a data file of a package.

    :raises BadTitle: when the file has the wrong content; the message names the place.
    """
    text, where = resources.files(package).joinpath(name).read_text("utf-8"), f"{package}/{name}"
    try:
        return model.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BadTitle(f"{where}: {error}") from error
    except ValidationError as error:
        raise BadTitle(_lines(where, error)) from error


def _lines(where: str, error: ValidationError) -> str:
    """Return a line for every value that does not fit: where it stands, what is wrong, and the value."""
    return "\n".join(
        f"{where}: {'.'.join(map(str, fault['loc']))}: {_said(fault['type'], fault['msg'])} ({fault['input']!r:.60})"
        for fault in error.errors(include_url=False, include_context=False)
    )


def _said(kind: str, message: str) -> str:
    return "unknown key" if kind == "extra_forbidden" else message.removeprefix("Value error, ")


@cache
def standard_tiles() -> dict[str, Tile]:
    """Return the standard tile shapes by number."""
    return {tile.id: tile for tile in load("engine.board", "tiles.toml", _Catalogue).tiles}


def _bounded(hex_: Hex, known: Container[str]) -> Hex:
    """Return a hex with the sides closed behind which there is no other hex."""
    outer = (edge for edge in EDGES if hex_.tiled and neighbour(hex_.id, edge) not in known)
    if not (open_ := [edge for edge in outer if edge not in hex_.closed]):
        return hex_
    return hex_.model_copy(update={"closed": {**hex_.closed, **dict.fromkeys(open_, "off_map")}})


@dataclass(frozen=True, eq=False)
class Printed:
    """The data of a title: its numbers, its map, and the clauses of its rules."""

    data: TitleData
    board: MapData
    texts: ClauseData

    @property
    def name(self) -> str:
        """Return the short name by which the title is chosen."""
        return self.data.name

    def figures(self, model: type[D]) -> D:
        """Return the title's own numbers, which its data file has under ``[extra]``.

        :raises BadTitle: when one is missing, of the wrong kind, or names what the title has not.
        """
        found = self._figures.get(model)
        if found is None:
            try:
                found = self._figures[model] = model.model_validate(self.data.extra, context={"title": self})
            except ValidationError as error:
                raise BadTitle(_lines(f"{self.name}: title.toml: extra", error)) from error
        return found

    @cached_property
    def _figures(self) -> dict[type[Data], Any]:
        return {}

    @cached_property
    def tiles(self) -> dict[str, Tile]:
        """Return every tile of the title by number, with the supply it is taken from."""
        own = {tile.id: tile for tile in self.board.tiles}
        pools = {side: pool for pool, sides in self.board.pools.items() for side in sides}
        sides = [side for pool in self.board.supply for side in self.board.pools.get(pool, (pool,))]
        known = {**standard_tiles(), **own}
        return {side: known[side].model_copy(update={"pool": pools.get(side, side)}) for side in sides}

    @cached_property
    def coloured(self) -> dict[str, list[Tile]]:
        """Return the tiles of every colour, in the order of the title."""
        found: dict[str, list[Tile]] = {}
        for tile in self.tiles.values():
            found.setdefault(tile.colour, []).append(tile)
        return found

    @cached_property
    def hexes(self) -> dict[str, Hex]:
        """Return the hexes of the map by name; a side without another hex is closed, as it leads off the map."""
        known = {hex_.id for hex_ in self.board.hexes}
        return {hex_.id: _bounded(hex_, known) for hex_ in self.board.hexes}

    @cached_property
    def units(self) -> dict[str, Unit]:
        """Return minors and corporations by id."""
        return {unit.id: unit for unit in self.data.units}

    @cached_property
    def homes(self) -> dict[str, list[str]]:
        """Return the units whose home is printed on a hex, in the order of the title, by hex."""
        found: dict[str, list[str]] = {}
        for unit in self.data.units:
            if unit.home is not None:
                found.setdefault(unit.home.hex, []).append(unit.id)
        return found

    @cached_property
    def certificates(self) -> dict[str, tuple[str, int]]:
        """Return the corporation and the percentage of every certificate by name, in the order of the title."""
        return {
            f"{unit.id}.{index}": (unit.id, share)
            for unit in self.data.units
            for index, share in enumerate(unit.shares)
        }

    @cached_property
    def issued(self) -> dict[str, list[str]]:
        """Return the certificates of every corporation, that of the director first."""
        return {
            unit.id: [f"{unit.id}.{index}" for index in range(len(unit.shares))] for unit in self.data.units
        }

    @cached_property
    def share_sizes(self) -> dict[str, int]:
        """Return the percentage of one share of every corporation: that of its smallest certificate."""
        return {unit.id: min(unit.shares) for unit in self.data.units if unit.shares}

    @cached_property
    def privates(self) -> dict[str, Private]:
        """Return private companies and other certificates with one owner, by id."""
        return {private.id: private for private in self.data.privates}

    @cached_property
    def trains(self) -> dict[str, TrainType]:
        """Return the train types by name."""
        return {train.name: train for train in self.data.trains}

    @cached_property
    def phases(self) -> dict[str, int]:
        """Return the index of every phase by name."""
        return {phase.name: number for number, phase in enumerate(self.data.phases)}

    @cached_property
    def prices(self) -> dict[str, int]:
        """Return the price of every market cell (``"row,column"``)."""
        rows = enumerate(self.data.market.rows)
        cells = ((row, column, text) for row, texts in rows for column, text in enumerate(texts))
        return {f"{row},{column}": int(text.rstrip("*")) for row, column, text in cells if text != "."}

    @cached_property
    def ranks(self) -> dict[str, int]:
        """Return the place of every market cell by falling price; at equal prices further right, then further up."""

        def place(cell: str) -> tuple[int, int, int]:
            row, column = map(int, cell.split(","))
            return -self.prices[cell], -column, row

        return {cell: number for number, cell in enumerate(sorted(self.prices, key=place))}

    @cached_property
    def starts(self) -> dict[int, str]:
        """Return the market cells at which corporations may start, by price."""
        rows = enumerate(self.data.market.rows)
        cells = ((f"{row},{column}", text) for row, texts in rows for column, text in enumerate(texts))
        return {self.prices[cell]: cell for cell, text in cells if text.endswith("*")}

    @cached_property
    def options(self) -> dict[str, Option]:
        """Return the options by name."""
        return {option.id: option for option in self.data.options}

    def cited(self, refusal: Refusal, round_: str = "", *about: str) -> Refusal:
        """Return a refusal with the clauses behind it, which may differ by the kind of round and by what it is about.

        The first case that has clauses of its own counts: ``key.round``, then ``key/case`` for what is named here and
        for what the refusal itself tells; what would be possible now instead is none.
        """
        known, key = self.texts.refusals, refusal.key
        told = (value for name, value in refusal.values.items() if isinstance(value, str) and name != "now")
        cases = (f"{key}.{round_}", *(f"{key}/{case}" for case in (*about, *told)), key)
        clauses = next((known[case] for case in cases if case in known), ())
        return Refusal(key, refusal.values, clauses)
