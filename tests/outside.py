"""Facts that somebody else stated, compared with a title's data; ``FACTS_DIR`` says where they lie."""

import json
import os
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.board import shapes
from engine.board.hexes import neighbour
from engine.board.tiles import Face, Laid, Stop, Tile
from engine.data import Hex, MapData
from engine.printed import standard_tiles

FOLDER = os.environ.get("FACTS_DIR", "")
ROTATIONS = range(6)

Table = dict[str, list[int]]
"""Tiles and their rotations."""


def read(name: str) -> dict[str, Any]:
    """Return the facts of a file, or skip the test."""
    if not FOLDER:
        pytest.skip("FACTS_DIR is not set")
    return _read(name)


@cache
def _read(name: str) -> dict[str, Any]:
    return json.loads((Path(FOLDER) / name).read_text("utf-8"))


def plain(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table of the facts without its remarks."""
    return {key: found for key, found in table.items() if not key.startswith("_")}


def tiles_of(board: MapData) -> dict[str, Tile]:
    """Return the tiles of a map by number, without those that are no track of the usual kind."""
    own = {tile.id: tile for tile in board.tiles}
    return {side: {**standard_tiles(), **own}[side] for side in board.supply}


# --- what lies on a hex or a tile


def ends(paths: Iterable[Iterable[Mapping[str, int]]]) -> set[frozenset[str]]:
    """Pieces of track as in our data: edges are digits, stops letters."""
    return {
        frozenset("abcd"[end["node"]] if "node" in end else str(end["edge"]) for end in piece)
        for piece in paths
    }


def stop(node: Mapping[str, Any]) -> tuple[Any, ...]:
    return node["type"], node.get("slots", 0), node["revenue"], node.get("name", "")


def our_stop(one: Stop) -> tuple[Any, ...]:
    return one.kind, one.slots, one.revenue, one.name


def same_face(face: Face, facts: Mapping[str, Any]) -> bool:
    """Whether a face has these stops, this track, colour and label."""
    return (
        list(map(our_stop, face.stops)) == list(map(stop, facts.get("nodes", ())))
        and {frozenset(piece) for piece in face.track} == ends(facts.get("paths", ()))
        and face.colour == facts["colour"]
        and face.label == facts.get("label", "")
    )


def same_sides(hex_: Hex, facts: Mapping[str, Any], every: Iterable[str]) -> bool:
    """Whether a hex has these closed sides and lies beside these hexes of the map."""
    beside = {str(side): neighbour(hex_.id, side) for side in ROTATIONS}
    known = {side: name for side, name in beside.items() if name in every}
    return known == facts["neighbours"] and {
        str(side): why for side, why in hex_.closed.items()
    } == facts.get("closed_edges", {})


# --- what may follow what, by shape alone


def follows(old: Laid, new: tuple[Tile, int], label: str, merging: tuple[str, ...]) -> bool:
    """Whether a tile may follow what lies on a hex with this label, far from any edge."""
    return (
        shapes.next_colour(old[0], new[0])
        and shapes.same_kind(old[0], new[0], label, merging)
        and shapes.keeps_track(old, new)
        and shapes.turnable(*new)
    )


def successors(
    tiles: Iterable[Tile], allowed: Callable[[Tile, int], bool], turn: int = 0
) -> dict[str, list[int]]:
    """Tiles and rotations that are allowed, as seen from a tile that lies turned."""
    found = {tile.id: [at for at in ROTATIONS if allowed(tile, (at + turn) % 6)] for tile in tiles}
    return {tile: rotations for tile, rotations in found.items() if rotations}
