"""Positions built by hand: tiles, tokens and trains put where a test wants them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from engine.board.network import Network
from engine.data import MapData, TitleData
from engine.position import Position
from engine.printed import load
from engine.state import State, Token
from engine.title import Title, find, titles


def tokens(**placed: str) -> dict[str, tuple[Token, ...]]:
    """``E12="1.1 SIK.0"``: a token of unit 1 on stop 1, one of SIK on stop 0."""
    found = {}
    for hex_, text in placed.items():
        parts = [part.rpartition(".") for part in text.split()]
        found[hex_] = tuple(Token(int(stop), unit) for unit, _, stop in parts)
    return found


def tiles(**laid: str) -> dict[str, tuple[str, int]]:
    """``E14="57 2"``: tile 57 at rotation 2."""
    return {hex_: (text.split()[0], int(text.split()[1])) for hex_, text in laid.items()}


def position(
    laid: Mapping[str, tuple[str, int]],
    placed: Mapping[str, tuple[Token, ...]],
    trains: Mapping[str, tuple[str, ...]] | None = None,
    phase: str = "yellow",
    *,
    title: str = "18Mag",
    options: tuple[str, ...] = (),
) -> Position:
    played = _title(title).of(3, options)
    phases = [known.name for known in played.data.phases]
    state = State(players=("a", "b", "c"), options=options, rng=0, phase=phases.index(phase))
    state.tiles, state.tokens, state.trains = laid, placed, trains or {}
    return Position(played, state)


@cache
def _title(name: str) -> Title:
    """A title; one that cannot be played yet is its data only."""
    if name in titles():
        return find(name)
    package = f"engine.titles.t{name.lower()}"
    data, board = load(package, "title.toml", TitleData), load(package, "map.toml", MapData)
    return Title(data, board, *[None] * 10)  # type: ignore[arg-type]


def network(laid: Mapping[str, tuple[str, int]], placed: Mapping[str, tuple[Token, ...]]) -> Network:
    return position(laid, placed).network
