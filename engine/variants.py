"""What a set-up changes in a title: the data of ``title.toml`` and ``map.toml``, overwritten in part."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from pydantic import Field, ValidationError

from engine.board.hexes import EDGES, neighbour
from engine.board.tiles import Data
from engine.data import MapData, TitleData

Raw = dict[str, Any]
ALL = "*"
NAMES = ("id", "name")
"""The keys that tell the parts of a list apart."""


class Variant(Data):
    """A data file that changes the others for some set-ups.

    It holds for these numbers of ``players`` and where this ``option`` is chosen; a condition left out always holds.
    ``without`` names parts that are not in the game by list (``units``, ``hexes``, ``extra.sellers``, ...); ``*``
    stands for all of a list. ``title`` and ``map`` are written like those files: values take the place of the
    title's, tables are merged, and in lists of named parts, those of the same name are changed and others added.
    ``refusals`` cite these clauses instead.
    """

    players: tuple[int, ...] = ()
    option: str = ""
    without: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    title: Mapping[str, Any] = Field(default_factory=dict)
    map: Mapping[str, Any] = Field(default_factory=dict)
    refusals: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)

    def holds(self, players: int, options: Collection[str]) -> bool:
        """Tell whether the variant applies to a set-up."""
        return (not self.players or players in self.players) and (not self.option or self.option in options)


def changed(data: TitleData, board: MapData, variants: Iterable[Variant]) -> tuple[TitleData, MapData]:
    """Return both files as the variants leave them, one after the other.

    :raises ValueError: when the result has the wrong content for such a file.
    """
    variants = tuple(variants)
    if not variants:
        return data, board
    raw, raw_board = data.model_dump(mode="json"), board.model_dump(mode="json")
    for variant in variants:
        _take_out(raw, raw_board, variant.without)
        raw, raw_board = _merged(raw, variant.title), _merged(raw_board, variant.map)
    try:
        return TitleData.model_validate(raw), MapData.model_validate(raw_board)
    except ValidationError as error:
        raise ValueError(f"{data.name}: {error}") from error


def _take_out(raw: Raw, board: Raw, without: Mapping[str, tuple[str, ...]]) -> None:
    for name, gone in without.items():
        *path, last = name.split(".")
        home: Any = board if name in board else raw
        for part in path:
            home = home.get(part, {})
        if last not in home:
            raise ValueError(f"{raw['name']}: no list of {name}")
        home[last] = _without(home[last], gone)
    if "hexes" in without:
        _close(board["hexes"], without["hexes"])


def _without(kept: Any, gone: tuple[str, ...]) -> Any:
    known = [*kept] if isinstance(kept, dict) else [_name(part) for part in kept]
    if lost := set(gone) - {ALL, *known}:
        raise ValueError(f"nothing is called {', '.join(sorted(lost))}")
    if isinstance(kept, dict):
        return {name: value for name, value in kept.items() if ALL not in gone and name not in gone}
    return [part for part in kept if ALL not in gone and _name(part) not in gone]


def _close(hexes: list[Raw], gone: tuple[str, ...]) -> None:
    """Let no track lead to hexes that are gone."""
    for hex_ in hexes:
        lost = {str(edge): "off_map" for edge in EDGES if neighbour(hex_["id"], edge) in gone}
        hex_["closed"] = {**lost, **hex_["closed"]}


def _merged(old: Any, new: Any) -> Any:
    if isinstance(old, dict) and isinstance(new, Mapping):
        return {**old, **{name: _merged(old.get(name), value) for name, value in new.items()}}
    if isinstance(old, list) and _named(old) and _named(new):
        return _merged_parts(old, new)
    return new


def _merged_parts(old: Iterable[Raw], new: Iterable[Raw]) -> list[Raw]:
    parts = {_name(part): part for part in old}
    for part in new:
        parts[_name(part)] = _merged(parts.get(_name(part), {}), part)
    return list(parts.values())


def _named(parts: Any) -> bool:
    return isinstance(parts, list | tuple) and all(isinstance(part, dict) and _name(part) for part in parts)


def _name(part: Mapping[str, Any]) -> str:
    return next((str(part[name]) for name in NAMES if part.get(name)), "")
